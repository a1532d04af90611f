//! Simulation: shuffles many decks and counts their statistics, on any number of threads.
//!
//! The counts do not depend on the number of threads, nor on the division of the work into parts. The work is
//! divided into units that depend only on the problem. Unit i draws from
//! [`Generator::unit`](crate::shuffle::Generator::unit) with the number i. The counts are integers, whose sum
//! does not depend on the order.
//!
//! ```
//! # mod faro { pub use faro_permutation as permutation; pub use faro_sample::*; }
//! use std::num::NonZero;
//! use faro::shuffle::{Choices, Seed, Shuffle};
//! use faro::permutation::Statistic;
//! use faro::simulate::{Problem, Statistics, over_units};
//!
//! /// Moves the top card to a random position.
//! struct TopToRandom;
//!
//! impl Shuffle for TopToRandom {
//!     fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
//!         let place = choices.below(deck.len() as u32) as usize;
//!         deck[..=place].rotate_left(1);
//!     }
//! }
//!
//! let (problem, seed) = (Problem::new(52, 10_000), Seed::from(7));
//! let decks = problem.sampler(&TopToRandom, &seed);
//! let (counts, _) = over_units(
//!     0..problem.units(),
//!     NonZero::new(2).unwrap(),
//!     &Statistics::new(52, None),
//!     |unit, tally| decks.count(unit, tally),
//!     |_units| true,
//! );
//! let rising = counts.histogram(Statistic::RisingSequences).unwrap();
//! assert_eq!(rising.filled().map(|(value, _)| value).collect::<Vec<_>>(), [1, 2]);
//! ```

mod comparison;
mod sampler;
mod statistics;
mod tally;

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::shuffle::Shuffle;

pub use comparison::{Comparison, SampleMean};
pub use sampler::{MAX_CARDS, MAX_SAMPLES, Problem, Sampler};
pub use statistics::{Histogram, Statistics};
pub use tally::{MAX_ORDERED, Merge, Orders, PositionTable, Tally};

/// Maximum time between two calls of `goes_on`, even if units take longer.
const MAX_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Counts units of work on up to `threads` threads, each with its own tally, and merges the tallies.
///
/// Returns the counts and the counted units: all, or the units from the first one up to the stop, without a gap.
///
/// `count` counts a unit. `goes_on` gets the number of units finished since its last call, and returns
/// whether to start more units. Units that were started are finished. The result does not depend on the
/// number of threads.
///
/// # Panics
///
/// If `count` panics.
pub fn over_units<T: Merge + Clone + Send + Sync>(
    units: Range<u64>,
    threads: NonZero<usize>,
    empty: &T,
    count: impl Fn(u64, &mut T) + Sync,
    mut goes_on: impl FnMut(u64) -> bool,
) -> (T, Range<u64>) {
    let (next, stop) = (AtomicU64::new(units.start), AtomicBool::new(false));
    let (finished, reports) = mpsc::channel();
    let work = |finished: mpsc::Sender<u64>| {
        let mut tally = empty.clone();
        while let Some(unit) = take(&next, units.end, &stop) {
            count(unit, &mut tally);
            // A send fails if the receiver is gone, which is harmless.
            let _ = finished.send(1);
        }
        tally
    };
    let tally = thread::scope(|scope| {
        let begin = |_| {
            let finished = finished.clone();
            thread::Builder::new()
                .spawn_scoped(scope, || work(finished))
                .ok()
        };
        // The system may allow fewer threads than requested.
        let workers: Vec<_> = (0..useful_threads(threads, &units))
            .map_while(begin)
            .collect();
        drop(finished);
        let mut tally = empty.clone();
        if workers.is_empty() {
            while let Some(unit) = take(&next, units.end, &stop) {
                count(unit, &mut tally);
                stop.store(!goes_on(1), Ordering::Relaxed);
            }
        }
        listen(&reports, &stop, &mut goes_on);
        let tallies = workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| resume(panic)));
        tallies.fold(tally, merged)
    });
    (tally, units.start..next.into_inner().min(units.end))
}

/// Returns the number of threads to start: never more than the number of units.
fn useful_threads(threads: NonZero<usize>, units: &Range<u64>) -> u64 {
    (threads.get() as u64).min(units.end.saturating_sub(units.start))
}

/// Returns the next unit, unless there is none or the work was stopped.
fn take(next: &AtomicU64, end: u64, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&unit| unit < end)
}

/// Passes the numbers of finished units to `goes_on` until all workers are done.
fn listen(reports: &mpsc::Receiver<u64>, stop: &AtomicBool, goes_on: &mut impl FnMut(u64) -> bool) {
    loop {
        let finished = match reports.recv_timeout(MAX_CHECK_INTERVAL) {
            Ok(first) => first + reports.try_iter().sum::<u64>(),
            Err(RecvTimeoutError::Timeout) => 0,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if !goes_on(finished) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

fn merged<T: Merge>(mut tally: T, other: T) -> T {
    tally.merge(other);
    tally
}

fn resume<T>(panic: Box<dyn std::any::Any + Send>) -> T {
    std::panic::resume_unwind(panic)
}

/// The fixed-point representation of the largest value. Sums of fixed-point values do not depend on the
/// order.
const UNITS: f64 = (1u64 << 40) as f64;

impl<S: Shuffle + Sync> Sampler<'_, S> {
    /// Returns the mean of a function of the decks, and its standard error.
    ///
    /// `value` maps a deck to a number from 0 to `largest`. The result does not depend on the number of
    /// threads. `goes_on` gets the number of decks finished since its last call. If it returns false, the
    /// simulation stops and the result is `None`.
    pub fn mean(
        &self,
        largest: f64,
        value: &(dyn Fn(&[u32]) -> f64 + Sync),
        threads: NonZero<usize>,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Option<[f64; 2]> {
        let problem: Problem = self.problem();
        let scale = if largest > 0.0 { UNITS / largest } else { 0.0 };
        let (empty, decks_per_unit) = (
            Sums {
                value,
                scale,
                count: 0,
                sum: 0,
                squares: 0,
            },
            problem.decks_of(0..1),
        );
        let mut completed = true;
        let count = |unit, sums: &mut Sums<'_>| self.count(unit, sums);
        let (sums, _) = over_units(0..problem.units(), threads, &empty, count, |finished| {
            completed = completed && goes_on(finished * decks_per_unit);
            completed
        });
        completed.then(|| sums.mean(largest / UNITS))
    }
}

#[derive(Clone)]
struct Sums<'a> {
    value: &'a (dyn Fn(&[u32]) -> f64 + Sync),
    scale: f64,
    count: u64,
    sum: u128,
    squares: u128,
}

impl Sums<'_> {
    fn mean(&self, unit: f64) -> [f64; 2] {
        let count = self.count as f64;
        let (mean, square) = (self.sum as f64 / count, self.squares as f64 / count);
        let variance = (square - mean * mean).max(0.0) / (count - 1.0);
        [mean * unit, variance.sqrt() * unit]
    }
}

impl Tally for Sums<'_> {
    fn add(&mut self, decks: &[u32], cards: usize) {
        for deck in decks.chunks_exact(cards) {
            let value = ((self.value)(deck) * self.scale).round() as u128;
            self.count += 1;
            self.sum += value;
            self.squares += value * value;
        }
    }
}

impl Merge for Sums<'_> {
    fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the counted units.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Seen(Vec<u64>);

    impl Merge for Seen {
        fn merge(&mut self, other: Seen) {
            self.0.extend(other.0);
            self.0.sort_unstable();
        }
    }

    fn seen(
        units: Range<u64>,
        threads: usize,
        goes_on: impl FnMut(u64) -> bool,
    ) -> (Seen, Range<u64>) {
        let threads = NonZero::new(threads).unwrap();
        over_units(
            units,
            threads,
            &Seen(Vec::new()),
            |unit, seen| seen.0.push(unit),
            goes_on,
        )
    }

    #[test]
    fn each_unit_is_counted_once() {
        for threads in [1, 2, 7] {
            let mut finished = 0;
            let (Seen(counted), units) = seen(5..1000, threads, |units| {
                finished += units;
                true
            });
            assert_eq!(counted, (5..1000).collect::<Vec<_>>());
            assert_eq!((units, finished), (5..1000, 995));
        }
        assert_eq!(seen(3..3, 2, |_| true), (Seen(vec![]), 3..3));
    }

    #[test]
    fn what_is_stopped_has_no_gap() {
        let slow = |unit, seen: &mut Seen| {
            thread::sleep(Duration::from_millis(1));
            seen.0.push(unit);
        };
        let threads = NonZero::new(3).unwrap();
        let (Seen(counted), units) =
            over_units(0..100_000, threads, &Seen(vec![]), slow, |_| false);
        assert_eq!(counted, units.clone().collect::<Vec<_>>());
        assert!(units.end < 100_000);
    }
}
