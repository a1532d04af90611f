use super::{PairSum, pairs};
use crate::number::elementary::{exp, ln};

/// The most outcomes that are summed one by one.
const MOST_OUTCOMES: f64 = 100_000.0;

/// Returns the probability that counts of independent draws in cells of these probabilities are as far from them, or
/// farther, by Σ count·(count − 1)/probability: Pearson's order of outcomes. Summed over all outcomes if these are few,
/// else by the law of [`PairSum`]. Also the statistic in standard deviations, and the estimate of Σ (p − q)²/q that it
/// is.
///
/// None if there are fewer than two cells or draws.
///
/// # Panics
///
/// If there are not as many counts as probabilities.
///
/// ```
/// # use faro_math::statistics::cells_test;
/// // Ten tosses of a coin, all heads or all tails: 2 of 1024.
/// let test = cells_test(&[10, 0], &[0.5, 0.5]).unwrap();
/// assert!((test.p_value - 2.0 / 1024.0).abs() < 1e-12);
/// ```
pub fn cells_test(counts: &[u64], chances: &[f64]) -> Option<CellsTest> {
    assert_eq!(counts.len(), chances.len(), "counts and chances");
    let draws: u64 = counts.iter().sum();
    if counts.len() < 2 || draws < 2 {
        return None;
    }
    let agree = agreement(counts, chances);
    let law = PairSum::from_cells(chances);
    let sum = agree - pairs(draws);
    let p_value = match are_few(draws, counts.len()) {
        true => Outcomes::new(draws, chances).as_far(agree),
        false => law.upper_tail(sum, draws),
    };
    Some(CellsTest { statistic: sum / law.deviation(draws), p_value, distance: sum / pairs(draws) })
}

/// What [`cells_test`] found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellsTest {
    /// How far the counts are from what is expected, in standard deviations.
    pub statistic: f64,
    /// The probability of being as far or farther.
    pub p_value: f64,
    /// An estimate without bias of the chi-square distance of the draws' law, 0 where it is the expected one.
    pub distance: f64,
}

/// Returns the exact probability of at least this number of coincidences in equally likely cells, if there are few
/// outcomes.
pub(super) fn exact_tail(coincidences: f64, draws: u64, cells: f64) -> Option<f64> {
    let few = cells < MOST_OUTCOMES && are_few(draws, cells as usize);
    few.then(|| Outcomes::new(draws, &vec![1.0 / cells; cells as usize]).as_far(cells * coincidences))
}

fn agreement(counts: &[u64], chances: &[f64]) -> f64 {
    let of = |(&count, chance): (&u64, &f64)| count as f64 * (count as f64 - 1.0) / (2.0 * chance);
    counts.iter().zip(chances).map(of).sum()
}

/// Returns whether this number of draws fall in this number of cells in few ways.
fn are_few(draws: u64, cells: usize) -> bool {
    let mut ways = 1.0;
    (1..cells).all(|cell| {
        ways *= (draws as f64 + cell as f64) / cell as f64;
        ways <= MOST_OUTCOMES
    })
}

/// All outcomes, with their multinomial probabilities.
struct Outcomes<'a> {
    chances: &'a [f64],
    draws: usize,
    /// The logarithms of factorials.
    factorials: Vec<f64>,
}

impl Outcomes<'_> {
    fn new(draws: u64, chances: &[f64]) -> Outcomes<'_> {
        let add = |sum: &mut f64, number: u64| {
            *sum += if number > 0 { ln(number as f64) } else { 0.0 };
            Some(*sum)
        };
        Outcomes { chances, draws: draws as usize, factorials: (0..=draws).scan(0.0, add).collect() }
    }

    fn as_far(&self, agree: f64) -> f64 {
        // Outcomes that are equally far are not distinguished by rounding.
        let bound = agree * (1.0 - 1e-12) - 1e-9;
        self.summed(self.chances, self.draws, self.factorials[self.draws], 0.0, bound).min(1.0)
    }

    /// Over the outcomes of the cells that are left.
    fn summed(&self, cells: &[f64], left: usize, log: f64, agree: f64, bound: f64) -> f64 {
        let in_first = |count: usize| {
            let log = log + count as f64 * ln(cells[0]) - self.factorials[count];
            (log, agree + count as f64 * (count as f64 - 1.0) / (2.0 * cells[0]))
        };
        if cells.len() == 1 {
            let (log, agree) = in_first(left);
            return if agree >= bound { exp(log) } else { 0.0 };
        }
        let rest = |count| {
            let (log, agree) = in_first(count);
            self.summed(&cells[1..], left - count, log, agree, bound)
        };
        (0..=left).map(rest).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tails of both ways meet where outcomes are many.
    #[test]
    fn exact_tails_are_near_those_of_the_moments() {
        let chances = [0.2, 0.3, 0.5];
        for counts in [[60u64, 105, 185], [90, 100, 160], [95, 85, 170], [70, 85, 195]] {
            let test = cells_test(&counts, &chances).unwrap();
            let sum = agreement(&counts, &chances) - pairs(350);
            let other = PairSum::from_cells(&chances).upper_tail(sum, 350);
            assert!((test.p_value / other - 1.0).abs() < 0.1, "{counts:?}: {} {other}", test.p_value);
        }
    }

    #[test]
    fn all_outcomes_have_chance_one() {
        let chances = [0.1, 0.2, 0.3, 0.4];
        assert!((Outcomes::new(20, &chances).as_far(f64::MIN) - 1.0).abs() < 1e-12);
        assert_eq!(cells_test(&[1, 0], &[0.5, 0.5]), None);
    }
}
