use statrs::function::erf::erfc;
use statrs::function::gamma::gamma_ur;

/// The chance that a chi-square number with so many degrees of freedom is at least `statistic`:
/// the regularised upper incomplete gamma function Q(degrees/2, statistic/2). From 0 to 1.
///
/// Never 1 − cdf, which loses every digit below 10^-16.
///
/// # Panics
///
/// If there are no degrees of freedom or the statistic is no number.
///
/// ```
/// # use faro::statistics::chi_square_survival;
/// assert!((chi_square_survival(3.841458820694124, 1) - 0.05).abs() < 1e-12);
/// ```
pub fn chi_square_survival(statistic: f64, degrees: u64) -> f64 {
    assert!(degrees > 0 && !statistic.is_nan(), "{degrees} degrees, statistic {statistic}");
    match statistic {
        infinite if infinite == f64::INFINITY => 0.0,
        none if none <= 0.0 => 1.0,
        _ => gamma_ur(degrees as f64 / 2.0, statistic / 2.0),
    }
}

/// The chance that a standard normal number is at least `z`, erfc(z/√2)/2. From 0 to 1.
///
/// ```
/// # use faro::statistics::normal_survival;
/// assert!((normal_survival(1.959963984540054) - 0.025).abs() < 1e-12);
/// ```
pub fn normal_survival(z: f64) -> f64 {
    erfc(z * std::f64::consts::FRAC_1_SQRT_2) / 2.0
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

    /// One degree of freedom is a squared normal number.
    #[test]
    fn squares_of_normal_numbers() {
        for z in [0.1, 1.0, 3.0, 8.0] {
            let two_sided = 2.0 * normal_survival(z);
            assert!((chi_square_survival(z * z, 1) / two_sided - 1.0).abs() < 1e-9, "{z}");
        }
    }
}
