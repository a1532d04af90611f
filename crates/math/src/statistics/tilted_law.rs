//! Laws from their generating functions, by contour integrals.
//!
//! With G(z) = Σ p(v)·z^v, the law p(v)·e^(sv)/G(e^s) is the law tilted by s. Its characteristic function is G(e^(s +
//! it))/G(e^s), from which Cauchy's integral, by the trapezoidal rule, gives its probabilities. They lose few digits
//! within some standard deviations of the tilted mean, so that several tilts together cover all values.

use std::f64::consts::TAU;
use std::ops::{Add, Mul, Range};

use super::complex::Complex;
use crate::number::elementary::{cos, exp, exp_m1, ln, sin};

/// Distance between the means of neighbouring tilts, in standard deviations.
const TILT_DISTANCE: f64 = 5.0;

/// The trapezoidal rule has about `WINDOW_DEVIATIONS`·deviation + [`MIN_POINTS`] points. At this distance
/// from its mean, a tilted law is below the last digit of its values near the mean.
const WINDOW_DEVIATIONS: f64 = 14.0;

/// Minimum number of points of the trapezoidal rule, which is needed for tilted laws of few values.
const MIN_POINTS: usize = 64;

/// Smaller values of a characteristic function are left out.
const NEGLIGIBLE: f64 = 1e-15;

/// Minimum logarithm of a probability; a smaller probability is 0. e^−708 is a little above the smallest normal `f64`.
const MIN_LN: f64 = -708.0;

/// Number of successive powers of e^(−i·angle) that are computed by multiplication. This is cheaper than
/// computing sines, and exact enough for such a short run.
const ROTATIONS: usize = 128;

/// A generating function G(z) = Σ p(v)·z^v of probabilities.
pub trait GeneratingFunction {
    /// Returns ln G(e^s).
    fn logarithm(&self, s: f64) -> f64;

    /// Returns the characteristic function G(e^(s + it))/G(e^s), as a function of t.
    fn characteristic(&self, s: f64) -> impl Fn(f64) -> Complex;
}

/// Returns the probabilities of the range `values` of the law with the generating function `function`.
///
/// `mean` and `deviation` are the mean and the standard deviation of the law. The range ends at the mean or contains
/// it. The relative error is below 10^-10; probabilities below 10^-307 are 0.
pub fn probabilities(
    function: &impl GeneratingFunction,
    values: Range<usize>,
    mean: f64,
    deviation: f64,
) -> Vec<f64> {
    let mut law = vec![0.0; values.len()];
    let middle = TiltedMoments {
        s: 0.0,
        ln: function.logarithm(0.0),
        mean,
        deviation,
    };
    for direction in [-1.0, 1.0] {
        let mut tilt = middle;
        // The untilted law gives the probabilities around the mean, up to the boundary to the first tilted law.
        let mut from = mean.clamp(values.start as f64, values.end as f64);
        loop {
            let next = tilt.neighbour(function, direction);
            let bound = (tilt.mean * next.deviation + next.mean * tilt.deviation)
                / (tilt.deviation + next.deviation);
            // The mean of the tilted laws tends to the outermost value, so the last law gets all values up to the
            // end.
            let to = if direction < 0.0 && bound < values.start as f64 + 0.5 {
                values.start as f64
            } else if direction > 0.0 && (bound > values.end as f64 - 1.5 || bound.is_nan()) {
                values.end as f64
            } else {
                bound
            };
            let range = from.min(to).ceil() as usize..from.max(to).ceil() as usize;
            let part = &mut law[range.start - values.start..range.end - values.start];
            tilt.integrate(function, range.start, part);
            let ended = to != bound || tilt.ln - tilt.s * bound < MIN_LN;
            (from, tilt) = (to, next);
            if ended {
                break;
            }
        }
    }
    law
}

/// The law of G with the probability of v multiplied by e^(`s`·v) and scaled to the sum 1.
#[derive(Clone, Copy)]
struct TiltedMoments {
    s: f64,
    /// ln G(e^s).
    ln: f64,
    mean: f64,
    deviation: f64,
}

impl TiltedMoments {
    /// Returns the next tilt in a direction. Its mean and its variance are difference quotients of ln G.
    fn neighbour(&self, function: &impl GeneratingFunction, direction: f64) -> TiltedMoments {
        let s = self.s + direction * TILT_DISTANCE / self.deviation;
        let step = 0.01 / self.deviation;
        let [below, ln, above] = [s - step, s, s + step].map(|s| function.logarithm(s));
        let variance = (above - 2.0 * ln + below) / (step * step);
        TiltedMoments {
            s,
            ln,
            mean: (above - below) / (2.0 * step),
            deviation: variance.max(0.01).sqrt(),
        }
    }

    /// Writes the probabilities of the values from `first` on into `law`.
    fn integrate(&self, function: &impl GeneratingFunction, first: usize, law: &mut [f64]) {
        let points = 2 * (WINDOW_DEVIATIONS / 2.0 * self.deviation).ceil() as usize + MIN_POINTS;
        let characteristic = function.characteristic(self.s);
        law.fill(1.0);
        let mut add = |point: usize| {
            let angle = TAU * point as f64 / points as f64;
            let part = characteristic(angle);
            let weight = if 2 * point == points { 1.0 } else { 2.0 };
            add_waves(law, first as f64, part * weight, angle);
            part.norm() > NEGLIGIBLE * NEGLIGIBLE
        };
        let half = points / 2;
        let near = (1..=half)
            .position(|point| !add(point))
            .map_or(half, |index| index + 1);
        // If even and odd values have different probabilities, the characteristic function is large again near the half
        // turn.
        (near + 1..=half).rev().any(|point| !add(point));
        let scale = 1.0 / points as f64;
        for (value, probability) in (first..).zip(law) {
            let exponent = self.ln - self.s * value as f64;
            *probability *= if exponent > MIN_LN {
                exp(exponent) * scale
            } else {
                0.0
            };
        }
    }
}

/// Adds the real part of `part`·e^(−i·`angle`·v) for each value v from `first` on.
fn add_waves(sums: &mut [f64], first: f64, part: Complex, angle: f64) {
    let (mut turns, turn) = ([Complex::ONE; ROTATIONS], Complex::polar(1.0, -angle));
    (1..ROTATIONS).for_each(|index| turns[index] = turns[index - 1] * turn);
    for (sums, start) in sums.chunks_mut(ROTATIONS).zip((0..).step_by(ROTATIONS)) {
        let wave = part * Complex::polar(1.0, -angle * (first + f64::from(start)));
        for (sum, turn) in sums.iter_mut().zip(&turns) {
            *sum += wave.re * turn.re - wave.im * turn.im;
        }
    }
}

/// Distance between the powers that are computed anew, so that the errors of products do not add up.
const EXACT_DISTANCE: usize = 16;

/// The inversions of a permutation of n items: a sum of independent uniform numbers below 1, 2, …, n.
pub struct Inversions(pub usize);

impl GeneratingFunction for Inversions {
    fn logarithm(&self, s: f64) -> f64 {
        let (z, mut power, mut sum, mut logarithm) = (exp(s), 1.0, 0.0, 0.0);
        for values in 1..=self.0 {
            sum += power;
            power *= z;
            logarithm += ln(sum / values as f64);
        }
        logarithm
    }

    fn characteristic(&self, s: f64) -> impl Fn(f64) -> Complex {
        let real = exp(s);
        move |t| {
            let z = Complex::polar(real, t);
            let (mut powers, mut sums) = ((1.0, Complex::ONE), (0.0, Complex::ZERO));
            let mut product = Complex::ONE;
            for index in 0..self.0 {
                if index % EXACT_DISTANCE == 0 {
                    let (size, angle) = (exp(s * index as f64), t * index as f64);
                    powers = (size, Complex::polar(size, angle));
                }
                sums = (sums.0 + powers.0, sums.1 + powers.1);
                powers = (powers.0 * real, powers.1 * z);
                product = product * sums.1 * (1.0 / sums.0);
            }
            product
        }
    }
}

/// Half the displacement of a permutation of n items.
///
/// It is computed by the recurrence of [`Law::footrule`](super::Law::footrule), as a weighted count of paths. The paths
/// to k waiting items are multiplied by k!, so that a step is symmetric: k ways between k − 1 and k.
pub struct HalfFootrule(pub usize);

impl HalfFootrule {
    /// Returns a row for 0, 1, 2, …, n steps, and the sum of each row. A row has the generating functions of
    /// the paths to each number of waiting items, divided by their sum. It has only the numbers from which a
    /// path can still return to 0.
    fn rows(&self, s: f64) -> (Vec<Vec<f64>>, Vec<f64>) {
        let powers = self.powers(|k| exp(s * k));
        let mut rows = vec![self.first_row(0.0, 1.0)];
        let mut sums = Vec::with_capacity(self.0);
        for step in 1..=self.0 {
            let mut row = self.first_row(0.0, 0.0);
            next_row(
                &rows[step - 1],
                &mut row,
                0.0,
                &(0..1 + step.min(self.0 - step)),
                &powers,
                1.0,
            );
            let sum: f64 = row.iter().sum();
            row.iter_mut().for_each(|paths| *paths /= sum);
            sums.push(sum);
            rows.push(row);
        }
        (rows, sums)
    }

    /// Returns, after each step, the range of numbers of waiting items whose paths are not [`NEGLIGIBLE`]. By symmetry,
    /// the paths that begin at a number of items are the reversed paths that end there.
    fn bands(&self, s: f64, rows: &[Vec<f64>]) -> Vec<Range<usize>> {
        let powers = self.powers(|k| exp(s * k));
        let mut band = 0..1_usize;
        let next = |step: usize| {
            let through =
                |k: usize| rows[step][k + MARGIN] * rows[self.0 - step][k + MARGIN] / powers[k];
            let weights: Vec<f64> = (0..1 + step.min(self.0 - step)).map(through).collect();
            let max = weights.iter().fold(0.0f64, |max, &weight| max.max(weight));
            let matters = |weight: &f64| *weight >= NEGLIGIBLE / self.0 as f64 * max;
            let first = weights.iter().position(matters).unwrap_or(0);
            let end = weights
                .iter()
                .rposition(matters)
                .map_or(weights.len(), |last| last + 1);
            band = first.max(band.start.saturating_sub(1))..end.min(band.end + 1);
            band.clone()
        };
        (1..=self.0).map(next).collect()
    }

    fn powers<T>(&self, power: impl Fn(f64) -> T) -> Vec<T> {
        (0..=self.0 / 2).map(|k| power(k as f64)).collect()
    }

    /// Returns the row before the first step: one path (the value `one`) to 0 waiting items, and none to other numbers.
    fn first_row<T: Copy>(&self, zero: T, one: T) -> Vec<T> {
        let mut row = vec![zero; self.0 / 2 + 1 + 2 * MARGIN];
        row[MARGIN] = one;
        row
    }
}

/// Number of unused entries at each end of a row.
const MARGIN: usize = 2;

/// Writes the paths with one step more to the numbers of waiting items in `band`, times `scale`. The entries next to
/// the band are cleared, since the next band begins and ends at most one further out.
fn next_row<T>(
    before: &[T],
    after: &mut [T],
    zero: T,
    band: &Range<usize>,
    powers: &[T],
    scale: f64,
) where
    T: Copy + Add<Output = T> + Mul<Output = T> + Mul<f64, Output = T>,
{
    after[band.start..][..MARGIN].fill(zero);
    after[band.end + MARGIN..][..MARGIN].fill(zero);
    let around = before[band.start + MARGIN - 1..band.end + MARGIN + 1]
        .windows(3)
        .zip(&powers[band.clone()]);
    let mut k = band.start as f64;
    for (to, (around, &power)) in after[band.start + MARGIN..band.end + MARGIN]
        .iter_mut()
        .zip(around)
    {
        let paths = around[0] * k + around[1] * (2.0 * k + 1.0) + around[2] * (k + 1.0);
        *to = paths * scale * power;
        k += 1.0;
    }
}

impl GeneratingFunction for HalfFootrule {
    fn logarithm(&self, s: f64) -> f64 {
        self.rows(s)
            .1
            .iter()
            .zip(1..)
            .map(|(sum, step)| ln(sum / f64::from(step)))
            .sum()
    }

    fn characteristic(&self, s: f64) -> impl Fn(f64) -> Complex {
        let (rows, sums) = self.rows(s);
        let bands = self.bands(s, &rows);
        move |t| {
            let powers = self.powers(|k| Complex::polar(exp(s * k), t * k));
            let mut row = self.first_row(Complex::ZERO, Complex::ONE);
            let mut next = row.clone();
            for (band, sum) in bands.iter().zip(&sums) {
                next_row(&row, &mut next, Complex::ZERO, band, &powers, 1.0 / sum);
                std::mem::swap(&mut row, &mut next);
            }
            row[MARGIN]
        }
    }
}

/// The descents of a permutation of n items.
///
/// The probability of v is the density of the sum of n + 1 uniform numbers from 0 to 1 at v + 1 (Laplace), so that the
/// characteristic function is the Fourier transform of this density. For n ≥ 1000 it vanishes beyond the half turn.
pub struct Descents(pub usize);

impl GeneratingFunction for Descents {
    fn logarithm(&self, s: f64) -> f64 {
        (self.0 + 1) as f64 * ln(transform(s)) - s
    }

    fn characteristic(&self, s: f64) -> impl Fn(f64) -> Complex {
        move |t| {
            let (half, difference) = (sin(t / 2.0), exp_m1(s));
            let above = Complex {
                re: difference * cos(t) - 2.0 * half * half,
                im: exp(s) * sin(t),
            };
            let uniform = above * Complex { re: s, im: t }.inverse() * (1.0 / transform(s));
            uniform.power(self.0 + 1) * Complex::polar(1.0, -t)
        }
    }
}

/// Returns the mean of e^(`s`·U) for U uniform from 0 to 1.
fn transform(s: f64) -> f64 {
    if s == 0.0 { 1.0 } else { exp_m1(s) / s }
}

#[cfg(test)]
mod tests {
    use super::super::Law;
    use super::*;

    /// Compares the probabilities with the recurrences of the laws, which lose no digits.
    #[track_caller]
    fn assert_same(function: &impl GeneratingFunction, exact: &[f64], mean: f64, variance: f64) {
        let found = probabilities(function, 0..exact.len(), mean, variance.sqrt());
        for (value, (found, exact)) in found.iter().zip(exact).enumerate() {
            assert!(
                (found - exact).abs() <= 1e-11 * exact + 1e-306,
                "{value}: {found} for {exact}"
            );
        }
    }

    #[test]
    fn inversions() {
        for n in [81, 100] {
            let (law, pairs) = (Law::inversions(n).unwrap(), (n * (n - 1)) as f64);
            let half = &law.probabilities()[..=n * (n - 1) / 4];
            assert_same(
                &Inversions(n),
                half,
                pairs / 4.0,
                pairs * (2 * n + 5) as f64 / 72.0,
            );
        }
    }

    #[test]
    fn half_footrule() {
        for n in [41usize, 80] {
            let (law, square) = (Law::footrule(n).unwrap(), (n * n) as f64);
            let even: Vec<f64> = law.probabilities().iter().copied().step_by(2).collect();
            let variance = (n + 1) as f64 * (2.0 * square + 7.0) / 180.0;
            assert_same(&HalfFootrule(n), &even, (square - 1.0) / 6.0, variance);
        }
    }

    #[test]
    fn descents() {
        let law = Law::descents(1000);
        assert_same(
            &Descents(1000),
            &law.probabilities()[..500],
            999.0 / 2.0,
            1001.0 / 12.0,
        );
    }
}
