//! Weights of all orders of a deck, as integers over a common denominator.

use std::hash::Hash;
use std::ops::AddAssign;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{CheckedMul, One, ToPrimitive};

use super::{blocks, odometer};
use faro_permutation::lexicographic;
use faro_sample::shuffle::Shuffle;
use faro_sample::zoo::WeightedStep;

/// An integer type for weights: words of 64 or 128 bits, or big integers if words overflow.
pub trait Weight:
    Integer + Clone + Hash + CheckedMul + for<'a> AddAssign<&'a Self> + From<u32> + Into<BigUint>
{
}

impl Weight for u64 {}
impl Weight for u128 {}
impl Weight for BigUint {}

/// A weight for each order, by rank. The weights sum to at most `total`, so that no sum overflows if `total`
/// fits.
#[derive(Clone, Debug)]
pub struct Tally<W> {
    pub cards: usize,
    pub weights: Vec<W>,
    pub total: W,
}

impl<W: Weight> Tally<W> {
    pub fn empty(cards: usize, total: W) -> Tally<W> {
        Tally { cards, weights: vec![W::zero(); orders(cards)], total }
    }

    /// Returns the weights of the shuffle that leaves the deck as it is.
    pub fn certain(cards: usize) -> Tally<W> {
        let mut tally = Tally::empty(cards, W::one());
        tally.weights[0] = W::one();
        tally
    }

    /// Returns weights with few different values.
    ///
    /// The weight of an order is `values[index(deck)]`. `converted` converts a big integer to the weights'
    /// type.
    pub fn with_values(
        cards: usize,
        total: &BigUint,
        values: &[BigUint],
        converted: impl Fn(&BigUint) -> Option<W>,
        index: impl Fn(&[u8]) -> usize,
    ) -> Tally<W> {
        let fits = |number| converted(number).expect("no weight is more than the total");
        let values: Vec<W> = values.iter().map(fits).collect();
        let mut tally = Tally::empty(cards, fits(total));
        each(cards, |rank, deck| tally.weights[rank] = values[index(deck)].clone());
        tally
    }

    pub fn add(&mut self, rank: usize, weight: &W) {
        self.weights[rank] += weight;
    }

    /// Adds the probability `weight`/`denominator` of a sequence of choices. Returns `None` if the common
    /// denominator does not fit.
    pub fn add_fraction(&mut self, rank: usize, weight: W, denominator: W) -> Option<()> {
        if !self.total.is_multiple_of(&denominator) {
            let factor = denominator.clone() / self.total.gcd(&denominator);
            self.scale(&factor)?;
        }
        let share = weight * (self.total.clone() / denominator);
        self.add(rank, &share);
        Some(())
    }

    /// Multiplies all weights by `factor`. Returns `None` if the total does not fit.
    pub fn scale(&mut self, factor: &W) -> Option<()> {
        self.total = self.total.checked_mul(factor)?;
        for weight in &mut self.weights {
            *weight = weight.clone() * factor.clone();
        }
        Some(())
    }

    /// Returns the ranks of the reachable orders with their weights.
    pub fn support(&self) -> impl Iterator<Item = (usize, &W)> {
        self.weights.iter().enumerate().filter(|(_, weight)| !weight.is_zero())
    }

    /// Returns whether the deck certainly stays as it is.
    fn is_certain(&self) -> bool {
        self.total.is_one() && self.weights[0].is_one()
    }

    pub fn is_uniform(&self) -> bool {
        self.weights.iter().all(|weight| *weight == self.weights[0])
    }

    /// Returns the weights of this shuffle followed by `next`, from all pairs of reachable orders. Returns
    /// `None` if the common denominator does not fit. O(pairs · n).
    pub fn then(&self, next: &Tally<W>) -> Option<Tally<W>> {
        if self.is_certain() {
            return Some(next.clone());
        }
        let mut product = Tally::empty(self.cards, self.total.checked_mul(&next.total)?);
        // After a uniform shuffle all orders are equally likely, whatever precedes it.
        if self.is_uniform() || next.is_uniform() {
            let weight = self.total.clone() * next.weights[0].clone();
            let weight =
                if next.is_uniform() { weight } else { next.total.clone() * self.weights[0].clone() };
            product.weights.fill(weight);
            return Some(product);
        }
        let moves: Vec<_> =
            next.support().map(|(rank, weight)| (lexicographic::unrank(self.cards, rank), weight)).collect();
        for (rank, before) in self.support() {
            let deck = lexicographic::unrank(self.cards, rank);
            for (sources, weight) in &moves {
                let after = lexicographic::rank(sources.iter().map(|&place| deck[usize::from(place)]));
                product.add(after, &(before.clone() * (*weight).clone()));
            }
        }
        Some(product)
    }

    /// Returns the weights of this shuffle followed by a permutation.
    ///
    /// The permutation moves the card from position `lies[i]` to position i.
    pub fn moved(&self, sources: &[u32]) -> Tally<W> {
        let mut after = Tally::empty(self.cards, self.total.clone());
        each(self.cards, |rank, deck| {
            let to = lexicographic::rank(sources.iter().map(|&place| deck[place as usize]));
            after.weights[to] = self.weights[rank].clone();
        });
        after
    }

    /// Returns the same weights as a larger type of integers.
    pub fn converted<V: Weight + From<W>>(&self) -> Tally<V> {
        Tally {
            cards: self.cards,
            weights: self.weights.iter().cloned().map(V::from).collect(),
            total: V::from(self.total.clone()),
        }
    }
}

/// Maximum number of cards of an exact law: 10! is 3.6 million.
pub const MAX_CARDS: usize = 10;

/// Returns the number of orders, n!.
pub fn orders(cards: usize) -> usize {
    (1..=cards).product()
}

/// Calls `visit` with every rank and its deck, in lexicographic order.
pub fn each(cards: usize, mut visit: impl FnMut(usize, &[u8])) {
    debug_assert!(cards <= MAX_CARDS);
    let mut deck: Vec<u8> = (0..cards as u8).collect();
    for rank in 0..orders(cards) {
        visit(rank, &deck);
        lexicographic::advance(&mut deck);
    }
}

/// A weight for each order, in the smallest type that holds the total.
///
/// The types are words of 64 and of 128 bits, and big integers.
#[derive(Clone, Debug)]
pub enum Weights {
    Short(Tally<u64>),
    Long(Tally<u128>),
    Numbers(Tally<BigUint>),
}

/// The message of `expect` for an operation on big integers.
const UNBOUNDED: &str = "big integers do not overflow";

impl Weights {
    /// Returns the weights of the shuffle that leaves the deck as it is.
    pub fn certain(cards: usize) -> Weights {
        Weights::Short(Tally::certain(cards))
    }

    /// Returns the weights of all orders of a shuffle, by replaying every sequence of its choices.
    pub fn of_leaves(shuffle: &impl Shuffle, cards: usize) -> Weights {
        let short = odometer::tally(shuffle, cards).map(Weights::Short);
        let long = || odometer::tally(shuffle, cards).map(Weights::Long);
        let numbers = || Weights::Numbers(odometer::tally(shuffle, cards).expect(UNBOUNDED));
        short.or_else(long).unwrap_or_else(numbers)
    }

    /// Returns weights that are all 0, to which [`add_path`](Self::add_path) adds sequences of choices.
    pub fn empty(cards: usize) -> Weights {
        Weights::Long(Tally::empty(cards, 1))
    }

    /// Adds the probability of a sequence of choices to the order of rank `rank`.
    ///
    /// It is the product of the fractions weight/total.
    pub fn add_path(&mut self, rank: usize, path: impl Iterator<Item = (u64, u64)> + Clone) {
        if let Weights::Long(tally) = self {
            let words = product::<u128>(path.clone());
            if words.and_then(|(weight, total)| tally.add_fraction(rank, weight, total)).is_some() {
                return;
            }
        }
        let mut tally = match std::mem::replace(self, Weights::empty(0)) {
            Weights::Numbers(tally) => tally,
            other => other.to_numbers(),
        };
        let (weight, total) = product(path).expect(UNBOUNDED);
        tally.add_fraction(rank, weight, total).expect(UNBOUNDED);
        *self = Weights::Numbers(tally);
    }

    /// Returns weights with few different values: the weight of an order is `values[index(deck)]`.
    pub fn with_values(
        cards: usize,
        total: &BigUint,
        values: &[BigUint],
        index: impl Fn(&[u8]) -> usize,
    ) -> Weights {
        if total.to_u64().is_some() {
            Weights::Short(Tally::with_values(cards, total, values, BigUint::to_u64, index))
        } else if total.to_u128().is_some() {
            Weights::Long(Tally::with_values(cards, total, values, BigUint::to_u128, index))
        } else {
            Weights::Numbers(Tally::with_values(cards, total, values, |number| Some(number.clone()), index))
        }
    }

    /// Returns the weights after one step of a pass of transpositions.
    pub fn stepped(&self, step: &WeightedStep) -> Weights {
        let numbers =
            |tally: &Tally<BigUint>| Weights::Numbers(blocks::stepped(tally, step).expect(UNBOUNDED));
        let long = |tally: &Tally<u128>| {
            blocks::stepped(tally, step).map_or_else(|| numbers(&tally.converted()), Weights::Long)
        };
        match self {
            Weights::Short(tally) => {
                blocks::stepped(tally, step).map_or_else(|| long(&tally.converted()), Weights::Short)
            }
            Weights::Long(tally) => long(tally),
            Weights::Numbers(tally) => numbers(tally),
        }
    }

    /// Returns the weights of this shuffle followed by `next`.
    pub fn then(&self, next: &Weights) -> Weights {
        if let (Weights::Short(first), Weights::Short(second)) = (self, next)
            && let Some(product) = first.then(second)
        {
            return Weights::Short(product);
        }
        if let (Some(first), Some(second)) = (self.to_long(), next.to_long())
            && let Some(product) = first.then(&second)
        {
            return Weights::Long(product);
        }
        Weights::Numbers(self.to_numbers().then(&next.to_numbers()).expect(UNBOUNDED))
    }

    fn to_long(&self) -> Option<Tally<u128>> {
        match self {
            Weights::Short(tally) => Some(tally.converted()),
            Weights::Long(tally) => Some(tally.clone()),
            Weights::Numbers(_) => None,
        }
    }

    fn to_numbers(&self) -> Tally<BigUint> {
        match self {
            Weights::Short(tally) => tally.converted(),
            Weights::Long(tally) => tally.converted(),
            Weights::Numbers(tally) => tally.clone(),
        }
    }

    /// Returns the weights of this shuffle followed by a permutation.
    ///
    /// The permutation moves the card from position `lies[i]` to position i.
    pub fn moved(&self, sources: &[u32]) -> Weights {
        match self {
            Weights::Short(tally) => Weights::Short(tally.moved(sources)),
            Weights::Long(tally) => Weights::Long(tally.moved(sources)),
            Weights::Numbers(tally) => Weights::Numbers(tally.moved(sources)),
        }
    }
}

/// Returns the product of the weights of a path and the product of its totals. Returns `None` if they do not
/// fit. No weight exceeds its total.
fn product<W: One + CheckedMul + From<u64>>(path: impl Iterator<Item = (u64, u64)>) -> Option<(W, W)> {
    let (mut weight, mut total) = (W::one(), W::one());
    for (part, whole) in path {
        total = total.checked_mul(&W::from(whole))?;
        weight = weight.checked_mul(&W::from(part))?;
    }
    Some((weight, total))
}
