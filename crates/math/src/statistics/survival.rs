use super::special::{gamma_lower, gamma_upper, ln_gamma_upper};

/// Returns P(X ≥ `statistic`) for X chi-square with `degrees` degrees of freedom.
///
/// The tail is the regularised upper incomplete gamma function Q(degrees/2, statistic/2), between 0 and 1. It is 1 only
/// if `statistic` is 0 or negative. A small tail is never computed as 1 − cdf, which loses every digit below 10^-16.
/// Tails below 10^-308 underflow, but [their logarithms](chi_square_ln_survival) do not.
///
/// # Panics
///
/// If `degrees` is 0, or `statistic` is NaN.
///
/// ```
/// # use faro_math::statistics::chi_square_survival;
/// assert!((chi_square_survival(3.841458820694124, 1) - 0.05).abs() < 1e-12);
/// ```
pub fn chi_square_survival(statistic: f64, degrees: u64) -> f64 {
    assert!(degrees > 0 && !statistic.is_nan(), "{degrees} degrees, statistic {statistic}");
    match statistic {
        infinite if infinite == f64::INFINITY => 0.0,
        none if none <= 0.0 => 1.0,
        _ => gamma_upper(degrees as f64 / 2.0, statistic / 2.0).min(BELOW_ONE),
    }
}

/// The largest `f64` below 1.
const BELOW_ONE: f64 = 1.0 - f64::EPSILON / 2.0;

/// Returns the natural logarithm of [`chi_square_survival`], even if the tail underflows.
///
/// The result is −∞ for an infinite statistic.
///
/// # Panics
///
/// If `degrees` is 0, or `statistic` is NaN.
///
/// ```
/// # use faro_math::statistics::chi_square_ln_survival;
/// // With two degrees of freedom the tail is exp(−x/2).
/// assert!((chi_square_ln_survival(5000.0, 2) + 2500.0).abs() < 1e-9);
/// ```
pub fn chi_square_ln_survival(statistic: f64, degrees: u64) -> f64 {
    assert!(degrees > 0 && !statistic.is_nan(), "{degrees} degrees, statistic {statistic}");
    match statistic {
        infinite if infinite == f64::INFINITY => f64::NEG_INFINITY,
        none if none <= 0.0 => 0.0,
        _ => ln_gamma_upper(degrees as f64 / 2.0, statistic / 2.0),
    }
}

/// Returns P(Z ≥ `z`) for a standard normal variable Z.
///
/// The tail, between 0 and 1, is computed as half the tail of Z², which keeps more digits than the error function at
/// hand.
///
/// # Panics
///
/// If `z` is NaN.
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
/// for skewness 0.
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
    if skewness > 0.0 { gamma_upper(shape, at(z)) } else { gamma_lower(shape, at(-z)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With two degrees of freedom the tail is exp(−x/2), with four (1 + x/2)·exp(−x/2).
    #[test]
    fn closed_forms() {
        for x in [0.001, 0.5, 3.0, 40.0, 700.0, 1400.0] {
            let tail = f64::exp(-x / 2.0);
            assert!((chi_square_survival(x, 2) / tail - 1.0).abs() < 1e-10, "{x}");
            assert!((chi_square_survival(x, 4) / (tail * (1.0 + x / 2.0)) - 1.0).abs() < 1e-10, "{x}");
        }
        assert_eq!((chi_square_survival(0.0, 5), chi_square_survival(f64::INFINITY, 5)), (1.0, 0.0));
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
            assert!((found - ln).abs() <= 1e-13 * ln.abs(), "{statistic}, {degrees}: {found} for {ln}");
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
                assert!((ln.exp() / tail - 1.0).abs() < 1e-11, "{statistic}, {degrees}: {ln} for {tail}");
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
            assert!((normal_survival(z) / tail - 1.0).abs() < 1e-12, "{z}: {}", normal_survival(z));
            assert_eq!(normal_survival(-z), 1.0 - normal_survival(z));
        }
        assert_eq!(normal_survival(0.0), 0.5);
    }
}
