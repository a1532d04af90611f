//! Distances of decks from uniform after shuffles other than riffles.
//!
//! ```
//! use faro::mixing::ShelfMixing;
//!
//! // One pass of a casino machine with 20 shelves leaves 52 cards far from random.
//! let one = ShelfMixing::new(52)?.after_shelves(&20u32.into())?;
//! assert_eq!(format!("{:.10}", one.total_variation.to_f64()), "0.7200889863");
//! # Ok::<(), faro::Error>(())
//! ```

mod biased;
mod distances;
mod double;
mod guessing;
mod lower_bound;
mod options;
mod repeated;
mod round_distances;
mod rounds;
mod shelf;
#[cfg(test)]
mod tests;
mod top_to_random;
mod transpositions;

pub use distances::Distances;
pub use guessing::{GuessMixing, RightGuesses};
pub use lower_bound::LowerBounds;
pub use options::{MixingOptions, RiskShare};
pub use round_distances::{Method, RoundDistances};
pub(crate) use rounds::SmallMixing;
pub use rounds::{KindsMixing, RiffleMixing, RoutineMixing, RoutineMixingError};
pub use shelf::ShelfMixing;
