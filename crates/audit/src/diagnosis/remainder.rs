//! Tests whether the observed decks differ from the simulated decks of a possible cause by more than chance. A cause
//! for which they do is not the cause, or not the only one.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::profile::{Features, Profile};
use crate::tables::{PairCounts, Pass, Tables};

use faro_math::number::elementary::powi;
use faro_math::statistics::{
    LEAST_EXPECTED, binomial_lower_tail, binomial_upper_tail, chi_square_survival, normal_survival,
    poisson_upper_tail, pooled, two_sided,
};
use faro_permutation::{Statistic, packed_cycle_type};
use faro_sample::simulate::Orders;

/// Number of batches of simulated decks. It is even, because the variance of a distance is estimated from
/// pairs of batches.
pub const BATCHES: u64 = 48;

/// Safety factor for the variance of a distance, which is estimated from few batches.
const CAUTION: f64 = 1.4;

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
    /// For each table of [`tables_of`], the sum of its counts.
    cells: Vec<Vec<u64>>,
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
        let cells = tables_of(tables);
        self.cells.resize(cells.len(), Vec::new());
        for (sum, (table, _)) in self.cells.iter_mut().zip(&cells) {
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
        let tables_of = self.cells.iter().zip(tables_of(tables));
        let of_cells = tables_of.map(|(simulated, (seen, decks))| {
            by_cells(seen.counts(), simulated, [decks as f64, self.decks])
        });
        tests.push(least(&of_cells.collect::<Vec<f64>>()));
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

/// Returns the tables whose cells are compared one by one, each with its number of decks: cards at positions, neighbours,
/// which of two cards and which of two positions comes first, and the draws of each pass.
fn tables_of(tables: &Tables) -> Vec<(Cow<'_, PairCounts>, u64)> {
    let (decks, more) = (tables.decks(), tables.draw_tables());
    let of_all =
        [tables.successors(), tables.precedence()].map(|table| (Cow::Borrowed(table), decks));
    let draws = Pass::ALL.map(|pass| more.draws.of(pass));
    let of_draws = [more.position_precedence()].into_iter().chain(draws);
    [(Cow::Owned(tables.positions()), decks)]
        .into_iter()
        .chain(of_all)
        .chain(of_draws.map(|table| (Cow::Borrowed(table), more.decks)))
        .collect()
}

/// Tests whether two samples have the same law, by the chi-square test. Neighbouring values are pooled.
fn by_counts(one: &[u64], other: &[u64]) -> f64 {
    let sum = |counts: &[u64]| counts.iter().sum::<u64>() as f64;
    let (first, second) = (sum(one), sum(other));
    if first == 0.0 || second == 0.0 {
        return 1.0;
    }
    let share = first.min(second) / (first + second);
    let both = one.iter().zip(other);
    let both = both.map(|(&one, &other)| (one, (one + other) as f64));
    let bins = pooled(both, LEAST_EXPECTED / share);
    if bins.len() < 2 {
        return 1.0;
    }
    let ratio = (second / first).sqrt();
    let square = |&(one, both): &(u64, f64)| {
        let other = both - one as f64;
        powi(one as f64 * ratio - other / ratio, 2) / both
    };
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
        if powi(count as f64 - mean, 2) <= FAR * FAR * variance {
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
