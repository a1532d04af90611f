use thiserror::Error;

use super::odometer;
use super::order::MAX_CARDS;
use crate::shuffle::Shuffle;
use crate::zoo::{RandomShuffle, Riffle, ShortKeys, Transpositions, packets_by_primes};

/// Why a law is not computed. It is refused before the work starts.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LawError {
    /// Too many cards to list all orders.
    #[error("{cards} cards have too many orders; exact laws are computed for up to {MAX_CARDS} cards")]
    Cards {
        /// The number.
        cards: usize,
    },
    /// Too many sequences of choices.
    #[error("about {leaves:.1e} sequences of choices would have to be replayed, which would take too long")]
    Leaves {
        /// The approximate number.
        leaves: f64,
    },
    /// Too many pairs of orders.
    #[error("about {pairs:.1e} pairs of orders would have to be multiplied, which would take too long")]
    Pairs {
        /// The number.
        pairs: f64,
    },
    /// Too many transpositions.
    #[error("about {swaps:.1e} swaps of orders would be needed, which would take too long")]
    Swaps {
        /// The number.
        swaps: f64,
    },
}

/// The largest amount of work for a law, in units of about ten nanoseconds: some ten seconds.
pub const MAX_WORK: f64 = 1.2e9;

/// The work of one operation of each kind, in these units.
pub const LEAF: f64 = 20.0;
pub const PAIR: f64 = 3.0;
pub const SWAP: f64 = 1.5;

/// Returns how many times as long arithmetic on numbers of this many bits takes as on words.
pub fn slowness(bits: f64) -> f64 {
    if bits < 127.0 { 1.0 } else { 4.0 + bits / 100.0 }
}

/// Returns the number of swaps per order, over all steps.
pub fn swaps(plan: Transpositions, cards: usize) -> f64 {
    let pairs = cards as f64 * (cards as f64 - 1.0) / 2.0;
    match plan {
        Transpositions::Pairs(times) => f64::from(times) * pairs,
        Transpositions::Naive => 2.0 * pairs,
        _ => pairs,
    }
}

/// Returns an upper bound of the bits that a pass adds to the common denominator.
pub fn bits_of(plan: Transpositions, cards: usize) -> f64 {
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

pub fn check_cards(cards: usize) -> Result<(), LawError> {
    if cards > MAX_CARDS { Err(LawError::Cards { cards }) } else { Ok(()) }
}

/// An estimate of the work of a law, made without computing it. What is not known in advance is bounded from above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    cards: usize,
    orders: f64,
    /// An upper bound of the number of reachable orders.
    reachable: f64,
    uniform: bool,
    /// The approximate number of bits of the common denominator.
    bits: f64,
    work: f64,
}

impl Effort {
    /// Returns the effort for the shuffle that leaves the deck as it is.
    pub fn certain(cards: usize) -> Effort {
        let orders = (1..=cards).map(|card| card as f64).product();
        Effort { cards, orders, reachable: 1.0, uniform: cards < 2, bits: 1.0, work: 0.0 }
    }

    /// Returns the effort for the same deck before any shuffle.
    pub fn not_yet(&self) -> Effort {
        Effort::certain(self.cards)
    }

    /// Returns whether the law is sure to be computed, with a margin, since some of the work is estimated.
    pub fn is_small(&self) -> bool {
        self.cards <= MAX_CARDS && self.work < MAX_WORK / 2.0
    }

    /// Returns the effort of replaying all runs of a shuffle.
    pub fn new(shuffle: &impl Shuffle, cards: usize) -> Effort {
        let (leaves, certain) = (odometer::leaves(shuffle, cards), Effort::certain(cards));
        let reachable = leaves.min(certain.orders);
        Effort { reachable, bits: leaves.log2(), work: leaves * LEAF, ..certain }
    }

    pub fn then_permutation(self) -> Effort {
        Effort { work: self.work + self.orders * PAIR, ..self }
    }

    pub fn then_repeated(self, next: Effort, times: u32) -> Effort {
        let (bits, times) = (self.bits + next.bits * f64::from(times), f64::from(times));
        let uniform = self.uniform || next.uniform;
        let pairs = match uniform {
            true => self.orders * times,
            false => ((times - 1.0) * self.orders + self.reachable) * next.reachable,
        };
        let reachable = (self.reachable * next.reachable.powf(times)).min(self.orders);
        let work = self.work + next.work + pairs * PAIR * slowness(bits);
        Effort { reachable, uniform, bits, work, ..self }
    }

    pub fn then_transpositions(self, plan: Transpositions) -> Effort {
        let bits = self.bits + bits_of(plan, self.cards);
        let work = self.work + self.orders * swaps(plan, self.cards) * SWAP * slowness(bits);
        let uniform = self.uniform || RandomShuffle::Transpositions(plan).is_uniform();
        Effort { reachable: self.orders, uniform, bits, work, ..self }
    }

    pub fn then_shuffle(self, shuffle: RandomShuffle) -> Effort {
        match shuffle {
            RandomShuffle::Transpositions(plan) => self.then_transpositions(plan),
            _ => factors(shuffle).into_iter().fold(self, |effort, (factor, times)| {
                let once = Effort { uniform: factor.is_uniform(), ..Effort::new(&factor, effort.cards) };
                effort.then_repeated(once, times)
            }),
        }
    }
}

/// Returns shuffles with exponents whose product has the law of the shuffle: an ab-shuffle is an a-shuffle followed by
/// a b-shuffle, and keys of b bits are sorted bit by bit.
pub fn factors(shuffle: RandomShuffle) -> Vec<(RandomShuffle, u32)> {
    match shuffle {
        RandomShuffle::Riffle(Riffle::Packets(packets)) => {
            let riffle = |(prime, times)| (RandomShuffle::Riffle(Riffle::Packets(prime)), times);
            packets_by_primes(packets).into_iter().map(riffle).collect()
        }
        RandomShuffle::ShortKeys(ShortKeys(bits)) => vec![(RandomShuffle::ShortKeys(ShortKeys(1)), bits)],
        _ => vec![(shuffle, 1)],
    }
}
