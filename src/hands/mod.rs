//! The habits of a person who riffles, estimated from recorded riffles.
//!
//! A [`Recorded`] riffle lists the packet from which each card dropped. [`Habits`] are the estimates of one
//! person's cuts and drops. [`IdealTest`] tests whether the model of Gilbert, Shannon and Reeds (GSR) fits.
//! [`Model`] is fitted to the records, and [`Equivalent`] compares its riffles with ideal ones.
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

mod equivalent;
mod habits;
mod ideal;
mod model;
mod recorded;

pub use equivalent::{DistanceBound, Equivalent, NotComparable, RiffleComparison};
pub use habits::{Habits, IntervalEstimate};
pub use ideal::IdealTest;
pub use model::{Model, Riffler};
pub use recorded::{Recorded, RecordedError, Side};
