//! The settings of a comparison with random lists of choices, and the bound that it proves.

use faro_sample::shuffle::Seed;

/// Settings for the comparison of a program with random lists of choices.
///
/// Used by [`certify`](crate::certify), and by [`walk`](crate::walk) if a draw has too many values to run each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Number of random lists of choices on which the program is compared with its model or its law.
    pub samples: u64,
    /// Maximum probability δ that the result is wrong.
    pub confidence: f64,
    /// Seed of the random lists.
    pub seed: Seed,
}

/// Returns 1 − δ^(1/m), the bound that m = `samples` random lists without a disagreement prove.
///
/// With confidence 1 − δ, where δ is `confidence`, at most this share of all lists disagrees: the upper bound of
/// Clopper and Pearson for no failure. The program and the model use the same choices, so that this share also bounds the
/// total variation distance between them (coupling). It is at most ln(1/δ)/m, and 1 if `samples` is 0.
///
/// ```
/// let bound = faro_prove::bound(1_000_000, 1e-6);
/// assert!((bound - 1.381541e-5).abs() < 1e-11);
/// ```
pub fn bound(samples: u64, confidence: f64) -> f64 {
    match samples {
        0 => 1.0,
        _ => -(confidence.ln() / samples as f64).exp_m1(),
    }
}
