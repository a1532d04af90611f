//! The exact law of a random shuffle: the probability of every order, and of every card at every position.
//!
//! An odometer replays every sequence of choices that a shuffle can ask for ([`Law::new`]). Passes of
//! transpositions need only the orders, not the sequences ([`Law::then_transpositions`]), and consecutive
//! shuffles are products of laws ([`Law::then`]). All of this is arithmetic of integers over one denominator.
//!
//! ```
//! use faro::distribution::Law;
//! use faro::zoo::Transpositions;
//!
//! // Three cards, each swapped with any: 27 runs cannot be split evenly among 6 orders.
//! let law = Law::new(&Transpositions::Naive, 3)?;
//! let chances: Vec<String> = (0..6).map(|rank| law.chance(rank).to_string()).collect();
//! assert_eq!(chances, ["4/27", "5/27", "5/27", "5/27", "4/27", "4/27"]);
//! assert_eq!(law.total_variation().to_string(), "1/18");
//! # Ok::<(), faro::Error>(())
//! ```

mod blocks;
mod law;
mod law_effort;
mod matrix;
mod odometer;
mod repeated_riffle;
mod tally;
mod weights;
mod work;

pub use law::{Law, LawFromRuns, Level};
pub(crate) use law_effort::{Effort, Efforts};
pub use matrix::Matrix;
pub use odometer::{Choice, Leaf, Leaves};
