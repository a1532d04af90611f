//! Tests whether a shuffler is fair.
//!
//! It reads decks and reports significant deviations from a fair shuffle, with a chosen error rate. It names
//! the likely cause, and computes the smallest biases that the number of decks can show.

#![deny(missing_docs, missing_debug_implementations)]

mod assertion;
pub mod bytes;
mod calibration;
mod check;
mod checks;
mod collisions;
mod conclusion;
mod counter;
mod design;
mod diagnosis;
mod drift;
mod error;
mod evidence;
mod finding;
mod judgement;
mod limits;
pub mod lines;
mod power;
mod tables;
pub mod words;

pub use assertion::{FairnessTest, TestRng, assert_fair};
pub use calibration::{Calibration, CheckCounts, Observed, Trials};
pub use check::Check;
pub use check::LaboratoryTest;
pub use checks::Fair;
pub use conclusion::{CardNames, Conclusion, FairShuffle, Frequency, NextStep};
pub use counter::Counter;
pub use design::{Design, KindInHands, PartialEvidence};
pub use diagnosis::{Candidate, Cause, Diagnosis, Estimate, Remark, Topic};
pub use error::Error;
pub use evidence::Evidence;
pub use finding::{Effect, Finding, Stream};
pub use judgement::{Judgement, Look, SequentialAudit, Verdict};
pub use limits::MAX_CARDS;
pub use power::{Alternative, Power, fewest_decks, power};
pub use tables::{Cell, Draws, PairCounts, Pass, Tables};
