//! The orders of 2 modulo all odd numbers of a range, block by block.

mod composites;
mod power_tests;
mod segment;
mod sieve;
mod summary;
mod tables;
mod threads;
mod wheel;

use std::num::NonZero;
use std::ops::{Range, RangeInclusive};
use std::vec::IntoIter;

use thiserror::Error;

use super::order::multiplicative_order;
use sieve::SievedSweep;
use threads::map_in_threads;

pub use segment::Segment;
pub use summary::OrderSummary;

/// Maximum modulus of a sweep by a sieve. Its arithmetic needs moduli of at most 30 bits, and its tables stay below 1
/// GB.
const MAX_SIEVED: u64 = 1 << 30;

/// Maximum number of integers in a range that ends above [`MAX_SIEVED`]. Odd and even integers count.
const MAX_UNSIEVED: u64 = 1 << 27;

/// A range is sieved if it has at least 1/MAX_END_RATIO of the numbers up to its end. For a shorter range, separate
/// orders are faster. At this length both methods take the same time, for ends from 10^7 to 10^9.
const MAX_END_RATIO: u64 = 100;

/// The orders of 2 modulo all odd numbers of a range, ascending, as [`Segment`]s.
///
/// A long range that ends at most at 2^30 is sieved. A segmented sieve gives the smallest prime factors.
/// The order modulo a composite is the least common multiple of the orders modulo its smallest prime
/// power and its cofactor, which are in a table. The order modulo a prime p is found by dividing the
/// prime factors out of p − 1 as long as the power of 2 stays 1 (Gauss, *Disquisitiones* art. 92; Cohen,
/// *A Course in Computational Algebraic Number Theory*, algorithm 1.4.3). For N numbers this takes
/// O(log log N) operations per modulus for the sieve and O(log N) products for the powers.
///
/// For other ranges, [`multiplicative_order`](super::multiplicative_order) is computed for each modulus.
///
/// The memory is up to 0.78 bytes for each number up to the end of a sieved range (0.8 GB for 10^9), plus a few
/// segments.
///
/// ```
/// # use faro_math as faro;
/// use faro::number::OrderSweep;
///
/// let sweep = OrderSweep::new(1..=16)?; // OEIS A002326
/// let orders: Vec<u64> = sweep.flat_map(|segment| segment.orders().to_vec()).collect();
/// assert_eq!(orders, [1, 2, 4, 3, 6, 10, 12, 4]);
/// # Ok::<(), faro_math::number::RangeTooLongError>(())
/// ```
#[derive(Debug)]
pub struct OrderSweep {
    method: SweepMethod,
    ready: IntoIter<Segment>,
}

#[derive(Debug)]
enum SweepMethod {
    Sieved(Box<SievedSweep>),
    Direct(DirectSweep),
}

/// The error for a range that ends above 2^30 and has too many numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a range that ends above 2^30 may have at most {at_most} numbers; this one has {length}")]
pub struct RangeTooLongError {
    /// The number of integers in the range.
    pub length: u64,
    /// Maximum number of integers in the range. Odd and even integers count.
    pub at_most: u64,
}

impl OrderSweep {
    /// Returns the orders modulo the odd numbers among `moduli`, computed in one thread.
    ///
    /// # Errors
    ///
    /// [`RangeTooLongError`] for more than 2^27 numbers, if the last one is above 2^30.
    pub fn new(moduli: RangeInclusive<u64>) -> Result<OrderSweep, RangeTooLongError> {
        OrderSweep::with_threads(moduli, NonZero::<usize>::MIN)
    }

    /// Returns the orders as [`new`](Self::new) does, computed in `threads` threads.
    ///
    /// The orders do not depend on the number of threads; the bounds of the segments may.
    ///
    /// # Errors
    ///
    /// The error of [`new`](Self::new).
    pub fn with_threads(
        moduli: RangeInclusive<u64>,
        threads: NonZero<usize>,
    ) -> Result<OrderSweep, RangeTooLongError> {
        let (start, end) = (*moduli.start(), *moduli.end());
        let length = end
            .checked_sub(start)
            .map_or(0, |less| less.saturating_add(1));
        if end > MAX_SIEVED && length > MAX_UNSIEVED {
            return Err(RangeTooLongError {
                length,
                at_most: MAX_UNSIEVED,
            });
        }
        let method = if end <= MAX_SIEVED && length >= end / MAX_END_RATIO {
            SweepMethod::Sieved(Box::new(SievedSweep::new(moduli, threads.get())))
        } else {
            SweepMethod::Direct(DirectSweep::new(start | 1, end, threads.get()))
        };
        Ok(OrderSweep {
            method,
            ready: Vec::new().into_iter(),
        })
    }
}

impl OrderSweep {
    /// Applies `work` to each segment and returns the results in ascending order of the segments.
    ///
    /// `work` runs in the threads of the sweep. If the results are small, this is faster than iterating over the
    /// segments, because the segments are not copied.
    ///
    /// ```
    /// # use faro_math as faro;
    /// use faro::number::OrderSweep;
    /// let mut sweep = OrderSweep::new(1..=16)?;
    /// let sums = sweep.map_segments(|segment| segment.orders().iter().sum::<u64>());
    /// assert_eq!(sums.sum::<u64>(), 42);
    /// # Ok::<(), faro_math::number::RangeTooLongError>(())
    /// ```
    pub fn map_segments<T: Send>(
        &mut self,
        work: impl Fn(&Segment) -> T + Sync,
    ) -> impl Iterator<Item = T> {
        std::iter::from_fn(move || self.next_batch(|segment| work(segment))).flatten()
    }

    /// Returns the results of `work` for the next segments, or `None` at the end.
    fn next_batch<T: Send>(&mut self, work: impl Fn(&mut Segment) -> T + Sync) -> Option<Vec<T>> {
        match &mut self.method {
            SweepMethod::Sieved(sweep) => sweep.next_batch(work),
            SweepMethod::Direct(sweep) => sweep.next_batch(work),
        }
    }
}

impl Iterator for OrderSweep {
    type Item = Segment;

    fn next(&mut self) -> Option<Segment> {
        loop {
            if let Some(segment) = self.ready.next() {
                return Some(segment);
            }
            self.ready = self.next_batch(Segment::take)?.into_iter();
        }
    }
}

// Sweeps that compute each order separately: faster than a sieve for a short range of large numbers.

/// Number of moduli in a piece of work, which takes some milliseconds.
const PIECE: u64 = 256;

/// Number of pieces per thread that are computed before results are returned.
const PIECES_PER_THREAD: usize = 4;

/// A sweep over odd moduli in pieces.
#[derive(Debug)]
struct DirectSweep {
    /// The remaining odd moduli m, as (m − 1)/2.
    left: Range<u64>,
    threads: usize,
}

impl DirectSweep {
    /// Starts a sweep over the odd moduli from `first`, which is odd, to `last`.
    fn new(first: u64, last: u64, threads: usize) -> DirectSweep {
        DirectSweep {
            left: first / 2..last.div_ceil(2),
            threads,
        }
    }

    /// Returns the results of `work` for the next segments, or `None` at the end.
    fn next_batch<T: Send>(&mut self, work: impl Fn(&mut Segment) -> T + Sync) -> Option<Vec<T>> {
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
        let results = map_in_threads(states, pieces, |(), halves| work(&mut segment(halves)));
        Some(results).filter(|results| !results.is_empty())
    }
}

fn order(modulus: u64) -> u64 {
    multiplicative_order(&2, &modulus).expect("2 is coprime to an odd 64-bit number")
}
