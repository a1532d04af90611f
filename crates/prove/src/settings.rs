//! The settings for a comparison of a program with its model or law on random lists of choices, and the bound that the
//! comparison proves.

use faro_sample::shuffle::Seed;

/// Settings of a proof: how often a program is run, and how sure the result is.
///
/// [`certify`](crate::certify) compares a program with its model on random lists of choices, and
/// [`walk`](crate::walk) with its law if a draw has too many values to run each.
///
/// ```
/// use faro_prove::Settings;
/// let settings = Settings { samples: 1_000_000, ..Settings::default() };
/// assert_eq!(settings.confidence, 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Maximum number of runs of the program for its law.
    pub max_runs: u64,
    /// Number of random lists of choices to compare.
    pub samples: u64,
    /// Maximum probability δ that the result is wrong.
    pub confidence: f64,
    /// Seed from which the random lists are drawn.
    pub seed: Seed,
}

/// At most 20,000,000 runs, 100,000 random lists, a probability of 10^-6, and the seed 1.
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            max_runs: 20_000_000,
            samples: 100_000,
            confidence: 1e-6,
            seed: Seed::from(1),
        }
    }
}

/// Returns 1 − δ^(1/m), the bound that m = `samples` random lists of choices without a disagreement prove. δ is
/// `confidence`.
///
/// With confidence 1 − δ, the program and its model disagree on at most this share of all lists. This is the upper
/// bound of Clopper and Pearson for no failure. The program and the model use the same choices, so this share also
/// bounds the total variation distance between them (coupling). The bound is at most ln(1/δ)/m, and it is 1 if
/// `samples` is 0.
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
