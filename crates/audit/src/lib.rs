//! Tests whether a shuffler is fair: reads decks and reports significant deviations from a fair shuffle, with a chosen
//! error rate. It names the likely cause, and computes the smallest biases that the number of decks can show.

// | file | idea |
// |---|---|
// | `lines` | parses lines of text into decks |
// | `evidence` | all counts of the decks, in bounded memory |
// | `counter` | counts decks on several threads |
// | `chain` | the permutation that leads from one deck to the next |
// | `design` | decks of which only a part is visible, or with cards that look alike: counts and checks |
// | `tables` | counts of a stream of decks |
// | `collisions` | decks that occurred more than once |
// | `recurrences` | the order in which decks recurred |
// | `drift` | changes over the run |
// | `checks` | each check's statistic and p-value |
// | `check` | the names of the checks and their null distributions |
// | `part` | the stored form of a part of a run, to be merged with others |
// | `finding` | the result of one check |
// | `judgement` | the verdict, corrected for the number of checks |
// | `sequential` | interim looks at a growing sample (alpha spending) |
// | `diagnosis` | the likeliest cause |
// | `power` | the smallest bias that can be found in a number of decks |
// | `calibration` | error rates and power, by audits of simulated decks |

#![deny(missing_docs, missing_debug_implementations)]

mod calibration;
mod chain;
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
pub mod lines;
mod part;
mod power;
mod recurrences;
mod sequential;
mod tables;
pub mod words;

pub use calibration::{Calibration, CheckCounts, Observed, Trials};
pub use check::Check;
pub use checks::Fair;
pub use conclusion::{CardNames, Conclusion, FairShuffle, Frequency, NextStep};
pub use counter::Counter;
pub use design::{Design, PartialEvidence};
pub use diagnosis::{Candidate, Cause, Diagnosis, Estimate, Remark, Topic};
pub use error::Error;
pub use evidence::Evidence;
pub use finding::{Effect, Finding, Stream};
pub use judgement::{Judgement, Look, Verdict};
pub use part::Part;
pub use power::{Alternative, Power, fewest_decks, power};
pub use sequential::SequentialAudit;
pub use tables::{Cell, Draws, MAX_CARDS, PairCounts, Pass, Tables};
