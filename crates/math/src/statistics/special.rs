//! The incomplete gamma and beta functions, from which most tails are computed. They use only `number::elementary`, so
//! that a p-value has the same digits on every processor.

use crate::number::elementary::{exp, ln, ln_1p, ln_gamma};

/// A series or a continued fraction ends at a term whose relative change is at most this.
const EPSILON: f64 = 1e-15;

/// Maximum number of steps of a continued fraction. About √(a + b) are needed, so that it is enough for 10^11 draws.
const MAX_STEPS: u32 = 1_000_000;

/// Returns the regularised lower incomplete gamma function P(a, x), for a > 0 and x > 0.
pub(super) fn gamma_lower(a: f64, x: f64) -> f64 {
    if x <= 1.0 || x <= a { gamma_series(a, x) } else { 1.0 - gamma_fraction(a, x) }
}

/// Returns the regularised upper incomplete gamma function Q(a, x), for a > 0 and x > 0.
pub(super) fn gamma_upper(a: f64, x: f64) -> f64 {
    if x < 1.0 || x <= a { 1.0 - gamma_series(a, x) } else { gamma_fraction(a, x) }
}

/// Returns the natural logarithm of Q(a, x), for a > 0 and x > 0. The result is finite even if Q underflows.
pub(super) fn ln_gamma_upper(a: f64, x: f64) -> f64 {
    if x < 1.0 || x <= a { ln_1p(-gamma_series(a, x)) } else { ln_gamma_weight(a, x) - ln(fraction(a, x)) }
}

/// Returns x^a·e^-x/Γ(a).
fn gamma_weight(a: f64, x: f64) -> f64 {
    exp(ln_gamma_weight(a, x))
}

fn ln_gamma_weight(a: f64, x: f64) -> f64 {
    a * ln(x) - x - ln_gamma(a)
}

/// Returns P(a, x) by its power series (DLMF 8.11.4), which converges fast if x ≤ a.
fn gamma_series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum, mut next) = (1.0, 1.0, a);
    while term > EPSILON * sum {
        next += 1.0;
        term *= x / next;
        sum += term;
    }
    gamma_weight(a, x) * sum / a
}

/// Returns Q(a, x) by its continued fraction, for x > a.
fn gamma_fraction(a: f64, x: f64) -> f64 {
    gamma_weight(a, x) / fraction(a, x)
}

/// Returns the continued fraction of Q(a, x) (DLMF 8.9.2), by Lentz's method.
fn fraction(a: f64, x: f64) -> f64 {
    let first = x + 1.0 - a;
    lentz(first, (1..MAX_STEPS).map(f64::from).map(|k| (k * (a - k), first + 2.0 * k)))
}

/// Returns the regularised incomplete beta function I(x; a, b), for a, b > 0 and 0 < x < 1.
pub(super) fn beta(a: f64, b: f64, x: f64) -> f64 {
    let (ln_x, ln_rest) = (ln(x), ln_1p(-x));
    let weight = exp(ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * ln_x + b * ln_rest);
    if x < (a + 1.0) / (a + b + 2.0) {
        weight / (a * beta_fraction(a, b, x))
    } else {
        1.0 - weight / (b * beta_fraction(b, a, 1.0 - x))
    }
}

/// Returns the continued fraction of the incomplete beta function (DLMF 8.17.22).
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let term = |step: u32| {
        let m = f64::from(step / 2);
        match step % 2 {
            0 => m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            _ => -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        }
    };
    lentz(1.0, (1..MAX_STEPS).map(|step| (term(step), 1.0)))
}

/// Returns the continued fraction `first` + a₁/(b₁ + a₂/(b₂ + …)) of the terms (a, b), to the precision of an `f64`
/// (Lentz 1976, as modified by Thompson and Barnett 1986).
fn lentz(first: f64, terms: impl Iterator<Item = (f64, f64)>) -> f64 {
    let nonzero = |value: f64| if value == 0.0 { f64::MIN_POSITIVE } else { value };
    let mut value = nonzero(first);
    let (mut c, mut d) = (value, 0.0);
    for (a, b) in terms {
        d = 1.0 / nonzero(b + a * d);
        c = nonzero(b + a / c);
        let change = c * d;
        value *= change;
        if (change - 1.0).abs() <= EPSILON {
            break;
        }
    }
    value
}
