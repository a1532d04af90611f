use super::normal_survival;
use super::special::{gamma_lower, gamma_upper};

/// Above this number of degrees of freedom the gamma law equals the normal law in all relevant digits.
const NEARLY_NORMAL: f64 = 1e7;

/// Returns the probability that a standardised sum with this skewness is at least z: by the gamma law with this
/// skewness (Pearson's type III), or its mirror image; by the normal law for skewness 0.
///
/// ```
/// # use faro::statistics::{chi_square_survival, skewed_upper_tail};
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
