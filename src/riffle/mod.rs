//! Riffle shuffles as people make them, and their distances from a random deck.
//!
//! ```
//! use faro::riffle::Mixing;
//!
//! // Seven riffles leave 52 cards a third away from random.
//! let seven = Mixing::new(52)?.after_riffles(7)?;
//! assert_eq!(format!("{:.4}", seven.total_variation), "0.3341");
//! # Ok::<(), faro::Error>(())
//! ```

// | file | contents |
// |---|---|
// | `mixing` | the distances of a riffled deck from a random one |
// | `window` | sums over the number of rising sequences |
// | `eulerian` | the law of the number of rising sequences of a random deck |
// | `tilt` | the same law for large decks, by Fourier inversion of tilted sums |
// | `likelihood_ratio` | the likelihood ratio of an order; the law of rising sequences of small decks |
// | `exact` | the distances as fractions |
// | `repeated_cards` | decks with cards that look alike |
// | `two_kinds` | total variation distance of decks of two kinds |
// | `many_kinds` | total variation distance of decks of any kinds, and its estimate by importance sampling |
// | `completions` | likelihood ratios of arrangements, with equal cards distinguished at random |
// | `position/` | the law of one card's position: a Markov chain, and then a series |
// | `magnitude` | numbers too large and too small for an `f64`, and their digits |
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
pub use mixing::{Distance, Mixing};
pub use position::{CardDistance, CardPosition};
pub use repeated_cards::RepeatedCards;
pub use two_kinds::{Estimate, TwoKinds};
