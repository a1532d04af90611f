use super::search::{fewest, first, smallest};
use super::seeds::seeds;
use super::sum::Sum;
use super::{Detectable, Fault, MOST_BITS, POWER};
use crate::number::elementary::exp2;
use crate::riffle::descents_after_packets;
use crate::simulate::MAX_ORDERED;
use crate::statistics::{Law, binomial_lower_tail, binomial_upper_tail, least_of, two_sided};

/// A deck of so many cards, and what each check's p-value may be at most: alpha over the number of checks
/// (Bonferroni), which the audit's own correction never falls short of.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub cards: usize,
    pub level: f64,
}

impl Question {
    /// None where decks of this size can't have it.
    pub fn of(&self, fault: Fault, decks: u64) -> Option<Detectable> {
        match fault {
            Fault::Riffles | Fault::KeyBits => Some(self.packets(fault, decks)),
            Fault::SeedBits => (self.cards >= MAX_ORDERED).then(|| seeds(self, decks)),
            Fault::CardInPlace => Some(self.cell(fault, decks, self.square())),
            Fault::Neighbours => (self.cards > 2).then(|| self.cell(fault, decks, self.neighbours())),
            Fault::OrderOfTwo => Some(self.half(fault, decks, self.neighbours() / 2.0)),
            Fault::EvenOrders => Some(self.half(fault, decks, 1.0)),
            Fault::SkippedSwaps => (self.cards > 2).then(|| self.skipped(decks)),
        }
    }

    fn square(&self) -> f64 {
        (self.cards * self.cards) as f64
    }

    fn neighbours(&self) -> f64 {
        (self.cards * (self.cards - 1)) as f64
    }

    /// Riffles and bits of keys: both make 2^k packets, of which the law of rising sequences or descents
    /// is known.
    fn packets(&self, fault: Fault, decks: u64) -> Detectable {
        let needed = |bits| self.decks_for_packets(bits);
        let seen =
            (1..=MOST_BITS).take_while(|&bits| needed(bits).is_some_and(|least| least <= decks)).last();
        let first = seen.map_or(1, |bits| bits + 1);
        let next = (first..first + 3).filter_map(|bits| Some((f64::from(bits), needed(bits)?)));
        Detectable { fault, seen: seen.map(f64::from), next: next.collect() }
    }

    /// Rising sequences are one more than the descents of where cards went, and have the same tails.
    pub fn decks_for_packets(&self, bits: u32) -> Option<u64> {
        let wrong = Sum::of(&descents_after_packets(self.cards, exp2(bits.into())));
        let fair = Sum::of(&Law::descents(self.cards));
        fewest(|decks| fair.tells(&wrong, decks, self.level))
    }

    /// A cell of a table with so many cells, each of chance 1/n.
    fn cell(&self, fault: Fault, decks: u64, cells: f64) -> Detectable {
        let fair = 1.0 / self.cards as f64;
        let seen = |times: &f64, decks| self.chance_is_seen(fair, times * fair, cells, decks);
        smallest(fault, decks, (1.0, self.cards as f64), |times| times, seen)
    }

    /// One of two that are as likely, in a table with so many.
    fn half(&self, fault: Fault, decks: u64, cells: f64) -> Detectable {
        let seen = |chance: &f64, decks| self.chance_is_seen(0.5, *chance, cells, decks);
        smallest(fault, decks, (0.5, 1.0), |chance| chance, seen)
    }

    fn chance_is_seen(&self, fair: f64, chance: f64, cells: f64, decks: u64) -> bool {
        let told = |count| {
            let above = least_of(binomial_upper_tail(count, decks, fair), cells);
            two_sided(1.0, above) <= self.level
        };
        if !told(decks) {
            return false;
        }
        let least = first(0, decks, told);
        // The chance of less: a tail near 1 is not told from 1.
        least == 0 || binomial_lower_tail(least - 1, decks, chance) <= 1.0 - POWER
    }

    fn skipped(&self, decks: u64) -> Detectable {
        let fair = Sum::of(&Law::cycles(self.cards));
        let wrong = |chance| Sum::of(&cycles_with_skips(self.cards, chance));
        let seen = |wrong: &Sum, decks| fair.tells(wrong, decks, self.level);
        smallest(Fault::SkippedSwaps, decks, (0.0, 1.0), wrong, seen)
    }
}

/// The cycles after a pass from the last card down that leaves each swap out with this chance: one more
/// than the positions that are not swapped, or are swapped with themselves.
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
