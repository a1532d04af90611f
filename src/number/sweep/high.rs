//! Sweeps that do not look back: each modulus by itself, for windows far above their length.

use std::ops::Range;

use super::threads;
use crate::number::order::multiplicative_order;

/// Moduli that a thread takes at a time: some milliseconds.
const PIECE: u64 = 256;

/// Pieces that are worked on together, for each thread.
const PIECES_OF_A_THREAD: usize = 4;

pub(super) struct High {
    /// The halves, rounded down, of the odd moduli that are left.
    left: Range<u64>,
    threads: usize,
}

impl High {
    pub(super) fn new(first: u64, last: u64, threads: usize) -> High {
        High { left: first / 2..last / 2 + 1, threads }
    }

    /// The next moduli: where they begin, and their orders. None when there are no more.
    pub(super) fn next_blocks(&mut self) -> Option<Vec<(u64, Vec<u64>)>> {
        let mut pieces = Vec::new();
        while pieces.len() < self.threads * PIECES_OF_A_THREAD && !self.left.is_empty() {
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
    multiplicative_order(&2, &modulus).expect("2 is coprime to an odd number of one word")
}
