//! The density of a sum of independent uniform numbers, accurate far into its tails, by exponential tilting (the
//! saddlepoint method).
//!
//! Plain Fourier inversion has an error that is small relative to the peak of the density, but hides its tails.
//! Tilting by e^(θx) moves the peak to the point in question. Half sums and half angles keep all functions even
//! or odd: with z = θ + it the transform of one summand is e^(z/2)·sinh(z/2)/(z/2).

use std::f64::consts::PI;

/// Logarithm of the smallest term of the integral that is added, relative to the largest term.
const NEGLIGIBLE: f64 = -44.0;

/// Number of standard deviations, on either side, after which the density is below the last digit.
const REACH: f64 = 13.0;

/// Number of turns by a fixed angle before a new sine: a turn is cheaper than a sine, and exact enough for this
/// number.
const TURNS: usize = 32;

/// Returns (y − sin y)/y³ as a function of s = y². For s < 0 it is (sinh y − y)/y³ with y² = −s.
fn sine_gap(s: f64) -> f64 {
    if s > 1.0 {
        let y = s.sqrt();
        return (y - y.sin()) / (s * y);
    }
    if s < -1.0 {
        let y = (-s).sqrt();
        return (y.sinh() - y) / (-s * y);
    }
    let ratios = [20.0, 42.0, 72.0, 110.0, 156.0, 210.0, 272.0, 342.0];
    ratios.into_iter().rev().fold(1.0, |tail, ratio| 1.0 - s / ratio * tail) / 6.0
}

/// Returns (sin y − y cos y)/y³ as a function of s = y². For s < 0 it is (y cosh y − sinh y)/y³ with y² = −s.
fn tangent_gap(s: f64) -> f64 {
    if s > 1.0 {
        let y = s.sqrt();
        return (y.sin() - y * y.cos()) / (s * y);
    }
    let ratios = [10.0, 28.0, 54.0, 88.0, 130.0, 180.0, 238.0, 304.0];
    ratios.into_iter().rev().fold(1.0, |tail, ratio| 1.0 - s / ratio * tail) / 3.0
}

/// Returns Langevin's function, coth x − 1/x. It is odd, x/3 near 0, and between −1 and 1.
fn langevin(x: f64) -> f64 {
    if x.abs() > 1.0 { 1.0 / x.tanh() - 1.0 / x } else { sized(x) * x * tangent_gap(-x * x) }
}

/// Returns x/sinh x.
fn sized(x: f64) -> f64 {
    if x == 0.0 { 1.0 } else { x / x.sinh() }
}

/// Returns the derivative of [`langevin`]: 1/x² − 1/sinh² x, 1/3 at 0.
fn langevin_slope(x: f64) -> f64 {
    if x.abs() > 1.0 {
        return (1.0 - sized(x).powi(2)) / (x * x);
    }
    // (sinh x − x)(sinh x + x) / (x sinh x)²
    let gap = sine_gap(-x * x);
    gap * (2.0 + x * x * gap) * sized(x).powi(2)
}

/// Returns ln (sinh x/x), for x from −1 to 1.
fn ln_sinh_over(x: f64) -> f64 {
    let x = x.abs();
    if x > 1.0 {
        x + (-(-2.0 * x).exp()).ln_1p() - (2.0 * x).ln()
    } else {
        (x * x * sine_gap(-x * x)).ln_1p()
    }
}

/// The sum of `count` independent uniform numbers from 0 to 1, exponentially tilted.
///
/// The tilt moves the mean of the sum to the point at which the density is computed.
pub struct Tilt {
    count: f64,
    /// θ/2.
    half: f64,
    /// The standard deviation of the tilted sum.
    pub deviation: f64,
}

impl Tilt {
    /// Returns the tilt that gives the mean `mean`, which must be between 0 and `count`.
    pub fn to(count: f64, mean: f64) -> Tilt {
        let aim = (2.0 * mean - count) / count;
        // Cohen's approximation (1991), then Newton's method.
        let mut half = aim * (3.0 - aim * aim) / (1.0 - aim * aim);
        for _ in 0..4 {
            half -= (langevin(half) - aim) / langevin_slope(half);
        }
        Tilt::by(count, half)
    }

    /// Returns the tilt with θ/2 = `half`.
    pub fn by(count: f64, half: f64) -> Tilt {
        Tilt { count, half, deviation: (count * langevin_slope(half)).sqrt() / 2.0 }
    }

    /// Returns θ. Near the mean, the density falls by the factor e^θ per unit.
    pub fn rate(&self) -> f64 {
        2.0 * self.half
    }

    pub fn mean(&self) -> f64 {
        self.count / 2.0 * (1.0 + langevin(self.half))
    }

    /// Returns the logarithms of the density at `first`, `first + 1`, …: `places` values.
    ///
    /// The points should be within about a standard deviation of the mean. The integral is computed by the
    /// trapezoidal rule, which converges faster than any power here.
    pub fn ln_density(&self, first: f64, places: usize) -> Vec<f64> {
        let step = 2.0 * PI / (REACH * self.deviation + places as f64);
        let mut sums = vec![0.5; places];
        for node in 1.. {
            let angle = node as f64 * step;
            let (ln_size, phase) = self.transform(angle);
            if ln_size < NEGLIGIBLE {
                break;
            }
            add_waves(&mut sums, ln_size.exp(), phase + angle * (self.count / 2.0 - first), -angle);
        }
        let ln_step = (step / PI).ln();
        let at = |place: usize| self.ln_untilted(first + place as f64);
        sums.iter().enumerate().map(|(place, sum)| at(place) + (ln_step + sum.ln())).collect()
    }

    /// Returns the logarithm of the factor that turns the tilted density into the density: e^(−θx) times the
    /// transform at θ. For small θ both are taken around the middle of the sum, where they are small. Otherwise
    /// they would cancel, and are taken from the nearer end.
    fn ln_untilted(&self, place: f64) -> f64 {
        let rate = self.rate();
        if self.half.abs() < 1.0 {
            return rate * (self.count / 2.0 - place) + self.count * ln_sinh_over(self.half);
        }
        let from_end = if rate < 0.0 { place } else { self.count - place };
        rate.abs() * from_end + self.count * (-(-rate.abs()).exp_m1() / rate.abs()).ln()
    }

    /// Returns the logarithm of the size, and the phase, of the transform of the tilted sum less half its
    /// range, at the frequency t. For one summand it is sinh(x + iy)/sinh x · x/(x + iy), with x = θ/2 and y =
    /// t/2.
    fn transform(&self, t: f64) -> (f64, f64) {
        let (x, y) = (self.half, t / 2.0);
        let (xx, yy, (sin, cos)) = (x * x, y * y, y.sin_cos());
        // |·|² = 1 − (y² − (x/sinh x)² sin² y)/(x² + y²). The difference is computed as two positive parts.
        let bend = yy * y * sine_gap(yy) * (y + sin);
        let lost = bend + xx * langevin_slope(x) * sin * sin;
        let ln_size = 0.5 * (-lost / (xx + yy)).ln_1p();
        let imaginary = x * (x * langevin(x) * sin + yy * y * tangent_gap(yy));
        let real = xx * cos + (1.0 + x * langevin(x)) * y * sin;
        (self.count * ln_size, self.count * imaginary.atan2(real))
    }
}

/// Adds size·cos(phase), size·cos(phase + turn), … to the sums.
fn add_waves(sums: &mut [f64], size: f64, phase: f64, turn: f64) {
    let (turn_sin, turn_cos) = turn.sin_cos();
    for (chunk, part) in sums.chunks_mut(TURNS).enumerate() {
        let (mut sin, mut cos) = (phase + turn * (chunk * TURNS) as f64).sin_cos();
        for sum in part {
            *sum += size * cos;
            (sin, cos) = (sin * turn_cos + cos * turn_sin, cos * turn_cos - sin * turn_sin);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_meet_closed_forms() {
        for s in [1.0f64, 0.999] {
            let y = s.sqrt();
            assert!((sine_gap(s) - (y - y.sin()) / y.powi(3)).abs() < 1e-15);
            assert!((sine_gap(-s) - (y.sinh() - y) / y.powi(3)).abs() < 1e-15);
            assert!((tangent_gap(s) - (y.sin() - y * y.cos()) / y.powi(3)).abs() < 1e-15);
            assert!((tangent_gap(-s) - (y * y.cosh() - y.sinh()) / y.powi(3)).abs() < 1e-15);
        }
    }

    #[test]
    fn the_mean_is_where_it_was_asked() {
        for mean in [1.0, 2.5, 30.0, 99.0, 100.0, 130.0, 199.5] {
            assert!((Tilt::to(200.0, mean).mean() - mean).abs() < 1e-9 * mean, "{mean}");
        }
    }
}
