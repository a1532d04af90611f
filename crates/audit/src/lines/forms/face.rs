//! Reads playing cards in the spellings that programs use.

use faro::stacks::Face;

/// Numbers that some programs write instead of a rank.
const NUMBERED: [(&str, &str); 4] = [("1", "A"), ("11", "J"), ("12", "Q"), ("13", "K")];

/// Returns the normal form of a playing card. It is `AS` for `sA` and `ACE_OF_SPADES`, `6H` for `hearts-6`, and `BJ`
/// and `RJ` for the jokers.
///
/// The suit may come before or after the rank.
pub fn face(text: &str) -> Option<String> {
    spelled(text, |rank| rank)
}

/// Returns the normal form of a playing card whose rank may also be a number from 1 to 13. For example, it is `AS` for
/// `1S`, and `KS` for `13S`.
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
