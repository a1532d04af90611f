use num_bigint::BigUint;
use num_traits::CheckedSub;
use thiserror::Error;

use super::tally::{Tally, Weight};
use super::{Fraction, MAX_CARDS, odometer, order, product, steps};
use crate::Permutation;
use crate::shuffle::Shuffle;
use crate::zoo::{Riffle, Scheme, ShortKeys, Transpositions, packets_by_primes};

/// A law that is not worked out. It is refused before the work starts.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum TooLarge {
    /// More cards than orders can be weighed one by one.
    #[error("{cards} cards have more orders than are weighed one by one; up to {MAX_CARDS} cards would do")]
    Cards {
        /// How many.
        cards: usize,
    },
    /// Too many sequences of choices.
    #[error("about {leaves:.1e} sequences of choices would have to be replayed, which takes too long")]
    Leaves {
        /// About how many.
        leaves: f64,
    },
    /// Too many pairs of orders.
    #[error("about {pairs:.1e} pairs of orders would have to be multiplied, which takes too long")]
    Pairs {
        /// How many.
        pairs: f64,
    },
    /// Too many transpositions.
    #[error("about {swaps:.1e} orders would have to be swapped, which takes too long")]
    Swaps {
        /// How many.
        swaps: f64,
    },
}

/// The most work that goes into a law, in units of about ten nanoseconds: some ten seconds.
const MAX_WORK: f64 = 1.2e9;

/// What one of each takes, in these units.
const LEAF: f64 = 20.0;
const PAIR: f64 = 3.0;
const SWAP: f64 = 1.5;

/// The exact chance of every order of a deck of up to [`MAX_CARDS`] cards.
///
/// Orders are named by their rank in lexicographic order of the decks, from 0 (new-deck order) to n! − 1
/// (reversed).
#[derive(Clone, Debug)]
pub struct Law {
    weights: Weights,
    /// The work that went into it.
    work: f64,
}

#[derive(Clone, Debug)]
enum Weights {
    Words(Tally<u128>),
    Numbers(Tally<BigUint>),
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
    /// [`TooLarge`] beyond [`MAX_CARDS`] cards.
    pub fn certain(cards: usize) -> Result<Law, TooLarge> {
        check_cards(cards)?;
        Ok(Law { weights: Weights::Words(Tally::certain(cards)), work: 0.0 })
    }

    /// The law of any shuffle, by replaying every sequence of choices. O(sequences · n).
    ///
    /// # Errors
    ///
    /// [`TooLarge`] beyond [`MAX_CARDS`] cards or some ten million sequences.
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
        let weights = (0..times).fold(self.weights.clone(), |before, _| product_of(&before, &next.weights));
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
        let weights = steps.fold(self.weights.clone(), |weights, mixture| match &weights {
            Weights::Words(tally) => grown(steps::stepped(tally, &mixture), || {
                steps::stepped(&numbers(tally), &mixture).expect("numbers grow")
            }),
            Weights::Numbers(tally) => {
                Weights::Numbers(steps::stepped(tally, &mixture).expect("numbers grow"))
            }
        });
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
    pub fn then_scheme(&self, scheme: Scheme) -> Result<Law, TooLarge> {
        match scheme {
            Scheme::Transpositions(plan) => self.then_transpositions(plan),
            // An ab-shuffle is an a-shuffle and a b-shuffle; keys of b bits are sorted bit by bit.
            Scheme::Riffle(Riffle::Packets(packets)) => {
                let primes = packets_by_primes(packets);
                let each = primes.into_iter().map(|(prime, times)| (Riffle::Packets(prime), times));
                each.into_iter().try_fold(self.clone(), |law, (riffle, times)| law.repeated(&riffle, times))
            }
            Scheme::ShortKeys(ShortKeys(bits)) => self.repeated(&ShortKeys(1), bits),
            _ => self.repeated(&scheme, 1),
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
        let weights = match &self.weights {
            Weights::Words(tally) => Weights::Words(moved(tally, &lies)),
            Weights::Numbers(tally) => Weights::Numbers(moved(tally, &lies)),
        };
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
        self.levels().iter().map(term).sum::<f64>().max(0.0)
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

/// Orders that are as likely as one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The weight of each.
    pub weight: BigUint,
    /// How many they are.
    pub orders: usize,
    /// The rank of the first of them.
    pub first: usize,
}

fn levels<W: Weight>(weights: &[W]) -> Vec<Level> {
    let mut ranks: Vec<u32> = (0..weights.len() as u32).collect();
    let weight = |rank: u32| &weights[rank as usize];
    ranks.sort_unstable_by(|&a, &b| weight(a).cmp(weight(b)).then(a.cmp(&b)));
    let level = |ranks: &[u32]| Level {
        weight: weight(ranks[0]).clone().into(),
        orders: ranks.len(),
        first: ranks[0] as usize,
    };
    ranks.chunk_by(|&a, &b| weight(a) == weight(b)).map(level).collect()
}

fn numbers<W: Weight>(tally: &Tally<W>) -> Tally<BigUint> {
    Tally {
        cards: tally.cards,
        weights: tally.weights.iter().map(|weight| weight.clone().into()).collect(),
        total: tally.total.clone().into(),
    }
}

/// Words, or numbers of any size where words do not suffice.
fn grown(words: Option<Tally<u128>>, numbers: impl FnOnce() -> Tally<BigUint>) -> Weights {
    words.map_or_else(|| Weights::Numbers(numbers()), Weights::Words)
}

fn product_of(first: &Weights, second: &Weights) -> Weights {
    if let (Weights::Words(first), Weights::Words(second)) = (first, second)
        && let Some(product) = product::product(first, second)
    {
        return Weights::Words(product);
    }
    let [first, second] = [first, second].map(|weights| match weights {
        Weights::Words(tally) => numbers(tally),
        Weights::Numbers(tally) => tally.clone(),
    });
    Weights::Numbers(product::product(&first, &second).expect("numbers grow"))
}

/// How many times longer arithmetic takes with so many bits than with words.
fn slowness(bits: f64) -> f64 {
    if bits < 127.0 { 1.0 } else { 4.0 + bits / 100.0 }
}

/// The swaps that each order is looked for by, over all steps.
fn swaps(plan: Transpositions, cards: usize) -> f64 {
    let pairs = cards as f64 * (cards as f64 - 1.0) / 2.0;
    match plan {
        Transpositions::Pairs(times) => f64::from(times) * pairs,
        Transpositions::Naive => 2.0 * pairs,
        _ => pairs,
    }
}

/// The most bits that a pass adds to the common denominator.
fn bits_of(plan: Transpositions, cards: usize) -> f64 {
    let each = (cards.max(1) as f64).log2();
    match plan {
        Transpositions::Pairs(times) => 2.0 * each * f64::from(times),
        Transpositions::Modulo(bits) => (f64::from(bits) + 2.0 * each) * cards as f64,
        Transpositions::Skip(chance) => {
            let denominator: u32 = chance.odds().iter().sum();
            (f64::from(denominator).log2() + each) * cards as f64
        }
        _ => each * cards as f64,
    }
}

/// `lies` says which place's card comes to each place.
fn moved<W: Weight>(tally: &Tally<W>, lies: &[u32]) -> Tally<W> {
    let mut after = Tally::empty(tally.cards, tally.total.clone());
    order::each(tally.cards, |rank, deck| {
        let to = order::rank(lies.iter().map(|&place| deck[place as usize]));
        after.weights[to] = tally.weights[rank].clone();
    });
    after
}

fn check_cards(cards: usize) -> Result<(), TooLarge> {
    if cards > MAX_CARDS { Err(TooLarge::Cards { cards }) } else { Ok(()) }
}
