//! Is a shuffler fair? Decks in, a judgement out: what the decks show that a fair shuffle would not, with
//! the error rate that was asked for.

// | file | idea |
// |---|---|
// | `lines` | lines of text to decks |
// | `evidence` | what is known of the decks seen, in bounded memory |
// | `chain` | steps from deck to deck |
// | `tables` | what is counted of a stream of decks |
// | `repeats` | orders that came again |
// | `course` | what was counted when |
// | `checks` | what is far from fair, and how likely |
// | `check` | what is looked at, and its law |
// | `finding` | what a check found |
// | `judgement` | all checks in view: the verdict |
// | `diagnosis` | the likeliest cause |
// | `detectable` | what so many decks could have shown |

mod chain;
mod check;
mod checks;
mod course;
mod detectable;
mod diagnosis;
mod evidence;
mod finding;
mod judgement;
pub mod lines;
mod repeats;
mod tables;

pub use check::Check;
pub use checks::Fair;
pub use detectable::{Detectable, Fault, detectable, fewest_decks};
pub use diagnosis::{Candidate, Cause, Diagnosis, Estimate};
pub use evidence::Evidence;
pub use finding::{Effect, Finding, Stream};
pub use judgement::{Judgement, Looks, Verdict};
pub use tables::{Cell, Draws, MAX_CARDS, Pass, Square, Tables};
