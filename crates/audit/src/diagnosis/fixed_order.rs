//! Decks that are always in the same order, or in the same order cut at random.

use crate::tables::{PairCounts, Tables};

/// An order in which all decks of a stream are, perhaps cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixedOrder {
    /// Each deck in the starting order.
    Unchanged,
    /// Each deck in the same other order.
    SameOrder,
    /// Each deck in the same order, cut somewhere.
    Cut,
}

/// The fewest decks: fewer may agree by chance.
const FEWEST: u64 = 3;

/// Returns none if the decks differ otherwise.
pub fn fixed_order(tables: &Tables) -> Option<FixedOrder> {
    let (cards, decks) = (tables.cards(), tables.decks());
    if decks < FEWEST || decks < 64 && cards < 5 || cards < 3 {
        return None;
    }
    let filled = |table: &PairCounts| table.counts().iter().filter(|&&count| count > 0).count();
    let positions = tables.positions();
    let unchanged = (0..cards).all(|card| positions.at(card, card) == decks);
    match (unchanged, filled(&positions) == cards) {
        (true, _) => Some(FixedOrder::Unchanged),
        (_, true) => Some(FixedOrder::SameOrder),
        // Around the cut order each card has one card that follows it.
        _ => (cards > 3 && filled(tables.successors()) <= cards).then_some(FixedOrder::Cut),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::simulate::Tally;

    fn of(decks: &[[u32; 6]]) -> Option<FixedOrder> {
        let mut tables = Tables::new(6);
        tables.add(&decks.concat(), 6);
        fixed_order(&tables)
    }

    #[test]
    fn one_order_and_its_cuts() {
        let (order, cut, other) = ([3, 1, 0, 2, 5, 4], [0, 2, 5, 4, 3, 1], [0, 2, 4, 5, 3, 1]);
        assert_eq!(of(&[[0, 1, 2, 3, 4, 5]; 4]), Some(FixedOrder::Unchanged));
        assert_eq!(of(&[order; 4]), Some(FixedOrder::SameOrder));
        assert_eq!(of(&[order, cut, order, cut]), Some(FixedOrder::Cut));
        assert_eq!(of(&[order, cut, order, other]), None);
        assert_eq!(of(&[order; 2]), None);
    }
}
