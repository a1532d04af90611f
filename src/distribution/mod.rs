//! The exact law of a random shuffle: the probability of every order, and of every card at every position.
//!
//! An odometer replays every sequence of choices that a shuffle can ask for ([`Law::new`]). Passes of
//! transpositions need only the orders, not the sequences ([`Law::then_transpositions`]), and consecutive shuffles
//! are products of laws ([`Law::then`]). All of this is arithmetic of integers over one denominator.
//!
//! ```
//! use faro::distribution::Law;
//! use faro_sample::zoo::Transpositions;
//!
//! // Three cards, each swapped with any: 27 runs cannot be split evenly among 6 orders.
//! let law = Law::new(&Transpositions::Naive, 3)?;
//! let chances: Vec<String> = (0..6).map(|rank| law.chance(rank).to_string()).collect();
//! assert_eq!(chances, ["4/27", "5/27", "5/27", "5/27", "4/27", "4/27"]);
//! assert_eq!(law.total_variation().to_string(), "1/18");
//! # Ok::<(), faro::Error>(())
//! ```

// | file | contents |
// |---|---|
// | `tally` | decks in lexicographic order; a weight for each, over one denominator; products of weights |
// | `odometer` | the tree of choices: every sequence, replayed |
// | `blocks` | transpositions, block by block of orders |
// | `repeated_riffle` | the closed form of riffles, their inverses and their powers |
// | `weights` | weights in words of 64 or 128 bits, or in big integers if they overflow |
// | `law_limits` | why a law is refused, and the work that is accepted |
// | `law_effort`, `matrix_effort` | bounds of the work of a law and of a matrix, and when it is refused |
// | `law` | the law, total variation, entropy, levels |
// | `from_runs` | the law of a program, run by run |
// | `matrix` | the probability of each card at each position |

mod blocks;
mod from_runs;
mod law;
mod law_effort;
mod law_limits;
mod matrix;
mod matrix_effort;
mod odometer;
mod repeated_riffle;
mod tally;
mod weights;

pub use from_runs::LawFromRuns;
pub use law::{Law, Level};
pub(crate) use law_effort::{Bound, Effort, Efforts};
pub use matrix::Matrix;
pub use odometer::{Choice, Leaf, Leaves};
