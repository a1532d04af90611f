use std::time::{Duration, Instant};

/// A time limit for a computation that may be hard, such as factoring.
///
/// The limit is checked every few milliseconds, and only where a computation may take long: an easy
/// one succeeds under any budget.
///
/// ```
/// use std::time::Duration;
/// use faro::number::{Budget, multiplicative_order_within};
/// use num_bigint::BigUint;
///
/// let mersenne = |exponent: u32| (BigUint::from(1u32) << exponent) - 1u32;
/// let hard = mersenne(521) * mersenne(607);
/// let budget = Budget::new(Duration::from_millis(50));
/// assert!(multiplicative_order_within(&3u32.into(), &hard, &budget).is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    end: Option<Instant>,
}

impl Budget {
    /// Returns a budget that ends the given time from now.
    pub fn new(time: Duration) -> Budget {
        // A time beyond the range of the clock is no limit.
        Budget { end: Instant::now().checked_add(time) }
    }

    /// Returns a budget without a limit.
    pub fn unlimited() -> Budget {
        Budget { end: None }
    }

    /// Returns whether the time is over.
    pub fn is_spent(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}

/// Ten seconds from now.
impl Default for Budget {
    fn default() -> Budget {
        Budget::new(Duration::from_secs(10))
    }
}
