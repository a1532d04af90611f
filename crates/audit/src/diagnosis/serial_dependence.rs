//! Draws that depend on the previous deck's draws.
//!
//! Either the generator is seeded for each deck with successive numbers, or one generator makes all decks and
//! its low bits repeat.
//!
//! Modulo 2^k, the low b bits of a linear congruential generator have a period of at most 2^b. An index `x %
//! bound` shows these bits if the bound is even, both within a deck and between successive decks. Successive
//! seeds show for any bound, but only between decks: within a deck the draws are as independent as the
//! generator makes them.

use std::ops::Range;

use super::cause::Cause;
use super::profile::{DRAWS_DOWN, NEIGHBOURS, Profile};
use crate::tables::{PairCounts, Pass, SerialDraws, Tables};
use faro_math::number::elementary::{ln, powi};
use faro_math::statistics::{LEAST_EXPECTED, chi_square_survival, least_of};

/// Largest significant p-value of the differences between draws.
const SIGNIFICANT: f64 = 1e-9;

/// Minimum ratio of the distance of the differences to all other distances of decks and steps from uniform.
///
/// All distances are shares of their maxima. In a chain of decks, draws are dependent too, but the steps then
/// deviate as much.
const FURTHER: f64 = 10.0;

/// Minimum distance of differences that are compared with the draws among fewer numbers only.
const LEAST_DISTANCE: f64 = 0.05;

/// Minimum ratio of the distance within decks to the distance between decks, if draws of one deck are
/// dependent.
///
/// Over 18 generators with 8 to 52 cards, it is 1 for low bits, and below 0.1 for successive seeds.
const WITHIN: f64 = 0.25;

/// Minimum ratio of the shares of significant rows with odd and with even bounds, if more than low bits is
/// dependent.
///
/// The smaller share is divided by the larger one.
const ALIKE: f64 = 0.5;

/// A dependence of each deck's draws on the previous deck's draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SerialDependence {
    /// −ln p of the differences between the draws.
    pub score: f64,
    /// The possible causes.
    pub causes: &'static [Cause],
}

const SEEDS: &[Cause] = &[Cause::SuccessiveSeeds];
const LOW_BITS: &[Cause] = &[Cause::LowBits];
const EITHER: &[Cause] = &[Cause::SuccessiveSeeds, Cause::LowBits];

/// Returns the dependence between the draws of successive decks, or `None` if it is not significant.
///
/// The differences must deviate much further than anything in the profiles of `decks` and `steps`, or than the
/// draws among fewer numbers. Differences of 0 are left out: in a chain of partly shuffled decks, a draw that
/// changes is equally likely to become any other.
pub fn serial_dependence(decks: &Tables, steps: &Tables) -> Option<SerialDependence> {
    let [tables, of_steps] = [decks, steps].map(Tables::draw_tables);
    let serial = tables.serial.as_ref()?;
    let passes = Pass::ALL.map(|pass| (pass, between(serial, tables.draws.of(pass), pass)));
    let rows = passes.iter().map(|(_, rows)| rows.0.len()).sum::<usize>() as f64;
    let least = passes
        .iter()
        .map(|(_, rows)| rows.least())
        .fold(1.0, f64::min);
    let (pass, strongest) = passes
        .iter()
        .max_by(|one, other| one.1.largest().total_cmp(&other.1.largest()))?;
    let p_value = least_of(least, rows).max(f64::MIN_POSITIVE);
    let profiles = [decks, steps].map(Profile::new);
    let furthest = |parts: Range<usize>| {
        let parts = profiles
            .iter()
            .flat_map(|profile| &profile.parts[parts.clone()]);
        parts
            .map(|part| part.square() / part.own.max(1.0))
            .fold(0.0, f64::max)
    };
    let draws = tables.draws.of(*pass);
    // Decks that are made from the decks before depend on them in every loop, and seeds in the program's loop only.
    let other_loops = passes
        .iter()
        .filter(|(other, _)| other != pass)
        .map(|(_, rows)| rows.largest());
    let in_one_loop = strongest.largest() > FURTHER * other_loops.fold(0.0, f64::max);
    let neighbours = furthest(NEIGHBOURS) / if in_one_loop { FURTHER } else { 1.0 };
    let is_further = strongest.largest() > FURTHER * furthest(0..DRAWS_DOWN)
        || *pass != Pass::InsideOut
            && strongest.is_further_below([draws, of_steps.draws.of(*pass)], neighbours);
    (p_value < SIGNIFICANT && is_further).then(|| {
        let within = within(serial, draws, *pass);
        SerialDependence {
            score: strongest.nats().max(-ln(p_value)),
            causes: causes(strongest, &within, has_all_numbers(draws)),
        }
    })
}

/// Returns the possible causes of the dependence, from the differences between decks and within a deck.
///
/// If some numbers are never drawn, the program's bounds may differ, and the draws of one deck are not
/// comparable.
fn causes(between: &Rows, within: &Rows, has_all_numbers: bool) -> &'static [Cause] {
    let [even, odd] = [0, 1].map(|parity| between.significant(parity));
    let dependent = |parity| within.distance(parity) >= WITHIN * between.distance(parity);
    if even.min(odd) >= ALIKE * even.max(odd) {
        return if dependent(1) { EITHER } else { SEEDS };
    }
    match (has_all_numbers, dependent(0)) {
        (true, false) => SEEDS,
        (true, true) if odd == 0.0 => LOW_BITS,
        _ => EITHER,
    }
}

/// The comparison of the differences of draws among `bound` numbers with independent draws.
struct Row {
    bound: usize,
    p_value: f64,
    /// The chi-square distance from independent draws, as a share of its maximum.
    distance: f64,
}

/// The comparisons for all numbers of choices, except those with too few counts.
struct Rows(Vec<Row>);

impl Rows {
    fn least(&self) -> f64 {
        self.0.iter().map(|row| row.p_value).fold(1.0, f64::min)
    }

    /// Returns −ln p of all rows together, by the method of Fisher. The draws of one deck are independent.
    fn nats(&self) -> f64 {
        let sum: f64 = self
            .0
            .iter()
            .map(|row| -2.0 * ln(row.p_value.max(f64::MIN_POSITIVE)))
            .sum();
        -ln(chi_square_survival(sum, 2 * self.0.len() as u64).max(f64::MIN_POSITIVE))
    }

    fn largest(&self) -> f64 {
        self.distance(0).max(self.distance(1))
    }

    /// Returns whether a row is far from independent draws, and much further than `others` and the counts of all draws among
    /// at most as many numbers are from uniform.
    ///
    /// Small seeds make the first draws of a deck nearly constant, so that decks and steps are unfair. But the last draws, those
    /// among few numbers, are uniform. If the last draws of the steps of a chain are independent and uniform, those of
    /// its decks are independent of the deck before, since they permute the last cards at random.
    fn is_further_below(&self, counts: [&PairCounts; 2], others: f64) -> bool {
        let (mut furthest, mut next) = (others, 2);
        self.0.iter().any(|row| {
            let bounds = next..=row.bound;
            let distances =
                bounds.flat_map(|bound| counts.map(|table| from_uniform(row_of(table, bound))));
            (furthest, next) = (distances.fold(furthest, f64::max), row.bound + 1);
            row.p_value < SIGNIFICANT && row.distance > (FURTHER * furthest).max(LEAST_DISTANCE)
        })
    }

    /// Returns the rows with an even bound (parity 0) or with an odd bound (parity 1).
    fn of(&self, parity: usize) -> impl Iterator<Item = &Row> {
        self.0.iter().filter(move |row| row.bound % 2 == parity)
    }

    /// Returns the largest distance of the rows with the given parity.
    fn distance(&self, parity: usize) -> f64 {
        self.of(parity).map(|row| row.distance).fold(0.0, f64::max)
    }

    /// Returns the share of the rows with the given parity that are significant.
    fn significant(&self, parity: usize) -> f64 {
        let significant = self
            .of(parity)
            .filter(|row| row.p_value < SIGNIFICANT)
            .count();
        significant as f64 / self.of(parity).count().max(1) as f64
    }
}

/// Returns the counts of the draws among `bound` numbers.
fn row_of(table: &PairCounts, bound: usize) -> &[u64] {
    &table.counts()[(bound - 1) * table.side()..][..bound]
}

/// Returns the chi-square distance of counts from uniform, as a share of its maximum.
fn from_uniform(counts: &[u64]) -> f64 {
    let (all, degrees) = (counts.iter().sum::<u64>() as f64, counts.len() as f64 - 1.0);
    let expected = all / counts.len() as f64;
    let square: f64 = counts
        .iter()
        .map(|&count| powi(count as f64 - expected, 2) / expected)
        .sum();
    (square - degrees) / all / degrees
}

/// Returns, for each number of choices from 4 on, the comparison of a deck's draw minus the previous deck's with
/// independent draws. Differences of 0 are left out.
fn between(serial: &SerialDraws, draws: &PairCounts, pass: Pass) -> Rows {
    let row = |bound| {
        let drawn = row_of(draws, bound);
        row(row_of(serial.of(pass), bound), [drawn, drawn], 1)
    };
    Rows((4..=draws.side()).filter_map(row).collect())
}

/// Returns, for each number of choices b from 2 on, the comparison of two draws of the same deck with independent draws: the
/// draw among 2b minus the draw among b, modulo b.
fn within(serial: &SerialDraws, draws: &PairCounts, pass: Pass) -> Rows {
    let row = |bound| {
        let (low, high) = row_of(draws, 2 * bound).split_at(bound);
        let twice: Vec<u64> = low.iter().zip(high).map(|(low, high)| low + high).collect();
        row(
            row_of(serial.within(pass), bound),
            [row_of(draws, bound), &twice],
            0,
        )
    };
    Rows((2..=draws.side() / 2).filter_map(row).collect())
}

/// Returns whether each draw had its largest number at least once.
fn has_all_numbers(draws: &PairCounts) -> bool {
    (1..draws.side()).all(|last| draws.at(last, last) > 0)
}

/// Compares the differences of two draws with independent draws that have the same counts.
///
/// Only differences of at least `from` are compared. Returns `None` if there are too few.
fn row(differences: &[u64], [one, other]: [&[u64]; 2], from: usize) -> Option<Row> {
    let bound = one.len();
    let degrees = (bound - from - 1) as f64;
    let all = differences[from..].iter().sum::<u64>() as f64;
    // The expected numbers would be too small. This check is cheap; the pairs below take O(bound²) time.
    if all < LEAST_EXPECTED * (bound - from) as f64 {
        return None;
    }
    let pairs = |difference: usize| -> f64 {
        (0..bound)
            .map(|draw| one[draw] as f64 * other[(draw + difference) % bound] as f64)
            .sum()
    };
    let pairs: Vec<f64> = (from..bound).map(pairs).collect();
    let scale = all / pairs.iter().sum::<f64>();
    if !pairs.iter().all(|pairs| pairs * scale >= LEAST_EXPECTED) {
        return None;
    }
    let cells = differences[from..].iter().zip(&pairs);
    let square: f64 = cells
        .map(|(&count, pairs)| powi(count as f64 - pairs * scale, 2) / (pairs * scale))
        .sum();
    let p_value = chi_square_survival(square, degrees as u64);
    Some(Row {
        bound,
        p_value,
        distance: (square - degrees) / all / degrees,
    })
}

#[cfg(test)]
mod tests;
