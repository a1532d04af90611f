//! Riffle shuffles as people make them, and how many it takes.
//!
//! ```
//! use faro::riffle::Mixing;
//!
//! // Seven riffles leave 52 cards a third away from random.
//! let seven = Mixing::new(52)?.after_riffles(7)?;
//! assert_eq!(format!("{:.4}", seven.total_variation), "0.3341");
//! # Ok::<(), faro::riffle::MixingError>(())
//! ```

// | file | contents |
// |---|---|
// | `mixing` | the distances of a riffled deck from a random one |
// | `window` | their sums over the rising sequences |
// | `eulerian` | how many rising sequences a random deck has |
// | `tilt` | the same for large decks, by Fourier inversion far out |
// | `likelihood_ratio` | the likelihood ratio of an order; the law of rising sequences of small decks |
// | `exact` | the distances as fractions |
// | `repeated_cards` | decks with cards that look alike |
// | `two_kinds` | total variation of decks of two kinds |
// | `many_kinds` | total variation of decks of any kinds; its estimate, from riffled and uniform decks |
// | `completions` | its likelihood ratios, if equal cards are distinguished at random |
// | `position/` | where one card lies: a chain, and a series beyond it |
// | `magnitude` | numbers too large and too small for an `f64`; how they are printed |
// | `extended` | floating-point numbers with an exponent of 64 bits |

mod completions;
mod eulerian;
mod exact;
mod extended;
mod likelihood_ratio;
mod magnitude;
mod many_kinds;
mod mixing;
mod position;
mod repeated_cards;
mod tilt;
mod two_kinds;
mod window;

pub use exact::{ExactDistance, ExactMixing, FarDistances};
pub(crate) use extended::Extended;
pub use likelihood_ratio::{descents_after_packets, ln_ratio};
pub use magnitude::Magnitude;
pub(crate) use many_kinds::ImportanceSampling;
pub use many_kinds::ManyKinds;
pub use mixing::{Distance, MAX_BITS, MAX_CARDS, MAX_EXACT_CARDS, Mixing, MixingError};
pub use position::{CardDistance, CardPosition, MAX_FOLLOWED, PositionError};
pub use repeated_cards::{CompositionError, MAX_REPEATED, RepeatedCards};
pub use two_kinds::{Estimate, MAX_SUMMED, TwoKinds};
