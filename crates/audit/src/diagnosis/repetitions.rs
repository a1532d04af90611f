//! The number of repetitions of a cause, and its interval, from simulated decks.

use super::at_once::GoesOn;
use super::candidate::{Candidate, FITS_WELL};
use super::cause::Cause;
use super::estimates::Likeliest;
use super::family::Family;
use super::observations::Observations;
use super::profile::Profile;
use super::rivals::predicted;

/// Half the width of a 95 % interval, in standard errors.
const ERRORS: f64 = 2.0;

/// Distance between the estimated number and the numbers below and above whose scores are compared, as a
/// share of the estimate.
const APART: f64 = 0.08;

/// Differences between the scores of an estimate and of the numbers below and above, scaled to the observed
/// number of decks.
#[derive(Clone, Copy)]
struct Scores {
    /// The score of the number above, minus the score of the number below.
    slope: f64,
    /// The scores of the numbers above and below, minus two times the score of the estimate.
    curvature: f64,
}

/// Returns whether the cause's only parameter is a number of repetitions estimated by simulation.
fn is_number(cause: Cause) -> bool {
    cause.parameters() == 1 && cause.is_repeated() && cause != Cause::StopsAfter
}

/// Maximum number of corrections of an estimate. Each is a step of Newton's method.
const CORRECTIONS: usize = 2;

impl Observations<'_> {
    /// Sets a cause's number of repetitions, or its probability of random comparisons, and the interval.
    ///
    /// Scores sum over tables as if they were independent, so intervals from scores alone are too narrow.
    /// Instead, the observed slope of the score is compared with its mean over simulated batches of decks.
    /// The difference divided by the curvature estimates the error of the number, and the variance between
    /// batches gives the interval. Simulated and observed slopes use the same signatures, and so have the
    /// same noise from them.
    pub fn estimate_number(
        &self,
        family: &mut Family,
        candidate: &mut Candidate,
        goes_on: &mut GoesOn,
    ) {
        let cause = candidate.cause;
        let is_chance = matches!(cause, Cause::RandomSort(_) | Cause::NoisyPlaces);
        let largest = if cause == Cause::NoisyPlaces {
            f64::INFINITY
        } else {
            1.0
        };
        if candidate.fit < FITS_WELL || family.known.is_some() || !(is_chance || is_number(cause)) {
            return;
        }
        // An odd number of swaps makes odd orders, so numbers of swaps are compared in steps of two.
        let step = if cause == Cause::Swaps { 2.0 } else { 1.0 };
        for _ in 0..CORRECTIONS {
            let number = family.grid[0];
            let apart = if is_chance {
                APART * number
            } else {
                (APART * number / step).round().max(1.0) * step
            };
            let Some(found) = self.corrected(family, apart, goes_on) else {
                return;
            };
            let estimate = if is_chance {
                found.map(|chance| chance.clamp(0.0, largest))
            } else {
                let rounded = number + ((found.value - number) / step).round() * step;
                let value = rounded.max(1.0);
                Likeliest {
                    value,
                    low: found.low.ceil().min(value).max(1.0),
                    high: found.high.floor().max(value),
                }
            };
            let value = estimate.value;
            let in_units = estimate.map(|value| family.in_units(value, self.tables.cards()));
            family.grid = vec![value];
            candidate.word = family.word(value);
            candidate.estimate = Some(in_units.into());
            if (value - number).abs() <= apart {
                return;
            }
        }
    }

    /// Returns the number of a family with a single value after a step of Newton's method, not rounded.
    ///
    /// Returns `None` if the number is too small, or if `goes_on` stopped the simulation.
    fn corrected(&self, family: &Family, apart: f64, goes_on: &mut GoesOn) -> Option<Likeliest> {
        let number = family.grid[0];
        if number <= apart {
            return None;
        }
        let families = [-apart, 0.0, apart].map(|more| family.at(number + more));
        let signature = |index: usize, threads, goes_on: &mut GoesOn| {
            self.signature(&families[index], 0, threads, goes_on)
        };
        let signatures = self.at_once(families.len(), goes_on, signature);
        let [below, own, above] = &signatures[..] else {
            return None;
        };
        let scores = |profile: &Profile| {
            let [below, own, above] = [below, own, above].map(|one| self.fair.score(profile, one));
            Scores {
                slope: above - below,
                curvature: above + below - 2.0 * own,
            }
        };
        let (simulated, factor) = self.simulated(family, scores, goes_on)?;
        interval(number, apart, scores(&self.seen), &simulated, factor)
    }

    /// Returns the scores of simulated batches, and the ratio of a batch's number of decks to the observed
    /// number.
    ///
    /// The family must have a single value. Returns `None` if `goes_on` stopped the simulation.
    fn simulated(
        &self,
        family: &Family,
        scores: impl Fn(&Profile) -> Scores,
        goes_on: &mut GoesOn,
    ) -> Option<(Vec<Scores>, f64)> {
        let (mut simulated, mut decks) = (Vec::new(), 0.0);
        self.simulation(family)
            .batches(family, false, goes_on, |batch| {
                decks = batch.decks() as f64;
                simulated.push(scores(&Profile::new(batch).with_decks_of(&self.seen)));
            })?;
        Some((simulated, decks / self.seen.fewest_decks()))
    }
}

/// Returns the number and its interval, not rounded. `factor`: see [`Observations::simulated`].
fn interval(
    number: f64,
    apart: f64,
    seen: Scores,
    simulated: &[Scores],
    factor: f64,
) -> Option<Likeliest> {
    let slopes: Vec<f64> = simulated.iter().map(|one| one.slope).collect();
    let (slope, variance) = predicted(&slopes, factor);
    let error = variance.sqrt();
    let curvatures = simulated.iter().map(|one| one.curvature);
    let curvature = curvatures.sum::<f64>() / simulated.len() as f64;
    if curvature >= 0.0 || simulated.len() < 2 {
        return None;
    }
    let each = apart / (-2.0 * curvature);
    let value = number + (seen.slope - slope) * each;
    Some(Likeliest {
        value,
        low: value - ERRORS * error * each,
        high: value + ERRORS * error * each,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The score is −(x − k)²/2 for each of three decks with mean 10 and variance 1. The batches have three decks too.
    #[test]
    fn intervals_of_parabolas() {
        let score = |mean: f64, number: f64| -3.0 * (mean - number) * (mean - number) / 2.0;
        let scores = |mean: f64| Scores {
            slope: score(mean, 12.0) - score(mean, 8.0),
            curvature: score(mean, 12.0) + score(mean, 8.0) - 2.0 * score(mean, 10.0),
        };
        let simulated = [-1.0, 0.0, 1.0].map(|error| scores(10.0 + error / 3f64.sqrt()));
        let found = interval(10.0, 2.0, scores(10.7), &simulated, 1.0).unwrap();
        let error = 2.0 * (1.0 / 3.0 * (1.0 + 1.0 / 3.0f64)).sqrt();
        assert!(
            (found.value - 10.7).abs() < 1e-9 && (found.high - found.value - error).abs() < 1e-9
        );
        assert!((found.value - found.low - error).abs() < 1e-9);
    }
}
