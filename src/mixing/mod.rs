//! How far shuffles other than riffles leave a deck from a uniformly random one.
//!
//! ```
//! use faro::mixing::ShelfMixing;
//!
//! // One pass of a casino machine with 20 shelves leaves 52 cards far from random.
//! let one = ShelfMixing::new(52)?.after_shelves(&20u32.into())?;
//! assert_eq!(format!("{:.10}", one.total_variation.to_f64()), "0.7200889863");
//! # Ok::<(), faro::Error>(())
//! ```

// | file | contents |
// |---|---|
// | `classes` | the distances of a law, from classes of orders with equal probabilities; as numbers and as fractions |
// | `shelf` | the shelf machine, by the number of valleys |
// | `shelf_ratio` | likelihood ratios of the shelf machine for large decks |
// | `small` | any shuffle of a small deck, by the probabilities of all orders |
// | `top_to_random` | top to random, by the number of cards that were not moved |
// | `transpositions/` | random transpositions, exact by cycle types, and upper bounds by characters |
// | `biased/` | riffles with a biased cut |
// | `lower_bound/` | any shuffle of a larger deck, by events that are rarer in random decks |
// | `guessing/` | the number of cards that the best strategy guesses correctly |
// | `repeated` | a shuffle that repeats another shuffle |
// | `double` | numbers with 31 digits |
// | `moves` | the moves of one random shuffle of a small deck |

mod biased;
mod classes;
mod double;
mod guessing;
mod lower_bound;
mod moves;
mod repeated;
mod shelf;
mod shelf_ratio;
mod small;
mod top_to_random;
mod transpositions;

pub use biased::{BiasedRiffles, Extremes};
pub use classes::{Distances, ExactDistances};
pub use guessing::{Guesses, RiffleGuesses, ShelfGuesses, random_guesses};
pub use lower_bound::{LowerBound, LowerBounds};
pub use shelf::ShelfMixing;
pub use small::SmallMixing;
pub use top_to_random::TopToRandomMixing;
pub use transpositions::{TranspositionBound, TranspositionMixing};
