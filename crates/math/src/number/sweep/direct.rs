//! Sweeps that compute each order separately: faster than a sieve for a short range of large numbers.

use std::ops::Range;

use super::segment::Segment;
use super::threads;
use crate::number::order::multiplicative_order;

/// Number of moduli in a piece of work, which takes some milliseconds.
const PIECE: u64 = 256;

/// Number of pieces per thread that are computed before results are returned.
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
        DirectSweep { left: first / 2..last.div_ceil(2), threads }
    }

    /// Returns the results of `work` for the next segments, or `None` at the end.
    pub(super) fn next_batch<T: Send>(&mut self, work: impl Fn(&mut Segment) -> T + Sync) -> Option<Vec<T>> {
        let mut pieces = Vec::new();
        while pieces.len() < self.threads * PIECES_PER_THREAD && !self.left.is_empty() {
            let end = self.left.end.min(self.left.start + PIECE);
            pieces.push(self.left.start..end);
            self.left.start = end;
        }
        let segment = |halves: Range<u64>| Segment {
            first: 2 * halves.start + 1,
            orders: halves.map(|half| order(2 * half + 1)).collect(),
        };
        let states = &mut vec![(); self.threads];
        let results = threads::map(states, pieces, |(), halves| work(&mut segment(halves)));
        Some(results).filter(|results| !results.is_empty())
    }
}

fn order(modulus: u64) -> u64 {
    multiplicative_order(&2, &modulus).expect("2 is coprime to an odd 64-bit number")
}
