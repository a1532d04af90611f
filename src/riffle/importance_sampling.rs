use std::num::NonZero;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::completions::{Completions, Values};
use super::two_kinds::Estimate;
use crate::shuffle::{Seed, Shuffle};
use crate::simulate::{Merge, Problem, Sampler, Tally, over_units};
use crate::zoo::{Riffle, Transpositions};

/// Importance sampling of total variation after a shuffle with this number of packets.
pub struct ImportanceSampling<'a> {
    pub completions: &'a Completions,
    /// Q/U − 1 by number of descents.
    pub values: &'a Values,
    /// The kind of each card before the shuffle.
    pub kinds: Vec<u32>,
    pub packets: &'a BigUint,
    /// The largest |Q/U − 1|.
    pub largest: f64,
}

/// Values in fixed point, so that their sums do not depend on the order: the largest value is 2^40 units.
const UNITS: f64 = (1u64 << 40) as f64;

/// The proposal distribution: where the decks come from.
#[derive(Clone, Copy)]
enum Proposal {
    /// |Q − U|/(Q + U) of riffled and uniform decks.
    Mixture,
    /// |Q − U|/2U of uniform decks alone.
    Uniform,
}

impl ImportanceSampling<'_> {
    /// Returns the estimate from this number of samples; none if `goes_on` returned false.
    pub fn estimate(
        &self,
        samples: u32,
        seed: &Seed,
        threads: NonZero<usize>,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Option<Estimate> {
        let Some(packets) = self.packets.to_u32() else {
            // So close to uniform no ratio is large.
            let uniform = Problem::new(self.kinds.len(), samples.into());
            let sampler = uniform.sampler(&Transpositions::FisherYates, seed);
            return Some(self.sums(uniform, &sampler, Proposal::Uniform, threads, &mut goes_on)?.estimate());
        };
        let [riffled, uniform] =
            [samples / 2, samples - samples / 2].map(|half| Problem::new(self.kinds.len(), half.into()));
        let (riffle, fair) = (Riffle::Packets(packets), Transpositions::FisherYates);
        let sampler = uniform.sampler(&fair, seed);
        let uniform = self.sums(uniform, &sampler, Proposal::Mixture, threads, &mut goes_on)?;
        let sampler = riffled.sampler(&riffle, seed).on_other_draws();
        let riffled = self.sums(riffled, &sampler, Proposal::Mixture, threads, &mut goes_on)?;
        Some(mean_of(uniform.estimate(), riffled.estimate()))
    }

    fn sums<S: Shuffle + Sync>(
        &self,
        problem: Problem,
        decks: &Sampler<'_, S>,
        proposal: Proposal,
        threads: NonZero<usize>,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) -> Option<Sums<'_>> {
        let nothing = Sums { sampling: self, proposal, count: 0, sum: 0, squares: 0 };
        let (units, each) = (0..problem.units(), problem.decks_of(0..1));
        let count = |unit, sums: &mut Sums<'_>| decks.count(unit, sums);
        let mut completed = true;
        let folded = over_units(units, threads, &nothing, count, |finished| {
            completed = completed && goes_on(finished * each);
            completed
        });
        completed.then_some(folded.tally)
    }

    /// The largest value.
    fn bound(&self) -> f64 {
        self.largest.min(1.0)
    }
}

#[derive(Clone)]
struct Sums<'a> {
    sampling: &'a ImportanceSampling<'a>,
    proposal: Proposal,
    count: u64,
    sum: u128,
    squares: u128,
}

impl Tally for Sums<'_> {
    fn add(&mut self, decks: &[u32], cards: usize) {
        for deck in decks.chunks_exact(cards) {
            let arrangement: Vec<u32> = deck.iter().map(|&card| self.sampling.kinds[card as usize]).collect();
            let value = self.value(&arrangement);
            self.count += 1;
            self.sum += u128::from(value);
            self.squares += u128::from(value) * u128::from(value);
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

impl Sums<'_> {
    /// Returns the value of an arrangement in fixed point.
    fn value(&self, arrangement: &[u32]) -> u64 {
        let excess = self.sampling.completions.mean(arrangement, self.sampling.values);
        let part = match self.proposal {
            Proposal::Mixture => excess.abs() / (2.0 + excess),
            Proposal::Uniform => excess.abs() / 2.0,
        };
        match self.sampling.bound() {
            0.0 => 0,
            bound => (part / bound * UNITS).round() as u64,
        }
    }

    fn estimate(&self) -> Estimate {
        let (count, unit) = (self.count as f64, self.sampling.bound() / UNITS);
        let (mean, square) = (self.sum as f64 / count, self.squares as f64 / count);
        let variance = (square - mean * mean).max(0.0) / (count - 1.0);
        Estimate { value: mean * unit, standard_error: Some(variance.sqrt() * unit) }
    }
}

/// Combines two halves of equal weight.
fn mean_of(one: Estimate, other: Estimate) -> Estimate {
    let [a, b] = [one, other].map(|half| half.standard_error.unwrap_or(0.0));
    Estimate { value: (one.value + other.value) / 2.0, standard_error: Some(a.hypot(b) / 2.0) }
}
