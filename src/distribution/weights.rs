//! Weights of all orders of a deck, in the smallest integer type that holds them.

use num_bigint::BigUint;
use num_traits::{CheckedMul, One, ToPrimitive};

use super::tally::OrderWeights;
use super::{blocks, odometer};
use faro_sample::shuffle::Shuffle;
use faro_sample::zoo::WeightedStep;

use Weights::{Long, Numbers, Short};

/// A weight for each order, in the smallest type that holds the total.
///
/// The types are words of 64 and of 128 bits, and big integers.
#[derive(Clone, Debug)]
pub enum Weights {
    Short(OrderWeights<u64>),
    Long(OrderWeights<u128>),
    Numbers(OrderWeights<BigUint>),
}

/// The message of `expect` for an operation on big integers.
const UNBOUNDED: &str = "big integers do not overflow";

impl Weights {
    /// Returns the weights of the shuffle that leaves the deck as it is.
    pub fn certain(cards: usize) -> Weights {
        Short(OrderWeights::certain(cards))
    }

    /// Returns the weights of all orders of a shuffle, by replaying every sequence of its choices.
    pub fn of_leaves(shuffle: &impl Shuffle, cards: usize) -> Weights {
        let short = odometer::tally(shuffle, cards).map(Short);
        let long = || odometer::tally(shuffle, cards).map(Long);
        let numbers = || Numbers(odometer::tally(shuffle, cards).expect(UNBOUNDED));
        short.or_else(long).unwrap_or_else(numbers)
    }

    /// Returns weights that are all 0, to which [`add_path`](Self::add_path) adds sequences of choices.
    pub fn empty(cards: usize) -> Weights {
        Long(OrderWeights::empty(cards, 1))
    }

    /// Adds the probability of a sequence of choices to the order of rank `rank`.
    ///
    /// It is the product of the fractions weight/total.
    pub fn add_path(&mut self, rank: usize, path: impl Iterator<Item = (u64, u64)> + Clone) {
        if let Long(tally) = self {
            let words = product::<u128>(path.clone());
            if words
                .and_then(|(weight, total)| tally.add_fraction(rank, weight, total))
                .is_some()
            {
                return;
            }
        }
        let mut tally = match std::mem::replace(self, Weights::empty(0)) {
            Numbers(tally) => tally,
            other => other.to_numbers(),
        };
        let (weight, total) = product(path).expect(UNBOUNDED);
        tally.add_fraction(rank, weight, total).expect(UNBOUNDED);
        *self = Numbers(tally);
    }

    /// Returns weights with few different values: the weight of an order is `values[index(deck)]`.
    pub fn with_values(
        cards: usize,
        total: &BigUint,
        values: &[BigUint],
        index: impl Fn(&[u8]) -> usize,
    ) -> Weights {
        if total.to_u64().is_some() {
            Short(OrderWeights::with_values(
                cards,
                total,
                values,
                BigUint::to_u64,
                index,
            ))
        } else if total.to_u128().is_some() {
            Long(OrderWeights::with_values(
                cards,
                total,
                values,
                BigUint::to_u128,
                index,
            ))
        } else {
            Numbers(OrderWeights::with_values(
                cards,
                total,
                values,
                |number| Some(number.clone()),
                index,
            ))
        }
    }

    /// Returns the weights after one step of a pass of transpositions.
    pub fn stepped(&self, step: &WeightedStep) -> Weights {
        let numbers =
            |tally: &OrderWeights<BigUint>| Numbers(blocks::stepped(tally, step).expect(UNBOUNDED));
        let long = |tally: &OrderWeights<u128>| {
            blocks::stepped(tally, step).map_or_else(|| numbers(&tally.converted()), Long)
        };
        match self {
            Short(tally) => {
                blocks::stepped(tally, step).map_or_else(|| long(&tally.converted()), Short)
            }
            Long(tally) => long(tally),
            Numbers(tally) => numbers(tally),
        }
    }

    /// Returns the weights of this shuffle followed by `next`.
    pub fn then(&self, next: &Weights) -> Weights {
        if let (Short(first), Short(second)) = (self, next)
            && let Some(product) = first.then(second)
        {
            return Short(product);
        }
        if let (Some(first), Some(second)) = (self.to_long(), next.to_long())
            && let Some(product) = first.then(&second)
        {
            return Long(product);
        }
        Numbers(self.to_numbers().then(&next.to_numbers()).expect(UNBOUNDED))
    }

    fn to_long(&self) -> Option<OrderWeights<u128>> {
        match self {
            Short(tally) => Some(tally.converted()),
            Long(tally) => Some(tally.clone()),
            Numbers(_) => None,
        }
    }

    fn to_numbers(&self) -> OrderWeights<BigUint> {
        match self {
            Short(tally) => tally.converted(),
            Long(tally) => tally.converted(),
            Numbers(tally) => tally.clone(),
        }
    }

    /// Returns the weights of this shuffle followed by a permutation.
    ///
    /// The permutation moves the card from position `lies[i]` to position i.
    pub fn moved(&self, sources: &[u32]) -> Weights {
        match self {
            Short(tally) => Short(tally.moved(sources)),
            Long(tally) => Long(tally.moved(sources)),
            Numbers(tally) => Numbers(tally.moved(sources)),
        }
    }
}

/// Returns the product of the weights of a path and the product of its totals. Returns `None` if they do not
/// fit. No weight exceeds its total.
fn product<W: One + CheckedMul + From<u64>>(
    path: impl Iterator<Item = (u64, u64)>,
) -> Option<(W, W)> {
    let (mut weight, mut total) = (W::one(), W::one());
    for (part, whole) in path {
        total = total.checked_mul(&W::from(whole))?;
        weight = weight.checked_mul(&W::from(part))?;
    }
    Some((weight, total))
}
