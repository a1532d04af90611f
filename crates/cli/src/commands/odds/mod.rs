//! `faro odds`: how likely a hand is, and how rare a run of such hands.

mod kinds;
mod law;
mod question;
mod report;

pub use question::OddsArgs;
