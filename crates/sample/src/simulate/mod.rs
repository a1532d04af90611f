//! Simulation: shuffles many decks and counts their statistics. The counts are the same for any number of threads and any
//! division into parts.
//!
//! The work is cut into units that depend on the problem alone. Unit i draws from
//! [`Generator::unit`](crate::shuffle::Generator::unit) with the number i, and the counts are integers,
//! which add up in any order.
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
//! let folded = over_units(
//!     0..problem.units(),
//!     NonZero::new(2).unwrap(),
//!     &Statistics::new(52, None),
//!     |unit, tally| decks.count(unit, tally),
//!     |_units| true,
//! );
//! let rising = folded.tally.histogram(Statistic::RisingSequences).unwrap();
//! assert_eq!(rising.filled().map(|(value, _)| value).collect::<Vec<_>>(), [1, 2]);
//! ```

// | file | contents |
// |---|---|
// | `problem` | what is to be simulated, and how it is cut into units |
// | `sampler` | the decks of a unit, a block at a time |
// | `fold` | units on many threads, tallies merged |
// | `mean` | the mean of a value of each deck |
// | `tally` | traits of what counts decks and can be added up |
// | `measures` | all statistics of one large deck |
// | `comparison` | the values of a statistic compared with its uniform law |
// | `histogram` | counts by value, of bounded size |
// | `statistics` | the tally of all statistics |
// | `orders` | the tally of every order of a small deck |
// | `position_table` | the tally of every card at every position |

mod comparison;
mod fold;
mod histogram;
mod mean;
mod measures;
mod orders;
mod position_table;
mod problem;
mod sampler;
mod statistics;
mod tally;

pub use comparison::{Comparison, SampleMean};
pub use fold::{Folded, over_units};
pub use histogram::{Histogram, HistogramError};
pub use orders::{MAX_ORDERED, Orders};
pub use position_table::PositionTable;
pub use problem::{MAX_CARDS, MAX_SAMPLES, Problem};
pub use sampler::Sampler;
pub use statistics::Statistics;
pub use tally::{Merge, Tally};
