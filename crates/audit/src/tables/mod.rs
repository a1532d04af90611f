//! Counts of a stream of decks. The checks read only these counts.

// | file | idea |
// |---|---|
// | `stream` | all tables of a stream of decks |
// | `shared` | the tables that a diagnosis compares, filled by several threads |
// | `block` | some decks, and each table's way to count them |
// | `pair_counts` | a count for each pair of numbers |
// | `precedence` | which of two cards or positions comes first |
// | `draws` | draws of Fisher–Yates passes |
// | `circle` | rising sequences and cuts |
// | `limits` | the largest deck |

mod block;
mod circle;
mod draws;
mod limits;
mod pair_counts;
mod precedence;
mod shared;
mod stream;

pub(super) use circle::Circle;
pub(super) use draws::SerialDraws;
pub use draws::{Draws, Pass};
pub use limits::MAX_CARDS;
pub(super) use pair_counts::coincidences;
pub use pair_counts::{Cell, PairCounts};
pub(super) use shared::SharedTables;
pub(super) use stream::DrawTables;
pub use stream::Tables;
