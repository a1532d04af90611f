use super::special::{gamma_lower, gamma_upper};
use super::{normal_survival, poisson_upper_tail};
use crate::number::elementary::powi;

/// Above this number of degrees of freedom the gamma law equals the normal law in all relevant digits.
const NEARLY_NORMAL: f64 = 1e7;

/// Below this expected number of coincidences, their number has a Poisson law.
const FEW: f64 = 50.0;

/// The law of a sum Σ h(a, b) over all pairs of M independent draws, where h(a, b) has mean 0 for each a:
/// a degenerate U-statistic (Hoeffding, *A class of statistics with asymptotically normal distribution*,
/// 1948). Every comparison of a table of counts with what is expected is one: over pairs, so that the
/// squares of single draws, which carry no information, are left out.
///
/// Any two of the terms are uncorrelated, so that the first three moments are exact for any M; the tail is
/// that of the gamma law with these moments (Pearson's type III), which for equal weights and many draws
/// is the chi-square law.
///
/// ```
/// use faro::statistics::PairSum;
///
/// // 100 throws of a die: pairs that agree count 6 − 1, others −1. Here 20 of one face, 16 of the others.
/// let agree = 20.0 * 19.0 / 2.0 + 5.0 * (16.0 * 15.0 / 2.0);
/// let sum = 6.0 * agree - 100.0 * 99.0 / 2.0;
/// let tail = PairSum::from_equal_cells(6.0).upper_tail(sum, 100);
/// assert!((tail - 0.977).abs() < 0.003); // chi-square 0.8 with 5 degrees of freedom has 0.977
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairSum {
    /// The mean of h².
    pub variance: f64,
    /// The mean of h³.
    pub cube: f64,
    /// The mean of h(a, b)·h(b, c)·h(c, a).
    pub triangle: f64,
}

impl PairSum {
    /// Draws that fall in one of this number of cells, all equally likely: h is cells − 1 if two fall in the same
    /// cell, else −1.
    pub fn from_equal_cells(cells: f64) -> PairSum {
        let degrees = cells - 1.0;
        PairSum { variance: degrees, cube: degrees * (cells - 2.0), triangle: degrees }
    }

    /// Draws that fall in cells of these probabilities: h is 1/probability − 1 if two fall in the same cell, else −1.
    pub fn from_cells(chances: &[f64]) -> PairSum {
        let cells = chances.len() as f64;
        let inverse: f64 = chances.iter().map(|chance| 1.0 / chance).sum();
        PairSum { variance: cells - 1.0, cube: inverse - 3.0 * cells + 2.0, triangle: cells - 1.0 }
    }

    /// h = ⟨f(a), f(b)⟩ for features f of mean 0, whose covariance has these eigenvalues, each with its
    /// multiplicity; `cube` is the mean of h³.
    pub fn from_features(eigenvalues: &[(f64, f64)], cube: f64) -> PairSum {
        let power = |k| eigenvalues.iter().map(|&(value, times)| times * powi(value, k)).sum();
        PairSum { variance: power(2), cube, triangle: power(3) }
    }

    /// Returns the law of the sum of two independent tables.
    pub fn plus(self, other: PairSum) -> PairSum {
        PairSum {
            variance: self.variance + other.variance,
            cube: self.cube + other.cube,
            triangle: self.triangle + other.triangle,
        }
    }

    /// Returns the standard deviation of the sum over this number of draws.
    pub fn deviation(&self, draws: u64) -> f64 {
        (pairs(draws) * self.variance).sqrt()
    }

    /// Returns the probability of a sum at least this large; 1 if the variance is 0.
    pub fn upper_tail(&self, sum: f64, draws: u64) -> f64 {
        self.tail(sum, draws, gamma_upper, normal_survival)
    }

    /// Returns the probability of a sum at most this large; 1 if the variance is 0.
    pub fn lower_tail(&self, sum: f64, draws: u64) -> f64 {
        self.tail(sum, draws, gamma_lower, |z| normal_survival(-z))
    }

    fn tail(&self, sum: f64, draws: u64, gamma: fn(f64, f64) -> f64, normal: fn(f64) -> f64) -> f64 {
        let deviation = self.deviation(draws);
        // A variance that is only rounding error counts as 0.
        if deviation.is_nan() || deviation < 1e-6 {
            return 1.0;
        }
        let z = sum / deviation;
        let skewness = self.third(draws) / powi(deviation, 3);
        let shape = 4.0 / (skewness * skewness);
        if skewness <= 0.0 || shape > NEARLY_NORMAL {
            return normal(z);
        }
        // The law starts here: at the least value the tails are 1 and 0.
        gamma(shape, (shape + shape.sqrt() * z).max(f64::MIN_POSITIVE))
    }

    fn third(&self, draws: u64) -> f64 {
        let triples = pairs(draws) * (draws as f64 - 2.0);
        pairs(draws) * self.cube + 2.0 * triples * self.triangle
    }
}

/// Returns the number of pairs of draws.
pub fn pairs(draws: u64) -> f64 {
    draws as f64 * (draws as f64 - 1.0) / 2.0
}

/// Returns the probability that at least this number of pairs of M draws fall in the same of equally likely cells (the
/// birthday problem). By the Poisson law if few are expected, else by that of [`PairSum`].
///
/// ```
/// # use faro::statistics::coincidences_tail;
/// // 23 people: a common birthday is as likely as not (exactly 0.5073; pairs are nearly independent).
/// assert!((coincidences_tail(1.0, 23, 365.0) - 0.5000).abs() < 0.001);
/// ```
pub fn coincidences_tail(coincidences: f64, draws: u64, cells: f64) -> f64 {
    let expected = pairs(draws) / cells;
    if coincidences <= 0.0 || expected < FEW {
        return poisson_upper_tail(coincidences, expected);
    }
    PairSum::from_equal_cells(cells).upper_tail(cells * coincidences - pairs(draws), draws)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::chi_square_survival;

    /// Many draws in equal cells: Pearson's statistic X² = 2·sum/draws + cells − 1 has the chi-square law.
    #[test]
    fn many_draws_have_the_chi_square_law() {
        for (cells, statistic) in [(2.0, 9.0), (6.0, 20.0), (53.0, 110.0), (2602.0, 2900.0)] {
            let draws = 1u64 << 40;
            let sum = (statistic - (cells - 1.0)) * draws as f64 / 2.0;
            let exact = chi_square_survival(statistic, cells as u64 - 1);
            let tail = PairSum::from_equal_cells(cells).upper_tail(sum, draws);
            assert!((tail / exact - 1.0).abs() < 1e-4, "{cells}: {tail} {exact}");
        }
    }

    /// The moments over all outcomes of 2, 3 and 4 draws of a loaded die of three faces.
    #[test]
    fn moments_are_exact() {
        let chances = [0.5, 0.3, 0.2];
        let law = PairSum::from_cells(&chances);
        for draws in 2..=4u32 {
            let mut moments = [0.0; 4];
            for outcome in 0..3usize.pow(draws) {
                let faces: Vec<usize> = (0..draws).map(|draw| outcome / 3usize.pow(draw) % 3).collect();
                let chance: f64 = faces.iter().map(|&face| chances[face]).product();
                let mut sum = 0.0;
                for (index, &first) in faces.iter().enumerate() {
                    for &second in &faces[..index] {
                        sum += if first == second { 1.0 / chances[first] } else { 0.0 } - 1.0;
                    }
                }
                (0..4).for_each(|power| moments[power as usize] += chance * sum.powi(power));
            }
            assert!(moments[1].abs() < 1e-12);
            assert!((moments[2] - law.deviation(draws.into()).powi(2)).abs() < 1e-9, "{moments:?}");
            assert!((moments[3] - law.third(draws.into())).abs() < 1e-9, "{moments:?}");
        }
        let equal = PairSum::from_cells(&[0.25; 4]);
        assert_eq!(equal, PairSum::from_equal_cells(4.0));
        assert_eq!(PairSum::from_features(&[(1.0, 3.0)], 6.0), equal);
    }

    #[test]
    fn both_tails_are_one() {
        let law = PairSum::from_equal_cells(10.0);
        for sum in [-200.0, 0.0, 500.0] {
            assert!((law.upper_tail(sum, 100) + law.lower_tail(sum, 100) - 1.0).abs() < 1e-9);
        }
        assert_eq!(PairSum::from_equal_cells(1.0).upper_tail(0.0, 100), 1.0);
        assert_eq!(law.upper_tail(5.0, 1), 1.0);
    }

    /// One agreement of two draws has probability 1/cells; and both regimes meet.
    #[test]
    fn coincidences() {
        assert!((coincidences_tail(1.0, 2, 1e6) - 1e-6).abs() < 1e-11);
        assert_eq!(coincidences_tail(0.0, 2, 1e6), 1.0);
        let (few, many) = (coincidences_tail(80.0, 9990, 1e6), coincidences_tail(80.0, 10_010, 1e6));
        assert!((few / many - 1.0).abs() < 0.1, "{few} {many}");
    }
}
