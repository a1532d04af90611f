//! The exact law of a random shuffle: the probability of every order, and of every card at every position.
//!
//! An odometer replays every sequence of choices that a shuffle can ask for ([`Law::of`]). Passes of
//! transpositions need only the orders, not the sequences ([`Law::then_transpositions`]), and consecutive shuffles
//! are products of laws ([`Law::then`]). All of this is arithmetic of integers over one denominator.
//!
//! ```
//! use faro::distribution::Law;
//! use faro::zoo::Transpositions;
//!
//! // Three cards, each swapped with any: 27 runs cannot be split evenly among 6 orders.
//! let law = Law::of(&Transpositions::Naive, 3)?;
//! let chances: Vec<String> = (0..6).map(|rank| law.chance(rank).to_string()).collect();
//! assert_eq!(chances, ["4/27", "5/27", "5/27", "5/27", "4/27", "4/27"]);
//! assert_eq!(law.total_variation().to_string(), "1/18");
//! # Ok::<(), faro::distribution::LawError>(())
//! ```

// | file | contents |
// |---|---|
// | `order` | decks in lexicographic order, and their ranks |
// | `tally` | a weight for each order, over one denominator |
// | `odometer` | the tree of choices: every sequence, replayed |
// | `steps` | transpositions, order by order |
// | `product` | the law of consecutive shuffles |
// | `weights` | weights in 128-bit words, or in big integers if they overflow |
// | `effort` | an estimate of the work of a law, and when it is refused |
// | `law`, `level` | the law, total variation, entropy, levels |
// | `matrix`, `gather` | the probability of each card at each position |
// | `arithmetic` | an estimate of the work of a matrix |

mod arithmetic;
mod effort;
mod gather;
mod law;
mod level;
mod matrix;
mod odometer;
mod order;
mod product;
mod steps;
mod tally;
mod weights;

pub(crate) use effort::Effort;
pub use effort::LawError;
pub use law::Law;
pub use level::Level;
pub use matrix::{MAX_MATRIX_CARDS, Matrix, MatrixError};
pub use odometer::{Choice, Leaf, Leaves};

/// The largest number of cards of an exact law: 10! is 3.6 million.
pub const MAX_CARDS: usize = 10;
