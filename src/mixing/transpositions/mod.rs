//! Random transpositions, by the cycles of the order.

// | file | contents |
// |---|---|
// | `partitions` | the cycle types, in order |
// | `exact` | their chain, and the exact distances |
// | `bound` | upper bounds for larger decks, by characters |

mod bound;
mod exact;
mod partitions;

pub use bound::{MAX_BOUNDED_TRANSPOSITION_CARDS, TranspositionBound};
pub use exact::{MAX_TRANSPOSITION_CARDS, TranspositionMixing};
