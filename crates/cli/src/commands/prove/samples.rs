//! The number of random lists of choices that are needed to prove a bound.

/// Maximum number of random lists of choices for a law, because they are stored in memory.
pub const MAX_LAW_SAMPLES: u64 = 5_000_000;

/// Returns the smallest number m of random lists that prove a distance of at most `distance`. It is the smallest m with
/// 1 − δ^(1/m) ≤ `distance`, where δ is `confidence`. It is infinite for a distance of 0.
pub fn needed_samples(distance: f64, confidence: f64) -> f64 {
    (confidence.ln() / (-distance).ln_1p()).ceil()
}
