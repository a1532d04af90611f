//! Circles around 0 on which functions are integrated.

use crate::number::elementary::{exp, ln};
use crate::statistics::complex::Complex;

/// A circle holds the lengths whose saddle points are within this, times 1/√n, in the logarithm of
/// the radius: the integrand on it is at most e^(1/2) times as large as on the best one.
const REACH: f64 = 1.0;

/// Below e to this, a probability is 0: a little above the least normal number.
const LEAST: f64 = -708.0;

/// Values that are smaller, beside that at angle 0, are left out.
const NEGLIGIBLE: f64 = 1e-18;

/// The circles for permutations of n items.
pub struct Circles {
    pub n: f64,
    /// The points of the trapezoidal rule, evenly spaced: even.
    points: usize,
}

/// One of them: its radius is n·e^ratio.
pub struct Circle {
    pub ratio: f64,
    pub radius: f64,
    /// √radius.
    pub root: f64,
}

impl Circles {
    pub fn new(n: usize) -> Circles {
        let n = n as f64;
        // The coefficient of z^(n + m) on the circle is to vanish beside that of z^n: it is about
        // e^(m·reach/√n − m²/2n) times that.
        let points = n.sqrt() * (REACH + (REACH * REACH + 76.0).sqrt());
        Circles { n, points: 2 * (points / 2.0).ceil() as usize + 2 }
    }

    /// Hands lengths over circle by circle, until a circle has none whose probability is a number.
    pub fn each(
        &self,
        lengths: impl Iterator<Item = usize>,
        saddle: fn(f64, f64) -> f64,
        mut integrate: impl FnMut(&Circle, &[usize]) -> bool,
    ) {
        let step = 2.0 * REACH / self.n.sqrt();
        let number = |length: usize| (saddle(self.n, length as f64) / step).round() as i64;
        let lengths: Vec<usize> = lengths.collect();
        for lengths in lengths.chunk_by(|&one, &other| number(one) == number(other)) {
            let ratio = step * number(lengths[0]) as f64;
            let radius = self.n * exp(ratio);
            if !integrate(&Circle { ratio, radius, root: radius.sqrt() }, lengths) {
                break;
            }
        }
    }

    /// Returns ln (n!·e^n/radius^n), by Stirling's series.
    pub fn ln_scale(&self, circle: &Circle) -> f64 {
        let n = self.n;
        let series = (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / (1260.0 * n * n)) / (n * n)) / n;
        ln((std::f64::consts::TAU * n).sqrt()) + series - n * circle.ratio
    }

    /// Returns the means of functions on the circle from their values at angle 0, which are real, and at other angles;
    /// at the opposite ones they are the conjugates.
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

/// Returns e^scale·factor; None if it is too small for a number.
pub fn probability(scale: f64, factor: f64) -> Option<f64> {
    let exponent = scale + ln(factor.max(0.0));
    (exponent > LEAST).then(|| exp(exponent))
}
