//! The commands that say whether a shuffle is fair.
//!
//! | command | question |
//! |---|---|
//! | [`Audit`] | do these decks come from a fair shuffle? |
//! | [`Prove`] | what does a program's shuffle do, by its own random choices? |
//! | [`Certify`] | audit, proof and seeding in one document |
//! | [`Verify`] | is a deal what was committed to, and what does its scheme allow? |
//! | [`Deal`] | commits to a secret, deals from it, and reveals it |
//!
//! The computations are in the crates `faro`, `faro-audit` and `faro-prove`; this crate has the arguments, the input
//! and the texts. This crate serves the program `faro`, and its items may change in any release.

mod audit;
mod certify;
mod deal;
mod prove;
mod unambiguous;
mod verify;

pub use audit::Audit;
pub use certify::Certify;
pub use deal::Deal;
pub use prove::Prove;
pub use verify::Verify;
