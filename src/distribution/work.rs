//! The work of computing a law: its limit, and the work of each operation.

use crate::Error;

/// Maximum amount of work for a law, in units of about ten nanoseconds: some ten seconds.
pub const MAX_WORK: f64 = 1.2e9;

/// Returns `work`, or `error` if it exceeds [`MAX_WORK`].
pub fn within_limit(work: f64, error: Error) -> Result<f64, Error> {
    if work > MAX_WORK {
        Err(error)
    } else {
        Ok(work)
    }
}

/// The work of one sequence of choices, in the units of [`MAX_WORK`].
pub const WORK_PER_LEAF: f64 = 20.0;

/// The work of one pair of weights, in the units of [`MAX_WORK`].
pub const WORK_PER_PAIR: f64 = 3.0;

/// The work of one swap, in the units of [`MAX_WORK`].
pub const WORK_PER_SWAP: f64 = 0.5;

/// Returns the time of arithmetic on numbers of `bits` bits, relative to arithmetic on words.
pub fn slowness(bits: f64) -> f64 {
    if bits < 127.0 {
        1.0
    } else {
        4.0 + bits / 100.0
    }
}
