//! Reads decks from bytes: raw decks, and arrays in the `.npy` files of numpy.
//!
//! Raw decks follow one another without separators. Each card is an unsigned little-endian integer, counted from 0. It
//! has one byte for decks of at most 256 cards, two bytes for at most 65,536 cards, otherwise four.
//!
//! An array has a deck in each row. Its elements are integers of 1, 2, 4 or 8 bytes, signed or unsigned, in either byte
//! order. They count from 0 if the first deck has a 0, otherwise from 1, as in [lines of text](crate::lines).
//!
//! A [`ByteReader`] splits bytes into decks and holds at most one deck in memory. [`lines`] converts a small array to
//! text.

mod element;
mod header;
mod reader;

pub use element::Element;
pub use header::{ArrayError, MAGIC};
pub use reader::{ByteReader, Row, lines};
