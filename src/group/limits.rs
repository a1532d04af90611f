//! Limits of time that the proofs of the order have in common.

/// The error of a computation whose budget was spent.
pub(super) struct OutOfTime;

/// The clock is read once in this number of computed entries, about every millisecond.
pub(super) const STEPS_PER_CLOCK_READ: u64 = 1 << 20;
