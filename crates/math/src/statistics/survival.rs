//! Upper tails of the normal, chi-square and Student laws, and their inverses.

use crate::number::elementary::{exp, ln, ln_1p, ln_gamma};

/// Returns P(X ≥ `statistic`) for X chi-square with `degrees` degrees of freedom.
///
/// The tail is the regularised upper incomplete gamma function Q(degrees/2, statistic/2), between 0 and 1. It is 1 only
/// if `statistic` is 0 or negative. A small tail is never computed as 1 − cdf, which loses every digit below 10^-16.
/// Tails below 10^-308 underflow, but [their logarithms](chi_square_ln_survival) do not. The tail of NaN is NaN.
///
/// # Panics
///
/// If `degrees` is 0.
///
/// ```
/// # use faro_math::statistics::chi_square_survival;
/// assert!((chi_square_survival(3.841458820694124, 1) - 0.05).abs() < 1e-12);
/// ```
pub fn chi_square_survival(statistic: f64, degrees: u64) -> f64 {
    assert!(degrees > 0, "{degrees} degrees of freedom");
    match statistic {
        _ if statistic.is_nan() => f64::NAN,
        f64::INFINITY => 0.0,
        ..=0.0 => 1.0,
        _ => gamma_upper(degrees as f64 / 2.0, statistic / 2.0).min(BELOW_ONE),
    }
}

/// The largest `f64` below 1.
const BELOW_ONE: f64 = 1.0 - f64::EPSILON / 2.0;

/// Returns the natural logarithm of [`chi_square_survival`], even if the tail underflows.
///
/// The result is −∞ for an infinite statistic, and NaN for NaN.
///
/// # Panics
///
/// If `degrees` is 0.
///
/// ```
/// # use faro_math::statistics::chi_square_ln_survival;
/// // With two degrees of freedom the tail is exp(−x/2).
/// assert!((chi_square_ln_survival(5000.0, 2) + 2500.0).abs() < 1e-9);
/// ```
pub fn chi_square_ln_survival(statistic: f64, degrees: u64) -> f64 {
    assert!(degrees > 0, "{degrees} degrees of freedom");
    match statistic {
        _ if statistic.is_nan() => f64::NAN,
        f64::INFINITY => f64::NEG_INFINITY,
        ..=0.0 => 0.0,
        _ => ln_gamma_upper(degrees as f64 / 2.0, statistic / 2.0),
    }
}

/// Returns P(Z ≥ `z`) for a standard normal variable Z.
///
/// The tail, between 0 and 1, is computed as half the tail of Z², which keeps more digits than the available
/// error function. The tail of NaN is NaN.
///
/// ```
/// # use faro_math::statistics::normal_survival;
/// assert!((normal_survival(1.959963984540054) - 0.025).abs() < 1e-12);
/// ```
pub fn normal_survival(z: f64) -> f64 {
    let beyond = chi_square_survival(z * z, 1) / 2.0;
    if z < 0.0 { 1.0 - beyond } else { beyond }
}

/// Shape above which the gamma law equals the normal law in all relevant digits.
const NEARLY_NORMAL: f64 = 1e7;

/// Returns P(Z ≥ `z`) for a standardised sum Z with the skewness `skewness`.
///
/// Z is assumed to have the gamma law with this skewness (Pearson's type III) or its mirror image, and the normal law
/// for skewness 0. Pearson's law ends at z = −2/skewness, beyond which a sum may well have a tail.
///
/// ```
/// # use faro_math::statistics::{chi_square_survival, skewed_upper_tail};
/// // Chi-square with 8 degrees of freedom: mean 8, variance 16, skewness 1.
/// assert!((skewed_upper_tail(2.0, 1.0) - chi_square_survival(16.0, 8)).abs() < 1e-12);
/// assert!((skewed_upper_tail(-2.0, -1.0) + chi_square_survival(16.0, 8) - 1.0).abs() < 1e-12);
/// ```
pub fn skewed_upper_tail(z: f64, skewness: f64) -> f64 {
    let shape = 4.0 / (skewness * skewness);
    if shape.is_nan() || shape > NEARLY_NORMAL {
        return normal_survival(z);
    }
    let at = |z: f64| (shape + shape.sqrt() * z).max(f64::MIN_POSITIVE);
    if z.is_nan() {
        return z;
    }
    if skewness > 0.0 {
        gamma_upper(shape, at(z))
    } else {
        gamma_lower(shape, at(-z))
    }
}

/// Relative width of the interval at which a bisection ends.
const PRECISION: f64 = 1e-14;

/// Returns P(T ≥ `t`) for Student's t distribution with `degrees` degrees of freedom.
///
/// For `t` ≥ 0 the tail is I(ν/(ν + t²); ν/2, 1/2)/2, where ν is `degrees` and I is the regularised incomplete beta
/// function.
///
/// # Panics
///
/// If `degrees` is 0, or `t` is negative or NaN.
///
/// ```
/// # use faro_math::statistics::student_survival;
/// assert!((student_survival(1.0, 1) - 0.25).abs() < 1e-12); // Cauchy: 1/2 − arctan(t)/π
/// ```
pub fn student_survival(t: f64, degrees: u64) -> f64 {
    assert!(degrees > 0 && t >= 0.0, "{degrees} degrees, t = {t}");
    let degrees = degrees as f64;
    if t == 0.0 {
        0.5
    } else {
        beta(degrees / 2.0, 0.5, degrees / (degrees + t * t)) / 2.0
    }
}

/// Returns the t with P(T ≥ t) = `tail` for Student's t with `degrees` degrees of freedom.
///
/// `tail` is above 0 and at most 1/2.
///
/// # Panics
///
/// If `degrees` is 0, or `tail` is out of range.
///
/// ```
/// # use faro_math::statistics::student_quantile;
/// assert!((student_quantile(0.025, 4) - 2.7764451051977987).abs() < 1e-9);
/// ```
pub fn student_quantile(tail: f64, degrees: u64) -> f64 {
    assert!(tail > 0.0 && tail <= 0.5, "a tail of probability {tail}");
    root(|t| student_survival(t, degrees) > tail)
}

/// Returns the x with P(X ≥ x) = `tail` for X chi-square with `degrees` degrees of freedom.
///
/// `tail` is between 0 and 1, both excluded.
///
/// # Panics
///
/// If `degrees` is 0, or `tail` is out of range.
///
/// ```
/// # use faro_math::statistics::chi_square_quantile;
/// assert!((chi_square_quantile(0.05, 1) - 3.841458820694124).abs() < 1e-9);
/// ```
pub fn chi_square_quantile(tail: f64, degrees: u64) -> f64 {
    assert!(tail > 0.0 && tail < 1.0, "a tail of probability {tail}");
    root(|value| chi_square_survival(value, degrees) > tail)
}

/// Returns the positive number at which `is_below` changes from true to false, by bisection.
fn root(is_below: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while is_below(high) && high < f64::MAX / 4.0 {
        high *= 2.0;
    }
    while high - low > PRECISION * high {
        let middle = f64::midpoint(low, high);
        if is_below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

// The incomplete gamma and beta functions, from which most tails are computed. They use only `number::elementary`, so
// that a p-value has the same digits on every processor.

/// A series or a continued fraction ends at a term whose relative change is at most this.
const EPSILON: f64 = 1e-15;

/// Maximum number of steps of a continued fraction. About √(a + b) are needed, so that it is enough for 10^11 draws.
const MAX_STEPS: u32 = 1_000_000;

/// Returns the regularised lower incomplete gamma function P(a, x), for a > 0 and x > 0.
pub(super) fn gamma_lower(a: f64, x: f64) -> f64 {
    if x <= 1.0 || x <= a {
        gamma_series(a, x)
    } else {
        1.0 - gamma_fraction(a, x)
    }
}

/// Returns the regularised upper incomplete gamma function Q(a, x), for a > 0 and x > 0.
pub(super) fn gamma_upper(a: f64, x: f64) -> f64 {
    if x < 1.0 || x <= a {
        1.0 - gamma_series(a, x)
    } else {
        gamma_fraction(a, x)
    }
}

/// Returns the natural logarithm of Q(a, x), for a > 0 and x > 0. The result is finite even if Q underflows.
fn ln_gamma_upper(a: f64, x: f64) -> f64 {
    if x < 1.0 || x <= a {
        ln_1p(-gamma_series(a, x))
    } else {
        ln_gamma_weight(a, x) - ln(fraction(a, x))
    }
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
    lentz(
        first,
        (1..MAX_STEPS)
            .map(f64::from)
            .map(|k| (k * (a - k), first + 2.0 * k)),
    )
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

/// Returns the continued fraction `first` + a₁/(b₁ + a₂/(b₂ + …)) of the terms (a, b). It is computed to the
/// precision of an `f64`. The method is Lentz's (1976), as modified by Thompson and Barnett (1986).
fn lentz(first: f64, terms: impl Iterator<Item = (f64, f64)>) -> f64 {
    let nonzero = |value: f64| {
        if value == 0.0 {
            f64::MIN_POSITIVE
        } else {
            value
        }
    };
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

#[cfg(test)]
mod tests {
    use super::*;

    /// With two degrees of freedom the tail is exp(−x/2), with four (1 + x/2)·exp(−x/2).
    #[test]
    fn closed_forms() {
        for x in [0.001, 0.5, 3.0, 40.0, 700.0, 1400.0] {
            let tail = f64::exp(-x / 2.0);
            assert!(
                (chi_square_survival(x, 2) / tail - 1.0).abs() < 1e-10,
                "{x}"
            );
            assert!(
                (chi_square_survival(x, 4) / (tail * (1.0 + x / 2.0)) - 1.0).abs() < 1e-10,
                "{x}"
            );
        }
        assert_eq!(
            (
                chi_square_survival(0.0, 5),
                chi_square_survival(f64::INFINITY, 5)
            ),
            (1.0, 0.0)
        );
        assert!(
            chi_square_survival(f64::NAN, 5).is_nan()
                && chi_square_ln_survival(f64::NAN, 5).is_nan()
        );
        assert!(normal_survival(f64::NAN).is_nan() && skewed_upper_tail(f64::NAN, 1.0).is_nan());
    }

    /// The known values are ln Q(degrees/2, statistic/2) by mpmath 1.3 with 50 digits:
    /// `log(gammainc(d/2, x/2, inf, regularized=True))`.
    #[test]
    #[expect(clippy::excessive_precision, reason = "digits as they were computed")]
    fn logarithms_of_tails_that_underflow() {
        for (statistic, degrees, ln) in [
            (2000.0, 3, -996.42484049733325),
            (1607.25, 12, -774.96059460664713),
            (100000.0, 51, -49791.304109565388),
            (3000000.0, 1000, -1495508.8486602698),
            (46225.0, 1, -23118.096451012918),
        ] {
            let found = chi_square_ln_survival(statistic, degrees);
            assert!(
                (found - ln).abs() <= 1e-13 * ln.abs(),
                "{statistic}, {degrees}: {found} for {ln}"
            );
        }
        assert_eq!(chi_square_survival(2000.0, 3), 0.0);
        assert_eq!(chi_square_ln_survival(f64::INFINITY, 3), f64::NEG_INFINITY);
        assert_eq!(chi_square_ln_survival(0.0, 3), 0.0);
    }

    /// Compares the logarithm with the tail where the tail does not underflow.
    #[test]
    fn logarithms_of_tails() {
        for degrees in [1, 2, 7, 50, 1000] {
            for statistic in [0.01, 0.7, 3.0, 48.0, 60.0, 990.0, 1200.0] {
                let tail = chi_square_survival(statistic, degrees);
                let ln = chi_square_ln_survival(statistic, degrees);
                assert!(
                    (ln.exp() / tail - 1.0).abs() < 1e-11,
                    "{statistic}, {degrees}: {ln} for {tail}"
                );
            }
        }
    }

    /// A tail just below 1 is not rounded to 1.
    #[test]
    fn only_the_tail_of_nothing_is_one() {
        assert_eq!(chi_square_survival(0.0, 51), 1.0);
        let nearly = chi_square_survival(1e-9, 51);
        assert!(nearly < 1.0 && nearly > 1.0 - 1e-15, "{nearly}");
    }

    /// The known values are erfc(z/√2)/2 by the C library's erfc.
    #[test]
    fn normal_tails() {
        let known = [
            (0.5, 0.3085375387259869),
            (6.0, 9.865876450377012e-10),
            (8.0, 6.220960574271819e-16),
            (20.0, 2.7536241186063314e-89),
            (35.0, 1.1249107064725534e-268),
        ];
        for (z, tail) in known {
            assert!(
                (normal_survival(z) / tail - 1.0).abs() < 1e-12,
                "{z}: {}",
                normal_survival(z)
            );
            assert_eq!(normal_survival(-z), 1.0 - normal_survival(z));
        }
        assert_eq!(normal_survival(0.0), 0.5);
    }

    /// The quantiles are from printed tables (Pearson and Hartley, *Biometrika Tables for Statisticians*).
    #[test]
    fn tabulated_quantiles() {
        for (degrees, t) in [
            (1, 12.706),
            (2, 4.303),
            (9, 2.262),
            (19, 2.093),
            (120, 1.980),
        ] {
            assert!(
                (student_quantile(0.025, degrees) - t).abs() < 6e-4,
                "{degrees}"
            );
        }
        for (degrees, tail, value) in [
            (4, 0.975, 0.484),
            (4, 0.025, 11.143),
            (19, 0.975, 8.907),
            (100, 0.5, 99.334),
        ] {
            assert!(
                (chi_square_quantile(tail, degrees) - value).abs() < 6e-4,
                "{degrees} {tail}"
            );
        }
    }

    #[test]
    fn quantiles_invert_tails() {
        for degrees in [1, 2, 5, 30, 1000] {
            for tail in [1e-6, 0.025, 0.3, 0.5] {
                let t = student_quantile(tail, degrees);
                assert!(
                    (student_survival(t, degrees) / tail - 1.0).abs() < 1e-6 || t < 1e-6,
                    "{degrees} {tail}"
                );
                let value = chi_square_quantile(tail, degrees);
                assert!(
                    (chi_square_survival(value, degrees) / tail - 1.0).abs() < 1e-9,
                    "{degrees} {tail}"
                );
            }
        }
    }
}
