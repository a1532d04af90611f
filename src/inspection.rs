//! Inspection of one order of a deck: its statistics compared with all orders, and its likely origin.
//!
//! ```
//! use faro::Permutation;
//! use faro::inspection::{figures, fewest_riffles};
//!
//! // Two rising sequences, 1 2 3 … and 27 28 29 …: a deck after one riffle.
//! let deck = Permutation::from_deck((0..26).flat_map(|card| [card, card + 26]).collect::<Vec<u32>>())?;
//! let rising = figures(&deck).into_iter().find(|figure| figure.statistic.name() == "rising_sequences").unwrap();
//! assert_eq!((rising.value, fewest_riffles(rising.value)), (2, 1));
//! assert!(rising.is_unusual());
//! # Ok::<(), faro::permutation::PermutationError>(())
//! ```

use faro_permutation::Statistic;

use crate::Permutation;

/// Maximum number of cards for which p-values are computed, which takes up to a second.
const MAX_CARDS: usize = 2000;

/// The largest error of a p-value by rounding.
const ROUNDING_ERROR: f64 = 1e-12;

/// A value is unusual if its corrected p-value is below this level.
const UNUSUAL_LEVEL: f64 = 0.01;

/// A statistic of one deck, beside its law over all orders.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Figure {
    /// The statistic.
    pub statistic: Statistic,
    /// The value of the statistic for the deck.
    pub value: u64,
    /// The mean over all orders.
    ///
    /// `None` for the longest increasing subsequence of a deck of over 2000 cards.
    pub mean: Option<f64>,
    /// The two-sided p-value.
    ///
    /// It is twice the probability that a random order has a value at least as far from the middle on the
    /// same side, but at most 1.
    pub p_value: Option<f64>,
    /// The p-value times the number of statistics that were looked at (Bonferroni), at most 1.
    pub adjusted_p_value: Option<f64>,
}

impl Figure {
    /// Returns whether the value is unusual for a random order: whether the adjusted p-value is below 1 %.
    pub fn is_unusual(&self) -> bool {
        self.adjusted_p_value.is_some_and(|p_value| p_value < UNUSUAL_LEVEL)
    }
}

/// Returns every statistic of `deck`, with its law over all orders of the same number of cards.
///
/// The p-values are exact to about 10^-12. O(n²) up to 2000 cards, O(n log n) above.
pub fn figures(deck: &Permutation) -> Vec<Figure> {
    let tests = Statistic::OF_DECKS.len() as f64;
    let figure = |statistic: Statistic| {
        let (value, cards) = (statistic.value(deck), deck.degree());
        let law = (cards <= MAX_CARDS).then(|| statistic.law(cards).ok()).flatten();
        let p_value = law.as_ref().map(|law| two_sided(law.probabilities(), value as usize));
        Figure {
            statistic,
            value,
            mean: statistic.moments(cards).map(|(mean, _)| mean).or_else(|| Some(law?.mean())),
            p_value,
            adjusted_p_value: p_value.map(|p_value| (p_value * tests).min(1.0)),
        }
    };
    Statistic::OF_DECKS.into_iter().map(figure).collect()
}

/// Returns twice the smaller tail probability of a law at `value`, but at most 1. Both tails contain `value`.
fn two_sided(probabilities: &[f64], value: usize) -> f64 {
    let lower: f64 = probabilities.iter().take(value + 1).sum();
    let upper: f64 = probabilities.iter().skip(value).rev().sum();
    // Half of a symmetric law is on either side of the middle, so that twice a tail at the middle is at least 1.
    // Rounding must not make it less.
    let both = 2.0 * lower.min(upper);
    if both > 1.0 - ROUNDING_ERROR { 1.0 } else { both }
}

/// Returns the least number of riffles that give a new deck `rising_sequences` rising sequences.
///
/// It is the least k with 2^k ≥ `rising_sequences`: a riffle at most doubles their number (Bayer and Diaconis 1992).
/// This is only a lower bound of the number of riffles that were made.
///
/// ```
/// assert_eq!([1, 2, 3, 4, 24, 52].map(faro::inspection::fewest_riffles), [0, 1, 2, 2, 5, 6]);
/// ```
pub fn fewest_riffles(rising_sequences: u64) -> u32 {
    rising_sequences.max(1).next_power_of_two().trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every order of 6 cards: the p-values are those that counting gives.
    #[test]
    fn p_values_are_the_shares_of_all_orders() {
        let all: Vec<Vec<Figure>> =
            (0..720u32).map(|rank| figures(&Permutation::unrank(6, rank).unwrap())).collect();
        for figures in &all {
            for (place, figure) in figures.iter().enumerate() {
                let share = |is_beyond: fn(u64, u64) -> bool| {
                    all.iter().filter(|other| is_beyond(other[place].value, figure.value)).count() as f64
                        / 720.0
                };
                let both = [share(|other, value| other <= value), share(|other, value| other >= value)];
                let expected = (2.0 * both[0].min(both[1])).min(1.0);
                assert!((figure.p_value.unwrap() - expected).abs() < 1e-12, "{figure:?}");
            }
        }
    }

    #[test]
    fn large_decks_have_no_p_values() {
        let figures = figures(&Permutation::identity(MAX_CARDS + 1));
        assert!(figures.iter().all(|figure| figure.p_value.is_none() && !figure.is_unusual()));
    }
}
