use super::alternative::Alternative;
use super::detectable::{MOST_BITS, POWER, Power};
use super::search::{fewest, first, smallest};
use super::seeds::seeds;
use super::sum::Sum;
use faro::riffle::descents_after_packets;
use faro_math::number::elementary::exp2;
use faro_math::statistics::{Law, binomial_lower_tail, binomial_upper_tail, least_of, two_sided};
use faro_sample::simulate::MAX_ORDERED;

/// The deck size of an audit, and the significance level of one check.
///
/// The level is alpha divided by the number of checks (Bonferroni). The correction in an audit (Holm) is at least as
/// powerful.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub cards: usize,
    pub level: f64,
}

impl Plan {
    /// Returns the power against an alternative, or `None` if the decks are too small for the bias.
    pub fn of(&self, alternative: Alternative, decks: u64) -> Option<Power> {
        match alternative {
            Alternative::Riffles | Alternative::KeyBits => Some(self.packets(alternative, decks)),
            Alternative::SeedBits => {
                (self.cards >= MAX_ORDERED).then(|| seeds(self.cards, self.level, decks))
            }
            Alternative::CardInPlace => Some(self.cell(alternative, decks, self.square())),
            Alternative::Neighbours => {
                (self.cards > 2).then(|| self.cell(alternative, decks, self.neighbours()))
            }
            Alternative::OrderOfTwo => Some(self.half(alternative, decks, self.neighbours() / 2.0)),
            Alternative::EvenOrders => Some(self.half(alternative, decks, 1.0)),
            Alternative::SkippedSwaps => (self.cards > 2).then(|| self.skipped(decks)),
        }
    }

    fn square(&self) -> f64 {
        (self.cards * self.cards) as f64
    }

    fn neighbours(&self) -> f64 {
        (self.cards * (self.cards - 1)) as f64
    }

    /// The power against riffles or short keys. Both make 2^k packets, whose law of rising sequences or descents is
    /// known.
    fn packets(&self, alternative: Alternative, decks: u64) -> Power {
        let needed = |bits| self.decks_for_packets(bits);
        let seen =
            (1..=MOST_BITS).take_while(|&bits| needed(bits).is_some_and(|least| least <= decks)).last();
        let first = seen.map_or(1, |bits| bits + 1);
        let next = (first..first + 3).filter_map(|bits| Some((f64::from(bits), needed(bits)?)));
        Power { alternative, seen: seen.map(f64::from), next: next.collect() }
    }

    /// Returns the number of decks that show 2^`bits` packets. The number of rising sequences is one more than the
    /// number of descents of the inverse order, and has the same tails.
    pub fn decks_for_packets(&self, bits: u32) -> Option<u64> {
        let wrong = Sum::from_law(&descents_after_packets(self.cards, exp2(bits.into())));
        let fair = Sum::from_law(&Law::descents(self.cards));
        fewest(|decks| fair.shows(&wrong, decks, self.level))
    }

    /// The power against a cell with the fair probability 1/n, in a table of `cells` cells.
    fn cell(&self, alternative: Alternative, decks: u64, cells: f64) -> Power {
        let fair = 1.0 / self.cards as f64;
        let seen = |times: &f64, decks| self.chance_is_seen(fair, times * fair, cells, decks);
        smallest(alternative, decks, (1.0, self.cards as f64), |times| times, seen)
    }

    /// The power against one of two outcomes that should be equally likely, in a table of `cells` cells.
    fn half(&self, alternative: Alternative, decks: u64, cells: f64) -> Power {
        let seen = |chance: &f64, decks| self.chance_is_seen(0.5, *chance, cells, decks);
        smallest(alternative, decks, (0.5, 1.0), |chance| chance, seen)
    }

    fn chance_is_seen(&self, fair: f64, chance: f64, cells: f64, decks: u64) -> bool {
        let is_significant = |count| {
            let above = least_of(binomial_upper_tail(count, decks, fair), cells);
            two_sided(1.0, above) <= self.level
        };
        if !is_significant(decks) {
            return false;
        }
        let least = first(0, decks, is_significant);
        // Uses the probability of a smaller count, because a tail near 1 rounds to 1.
        least == 0 || binomial_lower_tail(least - 1, decks, chance) <= 1.0 - POWER
    }

    fn skipped(&self, decks: u64) -> Power {
        let fair = Sum::from_law(&Law::cycles(self.cards));
        let wrong = |chance| Sum::from_law(&cycles_with_skips(self.cards, chance));
        let seen = |wrong: &Sum, decks| fair.shows(wrong, decks, self.level);
        smallest(Alternative::SkippedSwaps, decks, (0.0, 1.0), wrong, seen)
    }
}

/// Returns the law of the number of cycles after a Fisher–Yates pass that skips each swap with the probability
/// `chance`. The number is one more than the number of positions that are not swapped, or are swapped with themselves.
fn cycles_with_skips(cards: usize, chance: f64) -> Law {
    let mut law = vec![0.0; cards + 1];
    law[1] = 1.0;
    for bound in 2..=cards {
        let stays = chance + (1.0 - chance) / bound as f64;
        for cycles in (1..=bound).rev() {
            law[cycles] = law[cycles] * (1.0 - stays) + law[cycles - 1] * stays;
        }
    }
    Law::new(law)
}
