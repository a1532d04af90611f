//! The likeliest cause of an unfair verdict. Compares the counts with simulated signatures of known faulty
//! shuffles.

// Constants marked "tuned" maximise the rate of right causes that `cargo bench -p faro-benches --bench diagnosis` prints for
// seeds from 1 on.

mod at_once;
mod candidate;
mod catalogue;
mod cause;
mod changes;
mod diagnose;
mod draw_laws;
mod estimates;
mod exchanges;
mod family;
mod fixed_orders;
mod grammar;
mod key_sorts;
mod observations;
mod parts;
mod pattern;
mod profile;
mod ranking;
mod read_off;
mod remainder;
mod remarks;
mod remedies;
mod repeats;
mod repetitions;
mod riffled;
mod riffles;
mod rivals;
mod score;
mod serial_dependence;
mod signature;
mod unexplained;

pub use candidate::{Candidate, Diagnosis, Estimate};
pub use cause::Cause;
pub(crate) use diagnose::diagnose_with;
pub use diagnose::{diagnose, diagnose_while};
pub use pattern::Pattern;
pub use remarks::{Remark, Topic};
