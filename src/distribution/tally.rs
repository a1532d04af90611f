use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::CheckedMul;

use super::order;

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
}
