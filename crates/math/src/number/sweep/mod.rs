//! The orders of 2 modulo all odd numbers of a range, block by block.

mod composites;
mod power_tests;
mod sieve;
mod summary;
mod wheel;

use std::num::NonZero;
use std::ops::{Range, RangeInclusive};
use std::sync::Mutex;
use std::thread;
use std::vec::IntoIter;

use thiserror::Error;

use super::order::multiplicative_order;
use sieve::SievedSweep;

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
/// use faro_math::number::OrderSweep;
///
/// let sweep = OrderSweep::new(1..=16)?; // OEIS A002326
/// let orders: Vec<u64> = sweep.flat_map(|segment| segment.orders().to_vec()).collect();
/// assert_eq!(orders, [1, 2, 4, 3, 6, 10, 12, 4]);
/// # Ok::<(), faro_math::number::RangeTooLongError>(())
/// ```
#[derive(Debug)]
pub struct OrderSweep {
    method: Method,
    ready: IntoIter<Segment>,
}

#[derive(Debug)]
enum Method {
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
        let length = end.checked_sub(start).map_or(0, |less| less.saturating_add(1));
        if end > MAX_SIEVED && length > MAX_UNSIEVED {
            return Err(RangeTooLongError { length, at_most: MAX_UNSIEVED });
        }
        let method = if end <= MAX_SIEVED && length >= end / MAX_END_RATIO {
            Method::Sieved(Box::new(SievedSweep::new(moduli, threads.get())))
        } else {
            Method::Direct(DirectSweep::new(start | 1, end, threads.get()))
        };
        Ok(OrderSweep { method, ready: Vec::new().into_iter() })
    }
}

impl OrderSweep {
    /// Applies `work` to each segment and returns the results in ascending order of the segments.
    ///
    /// `work` runs in the threads of the sweep. If the results are small, this is faster than iterating over the
    /// segments, because the segments are not copied.
    ///
    /// ```
    /// use faro_math::number::OrderSweep;
    /// let mut sweep = OrderSweep::new(1..=16)?;
    /// let sums = sweep.map_segments(|segment| segment.orders().iter().sum::<u64>());
    /// assert_eq!(sums.sum::<u64>(), 42);
    /// # Ok::<(), faro_math::number::RangeTooLongError>(())
    /// ```
    pub fn map_segments<T: Send>(&mut self, work: impl Fn(&Segment) -> T + Sync) -> impl Iterator<Item = T> {
        std::iter::from_fn(move || self.next_batch(|segment| work(segment))).flatten()
    }

    /// Returns the results of `work` for the next segments, or `None` at the end.
    fn next_batch<T: Send>(&mut self, work: impl Fn(&mut Segment) -> T + Sync) -> Option<Vec<T>> {
        match &mut self.method {
            Method::Sieved(sweep) => sweep.next_batch(work),
            Method::Direct(sweep) => sweep.next_batch(work),
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

/// The orders of 2 modulo consecutive odd numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    first: u64,
    orders: Vec<u64>,
}

impl Segment {
    /// Removes the orders modulo numbers that are not in the range `moduli`.
    fn cut(&mut self, moduli: &RangeInclusive<u64>) {
        let before = moduli.start().saturating_sub(self.first).div_ceil(2) as usize;
        let through = moduli.end().checked_sub(self.first).map_or(0, |beyond| beyond / 2 + 1);
        self.orders.truncate(usize::try_from(through).unwrap_or(usize::MAX));
        self.orders.drain(..before.min(self.orders.len()));
        self.first += 2 * before as u64;
    }

    /// Moves the orders to a new segment.
    fn take(&mut self) -> Segment {
        Segment { first: self.first, orders: std::mem::take(&mut self.orders) }
    }

    /// Returns the first modulus, which is odd. The other moduli follow in steps of 2.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Returns the orders, one for each modulus.
    pub fn orders(&self) -> &[u64] {
        &self.orders
    }

    /// Counts the orders modulo the numbers of the segment that are in the range `moduli`.
    pub fn summary(&self, moduli: RangeInclusive<u64>) -> OrderSummary {
        let from = moduli.start().saturating_sub(self.first).div_ceil(2).min(self.orders.len() as u64);
        let end = moduli.end().checked_sub(self.first).map_or(0, |last| last / 2 + 1);
        let orders = &self.orders[..end.min(self.orders.len() as u64) as usize];
        OrderSummary::new(self.first + 2 * from, orders.get(from as usize..).unwrap_or_default())
    }

    /// Returns the moduli with their orders.
    ///
    /// ```
    /// use faro_math::number::OrderSweep;
    /// let segment = OrderSweep::new(51..=53)?.next().unwrap();
    /// assert_eq!(segment.iter().collect::<Vec<_>>(), [(51, 8), (53, 52)]);
    /// # Ok::<(), faro_math::number::RangeTooLongError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.orders.iter().zip(0..).map(|(&order, index)| (self.first + 2 * index, order))
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
        DirectSweep { left: first / 2..last.div_ceil(2), threads }
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

/// Returns the results of `work` for all tasks, in order. Each thread has one of `states`, of which there must be at
/// least one, and takes the next task that remains. If the system does not start a thread, the others take its tasks.
fn map_in_threads<S: Send, T: Send, R: Send>(
    states: &mut [S],
    tasks: Vec<T>,
    work: impl Fn(&mut S, T) -> R + Sync,
) -> Vec<R> {
    let threads = states.len().min(tasks.len());
    let mut results: Vec<Option<R>> = tasks.iter().map(|_| None).collect();
    let left = Mutex::new(tasks.into_iter().zip(&mut results));
    let next = || left.lock().expect("no thread panics while it holds the lock").next();
    let run = |state: &mut S| {
        while let Some((task, result)) = next() {
            *result = Some(work(state, task));
        }
    };
    thread::scope(|scope| {
        let mut states = states[..threads].iter_mut();
        let own = states.next();
        let start = |state| thread::Builder::new().spawn_scoped(scope, || run(state)).map(drop);
        let _ = states.try_for_each(start);
        own.into_iter().for_each(run);
    });
    results.into_iter().flatten().collect()
}
