//! The faces of playing cards, as people write them.

use std::fmt;
use std::ops::Range;

/// The names of the ranks in ascending order.
pub(super) const RANKS: [&str; 13] = [
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
];

/// A playing card: one of 52 faces, or one of two jokers.
///
/// It is parsed from `AS`, `a♠`, `♠A`, `TH`, `10 of hearts`, `ace_of_spades`, `RJ` or `red joker`, in capitals
/// or not, and printed as `AS` and `10H`.
///
/// ```
/// use faro::stacks::Face;
/// let card = Face::parse("Ace of Spades").unwrap();
/// assert_eq!((card.to_string(), Face::parse("a♠")), ("AS".into(), Some(card)));
/// assert_eq!(Face::parse("1S"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Face(u8);

/// The suits: letter, word, and symbols.
const SUITS: [(char, &str, [char; 2]); 4] = [
    ('S', "SPADES", ['♠', '♤']),
    ('D', "DIAMONDS", ['♦', '♢']),
    ('C', "CLUBS", ['♣', '♧']),
    ('H', "HEARTS", ['♥', '♡']),
];

/// The suits in the Unicode block of playing cards, which has sixteen characters for each.
const SUITS_OF_BLOCK: [u8; 4] = [0, 3, 1, 2];

const RANK_WORDS: [&str; 13] = [
    "ACE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN",
    "KING",
];

const JOKERS: [(&str, &str); 2] = [("RJ", "RED"), ("BJ", "BLACK")];

impl Face {
    /// The number of faces, including the jokers.
    pub const COUNT: usize = 54;

    /// The ranks from the ace to the king, as in the name of a card.
    pub const RANKS: [&str; 13] = RANKS;

    /// Parses a text that contains exactly one face.
    pub fn parse(text: &str) -> Option<Face> {
        let words: Vec<&str> = Face::words(text).map(|range| &text[range]).collect();
        let (face, used) = Face::first(&words)?;
        (used == words.len()).then_some(face)
    }

    /// Returns the number of the face, below [`COUNT`](Self::COUNT).
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Returns the byte ranges of the words of `text`.
    ///
    /// A word consists of letters, digits, suit symbols and pictures of cards.
    pub fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
        let is_part = |letter: char| {
            letter.is_alphanumeric()
                || ('\u{1F0A0}'..='\u{1F0FF}').contains(&letter)
                || SUITS
                    .iter()
                    .any(|(_, _, symbols)| symbols.contains(&letter))
        };
        let offset = move |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        text.split(move |letter| !is_part(letter))
            .filter(|word| !word.is_empty())
            .map(move |word| offset(word)..offset(word) + word.len())
    }

    /// Parses the face at the beginning of `words`, and returns it with the number of words used.
    pub fn first(words: &[&str]) -> Option<(Face, usize)> {
        let known = |index: usize, is: &str| {
            words
                .get(index)
                .is_some_and(|word| word.eq_ignore_ascii_case(is))
        };
        let first_word = words.first()?;
        if let Some(rank) = rank(first_word) {
            let connective = usize::from(known(1, "of"));
            let suit = words.get(1 + connective).and_then(|word| suit(word))?;
            return Some((Face::new(rank, suit), 2 + connective));
        }
        if let Some(joker) = (0..2).find(|&joker| known(0, JOKERS[joker].1) && known(1, "joker")) {
            return Some((Face(52 + joker as u8), 2));
        }
        Some((Face::from_word(first_word)?, 1))
    }

    fn new(rank: u8, suit: u8) -> Face {
        Face(suit * 13 + rank)
    }

    /// Parses a word such as `AS`, `♠A`, `RJ`, or a character with a picture of a card.
    fn from_word(word: &str) -> Option<Face> {
        if let Some(joker) = (0..2).find(|&joker| word.eq_ignore_ascii_case(JOKERS[joker].0)) {
            return Some(Face(52 + joker as u8));
        }
        let first = word.chars().next()?;
        let last = word.chars().next_back()?;
        if word.len() == first.len_utf8() {
            return Face::from_picture(first);
        }
        let before_last = &word[..word.len() - last.len_utf8()];
        let after_first = &word[first.len_utf8()..];
        match (short_rank(before_last), short_rank(after_first)) {
            (Some(rank), _) => Some(Face::new(rank, suit(&last.to_string())?)),
            // ASCII letters before the rank are more often another kind of name, such as C2.
            (_, Some(rank)) if !first.is_ascii() => {
                Some(Face::new(rank, suit(&first.to_string())?))
            }
            _ => None,
        }
    }

    /// Reads a character of the Unicode block of playing cards.
    fn from_picture(picture: char) -> Option<Face> {
        let place = u32::from(picture)
            .checked_sub(0x1F0A0)
            .filter(|&place| place < 64)?;
        let rank = match place % 16 {
            number @ 1..=11 => number - 1,
            // The twelfth character is the knight, which packs of 52 do not have.
            number @ 13..=14 => number - 2,
            _ => return None,
        };
        Some(Face::new(rank as u8, SUITS_OF_BLOCK[place as usize / 16]))
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.checked_sub(52) {
            Some(joker) => f.write_str(JOKERS[usize::from(joker)].0),
            None => write!(
                f,
                "{}{}",
                RANKS[usize::from(self.0 % 13)],
                SUITS[usize::from(self.0 / 13)].0
            ),
        }
    }
}

fn rank(word: &str) -> Option<u8> {
    let named = RANK_WORDS
        .iter()
        .position(|known| known.eq_ignore_ascii_case(word));
    named.map(|rank| rank as u8).or_else(|| short_rank(word))
}

fn short_rank(word: &str) -> Option<u8> {
    let word = if word.eq_ignore_ascii_case("T") {
        "10"
    } else {
        word
    };
    RANKS
        .iter()
        .position(|known| known.eq_ignore_ascii_case(word))
        .map(|rank| rank as u8)
}

fn suit(word: &str) -> Option<u8> {
    let only = word
        .chars()
        .next()
        .filter(|letter| letter.len_utf8() == word.len());
    let is_suit = |(letter, name, symbols): &(char, &str, [char; 2])| match only {
        Some(only) => only.eq_ignore_ascii_case(letter) || symbols.contains(&only),
        None => {
            word.eq_ignore_ascii_case(name) || word.eq_ignore_ascii_case(&name[..name.len() - 1])
        }
    };
    SUITS.iter().position(is_suit).map(|suit| suit as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings_of_all_faces() {
        let mut seen = Vec::new();
        for (rank, name) in RANKS.iter().zip(RANK_WORDS) {
            for (letter, suit, symbols) in SUITS {
                let face = Face::parse(&format!("{rank}{letter}")).unwrap();
                seen.push(face.index());
                assert_eq!(face.to_string(), format!("{rank}{letter}"));
                let one = &suit[..suit.len() - 1];
                for text in [
                    format!("{rank}{}", symbols[0]),
                    format!("{}{rank}", symbols[0]),
                    format!("{rank}{}\u{fe0f}", symbols[1]).to_lowercase(),
                    format!(" {rank} of {suit}").to_lowercase(),
                    format!("{name} OF {one}"),
                    format!("{name}_of_{suit}"),
                    format!("{rank} {}", symbols[0]),
                    format!("{rank}-{letter}"),
                ] {
                    assert_eq!(Face::parse(&text), Some(face), "{text}");
                }
            }
        }
        seen.extend(["rj", "Black Joker"].map(|text| Face::parse(text).unwrap().index()));
        seen.sort_unstable();
        assert_eq!(seen, (0..Face::COUNT).collect::<Vec<_>>());
        assert_eq!(Face::parse("th").unwrap().to_string(), "10H");
    }

    /// The Unicode names of these characters are the names of the cards.
    #[test]
    fn pictures() {
        for (picture, face) in [
            ("🂡", "AS"),
            ("🂺", "10H"),
            ("🃋", "JD"),
            ("🃝", "QC"),
            ("🃞", "KC"),
        ] {
            assert_eq!(Face::parse(picture), Face::parse(face), "{picture}");
        }
        assert_eq!(
            [Face::parse("🂬"), Face::parse("🂠"), Face::parse("🃏")],
            [None; 3]
        );
    }

    #[test]
    fn other_texts() {
        for text in [
            "", "S", "1S", "ZS", "11H", "A", "C2", "AS AS", "0", "of", "A of", "joker", "aces",
            "A SS",
        ] {
            assert_eq!(Face::parse(text), None, "{text}");
        }
    }
}
