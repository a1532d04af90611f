//! Computes how many partly visible decks are needed to show a common fault.

use faro_math::number::elementary::log2;
use faro_math::number::halved;
use faro_math::statistics::normal_survival;

use super::laws::moments;
use super::{kinds, laws, score};
use crate::design::Design;

/// Number of standard deviations by which a normal sum must exceed its critical value for a power of 99 %.
const POWER_DEVIATIONS: f64 = 2.326;

/// Approximate number of checks in an audit, over which the significance level is divided.
const CHECKS: f64 = 70.0;

impl Design {
    /// Returns the number of decks that show a common fault with 99 % power, in an audit at the level `alpha`.
    ///
    /// For n distinct cards there are two faults: ⌈log2 n⌉ + 1 riffles, found by the score of the order, and the naive
    /// shuffle, found by the positions to which it moves cards. The one that needs more decks is used. For kinds of
    /// equal cards, the fault is 10 % more neighbours of the same kind. If there is no order, it is 50 % more cards of
    /// one kind in a hand.
    pub fn fewest_decks(&self, alpha: f64) -> u64 {
        let cards = self.cards() as f64;
        let deviations = match self.kinds() {
            None => {
                let riffles = log2(cards).ceil() as u32 + 1;
                score::deviations(self.cards(), &self.all_groups(), riffles)
                    .min(self.naive_deviations())
            }
            Some(kinds) if self.is_ordered() && self.seen() > 1 => {
                let [mean, variance, _] = kinds::same_kind_moments(kinds, self.seen());
                0.1 * mean / variance.sqrt()
            }
            Some(kinds) => {
                let largest = kinds
                    .iter()
                    .max()
                    .map_or(1.0, |&largest| largest as f64 / cards);
                let hand = self.groups().iter().max().map_or(1.0, |&hand| hand as f64);
                0.5 * (largest * hand).sqrt()
                    / ((1.0 - largest) * (1.0 - hand / cards)).sqrt().max(1e-3)
            }
        };
        let needed = (critical(alpha / CHECKS / 2.0) + POWER_DEVIATIONS) / deviations;
        (needed * needed).ceil().clamp(2.0, (1u64 << 40) as f64) as u64
    }

    /// Returns the mean of the statistic of the check for the naive shuffle after one naive shuffle, in standard
    /// deviations. It is infinite for two cards, for which the naive shuffle is fair, and for one hand of all cards,
    /// which shows nothing.
    fn naive_deviations(&self) -> f64 {
        let (cards, groups) = (self.cards(), self.all_groups());
        let weights = laws::weights(&laws::naive(cards), cards, &groups, false);
        // A card with the weight w at a place is there with probability (1 + w)/n. The weights of each card sum to 0.
        let mean = weights
            .iter()
            .map(|(weight, size)| weight * weight * size)
            .sum::<f64>()
            / cards as f64;
        let [variance, _] = moments(cards, weights.into_iter());
        if variance < 1e-12 {
            f64::INFINITY
        } else {
            mean / variance.sqrt()
        }
    }
}

/// Returns the value that a standard normal variable exceeds with the probability `chance`.
fn critical(chance: f64) -> f64 {
    let [_, high] = halved([0.0, 40.0], 60, |value| normal_survival(value) <= chance);
    high
}

#[cfg(test)]
mod tests {
    use faro_sample::shuffle::{Generator, Seed, Shuffle};
    use faro_sample::zoo::Transpositions;

    use super::*;
    use crate::{PartialEvidence, Verdict, judge_partial};

    /// If each of 60 audits has power 0.99, the probability that fewer than 56 find the naive shuffle is 0.0004.
    #[test]
    fn enough_decks_show_the_naive_shuffle() {
        for design in [
            Design::first_cards(52, 26),
            Design::hands(52, &[26, 26]),
            Design::first_cards(8, 8),
        ] {
            let design = design.unwrap();
            let decks = design.fewest_decks(0.001);
            let is_found = |run: &u64| {
                let mut generator = Generator::unit(&Seed::from(*run), 0);
                let mut evidence = PartialEvidence::new(design.clone());
                for _ in 0..decks {
                    let mut deck: Vec<u32> = (0..design.cards() as u32).collect();
                    Transpositions::Naive.shuffle(&mut deck, &mut generator);
                    evidence.add(&deck[..design.seen()]).unwrap();
                }
                judge_partial(&mut evidence, 0.001).verdict == Verdict::Unfair
            };
            let found = (0..60).filter(is_found).count();
            assert!(found >= 56, "{decks} decks, {design}: {found} of 60");
        }
        // One hand of all cards shows nothing, and two cards are shuffled fairly.
        assert_eq!(
            Design::hands(52, &[52]).unwrap().naive_deviations(),
            f64::INFINITY
        );
        assert_eq!(
            Design::first_cards(2, 2).unwrap().naive_deviations(),
            f64::INFINITY
        );
    }
}
