//! P(length ≤ l) for lengths l below the usual ones.
//!
//! D(l) = I(0)^l·Π (1 − r(j)²)^(l − j) over 0 < j < l, with the coefficients r(j) of `upper`. Below j = 2x, their
//! recurrence is stable in neither direction. It is solved as a boundary value problem: by Newton's method, from the
//! initial values √(1 − j/2x).

use super::circles::{Circles, Contour, probability};
use super::upper;
use crate::number::elementary::{cbrt, ln, ln_1p, powf};
use crate::statistics::complex::Complex;

/// Returns the largest length that this module computes.
///
/// Less than one permutation in fifty has a longest increasing subsequence of at most this length.
pub fn largest(n: usize) -> usize {
    let n = n as f64;
    (2.0 * n.sqrt() - 3.3 * powf(n, 1.0 / 6.0)) as usize
}

/// Returns ln(radius/n) for the circle through the saddle point of D(l)/z^n, for l = `length`.
///
/// With e^(2lx)/x^(l²/2) for the determinant, the saddle point is at x = n/l + l/4.
pub fn saddle(n: f64, length: f64) -> f64 {
    2.0 * ln((n / length + length / 4.0) / n.sqrt())
}

/// Writes P(length ≤ l) for the lengths of a circle, in descending order, into `at_most`.
///
/// Returns whether any of these probabilities is large enough for an `f64`.
pub fn at_most(
    circles: &Circles,
    circle: &Contour,
    lengths: &[usize],
    at_most: &mut [f64],
) -> bool {
    let highest = lengths[0];
    let axis = Complex {
        re: circle.root,
        im: 0.0,
    };
    let start = Factors {
        bessel: bessel(axis * axis, circle),
        coefficients: coefficients(circle, axis, highest),
    };
    let means = circles.means(&vec![1.0; lengths.len()], |angle| {
        let x = Complex::polar(circle.root, angle / 2.0);
        let z = Complex::polar(circle.radius, angle);
        let factors = Factors {
            bessel: bessel(z, circle),
            coefficients: coefficients(circle, x, highest),
        };
        let turn = Complex::polar(1.0, -circles.n * angle);
        let mut values = factors.determinants(&start, turn, highest);
        values.reverse();
        values.truncate(lengths.len());
        values
    });
    let scale = circles.ln_scale(circle) - circles.n;
    let mut numbers = false;
    for (&length, mean) in lengths.iter().zip(means) {
        let probability = probability(scale + start.ln_determinant(length), mean);
        numbers |= probability.is_some();
        at_most[length] = probability.unwrap_or(0.0);
    }
    numbers
}

/// The factors of the Toeplitz determinants D(l) at a point x: I(0)(2x) and the coefficients r(j).
struct Factors {
    /// The Bessel function I(0)(2x).
    bessel: Complex,
    coefficients: Vec<Complex>,
}

impl Factors {
    /// Returns ln D(l) for l = `length`, where D is the determinant of these factors, which must be real.
    fn ln_determinant(&self, length: usize) -> f64 {
        let parts = self.coefficients.iter().enumerate().take(length).skip(1);
        let parts = parts.map(|(index, r)| (length - index) as f64 * ln_1p(-r.re * r.re));
        length as f64 * ln(self.bessel.re) + parts.sum::<f64>()
    }

    /// Returns `turn`·D(l)/R(l) for l = 1 … `highest`.
    ///
    /// D and R are the determinants with the factors `self` and `real`.
    fn determinants(&self, real: &Factors, turn: Complex, highest: usize) -> Vec<Complex> {
        let mut ratio = self.bessel * (1.0 / real.bessel.re);
        let mut product = turn;
        let coefficients = self.coefficients.iter().zip(&real.coefficients).skip(1);
        let determinants = coefficients.map(|(&coefficient, real)| {
            product = product * ratio;
            ratio = ratio
                * (Complex::ONE - coefficient * coefficient)
                * (1.0 / (1.0 - real.re * real.re));
            product
        });
        determinants.take(highest).collect()
    }
}

/// Returns the Bessel function I(0)(2x) = Σ z^k/k!² for z = x².
fn bessel(z: Complex, circle: &Contour) -> Complex {
    let (mut sum, mut term, mut k) = (Complex::ONE, Complex::ONE, 0.0);
    while k < circle.root || term.norm() > 1e-40 * sum.norm() {
        k += 1.0;
        term = term * z * (1.0 / (k * k));
        sum = sum + term;
    }
    sum
}

/// Returns the recurrence coefficients r(0), r(1), … at the point `x`, at least up to r(`highest` + 1).
fn coefficients(circle: &Contour, x: Complex, highest: usize) -> Vec<Complex> {
    let twice = 2.0 * circle.root;
    // An error of the last coefficient falls at least threefold with each index below. So the last one is taken from
    // the expansion if that is valid far enough above `highest`, else from the descent in `upper`.
    let max_expanded = (0.8 * twice) as usize;
    let expanded = max_expanded >= highest + 10;
    let min_descent = (twice - 2.5 * cbrt(circle.root)) as usize;
    let last = if expanded {
        max_expanded.min(highest + 30)
    } else {
        min_descent.max(highest + 1)
    };
    let mut coefficients: Vec<Complex> = (0..=last).map(|index| expansion(x, index)).collect();
    if !expanded {
        coefficients[last] = upper::coefficient(circle, x, last);
    }
    solve(x, &mut coefficients);
    coefficients
}

/// Returns the recurrence coefficient r(j) for j = `index`, by an expansion up to terms of order 1/x⁴.
///
/// j/2x must be well below 1.
fn expansion(x: Complex, index: usize) -> Complex {
    let part = x.inverse() * (index as f64 / 2.0);
    let rest = Complex::ONE - part;
    let scaled = rest * x;
    (rest - part * (scaled * scaled * 32.0).inverse()).sqrt()
}

/// Solves the recurrence for the inner coefficients by Newton's method. The first and the last are given.
fn solve(x: Complex, coefficients: &mut [Complex]) {
    let last = coefficients.len() - 1;
    let inverse = x.inverse();
    let mut rows = vec![(Complex::ZERO, Complex::ZERO); last];
    for _ in 0..MAX_STEPS {
        for index in 1..last {
            let value = coefficients[index];
            let around = coefficients[index - 1] + coefficients[index + 1];
            let rest = Complex::ONE - value * value;
            let (upper, right) = rows[index - 1];
            let pivot = inverse * index as f64 + value * around * 2.0 - rest * upper;
            let residual = rest * around - value * inverse * index as f64;
            let scale = pivot.inverse();
            rows[index] = (rest * scale, (residual + rest * right) * scale);
        }
        let (mut change, mut largest) = (Complex::ZERO, 0.0f64);
        for index in (1..last).rev() {
            let (upper, right) = rows[index];
            change = right + upper * change;
            coefficients[index] = coefficients[index] + change;
            largest = largest.max(change.norm());
        }
        if largest < 1e-20 {
            break;
        }
    }
}

/// Maximum number of steps of Newton's method; five or six are usual.
const MAX_STEPS: usize = 40;
