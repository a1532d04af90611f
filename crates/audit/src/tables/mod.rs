//! Counts of a stream of decks. The checks read only these counts.

mod block;
mod counts;
mod draws;
mod pair_counts;
mod shared;

pub(super) use counts::MAX_STEPS;
pub use counts::Tables;
pub(super) use draws::{Circle, SerialDraws};
pub use draws::{Draws, Pass};
pub(super) use pair_counts::coincidences;
pub use pair_counts::{Cell, PairCounts};
pub(super) use shared::SharedTables;
