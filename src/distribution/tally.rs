use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::CheckedMul;

use super::order;
use crate::permutation::lexicographic;

/// The integers that weights are: 128-bit words, or big integers if words overflow.
pub trait Weight: Integer + Clone + CheckedMul + From<u32> + Into<BigUint> {}

impl<W: Integer + Clone + CheckedMul + From<u32> + Into<BigUint>> Weight for W {}

/// A weight for each order, by rank. Each is a part of `total`, so if the total fits, all sums do.
#[derive(Clone, Debug)]
pub struct Tally<W> {
    pub cards: usize,
    pub weights: Vec<W>,
    pub total: W,
}

impl<W: Weight> Tally<W> {
    pub fn empty(cards: usize, total: W) -> Tally<W> {
        Tally { cards, weights: vec![W::zero(); order::orders(cards)], total }
    }

    /// Returns the weights of the shuffle that leaves the deck as it is.
    pub fn certain(cards: usize) -> Tally<W> {
        let mut tally = Tally::empty(cards, W::one());
        tally.weights[0] = W::one();
        tally
    }

    pub fn add(&mut self, rank: usize, weight: W) {
        let entry = &mut self.weights[rank];
        *entry = std::mem::replace(entry, W::zero()) + weight;
    }

    /// Multiplies all weights by a factor; none if the total does not fit.
    pub fn scale(&mut self, factor: &W) -> Option<()> {
        self.total = self.total.checked_mul(factor)?;
        for weight in &mut self.weights {
            *weight = weight.clone() * factor.clone();
        }
        Some(())
    }

    /// Returns the reachable orders with their weights.
    pub fn support(&self) -> impl Iterator<Item = (usize, &W)> {
        self.weights.iter().enumerate().filter(|(_, weight)| !weight.is_zero())
    }

    pub fn is_uniform(&self) -> bool {
        self.weights.iter().all(|weight| *weight == self.weights[0])
    }

    /// Returns the weights of this shuffle followed by another, from all pairs of reachable orders. O(pairs · n). None if
    /// the common denominator does not fit.
    pub fn then(&self, next: &Tally<W>) -> Option<Tally<W>> {
        let mut product = Tally::empty(self.cards, self.total.checked_mul(&next.total)?);
        // After a uniform shuffle all orders are equally likely, whatever came before.
        if self.is_uniform() || next.is_uniform() {
            let each = self.total.clone() * next.weights[0].clone();
            let each = if next.is_uniform() { each } else { next.total.clone() * self.weights[0].clone() };
            product.weights.fill(each);
            return Some(product);
        }
        let moves: Vec<_> =
            next.support().map(|(rank, weight)| (lexicographic::unrank(self.cards, rank), weight)).collect();
        for (rank, before) in self.support() {
            let deck = lexicographic::unrank(self.cards, rank);
            for (lies, weight) in &moves {
                let after = lexicographic::rank(lies.iter().map(|&place| deck[usize::from(place)]));
                product.add(after, before.clone() * (*weight).clone());
            }
        }
        Some(product)
    }

    /// Returns the weights of this shuffle followed by a permutation: the card from position `lies[i]` moves to i.
    pub fn moved(&self, lies: &[u32]) -> Tally<W> {
        let mut after = Tally::empty(self.cards, self.total.clone());
        order::each(self.cards, |rank, deck| {
            let to = lexicographic::rank(lies.iter().map(|&place| deck[place as usize]));
            after.weights[to] = self.weights[rank].clone();
        });
        after
    }

    /// Returns the same weights as big integers.
    pub fn to_numbers(&self) -> Tally<BigUint> {
        Tally {
            cards: self.cards,
            weights: self.weights.iter().map(|weight| weight.clone().into()).collect(),
            total: self.total.clone().into(),
        }
    }
}
