//! Circles around 0 on which generating functions are integrated.

use crate::number::elementary::{exp, ln};
use crate::statistics::complex::Complex;

/// Maximum distance, times √n, between the logarithms of a circle's radius and of the saddle points of its lengths. At
/// this distance the integrand on the circle is at most e^(1/2) times as large as on the circle through the saddle
/// point.
const MAX_SADDLE_DISTANCE: f64 = 1.0;

/// Minimum logarithm of a probability; a smaller probability is 0. e^−708 is a little above the smallest normal `f64`.
const MIN_LN: f64 = -708.0;

/// The integration stops where the integrands are below this fraction of their values at angle 0.
const NEGLIGIBLE: f64 = 1e-18;

/// The circles for permutations of n items.
pub struct Circles {
    pub n: f64,
    /// Number of evenly spaced points of the trapezoidal rule; it is even.
    points: usize,
}

/// A circle around 0 with radius n·e^ratio.
pub struct Contour {
    pub ratio: f64,
    pub radius: f64,
    /// √radius.
    pub root: f64,
}

impl Circles {
    pub fn new(n: usize) -> Circles {
        let n = n as f64;
        // With m points the trapezoidal rule adds the coefficient of z^(n + m) to the coefficient of z^n.
        // Their ratio on the circle is about e^(m·MAX_SADDLE_DISTANCE/√n − m²/2n), which is e^−38 for this m.
        let points = n.sqrt()
            * (MAX_SADDLE_DISTANCE + (MAX_SADDLE_DISTANCE * MAX_SADDLE_DISTANCE + 76.0).sqrt());
        Circles {
            n,
            points: 2 * (points / 2.0).ceil() as usize + 2,
        }
    }

    /// Groups `lengths` by circle and calls `integrate` for each circle and its lengths.
    ///
    /// Ends as soon as `integrate` returns `false`, which means that all probabilities of the circle were too small for
    /// an `f64`.
    pub fn each(
        &self,
        lengths: impl Iterator<Item = usize>,
        saddle: fn(f64, f64) -> f64,
        mut integrate: impl FnMut(&Contour, &[usize]) -> bool,
    ) {
        let step = 2.0 * MAX_SADDLE_DISTANCE / self.n.sqrt();
        let number = |length: usize| (saddle(self.n, length as f64) / step).round() as i64;
        let lengths: Vec<usize> = lengths.collect();
        for lengths in lengths.chunk_by(|&a, &b| number(a) == number(b)) {
            let ratio = step * number(lengths[0]) as f64;
            let radius = self.n * exp(ratio);
            if !integrate(
                &Contour {
                    ratio,
                    radius,
                    root: radius.sqrt(),
                },
                lengths,
            ) {
                break;
            }
        }
    }

    /// Returns ln(n!·e^n/radius^n), by Stirling's series.
    pub fn ln_scale(&self, circle: &Contour) -> f64 {
        let n = self.n;
        let series = (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / (1260.0 * n * n)) / (n * n)) / n;
        ln((std::f64::consts::TAU * n).sqrt()) + series - n * circle.ratio
    }

    /// Returns the means of several functions over the circle, by the trapezoidal rule.
    ///
    /// `first` has their values at angle 0, which are real, and `values` returns them at another angle. At the opposite
    /// angle each value is the complex conjugate.
    pub fn means(&self, first: &[f64], values: impl Fn(f64) -> Vec<Complex>) -> Vec<f64> {
        let mut sums = first.to_vec();
        for point in 1..=self.points / 2 {
            let angle = std::f64::consts::TAU * point as f64 / self.points as f64;
            let weight = if 2 * point == self.points { 1.0 } else { 2.0 };
            let mut largest = 0.0f64;
            for ((sum, value), first) in sums.iter_mut().zip(values(angle)).zip(first) {
                *sum += weight * value.re;
                largest = largest.max(value.norm() / (first * first));
            }
            if largest < NEGLIGIBLE * NEGLIGIBLE {
                break;
            }
        }
        sums.iter().map(|sum| sum / self.points as f64).collect()
    }
}

/// Returns the probability e^`scale`·`factor`, or `None` if it is too small for an `f64`.
pub fn probability(scale: f64, factor: f64) -> Option<f64> {
    let exponent = scale + ln(factor.max(0.0));
    (exponent > MIN_LN).then(|| exp(exponent))
}
