//! Errors in lines of decks, and how a line of cards differs from a deck.

use crate::words::counted;
use std::fmt;

use thiserror::Error;

/// An error in a line of text that should be a deck, with its line number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct LineError {
    /// The line number, from 1. Blank lines are counted too.
    pub line: u64,
    /// The kind of the error.
    pub kind: LineErrorKind,
}

/// The kind of an error in a line. The fields of a variant give cards as the line spells them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineErrorKind {
    /// Text instead of a number, in decks without a starting order of names.
    #[error("'{found}' is not a {}number", if found.contains('.') && found.parse::<f64>().is_ok() { "whole " } else { "" })]
    NotANumber {
        /// The text, shortened.
        found: String,
    },
    /// Playing cards that are too few for a pack, in decks whose number of cards was not given.
    #[error("{} of a pack of 52", counted(found, "card"))]
    Few {
        /// Number of cards on the line.
        found: usize,
    },
    /// A sign for a card that is not known, in decks that were not said to be partly visible.
    #[error("'{found}' is no card; {} of {cards} are known", counted(seen, "card"))]
    Hidden {
        /// The sign.
        found: String,
        /// Number of cards up to the last one that is known.
        seen: usize,
        /// Number of cards and signs on the line.
        cards: usize,
    },
    /// A line that does not have the form that was recognised in the first lines of the text.
    #[error("{why}")]
    Form {
        /// The reason, as a part of a sentence.
        why: String,
    },
    /// Text that is not a playing card, in a list of playing cards.
    #[error("'{found}' is not a playing card; expected for example AS, 10♥ or Queen of Hearts")]
    NotAFace {
        /// The text, shortened.
        found: String,
    },
    /// A numbered list of cards whose numbers are not consecutive from 0 or 1.
    #[error("the number {number} of {card}; expected each number from {first} to {last} once")]
    Numbering {
        /// The number that occurs twice or is too large.
        number: u32,
        /// The card that has this number in the list.
        card: String,
        /// The smallest number that is expected: 0 or 1.
        first: u32,
        /// The largest number that is expected.
        last: u32,
    },
    /// A number that no card of the deck has.
    #[error("there is no card {card} in a deck of {cards} counted from {first}")]
    Beyond {
        /// The number, as the line spells it.
        card: String,
        /// Number of cards in a deck.
        cards: usize,
        /// The number of the first card: 0 or 1.
        first: u32,
    },
    /// A card that is not in the starting order.
    #[error("no card is called '{card}'")]
    Unknown {
        /// The card, shortened.
        card: String,
    },
    /// The right number of cards, but one card occurs too often.
    #[error("card {card} {times}{}", and_missing(missing))]
    TooOften {
        /// The card, shortened.
        card: String,
        /// The actual and the expected count of the card.
        times: Times,
        /// The first card that has fewer copies on the line than in the deck, if there is one.
        missing: Option<String>,
    },
    /// A line with fewer or more cards than a deck.
    #[error("{} instead of {expected}{difference}", counted(found, "card"))]
    Count {
        /// Number of cards on the line.
        found: usize,
        /// The expected number of cards.
        expected: usize,
        /// The card that is missing or too many, if it is a single card.
        difference: CountDifference,
    },
    /// A line with several packs of playing cards, where the composition of the deck was not given.
    #[error("{}", of_packs(*found, *packs, *cards))]
    Packs {
        /// Number of cards on the line.
        found: usize,
        /// Number of packs.
        packs: usize,
        /// Number of cards in a pack.
        cards: usize,
    },
    /// A starting order in which all cards have the same name.
    #[error("all cards look alike; expected at least two kinds")]
    Alike,
    /// A line without its own starting order, where each line must have one.
    #[error(
        "no starting order; expected it before the deck, separated by a bar, for example A K Q | K Q A"
    )]
    NoStart,
    /// A first line of at most one card, where a whole deck is expected.
    #[error("only one card; expected a whole deck of at least 2 cards on each line")]
    Alone,
    /// An empty field between commas.
    #[error("there is nothing between two commas")]
    Nothing,
    /// Brackets or quotes that do not match.
    #[error("this is not a JSON array of cards on one line; expected for example [1, 2, 3]")]
    Json,
    /// The text ends within a JSON array or object.
    #[error("the text ends within a JSON array or object")]
    JsonEnd,
    /// A line ends within a JSON object, and the next line begins with another one.
    #[error("the line ends within a JSON object")]
    JsonCut,
    /// A JSON object, where the name of the field that holds the deck was not given.
    #[error(
        "this JSON object has no list of cards; expected one, or the name of a field with a text of cards, such as --field deck"
    )]
    Object,
    /// A JSON object that has null or an empty array in place of its deck.
    #[error("the field '{field}' holds no deck")]
    NoDeck {
        /// The path of the field, shortened.
        field: String,
    },
    /// JSON objects that hold arrays in two fields, where the name of the field that holds the deck was not given.
    #[error(
        "the fields '{first}' and '{second}' both hold lists; expected the name of the field that holds the deck"
    )]
    Fields {
        /// The path of the first field, shortened.
        first: String,
        /// The path of the second field, shortened.
        second: String,
    },
    /// JSON arrays and objects that are nested more than `most` deep.
    #[error("JSON arrays and objects more than {most} deep")]
    TooDeep {
        /// The maximum depth.
        most: usize,
    },
    /// Text in UTF-16, which some shells write. Only UTF-8 is read.
    #[error("the text is UTF-16; expected UTF-8 or ASCII")]
    Utf16,
    /// More than 10,000 cards on a line, or in a starting order.
    #[error("more than {MAX_CARDS} cards; expected one deck")]
    TooManyCards,
    /// A line of more than [`MAX_LINE`] bytes.
    #[error("a line of more than {MAX_LINE} bytes")]
    TooLong,
    /// Binary input that ends within a deck.
    #[error("cut short: {found} of {expected} bytes")]
    CutShort {
        /// Number of bytes of the incomplete deck.
        found: usize,
        /// Number of bytes of a complete deck.
        expected: usize,
    },
    /// A binary array that has fewer decks than its header announces.
    #[error(
        "missing; the header of the array announces {}",
        counted(decks, "deck")
    )]
    Missing {
        /// Number of decks that the header announces.
        decks: u64,
    },
    /// Bytes after the last deck of a binary array.
    #[error("after the end of the array, which has {}", counted(decks, "deck"))]
    AfterArray {
        /// Number of decks that the header announces.
        decks: u64,
    },
}

/// How often a repeated card occurs on a line, and how often it occurs in the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// Number of copies on the line.
    pub found: usize,
    /// Number of copies in the starting order.
    pub expected: usize,
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.found, self.expected) {
            (2, 1) => f.write_str("twice"),
            (found, 1) => write!(f, "comes {found} times"),
            (found, expected) => write!(f, "comes {found} times instead of {expected}"),
        }
    }
}

/// The single card because of which a line has too few or too many cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountDifference {
    /// The line lacks this card.
    Missing(String),
    /// The line has too many copies of this card. The second field gives the actual and the expected number.
    TooOften(String, Times),
    /// The line has this card, which is not in the deck.
    Beyond(String),
    /// More than one card differs, or the card that differs is unknown.
    Unclear,
}

impl fmt::Display for CountDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountDifference::Missing(card) => write!(f, ": card {card} missing"),
            CountDifference::TooOften(card, times) => write!(f, ": card {card} {times}"),
            CountDifference::Beyond(card) => write!(f, ": no card is called {card}"),
            CountDifference::Unclear => Ok(()),
        }
    }
}

fn and_missing(missing: &Option<String>) -> String {
    missing
        .as_ref()
        .map_or(String::new(), |card| format!(", card {card} missing"))
}

fn of_packs(found: usize, packs: usize, cards: usize) -> String {
    let max = crate::MAX_CARDS;
    let option = match cards {
        _ if found > max => {
            return format!(
                "{found} cards, as of {packs} packs of {cards}; expected at most {max}"
            );
        }
        52 => format!("{packs} packs"),
        _ => format!("{packs} packs of {cards}"),
    };
    format!(
        "{found} cards, as of {packs} packs of {cards}; say that cards look alike: --composition '{option}'"
    )
}

/// Returns a part of a line for an error message: with control characters escaped, and shortened.
pub fn brief(piece: &[u8]) -> String {
    const MAX_SHOWN: usize = 20;
    let text = String::from_utf8_lossy(&piece[..piece.len().min(8 * MAX_SHOWN)]);
    let mut letters = text.chars();
    let legible = |letter: char| match letter {
        '\'' | '"' => letter.to_string(),
        _ => letter.escape_debug().to_string(),
    };
    let mut shown: String = letters.by_ref().take(MAX_SHOWN).map(legible).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Maximum number of cards in a deck that is read from text.
pub const MAX_CARDS: usize = 10_000;

/// Maximum number of bytes of a line.
pub const MAX_LINE: usize = 1 << 20;

/// The differences between the cards of a line and the cards of a deck.
pub struct Mismatch {
    /// Number of cards on the line.
    found: usize,
    /// The expected number of cards.
    expected: usize,
    /// A card of the line that is not in the deck, if there is one.
    unknown: Option<String>,
    /// A card that occurs more often on the line than in the deck, with both counts.
    doubled: Option<(String, Times)>,
    /// A card that occurs less often on the line than in the deck.
    missing: Option<String>,
}

impl Mismatch {
    /// Compares `counts`, how often the line has each card, with the number of times `expected`. `unknown` is a card of
    /// the line that is not in the deck, and `name` gives the names of the others.
    pub fn of_counts(
        unknown: Option<String>,
        (found, counts): (usize, &[usize]),
        expected: impl Fn(usize) -> usize,
        name: impl Fn(usize) -> String,
    ) -> Mismatch {
        let cards = 0..counts.len();
        let missing = cards.clone().find(|&card| counts[card] < expected(card));
        let doubled = cards.clone().find(|&card| counts[card] > expected(card));
        let times = |card| Times {
            found: counts[card],
            expected: expected(card),
        };
        Mismatch {
            found,
            expected: cards.map(&expected).sum(),
            unknown,
            doubled: doubled.map(|card| (name(card), times(card))),
            missing: missing.map(&name),
        }
    }

    /// Returns the error that describes the differences best. `no_card` makes the error for a card that is not in the
    /// deck.
    pub fn error_kind(self, no_card: impl Fn(String) -> LineErrorKind) -> LineErrorKind {
        if self.found != self.expected {
            return LineErrorKind::Count {
                found: self.found,
                expected: self.expected,
                difference: self.difference(),
            };
        }
        match (self.unknown, self.doubled) {
            (Some(card), _) => no_card(card),
            (None, Some((card, times))) => LineErrorKind::TooOften {
                card,
                times,
                missing: self.missing,
            },
            (None, None) => {
                unreachable!("as many cards as there should be, none too often, are a deck")
            }
        }
    }

    /// Returns the single card because of which the line has a wrong number of cards, if there is one.
    fn difference(self) -> CountDifference {
        match (self.unknown, self.doubled, self.missing) {
            (None, None, Some(card)) if self.found + 1 == self.expected => {
                CountDifference::Missing(card)
            }
            (None, Some((card, times)), None) => CountDifference::TooOften(card, times),
            (Some(card), None, None) => CountDifference::Beyond(card),
            _ => CountDifference::Unclear,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_short_and_harmless() {
        assert_eq!(brief("A♠".as_bytes()), "A♠");
        assert_eq!(brief(b"\x1b[31m\n\0"), "\\u{1b}[31m\\n\\0");
        assert_eq!(brief(&[b'x'; 100]), format!("{}…", "x".repeat(20)));
        assert_eq!(brief(b"\xff\xfe"), "\u{fffd}\u{fffd}");
    }
}
