use std::fmt;

use thiserror::Error;

use super::limits::{MAX_CARDS, MAX_LINE};

/// A line that is no deck, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct LineError {
    /// The line, counted from 1 as editors do, blank ones included.
    pub line: u64,
    /// What is wrong with it.
    pub kind: LineErrorKind,
}

/// What is wrong with a line. Cards are named as the line names them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineErrorKind {
    /// Something else where a number was expected: no starting order says what it could mean.
    #[error("'{found}' is no number")]
    NotANumber {
        /// What stands there, cut where it is long.
        found: String,
    },
    /// A number that no card of the deck has.
    #[error("there is no card {card} in a deck of {cards} counted from {first}")]
    Beyond {
        /// The number.
        card: String,
        /// The cards of a deck.
        cards: usize,
        /// What the first card is called: 0 or 1.
        first: u32,
    },
    /// A card that the starting order does not have.
    #[error("the starting order has no card '{card}'")]
    Unknown {
        /// The card.
        card: String,
    },
    /// As many cards as there should be, one of them too often.
    #[error("card {card} {times}{}", also(missing))]
    TooOften {
        /// The card.
        card: String,
        /// How often it is there.
        times: Times,
        /// The first card that is there too rarely.
        missing: Option<String>,
    },
    /// Too few cards, or too many.
    #[error("{found} {} instead of {expected}{difference}", if *found == 1 { "card" } else { "cards" })]
    Count {
        /// The cards of the line.
        found: usize,
        /// Those that there should be.
        expected: usize,
        /// Which card makes the difference.
        difference: CountDifference,
    },
    /// A line of one card, where the first line should show a whole deck.
    #[error("one card alone; expected a whole deck on each line, of 2 cards or more")]
    Alone,
    /// Nothing where a card should stand.
    #[error("there is nothing between two commas")]
    Nothing,
    /// Brackets or quotes that do not fit together.
    #[error("this is no JSON array of cards; expected one such as [1, 2, 3], whole on its line")]
    Json,
    /// Text of two bytes a letter, as some shells write it.
    #[error("the text is UTF-16; expected UTF-8 or ASCII")]
    Utf16,
    /// DrawTables cards than are read.
    #[error("more than {MAX_CARDS} cards")]
    TooManyCards,
    /// DrawTables bytes than are read.
    #[error("more than {MAX_LINE} bytes without an end of the line")]
    TooLong,
}

/// How often a card is there that is there too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// On this line.
    pub found: usize,
    /// In the starting order.
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

/// A card that makes the number of cards wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountDifference {
    /// It is missing.
    Missing(String),
    /// It is there too often.
    TooOften(String, Times),
    /// It is none of the deck's.
    Beyond(String),
    /// There are too many such cards to tell.
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

fn also(missing: &Option<String>) -> String {
    missing.as_ref().map_or(String::new(), |card| format!(", card {card} missing"))
}

/// A piece of a line in a message: what cannot be shown as it is escaped, what is long cut.
pub fn brief(piece: &[u8]) -> String {
    const SHOWN: usize = 20;
    let text = String::from_utf8_lossy(&piece[..piece.len().min(8 * SHOWN)]);
    let mut letters = text.chars();
    let legible = |letter: char| match letter {
        '\'' | '"' => letter.to_string(),
        _ => letter.escape_debug().to_string(),
    };
    let mut shown: String = letters.by_ref().take(SHOWN).map(legible).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
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
