use super::profile::{Features, Profile, Share, StatisticMoments};
use faro_math::number::elementary::{ln, powi};
use faro_permutation::Statistic;

/// A part of a signature within this number of standard deviations of the fair one counts as fair, because its
/// difference is mostly noise (tuned).
const SIGNATURE_DEVIATIONS: f64 = 4.0;

/// The same for the observed profile (tuned).
const OBSERVED_DEVIATIONS: f64 = 5.0;

/// The least variance of a statistic, that of rounding to integers: a constant statistic has a finite score.
const LEAST_VARIANCE: f64 = 1.0 / 12.0;

/// The least probability of either of two outcomes, so that a rare one has a finite score (tuned).
const LEAST_SHARE: f64 = 0.002;

/// The mean and variance of the statistics over fair decks, if they are known.
#[derive(Clone, Debug)]
pub struct FairMoments(Vec<Option<StatisticMoments>>);

impl FairMoments {
    pub fn new(cards: usize) -> FairMoments {
        FairMoments(Statistic::OF_DECKS.map(|statistic| fair_value(statistic, cards)).to_vec())
    }

    fn values<'a>(
        &'a self,
        seen: &'a Profile,
    ) -> impl Iterator<Item = (usize, StatisticMoments, StatisticMoments)> + 'a {
        let known = self.0.iter().zip(&seen.values).enumerate();
        known.filter_map(|(index, (fair, seen))| Some((index, (*fair)?, *seen)))
    }

    /// Returns the log-likelihood ratio of the observed profile under a signature to the fair law, in nats, summed over
    /// the parts as if they were independent. It is a proper score: on average it is largest for the true signature.
    pub fn score(&self, seen: &Profile, signature: &Profile) -> f64 {
        let parts = seen.parts.iter().zip(&signature.parts).map(|(seen, wrong)| by_part(seen, wrong));
        let values = self
            .values(seen)
            .map(|(index, fair, value)| by_value(value, fair, shown(signature.values[index], fair)));
        parts.sum::<f64>() + values.sum::<f64>() + by_halves(seen, signature)
    }

    /// Returns the share of the evidence against a fair shuffle that a signature explains. A signature of few decks
    /// scores less than it explains.
    pub fn fit(&self, seen: &Profile, signature: &Profile) -> f64 {
        let parts = seen.parts.iter().zip(&signature.parts);
        let parts = parts.filter(|(seen, _)| seen.deviations() > OBSERVED_DEVIATIONS);
        let explained =
            |(seen, wrong): (&Features, &Features)| seen.decks * (seen.dot(wrong) - wrong.square() / 2.0);
        let values = self
            .values(seen)
            .map(|(index, fair, value)| by_value(value, fair, shown(signature.values[index], fair)));
        let explained = parts.map(explained).sum::<f64>() + values.sum::<f64>() + by_halves(seen, signature);
        (explained / self.most(seen).max(explained)).max(0.0)
    }

    /// Returns the score of a signature that equals the observed profile, without noise.
    pub fn most(&self, seen: &Profile) -> f64 {
        let parts = seen.parts.iter().filter(|part| part.deviations() > OBSERVED_DEVIATIONS);
        let values = self.values(seen).map(|(_, fair, value)| by_value(value, fair, shown(value, fair)));
        let shown: f64 = parts.map(|part| part.decks * part.square() / 2.0).sum();
        shown + values.sum::<f64>() + by_halves(seen, seen)
    }
}

fn fair_value(statistic: Statistic, cards: usize) -> Option<StatisticMoments> {
    let law = || statistic.law(cards).map(|law| (law.mean(), law.variance()));
    let (mean, variance) = statistic.moments(cards).or_else(law)?;
    (variance > 0.0).then_some(StatisticMoments { mean, variance, decks: f64::INFINITY })
}

/// Shrinks the signature by the share of noise in its squared length.
fn by_part(seen: &Features, wrong: &Features) -> f64 {
    if wrong.deviations() < SIGNATURE_DEVIATIONS {
        return 0.0;
    }
    let square = wrong.square();
    let shrunk = square / (square + wrong.own / wrong.decks);
    shrunk * seen.decks * (seen.dot(wrong) - square / 2.0)
}

/// Returns the fair moments if the others do not differ significantly from them.
fn shown(value: StatisticMoments, fair: StatisticMoments) -> StatisticMoments {
    let mean = (value.mean - fair.mean).abs() / (fair.variance / value.decks).sqrt();
    let variance = (value.variance / fair.variance - 1.0).abs() / (2.0 / value.decks).sqrt();
    if mean.max(variance) < SIGNATURE_DEVIATIONS { fair } else { value }
}

/// By normal laws of these means and variances (Dawid and Sebastiani, *Coherent dispersion criteria for
/// optimal experimental design*, 1999): it needs only these moments of a law, and is proper for any law.
fn by_value(seen: StatisticMoments, fair: StatisticMoments, wrong: StatisticMoments) -> f64 {
    let nats = |law: StatisticMoments| {
        let variance = law.variance.max(LEAST_VARIANCE.min(fair.variance / 4.0));
        -0.5 * (ln(variance) + (seen.variance + powi(seen.mean - law.mean, 2)) / variance)
    };
    // The average loss by the noise of the signature.
    let own = if wrong.decks.is_infinite() { 0.0 } else { 1.0 / wrong.decks };
    seen.decks * (nats(wrong) - nats(fair) + own)
}

fn by_half(seen: Share, wrong: Share) -> f64 {
    let deviations = (wrong.share - 0.5).abs() * 2.0 * wrong.decks.sqrt();
    let share = if deviations < SIGNATURE_DEVIATIONS {
        0.5
    } else {
        wrong.share.clamp(LEAST_SHARE, 1.0 - LEAST_SHARE)
    };
    seen.decks * (seen.share * ln(2.0 * share) + (1.0 - seen.share) * ln(2.0 * (1.0 - share)))
}

fn by_halves(seen: &Profile, wrong: &Profile) -> f64 {
    seen.halves.iter().zip(&wrong.halves).map(|(seen, wrong)| by_half(*seen, *wrong)).sum()
}
