//! Decks of more than 64 cards: up to 256 cards of one byte, or up to 65,536 cards of two bytes.

mod decks;
mod kernel;
mod measures;
mod riffle;
mod uniform;

pub use decks::{Card, LargeDecks};
pub use kernel::LargeKernel;
