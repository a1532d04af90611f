//! How far shuffles other than riffles leave a deck from a uniformly random one.
//!
//! ```
//! use faro::mixing::ShelfMixing;
//!
//! // One pass of a casino machine with 20 shelves leaves 52 cards far from random.
//! let one = ShelfMixing::new(52)?.after_shelves(&20u32.into())?;
//! assert_eq!(format!("{:.10}", one.total_variation.to_f64()), "0.7200889863");
//! # Ok::<(), faro::mixing::ShelfError>(())
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
// | `rounds/` | rounds of any shuffle, each by the best method that is known |
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
mod rounds;
mod shelf;
mod shelf_ratio;
mod small;
mod top_to_random;
mod transpositions;

pub use biased::{BiasedRiffles, Extremes, MAX_BIASED_CARDS, MAX_BIASED_RIFFLES, MAX_LIKELIHOOD_CARDS};
pub use classes::{Distances, ExactDistances};
pub use guessing::{
    Guesses, MAX_GUESSED_CARDS, MAX_GUESSED_SHELVES, RiffleGuesses, ShelfGuesses, random_guesses,
};
pub use lower_bound::{CONFIDENCE, LowerBound, LowerBounds, MAX_LOWER_BOUND_CARDS};
pub use rounds::{
    GuessMixing, KindsMixing, Method, MixingOptions, RiffleMixing, RightGuesses, RiskShare, RoundDistances,
    RoutineMixing, RoutineMixingError,
};
pub use shelf::{MAX_EXACT_SHELF_CARDS, MAX_SHELF_CARDS, ShelfError, ShelfMixing};
pub use small::SmallMixing;
pub use top_to_random::{MAX_TOP_TO_RANDOM_CARDS, TopToRandomMixing};
pub use transpositions::{
    MAX_BOUNDED_TRANSPOSITION_CARDS, MAX_TRANSPOSITION_CARDS, TranspositionBound, TranspositionMixing,
};
