//! Random transpositions, by the cycle type of the order.

// | file | contents |
// |---|---|
// | `exact` | the Markov chain of cycle types, and the exact distances |
// | `bound` | upper bounds for larger decks, by characters |

mod bound;
mod exact;

pub use bound::TranspositionBound;
pub use exact::TranspositionMixing;
