//! The smallest prime factors of the numbers coprime to 6.
//!
//! They are found by a segmented sieve of Eratosthenes (Bays and Hudson 1977).

use std::ops::{Range, RangeInclusive};

use super::power_tests::PowerTests;
use super::segment::Segment;
use super::tables::{BLOCK, FinishedTables, PRIME, SPAN, SieveBlock, SieveTables};
use super::threads::map_in_threads;
use super::{composites, power_tests, wheel};
use crate::number::primes::primes_below;

/// The period of divisibility by 5 and 7, in numbers coprime to 6.
const PERIOD: usize = 2 * 5 * 7;

/// The segmented sieve.
#[derive(Debug)]
struct Sieve {
    /// The primes from 11 on, ascending.
    primes: Vec<u32>,
    /// The entries of multiples of 5 and 7 in a table of smallest prime factors, for one block and one period more.
    pattern: Vec<u16>,
}

impl Sieve {
    /// Prepares the sieve for numbers up to `end`, which must be below 2^32 so that smallest factors fit
    /// in 16 bits.
    fn new(end: u64) -> Sieve {
        let primes = primes_below(end.isqrt() as u32 + 1);
        let primes = primes.into_iter().filter(|&prime| prime > 7).collect();
        let pattern = (0..BLOCK + PERIOD).map(|index| match wheel::number(index) {
            number if number % 5 == 0 => 5,
            number if number % 7 == 0 => 7,
            _ => PRIME,
        });
        Sieve {
            primes,
            pattern: pattern.collect(),
        }
    }

    /// Writes the smallest prime factor of each number of a block, or [`PRIME`].
    fn block(&self, block: usize, factors: &mut [u16]) {
        factors.fill(PRIME);
        let reached = self
            .primes
            .partition_point(|&prime| (prime as usize).pow(2) < (block + 1) * SPAN);
        // Large primes come first, so that the smallest prime factor of a number is written last.
        for &prime in self.primes[..reached].iter().rev() {
            mark(prime as usize, block, factors);
        }
        let pattern = &self.pattern[block * BLOCK % PERIOD..];
        for (factor, &small) in factors.iter_mut().zip(pattern) {
            *factor = if small == PRIME { *factor } else { small };
        }
        if block == 0 {
            factors[..3].fill(PRIME); // 1, 5 and 7 themselves
        }
    }
}

/// Marks the multiples p·t of `prime` = p for all t ≥ p coprime to 6, which form two arithmetic progressions.
fn mark(prime: usize, block: usize, factors: &mut [u16]) {
    let cofactor = wheel::first_from(prime.max((block * SPAN).div_ceil(prime)));
    for cofactor in [cofactor, cofactor + 1] {
        let index = wheel::index(prime * wheel::number(cofactor)) - block * BLOCK;
        if let Some(rest) = factors.get_mut(index..) {
            rest.iter_mut()
                .step_by(2 * prime)
                .for_each(|factor| *factor = prime as u16);
        }
    }
}

// Sweeps by a sieve, block after block. The orders modulo the numbers of a block are derived from tables
// over smaller numbers.

/// Number of blocks per thread that are computed together.
const BLOCKS_PER_THREAD: usize = 16;

/// Maximum number of blocks that are computed together: about 100 MB if they are listed.
const MAX_BATCH: usize = 256;

/// A sweep over consecutive blocks.
#[derive(Debug)]
pub(super) struct SievedSweep {
    sieve: Sieve,
    tables: SieveTables,
    moduli: RangeInclusive<u64>,
    /// The indices of the blocks that contain the requested moduli.
    requested: Range<usize>,
    next: usize,
    batch: usize,
    /// One workspace for each thread.
    workspaces: Vec<Workspace>,
}

/// The tables from which the orders of further blocks are computed.
struct Sources<'a> {
    sieve: &'a Sieve,
    known: FinishedTables<'a>,
}

/// The buffers of a thread, reused from block to block.
#[derive(Debug)]
struct Workspace {
    factors: Box<[u16; BLOCK]>,
    orders: Box<[u32; BLOCK]>,
    /// The orders of 2 modulo all odd numbers of a block.
    all: Vec<u64>,
    tests: PowerTests,
    scratch: Vec<u32>,
}

impl SievedSweep {
    /// Prepares a sweep over the odd numbers among `moduli`.
    pub(super) fn new(moduli: RangeInclusive<u64>, threads: usize) -> SievedSweep {
        let [first, last] = [*moduli.start(), *moduli.end()].map(|number| number as usize / SPAN);
        // With one thread, each block is returned while it is in the cache.
        let batch = if threads == 1 {
            1
        } else {
            (threads * BLOCKS_PER_THREAD).min(MAX_BATCH).min(last + 1)
        };
        SievedSweep {
            sieve: Sieve::new(*moduli.end()),
            tables: SieveTables::new(*moduli.end()),
            moduli,
            requested: first..last + 1,
            next: 0,
            batch,
            workspaces: (0..threads.min(batch)).map(|_| Workspace::new()).collect(),
        }
    }

    /// Returns the results of `work` for the next segments, or `None` at the end.
    pub(super) fn next_batch<T: Send>(
        &mut self,
        work: impl Fn(&mut Segment) -> T + Sync,
    ) -> Option<Vec<T>> {
        while self.next < self.requested.end {
            let results = self.compute_batch(&work);
            if !results.is_empty() {
                return Some(results);
            }
        }
        None
    }

    /// Computes the next blocks, up to the number that the tables allow. Returns the results of `work` for
    /// the requested blocks.
    fn compute_batch<T: Send>(&mut self, work: impl Fn(&mut Segment) -> T + Sync) -> Vec<T> {
        if self.next >= self.tables.blocks() {
            // Blocks beyond the tables serve no later block, so those before the requested range are skipped.
            self.next = self.next.max(self.requested.start);
        }
        // Orders depend on numbers of at most half the size, so that as many blocks as are known can be computed
        // together.
        let count = match self.next {
            0 => 1,
            next => self.batch.min(next).min(self.requested.end - next),
        };
        let (known, blocks) = self.tables.split(self.next);
        let (moduli, requested) = (&self.moduli, &self.requested);
        let sources = Sources {
            sieve: &self.sieve,
            known,
        };
        let results = map_in_threads(
            &mut self.workspaces,
            blocks.take(count).collect(),
            |workspace, block| {
                let number = block.number;
                let orders = workspace.compute(block, requested.contains(&number), &sources)?;
                let mut segment = Segment {
                    first: (number * SPAN) as u64 + 1,
                    orders,
                };
                segment.cut(moduli);
                let result = (!segment.orders.is_empty()).then(|| work(&mut segment));
                workspace.all = segment.orders;
                result
            },
        );
        self.next += count;
        results.into_iter().flatten().collect()
    }
}

impl Workspace {
    fn new() -> Workspace {
        Workspace {
            factors: boxed(),
            orders: boxed(),
            all: Vec::new(),
            tests: PowerTests::new(),
            scratch: Vec::new(),
        }
    }

    /// Writes the entries of a block in the tables. Returns the orders modulo all odd numbers of the block if
    /// `requested`.
    fn compute(
        &mut self,
        block: SieveBlock<'_>,
        requested: bool,
        sources: &Sources<'_>,
    ) -> Option<Vec<u64>> {
        let Sources { sieve, known } = *sources;
        let Workspace {
            factors,
            orders,
            all,
            tests,
            scratch,
        } = self;
        let in_table = block.orders.is_some();
        let (factors, orders) = (
            block.factors.unwrap_or(factors),
            block.orders.unwrap_or(orders),
        );
        sieve.block(block.number, factors);
        if !requested && !in_table {
            return None;
        }
        let mut known = known;
        if block.number == 0 {
            // The primes and composites of the first block depend on smaller numbers of the block itself.
            power_tests::orders(
                0,
                factors,
                FinishedTables {
                    factors,
                    orders: &[],
                },
                tests,
                orders,
            );
            composites::orders_of_first(factors, orders);
            known.orders = orders;
        } else {
            power_tests::orders(block.number, factors, known, tests, orders);
            composites::orders(block.number, factors, known.orders, orders, scratch);
        }
        if !requested {
            return None;
        }
        all.resize(SPAN / 2, 0);
        composites::with_multiples_of_three(known.orders, block.number, orders, all);
        composites::multiples_of_nine(known.orders, block.number, all, scratch);
        Some(std::mem::take(all))
    }
}

fn boxed<T: Clone + Default>() -> Box<[T; BLOCK]> {
    vec![T::default(); BLOCK]
        .try_into()
        .ok()
        .expect("the length of a block")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smallest_factors_of_some_blocks() {
        let sieve = Sieve::new(1 << 30);
        for block in [0, 1, 2, 5, 6, 70, 10_000] {
            let mut factors = vec![PRIME; BLOCK];
            sieve.block(block, &mut factors);
            for (place, &factor) in factors.iter().enumerate().skip(usize::from(block == 0)) {
                let number = wheel::number(block * BLOCK + place);
                let smallest = (5..)
                    .take_while(|d| d * d <= number)
                    .find(|d| number.is_multiple_of(*d));
                assert_eq!(usize::from(factor), smallest.unwrap_or(0), "{number}");
            }
        }
    }

    fn segments(first: u64, last: u64, threads: usize) -> Vec<Segment> {
        let mut sweep = SievedSweep::new(first..=last, threads);
        std::iter::from_fn(|| sweep.next_batch(|segment| segment.clone()))
            .flatten()
            .collect()
    }

    #[test]
    fn no_more_workspaces_than_blocks() {
        let sweep = |last, threads| {
            let sweep = SievedSweep::new(1..=last, threads);
            (sweep.workspaces.len(), sweep.batch)
        };
        assert_eq!(sweep(20, 1024), (1, 1));
        assert_eq!(sweep(3 * SPAN as u64, 1024), (4, 4));
        assert_eq!(sweep(1 << 28, 1024), (MAX_BATCH, MAX_BATCH));
        assert_eq!(sweep(1 << 28, 2), (2, 2 * BLOCKS_PER_THREAD));
    }

    #[test]
    fn orders_do_not_depend_on_threads() {
        for last in [100_000, 300_000, 3_000_000] {
            assert!(segments(1, last, 1) == segments(1, last, 3), "{last}");
        }
    }

    #[test]
    fn a_window_alone_is_what_it_is_in_the_whole() {
        let (first, last) = (5_000_000, 6_000_000);
        let whole = segments(1, last, 1);
        let window = segments(first, last, 2);
        let entries = |segments: Vec<Segment>| {
            segments
                .into_iter()
                .flat_map(|s| s.iter().collect::<Vec<_>>())
        };
        assert!(entries(window).eq(entries(whole).filter(|&(modulus, _)| modulus >= first)));
    }
}
