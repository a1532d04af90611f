//! The tables of a sweep: smallest prime factors, which are needed to factor p − 1, and orders, which are needed for
//! cofactors.

use super::wheel;

/// Number of entries in a block, one for each number coprime to 6. The factors and orders of a block, and the lists
/// made from them, fit in the second-level cache.
pub(super) const BLOCK: usize = 1 << 15;

/// Number of integers in the range of a block.
pub(super) const SPAN: usize = 3 * BLOCK;

/// The entry of a prime in the table of smallest factors.
pub(super) const PRIME: u16 = 0;

/// Tables over the numbers coprime to 6, ascending, up to the largest number that is looked up. They take 0.78 bytes
/// for each number up to the end of the sweep.
#[derive(Debug)]
pub(super) struct SieveTables {
    factors: Vec<u16>,
    orders: Vec<u32>,
}

/// The tables of the first blocks, which are complete.
#[derive(Clone, Copy)]
pub(super) struct FinishedTables<'a> {
    /// The smallest prime factors, in which a prime has the entry [`PRIME`].
    pub(super) factors: &'a [u16],
    pub(super) orders: &'a [u32],
}

/// A block to be computed, with its entries in the tables if it is in their range.
pub(super) struct SieveBlock<'a> {
    pub(super) number: usize,
    pub(super) factors: Option<&'a mut [u16; BLOCK]>,
    pub(super) orders: Option<&'a mut [u32; BLOCK]>,
}

impl SieveTables {
    /// Returns empty tables for a sweep up to `end`.
    pub(super) fn new(end: u64) -> SieveTables {
        let length = |last: u64| (last as usize / SPAN + 1) * BLOCK;
        // The odd part of p − 1 is at most half of p − 1, and a cofactor is at most a third of a number.
        SieveTables {
            factors: vec![0; length(end / 2)],
            orders: vec![0; length(end / 3)],
        }
    }

    /// Returns the number of blocks in the table of smallest factors, which is the longer one.
    pub(super) fn blocks(&self) -> usize {
        self.factors.len() / BLOCK
    }

    /// Returns the tables of the first blocks, and the blocks that follow.
    pub(super) fn split(
        &mut self,
        blocks: usize,
    ) -> (FinishedTables<'_>, impl Iterator<Item = SieveBlock<'_>>) {
        let [known_factors, known_orders] =
            [self.factors.len(), self.orders.len()].map(|length| length.min(blocks * BLOCK));
        let (factors, next_factors) = self.factors.split_at_mut(known_factors);
        let (orders, next_orders) = self.orders.split_at_mut(known_orders);
        let mut next_factors = next_factors.as_chunks_mut().0.iter_mut();
        let mut next_orders = next_orders.as_chunks_mut().0.iter_mut();
        let next = (blocks..).map(move |number| SieveBlock {
            number,
            factors: next_factors.next(),
            orders: next_orders.next(),
        });
        (FinishedTables { factors, orders }, next)
    }
}

impl FinishedTables<'_> {
    /// Returns the smallest prime factor of a number coprime to 6.
    #[inline]
    pub(super) fn smallest_factor(&self, number: u32) -> u32 {
        match self.factors[wheel::index(number as usize)] {
            PRIME => number,
            factor => factor.into(),
        }
    }
}
