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

pub use biased::{BiasedRiffles, Extremes};
pub use classes::{Distances, ExactDistances};
pub use guessing::{Guesses, RiffleGuesses, ShelfGuesses, random_guesses};
pub use lower_bound::{LowerBound, LowerBounds};
pub use rounds::{
    GuessMixing, KindsMixing, Method, MixingOptions, RiffleMixing, RightGuesses, RiskShare, RoundDistances,
    RoutineMixing, RoutineMixingError,
};
pub use shelf::ShelfMixing;
pub use small::SmallMixing;
pub use top_to_random::TopToRandomMixing;
pub use transpositions::{TranspositionBound, TranspositionMixing};
