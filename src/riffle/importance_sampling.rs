use std::num::NonZero;

use super::two_kinds::Estimate;
use crate::shuffle::{Seed, Shuffle};
use crate::simulate::Problem;
use crate::zoo::Transpositions;

/// Importance sampling of total variation after a shuffle.
pub(crate) struct ImportanceSampling<'a> {
    pub cards: usize,
    /// Q/U − 1 of a deck.
    pub excess: &'a (dyn Fn(&[u32]) -> f64 + Sync),
    /// The largest |Q/U − 1|.
    pub largest: f64,
}

impl ImportanceSampling<'_> {
    /// Returns the estimate from this number of samples. Half of them are shuffled and half uniform: the mean of
    /// |Q − U|/(Q + U). If no shuffle is given, Q is so close to uniform that no ratio is large, and all are uniform: the
    /// mean of |Q − U|/2U. None if `goes_on` returned false.
    pub fn estimate<S: Shuffle + Sync>(
        &self,
        shuffle: Option<&S>,
        samples: u32,
        seed: &Seed,
        threads: NonZero<usize>,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Option<Estimate> {
        let (fair, largest) = (Transpositions::FisherYates, self.largest.min(1.0));
        let problem = |samples: u32| Problem::new(self.cards, samples.into());
        let Some(shuffle) = shuffle else {
            let part = |deck: &[u32]| (self.excess)(deck).abs() / 2.0;
            let [value, error] =
                problem(samples).sampler(&fair, seed).mean(largest, &part, threads, goes_on)?;
            return Some(Estimate { value, standard_error: Some(error) });
        };
        let part = |deck: &[u32]| {
            let excess = (self.excess)(deck);
            excess.abs() / (2.0 + excess)
        };
        let uniform = problem(samples - samples / 2);
        let [one, a] = uniform.sampler(&fair, seed).mean(largest, &part, threads, &mut goes_on)?;
        let shuffled = problem(samples / 2);
        let shuffled = shuffled.sampler(shuffle, seed).on_other_draws();
        let [other, b] = shuffled.mean(largest, &part, threads, &mut goes_on)?;
        Some(Estimate { value: (one + other) / 2.0, standard_error: Some(a.hypot(b) / 2.0) })
    }
}
