//! Random transpositions, by the cycle type of the order.

mod bound;
mod exact;

pub use bound::TranspositionBound;
pub use exact::TranspositionMixing;
