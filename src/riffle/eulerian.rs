//! The probabilities of the numbers of rising sequences of random and of riffled decks.

use std::f64::consts::PI;

use faro_math::number::eulerian_row;

/// Maximum number of cards for which no share is below the smallest normal `f64`: 170! has 307 digits.
const MAX_RECURRENCE_CARDS: u64 = 170;

/// Number of standard deviations to the left of the middle in which shares are kept.
const LEFT_DEVIATIONS: f64 = 72.0;

/// Number of standard deviations to the right of the middle in which shares are kept. They are needed only as far as
/// the uniform deck reaches.
const RIGHT_DEVIATIONS: f64 = 11.0;

/// The probabilities A(n, r)/n! that a random deck of n cards has r rising sequences, r = 1..n.
///
/// They are kept as natural logarithms; A(n, r) are the Eulerian numbers. Up to 170 cards they come from
/// the recurrence, all of whose terms are positive. For more cards, A(n, r)/n! is the density, at r, of the
/// sum of n + 1 uniform numbers (Laplace; Tanny 1973). It is computed in blocks of a standard deviation,
/// each with its own exponential tilt.
#[derive(Debug)]
pub struct Eulerian {
    pub cards: u64,
    /// The first number r of rising sequences whose probability is kept. `ln_shares` has the logarithms from there.
    first: u64,
    ln_shares: Vec<f64>,
}

impl Eulerian {
    pub fn new(cards: u64) -> Eulerian {
        if cards <= MAX_RECURRENCE_CARDS {
            let ln_shares = shares(cards as u32).into_iter().map(f64::ln).collect();
            return Eulerian {
                cards,
                first: 1,
                ln_shares,
            };
        }
        let (middle, deviation) = (middle(cards), deviation(cards));
        let first = (middle - LEFT_DEVIATIONS * deviation).max(1.0) as u64;
        let last = (middle + RIGHT_DEVIATIONS * deviation).min(cards as f64) as u64;
        Eulerian {
            cards,
            first,
            ln_shares: ln_shares_by_tilt(cards, first, last),
        }
    }

    /// Returns the first and the last number of rising sequences whose probabilities are kept.
    pub fn kept(&self) -> (u64, u64) {
        (self.first, self.first + self.ln_shares.len() as u64 - 1)
    }

    /// Returns the logarithms of the probabilities of r rising sequences in a random deck.
    ///
    /// The values are for r = `first`..=`last`, a range within 1..=n for n cards.
    pub fn ln_shares(&self, first: u64, last: u64) -> Vec<f64> {
        let (from, to) = self.kept();
        if from <= first && last <= to {
            return self.ln_shares[(first - from) as usize..=(last - from) as usize].to_vec();
        }
        ln_shares_by_tilt(self.cards, first, last)
    }
}

pub fn middle(cards: u64) -> f64 {
    (cards as f64 + 1.0) / 2.0
}

/// Returns the standard deviation of the number of rising sequences of a random deck.
pub fn deviation(cards: u64) -> f64 {
    ((cards as f64 + 1.0) / 12.0).sqrt()
}

/// Returns the probabilities of r = 1 … n rising sequences in a random deck of n = `cards` cards.
///
/// They are A(n, r)/n!, where A(n, r) is the Eulerian number.
fn shares(cards: u32) -> Vec<f64> {
    eulerian_row(cards, |n, [(a, below), (b, before)]| {
        (f64::from(a) * below + f64::from(b) * before) / f64::from(n)
    })
}

fn ln_shares_by_tilt(cards: u64, first: u64, last: u64) -> Vec<f64> {
    let mut found = Vec::with_capacity((last - first + 1) as usize);
    let mut next = first;
    while next <= last {
        let width = Tilt::to(cards as f64 + 1.0, next as f64).deviation.max(1.0) as u64;
        let block = width.min(last - next + 1);
        let centre = next as f64 + (block - 1) as f64 / 2.0;
        found.extend(Tilt::to(cards as f64 + 1.0, centre).ln_density(next as f64, block as usize));
        next += block;
    }
    found
}

/// Logarithm of the smallest term of the integral that is added, relative to the largest term.
const NEGLIGIBLE: f64 = -44.0;

/// Number of standard deviations, on either side, after which the density is below the last digit.
const DENSITY_DEVIATIONS: f64 = 13.0;

/// Number of rotations by a fixed angle between two computed sines. A rotation is cheaper than a sine, and
/// its error stays negligible for this number.
const ROTATIONS: usize = 32;

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
    ratios
        .into_iter()
        .rev()
        .fold(1.0, |tail, ratio| 1.0 - s / ratio * tail)
        / 6.0
}

/// Returns (sin y − y cos y)/y³ as a function of s = y². For s < 0 it is (y cosh y − sinh y)/y³ with y² = −s.
fn tangent_gap(s: f64) -> f64 {
    if s > 1.0 {
        let y = s.sqrt();
        return (y.sin() - y * y.cos()) / (s * y);
    }
    let ratios = [10.0, 28.0, 54.0, 88.0, 130.0, 180.0, 238.0, 304.0];
    ratios
        .into_iter()
        .rev()
        .fold(1.0, |tail, ratio| 1.0 - s / ratio * tail)
        / 3.0
}

/// Returns Langevin's function, coth x − 1/x. It is odd, x/3 near 0, and between −1 and 1.
fn langevin(x: f64) -> f64 {
    if x.abs() > 1.0 {
        1.0 / x.tanh() - 1.0 / x
    } else {
        sized(x) * x * tangent_gap(-x * x)
    }
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
    // The derivative is (sinh x − x)(sinh x + x)/(x sinh x)². This form does not cancel near 0.
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
    /// Half the tilt θ of the saddlepoint.
    half: f64,
    /// The standard deviation of the tilted sum.
    pub deviation: f64,
}

impl Tilt {
    /// Returns the tilt under which the sum of `count` uniform numbers has the given `mean`.
    ///
    /// `mean` must be between 0 and `count`.
    pub fn to(count: f64, mean: f64) -> Tilt {
        let aim = (2.0 * mean - count) / count;
        // Cohen's approximation (1991), then Newton's method.
        let mut half = aim * (3.0 - aim * aim) / (1.0 - aim * aim);
        for _ in 0..4 {
            half -= (langevin(half) - aim) / langevin_slope(half);
        }
        Tilt::by(count, half)
    }

    /// Returns the law of the sum tilted by θ = 2·`half`.
    pub fn by(count: f64, half: f64) -> Tilt {
        Tilt {
            count,
            half,
            deviation: (count * langevin_slope(half)).sqrt() / 2.0,
        }
    }

    /// Returns the tilt θ. Near the tilted mean, the untilted density falls by the factor e^θ per unit.
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
        let step = 2.0 * PI / (DENSITY_DEVIATIONS * self.deviation + places as f64);
        let mut sums = vec![0.5; places];
        for node in 1.. {
            let angle = node as f64 * step;
            let (ln_size, phase) = self.transform(angle);
            if ln_size < NEGLIGIBLE {
                break;
            }
            add_waves(
                &mut sums,
                ln_size.exp(),
                phase + angle * (self.count / 2.0 - first),
                -angle,
            );
        }
        let ln_step = (step / PI).ln();
        let at = |place: usize| self.ln_untilted(first + place as f64);
        sums.iter()
            .enumerate()
            .map(|(place, sum)| at(place) + (ln_step + sum.ln()))
            .collect()
    }

    /// Returns ln(density/tilted density) at `place`: the logarithm of e^(−θx) times the transform at θ. For small
    /// θ the exponent and the transform are taken relative to the middle of the sum, where both are small. For
    /// large θ they would nearly cancel there, so they are taken relative to the nearer end.
    fn ln_untilted(&self, place: f64) -> f64 {
        let rate = self.rate();
        if self.half.abs() < 1.0 {
            return rate * (self.count / 2.0 - place) + self.count * ln_sinh_over(self.half);
        }
        let from_end = if rate < 0.0 {
            place
        } else {
            self.count - place
        };
        rate.abs() * from_end + self.count * (-(-rate.abs()).exp_m1() / rate.abs()).ln()
    }

    /// Returns the transform of the tilted sum less half its range, at the frequency t: the logarithm of its
    /// size, and its phase. For one summand it is sinh(x + iy)/sinh x · x/(x + iy), with x = θ/2 and y = t/2.
    fn transform(&self, t: f64) -> (f64, f64) {
        let (x, y) = (self.half, t / 2.0);
        let (xx, yy, (sin, cos)) = (x * x, y * y, y.sin_cos());
        // The squared size |·|² of the transform of one summand is 1 − (y² − (x/sinh x)² sin² y)/(x² + y²). The
        // difference in brackets is computed as a sum of two positive parts.
        let bend = yy * y * sine_gap(yy) * (y + sin);
        let difference = bend + xx * langevin_slope(x) * sin * sin;
        let ln_size = 0.5 * (-difference / (xx + yy)).ln_1p();
        let imaginary = x * (x * langevin(x) * sin + yy * y * tangent_gap(yy));
        let real = xx * cos + (1.0 + x * langevin(x)) * y * sin;
        (self.count * ln_size, self.count * imaginary.atan2(real))
    }
}

/// Adds the wave size·cos(phase + i·turn) to `sums[i]`, for i = 0, 1, 2, …
fn add_waves(sums: &mut [f64], size: f64, phase: f64, turn: f64) {
    let (turn_sin, turn_cos) = turn.sin_cos();
    for (chunk, part) in sums.chunks_mut(ROTATIONS).enumerate() {
        let (mut sin, mut cos) = (phase + turn * (chunk * ROTATIONS) as f64).sin_cos();
        for sum in part {
            *sum += size * cos;
            (sin, cos) = (
                sin * turn_cos + cos * turn_sin,
                cos * turn_cos - sin * turn_sin,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_rows() {
        assert_eq!(shares(1), [1.0]);
        assert_eq!(
            shares(4)
                .iter()
                .map(|share| share * 24.0)
                .collect::<Vec<_>>(),
            [1.0, 11.0, 11.0, 1.0]
        );
    }

    /// Compares the logarithms from the density with those from the recurrence, an independent computation.
    #[test]
    fn the_density_is_the_recurrence() {
        for cards in [40, 100, 169, 170] {
            let direct: Vec<f64> = shares(cards as u32).into_iter().map(f64::ln).collect();
            for (r, (far, direct)) in
                (1..).zip(ln_shares_by_tilt(cards, 1, cards).iter().zip(&direct))
            {
                // The error is relative to the logarithm, whose last place limits the digits.
                assert!(
                    (far - direct).abs() < 2e-15 * direct.abs().max(40.0),
                    "{cards} cards, {r}: {far} {direct}"
                );
            }
        }
    }

    #[test]
    fn shares_of_large_decks_add_up() {
        for cards in [171, 1000, 10_000, 1_000_000] {
            let reach = 10.0 * deviation(cards);
            let (first, last) = (
                (middle(cards) - reach).max(1.0) as u64,
                (middle(cards) + reach) as u64,
            );
            let sum: f64 = ln_shares_by_tilt(cards, first, last.min(cards))
                .into_iter()
                .map(f64::exp)
                .sum();
            assert!((sum - 1.0).abs() < 3e-14, "{cards}: {sum:e}");
        }
    }

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
            assert!(
                (Tilt::to(200.0, mean).mean() - mean).abs() < 1e-9 * mean,
                "{mean}"
            );
        }
    }
}
