//! Sweeps that look back: block after block, each from what is known of the numbers below.

use std::ops::Range;

use super::avx512;
use super::composites;
use super::known::Known;
use super::lift;
use super::primes::{self, Questions};
use super::sieve::{BLOCK, SPAN, Sieve};
use super::threads;
use crate::simd::Avx512;

/// Blocks that are worked on together, for each thread.
const BLOCKS_OF_A_THREAD: usize = 4;

pub(super) struct Low {
    sieve: Sieve,
    known: Known,
    /// The blocks whose orders are asked for.
    asked: Range<usize>,
    next: usize,
    works: Vec<Work>,
    threads: usize,
    wide: Option<Avx512>,
}

/// A block at work, with room that is used again for another.
struct Work {
    factors: Vec<u16>,
    orders: Box<[u32; BLOCK]>,
    /// The orders modulo all odd numbers, if they are asked for.
    all: Option<Vec<u64>>,
    questions: Questions,
    scratch: Vec<u32>,
    buffers: avx512::Buffers,
}

impl Low {
    /// From the block that holds `first` through that which holds `last`.
    pub(super) fn new(first: u64, last: u64, threads: usize, wide: Option<Avx512>) -> Low {
        let block = |number: u64| number as usize / SPAN;
        // Of one thread a block goes on its way while it is in the cache.
        let works = if threads == 1 { 1 } else { threads * BLOCKS_OF_A_THREAD };
        Low {
            sieve: Sieve::new(last),
            known: Known::new(last),
            asked: block(first)..block(last) + 1,
            next: 0,
            works: (0..works).map(|_| Work::new()).collect(),
            threads,
            wide,
        }
    }

    pub(super) fn without_avx512(&mut self) {
        self.wide = None;
    }

    /// The next blocks of those that are asked for: the first number of each, and the orders
    /// modulo its odd numbers. None when there are no more.
    pub(super) fn next_blocks(&mut self) -> Option<Vec<(u64, Vec<u64>)>> {
        while self.next < self.asked.end {
            let blocks = self.work();
            let first = |block: usize| (block * SPAN) as u64;
            let done = blocks.zip(&mut self.works);
            let done: Vec<_> =
                done.filter_map(|(block, work)| Some((first(block), work.all.take()?))).collect();
            if !done.is_empty() {
                return Some(done);
            }
        }
        None
    }

    /// Works on some blocks, as many as what is known suffices for, and returns which.
    fn work(&mut self) -> Range<usize> {
        if self.next == 0 {
            self.work_on_first();
            self.next = 1;
            return 0..1;
        }
        let unwanted = self.next >= self.known.blocks_of_factors();
        let from = if unwanted { self.next.max(self.asked.start) } else { self.next };
        let blocks = from..self.asked.end.min(from + self.works.len().min(from));
        let (sieve, known, wide) = (&self.sieve, &self.known, self.wide);
        let works = &mut self.works[..blocks.len()];
        threads::for_each(self.threads, works, |index, work| {
            let block = from + index;
            sieve.block(block, &mut work.factors);
            let asked = self.asked.contains(&block);
            if asked || block < known.blocks_of_orders() {
                work.find_orders(block, known, wide);
            }
            work.all = asked.then(|| work.with_multiples_of_three(block, known, wide));
        });
        for work in works {
            self.known.keep_factors(&work.factors);
            self.known.keep_orders(work.orders.as_ref());
        }
        self.next = blocks.end;
        blocks
    }

    /// The first block looks back on itself.
    fn work_on_first(&mut self) {
        let work = &mut self.works[0];
        self.sieve.block(0, &mut work.factors);
        self.known.keep_factors(&work.factors);
        primes::orders(0, &work.factors, &self.known, &mut work.questions, work.orders.as_mut());
        composites::orders_of_first(&work.factors, work.orders.as_mut());
        self.known.keep_orders(work.orders.as_ref());
        work.all = self.asked.contains(&0).then(|| work.with_multiples_of_three(0, &self.known, None));
    }
}

impl Work {
    fn new() -> Work {
        let orders = vec![0; BLOCK].try_into().expect("a block of them");
        let (factors, questions, buffers) = (Vec::new(), Questions::new(), avx512::Buffers::new());
        Work { factors, orders, all: None, questions, scratch: Vec::new(), buffers }
    }

    fn find_orders(&mut self, block: usize, known: &Known, wide: Option<Avx512>) {
        let Work { factors, orders, questions, scratch, buffers, .. } = self;
        match wide {
            Some(wide) => avx512::orders(wide, block, factors, known, questions, orders, buffers),
            None => {
                primes::orders(block, factors, known, questions, orders);
                composites::orders(block, factors, known.orders(), orders.as_mut(), scratch);
            }
        }
    }

    fn with_multiples_of_three(&mut self, block: usize, known: &Known, wide: Option<Avx512>) -> Vec<u64> {
        let orders = self.orders.as_ref();
        match wide {
            Some(wide) => avx512::with_multiples_of_three(wide, block, orders, known, &mut self.buffers),
            None => lift::with_multiples_of_three(known.orders(), block, orders, &mut self.scratch),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Processor;

    fn blocks(first: u64, last: u64, threads: usize, wide: Option<Avx512>) -> Vec<(u64, Vec<u64>)> {
        let mut low = Low::new(first, last, threads, wide);
        std::iter::from_fn(|| low.next_blocks()).flatten().collect()
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
