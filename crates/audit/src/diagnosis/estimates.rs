//! Maximum-likelihood estimates of whole-number parameters, from exact log-likelihoods.

use super::candidate::{Candidate, Estimate, FITS_WELL};
use super::cause::Cause;
use super::family::{Family, Recipe};
use super::profile::Profile;
use super::ranking::Ranking;
use crate::tables::Tables;

use faro::riffle::Mixing;
use faro_math::number::elementary::{exp, exp2, ln, log2, powi};
use faro_math::number::first_whole;
use faro_permutation::Statistic;
use faro_sample::program::{KeyLaw, Program};

/// The likeliest value of a parameter, and the smallest and the largest of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeliest {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl From<Likeliest> for Estimate {
    fn from(Likeliest { value, low, high }: Likeliest) -> Estimate {
        Estimate { value, interval: Some([low, high]) }
    }
}

/// Values within this log-likelihood (in nats) of the maximum are in the 95 % interval. It is half the
/// chi-square quantile 3.84 (Wilks 1938).
pub const LIKELY: f64 = 1.92;

/// Number of grid points for each power of 2 in the first search.
const EACH_POWER: f64 = 8.0;

/// Returns the likeliest whole number in a range, and its 95 % interval.
///
/// The log-likelihood `nats` increases up to the likeliest number and then decreases.
pub fn likeliest(lowest: f64, highest: f64, nats: impl Fn(f64) -> f64) -> Likeliest {
    let power = |step: u32| (lowest.max(1.0) * exp2(f64::from(step) / EACH_POWER)).round();
    let mut tried: Vec<f64> = (0..).map(power).take_while(|&value| value < highest).collect();
    tried.push(highest);
    let nats_of_tried: Vec<f64> = tried.iter().map(|&value| nats(value)).collect();
    let best = (0..tried.len()).max_by(|&a, &b| nats_of_tried[a].total_cmp(&nats_of_tried[b])).unwrap_or(0);
    let (from, to) = (tried[best.saturating_sub(1)], tried[(best + 1).min(tried.len() - 1)]);
    // The last number before the log-likelihood decreases.
    let value = first_whole(from, to, |value| nats(value) >= nats(value + 1.0));
    let most = nats(value);
    let is_likely = |value: f64| nats(value) > most - LIKELY;
    let low = first_whole(lowest, value, is_likely);
    let high = if is_likely(highest) {
        highest
    } else {
        first_whole(value, highest, |value| !is_likely(value)) - 1.0
    };
    Likeliest { value, low, high: high.max(value) }
}

/// Returns the families that sort by random keys. Cards with equal keys stay in their old order, or in the
/// reverse order. The result is empty if the decks do not distinguish keys of 8n² equally likely values from
/// a fair shuffle.
///
/// Under keys of k values, a deck of n cards with d descents is C(k + n − 1 − d, n)·n!/kⁿ times as likely as
/// under a fair shuffle, because the sort is the inverse of a riffle of k packets (Bayer and Diaconis 1992).
/// If equal keys are reversed, d is the number of ascents.
pub fn sorts_by_keys(tables: &Tables) -> Vec<Family> {
    let Some(histogram) = tables.statistics().histogram(Statistic::Descents) else { return Vec::new() };
    let descents = histogram.counts().get(..tables.cards()).unwrap_or_default().to_vec();
    let ascents: Vec<u64> = descents.iter().rev().copied().collect();
    let family = |estimate: Likeliest, pattern| Family {
        cause: Cause::ShortKeys,
        pattern,
        grid: vec![log2(estimate.value)],
        known: Some([estimate.low, estimate.high].map(log2)),
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
    let reversed =
        values(&ascents).map(|estimate| family(estimate, Recipe::Program(Program::Keys { reversed: true })));
    let equal = in_order.iter().map(|one| exp2(one.grid[0])).filter(|&values| values <= UNEVEN);
    let uneven = equal.flat_map(|values| {
        let near =
            |about: f64| (-1..=1).map(move |more| (about.round() as u32).saturating_add_signed(more).max(2));
        let rounded = near(values + 1.0).map(|keys| (KeyLaw::Rounded, keys, keys));
        rounded.chain(near(values / 1.5).map(|faces| (KeyLaw::TwoDice, faces, 2 * faces - 1)))
    });
    let uneven = uneven.map(|(law, number, keys)| {
        Family::of(Cause::ShortKeys, Program::UnevenKeys(law, number), log2(f64::from(keys)))
    });
    in_order.iter().cloned().chain(reversed).chain(uneven).collect()
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
        seen.iter().map(|&(runs, count)| count * Mixing::ln_ratio(cards as u64, values, runs)).sum()
    };
    let limit = 8.0 * powi(cards as f64, 2);
    let found = likeliest(most + 1.0, limit, nats);
    (found.value > 1.0 && found.high < limit).then_some(found)
}

/// Maximum number of bits of a seed.
const MOST_BITS: f64 = 64.0;

/// Counts of decks and of different decks.
///
/// A share 2^-`zeros` of all decks was counted, and `ln_orders` is ln n!.
#[derive(Clone, Copy, Debug)]
pub struct DeckCounts {
    pub decks: f64,
    pub different: f64,
    pub ln_orders: f64,
    pub zeros: u32,
}

/// The likeliest number of bits, its interval, and the log-likelihood ratio to a fair shuffle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bits {
    pub bits: f64,
    pub low: f64,
    pub high: f64,
    pub nats: f64,
}

impl DeckCounts {
    /// Returns the likeliest number of equally likely seeds, in bits, or `None` if no deck was repeated.
    pub fn bits(&self) -> Option<Bits> {
        let fewest = self.different * exp2(f64::from(self.zeros));
        let found = likeliest(fewest, exp2(MOST_BITS), |states| self.nats(log2(states)));
        let nats = self.nats(log2(found.value));
        let [bits, low, high] = [found.value, found.low, found.high].map(log2);
        (self.different < self.decks && nats > 0.0).then_some(Bits { bits, low, high, nats })
    }

    /// Returns the log-likelihood ratio of S = 2^bits random decks to all n! orders.
    ///
    /// It is ln((S)_d/(n!)_d·(n!/S)^M) for M decks, d of which are different, with falling factorials (S)_d.
    fn nats(&self, bits: f64) -> f64 {
        let states = bits * std::f64::consts::LN_2 - f64::from(self.zeros) * std::f64::consts::LN_2;
        let orders = self.ln_orders - f64::from(self.zeros) * std::f64::consts::LN_2;
        // A number of states slightly below the number of different decks is a rounding error.
        if exp(states) < self.different * (1.0 - 1e-9) || states > orders {
            return f64::NEG_INFINITY;
        }
        (self.decks - self.different) * (orders - states) + ln_all_new(self.different, states)
            - ln_all_new(self.different, orders)
    }
}

/// Returns the logarithm of the probability that `draws` draws from e^`states` equally likely states all
/// differ.
///
/// It is ln((S)_d/S^d) for d draws from S states: the integral of ln(1 − i/S), plus half of its last value.
fn ln_all_new(draws: f64, states: f64) -> f64 {
    let share = draws / exp(states);
    if share < 1e-4 {
        return -draws * share / 2.0 * (1.0 + share / 3.0);
    }
    // If all states are drawn, half of the last value is the corresponding term of Stirling's formula.
    let (rest, half) =
        ((1.0 - share).max(1e-300), (1.0 - share).max(1.0 / (std::f64::consts::TAU * exp(states))));
    -exp(states) * (rest * ln(rest) + 1.0 - rest) - ln(half) / 2.0
}

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
pub fn is_number(cause: Cause) -> bool {
    cause.parameters() == 1
        && matches!(cause.unit(), Some("moves" | "swaps" | "shuffles" | "shelves"))
        && cause != Cause::StopsAfter
}

/// Maximum number of corrections of an estimate. Each is a step of Newton's method.
const CORRECTIONS: usize = 2;

impl Ranking<'_> {
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
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) {
        let cause = candidate.cause;
        let is_chance = matches!(cause, Cause::RandomSort(_));
        if candidate.fit < FITS_WELL || family.known.is_some() || !(is_chance || is_number(cause)) {
            return;
        }
        // An odd number of swaps makes odd orders, so numbers of swaps are compared in steps of two.
        let step = if cause == Cause::Swaps { 2.0 } else { 1.0 };
        for _ in 0..CORRECTIONS {
            let number = family.grid[0];
            let apart =
                if is_chance { APART * number } else { (APART * number / step).round().max(1.0) * step };
            let Some(found) = self.corrected(family, apart, goes_on) else { return };
            let rounded = number + ((found.value - number) / step).round() * step;
            let value = if is_chance { found.value.clamp(0.0, 1.0) } else { rounded.max(1.0) };
            let [low, high] = if is_chance {
                [found.low.max(0.0), found.high.min(1.0)]
            } else {
                [found.low.ceil().min(value).max(1.0), found.high.floor().max(value)]
            };
            let [in_units, low, high] =
                [value, low, high].map(|value| family.in_units(value, self.tables.cards()));
            family.grid = vec![value];
            candidate.word = family.word(value);
            candidate.estimate = Some(Estimate { value: in_units, interval: Some([low, high]) });
            if (value - number).abs() <= apart {
                return;
            }
        }
    }

    /// Returns the number of a family with a single value after a step of Newton's method, not rounded.
    ///
    /// Returns `None` if the number is too small, or if `goes_on` stopped the simulation.
    fn corrected(
        &self,
        family: &Family,
        apart: f64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Likeliest> {
        let number = family.grid[0];
        if number <= apart {
            return None;
        }
        let of = |value: f64| Family { grid: vec![value], ..family.clone() };
        let below = self.signature(&of(number - apart), 0, goes_on)?;
        let own = self.signature(family, 0, goes_on)?;
        let above = self.signature(&of(number + apart), 0, goes_on)?;
        let scores = |profile: &Profile| {
            let [below, own, above] = [&below, &own, &above].map(|one| self.fair.score(profile, one));
            Scores { slope: above - below, curvature: above + below - 2.0 * own }
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
        goes_on: &mut dyn FnMut(u64) -> bool,
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
fn interval(number: f64, apart: f64, seen: Scores, simulated: &[Scores], factor: f64) -> Option<Likeliest> {
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
    Some(Likeliest { value, low: value - ERRORS * error * each, high: value + ERRORS * error * each })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parabolas that fall to 1.92 below their maximum at a distance of 19.6.
    #[test]
    fn tops_of_parabolas() {
        let parabola = |top: f64| move |value: f64| -(value - top) * (value - top) / 200.0;
        let of = |top, highest| likeliest(5.0, highest, parabola(top));
        assert_eq!(of(500.2, 1e9), Likeliest { value: 500.0, low: 481.0, high: 519.0 });
        assert_eq!(of(8.0, 1e9), Likeliest { value: 8.0, low: 5.0, high: 27.0 });
        assert_eq!(of(3.0, 1e9), Likeliest { value: 5.0, low: 5.0, high: 22.0 });
        assert_eq!(of(500.2, 1e19), Likeliest { value: 500.0, low: 481.0, high: 519.0 });
        assert_eq!(of(1000.0, 1005.0), Likeliest { value: 1000.0, low: 981.0, high: 1005.0 });
    }
}

#[cfg(test)]
mod keys_tests {
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
            assert!(low <= value && value <= high && high <= ratio * low, "{low} {value} {high}");
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
                Program::Keys { reversed: false }.shuffle(f64::log2(50.0), &mut deck, &mut generator);
                descents[deck.windows(2).filter(|pair| pair[0] > pair[1]).count()] += 1;
            }
            let found = values(&descents).unwrap();
            !(found.low..=found.high).contains(&50.0)
        });
        assert!(misses.count() <= 6);
    }
}

#[cfg(test)]
mod seed_bits_tests {
    use super::*;

    /// Compares with the sum of logarithms over 1000 draws from 5000 states, and over other numbers.
    #[test]
    fn all_different() {
        for (draws, states) in [(1000, 5000), (50, 50), (3, 1_000_000)] {
            let exact: f64 = (0..draws).map(|i| f64::ln(1.0 - f64::from(i) / f64::from(states))).sum();
            let about = ln_all_new(f64::from(draws), f64::from(states).ln());
            assert!((about - exact).abs() < 0.002 * exact.abs() + 0.5, "{about} {exact}");
        }
    }

    /// With 2^16 seeds, 1000 decks have about 1000·999/2^17 = 7.6 repeats.
    #[test]
    fn bits_from_repeats() {
        let ln_orders = (1..=52).map(|card| f64::from(card).ln()).sum();
        let found = DeckCounts { decks: 1000.0, different: 992.0, ln_orders, zeros: 0 }.bits().unwrap();
        assert!((found.bits - 15.9).abs() < 0.2 && found.low < 15.5 && found.high > 16.5, "{found:?}");
        // The same, if half of the decks are counted.
        let half = DeckCounts { decks: 500.0, different: 496.0, ln_orders, zeros: 1 }.bits().unwrap();
        assert!((half.bits - 15.9).abs() < 0.2, "{half:?}");
        // Ten decks of each of 500 seeds: every seed occurred.
        let all = DeckCounts { decks: 5000.0, different: 500.0, ln_orders, zeros: 0 }.bits().unwrap();
        assert_eq!([all.bits, all.low, all.high].map(|bits| bits.exp2().round()), [500.0; 3]);
        // 3000 decks of 2^14.5 seeds, a number between whole bits. The interval from the repeats is about 14 % wide.
        let some = DeckCounts { decks: 3000.0, different: 2812.0, ln_orders, zeros: 0 }.bits().unwrap();
        assert!((some.bits - 14.5).abs() < 0.1 && some.low < 14.5 && 14.5 < some.high, "{some:?}");
        assert_eq!(DeckCounts { decks: 1000.0, different: 1000.0, ln_orders, zeros: 0 }.bits(), None);
    }
}

#[cfg(test)]
mod numbers_tests {
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
        assert!((found.value - 10.7).abs() < 1e-9 && (found.high - found.value - error).abs() < 1e-9);
        assert!((found.value - found.low - error).abs() < 1e-9);
    }
}
