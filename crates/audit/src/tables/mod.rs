//! Counts of a stream of decks. The checks read only these counts.

mod block;
mod draws;
mod limits;
mod pair_counts;
mod shared;
mod stream;

pub(super) use draws::Circle;
pub(super) use draws::SerialDraws;
pub use draws::{Draws, Pass};
pub use limits::MAX_CARDS;
pub(super) use pair_counts::coincidences;
pub use pair_counts::{Cell, PairCounts};
pub(super) use shared::SharedTables;
pub use stream::Tables;
