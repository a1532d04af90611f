//! Tests a possible cause against the other possible causes.

use super::profile::Profile;
use super::score::FairMoments;
use crate::tables::Tables;

use faro_math::number::elementary::powi;
use faro_math::statistics::{least_of, student_survival};

/// Approximate number of clearly different values of a parameter.
const VALUES: f64 = 10.0;

/// Tests a cause against its rivals (Cox, *Tests of separate families of hypotheses*, 1961).
///
/// The lead of a rival is its score minus the score of the cause, a sum over decks. Under the cause, the lead
/// is approximately normal. Its mean and variance are estimated from simulated batches of the cause's decks.
pub struct Rivals<'a> {
    fair: &'a FairMoments,
    seen: &'a Profile,
    /// The signatures of all candidates with their numbers of parameters, and the index of the cause's own
    /// signature.
    signatures: &'a [(Profile, usize)],
    own: usize,
    /// The leads of the rivals in each batch, scaled to the observed number of decks.
    batches: Vec<Vec<f64>>,
    /// The number of decks of a batch.
    decks: f64,
}

impl<'a> Rivals<'a> {
    pub fn new(
        fair: &'a FairMoments,
        seen: &'a Profile,
        signatures: &'a [(Profile, usize)],
        own: usize,
    ) -> Rivals<'a> {
        Rivals {
            fair,
            seen,
            signatures,
            own,
            batches: Vec::new(),
            decks: 0.0,
        }
    }

    /// Adds a batch of decks of the cause. All batches have the same number of decks.
    pub fn add(&mut self, batch: &Tables) {
        self.decks = batch.decks() as f64;
        self.batches
            .push(self.leads(&Profile::new(batch).with_decks_of(self.seen)));
    }

    /// Returns the lead of each rival: its score minus the score of the cause.
    fn leads(&self, profile: &Profile) -> Vec<f64> {
        let score = |(signature, _): &(Profile, usize)| self.fair.score(profile, signature);
        let Some(own) = self.signatures.get(self.own).map(score) else {
            return Vec::new();
        };
        self.signatures
            .iter()
            .map(|rival| score(rival) - own)
            .collect()
    }

    /// Returns the p-value of the observed leads of the rivals, or `None` without rivals.
    ///
    /// It is the smallest p-value of all rivals, multiplied by their number. A rival with more parameters
    /// than the cause counts as the best of several, and is corrected for that too.
    pub fn p_value(&self) -> Option<f64> {
        let parameters = |number: usize| self.signatures[number].1;
        let p_value = |(rival, &seen): (usize, &f64)| {
            let simulated: Vec<f64> = self.batches.iter().map(|leads| leads[rival]).collect();
            let p_value = upper_tail(seen, &simulated, self.decks / self.seen.fewest_decks());
            least_of(
                p_value,
                powi(
                    VALUES,
                    parameters(rival).saturating_sub(parameters(self.own)) as u32,
                ),
            )
        };
        let leads = self.leads(self.seen);
        let rivals = leads
            .iter()
            .enumerate()
            .filter(|(number, _)| *number != self.own);
        Some(least_of(
            rivals.map(p_value).reduce(f64::min)?,
            leads.len() as f64 - 1.0,
        ))
    }
}

/// Returns the mean of `simulated`, and the variance about this mean of a variable whose own variance is `factor` times that
/// of the simulated ones. It includes the variance of the estimated mean.
pub fn predicted(simulated: &[f64], factor: f64) -> (f64, f64) {
    let count = simulated.len() as f64;
    let mean = simulated.iter().sum::<f64>() / count;
    let squares: f64 = simulated.iter().map(|one| powi(one - mean, 2)).sum();
    (mean, squares / (count - 1.0) * (factor + 1.0 / count))
}

/// Returns P(X ≥ `seen`) for a variable with the mean of `simulated`, and its variance times `factor`.
fn upper_tail(seen: f64, simulated: &[f64], factor: f64) -> f64 {
    let (mean, variance) = predicted(simulated, factor);
    let t = (seen - mean) / variance.sqrt().max(1e-9);
    if t > 0.0 {
        student_survival(t, simulated.len() as u64 - 1)
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::shuffle::{Generator, Seed, Shuffle};
    use faro_sample::simulate::Tally;
    use faro_sample::zoo::Transpositions;

    const DECKS: usize = 400;

    fn tables(shuffle: Transpositions, stream: u64, decks: usize) -> Tables {
        let (mut tables, mut generator) = (Tables::new(8), Generator::unit(&Seed::from(6), stream));
        let mut all: Vec<u32> = (0..decks).flat_map(|_| 0..8).collect();
        all.chunks_mut(8)
            .for_each(|deck| shuffle.shuffle(deck, &mut generator));
        tables.add(&all, 8);
        tables
    }

    /// Returns the p-value of a cause in favour of the other one.
    fn p_value(seen: Transpositions, causes: [Transpositions; 2]) -> Option<f64> {
        let signatures = causes.map(|cause| (Profile::new(&tables(cause, 1, 100 * DECKS)), 0));
        let (fair, seen) = (FairMoments::new(8), Profile::new(&tables(seen, 2, DECKS)));
        let mut rivals = Rivals::new(&fair, &seen, &signatures, 0);
        (0..40).for_each(|batch| rivals.add(&tables(causes[0], 3 + batch, 64)));
        rivals.p_value()
    }

    #[test]
    fn the_wrong_one_of_two_is_rejected() {
        let [naive, sattolo] = [Transpositions::Naive, Transpositions::Sattolo];
        assert!(p_value(naive, [naive, sattolo]).unwrap() > 0.05);
        assert!(p_value(sattolo, [naive, sattolo]).unwrap() < 1e-6);
    }

    /// Numbers of mean 2 and variance 1: t = 4/√(1 + 1/3), with two degrees of freedom.
    #[test]
    fn tails() {
        let t = 4.0 / (1.0f64 + 1.0 / 3.0).sqrt();
        assert!((upper_tail(6.0, &[1.0, 2.0, 3.0], 1.0) - student_survival(t, 2)).abs() < 1e-12);
        assert_eq!(upper_tail(1.0, &[1.0, 2.0, 3.0], 1.0), 1.0);
    }
}
