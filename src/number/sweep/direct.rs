//! Sweeps that compute each order separately: faster than a sieve for a short range of large numbers.

use std::ops::Range;

use super::threads;
use crate::number::order::multiplicative_order;

/// The number of moduli in a piece of work, which takes some milliseconds.
const PIECE: u64 = 256;

/// The number of pieces for each thread that are computed before results are returned.
const PIECES_PER_THREAD: usize = 4;

/// A sweep over odd moduli in pieces.
pub(super) struct DirectSweep {
    /// The remaining odd moduli m, as (m − 1)/2.
    left: Range<u64>,
    threads: usize,
}

impl DirectSweep {
    /// Starts a sweep over the odd moduli from `first`, which is odd, to `last`.
    pub(super) fn new(first: u64, last: u64, threads: usize) -> DirectSweep {
        DirectSweep { left: first / 2..last / 2 + 1, threads }
    }

    /// Returns the next blocks: the number before the first modulus, and the orders. None at the end.
    pub(super) fn next_blocks(&mut self) -> Option<Vec<(u64, Vec<u64>)>> {
        let mut pieces = Vec::new();
        while pieces.len() < self.threads * PIECES_PER_THREAD && !self.left.is_empty() {
            let end = self.left.end.min(self.left.start + PIECE);
            pieces.push((self.left.start..end, Vec::new()));
            self.left.start = end;
        }
        threads::for_each(self.threads, &mut pieces, |_, (halves, orders)| {
            orders.extend(halves.clone().map(|half| order(2 * half + 1)));
        });
        let blocks = pieces.into_iter().map(|(halves, orders)| (2 * halves.start, orders));
        Some(blocks.collect()).filter(|blocks: &Vec<_>| !blocks.is_empty())
    }
}

fn order(modulus: u64) -> u64 {
    multiplicative_order(&2, &modulus).expect("2 is coprime to an odd 64-bit number")
}
