use thiserror::Error;

use super::{MAX_CARDS, odometer};
use crate::shuffle::Shuffle;
use crate::zoo::{RandomShuffle, Riffle, ShortKeys, Transpositions, packets_by_primes};

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
pub const MAX_WORK: f64 = 1.2e9;

/// What one of each takes, in these units.
pub const LEAF: f64 = 20.0;
pub const PAIR: f64 = 3.0;
pub const SWAP: f64 = 1.5;

/// How many times longer arithmetic takes with so many bits than with words.
pub fn slowness(bits: f64) -> f64 {
    if bits < 127.0 { 1.0 } else { 4.0 + bits / 100.0 }
}

/// The swaps that each order is looked for by, over all steps.
pub fn swaps(plan: Transpositions, cards: usize) -> f64 {
    let pairs = cards as f64 * (cards as f64 - 1.0) / 2.0;
    match plan {
        Transpositions::Pairs(times) => f64::from(times) * pairs,
        Transpositions::Naive => 2.0 * pairs,
        _ => pairs,
    }
}

/// The most bits that a pass adds to the common denominator.
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

pub fn check_cards(cards: usize) -> Result<(), TooLarge> {
    if cards > MAX_CARDS { Err(TooLarge::Cards { cards }) } else { Ok(()) }
}

/// What a law would take, without working it out: bounds from above for what is not known before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    cards: usize,
    orders: f64,
    /// The most orders that can come.
    reachable: f64,
    uniform: bool,
    /// About the bits of the common denominator.
    bits: f64,
    work: f64,
}

impl Effort {
    /// Of a deck that stays as it is.
    pub fn certain(cards: usize) -> Effort {
        let orders = (1..=cards).map(|card| card as f64).product();
        Effort { cards, orders, reachable: 1.0, uniform: cards < 2, bits: 1.0, work: 0.0 }
    }

    /// Of the same deck, before anything is done.
    pub fn not_yet(&self) -> Effort {
        Effort::certain(self.cards)
    }

    /// Whether it is sure to be done: with room, since some of it is estimated.
    pub fn is_small(&self) -> bool {
        self.cards <= MAX_CARDS && self.work < MAX_WORK / 2.0
    }

    /// Of all runs of a shuffle.
    pub fn of(shuffle: &impl Shuffle, cards: usize) -> Effort {
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
        let repeated = |effort: Effort, shuffle: RandomShuffle, times| {
            effort.then_repeated(Effort::of(&shuffle, effort.cards), times)
        };
        match shuffle {
            RandomShuffle::Transpositions(plan) => self.then_transpositions(plan),
            RandomShuffle::Riffle(Riffle::Packets(packets)) => {
                let primes = packets_by_primes(packets).into_iter();
                let riffle = |prime| RandomShuffle::Riffle(Riffle::Packets(prime));
                primes.fold(self, |effort, (prime, times)| repeated(effort, riffle(prime), times))
            }
            RandomShuffle::ShortKeys(ShortKeys(bits)) => {
                repeated(self, RandomShuffle::ShortKeys(ShortKeys(1)), bits)
            }
            _ => {
                let once = Effort { uniform: shuffle.is_uniform(), ..Effort::of(&shuffle, self.cards) };
                self.then_repeated(once, 1)
            }
        }
    }
}
