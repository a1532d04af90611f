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
mod rounds;
mod shelf;
#[cfg(test)]
mod tests;
mod top_to_random;
mod transpositions;

use faro_sample::kernel::Step;
use faro_sample::shuffle::{Choices, Shuffle};

pub use distances::Distances;
pub use guessing::{GuessMixing, RightGuesses};
pub use lower_bound::LowerBounds;
pub(crate) use rounds::SmallMixing;
pub use rounds::{
    KindsMixing, Method, MixingOptions, RiffleMixing, RiskShare, RoundDistances, RoutineMixing,
    RoutineMixingError,
};
pub use shelf::ShelfMixing;

/// A shuffle (field 0), repeated the number of times in field 1.
struct Repeated<'a, S>(&'a S, u32);

impl<S: Shuffle> Shuffle for Repeated<'_, S> {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        (0..self.1).for_each(|_| self.0.shuffle(deck, choices));
    }

    fn kernel(&self, cards: usize) -> Option<Vec<Step>> {
        Some(vec![Step::repeat(self.0.kernel(cards)?, self.1)])
    }
}
