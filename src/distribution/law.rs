use num_bigint::BigUint;
use num_traits::CheckedSub;

use super::effort::{LEAF, MAX_WORK, PAIR, SWAP, TooLarge, bits_of, check_cards, slowness, swaps};
use super::level::{Level, levels};
use super::tally::{Tally, Weight};
use super::weights::{Weights, grown};
use super::{odometer, order};
use crate::Permutation;
use crate::number::Fraction;
use crate::shuffle::Shuffle;
use crate::zoo::{RandomShuffle, Riffle, ShortKeys, Transpositions, packets_by_primes};

/// The exact chance of every order of a deck of up to [`MAX_CARDS`](super::MAX_CARDS) cards.
///
/// Orders are named by their rank in lexicographic order of the decks, from 0 (new-deck order) to n! − 1
/// (reversed).
#[derive(Clone, Debug)]
pub struct Law {
    weights: Weights,
    /// The work that went into it.
    work: f64,
}

/// Computes with whatever numbers there are.
macro_rules! with {
    ($law:expr, $tally:ident => $answer:expr) => {
        match &$law.weights {
            Weights::Words($tally) => $answer,
            Weights::Numbers($tally) => $answer,
        }
    };
}

impl Law {
    /// The deck stays as it is.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] beyond [`MAX_CARDS`](super::MAX_CARDS) cards.
    pub fn certain(cards: usize) -> Result<Law, TooLarge> {
        check_cards(cards)?;
        Ok(Law { weights: Weights::Words(Tally::certain(cards)), work: 0.0 })
    }

    /// The law of any shuffle, by replaying every sequence of choices. O(sequences · n).
    ///
    /// # Errors
    ///
    /// [`TooLarge`] beyond [`MAX_CARDS`](super::MAX_CARDS) cards or some ten million sequences.
    pub fn of(shuffle: &impl Shuffle, cards: usize) -> Result<Law, TooLarge> {
        check_cards(cards)?;
        let leaves = odometer::leaves(shuffle, cards);
        let work = leaves * LEAF;
        if work > MAX_WORK {
            return Err(TooLarge::Leaves { leaves });
        }
        let numbers = || odometer::tally(shuffle, cards).expect("numbers grow");
        Ok(Law { weights: grown(odometer::tally(shuffle, cards), numbers), work })
    }

    /// First this, then that. O(pairs of orders that can come · n).
    ///
    /// # Errors
    ///
    /// [`TooLarge`] beyond some hundred million pairs.
    ///
    /// # Panics
    ///
    /// If the laws are of different numbers of cards.
    pub fn then(&self, next: &Law) -> Result<Law, TooLarge> {
        self.then_repeated(next, 1)
    }

    /// First this, then so many times that. O(times · pairs of orders that can come · n).
    ///
    /// # Errors
    ///
    /// [`TooLarge`] beyond some hundred million pairs.
    ///
    /// # Panics
    ///
    /// If the laws are of different numbers of cards.
    pub fn then_repeated(&self, next: &Law, times: u32) -> Result<Law, TooLarge> {
        assert_eq!(self.cards(), next.cards(), "the laws are of one deck");
        let times_told = f64::from(times);
        let pairs = match self.is_uniform() || next.is_uniform() {
            true => self.orders() as f64 * times_told,
            // From the second time on, all orders may be there.
            false => {
                ((times_told - 1.0) * self.orders() as f64 + self.reachable() as f64)
                    * next.reachable() as f64
            }
        };
        let bits = self.bits() as f64 + times_told * next.bits() as f64;
        let work = self.work + next.work + pairs * PAIR * slowness(bits);
        if work > MAX_WORK {
            return Err(TooLarge::Pairs { pairs });
        }
        let weights = (0..times).fold(self.weights.clone(), |before, _| before.then(&next.weights));
        Ok(Law { weights, work })
    }

    fn bits(&self) -> u64 {
        self.total().bits()
    }

    fn is_uniform(&self) -> bool {
        with!(self, tally => tally.is_uniform())
    }

    /// First this, then a pass of transpositions: step by step, each order from those a swap away.
    /// O(n! · n · swaps).
    ///
    /// # Errors
    ///
    /// [`TooLarge`] beyond some hundred million swaps.
    ///
    /// ```
    /// use faro::distribution::Law;
    /// use faro::zoo::Transpositions;
    /// let law = Law::certain(8)?.then_transpositions(Transpositions::Naive)?;
    /// assert_eq!(law.chance(0).to_string(), "191/4194304"); // 764 of 8^8: the involutions
    /// # Ok::<(), faro::distribution::TooLarge>(())
    /// ```
    pub fn then_transpositions(&self, plan: Transpositions) -> Result<Law, TooLarge> {
        let work = self.work_of_transpositions(&[plan], 1)?;
        let steps = plan.steps(self.cards() as u32);
        let weights = steps.fold(self.weights.clone(), |weights, mixture| weights.stepped(&mixture));
        Ok(Law { weights, work })
    }

    /// The work of this law and of some passes of transpositions more, so many times.
    pub(crate) fn work_of_transpositions(
        &self,
        plans: &[Transpositions],
        times: u32,
    ) -> Result<f64, TooLarge> {
        let sum = |of: fn(Transpositions, usize) -> f64| -> f64 {
            plans.iter().map(|&plan| of(plan, self.cards())).sum::<f64>() * f64::from(times)
        };
        let swaps = self.orders() as f64 * sum(swaps);
        let work = self.work + swaps * SWAP * slowness(self.bits() as f64 + sum(bits_of));
        if work > MAX_WORK { Err(TooLarge::Swaps { swaps }) } else { Ok(work) }
    }

    /// First this, then a shuffle that has a name, the quickest way.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] as [`of`](Self::of) and [`then`](Self::then).
    pub fn then_shuffle(&self, shuffle: RandomShuffle) -> Result<Law, TooLarge> {
        match shuffle {
            RandomShuffle::Transpositions(plan) => self.then_transpositions(plan),
            // An ab-shuffle is an a-shuffle and a b-shuffle; keys of b bits are sorted bit by bit.
            RandomShuffle::Riffle(Riffle::Packets(packets)) => {
                let primes = packets_by_primes(packets);
                let each = primes.into_iter().map(|(prime, times)| (Riffle::Packets(prime), times));
                each.into_iter().try_fold(self.clone(), |law, (riffle, times)| law.repeated(&riffle, times))
            }
            RandomShuffle::ShortKeys(ShortKeys(bits)) => self.repeated(&ShortKeys(1), bits),
            _ => self.repeated(&shuffle, 1),
        }
    }

    fn repeated(&self, shuffle: &impl Shuffle, times: u32) -> Result<Law, TooLarge> {
        self.then_repeated(&Law::of(shuffle, self.cards())?, times)
    }

    /// First this, then a fixed shuffle. O(n! · n).
    ///
    /// # Panics
    ///
    /// If the permutation is of another number of cards.
    pub fn then_permutation(&self, permutation: &Permutation) -> Law {
        let lies = permutation.to_deck();
        assert_eq!(lies.len(), self.cards(), "the shuffle is of the same deck");
        let weights = self.weights.moved(&lies);
        Law { weights, work: self.work + self.orders() as f64 * PAIR }
    }

    /// The number of cards.
    pub fn cards(&self) -> usize {
        with!(self, tally => tally.cards)
    }

    /// The number of orders, n!, reachable or not.
    pub fn orders(&self) -> usize {
        with!(self, tally => tally.weights.len())
    }

    /// The deck of a rank, cards named by where they started.
    pub fn deck(&self, rank: usize) -> Vec<u32> {
        order::deck(self.cards(), rank).into_iter().map(u32::from).collect()
    }

    /// The weight of an order; its chance is this in [`total`](Self::total).
    ///
    /// # Panics
    ///
    /// If the rank is not below n!.
    #[allow(clippy::clone_on_copy, clippy::useless_conversion)] // one text for words and numbers
    pub fn weight(&self, rank: usize) -> BigUint {
        with!(self, tally => number(&tally.weights[rank]))
    }

    /// The sum of all weights.
    #[allow(clippy::clone_on_copy, clippy::useless_conversion)] // as above
    pub fn total(&self) -> BigUint {
        with!(self, tally => number(&tally.total))
    }

    /// The chance of an order, from 0 to 1.
    ///
    /// # Panics
    ///
    /// If the rank is not below n!.
    pub fn chance(&self, rank: usize) -> Fraction {
        Fraction::new(self.weight(rank), self.total())
    }

    /// How many orders can come.
    pub fn reachable(&self) -> usize {
        with!(self, tally => tally.support().count())
    }

    /// The distance from uniform in total variation, half the sum of |chance − 1/n!|: 0 for a fair shuffle,
    /// 1 − 1/n! where one order always comes. No bet on the deck is better than a fair one by more.
    pub fn total_variation(&self) -> Fraction {
        let (orders, total) = (BigUint::from(self.orders()), self.total());
        // In units of total · n!, what lies above the fair level.
        let above = |level: &Level| {
            let over = CheckedSub::checked_sub(&(&level.weight * &orders), &total).unwrap_or_default();
            over * level.orders
        };
        let sum: BigUint = self.levels().iter().map(above).sum();
        Fraction::new(sum, total * orders)
    }

    /// The entropy in bits, from 0 to log2 n!.
    pub fn entropy_bits(&self) -> f64 {
        let total = self.total();
        let term = |level: &Level| match Fraction::new(level.weight.clone(), total.clone()).to_f64() {
            0.0 => 0.0,
            chance => -chance * chance.log2() * level.orders as f64,
        };
        // Not `sum`: a certain order adds −0.0, which would stay.
        self.levels().iter().map(term).fold(0.0, |sum, term| sum + term).max(0.0)
    }

    /// The chances that there are, from the least to the most, each with its orders. O(n! log n!).
    ///
    /// ```
    /// use faro::distribution::Law;
    /// use faro::zoo::Transpositions;
    /// let law = Law::certain(3)?.then_transpositions(Transpositions::Naive)?;
    /// let levels: Vec<_> = law.levels().iter().map(|level| (level.orders, level.first)).collect();
    /// assert_eq!(levels, [(3, 0), (3, 1)]); // 4/27, from 123 on, and 5/27, from 132 on
    /// # Ok::<(), faro::distribution::TooLarge>(())
    /// ```
    pub fn levels(&self) -> Vec<Level> {
        with!(self, tally => levels(&tally.weights))
    }

    /// All ranks from the least likely order to the most likely one, ties in lexicographic order.
    pub fn ranks_by_chance(&self) -> Vec<usize> {
        let mut ranks: Vec<usize> = (0..self.orders()).collect();
        with!(self, tally => ranks.sort_by(|&a, &b| tally.weights[a].cmp(&tally.weights[b])));
        ranks
    }
}

fn number<W: Weight>(weight: &W) -> BigUint {
    weight.clone().into()
}
