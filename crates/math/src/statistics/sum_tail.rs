//! Tails of sums of independent draws from one law, by the saddlepoint approximation.

use std::f64::consts::PI;

use num_integer::Integer;

use super::{Law, LawError, normal_survival};
use crate::number::elementary::{exp, exp_m1, ln, powf, powi};

/// Distance from the mean, in standard deviations, within which the Edgeworth expansion is used. The saddlepoint
/// formula is singular at the mean.
const EDGEWORTH_DEVIATIONS: f64 = 1e-3;

const MAX_STEPS: usize = 200;

/// Maximum number of products for an exact tail.
const MAX_EXACT_PRODUCTS: f64 = 2e5;

/// Tail probabilities of the sum of M independent draws from one [`Law`].
///
/// They are computed by the saddlepoint approximation, which is accurate far from the mean too, and for few
/// draws (Lugannani and Rice, *Saddle point approximation for the distribution of the sum of independent
/// random variables*, 1980; for integers Daniels, *Tail probability approximations*, 1987). The result is
/// exact for few draws and at both ends of the range, otherwise within a few hundredths of the tail.
#[derive(Clone, Debug)]
pub struct SumTail {
    /// `weights[i]` is the probability of the value `least` + i·`span`. The first and the last are positive.
    weights: Vec<f64>,
    least: u64,
    span: u64,
    mean: f64,
    deviation: f64,
    skewness: f64,
}

impl SumTail {
    /// Creates the tails of sums of draws from `law`.
    ///
    /// # Errors
    ///
    /// [`LawError::TooFewValues`] if fewer than two values have a positive probability.
    pub fn new(law: &Law) -> Result<SumTail, LawError> {
        let probable = || {
            (0u64..)
                .zip(law.probabilities())
                .filter(|(_, chance)| **chance > 0.0)
        };
        let values = probable().take(2).count();
        if values < 2 {
            return Err(LawError::TooFewValues {
                given: values,
                at_least: 2,
            });
        }
        let least = probable().next().map_or(0, |(value, _)| value);
        let largest = probable().last().map_or(0, |(value, _)| value);
        let span = probable().fold(0, |span, (value, _)| span.gcd(&(value - least)));
        let values = &law.probabilities()[least as usize..=largest as usize];
        let weights: Vec<f64> = values.iter().step_by(span as usize).copied().collect();
        let scaled = Law::new(weights.clone());
        let (mean, deviation, skewness) = (
            scaled.mean(),
            scaled.variance().sqrt(),
            scaled.standardised_moment(3),
        );
        Ok(SumTail {
            weights,
            least,
            span,
            mean,
            deviation,
            skewness,
        })
    }

    /// Returns P(S ≥ `sum`), where S is the sum of `numbers` independent draws.
    ///
    /// # Panics
    ///
    /// If `numbers` is 0.
    ///
    /// ```
    /// # use faro_math::statistics::{Law, SumTail};
    /// let die = SumTail::new(&Law::uniform(6)).unwrap(); // its faces are 0 to 5
    /// assert!((die.upper(15, 3) - 1.0 / 216.0).abs() < 1e-12);
    /// assert!((die.upper(40, 10) - 0.00289).abs() < 0.00003); // exactly 174746 of 6^10
    /// ```
    pub fn upper(&self, sum: u64, numbers: u64) -> f64 {
        assert!(numbers > 0, "expected at least one draw");
        let above = sum as f64 - numbers as f64 * self.least as f64;
        self.tail((above / self.span as f64).ceil(), numbers as f64)
    }

    /// Returns P(S ≤ `sum`), where S is the sum of `numbers` independent draws.
    ///
    /// If `numbers` is 0, the result is 1.
    pub fn lower(&self, sum: u64, numbers: u64) -> f64 {
        let top = (self.weights.len() - 1) as u64;
        let above = sum as f64 - numbers as f64 * self.least as f64;
        let mirrored = (numbers as f64 * top as f64) - (above / self.span as f64).floor();
        let mut mirror = self.clone();
        mirror.weights.reverse();
        (mirror.mean, mirror.skewness) = (top as f64 - self.mean, -self.skewness);
        mirror.tail(mirrored, numbers as f64)
    }

    /// Returns P(S ≥ `sum`) for a sum S of `numbers` draws. `sum` is in steps above the least possible sum.
    fn tail(&self, sum: f64, numbers: f64) -> f64 {
        let max = numbers * (self.weights.len() - 1) as f64;
        if sum <= 0.0 {
            return 1.0;
        }
        if sum >= max {
            let all = powf(self.weights[self.weights.len() - 1], numbers);
            return if sum > max { 0.0 } else { all };
        }
        if powi(max + numbers, 2) <= MAX_EXACT_PRODUCTS {
            return self.exact(sum as usize, numbers as usize);
        }
        self.approximate(sum, numbers)
    }

    /// Returns P(S ≥ `sum`) by the saddlepoint approximation, for `sum` between both ends of the range.
    fn approximate(&self, sum: f64, numbers: f64) -> f64 {
        let deviation = self.deviation * numbers.sqrt();
        let z = (sum - numbers * self.mean) / deviation;
        if z.abs() < EDGEWORTH_DEVIATIONS {
            return self.near_the_mean(z, deviation, numbers);
        }
        let tilt = self.tilt(sum / numbers, z.signum());
        let (log, _, variance) = self.tilted(tilt);
        let w = tilt.signum() * (2.0 * (tilt * sum - numbers * log)).max(0.0).sqrt();
        let u = -exp_m1(-tilt) * (numbers * variance).sqrt();
        (normal_survival(w) + density(w) * (1.0 / u - 1.0 / w)).clamp(0.0, 1.0)
    }

    /// Returns P(S ≥ `sum`) by adding one draw after another.
    fn exact(&self, sum: usize, numbers: usize) -> f64 {
        let mut chances = vec![1.0];
        for _ in 0..numbers {
            let mut next = vec![0.0; chances.len() + self.weights.len() - 1];
            for (before, chance) in chances.iter().enumerate() {
                let after = next[before..].iter_mut().zip(&self.weights);
                after.for_each(|(next, weight)| *next += chance * weight);
            }
            chances = next;
        }
        chances[sum..].iter().sum::<f64>().min(1.0)
    }

    /// Returns the upper tail at `z` standard deviations, by the first terms of the Edgeworth expansion.
    ///
    /// It has a continuity correction of half a step.
    fn near_the_mean(&self, z: f64, deviation: f64, numbers: f64) -> f64 {
        let skew = self.skewness / numbers.sqrt() / 6.0 * (z * z - 1.0);
        (normal_survival(z) + density(z) * (skew + 0.5 / deviation)).clamp(0.0, 1.0)
    }

    /// Returns the t for which the law tilted by e^(t·value) has the mean `mean`, by Newton's method within a
    /// bisection. `side` is the sign of t.
    fn tilt(&self, mean: f64, side: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        while self.tilted(side * high).1 * side < mean * side && high < 1e4 {
            (low, high) = (high, 2.0 * high);
        }
        let mut tilt = 0.5 * (low + high);
        for _ in 0..MAX_STEPS {
            let (_, at, variance) = self.tilted(side * tilt);
            if (at - mean).abs() < 1e-12 * (1.0 + mean) || high - low < 1e-15 * high {
                break;
            }
            if at * side < mean * side {
                low = tilt;
            } else {
                high = tilt;
            }
            let newton = tilt + side * (mean - at) / variance;
            tilt = if low < newton && newton < high {
                newton
            } else {
                0.5 * (low + high)
            };
        }
        side * tilt
    }

    /// Returns the cumulant generating function at `tilt`, and the mean and variance of the tilted law.
    fn tilted(&self, tilt: f64) -> (f64, f64, f64) {
        let top = (self.weights.len() - 1) as f64;
        // The shift makes the largest exponent 0, so that no power overflows.
        let shift = if tilt > 0.0 { top } else { 0.0 };
        let term = |(value, weight): (usize, &f64)| {
            let value = value as f64;
            (value, weight * exp(tilt * (value - shift)))
        };
        let terms = self
            .weights
            .iter()
            .enumerate()
            .map(term)
            .filter(|(_, weight)| *weight > 0.0);
        let terms: Vec<(f64, f64)> = terms.collect();
        let (sum, first) = terms
            .iter()
            .fold((0.0, 0.0), |(sum, first), (value, weight)| {
                (sum + weight, first + value * weight)
            });
        let mean = first / sum;
        let variance = terms
            .iter()
            .map(|(value, weight)| powi(value - mean, 2) * weight)
            .sum::<f64>()
            / sum;
        (ln(sum) + tilt * shift, mean, variance)
    }
}

fn density(z: f64) -> f64 {
    exp(-z * z / 2.0) / (2.0 * PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the law of the sum by adding one draw after another.
    fn convolved(law: &[f64], numbers: usize) -> Vec<f64> {
        (0..numbers).fold(vec![1.0], |sums, _| {
            let mut next = vec![0.0; sums.len() + law.len() - 1];
            for (sum, chance) in sums.iter().enumerate() {
                law.iter()
                    .enumerate()
                    .for_each(|(value, weight)| next[sum + value] += chance * weight);
            }
            next
        })
    }

    /// The tails are exact for few draws. The saddlepoint approximation is within 10 % of the exact tail, down to
    /// 10^-30, for skew, lattice and shifted laws.
    #[test]
    fn tails_are_those_of_the_sum() {
        let laws = [
            (Law::cycles(8), 10),
            (Law::fixed_points(6), 25),
            (Law::fixed_points(3), 3),
            (Law::descents(10), 12),
            (Law::footrule(6).unwrap(), 10),
            (Law::new([0.0, 0.0, 0.9, 0.0, 0.0, 0.1]), 40),
            // A law whose last 300 values have probability 0.
            (Law::new([vec![0.1, 0.9], vec![0.0; 300]].concat()), 40),
        ];
        for (law, numbers) in laws {
            let sums = convolved(law.probabilities(), numbers);
            let tails = SumTail::new(&law).unwrap();
            for sum in (0..sums.len()).filter(|&sum| sums[sum] > 0.0) {
                for (tail, exact) in [
                    (
                        tails.upper(sum as u64, numbers as u64),
                        sums[sum..].iter().sum::<f64>(),
                    ),
                    (
                        tails.lower(sum as u64, numbers as u64),
                        sums[..=sum].iter().sum::<f64>(),
                    ),
                ] {
                    assert!(
                        (tail - exact).abs() <= 1e-9 * exact,
                        "{sum}: {tail} for {exact}"
                    );
                }
                let above = (sum - numbers * tails.least as usize) as f64 / tails.span as f64;
                let max = (numbers * (tails.weights.len() - 1)) as f64;
                let exact = sums[sum..].iter().sum::<f64>();
                if numbers >= 10 && exact > 1e-30 && above > 0.0 && above < max {
                    let near = tails.approximate(above, numbers as f64);
                    assert!(
                        (near / exact - 1.0).abs() < 0.1,
                        "{sum}: {near} for {exact}"
                    );
                }
            }
        }
    }

    #[test]
    fn one_value_has_no_tails() {
        assert!(SumTail::new(&Law::new([0.0, 1.0])).is_err());
        assert!(SumTail::new(&Law::new([])).is_err());
        assert!(SumTail::new(&Law::fixed_points(1)).is_err());
    }
}
