use num_bigint::BigUint;

use super::tally::Weight;

/// The orders that have the same probability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The weight of each order.
    pub weight: BigUint,
    /// The number of orders.
    pub orders: usize,
    /// The rank of the first of these orders.
    pub first: usize,
}

/// Returns the levels in ascending order of their weights. O(n! log n!).
pub fn levels<W: Weight>(weights: &[W]) -> Vec<Level> {
    let mut ranks: Vec<u32> = (0..weights.len() as u32).collect();
    let weight = |rank: u32| &weights[rank as usize];
    ranks.sort_unstable_by(|&a, &b| weight(a).cmp(weight(b)).then(a.cmp(&b)));
    let level = |ranks: &[u32]| Level {
        weight: weight(ranks[0]).clone().into(),
        orders: ranks.len(),
        first: ranks[0] as usize,
    };
    ranks.chunk_by(|&a, &b| weight(a) == weight(b)).map(level).collect()
}
