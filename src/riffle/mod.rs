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

mod eulerian;
mod exact;
mod magnitude;
mod many_kinds;
mod mixing;
mod position;
mod repeated_cards;
#[cfg(test)]
mod tests;
mod window;

pub use exact::{ExactDistance, ExactMixing};
pub(crate) use magnitude::Extended;
pub use magnitude::Magnitude;
pub(crate) use many_kinds::{ImportanceSampling, ManyKinds};
pub use mixing::{Distance, Mixing};
pub use position::{CardDistance, CardPosition};
pub(crate) use repeated_cards::{EstimatedValue, RepeatedCards, TwoKinds};
