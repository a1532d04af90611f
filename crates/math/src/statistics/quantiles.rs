use super::chi_square_survival;
use super::special::beta;

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
    if t == 0.0 { 0.5 } else { beta(degrees / 2.0, 0.5, degrees / (degrees + t * t)) / 2.0 }
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
        if is_below(middle) { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The quantiles are from printed tables (Pearson and Hartley, *Biometrika Tables for Statisticians*).
    #[test]
    fn tabulated_quantiles() {
        for (degrees, t) in [(1, 12.706), (2, 4.303), (9, 2.262), (19, 2.093), (120, 1.980)] {
            assert!((student_quantile(0.025, degrees) - t).abs() < 6e-4, "{degrees}");
        }
        for (degrees, tail, value) in
            [(4, 0.975, 0.484), (4, 0.025, 11.143), (19, 0.975, 8.907), (100, 0.5, 99.334)]
        {
            assert!((chi_square_quantile(tail, degrees) - value).abs() < 6e-4, "{degrees} {tail}");
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
                assert!((chi_square_survival(value, degrees) / tail - 1.0).abs() < 1e-9, "{degrees} {tail}");
            }
        }
    }
}
