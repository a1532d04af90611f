//! Weights of all orders of a deck, as integers over a common denominator.

use std::hash::Hash;
use std::ops::AddAssign;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::CheckedMul;

use faro_permutation::lexicographic;

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
pub struct OrderWeights<W> {
    pub cards: usize,
    pub weights: Vec<W>,
    pub total: W,
}

impl<W: Weight> OrderWeights<W> {
    pub fn empty(cards: usize, total: W) -> OrderWeights<W> {
        OrderWeights {
            cards,
            weights: vec![W::zero(); orders(cards)],
            total,
        }
    }

    /// Returns the weights of the shuffle that leaves the deck as it is.
    pub fn certain(cards: usize) -> OrderWeights<W> {
        let mut tally = OrderWeights::empty(cards, W::one());
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
    ) -> OrderWeights<W> {
        let fits = |number| converted(number).expect("no weight is more than the total");
        let values: Vec<W> = values.iter().map(fits).collect();
        let mut tally = OrderWeights::empty(cards, fits(total));
        each(cards, |rank, deck| {
            tally.weights[rank] = values[index(deck)].clone();
        });
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
        self.weights
            .iter()
            .enumerate()
            .filter(|(_, weight)| !weight.is_zero())
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
    pub fn then(&self, next: &OrderWeights<W>) -> Option<OrderWeights<W>> {
        if self.is_certain() {
            return Some(next.clone());
        }
        let mut product = OrderWeights::empty(self.cards, self.total.checked_mul(&next.total)?);
        // After a uniform shuffle all orders are equally likely, whatever precedes it.
        if self.is_uniform() || next.is_uniform() {
            let weight = self.total.clone() * next.weights[0].clone();
            let weight = if next.is_uniform() {
                weight
            } else {
                next.total.clone() * self.weights[0].clone()
            };
            product.weights.fill(weight);
            return Some(product);
        }
        let moves: Vec<_> = next
            .support()
            .map(|(rank, weight)| (lexicographic::unrank(self.cards, rank), weight))
            .collect();
        for (rank, before) in self.support() {
            let deck = lexicographic::unrank(self.cards, rank);
            for (sources, weight) in &moves {
                let after =
                    lexicographic::rank(sources.iter().map(|&place| deck[usize::from(place)]));
                product.add(after, &(before.clone() * (*weight).clone()));
            }
        }
        Some(product)
    }

    /// Returns the weights of this shuffle followed by a permutation.
    ///
    /// The permutation moves the card from position `lies[i]` to position i.
    pub fn moved(&self, sources: &[u32]) -> OrderWeights<W> {
        let mut after = OrderWeights::empty(self.cards, self.total.clone());
        each(self.cards, |rank, deck| {
            let to = lexicographic::rank(sources.iter().map(|&place| deck[place as usize]));
            after.weights[to] = self.weights[rank].clone();
        });
        after
    }

    /// Returns the same weights as a larger type of integers.
    pub fn converted<V: Weight + From<W>>(&self) -> OrderWeights<V> {
        OrderWeights {
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
