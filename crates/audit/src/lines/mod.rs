//! Parses lines of text, as programs print them, into decks.
//!
//! Each line has one deck, top card first:
//!
//! - numbers, separated by spaces, tabs or commas: `3 1 2`, `3,1,2`, `03, 01, 02`. They count from 0 if the first deck
//!   has a 0, otherwise from 1;
//! - a JSON array of numbers: `[3, 1, 2]`, or of strings: `["3♠", "A♠", "2♠"]`;
//! - any names, `3♠ A♠ 2♠`, if their [starting order](Start) is known. Names separated by commas or tabs may have
//!   spaces;
//! - fields separated by semicolons or vertical bars, if the first line is not a deck with the other separators.
//!
//! Line ends may be LF or CR LF, a byte order mark may precede the text, and blank lines are skipped. A [`Splitter`]
//! splits bytes into lines or into the arrays of a JSON document, a [`Pattern`] finds the deck in a line of a log, and
//! a [`Reader`] parses lines into decks. Each of them holds at most one line in memory.
//!
//! # Equal cards
//!
//! If the starting order has a name twice, the two cards are indistinguishable. For each deck, a fair draw from a seed
//! decides which is which. So a fair shuffler gives exactly uniform decks of distinct cards: given the names on a line,
//! both the shuffle and the draw make all assignments of equal cards equally likely. A shuffler that treats equal cards
//! differently is not detected.

mod cards;
mod deck_list;
mod error;
mod first_decks;
mod forms;
mod json_documents;
mod names;
mod numbers;
mod reader;
mod seen;
mod splitter;

pub use deck_list::deck_list;
pub use error::MAX_LINE;
pub use error::{CountDifference, LineError, LineErrorKind, Times};
pub(crate) use error::{MAX_CARDS, Mismatch, brief};
pub use first_decks::FirstDecks;
pub use forms::{Form, Known, Translator, bridge_order, face, has_several_decks, longest_run};
pub use names::Start;
pub use reader::{Naming, Reader};
pub use seen::PartialDeckReader;
pub use splitter::Cutter;
pub use splitter::Splitter;
pub use splitter::{Pattern, PatternError};
