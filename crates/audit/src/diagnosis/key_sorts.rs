//! Families of sorts by short random keys, whose number of keys is estimated from the descents of the decks.

use super::cause::Cause;
use super::estimates::{Likeliest, likeliest};
use super::family::{Family, Recipe};
use crate::tables::Tables;

use faro::riffle::Mixing;
use faro_math::number::elementary::{exp2, log2, powi};
use faro_permutation::Statistic;
use faro_sample::program::{KeyLaw, Program};

/// Returns the families that sort by random keys. Cards with equal keys stay in their old order, or in the
/// reverse order. The result is empty if the decks do not distinguish keys of 8n² equally likely values from
/// a fair shuffle.
///
/// Under keys of k values, a deck of n cards with d descents is C(k + n − 1 − d, n)·n!/kⁿ times as likely as
/// under a fair shuffle, because the sort is the inverse of a riffle of k packets (Bayer and Diaconis 1992).
/// If equal keys are reversed, d is the number of ascents.
pub fn sorts_by_keys(tables: &Tables) -> Vec<Family> {
    let Some(histogram) = tables.statistics().histogram(Statistic::Descents) else {
        return Vec::new();
    };
    let descents = histogram
        .counts()
        .get(..tables.cards())
        .unwrap_or_default()
        .to_vec();
    let ascents: Vec<u64> = descents.iter().rev().copied().collect();
    let family = |estimate: Likeliest, pattern| {
        Family::estimated(Cause::ShortKeys, pattern, estimate.map(log2))
    };
    let in_order = values(&descents).map(|estimate| {
        let is_whole = log2(estimate.value).fract() == 0.0;
        let pattern = if is_whole {
            Recipe::With("short-keys")
        } else {
            Recipe::Program(Program::Keys { reversed: false })
        };
        family(estimate, pattern)
    });
    let reversed = values(&ascents)
        .map(|estimate| family(estimate, Recipe::Program(Program::Keys { reversed: true })));
    let equal = in_order
        .iter()
        .map(|one| exp2(one.grid[0]))
        .filter(|&values| values <= UNEVEN);
    let uneven = equal.flat_map(|values| {
        let near = |about: f64| {
            (-1..=1).map(move |more| (about.round() as u32).saturating_add_signed(more).max(2))
        };
        let rounded = near(values + 1.0).map(|keys| (KeyLaw::Rounded, keys, keys));
        rounded.chain(near(values / 1.5).map(|faces| (KeyLaw::TwoDice, faces, 2 * faces - 1)))
    });
    let uneven = uneven.map(|(law, number, keys)| {
        Family::of(
            Cause::ShortKeys,
            Program::UnevenKeys(law, number),
            log2(f64::from(keys)),
        )
    });
    in_order
        .iter()
        .cloned()
        .chain(reversed)
        .chain(uneven)
        .collect()
}

/// Maximum number of keys for which keys are tried that are not equally likely. If both cards of a pair have the same key
/// with probability p, their number is estimated as that of 1/p equally likely keys.
const UNEVEN: f64 = 64.0;

/// Returns the likeliest number of key values, given the number of decks with 0, 1, 2, … descents.
fn values(descents: &[u64]) -> Option<Likeliest> {
    let cards = descents.len();
    let most = descents.iter().rposition(|&count| count > 0)? as f64;
    let seen: Vec<(u64, f64)> = (1..)
        .zip(descents)
        .filter(|(_, count)| **count > 0)
        .map(|(runs, &count)| (runs, count as f64))
        .collect();
    let nats = |values: f64| -> f64 {
        seen.iter()
            .map(|&(runs, count)| count * Mixing::ln_ratio(cards as u64, values, runs))
            .sum()
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

    fn of(program: &Program, values: f64, decks: usize) -> Vec<[f64; 3]> {
        let mut tables = Tables::new(52);
        let mut generator = Generator::unit(&Seed::from(5), 0);
        for _ in 0..decks {
            let mut deck: Vec<u32> = (0..52).collect();
            program.shuffle(values.log2(), &mut deck, &mut generator);
            tables.add(&deck, 52);
        }
        let estimate = |family: &Family| {
            let [low, high] = family.known.unwrap();
            [low, family.grid[0], high].map(|bits| bits.exp2().round())
        };
        sorts_by_keys(&tables).iter().map(estimate).collect()
    }

    /// Recovers numbers of key values that are no powers of 2, with the largest accepted ratio of the interval's ends.
    #[test]
    fn numbers_of_values() {
        for (values, ratio) in [(500.0, 2.0), (64.0, 1.1), (40.0, 1.1), (10.0, 1.0)] {
            let [low, value, high] = of(&Program::Keys { reversed: false }, values, 2000)[0];
            assert!(low <= values && values <= high, "{values}: {low} {high}");
            assert!(
                low <= value && value <= high && high <= ratio * low,
                "{low} {value} {high}"
            );
            let found = of(&Program::Keys { reversed: true }, values, 2000);
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
                Program::Keys { reversed: false }.shuffle(
                    f64::log2(50.0),
                    &mut deck,
                    &mut generator,
                );
                descents[deck.windows(2).filter(|pair| pair[0] > pair[1]).count()] += 1;
            }
            let found = values(&descents).unwrap();
            !(found.low..=found.high).contains(&50.0)
        });
        assert!(misses.count() <= 6);
    }
}
