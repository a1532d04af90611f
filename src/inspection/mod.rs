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

mod far_tails;

use std::f64::consts::{LN_2, LN_10};

use faro_math::number::elementary::log10;
use faro_math::statistics::{Law, chi_square_ln_survival};
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
    /// The decimal logarithm of the p-value.
    ///
    /// `None` also if the p-value is below 10^-300 and only this bound of it is known. The p-value is then 0.
    pub p_value_log10: Option<f64>,
    /// Whether the p-value is that of the exact law, and not of the normal law that approximates it.
    pub is_exact: bool,
    /// The p-value times the number of statistics that were looked at (Bonferroni), at most 1.
    pub adjusted_p_value: Option<f64>,
}

impl Figure {
    /// Returns whether the value is unusual for a random order: whether the adjusted p-value is below 1 %.
    pub fn is_unusual(&self) -> bool {
        self.adjusted_p_value
            .is_some_and(|p_value| p_value < UNUSUAL_LEVEL)
    }

    /// Returns the decimal logarithm of the adjusted p-value, with the exceptions of `p_value_log10`.
    pub fn adjusted_p_value_log10(&self) -> Option<f64> {
        self.p_value_log10
            .map(|logarithm| (logarithm + log10(TESTS)).min(0.0))
    }
}

/// The number of statistics that are looked at.
const TESTS: f64 = Statistic::OF_DECKS.len() as f64;

/// Returns every statistic of `deck`, with its law over all orders of the same number of cards.
///
/// The p-values are exact to about 10^-12, except those of the displacement of more than 200 cards and of the inversions of
/// more than 1000, which are of the normal law. O(n²) up to 2000 cards, O(n log n) above.
pub fn figures(deck: &Permutation) -> Vec<Figure> {
    let figure = |statistic: Statistic| {
        let (value, cards) = (statistic.value(deck), deck.degree());
        let law = (cards <= MAX_CARDS)
            .then(|| statistic.law(cards).ok())
            .flatten();
        let found = (cards <= MAX_CARDS)
            .then(|| TwoSidedPValue::new(statistic, cards, value as usize, law.as_ref()))
            .flatten();
        let p_value = found.as_ref().map(|found| found.number);
        Figure {
            statistic,
            value,
            mean: statistic
                .moments(cards)
                .map(|(mean, _)| mean)
                .or_else(|| Some(law?.mean())),
            p_value,
            p_value_log10: found.as_ref().and_then(|found| found.log10),
            is_exact: found.is_some_and(|found| found.is_exact),
            adjusted_p_value: p_value.map(|p_value| (p_value * TESTS).min(1.0)),
        }
    };
    Statistic::OF_DECKS.into_iter().map(figure).collect()
}

/// Tails below this bound may have lost terms that underflowed.
const MIN_TAIL: f64 = 1e-290;

/// A two-sided p-value, and its decimal logarithm if it is known.
struct TwoSidedPValue {
    number: f64,
    log10: Option<f64>,
    is_exact: bool,
}

impl TwoSidedPValue {
    /// Returns the p-value of a statistic. Without a law it is that of the normal law, if the moments are known.
    fn new(
        statistic: Statistic,
        cards: usize,
        value: usize,
        law: Option<&Law>,
    ) -> Option<TwoSidedPValue> {
        let both = law.map(|law| two_sided(law.probabilities(), value));
        if let Some(number) = both.filter(|&both| both > MIN_TAIL) {
            return Some(TwoSidedPValue {
                number,
                log10: Some(log10(number)),
                is_exact: true,
            });
        }
        let of_ln = |ln: f64, is_exact| TwoSidedPValue {
            number: ln.exp(),
            log10: Some(ln / LN_10),
            is_exact,
        };
        let far = far_tails::ln_tail(statistic, cards, value).map(|ln| (ln + LN_2).min(0.0));
        if law.is_some() || far.is_some() {
            let unknown = TwoSidedPValue {
                number: 0.0,
                log10: None,
                is_exact: true,
            };
            return Some(far.map_or(unknown, |ln| of_ln(ln, true)));
        }
        let (mean, variance) = statistic.moments(cards)?;
        // The tail begins half a step before the value. Displacements are even.
        let half_step = if statistic == Statistic::Displacement {
            1.0
        } else {
            0.5
        };
        let z = ((value as f64 - mean).abs() - half_step).max(0.0) / variance.sqrt();
        Some(of_ln(chi_square_ln_survival(z * z, 1), false))
    }
}

/// Returns twice the smaller tail probability of a law at `value`, but at most 1. Both tails contain `value`.
fn two_sided(probabilities: &[f64], value: usize) -> f64 {
    let lower: f64 = probabilities.iter().take(value + 1).sum();
    let upper: f64 = probabilities.iter().skip(value).rev().sum();
    // Half of a symmetric law is on either side of the middle, so that twice a tail at the middle is at least 1.
    // Rounding must not make it less.
    let both = 2.0 * lower.min(upper);
    if both > 1.0 - ROUNDING_ERROR {
        1.0
    } else {
        both
    }
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
        let all: Vec<Vec<Figure>> = (0..720u32)
            .map(|rank| figures(&Permutation::unrank(6, rank).unwrap()))
            .collect();
        for figures in &all {
            for (place, figure) in figures.iter().enumerate() {
                let share = |is_beyond: fn(u64, u64) -> bool| {
                    all.iter()
                        .filter(|other| is_beyond(other[place].value, figure.value))
                        .count() as f64
                        / 720.0
                };
                let both = [
                    share(|other, value| other <= value),
                    share(|other, value| other >= value),
                ];
                let expected = (2.0 * both[0].min(both[1])).min(1.0);
                assert!(
                    (figure.p_value.unwrap() - expected).abs() < 1e-12,
                    "{figure:?}"
                );
            }
        }
    }

    /// A deck of 300 cards in order is one of 300! orders: 2/300! = 6.5347195e-615.
    #[test]
    fn small_p_values_have_logarithms() {
        let figures = figures(&Permutation::identity(300));
        for figure in &figures {
            assert!(
                (figure.p_value_log10.unwrap() + 614.184_773_048).abs() < 1e-6,
                "{figure:?}"
            );
            assert!(
                figure.is_exact && figure.is_unusual() && figure.p_value == Some(0.0),
                "{figure:?}"
            );
            let adjusted = figure.adjusted_p_value_log10().unwrap();
            assert!((adjusted - figure.p_value_log10.unwrap() - 7f64.log10()).abs() < 1e-9);
        }
        assert_eq!(figures.len(), 7);
    }

    /// The normal law of the displacement of more than 200 cards is near the exact law of 200.
    #[test]
    fn the_displacement_of_large_decks_has_a_p_value() {
        let exact = Statistic::Displacement.law(200).unwrap();
        for value in [12_000usize, 12_800, 13_400, 14_000, 15_000] {
            let near = TwoSidedPValue::new(Statistic::Displacement, 200, value, None).unwrap();
            let expected = two_sided(exact.probabilities(), value);
            assert!(
                !near.is_exact && (near.number - expected).abs() < 0.005,
                "{value}: {} {expected}",
                near.number
            );
        }
        let deck =
            Permutation::from_deck((0..366).map(|card| card * 5 % 366).collect::<Vec<u32>>())
                .unwrap();
        let displacement = figures(&deck).into_iter().next_back().unwrap();
        assert!(displacement.statistic == Statistic::Displacement && !displacement.is_exact);
        assert!(
            displacement
                .p_value
                .is_some_and(|p_value| p_value > 0.0 && p_value < 1.0)
        );
    }

    #[test]
    fn large_decks_have_no_p_values() {
        let figures = figures(&Permutation::identity(MAX_CARDS + 1));
        assert!(
            figures
                .iter()
                .all(|figure| figure.p_value.is_none() && !figure.is_unusual())
        );
    }
}
