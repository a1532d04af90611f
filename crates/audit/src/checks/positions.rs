use super::found::{Found, of_pairs};
use crate::check::Check;
use crate::tables::Tables;
use faro_math::number::elementary::powi;
use faro_math::statistics::{PairSum, pairs};

/// Two decks have as many cards at the same position as their quotient has fixed points: of uniform orders
/// mean, variance and third moment about the mean are 1 and the fourth is 4 (of fewer cards than the moment less).
///
/// The table's features span n − 1 copies of the representation of degree n − 1 on sums 0, on which the
/// covariance is 1/(n − 1): for many decks this is (n − 1)/n of Pearson's statistic with (n − 1)² degrees of
/// freedom, its right scale.
pub fn check(tables: &Tables) -> Vec<Found> {
    let sum = tables.positions().agreements() - pairs(tables.decks());
    of_pairs(Check::CardPosition, law(tables.cards()), sum, tables.decks()).into_iter().collect()
}

/// Returns the law of the sum of the check for n cards.
pub fn law(cards: usize) -> PairSum {
    let n = cards as f64;
    let cube = if cards > 2 { 1.0 } else { 0.0 };
    PairSum::from_features(&[(1.0 / (n - 1.0), powi(n - 1.0, 2))], cube, 1.0, 1.0)
}
