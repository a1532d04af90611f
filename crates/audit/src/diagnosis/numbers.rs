//! The interval of a number of moves, swaps, shuffles or shelves that is estimated from simulated decks.

use super::candidate::{Candidate, Estimate};
use super::cause::Cause;
use super::family::Family;
use super::profile::Profile;
use super::ranking::Ranking;
use faro_math::number::elementary::powi;

/// The standard errors of an interval of 95 %.
const ERRORS: f64 = 2.0;

/// How far the numbers on both sides are away whose scores are compared, as a share of the number.
const APART: f64 = 0.08;

/// The scores of the next numbers, as if a profile had the observed number of decks.
#[derive(Clone, Copy)]
struct Scores {
    /// By how much the score of the larger number exceeds that of the smaller one.
    slope: f64,
    /// The sum of both, less twice the score of the number itself.
    curvature: f64,
}

/// Returns whether the number of a cause is estimated from simulated decks, and is its only parameter.
pub fn is_number(cause: Cause) -> bool {
    cause.parameters() == 1
        && matches!(cause.unit(), Some("moves" | "swaps" | "shuffles" | "shelves"))
        && cause != Cause::StopsAfter
}

impl Ranking<'_> {
    /// Sets the number of a cause that explains the decks, and its interval.
    ///
    /// The tables are added as if they were independent, so that scores alone give intervals that are too narrow. The
    /// slope of the score at the number is a sum over the decks. Its mean and variance are those of batches of decks with
    /// this number; how far the observed slope is from the mean, divided by the curvature, is how far the true number is
    /// away. The noise of the signatures is the same for both.
    pub fn estimate_number(
        &self,
        family: &Family,
        candidate: &mut Candidate,
        own: &Profile,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) {
        let number = family.grid[0];
        // An odd number of swaps gives odd orders: the next number of the same kind is two away.
        let step = if candidate.cause == Cause::Swaps { 2.0 } else { 1.0 };
        let apart = (APART * number / step).round().max(1.0) * step;
        if !candidate.explains() || !is_number(candidate.cause) || number <= apart {
            return;
        }
        let of = |value: f64| Family { grid: vec![value], ..family.clone() };
        let Some(below) = self.signature(&of(number - apart), 0, goes_on) else { return };
        let Some(above) = self.signature(&of(number + apart), 0, goes_on) else { return };
        let scores = |profile: &Profile| {
            let [below, own, above] = [&below, own, &above].map(|one| self.fair.score(profile, one));
            Scores { slope: above - below, curvature: above + below - 2.0 * own }
        };
        let Some((simulated, factor)) = self.simulated(&of(number), scores, goes_on) else { return };
        let Some(estimate) = interval(number, apart, scores(&self.seen), &simulated, factor) else { return };
        let value = number + ((estimate.value - number) / step).round() * step;
        let [low, high] = [estimate.low.ceil().min(value).max(1.0), estimate.high.floor().max(value)];
        candidate.word = family.word(value);
        candidate.estimate = Some(Estimate { value, low, high });
    }

    /// Returns the scores of batches of decks of a family of one value, and the factor by which their variance exceeds that of
    /// the observed number of decks; none if it was stopped.
    fn simulated(
        &self,
        family: &Family,
        scores: impl Fn(&Profile) -> Scores,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) -> Option<(Vec<Scores>, f64)> {
        let (mut simulated, mut decks) = (Vec::new(), 0.0);
        self.simulation(family).batches(family, false, goes_on, |batch| {
            decks = batch.decks() as f64;
            simulated.push(scores(&Profile::new(batch).with_decks_of(&self.seen)));
        })?;
        Some((simulated, decks / self.seen.fewest_decks()))
    }
}

/// Returns the number and its interval, not rounded. `factor`: see [`Ranking::simulated`].
fn interval(number: f64, apart: f64, seen: Scores, simulated: &[Scores], factor: f64) -> Option<Estimate> {
    let count = simulated.len() as f64;
    let mean = |of: fn(&Scores) -> f64| simulated.iter().map(of).sum::<f64>() / count;
    let (slope, curvature) = (mean(|one| one.slope), mean(|one| one.curvature));
    let squares: f64 = simulated.iter().map(|one| powi(one.slope - slope, 2)).sum();
    // The mean of the batches has an error too.
    let error = (squares / (count - 1.0) * (factor + count.recip())).sqrt();
    if curvature >= 0.0 || count < 2.0 {
        return None;
    }
    let each = apart / (-2.0 * curvature);
    let value = number + (seen.slope - slope) * each;
    Some(Estimate { value, low: value - ERRORS * error * each, high: value + ERRORS * error * each })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The score −(x − k)²/2 of three decks of mean 10 and variance 1, of which batches have the same number.
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
        assert!((found.value - 10.7).abs() < 1e-9 && (found.high - found.value - error).abs() < 1e-9);
        assert!((found.value - found.low - error).abs() < 1e-9);
    }
}
