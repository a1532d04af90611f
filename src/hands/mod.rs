//! The habits of a person who riffles, estimated from recorded riffles.
//!
//! A [`Recorded`] riffle lists the packet from which each card dropped. [`Habits`] are the estimates of one
//! person's cuts and drops. [`IdealTest`] tests whether the model of Gilbert, Shannon and Reeds (GSR) fits.
//! [`Model`] is fitted to the records, and [`equivalent`] compares its riffles with ideal ones.
//!
//! ```
//! use faro::hands::{Habits, Recorded};
//!
//! let records: Vec<Recorded> = ["LLRLR", "RLRLL"].map(|text| text.parse().unwrap()).into();
//! assert_eq!(records[0].cut(), 3);
//! // Each of the two riffles has 4 runs: 10 cards in 8 packets.
//! let habits = Habits::new(&records);
//! assert_eq!(habits.packet.unwrap().value, 1.25);
//! ```

// | file | contents |
// |---|---|
// | `recorded` | one riffle as letters, and as two decks |
// | `interval` | estimates with 95 % intervals |
// | `habits` | the habits of a person |
// | `ideal` | the test of the GSR model |
// | `runs` | exact laws of the number of runs and of the spread of the cut, and their sums |
// | `model` | the fitted model, and its riffles |
// | `fit` | the regression of the drops |
// | `rising` | the number of rising sequences after k riffles of a model |
// | `equivalent` | the number of riffles that mix as well as a number of ideal ones |

mod equivalent;
mod fit;
mod habits;
mod ideal;
mod interval;
mod model;
mod recorded;
mod rising;
mod runs;

pub use equivalent::{Comparison, Equivalent, NotComparable, equivalent};
pub use habits::{Habits, Sides};
pub use ideal::IdealTest;
pub use interval::Estimate;
pub use model::{Model, Riffler};
pub use recorded::{Recorded, RecordedError, Side};
pub use rising::Distance;
