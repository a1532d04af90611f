//! The tables of a sweep: smallest prime factors, which are needed to factor p − 1, and orders, which
//! are needed for cofactors.

use super::sieve::{BLOCK, PRIME, SPAN};
use super::wheel;

/// Tables over the numbers coprime to 6, ascending, up to the largest number that is looked up.
pub(super) struct Tables {
    factors: Vec<u16>,
    orders: Vec<u32>,
    blocks_of_factors: usize,
    blocks_of_orders: usize,
}

impl Tables {
    /// Returns empty tables with the capacity for a sweep up to `end`: 0.78 bytes for each number up to
    /// it.
    pub(super) fn new(end: u64) -> Tables {
        let blocks = |number: u64| number as usize / SPAN + 1;
        let (blocks_of_factors, blocks_of_orders) = (blocks(end / 2), blocks(end / 3));
        let factors = Vec::with_capacity(blocks_of_factors * BLOCK);
        let orders = Vec::with_capacity(blocks_of_orders * BLOCK);
        Tables { factors, orders, blocks_of_factors, blocks_of_orders }
    }

    /// Returns the number of blocks in the table of smallest factors. The odd part of p − 1 is at most
    /// half of it.
    pub(super) fn blocks_of_factors(&self) -> usize {
        self.blocks_of_factors
    }

    /// Returns the number of blocks in the table of orders. A cofactor is at most a third of a number.
    pub(super) fn blocks_of_orders(&self) -> usize {
        self.blocks_of_orders
    }

    /// Appends the smallest factors of the next block, until the table is complete.
    pub(super) fn push_factors(&mut self, factors: &[u16]) {
        if self.factors.len() < self.blocks_of_factors * BLOCK {
            self.factors.extend_from_slice(factors);
        }
    }

    /// Appends the orders of the next block, until the table is complete.
    pub(super) fn push_orders(&mut self, orders: &[u32]) {
        if self.orders.len() < self.blocks_of_orders * BLOCK {
            self.orders.extend_from_slice(orders);
        }
    }

    /// Returns the table of smallest factors, in which a prime has the entry [`PRIME`].
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    pub(super) fn factors(&self) -> &[u16] {
        &self.factors
    }

    /// Returns the table of orders.
    pub(super) fn orders(&self) -> &[u32] {
        &self.orders
    }

    /// Returns the smallest prime factor of a number coprime to 6.
    #[inline]
    pub(super) fn smallest_factor(&self, number: u32) -> u32 {
        match self.factors[wheel::index(number as usize)] {
            PRIME => number,
            factor => factor.into(),
        }
    }
}
