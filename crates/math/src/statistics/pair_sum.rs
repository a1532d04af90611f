//! Tails of sums over all pairs of independent draws. Most checks of an audit are such sums.

use super::normal_survival;
use super::survival::{beta, gamma_lower, gamma_upper};
use crate::number::elementary::powi;

/// Safety factor on the excess of the fourth cumulant over the gamma law's. With it the tails of equal cells are never
/// more than 5 % below the exact ones, down to 10^-12, if draws ≥ cells.
const KURTOSIS_FACTOR: f64 = 3.0;

/// The law of a degenerate U-statistic: a sum Σ h(a, b) over all pairs of M independent draws.
///
/// The term h(a, b) has mean 0 for each a (Hoeffding, *A class of statistics with asymptotically normal distribution*,
/// 1948). Every comparison of a table of counts with the expected counts is such a sum. It is over pairs, so that the
/// squares of single draws, which carry no information, are left out.
///
/// Any two of the terms are uncorrelated, so that the moments for any M follow from moments of h. The first three are
/// exact, and for the fourth an upper bound is used. The tail is the tail of Pearson's law with these moments; for
/// equal weights and many draws, this is the chi-square law. Where the tail is not exact, it is meant to be too large.
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
    /// The mean of h², where h is the term of a pair of draws.
    pub variance: f64,
    /// The mean of h³, where h is the term of a pair of draws.
    pub cube: f64,
    /// The mean of h(a, b)·h(b, c)·h(c, a), where h is the term of a pair of independent draws.
    pub triangle: f64,
    /// The mean of h⁴ minus 3·(the mean of h²)², where h is the term of a pair of draws.
    pub fourth: f64,
    /// The variance, over a draw a, of the mean of h(a, b)² over b, where h is the term of a pair.
    pub spread: f64,
    /// The mean of h(a, b)²·h(b, c)·h(c, a), where h is the term of a pair of independent draws.
    pub double_triangle: f64,
    /// The mean of h(a, b)·h(b, c)·h(c, d)·h(d, a), where h is the term of a pair of independent draws.
    pub square: f64,
    /// The step between possible sums, for the continuity correction; 0 turns the correction off.
    pub step: f64,
}

impl PairSum {
    /// Creates the law of coincidences in `cells` equally likely cells.
    ///
    /// The term of a pair of draws is `cells` − 1 if both draws fall in the same cell, else −1.
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

    /// Creates the law of coincidences in cells with the probabilities `chances`.
    ///
    /// The term of a pair of draws is 1/p − 1 if both draws fall in the same cell, whose probability is p, else −1.
    pub fn from_cells(chances: &[f64]) -> PairSum {
        let cells = chances.len() as f64;
        let sum = |function: &dyn Fn(f64) -> f64| {
            chances.iter().map(|&chance| function(chance)).sum::<f64>()
        };
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

    /// Creates the law of a sum over pairs of draws a and b with the term h(a, b) = ⟨f(a), f(b)⟩.
    ///
    /// The features f have mean 0.
    ///
    /// `eigenvalues` has the eigenvalues of the covariance of f, each with its multiplicity. h(a, b) must have the same
    /// law for each a. `cube` is the mean of h³. `fourth` is at least the mean of h⁴ minus 3·(the mean of h²)². The
    /// sums are multiples of `step`, or multiples with a common shift.
    pub fn from_features(eigenvalues: &[(f64, f64)], cube: f64, fourth: f64, step: f64) -> PairSum {
        let power = |k| {
            eigenvalues
                .iter()
                .map(|&(value, times)| times * powi(value, k))
                .sum()
        };
        let largest = eigenvalues
            .iter()
            .map(|&(value, _)| value)
            .fold(0.0, f64::max);
        PairSum {
            variance: power(2),
            cube,
            triangle: power(3),
            fourth,
            spread: 0.0,
            // This product is exact if all eigenvalues of the covariance of f are equal.
            double_triangle: largest * cube,
            square: power(4),
            step,
        }
    }

    /// Returns the law of the sum of two independent statistics, each summed over pairs of the same draws.
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

    /// Returns the standard deviation of the statistic, a sum over all pairs of `draws` draws.
    pub fn deviation(&self, draws: u64) -> f64 {
        (pairs(draws) * self.variance).sqrt()
    }

    /// Returns an approximate upper bound of P(S ≥ `sum`) for the sum S over all pairs of `draws` draws.
    ///
    /// The bound is not proved: in comparisons for equal cells it was never more than 5 % below the exact tail. Returns
    /// 1 if the variance is 0.
    pub fn upper_tail(&self, sum: f64, draws: u64) -> f64 {
        let deviation = self.deviation(draws);
        // A standard deviation that is only rounding error counts as 0.
        if deviation.is_nan() || deviation < 1e-6 {
            return 1.0;
        }
        let skewness = self.skewness(draws);
        let reciprocal = 1.0 / draws as f64;
        let kurtosis = safe_kurtosis(skewness, self.fourth(draws) / powi(deviation, 4));
        let law = Standardised::new(skewness, kurtosis + 4.0 * skewness * skewness * reciprocal);
        // Continuity correction: the middle between `sum` and the next smaller possible sum.
        (law.upper_tail((sum - 0.5 * self.step) / deviation) * (1.0 + 2.0 * reciprocal)).min(1.0)
    }

    /// Returns the skewness of the statistic, a sum over all pairs of `draws` draws. It is NaN if the variance is
    /// 0.
    pub fn skewness(&self, draws: u64) -> f64 {
        self.third(draws) / powi(self.deviation(draws), 3)
    }

    /// Returns the skewness of the sum over `steps` successive pairs. It is NaN if the variance is 0.
    pub fn skewness_of_steps(&self, steps: u64) -> f64 {
        self.cube / powi(self.variance.sqrt(), 3) / (steps as f64).sqrt()
    }

    /// Returns approximate upper bounds of P(S ≤ `sum`) and P(S ≥ `sum`) for successive pairs.
    ///
    /// S is the sum Σ h(aᵢ, aᵢ₊₁) over `steps` successive pairs of draws, whose term is h.
    ///
    /// The fourth cumulant has the terms of each pair, and of each two pairs with a common draw. The lower tail comes from
    /// a law without skewness, because a skewed law on a half-line ends below.
    pub fn tails_of_steps(&self, sum: f64, steps: u64) -> [f64; 2] {
        let number = steps as f64;
        let (variance, fourth) = (
            number * self.variance,
            number * self.fourth + 6.0 * (number - 1.0) * self.spread,
        );
        let skewness = self.skewness_of_steps(steps);
        let kurtosis = fourth / (variance * variance);
        let tail = |z: f64, skewness: f64| {
            Standardised::new(skewness, safe_kurtosis(skewness, kurtosis))
                .upper_tail(z)
                .min(1.0)
        };
        let z = sum / variance.sqrt();
        [tail(-z, -skewness), tail(z, skewness)]
    }

    fn third(&self, draws: u64) -> f64 {
        let triples = pairs(draws) * (draws as f64 - 2.0);
        pairs(draws) * self.cube + 2.0 * triples * self.triangle
    }

    /// Returns the fourth cumulant of the sum over all pairs of `draws` draws.
    ///
    /// A product of four terms has a mean other than 0 only if each of its draws occurs at least twice. Such
    /// products are one pair, two pairs, triangles with one side twice, and squares.
    fn fourth(&self, draws: u64) -> f64 {
        let (pairs, others) = (pairs(draws), draws as f64 - 2.0);
        let squares = 6.0 * others * (others - 1.0) * self.square;
        pairs * (self.fourth + others * (6.0 * self.spread + 12.0 * self.double_triangle) + squares)
    }
}

/// Returns a kurtosis that makes the tail safe: an excess over the gamma law with the same `skewness` is multiplied
/// by [`KURTOSIS_FACTOR`].
fn safe_kurtosis(skewness: f64, kurtosis: f64) -> f64 {
    let gamma = 1.5 * powi(skewness.max(0.0), 2);
    gamma + KURTOSIS_FACTOR * (kurtosis - gamma).max(0.0)
}

/// Returns the number of pairs of `draws` draws, as an `f64`.
pub fn pairs(draws: u64) -> f64 {
    draws as f64 * (draws as f64 - 1.0) / 2.0
}

/// A shape parameter above this bound counts as infinite: the law equals its limit in all relevant digits.
const NEARLY_NORMAL: f64 = 1e7;

/// A law of mean 0 and variance 1 on a half-line, with given skewness and excess kurtosis.
///
/// It is one of Pearson's laws (*Contributions to the mathematical theory of evolution II*, 1895;
/// *Supplement*, 1901). The kurtosis determines the weight of its upper tail.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Standardised {
    Normal,
    /// Pearson's type III: the gamma law with shape `shape`.
    Gamma {
        shape: f64,
    },
    /// Pearson's type VI: x = scale·(1 + y), where y has the beta prime law with the parameters `first` and
    /// `second`.
    BetaPrime {
        first: f64,
        second: f64,
        scale: f64,
    },
    /// Pearson's type V: the inverse of a gamma variable with shape `shape`.
    InverseGamma {
        shape: f64,
    },
}

impl Standardised {
    /// Creates the law with `skewness` and excess kurtosis `kurtosis`. A kurtosis below the gamma law's for this
    /// skewness is raised to it. If no law on a half-line has both, the skewness is raised. A negative skewness counts
    /// as 0.
    pub fn new(skewness: f64, kurtosis: f64) -> Standardised {
        let squared = skewness.max(0.0) * skewness.max(0.0);
        let above = 2.0 * kurtosis - 3.0 * squared;
        if above <= 1e-7 * squared || above <= 1e-12 {
            let shape = 4.0 / squared;
            return if shape > NEARLY_NORMAL {
                Standardised::Normal
            } else {
                Standardised::Gamma { shape }
            };
        }
        // p and q are the exponents of (x − a)^p·x^-q (Elderton, *Frequency curves and correlation*, 1906).
        let r = -6.0 * (kurtosis + 2.0 - squared) / above;
        let discriminant = squared * (r + 2.0) * (r + 2.0) + 16.0 * (r + 1.0);
        if discriminant <= 0.0 {
            return Standardised::inverse_gamma(kurtosis);
        }
        let (middle, half) = (
            (r - 2.0) / 2.0,
            (r * (r + 2.0) / 2.0 * (squared / discriminant).sqrt()).abs(),
        );
        let (above, below) = (middle + half, half - middle);
        let (first, second) = (above + 1.0, below - above - 1.0);
        if second > NEARLY_NORMAL {
            return Standardised::Gamma {
                shape: 4.0 / squared,
            };
        }
        Standardised::BetaPrime {
            first,
            second,
            scale: 0.5 * discriminant.sqrt(),
        }
    }

    /// Returns the inverse gamma law with `kurtosis` = 6(5a − 11)/((a − 3)(a − 4)), where a is the shape.
    fn inverse_gamma(kurtosis: f64) -> Standardised {
        let linear = 7.0 * kurtosis + 30.0;
        let root = (linear * linear - 4.0 * kurtosis * (12.0 * kurtosis + 66.0)).sqrt();
        let shape = (linear + root) / (2.0 * kurtosis);
        if shape > NEARLY_NORMAL {
            Standardised::Normal
        } else {
            Standardised::InverseGamma { shape }
        }
    }

    /// Returns P(X ≥ `z`) for a variable X with this law.
    pub fn upper_tail(self, z: f64) -> f64 {
        match self {
            Standardised::Normal => normal_survival(z),
            Standardised::Gamma { shape } => {
                gamma_upper(shape, (shape + shape.sqrt() * z).max(f64::MIN_POSITIVE))
            }
            Standardised::BetaPrime {
                first,
                second,
                scale,
            } => {
                let value = z + scale * (1.0 + first / (second - 1.0));
                if value <= scale {
                    1.0
                } else {
                    beta(second, first, scale / value)
                }
            }
            Standardised::InverseGamma { shape } => {
                let value = 1.0 + z / (shape - 2.0).sqrt();
                if value <= 0.0 {
                    1.0
                } else {
                    gamma_lower(shape, (shape - 1.0) / value)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::chi_square_survival;

    /// With many draws in equal cells, Pearson's statistic X² = 2·sum/draws + cells − 1 has the chi-square law.
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

    /// Compares the moments with sums over all outcomes of 2, 3 and 4 draws of a loaded die with three faces.
    #[test]
    fn moments_are_exact() {
        let chances = [0.5, 0.3, 0.2];
        let law = PairSum::from_cells(&chances);
        for draws in 2..=4u32 {
            let mut moments = [0.0; 5];
            for outcome in 0..3usize.pow(draws) {
                let faces: Vec<usize> = (0..draws)
                    .map(|draw| outcome / 3usize.pow(draw) % 3)
                    .collect();
                let chance: f64 = faces.iter().map(|&face| chances[face]).product();
                let mut sum = 0.0;
                for (index, &first) in faces.iter().enumerate() {
                    for &second in &faces[..index] {
                        sum += if first == second {
                            1.0 / chances[first]
                        } else {
                            0.0
                        } - 1.0;
                    }
                }
                (0..5).for_each(|power| moments[power as usize] += chance * sum.powi(power));
            }
            assert!(moments[1].abs() < 1e-12);
            assert!(
                (moments[2] - law.deviation(draws.into()).powi(2)).abs() < 1e-9,
                "{moments:?}"
            );
            assert!(
                (moments[3] - law.third(draws.into())).abs() < 1e-9,
                "{moments:?}"
            );
            let cumulant = moments[4] - 3.0 * moments[2].powi(2);
            assert!(
                (cumulant - law.fourth(draws.into())).abs() < 1e-7,
                "{cumulant} {law:?}"
            );
        }
        let equal = PairSum::from_equal_cells(4.0);
        assert_eq!(
            PairSum {
                step: 4.0,
                ..PairSum::from_cells(&[0.25; 4])
            },
            equal
        );
        assert_eq!(PairSum::from_features(&[(1.0, 3.0)], 6.0, -6.0, 4.0), equal);
    }

    /// The moments ∫ k·z^(k−1)·tail, by the midpoint rule over the whole law, equal the given ones.
    #[test]
    fn laws_have_their_moments() {
        for (skewness, kurtosis, kind) in [
            (1.0, 1.5, "Gamma"),
            (1.2, 2.6, "BetaPrime"),
            (0.5, 0.47, "BetaPrime"),
            (0.3, 1.0, "InverseGamma"),
        ] {
            let law = Standardised::new(skewness, kurtosis);
            assert!(format!("{law:?}").starts_with(kind), "{law:?}");
            let (step, min, max) = (1e-3, -30.0, 400.0);
            let mut moments = [0.0, min, min * min, 0.0, f64::powi(min, 4)];
            for index in 0..((max - min) / step) as u32 {
                let z = min + (f64::from(index) + 0.5) * step;
                let tail = law.upper_tail(z) * step;
                moments[1] += tail;
                moments[2] += 2.0 * z * tail;
                moments[4] += 4.0 * z * z * z * tail;
            }
            assert!(
                moments[1].abs() < 1e-3 && (moments[2] - 1.0).abs() < 0.05,
                "{law:?}: {moments:?}"
            );
            assert!(
                (moments[4] / (3.0 + kurtosis) - 1.0).abs() < 0.05,
                "{law:?}: {moments:?}"
            );
        }
        assert_eq!(Standardised::new(0.0, 0.0), Standardised::Normal);
        assert_eq!(Standardised::new(-0.5, 0.0), Standardised::Normal);
    }

    /// The kurtosis rises in small steps, across the types of Pearson's laws.
    #[test]
    fn tails_grow_with_the_kurtosis() {
        let tails: Vec<f64> = (0..30)
            .map(|step| Standardised::new(0.6, 0.54 + 0.05 * f64::from(step)).upper_tail(8.0))
            .collect();
        assert!(tails.windows(2).all(|pair| pair[0] < pair[1]), "{tails:?}");
    }
}
