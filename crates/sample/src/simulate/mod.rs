//! Simulation: shuffles many decks and counts their statistics, on any number of threads.
//!
//! The counts do not depend on the number of threads, nor on the division of the work into parts. The work is
//! divided into units that depend only on the problem. Unit i draws from
//! [`Generator::unit`](crate::shuffle::Generator::unit) with the number i. The counts are integers, whose sum
//! does not depend on the order.
//!
//! ```
//! use std::num::NonZero;
//! use faro_sample::shuffle::{Choices, Seed, Shuffle};
//! use faro_permutation::Statistic;
//! use faro_sample::simulate::{Problem, Statistics, over_units};
//!
//! /// Moves the top card to a random position.
//! struct TopToRandom;
//!
//! impl Shuffle for TopToRandom {
//!     fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
//!         let place = choices.below(deck.len() as u32) as usize;
//!         deck[..=place].rotate_left(1);
//!     }
//! }
//!
//! let (problem, seed) = (Problem::new(52, 10_000), Seed::from(7));
//! let decks = problem.sampler(&TopToRandom, &seed);
//! let (counts, _) = over_units(
//!     0..problem.units(),
//!     NonZero::new(2).unwrap(),
//!     &Statistics::new(52, None),
//!     |unit, tally| decks.count(unit, tally),
//!     |_units| true,
//! );
//! let rising = counts.histogram(Statistic::RisingSequences).unwrap();
//! assert_eq!(rising.filled().map(|(value, _)| value).collect::<Vec<_>>(), [1, 2]);
//! ```

mod comparison;
mod fold;
mod histogram;
mod problem;
mod sampler;
mod statistics;
mod tally;

pub use comparison::{Comparison, SampleMean};
pub use fold::over_units;
pub use histogram::Histogram;
pub use problem::{MAX_CARDS, MAX_SAMPLES, Problem};
pub use sampler::Sampler;
pub use statistics::Statistics;
pub use tally::{MAX_ORDERED, Merge, Orders, PositionTable, Tally};
