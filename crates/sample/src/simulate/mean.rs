use std::num::NonZero;

use super::{Merge, Problem, Sampler, Tally, over_units};
use crate::shuffle::Shuffle;

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
        let (empty, each) = (Sums { value, scale, count: 0, sum: 0, squares: 0 }, problem.decks_of(0..1));
        let mut completed = true;
        let count = |unit, sums: &mut Sums<'_>| self.count(unit, sums);
        let folded = over_units(0..problem.units(), threads, &empty, count, |finished| {
            completed = completed && goes_on(finished * each);
            completed
        });
        completed.then(|| folded.tally.mean(largest / UNITS))
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
