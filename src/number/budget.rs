use std::time::{Duration, Instant};

/// How long a hard question may take.
///
/// What is easy is answered whatever the budget; it is looked at between pieces of work that
/// take some milliseconds each.
///
/// ```
/// use std::time::Duration;
/// use faro::number::{Budget, multiplicative_order_within};
/// use num_bigint::BigUint;
///
/// let mersenne = |exponent: u32| (BigUint::from(1u32) << exponent) - 1u32;
/// let hard = mersenne(521) * mersenne(607);
/// let refused = multiplicative_order_within(&3u32.into(), &hard, &Budget::of(Duration::from_millis(50)));
/// assert!(refused.is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    end: Option<Instant>,
}

impl Budget {
    /// From now on, so much time.
    pub fn of(time: Duration) -> Budget {
        // A time beyond the end of the clock is no limit.
        Budget { end: Instant::now().checked_add(time) }
    }

    /// As long as it takes.
    pub fn unlimited() -> Budget {
        Budget { end: None }
    }

    /// Whether the time is over.
    pub fn is_spent(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}

/// Ten seconds from now on.
impl Default for Budget {
    fn default() -> Budget {
        Budget::of(Duration::from_secs(10))
    }
}
