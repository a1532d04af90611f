//! Random transpositions, by the cycle type of the order.

// | file | contents |
// |---|---|
// | `exact` | the Markov chain of cycle types, and the exact distances |
// | `bound` | upper bounds for larger decks, by characters |

mod bound;
mod exact;

pub use bound::{MAX_BOUNDED_TRANSPOSITION_CARDS, TranspositionBound};
pub use exact::{MAX_TRANSPOSITION_CARDS, TranspositionMixing};
