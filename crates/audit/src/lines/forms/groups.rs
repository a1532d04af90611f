//! Joins cards that a line writes as groups, such as `Card(rank=5, suit=2)`, into one word each.

use super::face::numbered_face;

/// Minimum number of groups that show that each is a card.
const MIN_GROUPS: usize = 2;

/// The numbers of values of a card.
const VALUES: std::ops::RangeInclusive<usize> = 2..=3;

/// Returns a line with each group in parentheses or braces as one word, without the keys in the group and the name
/// before it. Returns `None` if the line has fewer than two groups, or if they are not cards.
///
/// The groups are cards if all have the same number of values, two or three, and no value is a playing card.
pub fn joined(line: &str) -> Option<String> {
    let line = plain(line);
    let (mut text, mut sizes, mut rest) = (String::new(), Vec::new(), &line[..]);
    while let Some(begin) = rest.find(['(', '{']) {
        let inside = &rest[begin + 1..];
        let end = inside.find(['(', '{', ')', '}'])?;
        if inside[end..].starts_with(['(', '{']) {
            text += &rest[..=begin];
            rest = inside;
            continue;
        }
        let group = inside[..end].trim();
        // Go prints spaces between the values.
        let separator = if group.contains(',') { ',' } else { ' ' };
        let values: Vec<&str> = group.split(separator).map(value).collect();
        if values
            .iter()
            .any(|value| value.is_empty() || numbered_face(value).is_some())
        {
            return None;
        }
        let is_of_name = |letter: char| letter.is_alphanumeric() || "_.".contains(letter);
        text += rest[..begin].trim_end_matches(is_of_name);
        let name = values.join(" ");
        text += &numbered_face(&name)
            .unwrap_or_else(|| name.split_whitespace().collect::<Vec<_>>().join("_"));
        sizes.push(values.len());
        rest = &inside[end + 1..];
    }
    let first = sizes.first().filter(|size| VALUES.contains(size))?;
    let are_cards = sizes.len() >= MIN_GROUPS && sizes.iter().all(|size| size == first);
    are_cards.then(|| text + rest)
}

/// Returns a line with parentheses instead of the square brackets after a name, as in `Card[rank=5]`, and without the name of a
/// value, as in `rank: Rank(5)`.
fn plain(line: &str) -> String {
    let mut text = String::new();
    // What to write at the end of each open bracket.
    let mut ends = Vec::new();
    for letter in line.chars() {
        match letter {
            '(' | '[' => {
                let name = text.trim_end_matches(char::is_alphanumeric).len();
                let is_named = name < text.len();
                if is_named && text[..name].trim_end().ends_with([':', '=']) {
                    text.truncate(name);
                    ends.push("");
                } else if letter == '[' && !is_named {
                    text.push('[');
                    ends.push("]");
                } else {
                    text.push('(');
                    ends.push(")");
                }
            }
            ')' | ']' => match ends.pop() {
                Some(end) => text += end,
                None => text.push(letter),
            },
            _ => text.push(letter),
        }
    }
    text
}

/// Returns the value of a part of a group, without its key and quotes.
fn value(part: &str) -> &str {
    let is_key = |key: &str| {
        let key = key.trim().trim_matches(['"', '\'']);
        key.starts_with(char::is_alphabetic)
    };
    let value = part.split_once(['=', ':']).filter(|(key, _)| is_key(key));
    value
        .map_or(part, |(_, value)| value)
        .trim()
        .trim_matches(['"', '\''])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_cards() {
        for (line, expected) in [
            (
                "[Card(rank=5, suit=2), Card(rank=1, suit=0)]",
                Some("[5_2, 1_0]"),
            ),
            (
                "[Card(rank='A', suit='S'), Card('10', 'H')]",
                Some("[AS, 10H]"),
            ),
            (
                "{suit: 3, rank: 10} {\"suit\": 0, \"rank\": 2}",
                Some("3_10 0_2"),
            ),
            ("7: [(3, 2), (10, 0)]", Some("7: [3_2, 10_0]")),
            ("[('Ace', 'Spades'), ('Hearts', 2)]", Some("[AS, 2H]")),
            (
                "[Card[rank=NINE, suit=CLUBS], Card[rank=A, suit=S]]",
                Some("[9C, AS]"),
            ),
            (
                "[Card { suit: Clubs, rank: Rank(3) }, Card { suit: Hearts, rank: Rank(12) }]",
                Some("[Card 3C, Card QH]"),
            ),
            ("[{Rank:7 Suit:1} {Rank:1 Suit:3}]", Some("[7_1 1_3]")),
            ("[{A SPADES} {10 HEARTS}]", Some("[AS 10H]")),
            ("(3, 1, 2)", None),
            ("(3, 1) (2, 4, 5)", None),
            ("(AS, KD) (2C, 3C)", None),
            ("(3) (1)", None),
            ("deck(3 1 2", None),
            ("3 1 2", None),
        ] {
            assert_eq!(joined(line).as_deref(), expected, "{line}");
        }
    }
}
