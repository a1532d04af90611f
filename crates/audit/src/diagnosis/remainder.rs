//! Tests whether the observed decks differ from the simulated decks of a possible cause by more than chance. A cause
//! for which they do is not the cause, or not the only one.

use std::collections::BTreeMap;

use super::profile::{FairMoments, Features, Profile};
use crate::tables::{PairCounts, Tables};

use faro_math::number::elementary::powi;
use faro_math::statistics::{
    binomial_lower_tail, binomial_upper_tail, chi_square_survival, least_of, normal_survival,
    poisson_upper_tail, student_survival, two_sided,
};
use faro_permutation::{Statistic, packed_cycle_type};
use faro_sample::simulate::Orders;

/// Number of batches of simulated decks. It is even, because the variance of a distance is estimated from
/// pairs of batches.
pub const BATCHES: u64 = 48;

/// Safety factor for the variance of a distance, which is estimated from few batches.
const CAUTION: f64 = 1.4;

/// Minimum expected number of decks in a cell of a chi-square test, in the smaller sample.
const LEAST_EXPECTED: f64 = 5.0;

/// Deviation, in standard deviations, from which the exact tail of a cell is computed.
const FAR: f64 = 3.0;

/// Simulated batches of decks from one shuffle, which are compared with observed decks.
///
/// All comparisons are two-sample tests of goodness of fit: they account for noise in the simulated decks
/// too.
#[derive(Clone, Debug, Default)]
pub struct Simulated {
    batches: f64,
    decks: f64,
    /// For each part: the sum of the mean features of all batches, and, over pairs of batches, the sums of
    /// the squared distance and of its square.
    parts: Vec<(Features, [f64; 2])>,
    /// The latest batch, if no other batch is paired with it yet.
    single: Option<Vec<Features>>,
    histograms: Vec<Vec<u64>>,
    cells: [Vec<u64>; 2],
    orders: Vec<u64>,
    even: u64,
    /// Number of pairs of equal decks, or `None` if they were not counted.
    pub equal_pairs: Option<f64>,
}

impl Simulated {
    /// Adds a batch. All batches have the same number of decks.
    pub fn add(&mut self, tables: &Tables) {
        let parts = Profile::new(tables).parts;
        self.batches += 1.0;
        self.decks += tables.decks() as f64;
        self.even += tables.even();
        if self.parts.is_empty() {
            let empty = |part: &Features| {
                (
                    Features {
                        mean: vec![0.0; part.mean.len()],
                        ..part.clone()
                    },
                    [0.0; 2],
                )
            };
            self.parts = parts.iter().map(empty).collect();
        }
        for ((sum, _), part) in self.parts.iter_mut().zip(&parts) {
            sum.mean
                .iter_mut()
                .zip(&part.mean)
                .for_each(|(sum, mean)| *sum += mean);
        }
        match self.single.take() {
            None => self.single = Some(parts),
            Some(other) => {
                for ((_, [sum, squares]), (one, other)) in
                    self.parts.iter_mut().zip(parts.iter().zip(&other))
                {
                    let distance = squared_distance(&one.mean, &other.mean);
                    (*sum, *squares) = (*sum + distance, *squares + distance * distance);
                }
            }
        }
        self.add_counts(tables);
    }

    fn add_counts(&mut self, tables: &Tables) {
        self.histograms
            .resize(Statistic::OF_DECKS.len(), Vec::new());
        for (sum, counts) in self.histograms.iter_mut().zip(histograms(tables)) {
            more(sum, counts);
        }
        for (sum, table) in self.cells.iter_mut().zip(cells(tables)) {
            more(sum, table.counts());
        }
        if let Some(orders) = tables.orders() {
            more(&mut self.orders, orders.counts());
        }
    }

    /// Returns the p-value of the observed decks under the simulated shuffle.
    ///
    /// It is the smallest p-value of all tests, multiplied by the number of tests. If each order of the cards is counted,
    /// the tests of orders, which see every difference, weigh as much as all others together.
    pub fn p_value(&self, tables: &Tables, equal_pairs: Option<f64>) -> f64 {
        let mut tests = self.by_parts(tables);
        let sizes = [tables.decks() as f64, self.decks];
        let by_law = self.histograms.iter().zip(histograms(tables));
        for (simulated, seen) in by_law {
            tests.push(by_counts(seen, simulated));
            tests.push(by_mean(seen, simulated));
        }
        let even = [tables.even(), self.even];
        tests.push(by_counts(
            &[even[0], tables.decks() - even[0]],
            &[even[1], self.decks as u64 - even[1]],
        ));
        for (simulated, seen) in self.cells.iter().zip(cells(tables)) {
            tests.push(by_cells(seen.counts(), simulated, sizes));
            // A pass with an off-by-one error deviates in the corners of the table.
            let (side, last) = (seen.side(), seen.side() - 1);
            let corners =
                |counts: &[u64]| [0, last, side * last, side * side - 1].map(|cell| counts[cell]);
            tests.push(by_cells(
                &corners(seen.counts()),
                &corners(simulated),
                sizes,
            ));
        }
        if let (Some(seen), Some(simulated)) = (equal_pairs, self.equal_pairs) {
            // Two times the simulated number, plus ten, allows for the noise of both numbers.
            let expected = (2.0 * simulated + 10.0) * powi(sizes[0] / sizes[1], 2);
            tests.push(poisson_upper_tail(seen.round(), expected));
        }
        match tables.orders().filter(|_| !self.orders.is_empty()) {
            Some(orders) => least(&[self.by_orders(orders, sizes), least(&tests)]),
            None => least(&tests),
        }
    }

    /// Tests the numbers of decks with each order, and with each cycle type.
    fn by_orders(&self, orders: &Orders, sizes: [f64; 2]) -> f64 {
        let [seen, simulated] = cycle_types(orders, &self.orders);
        least(&[
            by_counts(orders.counts(), &self.orders),
            by_counts(&seen, &simulated),
            by_cells(orders.counts(), &self.orders, sizes),
        ])
    }

    /// Returns the p-value of the mean features alone.
    ///
    /// This is for steps between unfair decks. Such steps are dependent, so that their counts follow other
    /// laws, but the variance of the means is estimated between batches.
    pub fn p_value_of_parts(&self, tables: &Tables) -> f64 {
        least(&self.by_parts(tables))
    }

    fn by_parts(&self, tables: &Tables) -> Vec<f64> {
        let seen = Profile::new(tables).parts;
        let parts = self.parts.iter().zip(&seen);
        parts
            .map(|((sum, spread), seen)| self.by_part(sum, *spread, seen))
            .collect()
    }

    /// Tests the squared distance between the observed and the simulated mean features of one part.
    ///
    /// Its mean is exact, its variance is estimated between batches, and its law is approximated by a scaled
    /// chi-square law with these moments (Satterthwaite 1946).
    fn by_part(&self, sum: &Features, [total, squares]: [f64; 2], seen: &Features) -> f64 {
        let mean: Vec<f64> = sum.mean.iter().map(|sum| sum / self.batches).collect();
        let distance = squared_distance(&mean, &seen.mean);
        let pairs = (self.batches / 2.0).floor();
        let each = self.decks / self.batches;
        // The mean squared distance of two batches is 2/`each` times the variance of the features of a deck.
        let deck = total / pairs * each / 2.0;
        let expected = deck * (1.0 / seen.decks + 1.0 / self.decks);
        if expected < 1e-12 {
            return if distance > 1e-9 { 0.0 } else { 1.0 };
        }
        let between = (squares / pairs / powi(total / pairs, 2) - 1.0).max(0.0);
        let least = 2.0 / sum.own.max(1.0);
        let degrees = (2.0 / (CAUTION * between.max(least))).round().max(1.0);
        chi_square_survival(degrees * distance / expected, degrees as u64)
    }
}

/// Returns the number of decks with each cycle type, for two counts of all orders.
///
/// Cycle types are the clearest difference between random swaps and a pass with faulty draws.
fn cycle_types(orders: &Orders, others: &[u64]) -> [Vec<u64>; 2] {
    let mut types = BTreeMap::<u64, [u64; 2]>::new();
    for (place, (&one, &other)) in orders.counts().iter().zip(others).enumerate() {
        if one + other > 0 {
            let counts = types
                .entry(packed_cycle_type(&orders.deck(place)))
                .or_default();
            *counts = [counts[0] + one, counts[1] + other];
        }
    }
    [0, 1].map(|sample| types.values().map(|counts| counts[sample]).collect())
}

/// Returns the smallest p-value, multiplied by the number of tests, and at most 1.
fn least(tests: &[f64]) -> f64 {
    (tests.iter().copied().fold(1.0, f64::min) * tests.len() as f64).min(1.0)
}

fn more(sum: &mut Vec<u64>, counts: &[u64]) {
    sum.resize(sum.len().max(counts.len()), 0);
    sum.iter_mut()
        .zip(counts)
        .for_each(|(sum, count)| *sum += count);
}

fn squared_distance(one: &[f64], other: &[f64]) -> f64 {
    one.iter()
        .zip(other)
        .map(|(one, other)| powi(one - other, 2))
        .sum()
}

fn histograms(tables: &Tables) -> impl Iterator<Item = &[u64]> {
    let counts = |statistic| {
        tables
            .statistics()
            .histogram(statistic)
            .expect("it is counted")
            .counts()
    };
    Statistic::OF_DECKS.into_iter().map(counts)
}

fn cells(tables: &Tables) -> [PairCounts; 2] {
    [tables.positions(), tables.successors().clone()]
}

/// Tests whether two samples have the same law, by the chi-square test. Neighbouring values are pooled.
fn by_counts(one: &[u64], other: &[u64]) -> f64 {
    let sum = |counts: &[u64]| counts.iter().sum::<u64>() as f64;
    let (first, second) = (sum(one), sum(other));
    if first == 0.0 || second == 0.0 {
        return 1.0;
    }
    let share = first.min(second) / (first + second);
    let (mut bins, mut bin) = (Vec::new(), [0.0; 2]);
    for (one, other) in one.iter().zip(other) {
        bin = [bin[0] + *one as f64, bin[1] + *other as f64];
        if (bin[0] + bin[1]) * share >= LEAST_EXPECTED {
            bins.push(std::mem::take(&mut bin));
        }
    }
    if let Some(last) = bins.last_mut() {
        *last = [last[0] + bin[0], last[1] + bin[1]];
    }
    if bins.len() < 2 {
        return 1.0;
    }
    let ratio = (second / first).sqrt();
    let square = |[one, other]: &[f64; 2]| powi(one * ratio - other / ratio, 2) / (one + other);
    chi_square_survival(bins.iter().map(square).sum(), bins.len() as u64 - 1)
}

/// Tests whether two samples have the same mean, by a normal approximation.
fn by_mean(one: &[u64], other: &[u64]) -> f64 {
    let moments = |counts: &[u64]| {
        let sum = |power| {
            counts
                .iter()
                .enumerate()
                .map(|(at, &count)| count as f64 * powi(at as f64, power))
                .sum()
        };
        let [count, sum, squares]: [f64; 3] = [0, 1, 2].map(sum);
        (
            count,
            sum / count,
            (squares / count - powi(sum / count, 2)).max(0.0),
        )
    };
    let ((first, mean, _), (second, expected, variance)) = (moments(one), moments(other));
    // The normal approximation needs enough decks.
    if first < 30.0 || variance < 1e-9 {
        return 1.0;
    }
    let z = (mean - expected) / (variance * (1.0 / first + 1.0 / second)).sqrt();
    2.0 * normal_survival(z.abs())
}

/// Tests whether each cell has the same probability in two samples.
///
/// Given the sum of both counts of a cell, one count is binomial, or has a smaller variance.
fn by_cells(seen: &[u64], simulated: &[u64], [first, second]: [f64; 2]) -> f64 {
    let share = first / (first + second);
    let tail = |count: u64, both: u64| {
        let (mean, variance) = (both as f64 * share, both as f64 * share * (1.0 - share));
        if powi(count as f64 - mean, 2) < FAR * FAR * variance {
            return 1.0;
        }
        two_sided(
            binomial_lower_tail(count, both, share),
            binomial_upper_tail(count, both, share),
        )
    };
    let (first, both) = (first as u64, (first + second) as u64);
    let least = seen.iter().zip(simulated).map(|(&count, &other)| {
        tail(count, count + other).min(tail(first - count, both - count - other))
    });
    (least.fold(1.0, f64::min) * 2.0 * seen.len() as f64).min(1.0)
}

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

/// Returns P(X ≥ `seen`) for a variable with the mean of `simulated`, and its variance times `factor`.
fn upper_tail(seen: f64, simulated: &[f64], factor: f64) -> f64 {
    let count = simulated.len() as f64;
    let mean = simulated.iter().sum::<f64>() / count;
    let squares: f64 = simulated.iter().map(|one| powi(one - mean, 2)).sum();
    // Adds the variance of the estimated mean.
    let variance = squares / (count - 1.0) * (factor + 1.0 / count);
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
    use faro_sample::simulate::Tally;

    /// Three decks of one pair of swapped cards, one deck of a cycle of three and one of four cards.
    #[test]
    fn cycle_types_of_four_cards() {
        let mut orders = Orders::new(4);
        orders.add(
            &[1, 0, 2, 3, 0, 2, 1, 3, 0, 1, 3, 2, 1, 2, 0, 3, 1, 2, 3, 0],
            4,
        );
        assert_eq!(
            [[1, 0, 2, 3], [1, 2, 0, 3]].map(|deck| packed_cycle_type(&deck)),
            [0x12, 0x101]
        );
        // In the order of the numbers 0x12, 0x101 and 0x1000.
        assert_eq!(cycle_types(&orders, &[0; 24]), [[3, 1, 1], [0; 3]]);
    }
}

#[cfg(test)]
mod rivals_tests {
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
