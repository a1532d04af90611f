use faro_sample::shuffle::Seed;

/// What is asked of a certificate, and of a law that is not proved in full.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The number of random lists of choices with which the program is compared with its model, or with its law.
    pub samples: u64,
    /// The highest probability δ with which the result may be wrong.
    pub confidence: f64,
    /// The seed of the lists.
    pub seed: Seed,
}

/// Returns the largest share of lists that may disagree if `samples` random ones agree, with confidence 1 − δ:
/// 1 − δ^(1/m), the upper bound of Clopper and Pearson for no failure, at most ln(1/δ)/m.
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
