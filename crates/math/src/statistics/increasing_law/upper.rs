//! P(length > l) for lengths l from a little below the usual ones on.
//!
//! e^(−z)·D(l) = Π (1 − r(j)²)^(j − l) over j > l. The r(j) are, up to their signs, the Verblunsky coefficients of the
//! determinant. They solve the discrete Painlevé equation
//!
//! ```text
//! j·r(j)/x = (1 − r(j)²)·(r(j − 1) + r(j + 1)),  r(0) = 1
//! ```
//!
//! (Periwal and Shevitz 1990; Baik 2003), and are the Bessel functions J(j)(2x) where these are small. The recurrence
//! is followed down from there, which is stable until a little below j = 2x.

use super::circles::{Circles, Contour, probability};
use crate::number::elementary::{cbrt, cos, exp, exp_m1, ln, sin};
use crate::statistics::complex::Complex;

/// Returns ln(radius/n) for the circle through the saddle point of e^z·P(length > l)/z^n.
///
/// Here l = `length`. With J(l)(2x)² for the probability, the saddle point is where z + √(l² − 4z) = n.
pub fn saddle(n: f64, length: f64) -> f64 {
    let distance = (length * length - 4.0 * n + 4.0).max(0.0).sqrt();
    ln(((n - 2.0 - distance) / n).max(0.5 / n))
}

/// Writes P(length > l) for the lengths of a circle, in ascending order, into `more`.
///
/// Returns whether any of these probabilities is large enough for an `f64`.
pub fn more_than(circles: &Circles, circle: &Contour, lengths: &[usize], more: &mut [f64]) -> bool {
    let descent = Descent::new(circle, lengths[0], lengths[lengths.len() - 1]);
    let first = descent.tails(Complex {
        re: circle.root,
        im: 0.0,
    });
    let first: Vec<f64> = first.iter().map(|tail| tail.re).collect();
    let means = circles.means(&first, |angle| {
        let growth = exp(circle.radius * (cos(angle) - 1.0));
        let weight = Complex::polar(growth, circle.radius * sin(angle) - circles.n * angle);
        let tails = descent.tails(Complex::polar(circle.root, angle / 2.0));
        tails.into_iter().map(|tail| weight * tail).collect()
    });
    let scale = circles.ln_scale(circle) + circles.n * exp_m1(circle.ratio) + 2.0 * descent.ln_unit;
    let mut numbers = false;
    for (&length, mean) in lengths.iter().zip(means) {
        let probability = probability(scale, mean);
        numbers |= probability.is_some();
        more[length] = probability.unwrap_or(0.0);
    }
    numbers
}

/// Returns the recurrence coefficient r(`index`) at the point `x`, for an index not far below 2x.
pub fn coefficient(circle: &Contour, x: Complex, index: usize) -> Complex {
    let descent = Descent::new(circle, index, index);
    let mut found = Complex::ZERO;
    descent.follow(x, |at, coefficient| {
        if at == index {
            found = coefficient;
        }
    });
    found * exp(descent.ln_unit)
}

/// The recurrence for the coefficients, from the highest index down. The coefficients are divided by a unit, so that
/// their squares do not underflow.
struct Descent {
    /// The lengths whose upper tails are computed: from `lowest` to `highest`.
    lowest: usize,
    highest: usize,
    /// Index from which on the Bessel functions J(k)(2x) fall.
    base: usize,
    /// Index at which the recurrence starts.
    top: usize,
    /// |J(base)(2x)| at the point of the circle with positive x, where J are the Bessel functions.
    base_size: f64,
    /// |J(k + 1)/J(k)| at 2x for positive x, for k from `base` to the index whose Bessel function is the unit.
    falls: Vec<f64>,
    ln_unit: f64,
}

impl Descent {
    fn new(circle: &Contour, lowest: usize, highest: usize) -> Descent {
        let base = (2.0 * circle.root).ceil() as usize + 1;
        let top = highest.max(base) + (10.0 * cbrt(circle.root)) as usize + 30;
        let mut descent = Descent {
            lowest,
            highest,
            base,
            top,
            base_size: 1.0,
            falls: Vec::new(),
            ln_unit: 0.0,
        };
        let x = Complex {
            re: circle.root,
            im: 0.0,
        };
        let ratios = descent.ratios(x);
        descent.base_size = descent.bessel(x, &ratios).re.abs();
        descent.falls = ratios[..lowest.saturating_sub(base)]
            .iter()
            .map(|ratio| ratio.re)
            .collect();
        descent.ln_unit =
            ln(descent.base_size) + descent.falls.iter().map(|&fall| ln(fall)).sum::<f64>();
        descent
    }

    /// Returns J(k + 1)(2x)/J(k)(2x) for k from `base` to `top`, by the continued fraction.
    fn ratios(&self, x: Complex) -> Vec<Complex> {
        let inverse = x.inverse();
        let mut ratios = vec![Complex::ZERO; self.top + 1 - self.base];
        let mut ratio = Complex::ZERO;
        for k in (self.base..self.top + 40).rev() {
            ratio = (inverse * (k + 1) as f64 - ratio).inverse();
            if k <= self.top {
                ratios[k - self.base] = ratio;
            }
        }
        ratios
    }

    /// Returns J(base)(2x). The recurrence down to J(0) gives the ratios, and e^(−2ix) = J(0) + 2·Σ (−i)^k·J(k) gives
    /// the scale. The terms of this sum do not cancel where Im x ≥ 0.
    fn bessel(&self, x: Complex, ratios: &[Complex]) -> Complex {
        let inverse = x.inverse();
        let mut sum = Complex::ZERO;
        let mut value = Complex::ONE;
        for (k, &ratio) in (self.base..).zip(ratios) {
            sum = sum + turned(value, k);
            value = value * ratio;
        }
        let (mut above, mut bessel) = (ratios[0], Complex::ONE);
        for k in (1..=self.base).rev() {
            (above, bessel) = (bessel, inverse * k as f64 * bessel - above);
            sum = sum + turned(bessel, k - 1);
        }
        let all = sum * 2.0 - bessel;
        Complex::polar(exp(2.0 * x.im), -2.0 * x.re) * all.inverse()
    }

    /// Calls `each(index, coefficient)` for the indices from `top` down to `lowest`. Coefficients are divided by
    /// the unit.
    fn follow(&self, x: Complex, mut each: impl FnMut(usize, Complex)) {
        let ratios = self.ratios(x);
        let mut above = self.bessel(x, &ratios) * (1.0 / self.base_size);
        for (&ratio, fall) in ratios.iter().zip(&self.falls) {
            above = above * ratio * (1.0 / fall);
        }
        let mut coefficient = above;
        for &ratio in &ratios[self.falls.len()..] {
            (coefficient, above) = (above, above * ratio);
        }
        let (inverse, square) = (x.inverse(), exp(2.0 * self.ln_unit));
        for index in (self.lowest.max(1)..=self.top).rev() {
            each(index, coefficient);
            let rest = Complex::ONE - coefficient * coefficient * square;
            (above, coefficient) = (
                coefficient,
                inverse * index as f64 * coefficient * rest.inverse() - above,
            );
        }
    }

    /// Returns the tails 1 − e^(−z)·D(l) for the lengths l in ascending order, divided by the square of the unit.
    ///
    /// D(l) are the Toeplitz determinants.
    fn tails(&self, x: Complex) -> Vec<Complex> {
        let square = exp(2.0 * self.ln_unit);
        let (mut tails, mut tail, mut part) = (Vec::new(), Complex::ZERO, Complex::ZERO);
        self.follow(x, |index, coefficient| {
            if index <= self.highest {
                tails.push(tail);
            }
            let other = coefficient * coefficient;
            part = part + other - part * other * square;
            tail = tail + part - tail * part * square;
        });
        tails.reverse();
        tails
    }
}

/// Returns (−i)^`k`·`value`.
fn turned(value: Complex, k: usize) -> Complex {
    let Complex { re, im } = value;
    match k % 4 {
        0 => value,
        1 => Complex { re: im, im: -re },
        2 => -value,
        _ => Complex { re: -im, im: re },
    }
}
