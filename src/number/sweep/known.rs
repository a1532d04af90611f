//! What is known of the numbers so far: the smallest factors that take p − 1 apart, and the
//! orders modulo cofactors.

use super::sieve::{BLOCK, PRIME, SPAN};
use super::wheel;

/// Of the numbers coprime to 6, in their order, as far as they are wanted.
pub(super) struct Known {
    factors: Vec<u16>,
    orders: Vec<u32>,
    blocks_of_factors: usize,
    blocks_of_orders: usize,
}

impl Known {
    /// Nothing yet, with room for what a sweep up to `end` looks back on: 0.78 bytes for each
    /// number up to it.
    pub(super) fn new(end: u64) -> Known {
        let blocks = |number: u64| number as usize / SPAN + 1;
        let (blocks_of_factors, blocks_of_orders) = (blocks(end / 2), blocks(end / 3));
        let factors = Vec::with_capacity(blocks_of_factors * BLOCK);
        let orders = Vec::with_capacity(blocks_of_orders * BLOCK);
        Known { factors, orders, blocks_of_factors, blocks_of_orders }
    }

    /// How many blocks of smallest factors are wanted: what p − 1 leaves is half of it or less.
    pub(super) fn blocks_of_factors(&self) -> usize {
        self.blocks_of_factors
    }

    /// How many blocks of orders are wanted: a cofactor is a third or less.
    pub(super) fn blocks_of_orders(&self) -> usize {
        self.blocks_of_orders
    }

    /// Keeps the smallest factors of the next block, while they are wanted.
    pub(super) fn keep_factors(&mut self, factors: &[u16]) {
        if self.factors.len() < self.blocks_of_factors * BLOCK {
            self.factors.extend_from_slice(factors);
        }
    }

    /// Keeps the orders of the next block, while they are wanted.
    pub(super) fn keep_orders(&mut self, orders: &[u32]) {
        if self.orders.len() < self.blocks_of_orders * BLOCK {
            self.orders.extend_from_slice(orders);
        }
    }

    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    pub(super) fn factors(&self) -> &[u16] {
        &self.factors
    }

    pub(super) fn orders(&self) -> &[u32] {
        &self.orders
    }

    /// The smallest factor of a number coprime to 6.
    #[inline]
    pub(super) fn smallest_factor(&self, number: u32) -> u32 {
        match self.factors[wheel::index(number as usize)] {
            PRIME => number,
            factor => factor.into(),
        }
    }
}
