//! Guessing the cards of a shuffled deck from the top, with each card shown after its guess.

mod guesses;
mod riffle;
mod shelf;

pub use guesses::{Guesses, random_guesses};
pub use riffle::RiffleGuesses;
pub use shelf::ShelfGuesses;
