//! Coefficients of products over the packets of biased riffles.
//!
//! The largest and the smallest probability of an order follow from them.

use std::f64::consts::PI;

use faro_math::number::halved;

/// The symmetric function of the label probabilities x whose coefficient is computed.
#[derive(Clone, Copy, PartialEq)]
pub enum Symmetric {
    /// The elementary one, ∏ (1 + xt): n cards with different labels.
    Elementary,
    /// The complete one, ∏ 1/(1 − xt): n cards with any labels, in ascending order.
    Complete,
}

/// Logarithm of the smallest term that is added to a sum, relative to the first term.
const NEGLIGIBLE_LN: f64 = -50.0;

/// A product over all labels, on a circle around 0 for Cauchy's integral. The radius is chosen so that the
/// probabilities in proportion to the product's terms have the mean n.
struct CauchyCircle<'a> {
    /// The sign in the factors 1 ± xt of the product: 1 for (1 + xt), and −1 for 1/(1 − xt).
    sign: f64,
    /// The radius of the circle times the largest label probability.
    scale: f64,
    gap: f64,
    labels: &'a RiffleLabels,
}

/// Returns ln(n!·c), where c is the coefficient of t^n in a product over all labels. Minus infinity if it is 0.
pub fn ln_coefficient(kind: Symmetric, labels: &RiffleLabels, cards: usize) -> f64 {
    let n = cards as f64;
    if kind == Symmetric::Elementary && labels.count() <= n {
        return if labels.count() < n {
            f64::NEG_INFINITY
        } else {
            ln_all(labels, n)
        };
    }
    let circle = CauchyCircle::new(kind, labels, n);
    let mean = circle.sum(|y, base| y / base);
    // For label probabilities x and the radius R, ln(mean/R) is ln Σ x/(1 ± xR). Near 0 it is computed as ln(1 − Σ
    // ±x²R/(1 ± xR)), since the x add up to 1.
    let difference =
        circle.sum(|y, base| circle.sign * y * y / base) * labels.largest() / circle.scale;
    let ln_mean = if difference.abs() < 0.5 {
        (-difference).ln_1p()
    } else {
        (mean * labels.largest() / circle.scale).ln()
    };
    let slope = mean - n - n * ((mean - n) / n).ln_1p();
    stirling(n)
        + slope
        + circle.sum(|y, base| remainder(circle.sign, y, base))
        + n * ln_mean
        + circle.ln_probability(n)
}

/// Returns ln n! plus the sum of ln x over all labels, for exactly n labels with the probabilities x.
fn ln_all(labels: &RiffleLabels, n: f64) -> f64 {
    let ln: f64 = labels
        .classes
        .iter()
        .map(|(x, count)| count * (x * n).ln())
        .sum();
    ln + stirling(n) - n
}

impl<'a> CauchyCircle<'a> {
    fn new(kind: Symmetric, labels: &'a RiffleLabels, n: f64) -> CauchyCircle<'a> {
        let at = |logarithm: f64| match kind {
            Symmetric::Elementary => CauchyCircle {
                sign: 1.0,
                scale: logarithm.exp(),
                gap: f64::NAN,
                labels,
            },
            // The scale is near the pole at 1. The gap, 1 minus the scale, is computed separately to keep its
            // digits.
            Symmetric::Complete => {
                let gap = 1.0 / (1.0 + logarithm.exp());
                CauchyCircle {
                    sign: -1.0,
                    scale: 1.0 / (1.0 + (-logarithm).exp()),
                    gap,
                    labels,
                }
            }
        };
        let mean = |logarithm| at(logarithm).sum(|y, base| y / base);
        let [low, _] = halved([-700.0, 700.0], 100, |logarithm| mean(logarithm) >= n);
        at(low)
    }

    /// Returns, for each label probability x: y = x·radius, 1 ± y, and the number of labels with this probability.
    fn terms(&self) -> impl Iterator<Item = (f64, f64, f64)> {
        self.labels.classes.iter().map(|&(x, count)| {
            let y = self.scale * (x / self.labels.largest());
            let base = if self.sign < 0.0 && y == self.scale {
                self.gap
            } else {
                1.0 + self.sign * y
            };
            (y, base, count)
        })
    }

    /// Returns the sum of `term(y, 1 ± y)` over all labels, where y is the label's probability times the radius.
    fn sum(&self, term: impl Fn(f64, f64) -> f64) -> f64 {
        self.terms()
            .map(|(y, base, count)| count * term(y, base))
            .sum()
    }

    /// Returns ln P(N = n) by the trapezoidal rule, where the product on the circle is the generating function of
    /// N. The sum also contains the probabilities of n plus multiples of the number of points; there are enough
    /// points to make them negligible.
    fn ln_probability(&self, n: f64) -> f64 {
        let points = self.points(n);
        let mut sum = 0.5;
        for j in 1..=(points / 2.0) as u64 {
            let (size, phase) = self.factor(2.0 * PI * j as f64 / points, n);
            if size < NEGLIGIBLE_LN {
                break;
            }
            let weight = if 2.0 * j as f64 == points { 0.5 } else { 1.0 };
            sum += weight * size.exp() * phase.cos();
        }
        (2.0 * sum / points).ln()
    }

    /// Returns ln |z| and the phase of z = E[e^iθ(N − n)] for θ = `angle`, where the product on the circle is the
    /// generating function of N.
    fn factor(&self, angle: f64, n: f64) -> (f64, f64) {
        let (mut size, mut phase) = (0.0, -n * angle);
        // e^iθ − 1 without cancellation.
        let (re, im) = (-2.0 * (angle / 2.0).sin().powi(2), angle.sin());
        for (y, base, count) in self.terms() {
            let part = self.sign * y / base;
            let (re, im) = (part * re, part * im);
            size += self.sign * count * (2.0 * re + re * re + im * im).ln_1p() / 2.0;
            phase += self.sign * count * im.atan2(1.0 + re);
        }
        (size, phase)
    }

    /// Returns a number of points for which the unwanted terms of the trapezoidal rule are negligible.
    /// Chernoff's bound on both sides gives it.
    fn points(&self, n: f64) -> f64 {
        let distance = |tilt: f64| {
            let up = tilt.exp();
            let grown = self.sum(|y, base| {
                let rest = self.sign * y * (up - 1.0) / base;
                if rest <= -1.0 {
                    f64::INFINITY
                } else {
                    self.sign * rest.ln_1p()
                }
            });
            (grown - tilt * n - NEGLIGIBLE_LN) / tilt.abs()
        };
        let least = |sign: f64| {
            (-24..4)
                .map(|power| distance(sign * 2f64.powi(power)))
                .fold(f64::INFINITY, f64::min)
        };
        let below = least(-1.0).min(n + 1.0);
        2.0 * (least(1.0).max(below) / 2.0).ceil()
    }
}

/// Number of terms of the series of [`remainder`].
const SERIES_TERMS: i32 = 24;

/// Maximum y for which the series of [`remainder`] is used.
const MAX_SERIES_Y: f64 = 0.1;

/// Returns ±ln(1 ± y) − y/(1 ± y), without cancellation for small y. `base` is 1 ± y.
fn remainder(sign: f64, y: f64, base: f64) -> f64 {
    if y > MAX_SERIES_Y {
        return sign * base.ln() - y / base;
    }
    let term = |j: i32| -(1.0 - 1.0 / f64::from(j)) * (-sign * y).powi(j - 1) * y;
    (2..SERIES_TERMS).rev().map(term).sum()
}

/// Returns ln n! − n ln n + n, the error of the leading terms of Stirling's formula.
fn stirling(n: f64) -> f64 {
    if n < 20.0 {
        let factorial: f64 = (1..=n as u32).map(f64::from).product();
        return factorial.ln() - n * n.ln() + n;
    }
    let inverse = 1.0 / n;
    let square = inverse * inverse;
    let series = 1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0));
    (2.0 * PI * n).ln() / 2.0 + inverse * series
}

/// The packets of k biased riffles, as labels with probabilities.
///
/// The top packet of each riffle gets each card with probability p. There are 2^k labels, with k + 1 different
/// probabilities.
pub struct RiffleLabels {
    /// The distinct label probabilities, the largest first, each with the number of labels that have it.
    pub classes: Vec<(f64, f64)>,
    top: f64,
    riffles: u32,
}

impl RiffleLabels {
    pub fn new(top: f64, riffles: u32) -> RiffleLabels {
        let (large, small) = (top.max(1.0 - top), top.min(1.0 - top));
        let mut count = 1.0;
        let mut classes = Vec::new();
        for i in 0..=riffles {
            let probability = large.powi((riffles - i) as i32) * small.powi(i as i32);
            // A label with probability 0 is never drawn.
            if probability > 0.0 {
                classes.push((probability, count));
            }
            count *= f64::from(riffles - i) / f64::from(i + 1);
        }
        RiffleLabels {
            classes,
            top,
            riffles,
        }
    }

    /// Returns the largest probability of a label.
    pub fn largest(&self) -> f64 {
        self.classes[0].0
    }

    /// Returns the number of labels.
    pub fn count(&self) -> f64 {
        self.classes.iter().map(|(_, count)| count).sum()
    }

    /// Returns the sum of the j-th powers of the probabilities.
    pub fn power_sum(&self, j: i32) -> f64 {
        (self.top.powi(j) + (1.0 - self.top).powi(j)).powi(self.riffles as i32)
    }
}
