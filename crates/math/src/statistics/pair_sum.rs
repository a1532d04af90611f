use super::pearson::Standardised;
use crate::number::elementary::powi;

/// The excess of the fourth cumulant over the gamma law's is multiplied by this: with it, tails of equal cells are at
/// least the exact ones down to 10^-12, within a twentieth, wherever at least as many draws as cells are made.
const HEAVIER: f64 = 3.0;

/// The law of a sum Σ h(a, b) over all pairs of M independent draws, where h(a, b) has mean 0 for each a:
/// a degenerate U-statistic (Hoeffding, *A class of statistics with asymptotically normal distribution*,
/// 1948). Every comparison of a table of counts with what is expected is one: over pairs, so that the
/// squares of single draws, which carry no information, are left out.
///
/// Any two of the terms are uncorrelated, so that the moments follow from those of h for any M: the first three are
/// exact, and of the fourth an upper bound is used. The tail is that of Pearson's law with these moments, which for
/// equal weights and many draws is the chi-square law. Where it is not exact it is meant to be too large.
///
/// ```
/// use faro_math::statistics::PairSum;
///
/// // 100 throws of a die: pairs that agree count 6 − 1, others −1. Here 20 of one face, 16 of the others.
/// let agree = 20.0 * 19.0 / 2.0 + 5.0 * (16.0 * 15.0 / 2.0);
/// let sum = 6.0 * agree - 100.0 * 99.0 / 2.0;
/// let tail = PairSum::from_equal_cells(6.0).upper_tail(sum, 100);
/// // Chi-square 0.8 with 5 degrees of freedom has 0.977; the tail is rather too large.
/// assert!((0.977..1.0).contains(&tail));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairSum {
    /// The mean of h².
    pub variance: f64,
    /// The mean of h³.
    pub cube: f64,
    /// The mean of h(a, b)·h(b, c)·h(c, a).
    pub triangle: f64,
    /// The mean of h⁴ less three times the square of that of h².
    pub fourth: f64,
    /// The variance, over a, of the mean of h(a, b)² over b.
    pub spread: f64,
    /// The mean of h(a, b)²·h(b, c)·h(c, a).
    pub double_triangle: f64,
    /// The mean of h(a, b)·h(b, c)·h(c, d)·h(d, a).
    pub square: f64,
    /// The step between possible sums.
    pub step: f64,
}

impl PairSum {
    /// Draws that fall in one of this number of cells, all equally likely: h is cells − 1 if two fall in the same
    /// cell, else −1.
    pub fn from_equal_cells(cells: f64) -> PairSum {
        let degrees = cells - 1.0;
        let cube = degrees * (cells - 2.0);
        PairSum {
            variance: degrees,
            cube,
            triangle: degrees,
            fourth: degrees * (cells * (cells - 6.0) + 6.0),
            spread: 0.0,
            double_triangle: cube,
            square: degrees,
            step: cells,
        }
    }

    /// Draws that fall in cells of these probabilities: h is 1/probability − 1 if two fall in the same cell, else −1.
    pub fn from_cells(chances: &[f64]) -> PairSum {
        let cells = chances.len() as f64;
        let sum = |of: &dyn Fn(f64) -> f64| chances.iter().map(|&chance| of(chance)).sum::<f64>();
        let (degrees, cube) = (cells - 1.0, sum(&|p| 1.0 / p) - 3.0 * cells + 2.0);
        let fourth = sum(&|p| powi(1.0 - p, 4) / (p * p)) + 1.0 - sum(&|p| p * p);
        PairSum {
            variance: degrees,
            cube,
            triangle: degrees,
            fourth: fourth - 3.0 * degrees * degrees,
            spread: sum(&|p| powi(1.0 - p, 2) / p) - degrees * degrees,
            double_triangle: cube,
            square: degrees,
            step: 0.0,
        }
    }

    /// h = ⟨f(a), f(b)⟩ for features f of mean 0, whose covariance has these eigenvalues, each with its
    /// multiplicity, if h(a, b) has the same law for each a. `cube` is the mean of h³, and `fourth` at least the mean
    /// of h⁴ less three times the square of that of h². The sums are multiples of `step`, or shifted ones.
    pub fn from_features(eigenvalues: &[(f64, f64)], cube: f64, fourth: f64, step: f64) -> PairSum {
        let power = |k| eigenvalues.iter().map(|&(value, times)| times * powi(value, k)).sum();
        let largest = eigenvalues.iter().map(|&(value, _)| value).fold(0.0, f64::max);
        PairSum {
            variance: power(2),
            cube,
            triangle: power(3),
            fourth,
            spread: 0.0,
            // Exact for one eigenvalue.
            double_triangle: largest * cube,
            square: power(4),
            step,
        }
    }

    /// Returns the law of the sum of two independent tables.
    pub fn plus(self, other: PairSum) -> PairSum {
        PairSum {
            variance: self.variance + other.variance,
            cube: self.cube + other.cube,
            triangle: self.triangle + other.triangle,
            fourth: self.fourth + other.fourth,
            spread: self.spread + other.spread,
            double_triangle: self.double_triangle + other.double_triangle,
            square: self.square + other.square,
            step: self.step.min(other.step),
        }
    }

    /// Returns the standard deviation of the sum over this number of draws.
    pub fn deviation(&self, draws: u64) -> f64 {
        (pairs(draws) * self.variance).sqrt()
    }

    /// Returns a probability not below that of a sum at least this large, as far as it is known; 1 if the variance
    /// is 0.
    pub fn upper_tail(&self, sum: f64, draws: u64) -> f64 {
        let deviation = self.deviation(draws);
        // A variance that is only rounding error counts as 0.
        if deviation.is_nan() || deviation < 1e-6 {
            return 1.0;
        }
        let skewness = self.third(draws) / powi(deviation, 3);
        let gamma = 1.5 * skewness * skewness;
        let excess = (self.fourth(draws) / powi(deviation, 4) - gamma).max(0.0);
        let few = 1.0 / draws as f64;
        let law = Standardised::new(skewness, gamma + HEAVIER * excess + 4.0 * skewness * skewness * few);
        // Halfway to the next smaller sum, which a continuous law is asked for.
        (law.upper_tail((sum - 0.5 * self.step) / deviation) * (1.0 + 2.0 * few)).min(1.0)
    }

    fn third(&self, draws: u64) -> f64 {
        let triples = pairs(draws) * (draws as f64 - 2.0);
        pairs(draws) * self.cube + 2.0 * triples * self.triangle
    }

    /// The fourth cumulant: of products of four terms only those have a mean other than 0 in which each draw occurs
    /// twice. They are one pair, two pairs, triangles with one side twice, and squares.
    fn fourth(&self, draws: u64) -> f64 {
        let (pairs, others) = (pairs(draws), draws as f64 - 2.0);
        let squares = 6.0 * others * (others - 1.0) * self.square;
        pairs * (self.fourth + others * (6.0 * self.spread + 12.0 * self.double_triangle) + squares)
    }
}

/// Returns the number of pairs of draws.
pub fn pairs(draws: u64) -> f64 {
    draws as f64 * (draws as f64 - 1.0) / 2.0
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
            let mut moments = [0.0; 5];
            for outcome in 0..3usize.pow(draws) {
                let faces: Vec<usize> = (0..draws).map(|draw| outcome / 3usize.pow(draw) % 3).collect();
                let chance: f64 = faces.iter().map(|&face| chances[face]).product();
                let mut sum = 0.0;
                for (index, &first) in faces.iter().enumerate() {
                    for &second in &faces[..index] {
                        sum += if first == second { 1.0 / chances[first] } else { 0.0 } - 1.0;
                    }
                }
                (0..5).for_each(|power| moments[power as usize] += chance * sum.powi(power));
            }
            assert!(moments[1].abs() < 1e-12);
            assert!((moments[2] - law.deviation(draws.into()).powi(2)).abs() < 1e-9, "{moments:?}");
            assert!((moments[3] - law.third(draws.into())).abs() < 1e-9, "{moments:?}");
            let cumulant = moments[4] - 3.0 * moments[2].powi(2);
            assert!((cumulant - law.fourth(draws.into())).abs() < 1e-7, "{cumulant} {law:?}");
        }
        let equal = PairSum::from_equal_cells(4.0);
        assert_eq!(PairSum { step: 4.0, ..PairSum::from_cells(&[0.25; 4]) }, equal);
        assert_eq!(PairSum::from_features(&[(1.0, 3.0)], 6.0, -6.0, 4.0), equal);
    }
}
