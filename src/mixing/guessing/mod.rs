//! Guessing the cards of a shuffled deck from the top, with each card shown after its guess.

// | file | contents |
// |---|---|
// | `guesses` | the best strategy, and its mean number of correct guesses |
// | `riffle` | riffles with equally likely packets, by the rising sequences |
// | `shelf` | shelf machines, by the shelf of each card |

mod guesses;
mod riffle;
mod shelf;

pub use guesses::{Guesses, random_guesses};
pub use riffle::RiffleGuesses;
pub use shelf::ShelfGuesses;
