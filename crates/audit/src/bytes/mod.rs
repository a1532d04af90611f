//! Decks as bytes: raw cards, and arrays in the `.npy` files of numpy.
//!
//! Raw decks follow one another without separators. Each card is an unsigned integer of 1, 2 or 4 bytes, little-endian,
//! counted from 0: one byte for decks of at most 256 cards, two for at most 65,536, otherwise four.
//!
//! An array has one deck a row. Its elements are integers of any size, signed or not, in either byte order. They count from
//! 0 if the first deck has a 0, otherwise from 1, as in [lines of text](crate::lines).
//!
//! A [`ByteReader`] splits bytes into decks and holds no more than one deck. [`lines`] turns a small array into text.

mod element;
mod header;
mod reader;

pub use element::Element;
pub use header::{ArrayError, MAGIC};
pub use reader::{ByteReader, Row, lines};
