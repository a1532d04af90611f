//! Decks that all have one order, and decks that keep the starting order now and then.

use super::estimates::{Likeliest, interval};
use crate::tables::{PairCounts, Tables};

use faro_math::number::elementary::{exp, ln};
use faro_math::number::ln_factorial;
use faro_permutation::Statistic;

/// A fixed order that all decks of a stream have, possibly with a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixedOrder {
    /// Every deck has the starting order.
    Unchanged,
    /// Every deck has the same order, which is not the starting order.
    SameOrder,
    /// Every deck has the same order with a different cut.
    Cut,
}

/// Minimum number of decks. Fewer decks can agree by chance.
const FEWEST_EQUAL: u64 = 3;

/// Minimum number of cut decks of four cards. A quarter of the orders of four cards are cuts of any one.
const FEWEST_CUT: u64 = 64;

/// Returns the fixed order of all decks, or `None` if they differ by more than a cut.
pub fn fixed_order(tables: &Tables) -> Option<FixedOrder> {
    let (cards, decks) = (tables.cards(), tables.decks());
    if decks < FEWEST_EQUAL {
        return None;
    }
    let filled = |table: &PairCounts| table.counts().iter().filter(|&&count| count > 0).count();
    let positions = tables.positions();
    let unchanged = (0..cards).all(|card| positions.at(card, card) == decks);
    match (unchanged, filled(&positions) == cards) {
        (true, _) => Some(FixedOrder::Unchanged),
        (_, true) => Some(FixedOrder::SameOrder),
        // If all decks are cuts of one order, each card always has the same successor.
        _ => {
            let is_cut = cards > 3 && filled(tables.successors()) <= cards;
            (is_cut && (cards > 4 || decks >= FEWEST_CUT)).then_some(FixedOrder::Cut)
        }
    }
}

/// Minimum number of unchanged decks. Fewer can occur by chance.
const FEWEST_SHUFFLED: u64 = 3;

/// Minimum log-likelihood ratio of a mixture (tuned). Shuffles with few cards and few orders leave some decks unchanged
/// too.
const LEAST_NATS: f64 = 8.0;

/// Minimum log-likelihood ratio of a clear mixture (tuned).
const CLEAR_NATS: f64 = 25.0;

/// Maximum mean number of fixed points of the changed decks (tuned). It is near 1 for nearly fair shuffles,
/// and larger for shuffles that move few cards.
const FIXED: f64 = 1.5;

/// A mixture with the identity: some of the decks, or steps, are unchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IdentityMixture {
    /// The share of unchanged decks, with its 95 % interval.
    pub estimate: Likeliest,
    /// The log-likelihood ratio to a fair shuffle.
    pub nats: f64,
}

impl IdentityMixture {
    /// Returns the mixture, if some decks are unchanged and the others are well shuffled.
    ///
    /// Returns `None` if no more decks are unchanged than by chance, or if the other decks are hardly
    /// shuffled.
    pub fn new(tables: &Tables) -> Option<IdentityMixture> {
        let (cards, decks) = (tables.cards(), tables.decks() as f64);
        let fixed = tables.statistics().histogram(Statistic::FixedPoints)?;
        let same = unchanged(tables)?;
        let (count, others) = (same as f64, decks - same as f64);
        let by_chance = decks / exp(ln_factorial(cards as f64));
        if cards < 4 || same < FEWEST_SHUFFLED || others < 1.0 || count < 10.0 * by_chance {
            return None;
        }
        let mean = (fixed.moments().sum as f64 - count * cards as f64) / others;
        let share = count / decks;
        let nats = count * (ln(share) + ln_factorial(cards as f64)) + others * ln(1.0 - share);
        (mean < FIXED && nats > LEAST_NATS).then_some(IdentityMixture {
            estimate: interval(share, decks),
            nats,
        })
    }

    /// Returns whether the mixture rules out other causes. An unclear mixture only prevents other causes from
    /// being named.
    pub fn is_clear(&self) -> bool {
        self.nats > CLEAR_NATS
    }
}

/// Returns the number of decks in the starting order, or `None` if the cards in place are not counted one by one.
pub fn unchanged(tables: &Tables) -> Option<u64> {
    let fixed = tables.statistics().histogram(Statistic::FixedPoints)?;
    let counts = fixed.counts().get(tables.cards());
    counts.copied().filter(|_| fixed.width() == 1)
}

#[cfg(test)]
mod fixed_order_tests {
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

#[cfg(test)]
mod identity_mixture_tests {
    use super::*;
    use faro::Word;
    use faro_sample::shuffle::{Generator, Seed, Shuffle};
    use faro_sample::simulate::Tally;

    fn of(cards: usize, word: &str, alone: usize) -> Option<IdentityMixture> {
        let routine = word.parse::<Word>().unwrap().routine(cards).unwrap();
        let mut generator = Generator::unit(&Seed::from(3), 0);
        let mut tables = Tables::new(cards);
        for number in 0..200 {
            let mut deck: Vec<u32> = (0..cards as u32).collect();
            if number >= alone {
                routine.shuffle(&mut deck, &mut generator);
            }
            tables.add(&deck, cards);
        }
        IdentityMixture::new(&tables)
    }

    #[test]
    fn some_decks_that_are_not_shuffled() {
        let share = |cards, alone| of(cards, "fisher-yates", alone).unwrap().estimate.value;
        assert_eq!(share(52, 10), 0.05);
        assert_eq!(share(6, 20), 0.1);
        assert_eq!(of(52, "fisher-yates", 1), None);
        // Shuffles that sometimes leave the deck as it is, but for which unshuffled decks are no cause of their own.
        assert_eq!(of(52, "skip:0.95", 0), None);
        assert_eq!(of(4, "fisher-yates", 0), None);
        assert_eq!(of(52, "fisher-yates", 200), None);
    }
}
