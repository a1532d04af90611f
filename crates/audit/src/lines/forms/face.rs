//! Playing cards in the spellings that programs use for them.

use faro::stacks::Face;

/// Ranks that some programs write as numbers.
const NUMBERED: [(&str, &str); 4] = [("1", "A"), ("11", "J"), ("12", "Q"), ("13", "K")];

/// Returns the normal form of a face, such as `AS` for `sA`, `hearts-6` or `ACE_OF_SPADES`, and `BJ` or `RJ` for jokers.
///
/// The suit may come before the rank or after it.
pub fn face(text: &str) -> Option<String> {
    spelled(text, |rank| rank)
}

/// Returns the normal form of a face, whose rank may also be a number: `1S` is `AS`, and `13S` is `KS`.
pub fn numbered_face(text: &str) -> Option<String> {
    spelled(text, |rank| {
        let numbered = NUMBERED.iter().find(|(number, _)| *number == rank);
        numbered.map_or(rank, |(_, letter)| letter)
    })
}

fn spelled(text: &str, rank_of: fn(&str) -> &str) -> Option<String> {
    let words: Vec<&str> = Face::words(text).map(|range| &text[range]).collect();
    let joker = words.concat().to_lowercase();
    match joker.strip_prefix("joker").or(joker.strip_suffix("joker")) {
        Some("1" | "a" | "black") => return Some("BJ".into()),
        Some("2" | "b" | "red") => return Some("RJ".into()),
        _ => {}
    }
    let spellings = match words[..] {
        [word] => {
            let first = word.chars().next()?.len_utf8();
            let last = word.char_indices().next_back()?.0;
            [
                (&word[..last], &word[last..]),
                (&word[first..], &word[..first]),
            ]
        }
        [first, last] => [(first, last), (last, first)],
        _ => [("", ""); 2],
    };
    let known = |(rank, suit): (&str, &str)| Face::parse(&format!("{} {suit}", rank_of(rank)));
    let face = Face::parse(text).or_else(|| spellings.into_iter().find_map(known));
    face.map(|face| face.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_in_many_forms() {
        for text in [
            "SA",
            "sA",
            "AS",
            "A♠",
            "♠A",
            "ACE_OF_SPADES",
            "spades-a",
            "Ace of Spades",
        ] {
            assert_eq!(face(text).as_deref(), Some("AS"), "{text}");
        }
        assert_eq!(
            (face("1S"), numbered_face("1S").as_deref()),
            (None, Some("AS"))
        );
        assert_eq!(numbered_face("s13").as_deref(), Some("KS"));
        assert_eq!(face("h10").as_deref(), Some("10H"));
        assert_eq!(face("hearts-6").as_deref(), Some("6H"));
        assert_eq!(face("TD").as_deref(), Some("10D"));
        assert_eq!(
            [face("Joker1"), face("Joker 2")],
            [Some("BJ".into()), Some("RJ".into())]
        );
        assert_eq!(
            [face("R0"), face("Island"), face("12"), face("S"), face("")],
            [const { None }; 5]
        );
    }
}
