//! Sorts by random keys: the number of values of a key, from the descents of the decks.

use super::candidate::Estimate;
use super::cause::Cause;
use super::family::{Family, Recipe};
use super::flawed_pass::FlawedPass;
use super::likeliest::likeliest;
use crate::tables::Tables;
use faro::riffle::ln_ratio;
use faro_math::number::elementary::{log2, powi};
use faro_permutation::Statistic;

/// Returns the families that sort by keys of equally likely values: with equal keys in their old order, and in the reverse
/// one. None if the decks do not distinguish keys of 8n² values from a fair shuffle.
///
/// A deck of n cards with d descents is C(k + n − 1 − d, n)·n!/kⁿ times as likely by keys of k values as by a fair shuffle:
/// it is the inverse of a riffle of k packets (Bayer and Diaconis 1992). If equal keys are reversed, ascents are counted.
pub fn sorts_by_keys(tables: &Tables) -> Vec<Family> {
    let Some(histogram) = tables.statistics().histogram(Statistic::Descents) else { return Vec::new() };
    let descents = histogram.counts().get(..tables.cards()).unwrap_or_default().to_vec();
    let ascents: Vec<u64> = descents.iter().rev().copied().collect();
    let family = |estimate: Estimate, pattern| Family {
        cause: Cause::ShortKeys,
        pattern,
        grid: vec![log2(estimate.value)],
        known: Some([estimate.low, estimate.high].map(log2)),
    };
    let in_order = values(&descents).map(|estimate| {
        let is_whole = log2(estimate.value).fract() == 0.0;
        let pattern = if is_whole { Recipe::With("short-keys") } else { Recipe::Pass(FlawedPass::Keys) };
        family(estimate, pattern)
    });
    let reversed = values(&ascents).map(|estimate| family(estimate, Recipe::Pass(FlawedPass::ReversedKeys)));
    in_order.into_iter().chain(reversed).collect()
}

/// Returns the likeliest number of values of a key, given how many decks have 0, 1, 2, … descents.
fn values(descents: &[u64]) -> Option<Estimate> {
    let cards = descents.len();
    let most = descents.iter().rposition(|&count| count > 0)? as f64;
    let seen: Vec<(u64, f64)> = (1..)
        .zip(descents)
        .filter(|(_, count)| **count > 0)
        .map(|(runs, &count)| (runs, count as f64))
        .collect();
    let nats = |values: f64| -> f64 {
        seen.iter().map(|&(runs, count)| count * ln_ratio(cards as u64, values, runs)).sum()
    };
    let limit = 8.0 * powi(cards as f64, 2);
    let found = likeliest(most + 1.0, limit, nats);
    (found.value > 1.0 && found.high < limit).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::shuffle::{Generator, Seed};
    use faro_sample::simulate::Tally;

    fn of(pass: FlawedPass, values: f64, decks: usize) -> Vec<[f64; 3]> {
        let mut tables = Tables::new(52);
        let mut generator = Generator::unit(&Seed::from(5), 0);
        for _ in 0..decks {
            let mut deck: Vec<u32> = (0..52).collect();
            pass.shuffle(values.log2(), &mut deck, &mut generator);
            tables.add(&deck, 52);
        }
        let estimate = |family: &Family| {
            let [low, high] = family.known.unwrap();
            [low, family.grid[0], high].map(|bits| bits.exp2().round())
        };
        sorts_by_keys(&tables).iter().map(estimate).collect()
    }

    /// Keys whose number of values is no power of 2: with the largest ratio of the ends of the interval.
    #[test]
    fn numbers_of_values() {
        for (values, ratio) in [(500.0, 2.0), (64.0, 1.1), (40.0, 1.1), (10.0, 1.0)] {
            let [low, value, high] = of(FlawedPass::Keys, values, 2000)[0];
            assert!(low <= values && values <= high, "{values}: {low} {high}");
            assert!(low <= value && value <= high && high <= ratio * low, "{low} {value} {high}");
            let found = of(FlawedPass::ReversedKeys, values, 2000);
            let [low, _, high] = found[found.len() - 1];
            assert!(low <= values && values <= high, "{values}: {low} {high}");
        }
    }

    /// The interval covers the true number in about 95 of 100 runs: at most 6 misses of 40 in all but 1 of 100 cases.
    #[test]
    fn intervals_cover_the_number() {
        let mut generator = Generator::unit(&Seed::from(9), 0);
        let misses = (0..40).filter(|_| {
            let mut descents = vec![0; 20];
            for _ in 0..100 {
                let mut deck: Vec<u32> = (0..20).collect();
                FlawedPass::Keys.shuffle(f64::log2(50.0), &mut deck, &mut generator);
                descents[deck.windows(2).filter(|pair| pair[0] > pair[1]).count()] += 1;
            }
            let found = values(&descents).unwrap();
            !(found.low..=found.high).contains(&50.0)
        });
        assert!(misses.count() <= 6);
    }
}
