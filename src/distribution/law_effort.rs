//! Estimates the work of an exact law, so that a law that would take too long is refused before it is
//! computed.

use std::collections::HashMap;

use super::odometer::{self, Sample};
use super::repeated_riffle::RepeatedRiffle;
use super::tally::{self, MAX_CARDS};
use super::work::{MAX_WORK, WORK_PER_LEAF, WORK_PER_PAIR, WORK_PER_SWAP, slowness, within_limit};
use crate::Error;
use faro_math::number::Bound;
use faro_sample::zoo::{RandomShuffle, Transpositions};

/// Returns the number of swaps per order, over all steps of a pass.
pub fn swaps(plan: Transpositions, cards: usize) -> f64 {
    let pairs = cards as f64 * (cards as f64 - 1.0) / 2.0;
    match plan {
        Transpositions::Pairs(times) => f64::from(times) * pairs,
        Transpositions::Naive => 2.0 * pairs,
        _ => pairs,
    }
}

/// Returns an upper bound of the number of bits that a pass adds to the common denominator.
pub fn bits_of(plan: Transpositions, cards: usize) -> f64 {
    let index_bits = (cards.max(1) as f64).log2();
    match plan {
        Transpositions::Pairs(times) => 2.0 * index_bits * f64::from(times),
        Transpositions::Modulo(bits) => (f64::from(bits) + 2.0 * index_bits) * cards as f64,
        Transpositions::Skip(chance) => {
            let denominator: u32 = chance.odds().iter().sum();
            (f64::from(denominator).log2() + index_bits) * cards as f64
        }
        _ => index_bits * cards as f64,
    }
}

/// Returns the work of a law followed by repeated passes of transpositions.
///
/// `work` and `bits` belong to the law. `plans` has the passes of one repetition.
pub fn work_of_transpositions(
    cards: usize,
    work: f64,
    bits: f64,
    (plans, times): (&[Transpositions], u32),
) -> Result<f64, Error> {
    let sum = |count: fn(Transpositions, usize) -> f64| -> f64 {
        plans.iter().map(|&plan| count(plan, cards)).sum::<f64>() * f64::from(times)
    };
    let swaps = tally::orders(cards) as f64 * sum(swaps);
    let work = work + swaps * WORK_PER_SWAP * slowness(bits + sum(bits_of));
    within_limit(work, Error::TooManySwaps { given: swaps })
}

pub fn check_cards(cards: usize) -> Result<(), Error> {
    Error::check_cards(cards as u64, 0..=MAX_CARDS as u64)
}

/// An estimate of the work of a law, made without computing the law.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// The side from which the estimate bounds the work. A law whose lower bound is too large is refused.
    bound: Bound,
    orders: f64,
    /// An upper or a lower bound, as `bound` says, of the number of reachable orders.
    pub reachable: f64,
    /// Whether all orders are certainly (upper bound) or possibly (lower bound) equally likely.
    pub uniform: bool,
    /// The primes in the denominators of the probabilities, as in [`odometer::primes`]. Used only for a lower
    /// bound.
    primes: u8,
    /// An upper or a lower bound, as `bound` says, of the bits of the probabilities' common denominator.
    pub bits: f64,
    pub work: f64,
}

impl Effort {
    /// Returns whether the law is certain to be computed. There is a margin, since a part of the work is
    /// estimated.
    pub fn is_small(&self) -> bool {
        self.work < MAX_WORK / 2.0
    }

    /// Returns the effort of this law followed by a permutation.
    pub fn then_permutation(self) -> Effort {
        Effort {
            work: self.work + self.orders * WORK_PER_PAIR,
            ..self
        }
    }

    /// Returns the effort of this law followed by `next`, repeated `times` times.
    pub fn then_repeated(self, next: Effort, times: u32) -> Result<Effort, Error> {
        let count = f64::from(times);
        let [uniform, products] = [
            self.orders * count,
            ((count - 1.0) * self.orders + self.reachable) * next.reachable,
        ];
        let pairs = match (self.uniform || next.uniform, self.bound) {
            (true, Bound::Upper) => uniform,
            (true, Bound::Lower) => uniform.min(products),
            (false, _) => products,
        };
        let bits = self.bits + next.bits * count;
        let work = self.work + next.work + pairs * WORK_PER_PAIR * slowness(bits);
        let work = within_limit(work, Error::TooManyPairs { given: pairs })?;
        Ok(Effort {
            work,
            ..self.followed_by(next, times)
        })
    }

    /// Returns the effort of this law followed `times` times by the law of `next`, without the work.
    fn followed_by(self, next: Effort, times: u32) -> Effort {
        let primes = self.primes | next.primes;
        // A law without denominators is the law of a permutation, which changes no probability.
        let is_certain = self.uniform || next.uniform || (self.primes == 0 && times == 1);
        let uniform = if is_certain {
            self.uniform || next.uniform
        } else {
            allow_uniform(primes, self.orders)
        };
        let reachable = match self.bound {
            Bound::Upper => {
                (self.reachable * next.reachable.powf(f64::from(times))).min(self.orders)
            }
            Bound::Lower => self.reachable.max(next.reachable),
        };
        Effort {
            reachable,
            uniform,
            primes,
            bits: self.bits + next.bits * f64::from(times),
            ..self
        }
    }
}

/// Returns whether a law may be uniform, judged by the primes in the denominators of its probabilities.
///
/// In a uniform law the probabilities are 1/n!, so every prime of n! must be among `primes`.
fn allow_uniform(primes: u8, orders: f64) -> bool {
    primes != 0 && odometer::primes(orders as u32) & !primes == 0
}

/// Estimates, from one side, the work of laws of decks of one size. Each random shuffle is sampled once.
pub(crate) struct Efforts {
    cards: usize,
    bound: Bound,
    shuffles: HashMap<RandomShuffle, Effort>,
    /// Remaining number of choices for samples.
    choices: f64,
}

/// Maximum number of choices that the samples of all shuffles make together, which takes some milliseconds.
const MAX_CHOICES: f64 = 4e6;

impl Efforts {
    /// # Errors
    ///
    /// [`Error::TooManyCards`] if `cards` exceeds [`MAX_CARDS`].
    pub fn new(cards: usize, bound: Bound) -> Result<Efforts, Error> {
        check_cards(cards)?;
        Ok(Efforts {
            cards,
            bound,
            shuffles: HashMap::new(),
            choices: MAX_CHOICES,
        })
    }

    /// Returns the effort of the law of an unshuffled deck.
    pub fn certain(&self) -> Effort {
        Effort {
            bound: self.bound,
            orders: tally::orders(self.cards) as f64,
            reachable: 1.0,
            uniform: self.cards < 2,
            primes: 0,
            bits: if self.bound == Bound::Upper { 1.0 } else { 0.0 },
            work: 0.0,
        }
    }

    /// Returns the effort of a law followed by a random shuffle.
    ///
    /// The method is the one that [`Law::then_shuffle`](super::Law::then_shuffle) chooses.
    pub fn then_shuffle(
        &mut self,
        before: Effort,
        shuffle: RandomShuffle,
    ) -> Result<Effort, Error> {
        match shuffle {
            RandomShuffle::Transpositions(plan) => {
                let work = self.check_transpositions(before, &[plan], 1)?;
                Ok(Effort {
                    work,
                    ..before.followed_by(self.of_shuffle(shuffle), 1)
                })
            }
            _ => match self.repeated_riffle(before, shuffle, 1) {
                Some(effort) => effort,
                None => self.replayed(before, shuffle),
            },
        }
    }

    /// Returns the effort of a law followed by `times` riffles, or `None` if they have no closed form.
    pub fn repeated_riffle(
        &mut self,
        before: Effort,
        shuffle: RandomShuffle,
        times: u32,
    ) -> Option<Result<Effort, Error>> {
        let riffle = RepeatedRiffle::new(shuffle, times)?;
        Some(riffle.work(self.cards).and_then(|work| {
            let riffles = self.certain().followed_by(self.of_shuffle(shuffle), times);
            before.then_repeated(
                Effort {
                    work,
                    reachable: riffle.reachable(self.cards),
                    ..riffles
                },
                1,
            )
        }))
    }

    /// Returns the work of a law followed by `times` repetitions of the transposition passes `plans`.
    pub fn check_transpositions(
        &self,
        before: Effort,
        plans: &[Transpositions],
        times: u32,
    ) -> Result<f64, Error> {
        work_of_transpositions(self.cards, before.work, before.bits, (plans, times))
    }

    /// Returns the effort of a law followed by a shuffle whose sequences of choices are all replayed.
    fn replayed(&mut self, before: Effort, shuffle: RandomShuffle) -> Result<Effort, Error> {
        let leaves = odometer::leaves(&shuffle, self.cards);
        let work = within_limit(
            leaves * WORK_PER_LEAF,
            Error::TooManySequences { given: leaves },
        )?;
        before.then_repeated(
            Effort {
                work,
                ..self.of_shuffle(shuffle)
            },
            1,
        )
    }

    /// Samples a random shuffle and returns the effort of its law, without the work.
    fn of_shuffle(&mut self, shuffle: RandomShuffle) -> Effort {
        if let Some(&known) = self.shuffles.get(&shuffle) {
            return known;
        }
        let once = match self.bound {
            Bound::Upper => self.at_most(shuffle),
            Bound::Lower => self.at_least(shuffle),
        };
        self.shuffles.insert(shuffle, once);
        once
    }

    fn at_most(&self, shuffle: RandomShuffle) -> Effort {
        let certain = self.certain();
        let (reachable, bits) = match shuffle {
            RandomShuffle::Transpositions(plan) => (certain.orders, bits_of(plan, self.cards)),
            _ => {
                let leaves = odometer::leaves(&shuffle, self.cards);
                (leaves.min(certain.orders), leaves.log2())
            }
        };
        Effort {
            reachable,
            uniform: shuffle.is_uniform(),
            bits,
            ..certain
        }
    }

    /// Below four cards a law counts as possibly uniform, since some flawed shuffles are uniform there.
    fn at_least(&mut self, shuffle: RandomShuffle) -> Effort {
        let certain = self.certain();
        let Sample {
            orders,
            choices,
            bits,
            primes,
        } = odometer::sample(&shuffle, self.cards, self.choices);
        self.choices -= choices;
        let reachable = if shuffle.is_uniform() {
            certain.orders
        } else {
            orders
        };
        Effort {
            reachable,
            uniform: shuffle.is_uniform() || self.cards < 4,
            primes,
            bits,
            ..certain
        }
    }
}
