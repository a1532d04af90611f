//! The exact law of a random shuffle: the chance of every order, and of every card at every position.
//!
//! An odometer replays every sequence of choices that a shuffle can ask for ([`Law::of`]). Passes of
//! transpositions need only the orders, not the sequences ([`Law::then_transpositions`]), and shuffles in a
//! row are products of laws ([`Law::then`]). All of it is arithmetic of integers over one denominator.
//!
//! ```
//! use faro::distribution::Law;
//! use faro::zoo::Transpositions;
//!
//! // Three cards, each swapped with any: 27 runs cannot fall evenly on 6 orders.
//! let law = Law::of(&Transpositions::Naive, 3)?;
//! let chances: Vec<String> = (0..6).map(|rank| law.chance(rank).to_string()).collect();
//! assert_eq!(chances, ["4/27", "5/27", "5/27", "5/27", "4/27", "4/27"]);
//! assert_eq!(law.total_variation().to_string(), "1/18");
//! # Ok::<(), faro::distribution::TooLarge>(())
//! ```

// | file | idea |
// |---|---|
// | `order` | decks in lexicographic order, and their ranks |
// | `tally` | a weight for each order, over one denominator |
// | `odometer` | every sequence of choices, replayed |
// | `steps` | transpositions, order by order |
// | `product` | shuffles in a row |
// | `weights` | the same in words while they suffice, then in numbers |
// | `effort` | what a law takes, and when it is refused |
// | `law`, `level` | the law and what is read from it |
// | `matrix`, `gather` | the chance of each card at each position |
// | `arithmetic` | what a matrix takes |

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
pub use effort::TooLarge;
pub use law::Law;
pub use level::Level;
pub use matrix::{MAX_MATRIX_CARDS, Matrix, NoMatrix};
pub use odometer::{Choice, Leaf, Leaves};

/// The most cards whose orders are weighed one by one: 10! is 3.6 million.
pub const MAX_CARDS: usize = 10;
