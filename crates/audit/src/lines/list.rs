//! Lists of playing cards as people write them: one or several cards on a line, with or without numbers, and under a
//! heading.

use std::collections::HashSet;

use super::error::{LineError, LineErrorKind, brief};
use faro::stacks::{Face, words};

/// Playing cards in order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct List<'a> {
    /// The cards as the text spells them.
    pub cards: Vec<&'a str>,
    /// The lines before the first card.
    pub headings: Vec<&'a str>,
}

/// The cards of a line, each with its number if it has one.
type Numbered<'a> = Vec<(Option<u32>, &'a str)>;

impl<'a> List<'a> {
    /// Reads a list of playing cards. Returns `None` if the text has other cards.
    ///
    /// # Errors
    ///
    /// If a line has no playing cards although others have, unless all cards are single words without numbers: then the
    /// cards are names of any kind. If the cards are numbered, but not consecutively from 0 or 1.
    pub fn read(text: &'a str) -> Result<Option<List<'a>>, LineError> {
        let mut list = List::default();
        let (mut numbered, mut is_plain, mut strange) = (Vec::new(), true, None);
        for (line, content) in lines(text) {
            match cards(content) {
                Some(found) => {
                    is_plain &=
                        found.iter().all(|(number, card)| number.is_none() && words(card).count() == 1);
                    numbered.extend(found);
                }
                None if numbered.is_empty() => list.headings.push(content),
                None => strange = strange.or(Some((line, content))),
            }
        }
        match strange {
            _ if numbered.len() < 2 => return Ok(None),
            Some(_) if is_plain => return Ok(None),
            Some((line, content)) => {
                let kind = LineErrorKind::NotAFace { found: brief(content.as_bytes()) };
                return Err(LineError { line, kind });
            }
            None => {}
        }
        list.cards = in_order(numbered)?;
        Ok(Some(list))
    }
}

/// Returns the lines of a text with their numbers, without empty lines and comments such as `# a stack`.
fn lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    let is_comment = |line: &str| line == "#" || line.starts_with("# ");
    (1..).zip(text.lines().map(str::trim)).filter(move |(_, line)| !line.is_empty() && !is_comment(line))
}

/// Returns the names of cards that are no playing cards, listed one a line. Each line must have its number, as `1. The
/// Fool`, or be a name such as `Ace of Cups`.
pub fn one_a_line(text: &str) -> Option<Vec<&str>> {
    let (mut names, mut first) = (Vec::new(), None);
    for (_, line) in lines(text) {
        let digits = line.len() - line.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let rest =
            line[digits..].strip_prefix(['.', ')', ':']).map(str::trim).filter(|name| !name.is_empty());
        names.push(match (line[..digits].parse::<usize>(), rest) {
            (Ok(number), Some(name)) => {
                let expected = *first.get_or_insert(number.min(1)) + names.len();
                (number == expected).then_some(name)?
            }
            _ => Some(line).filter(|line| line.contains(" of ") && !line.contains([',', '\t']))?,
        });
    }
    (names.len() > 1).then_some(names)
}

/// Reads a line of playing cards, each with or without a number before it, or of one card with a number after it.
fn cards(line: &str) -> Option<Numbered<'_>> {
    let places: Vec<_> = words(line).collect();
    let texts: Vec<&str> = places.iter().map(|place| &line[place.clone()]).collect();
    let (mut cards, mut at) = (Vec::new(), 0);
    while at < texts.len() {
        let number = texts[at].parse().ok().filter(|_| Face::first(&texts[at..]).is_none());
        at += usize::from(number.is_some());
        let Some((_, used)) = Face::first(&texts[at..]) else {
            return match (number, &mut cards[..]) {
                (Some(_), [(none @ None, _)]) if at == texts.len() => {
                    *none = number;
                    Some(cards)
                }
                _ => None,
            };
        };
        let card = &line[places[at].start..places[at + used - 1].end];
        cards.push((number, card));
        at += used;
    }
    (!cards.is_empty()).then_some(cards)
}

/// Returns the cards in the order of their numbers if all have one, otherwise in the order of the text.
fn in_order(mut cards: Numbered<'_>) -> Result<Vec<&str>, LineError> {
    let numbers: Option<Vec<u32>> = cards.iter().map(|(number, _)| *number).collect();
    if let Some(numbers) = numbers {
        let first = u32::from(!numbers.contains(&0));
        let mut known = HashSet::new();
        let last = first + cards.len() as u32 - 1;
        let wrong =
            numbers.iter().position(|number| !(first..=last).contains(number) || !known.insert(number));
        if let Some(place) = wrong {
            let (number, card) = (numbers[place], brief(cards[place].1.as_bytes()));
            let kind = LineErrorKind::Numbering { number, card, first, last };
            return Err(LineError { line: place as u64 + 1, kind });
        }
        cards.sort_unstable_by_key(|(number, _)| *number);
    }
    Ok(cards.into_iter().map(|(_, card)| card).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<&str>> {
        List::read(text).unwrap().map(|list| list.cards)
    }

    #[test]
    fn lists_of_cards() {
        for text in [
            "AS KH 10D",
            "as, kh, td",
            "AS\r\nKH\r\n10D\r\n",
            "1. AS\n2. KH\n3. 10D",
            "1) AS 2) KH 3) 10D",
            "1  Ace of Spades\n2  King of Hearts\n3  10 of Diamonds",
            "Ace of Spades King of Hearts Ten of Diamonds",
            "My stack\nposition,card\n1,A♠\n2,K♥\n3,10♦",
            "# comment\n\n\"AS\",\"KH\",\"10D\"",
            "[\"AS\", \"KH\", \"10D\"]",
            "- A♠\n- K♥\n- 10♦",
            "KH 2\n10D 3\nAS 1",
            "0: AS\n1: KH\n2: 10D",
            "ace_of_spades\nking_of_hearts\n10_of_diamonds",
            "🂡 🂾 🃊",
        ] {
            let faces: Vec<String> =
                read(text).unwrap().iter().map(|card| Face::parse(card).unwrap().to_string()).collect();
            assert_eq!(faces, ["AS", "KH", "10D"], "{text:?}");
        }
        assert_eq!(read("2. Ace of Spades\n1. a♠"), Some(vec!["a♠", "Ace of Spades"]));
    }

    #[test]
    fn other_cards() {
        for text in ["", "AS", "1 2 3", "A B C", "1. A\n2. B", "AS KH X", "AS\nKH\nmine", "C2 C3", "AS 1 2"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }

    #[test]
    fn other_names_one_a_line() {
        let names = Some(vec!["The Fool", "Ace of Cups"]);
        assert_eq!(one_a_line("1. The Fool\r\n2) Ace of Cups\n"), names);
        assert_eq!(one_a_line("# Tarot\n0: The Fool\n1: Ace of Cups"), names);
        assert_eq!(one_a_line("Ace of Cups\n\nTwo of Cups"), Some(vec!["Ace of Cups", "Two of Cups"]));
        for text in ["A\nB", "1. A\n3. B", "1.\n2.", "1. A", "A of B, C\nD of E", "1 A\n2 B"] {
            assert_eq!(one_a_line(text), None, "{text:?}");
        }
    }

    #[test]
    fn wrong_lists() {
        for (text, error) in [
            (
                "1. AS\n2. King of Harts\n3. 2C",
                "line 2: '2. King of Harts' is not a playing card; expected for example AS, 10♥ or Queen of Hearts",
            ),
            ("1. AS\n2. KH\n2. 2C", "line 3: the number 2 of 2C; expected each number from 1 to 3 once"),
            ("0. AS\n1. KH\n3. 2C", "line 3: the number 3 of 2C; expected each number from 0 to 2 once"),
        ] {
            assert_eq!(List::read(text).unwrap_err().to_string(), error);
        }
    }
}
