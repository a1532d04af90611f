//! The probabilities of at most a length, for lengths below the usual ones.
//!
//! D(l) = I(0)^l·Π (1 − r(j)²)^(l − j) over 0 < j < l, with the coefficients of `upper`. Below j = 2x the
//! equation for them is stable in neither direction: it is solved as a boundary value problem, by
//! Newton's method, from √(1 − j/2x).

use super::circles::{Circle, Circles, probability};
use super::upper;
use crate::number::elementary::{cbrt, ln, ln_1p, powf};
use crate::statistics::complex::Complex;

/// Returns the largest length that is treated here; less than one permutation in fifty has at most this.
pub fn largest(n: usize) -> usize {
    let n = n as f64;
    (2.0 * n.sqrt() - 3.3 * powf(n, 1.0 / 6.0)) as usize
}

/// Returns the logarithm of the radius over n where D(l)/z^n has its saddle point, with e^(2lx)/x^(l²/2) for the
/// determinant: x = n/l + l/4.
pub fn saddle(n: f64, length: f64) -> f64 {
    2.0 * ln((n / length + length / 4.0) / n.sqrt())
}

/// Writes P(length ≤ l) for the lengths of a circle, in descending order, into `at_most`. Returns
/// whether one of them is a number.
pub fn at_most(circles: &Circles, circle: &Circle, lengths: &[usize], at_most: &mut [f64]) -> bool {
    let highest = lengths[0];
    let axis = Complex { re: circle.root, im: 0.0 };
    let start =
        Factors { bessel: bessel(axis * axis, circle), coefficients: coefficients(circle, axis, highest) };
    let means = circles.means(&vec![1.0; lengths.len()], |angle| {
        let x = Complex::polar(circle.root, angle / 2.0);
        let z = Complex::polar(circle.radius, angle);
        let factors = Factors { bessel: bessel(z, circle), coefficients: coefficients(circle, x, highest) };
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

/// What the determinants are products of, at one point.
struct Factors {
    /// I(0)(2x).
    bessel: Complex,
    coefficients: Vec<Complex>,
}

impl Factors {
    /// Returns ln D(l), of real factors.
    fn ln_determinant(&self, length: usize) -> f64 {
        let parts = self.coefficients.iter().enumerate().take(length).skip(1);
        let parts = parts.map(|(index, r)| (length - index) as f64 * ln_1p(-r.re * r.re));
        length as f64 * ln(self.bessel.re) + parts.sum::<f64>()
    }

    /// Returns D(l) over that of real factors, times `turn`, for l from 1 to the highest.
    fn determinants(&self, real: &Factors, turn: Complex, highest: usize) -> Vec<Complex> {
        let mut ratio = self.bessel * (1.0 / real.bessel.re);
        let mut product = turn;
        let coefficients = self.coefficients.iter().zip(&real.coefficients).skip(1);
        let determinants = coefficients.map(|(&one, other)| {
            product = product * ratio;
            ratio = ratio * (Complex::ONE - one * one) * (1.0 / (1.0 - other.re * other.re));
            product
        });
        determinants.take(highest).collect()
    }
}

/// Returns I(0)(2x) = Σ z^k/k!².
fn bessel(z: Complex, circle: &Circle) -> Complex {
    let (mut sum, mut term, mut k) = (Complex::ONE, Complex::ONE, 0.0);
    while k < circle.root || term.norm() > 1e-40 * sum.norm() {
        k += 1.0;
        term = term * z * (1.0 / (k * k));
        sum = sum + term;
    }
    sum
}

/// Returns the coefficients r(0), r(1), … to beyond the highest length.
fn coefficients(circle: &Circle, x: Complex, highest: usize) -> Vec<Complex> {
    let twice = 2.0 * circle.root;
    // An error at the end falls at least threefold with each index below: the expansion serves
    // where the end is far enough, and the descent from above elsewhere.
    let far = (0.8 * twice) as usize;
    let expanded = far >= highest + 10;
    let near = (twice - 2.5 * cbrt(circle.root)) as usize;
    let last = if expanded { far.min(highest + 30) } else { near.max(highest + 1) };
    let mut coefficients: Vec<Complex> = (0..=last).map(|index| expansion(x, index)).collect();
    if !expanded {
        coefficients[last] = upper::coefficient(circle, x, last);
    }
    solve(x, &mut coefficients);
    coefficients
}

/// Returns the coefficients for j/2x well below 1, up to terms of order 1/x⁴.
fn expansion(x: Complex, index: usize) -> Complex {
    let part = x.inverse() * (index as f64 / 2.0);
    let rest = Complex::ONE - part;
    let scaled = rest * x;
    (rest - part * (scaled * scaled * 32.0).inverse()).sqrt()
}

/// Solves the equation for the coefficients between the first and the last, by Newton's method.
fn solve(x: Complex, coefficients: &mut [Complex]) {
    let last = coefficients.len() - 1;
    let inverse = x.inverse();
    let mut rows = vec![(Complex::ZERO, Complex::ZERO); last];
    for _ in 0..STEPS {
        for index in 1..last {
            let here = coefficients[index];
            let around = coefficients[index - 1] + coefficients[index + 1];
            let rest = Complex::ONE - here * here;
            let (upper, right) = rows[index - 1];
            let pivot = inverse * index as f64 + here * around * 2.0 - rest * upper;
            let residual = rest * around - here * inverse * index as f64;
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

/// The most steps of Newton's method; five or six are usual.
const STEPS: usize = 40;
