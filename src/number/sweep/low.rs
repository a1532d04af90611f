//! Sweeps that look back: block after block, each from what is known of the numbers below.

use std::ops::Range;

use super::composites;
use super::known::Known;
use super::lift;
use super::primes::{self, Questions};
use super::sieve::{BLOCK, SPAN, Sieve};
use super::threads;

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
}

/// A block at work, with room that is used again for another.
struct Work {
    factors: Vec<u16>,
    orders: Vec<u32>,
    /// The orders modulo all odd numbers, if they are asked for.
    all: Option<Vec<u64>>,
    questions: Questions,
    scratch: Vec<u32>,
}

impl Low {
    /// From the block that holds `first` through that which holds `last`.
    pub(super) fn new(first: u64, last: u64, threads: usize) -> Low {
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
        }
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
        let (sieve, known) = (&self.sieve, &self.known);
        let works = &mut self.works[..blocks.len()];
        threads::for_each(self.threads, works, |index, work| {
            let block = from + index;
            sieve.block(block, &mut work.factors);
            let asked = self.asked.contains(&block);
            if asked || block < known.blocks_of_orders() {
                work.find_orders(block, known);
            }
            work.all = asked.then(|| work.with_multiples_of_three(block, known));
        });
        for work in works {
            self.known.keep_factors(&work.factors);
            self.known.keep_orders(&work.orders);
        }
        self.next = blocks.end;
        blocks
    }

    /// The first block looks back on itself.
    fn work_on_first(&mut self) {
        let work = &mut self.works[0];
        self.sieve.block(0, &mut work.factors);
        self.known.keep_factors(&work.factors);
        primes::orders(0, &work.factors, &self.known, &mut work.questions, &mut work.orders);
        composites::orders_of_first(&work.factors, &mut work.orders);
        self.known.keep_orders(&work.orders);
        work.all = self.asked.contains(&0).then(|| work.with_multiples_of_three(0, &self.known));
    }
}

impl Work {
    fn new() -> Work {
        let (factors, orders) = (Vec::new(), vec![0; BLOCK]);
        Work { factors, orders, all: None, questions: Questions::new(), scratch: Vec::new() }
    }

    fn find_orders(&mut self, block: usize, known: &Known) {
        primes::orders(block, &self.factors, known, &mut self.questions, &mut self.orders);
        composites::orders(block, &self.factors, known.orders(), &mut self.orders, &mut self.scratch);
    }

    fn with_multiples_of_three(&mut self, block: usize, known: &Known) -> Vec<u64> {
        lift::with_multiples_of_three(known.orders(), block, &self.orders, &mut self.scratch)
    }
}
