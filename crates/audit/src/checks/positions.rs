use super::found::{Found, of_pairs};
use crate::check::Check;
use crate::tables::Tables;
use faro_math::number::elementary::powi;
use faro_math::statistics::{PairSum, pairs};

/// Tests the card × position table.
///
/// The statistic sums the number of cards at the same position over all pairs of decks. For two decks this is the
/// number of fixed points of their quotient. For uniform orders, its mean, its variance and its third central moment
/// are 1, and its fourth central moment is 4. For fewer cards than the order of the moment, the moment is smaller.
///
/// The table's features span n − 1 copies of the representation of degree n − 1 on vectors with sum 0. The covariance
/// there is 1/(n − 1). So for many decks the statistic is (n − 1)/n of Pearson's statistic with (n − 1)² degrees of
/// freedom, in the right scale.
pub fn check(tables: &Tables) -> Vec<Found> {
    let sum = tables.positions().agreements() - pairs(tables.decks());
    of_pairs(Check::CardPosition, law(tables.cards()), sum, tables.decks()).into_iter().collect()
}

/// Returns the law of the check's sum for `cards` cards.
pub fn law(cards: usize) -> PairSum {
    let n = cards as f64;
    let cube = if cards > 2 { 1.0 } else { 0.0 };
    PairSum::from_features(&[(1.0 / (n - 1.0), powi(n - 1.0, 2))], cube, 1.0, 1.0)
}
