use super::{PairSum, pairs};
use crate::number::elementary::{exp, ln};

/// Maximum number of outcomes that are enumerated.
const MOST_OUTCOMES: f64 = 100_000.0;

/// Tests counts of independent draws in cells against the probabilities of the cells.
///
/// The statistic is Σ count·(count − 1)/probability. For equal probabilities it orders the outcomes as Pearson's
/// chi-square does. The p-value is the probability of a statistic at least as large: a sum over all outcomes if there
/// are at most 100,000, else the upper tail of [`PairSum`]. The result also has the statistic in standard deviations
/// and an estimate of Σ (p − q)²/q, where p is the law of the draws and q is `chances`.
///
/// Returns `None` if there are fewer than two cells or fewer than two draws.
///
/// # Panics
///
/// If `counts` and `chances` have different lengths.
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

/// The result of [`cells_test`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellsTest {
    /// Difference between the statistic and its mean, in standard deviations.
    pub statistic: f64,
    /// Probability of a statistic at least as large, if the probabilities of the cells are right.
    pub p_value: f64,
    /// Unbiased estimate of the chi-square distance Σ (p − q)²/q. Here p is the law of the draws and q the tested law.
    /// The mean of the estimate is 0 if the laws are equal.
    pub distance: f64,
}

/// Returns the exact probability of at least `coincidences` coincidences of `draws` draws in `cells` equally likely
/// cells, or `None` if there are too many outcomes to enumerate.
pub(super) fn exact_tail(coincidences: f64, draws: u64, cells: f64) -> Option<f64> {
    let few = cells < MOST_OUTCOMES && are_few(draws, cells as usize);
    few.then(|| Outcomes::new(draws, &vec![1.0 / cells; cells as usize]).as_far(cells * coincidences))
}

fn agreement(counts: &[u64], chances: &[f64]) -> f64 {
    let of = |(&count, chance): (&u64, &f64)| count as f64 * (count as f64 - 1.0) / (2.0 * chance);
    counts.iter().zip(chances).map(of).sum()
}

/// Returns whether `draws` draws in `cells` cells have at most [`MOST_OUTCOMES`] outcomes. Their number is C(draws +
/// cells − 1, cells − 1).
fn are_few(draws: u64, cells: usize) -> bool {
    let mut ways = 1.0;
    (1..cells).all(|cell| {
        ways *= (draws as f64 + cell as f64) / cell as f64;
        ways <= MOST_OUTCOMES
    })
}

/// All outcomes of `draws` draws, with their multinomial probabilities.
struct Outcomes<'a> {
    chances: &'a [f64],
    draws: usize,
    /// ln k! for k = 0 … `draws`.
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
        // The tolerance keeps outcomes with equal statistics together, in spite of rounding errors.
        let bound = agree * (1.0 - 1e-12) - 1e-9;
        self.summed(self.chances, self.draws, self.factorials[self.draws], 0.0, bound).min(1.0)
    }

    /// Sums the probabilities of the outcomes whose statistic is at least `bound`. The `left` remaining draws fall in
    /// `cells`. `log` and `agree` are the logarithm of the probability and the statistic of the cells before.
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

    /// With many outcomes, the exact tail and the tail of `PairSum` agree within 10 %.
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
