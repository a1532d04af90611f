//! Sweeps by a sieve, block after block. The orders modulo the numbers of a block are derived from tables
//! over smaller numbers.

use std::ops::Range;

use super::avx512;
use super::composites;
use super::power_tests::{self, PowerTests};
use super::sieve::{BLOCK, SPAN, Sieve};
use super::small_primes;
use super::tables::Tables;
use super::threads;
use crate::simd::Avx512;

/// The number of blocks for each thread that are computed together.
const BLOCKS_PER_THREAD: usize = 4;

/// The most blocks that are computed together: about 100 MB. More threads than that have no work.
const MAX_WORKSPACES: usize = 256;

/// A sweep over consecutive blocks.
pub(super) struct SievedSweep {
    sieve: Sieve,
    tables: Tables,
    /// The blocks whose orders are returned.
    requested: Range<usize>,
    next: usize,
    workspaces: Vec<Workspace>,
    threads: usize,
    avx512: Option<Avx512>,
}

/// The data of a block that is being computed, reused for later blocks.
struct Workspace {
    factors: Vec<u16>,
    orders: Box<[u32; BLOCK]>,
    /// The orders modulo all odd numbers, if they are requested.
    all: Option<Vec<u64>>,
    tests: PowerTests,
    scratch: Vec<u32>,
    buffers: avx512::Buffers,
}

impl SievedSweep {
    /// Prepares a sweep from the block of `first` to the block of `last`.
    pub(super) fn new(first: u64, last: u64, threads: usize, avx512: Option<Avx512>) -> SievedSweep {
        let block = |number: u64| number as usize / SPAN;
        // With one thread, each block is returned while it is in the cache.
        let workspaces = if threads == 1 { 1 } else { threads * BLOCKS_PER_THREAD };
        let workspaces = workspaces.min(MAX_WORKSPACES).min(block(last) + 1);
        SievedSweep {
            sieve: Sieve::new(last),
            tables: Tables::new(last),
            requested: block(first)..block(last) + 1,
            next: 0,
            workspaces: (0..workspaces).map(|_| Workspace::new()).collect(),
            threads,
            avx512,
        }
    }

    /// Disables AVX-512.
    pub(super) fn without_avx512(&mut self) {
        self.avx512 = None;
    }

    /// Returns the next requested blocks: the first number of each, and the orders modulo its odd
    /// numbers. None at the end.
    pub(super) fn next_blocks(&mut self) -> Option<Vec<(u64, Vec<u64>)>> {
        while self.next < self.requested.end {
            let blocks = self.compute_blocks();
            let first = |block: usize| (block * SPAN) as u64;
            let done = blocks.zip(&mut self.workspaces);
            let done: Vec<_> =
                done.filter_map(|(block, workspace)| Some((first(block), workspace.all.take()?))).collect();
            if !done.is_empty() {
                return Some(done);
            }
        }
        None
    }

    /// Computes as many of the next blocks as the tables and workspaces allow, and returns their range.
    fn compute_blocks(&mut self) -> Range<usize> {
        if self.next == 0 {
            self.compute_first_block();
            self.next = 1;
            return 0..1;
        }
        let tables_are_complete = self.next >= self.tables.blocks_of_factors();
        let from = if tables_are_complete { self.next.max(self.requested.start) } else { self.next };
        let blocks = from..self.requested.end.min(from + self.workspaces.len().min(from));
        let (sieve, tables, avx512) = (&self.sieve, &self.tables, self.avx512);
        let workspaces = &mut self.workspaces[..blocks.len()];
        threads::for_each(self.threads, workspaces, |index, workspace| {
            let block = from + index;
            sieve.block(block, &mut workspace.factors);
            let requested = self.requested.contains(&block);
            if requested || block < tables.blocks_of_orders() {
                workspace.find_orders(block, tables, avx512);
            }
            workspace.all = requested.then(|| workspace.with_multiples_of_three(block, tables, avx512));
        });
        for workspace in workspaces {
            self.tables.push_factors(&workspace.factors);
            self.tables.push_orders(workspace.orders.as_ref());
        }
        self.next = blocks.end;
        blocks
    }

    /// Computes the first block, whose primes and composites depend on smaller numbers of the block.
    fn compute_first_block(&mut self) {
        let workspace = &mut self.workspaces[0];
        let Workspace { factors, orders, tests, .. } = workspace;
        self.sieve.block(0, factors);
        self.tables.push_factors(factors);
        power_tests::orders(0, factors, &self.tables, tests, orders);
        composites::orders_of_first(factors, orders.as_mut());
        self.tables.push_orders(orders.as_ref());
        let requested = self.requested.contains(&0);
        workspace.all = requested.then(|| workspace.with_multiples_of_three(0, &self.tables, None));
    }
}

impl Workspace {
    fn new() -> Workspace {
        let orders = vec![0; BLOCK].try_into().expect("the length of a block");
        let (factors, tests, buffers) = (Vec::new(), PowerTests::new(), avx512::Buffers::new());
        Workspace { factors, orders, all: None, tests, scratch: Vec::new(), buffers }
    }

    /// Computes the orders modulo the numbers coprime to 6 of a block other than the first.
    fn find_orders(&mut self, block: usize, tables: &Tables, avx512: Option<Avx512>) {
        let Workspace { factors, orders, tests, scratch, buffers, .. } = self;
        match avx512 {
            Some(avx512) => avx512::orders(avx512, block, factors, tables, tests, orders, buffers),
            None => {
                power_tests::orders(block, factors, tables, tests, orders);
                composites::orders(block, factors, tables.orders(), orders.as_mut(), scratch);
            }
        }
    }

    /// Returns the orders modulo all odd numbers of the block.
    fn with_multiples_of_three(&mut self, block: usize, tables: &Tables, avx512: Option<Avx512>) -> Vec<u64> {
        let orders = self.orders.as_ref();
        match avx512 {
            Some(avx512) => avx512::with_multiples_of_three(avx512, block, orders, tables, &mut self.buffers),
            None => small_primes::with_multiples_of_three(tables.orders(), block, orders, &mut self.scratch),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Processor;

    fn blocks(first: u64, last: u64, threads: usize, wide: Option<Avx512>) -> Vec<(u64, Vec<u64>)> {
        let mut sweep = SievedSweep::new(first, last, threads, wide);
        std::iter::from_fn(|| sweep.next_blocks()).flatten().collect()
    }

    #[test]
    fn no_more_workspaces_than_blocks() {
        let workspaces = |last, threads| SievedSweep::new(1, last, threads, None).workspaces.len();
        assert_eq!(workspaces(20, 1024), 1);
        assert_eq!(workspaces(3 * SPAN as u64, 1024), 4);
        assert_eq!(workspaces(1 << 28, 1024), MAX_WORKSPACES);
        assert_eq!(workspaces(1 << 28, 2), 2 * BLOCKS_PER_THREAD);
    }

    /// Where the machine has no AVX-512, this compares the portable code with itself.
    #[test]
    fn with_and_without_avx512() {
        for last in [100_000, 300_000, 3_000_000, 30_000_000] {
            let portable = blocks(1, last, 1, None);
            assert!(portable == blocks(1, last, 1, Processor::detect().avx512()), "{last}");
            assert!(portable == blocks(1, last, 3, Processor::detect().avx512()), "{last}");
        }
    }

    #[test]
    fn a_window_alone_is_what_it_is_in_the_whole() {
        let (first, last) = (5_000_000, 6_000_000);
        let whole = blocks(1, last, 1, None);
        let window = blocks(first, last, 2, None);
        assert!(window.first().unwrap().0 <= first && window == whole[whole.len() - window.len()..]);
    }
}
