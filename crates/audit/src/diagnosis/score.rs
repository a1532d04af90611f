//! The score of a faulty shuffle: its log-likelihood ratio to a fair one, given the observed profile and the profile of the
//! faulty shuffle.

use super::profile::{Features, Profile, Share, StatisticMoments};

use faro_math::number::elementary::{ln, powi};
use faro_permutation::Statistic;

/// Deviation in standard deviations below which a part of a signature counts as fair (tuned). Such a
/// deviation is mostly noise.
const SIGNATURE_DEVIATIONS: f64 = 4.0;

/// Minimum variance of a statistic, so that a constant statistic has a finite score. It is the variance of
/// rounding to an integer.
const LEAST_VARIANCE: f64 = 1.0 / 12.0;

/// Minimum probability of each of two outcomes, so that a rare outcome has a finite score (tuned).
const LEAST_SHARE: f64 = 0.002;

/// The mean and variance of each statistic over fair decks, if they are known.
#[derive(Clone, Debug)]
pub struct FairMoments(Vec<Option<StatisticMoments>>);

impl FairMoments {
    pub fn new(cards: usize) -> FairMoments {
        FairMoments(
            Statistic::OF_DECKS
                .map(|statistic| fair_value(statistic, cards))
                .to_vec(),
        )
    }

    /// Returns the score of the statistics.
    fn by_values(&self, seen: &Profile, signature: &Profile) -> f64 {
        let known = self.0.iter().zip(&seen.values).zip(&signature.values);
        let score = |((fair, seen), wrong): ((&Option<_>, &_), &_)| {
            fair.map(|fair| by_value(*seen, fair, shown(*wrong, fair)))
        };
        known.filter_map(score).sum()
    }

    /// Returns the log-likelihood ratio, in nats, of a signature to the fair law for the observed profile.
    ///
    /// It sums over parts as if they were independent. It is a proper score: its mean is largest for the true
    /// signature.
    pub fn score(&self, seen: &Profile, signature: &Profile) -> f64 {
        let parts = seen
            .parts
            .iter()
            .zip(&signature.parts)
            .map(|(seen, wrong)| by_part(seen, wrong));
        parts.sum::<f64>() + self.by_values(seen, signature) + by_halves(seen, signature)
    }

    /// Returns the likeliest share of decks of a signature among fair decks, and the score of this mixture by the means of
    /// its features. Both are 0 for a signature that is fair or deviates in other directions.
    ///
    /// The mean features of a mixture are the share times those of the signature.
    pub fn mixture(&self, seen: &Profile, signature: &Profile) -> (f64, f64) {
        let parts = seen.parts.iter().zip(&signature.parts);
        let parts = parts.filter(|(_, wrong)| wrong.deviations() >= SIGNATURE_DEVIATIONS);
        let [dot, square] = parts.fold([0.0; 2], |[dot, square], (seen, wrong)| {
            [
                dot + seen.decks * seen.dot(wrong),
                square + seen.decks * wrong.square(),
            ]
        });
        if dot <= 0.0 || square <= 0.0 {
            return (0.0, 0.0);
        }
        (dot / square, dot * dot / square / 2.0)
    }

    /// Returns the share of the evidence against a fair shuffle that a signature explains.
    ///
    /// The share is underestimated if the signature has few decks.
    pub fn fit(&self, seen: &Profile, signature: &Profile) -> f64 {
        let parts = seen.parts.iter().zip(&signature.parts);
        let parts = parts.filter(|(seen, _)| seen.is_observed());
        let explained = |(seen, wrong): (&Features, &Features)| {
            seen.decks * (seen.dot(wrong) - wrong.square() / 2.0)
        };
        let explained = parts.map(explained).sum::<f64>()
            + self.by_values(seen, signature)
            + by_halves(seen, signature);
        (explained / self.most(seen).max(explained)).max(0.0)
    }

    /// Returns the score of a noiseless signature that equals the observed profile.
    pub fn most(&self, seen: &Profile) -> f64 {
        let parts = seen.parts.iter().filter(|part| part.is_observed());
        let shown: f64 = parts.map(|part| part.decks * part.square() / 2.0).sum();
        shown + self.by_values(seen, seen) + by_halves(seen, seen)
    }
}

fn fair_value(statistic: Statistic, cards: usize) -> Option<StatisticMoments> {
    let law = || {
        statistic
            .law(cards)
            .ok()
            .map(|law| (law.mean(), law.variance()))
    };
    let (mean, variance) = statistic.moments(cards).or_else(law)?;
    (variance > 0.0).then_some(StatisticMoments {
        mean,
        variance,
        decks: f64::INFINITY,
    })
}

/// Returns the score of one part. The signature is multiplied by the share of its squared length that is not
/// noise.
fn by_part(seen: &Features, wrong: &Features) -> f64 {
    if wrong.deviations() < SIGNATURE_DEVIATIONS {
        return 0.0;
    }
    let square = wrong.square();
    let shrunk = square / (square + wrong.own / wrong.decks);
    shrunk * seen.decks * (seen.dot(wrong) - square / 2.0)
}

/// Returns `fair` if `value` does not differ from it significantly, and `value` otherwise.
fn shown(value: StatisticMoments, fair: StatisticMoments) -> StatisticMoments {
    let mean = (value.mean - fair.mean).abs() / (fair.variance / value.decks).sqrt();
    let variance = (value.variance / fair.variance - 1.0).abs() / (2.0 / value.decks).sqrt();
    if mean.max(variance) < SIGNATURE_DEVIATIONS {
        fair
    } else {
        value
    }
}

/// Returns the score of one statistic under normal laws with the given means and variances.
///
/// It needs only these moments, and is proper for any law (Dawid and Sebastiani, *Coherent dispersion
/// criteria for optimal experimental design*, 1999).
fn by_value(seen: StatisticMoments, fair: StatisticMoments, wrong: StatisticMoments) -> f64 {
    let nats = |law: StatisticMoments| {
        let variance = law.variance.max(LEAST_VARIANCE.min(fair.variance / 4.0));
        -0.5 * (ln(variance) + (seen.variance + powi(seen.mean - law.mean, 2)) / variance)
    };
    // Corrects for the mean loss of score through noise in the signature.
    let own = 1.0 / wrong.decks;
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
    seen.halves
        .iter()
        .zip(&wrong.halves)
        .map(|(seen, wrong)| by_half(*seen, *wrong))
        .sum()
}
