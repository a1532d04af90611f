use super::design::Plan;
use super::search::fewest;
use crate::checks::positions_law;
use crate::design::templates;
use faro_math::statistics::{PairSum, chi_square_quantile, pairs};
use faro_permutation::Statistic;

/// Number of standard deviations for a power of 99 %.
const POWER: f64 = 2.326;

/// Σ (p − 1/6)²·6 over the six orders of three cards: three have the probability 4/27, and three have 5/27.
const OF_THREE_CARDS: f64 = 1.0 / 81.0;

impl Plan {
    /// Returns the number of decks that show the naive shuffle with 99 % power. It is found by the mean distance that
    /// cards move, or by cards at positions (for three cards, by the orders), whichever needs fewer decks. Returns
    /// `None` for two cards, for which the naive shuffle is fair.
    pub fn decks_for_naive(&self) -> Option<u64> {
        let chances = templates::naive(self.cards);
        [self.by_distance(&chances), self.by_pairs(&chances)].into_iter().flatten().min()
    }

    /// The sum over many decks is nearly normal. Its variance is nearly the variance for fair decks.
    fn by_distance(&self, chances: &[f64]) -> Option<u64> {
        let (fair, variance) = Statistic::Displacement.moments(self.cards)?;
        let of_cell =
            |(cell, chance): (usize, &f64)| chance * (cell / self.cards).abs_diff(cell % self.cards) as f64;
        let naive: f64 = chances.iter().enumerate().map(of_cell).sum();
        let deviations = (naive - fair).abs() / variance.sqrt();
        let needed = (chi_square_quantile(self.level, 1).sqrt() + POWER) / deviations;
        // A difference that is exactly 0 is computed with a rounding error.
        (deviations > 1e-9).then(|| (needed * needed).ceil() as u64)
    }

    /// The statistic is a sum over pairs of decks, with the mean `more` for each pair. Its variance is increased by the
    /// variance of the mean given one deck of the pair, which is `more` times the eigenvalue of the features.
    fn by_pairs(&self, chances: &[f64]) -> Option<u64> {
        let (law, more, eigenvalue) = match self.cards {
            ..=2 => return None,
            3 => (PairSum::from_equal_cells(6.0), OF_THREE_CARDS, 1.0),
            cards => {
                let agree: f64 = chances.iter().map(|chance| chance * chance).sum();
                (positions_law(cards), agree - 1.0, 1.0 / (cards as f64 - 1.0))
            }
        };
        fewest(|decks| {
            let (mean, others) = (pairs(decks) * more, (decks - 1) as f64);
            let variance = pairs(decks) * law.variance + decks as f64 * others * others * more * eigenvalue;
            law.upper_tail(mean - POWER * variance.sqrt(), decks) <= self.level
        })
    }
}
