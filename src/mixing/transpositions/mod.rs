//! Random transpositions, by the cycles of the order.

// | file | contents |
// |---|---|
// | `exact` | their chain, and the exact distances; the cycle types, in order |
// | `bound` | upper bounds for larger decks, by characters |

mod bound;
mod exact;

pub use bound::{MAX_BOUNDED_TRANSPOSITION_CARDS, TranspositionBound};
pub use exact::{MAX_TRANSPOSITION_CARDS, TranspositionMixing};
