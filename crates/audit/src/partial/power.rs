//! Computes how many partly visible decks are needed to show a common fault.

use faro_math::number::elementary::log2;
use faro_math::number::halved;
use faro_math::statistics::normal_survival;

use super::laws::{self, Space, moments};
use super::score;
use crate::design::Design;
use crate::power::plan::{MOST_DECKS, decks_for_pairs};

/// Number of standard deviations by which a normal sum must exceed its critical value for a power of 99 %.
const POWER_DEVIATIONS: f64 = 2.326;

/// Approximate number of checks in an audit, over which the significance level is divided.
const CHECKS: f64 = 70.0;

impl Design {
    /// Returns the number of decks that show a common fault with 99 % power, in an audit at the level `alpha`.
    ///
    /// For n distinct cards there are two faults: ⌈log2 n⌉ + 1 riffles, found by the score of the order, and the naive
    /// shuffle, found by the positions to which it moves cards. The one that needs more decks is used. For kinds of
    /// equal cards in order, the fault is the naive shuffle. If there is no order, it is 50 % more cards of one kind in
    /// a hand.
    ///
    /// The starting order of equal cards is often a guess, so that the naive shuffle must show by comparing decks with
    /// each other, for each usual order in which it shows at all: cards sorted by kind from either end, and packs that
    /// lie on each other.
    pub fn fewest_decks(&self, alpha: f64) -> u64 {
        let cards = self.cards() as f64;
        let deviations = match self.kinds() {
            None => {
                let riffles = log2(cards).ceil() as u32 + 1;
                score::deviations(self.cards(), &self.all_groups(), riffles)
                    .min(self.naive(&sorted(&self.all_kinds())).deviations())
            }
            Some(kinds) if self.shows_order() => {
                let level = alpha / CHECKS;
                let orders = usual_orders(kinds).into_iter();
                let needed = orders.filter_map(|start| self.naive(&start).decks_by_pairs(level));
                return needed.max().unwrap_or(2).max(2);
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
        (needed * needed).ceil().clamp(2.0, MOST_DECKS as f64) as u64
    }

    /// Returns the naive shuffle of decks with the starting order `start`, which has the kind of each card.
    fn naive(&self, start: &[u32]) -> Naive<'_> {
        let (chances, groups) = (laws::naive(self.cards()), self.all_groups());
        Naive {
            design: self,
            weights: laws::weights(&chances, start, &groups, false),
            groups,
        }
    }
}

/// The mean table of the visible parts of decks after the naive shuffle.
struct Naive<'a> {
    design: &'a Design,
    /// The sizes of all groups, and the weights of [`laws::weights`]. A card with the weight w at a place is there with
    /// the probability (1 + w)/n. The weights of each card sum to 0.
    groups: Vec<usize>,
    weights: Vec<(f64, f64)>,
}

impl Naive<'_> {
    /// Returns the mean of the sum of the weights after the naive shuffle.
    fn mean(&self) -> f64 {
        let square = |(weight, pairs): &(f64, f64)| weight * weight * pairs;
        self.weights.iter().map(square).sum::<f64>() / self.design.cards() as f64
    }

    /// Returns the mean of the statistic of the check for the naive shuffle, in standard deviations.
    ///
    /// It is infinite if the naive shuffle shows nothing: for two cards, for which it is fair, and for one hand of all
    /// cards.
    fn deviations(&self) -> f64 {
        let [variance, _] = moments(self.design.cards(), self.weights.iter().copied());
        if variance < 1e-12 {
            f64::INFINITY
        } else {
            self.mean() / variance.sqrt()
        }
    }

    /// Returns the number of decks that show the naive shuffle at the level `level` by one of two checks that compare
    /// decks with each other: of the positions of all kinds, and of their mean positions.
    fn decks_by_pairs(&self, level: f64) -> Option<u64> {
        let (cards, kinds) = (self.design.cards(), self.design.all_kinds());
        let scores = self.design.place_scores();
        let norm: f64 = scores
            .iter()
            .zip(&self.groups)
            .map(|(score, &size)| score * score * size as f64)
            .sum();
        // The mean of the sum of the scores of each kind. Weights are in the order of the groups.
        let mut sums = vec![0.0; kinds.len()];
        for (row, score) in self.weights.chunks(kinds.len()).zip(&scores) {
            for (sum, (weight, pairs)) in sums.iter_mut().zip(row) {
                *sum += score * weight * pairs / cards as f64;
            }
        }
        let squares = sums
            .iter()
            .zip(&kinds)
            .map(|(sum, &kind)| sum * sum / kind as f64);
        let each: Vec<f64> = scores
            .iter()
            .zip(&self.groups)
            .flat_map(|(&score, &size)| std::iter::repeat_n(score, size))
            .collect();
        let statistics = [
            (Space::of_parts(&self.groups), self.mean() / cards as f64),
            (Space::of_scores(&each), squares.sum::<f64>() / norm),
        ];
        let eigenvalue = 1.0 / (cards as f64 - 1.0);
        let needed = statistics.into_iter().filter_map(|(places, mean_of_pair)| {
            let law = laws::law(cards, Space::of_parts(&kinds), places, 0.0);
            decks_for_pairs(law, mean_of_pair, eigenvalue, level)
        });
        needed.min()
    }
}

/// Returns the starting order in which cards are sorted by kind. `kinds` has the number of cards of each kind.
fn sorted(kinds: &[usize]) -> Vec<u32> {
    let of_kind = |(kind, &size): (u32, &usize)| std::iter::repeat_n(kind, size);
    (0..).zip(kinds).flat_map(of_kind).collect()
}

/// Returns usual starting orders of the kinds of cards `kinds`, which has the number of cards of each kind: sorted by
/// kind, the reverse, and packs that lie on each other if the kinds can form packs.
fn usual_orders(kinds: &[usize]) -> Vec<Vec<u32>> {
    let sorted = sorted(kinds);
    let reversed = sorted.iter().rev().copied().collect();
    let packs = kinds[0];
    let are_packs = packs < kinds.len() && kinds.iter().all(|&kind| kind == packs);
    let pack: Vec<u32> = (0..kinds.len() as u32).collect();
    let on_each_other = are_packs.then(|| pack.repeat(packs));
    [sorted, reversed]
        .into_iter()
        .chain(on_each_other)
        .collect()
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
    fn assert_shown(design: &Design, start: &[u32], decks: u64) {
        let is_found = |run: &u64| {
            let mut generator = Generator::unit(&Seed::from(*run), 0);
            let mut evidence = PartialEvidence::new(design.clone());
            for _ in 0..decks {
                let mut deck: Vec<u32> = start.to_vec();
                Transpositions::Naive.shuffle(&mut deck, &mut generator);
                evidence.add(&deck[..design.seen()]).unwrap();
            }
            judge_partial(&mut evidence, 0.001).verdict == Verdict::Unfair
        };
        let found = (0..60).filter(is_found).count();
        assert!(found >= 56, "{decks} decks, {design}: {found} of 60");
    }

    #[test]
    fn enough_decks_show_the_naive_shuffle() {
        for design in [
            Design::first_cards(52, 26),
            Design::hands(52, &[26, 26]),
            Design::first_cards(8, 8),
        ] {
            let design = design.unwrap();
            let start = sorted(&design.all_kinds());
            assert_shown(&design, &start, design.fewest_decks(0.001));
        }
        // One hand of all cards shows nothing, and two cards are shuffled fairly.
        for design in [Design::hands(52, &[52]), Design::first_cards(2, 2)] {
            let design = design.unwrap();
            let naive = design.naive(&sorted(&design.all_kinds()));
            assert_eq!(naive.deviations(), f64::INFINITY);
        }
    }

    /// Packs, jokers, the first cards of a list, and one card among equal cards, each in all usual starting orders.
    #[test]
    fn enough_decks_show_the_naive_shuffle_of_equal_cards() {
        let jokers = [vec![1; 52], vec![2]].concat();
        let list = [vec![24], vec![4; 9]].concat();
        for (kinds, seen, expected) in [
            (vec![2; 52], 104, 1338),
            (jokers, 54, 442),
            (list, 30, 249),
            (vec![1, 8], 9, 2873),
        ] {
            let design = Design::first_cards(kinds.iter().sum(), seen).unwrap();
            let design = design.with_kinds(&kinds).unwrap();
            let decks = design.fewest_decks(0.001);
            assert_eq!(decks, expected, "{design}");
            for start in usual_orders(&kinds) {
                if design.naive(&start).mean() > 1e-9 {
                    assert_shown(&design, &start, decks);
                }
            }
        }
        // Six packs.
        let shoe = Design::first_cards(312, 312).unwrap();
        assert_eq!(shoe.with_kinds(&[6; 52]).unwrap().fewest_decks(0.001), 4589);
    }
}
