//! The commands that say whether a shuffle is fair.
//!
//! | command | question |
//! |---|---|
//! | [`Law`] | how probable is every order after a shuffle that has a name? |
//! | [`Audit`] | do these decks come from a fair shuffle? |
//! | [`Prove`] | what does a program's shuffle do, by its own random choices? |
//!
//! What decides is in the crates `faro`, `faro-audit` and `faro-prove`; here are the arguments, the input and the words. It
//! serves the program `faro`, and its items may change in any release.

mod audit;
mod law;
mod prove;

pub use audit::shard;
pub use audit::{Audit, ReportArgs, composition};
pub use law::Law;
pub use prove::Prove;
