//! The number of random lists of choices that a proof needs.

/// Maximum number of samples of a law. They are stored in memory.
pub const MAX_LAW_SAMPLES: u64 = 5_000_000;

/// Returns the least number of random lists that prove a bound of `distance`, which is infinite for 0.
pub fn needed_samples(distance: f64, confidence: f64) -> f64 {
    (confidence.ln() / (-distance).ln_1p()).ceil()
}
