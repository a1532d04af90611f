//! Checks of the statistics of a deck: their means, their distributions, and the number of even orders.

use super::found::Found;
use crate::check::Check;
use crate::finding::Effect;
use crate::tables::Tables;

use faro_math::statistics::{
    LEAST_EXPECTED, Law, SumTail, binomial_lower_tail, binomial_upper_tail, cells_test,
    normal_survival, pooled, two_sided,
};
use faro_permutation::Statistic;
use faro_sample::simulate::{Histogram, Statistics};

/// Tests the mean and the distribution of each statistic, and the sign of the orders.
pub fn check(tables: &Tables, fair: &Fair) -> Vec<Found> {
    of_statistics(tables.statistics(), fair)
        .chain([sign(tables)])
        .collect()
}

/// Tests the mean and the distribution of each statistic.
pub fn of_statistics(statistics: &Statistics, fair: &Fair) -> impl Iterator<Item = Found> {
    let checks = |value: &FairStatistic| {
        let counted = statistics.histogram(value.statistic)?;
        Some([mean(value, counted), law(value, counted)])
    };
    fair.values().iter().filter_map(checks).flatten().flatten()
}

/// Tests the mean of a statistic: its sum over all decks, two-sided, by the exact law if it is known.
fn mean(value: &FairStatistic, counted: &Histogram) -> Option<Found> {
    let moments = counted.moments();
    let deviation = value.variance.sqrt();
    let (observed, decks) = (moments.mean()?, moments.count as f64);
    let statistic = (observed - value.mean) / deviation * decks.sqrt();
    let p_value = match (&value.law, u64::try_from(moments.sum)) {
        (Some((_, tail)), Ok(sum)) => two_sided(
            tail.lower(sum, moments.count),
            tail.upper(sum, moments.count),
        ),
        _ => 2.0 * normal_survival(statistic.abs()),
    };
    let effect = Effect::Mean {
        observed,
        fair: value.mean,
        deviations: (observed - value.mean) / deviation,
    };
    (deviation > 0.0).then_some(Found {
        check: Check::Mean(value.statistic),
        statistic,
        p_value,
        effect,
    })
}

/// Tests the distribution of a statistic by its exact law. Neighbouring rare values are pooled.
fn law(value: &FairStatistic, counted: &Histogram) -> Option<Found> {
    let (law, _) = value.law.as_ref().filter(|_| counted.width() == 1)?;
    let values = counted
        .counts()
        .iter()
        .copied()
        .zip(law.probabilities().iter().copied());
    let least = LEAST_EXPECTED / counted.moments().count as f64;
    let (counts, chances): (Vec<u64>, Vec<f64>) = pooled(values, least).into_iter().unzip();
    let test = cells_test(&counts, &chances)?;
    Some(Found {
        check: Check::Law(value.statistic),
        statistic: test.statistic,
        p_value: test.p_value,
        effect: Effect::Distance(test.distance),
    })
}

/// Tests the number of even orders, which is expected to be half of all.
pub(super) fn sign(tables: &Tables) -> Found {
    let (count, of) = (tables.even(), tables.decks());
    let (below, above) = (
        binomial_lower_tail(count, of, 0.5),
        binomial_upper_tail(count, of, 0.5),
    );
    Found {
        check: Check::Sign,
        statistic: count as f64,
        p_value: two_sided(below, above),
        effect: Effect::Half { count, of },
    }
}

/// The laws of the statistics under a fair shuffle, for decks of one size.
#[derive(Clone, Debug)]
pub struct Fair {
    values: Vec<FairStatistic>,
}

/// The law of a statistic over fair decks: its moments, and the probabilities if they are known.
#[derive(Clone, Debug)]
pub(crate) struct FairStatistic {
    pub statistic: Statistic,
    pub law: Option<(Law, SumTail)>,
    pub mean: f64,
    pub variance: f64,
    /// The skewness and the excess kurtosis of the statistic, or 0 and 0 if its law is not known.
    pub shape: [f64; 2],
}

impl Fair {
    /// Computes the laws for decks of `cards` cards. This takes some milliseconds for 52 cards.
    pub fn new(cards: usize) -> Fair {
        Fair {
            values: Statistic::OF_DECKS
                .into_iter()
                .filter_map(|statistic| value(statistic, cards))
                .collect(),
        }
    }

    pub(super) fn values(&self) -> &[FairStatistic] {
        &self.values
    }

    /// Returns the law of a statistic over fair decks, if its variance is known and not 0.
    pub(crate) fn of(&self, statistic: Statistic) -> Option<&FairStatistic> {
        self.values
            .iter()
            .find(|value| value.statistic == statistic && value.variance > 0.0)
    }
}

/// Returns the law of a statistic over fair decks of `cards` cards.
///
/// Returns `None` if neither the law nor the moments are known.
fn value(statistic: Statistic, cards: usize) -> Option<FairStatistic> {
    let law = statistic
        .law(cards)
        .and_then(|law| Ok((SumTail::new(&law)?, law)));
    let law = law.ok().map(|(tail, law)| (law, tail));
    let moments = match &law {
        Some((law, _)) => Some((law.mean(), law.variance())),
        None => statistic.moments(cards),
    };
    let shape = law.as_ref().map_or([0.0; 2], |(law, _)| {
        [law.standardised_moment(3), law.standardised_moment(4) - 3.0]
    });
    moments.map(|(mean, variance)| FairStatistic {
        statistic,
        law,
        mean,
        variance,
        shape,
    })
}
