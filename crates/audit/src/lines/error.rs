//! Errors in lines of decks, with the differences between a line and a deck.

use crate::words::counted;
use std::fmt;

use thiserror::Error;

/// An error in a line of decks, with its line number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct LineError {
    /// The line number, from 1. Blank lines are counted too.
    pub line: u64,
    /// The kind of the error.
    pub kind: LineErrorKind,
}

/// The kind of an error in a line. Fields give cards as the line names them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineErrorKind {
    /// Text instead of a number, without a starting order of card names.
    #[error("'{found}' is not a number")]
    NotANumber {
        /// The text, shortened.
        found: String,
    },
    /// A line that does not fit the form of the first lines.
    #[error("{why}")]
    Form {
        /// The reason.
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
        /// The card with this number.
        card: String,
        /// The smallest number.
        first: u32,
        /// The largest number.
        last: u32,
    },
    /// A number that is not the number of a card.
    #[error("there is no card {card} in a deck of {cards} counted from {first}")]
    Beyond {
        /// The number.
        card: String,
        /// Number of cards in a deck.
        cards: usize,
        /// The number of the first card: 0 or 1.
        first: u32,
    },
    /// A card that is not in the starting order.
    #[error("the starting order has no card '{card}'")]
    Unknown {
        /// The card.
        card: String,
    },
    /// The right number of cards, but one card occurs too often.
    #[error("card {card} {times}{}", and_missing(missing))]
    TooOften {
        /// The card.
        card: String,
        /// The actual and the expected count of the card.
        times: Times,
        /// The first card that occurs too rarely.
        missing: Option<String>,
    },
    /// Too few or too many cards.
    #[error("{} instead of {expected}{difference}", counted(found, "card"))]
    Count {
        /// Number of cards on the line.
        found: usize,
        /// The expected number of cards.
        expected: usize,
        /// The card that causes the difference, if it is one card.
        difference: CountDifference,
    },
    /// Several packs of playing cards, while the composition of the deck was not given.
    #[error("{}", of_packs(*found, *packs, *cards))]
    Packs {
        /// Number of cards on the line.
        found: usize,
        /// Number of packs.
        packs: usize,
        /// Number of cards in a pack.
        cards: usize,
    },
    /// All cards are of one kind.
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
    /// A JSON object, while the name of the field with decks was not given.
    #[error(
        "this is a JSON object; expected the name of the field that holds the deck, for example --field deck"
    )]
    Object,
    /// JSON objects with arrays in two fields, while the name of the field with decks was not given.
    #[error(
        "the fields '{first}' and '{second}' both hold arrays; expected the name of the field that holds the deck, for example --field {first}"
    )]
    Fields {
        /// The path of the first field, shortened.
        first: String,
        /// The path of the other field, shortened.
        second: String,
    },
    /// JSON arrays and objects that are nested more than `most` deep.
    #[error("JSON arrays and objects more than {most} deep")]
    TooDeep {
        /// The maximum depth.
        most: usize,
    },
    /// Text in UTF-16, which some shells write.
    #[error("the text is UTF-16; expected UTF-8 or ASCII")]
    Utf16,
    /// More than 10,000 cards.
    #[error("more than {MAX_CARDS} cards")]
    TooManyCards,
    /// More than [`MAX_LINE`] bytes.
    #[error("a line of more than {MAX_LINE} bytes")]
    TooLong,
    /// Input in bytes that ends within a deck.
    #[error("cut short: {found} of {expected} bytes")]
    CutShort {
        /// Number of bytes of the deck that are there.
        found: usize,
        /// Number of bytes of a deck.
        expected: usize,
    },
    /// An array that has fewer decks than its header announces.
    #[error(
        "missing; the header of the array announces {}",
        counted(decks, "deck")
    )]
    Missing {
        /// Number of decks in the header.
        decks: u64,
    },
    /// Bytes after the last deck of an array.
    #[error("after the end of the array, which has {}", counted(decks, "deck"))]
    AfterArray {
        /// Number of decks in the header.
        decks: u64,
    },
}

/// The actual and the expected count of a repeated card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// Count on the line.
    pub found: usize,
    /// Count in the starting order.
    pub expected: usize,
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.found, self.expected) {
            (2, 1) => f.write_str("twice"),
            (found, 1) => write!(f, "{found} times"),
            (found, expected) => write!(f, "{found} times instead of {expected}"),
        }
    }
}

/// The card that makes the number of cards wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountDifference {
    /// The card is missing.
    Missing(String),
    /// The card occurs too often.
    TooOften(String, Times),
    /// The card is not in the deck.
    Beyond(String),
    /// Several cards differ, or the surplus or missing card is unknown.
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

/// Returns a piece of a line for an error message: escaped and shortened.
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

/// Maximum number of cards in a deck that is read.
pub const MAX_CARDS: usize = 10_000;

/// Maximum number of bytes in a line that is read.
pub const MAX_LINE: usize = 1 << 20;

/// The differences between a line and a deck.
pub struct Mismatch {
    /// Number of cards on the line.
    pub found: usize,
    /// The expected number of cards.
    pub expected: usize,
    /// A card that is not in the deck.
    pub unknown: Option<String>,
    /// A card that occurs too often, with its count.
    pub doubled: Option<(String, Times)>,
    /// A card that occurs too rarely.
    pub missing: Option<String>,
}

impl Mismatch {
    /// Returns the error of the line. `no_card` makes the error for a card that is not in the deck.
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

    /// Returns the card that makes the number of cards wrong, if it is a single card.
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
