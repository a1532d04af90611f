//! Tests whether a shuffler is fair.
//!
//! It reads decks and reports significant deviations from a fair shuffle, with a chosen error rate. It names
//! the likely cause, and computes the smallest biases that the number of decks can show.

#![deny(missing_docs, missing_debug_implementations, unnameable_types)]

mod assertion;
pub mod bytes;
mod calibration;
mod card_names;
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
mod fair_shuffle;
mod finding;
mod frequency;
mod judge;
mod judgement;
mod limits;
pub mod lines;
mod partial;
mod power;
mod sentences;
mod sequential;
mod tables;
pub mod words;

pub use assertion::{FairnessTest, TestRng, assert_fair};
pub use calibration::{Calibration, CheckCounts, Observed, Trials};
pub use card_names::CardNames;
pub use check::{Check, LaboratoryTest};
pub use checks::Fair;
pub use conclusion::Conclusion;
pub use counter::Counter;
pub use design::Design;
pub use diagnosis::{
    Candidate, Cause, Diagnosis, Estimate, Pattern, Remark, Topic, diagnose, diagnose_while,
};
pub use error::Error;
pub use evidence::Evidence;
pub use fair_shuffle::FairShuffle;
pub use finding::{Effect, Finding, Stream};
pub use frequency::Frequency;
pub use judge::{judge, judge_by};
pub use judgement::{Judgement, Look, Verdict};
pub use limits::{MAX_CARDS, MAX_PARTIAL_CARDS};
pub use partial::laws::naive as naive_positions;
pub use partial::{KindInHands, PartialEvidence, judge_partial};
pub use power::{Alternative, Power, fewest_decks, power};
pub use sentences::NextStep;
pub use sequential::SequentialAudit;
pub use tables::{Cell, Draws, PairCounts, Pass, Tables};
