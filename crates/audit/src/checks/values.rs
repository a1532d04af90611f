use super::fair::{Fair, FairStatistic};
use super::found::Found;
use crate::check::Check;
use crate::finding::Effect;
use crate::tables::Tables;
use faro_math::statistics::{
    LEAST_EXPECTED, binomial_lower_tail, binomial_upper_tail, cells_test, normal_survival, pooled, two_sided,
};
use faro_sample::simulate::{Histogram, Statistics};

/// Tests the mean and the distribution of each statistic, and the sign of the orders.
pub fn check(tables: &Tables, fair: &Fair) -> Vec<Found> {
    of_statistics(tables.statistics(), fair).chain([sign(tables)]).collect()
}

/// Tests the mean and the distribution of each statistic.
pub fn of_statistics(statistics: &Statistics, fair: &Fair) -> impl Iterator<Item = Found> {
    let of = |value: &FairStatistic| {
        let counted = statistics.histogram(value.statistic)?;
        Some([mean(value, counted), law(value, counted)])
    };
    fair.values().iter().filter_map(of).flatten().flatten()
}

/// Tests the sum over all decks by the exact law, two-sided.
fn mean(value: &FairStatistic, counted: &Histogram) -> Option<Found> {
    let moments = counted.moments();
    let deviation = value.variance.sqrt();
    let (observed, decks) = (moments.mean()?, moments.count as f64);
    let statistic = (observed - value.mean) / deviation * decks.sqrt();
    let p_value = match (&value.law, u64::try_from(moments.sum)) {
        (Some((_, tail)), Ok(sum)) => {
            two_sided(tail.lower(sum, moments.count), tail.upper(sum, moments.count))
        }
        _ => 2.0 * normal_survival(statistic.abs()),
    };
    let effect = Effect::Mean { observed, fair: value.mean, deviations: (observed - value.mean) / deviation };
    (deviation > 0.0).then_some(Found { check: Check::Mean(value.statistic), statistic, p_value, effect })
}

/// Tests the counts of all values by the exact law. Neighbouring rare values are pooled.
fn law(value: &FairStatistic, counted: &Histogram) -> Option<Found> {
    let (law, _) = value.law.as_ref().filter(|_| counted.width() == 1)?;
    let values = counted.counts().iter().copied().zip(law.probabilities().iter().copied());
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
    let (below, above) = (binomial_lower_tail(count, of, 0.5), binomial_upper_tail(count, of, 0.5));
    Found {
        check: Check::Sign,
        statistic: count as f64,
        p_value: two_sided(below, above),
        effect: Effect::Half { count, of },
    }
}
