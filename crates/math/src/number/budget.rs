use std::time::{Duration, Instant};

/// A time limit for a computation that may be hard, such as factoring.
///
/// The limit is checked every few milliseconds, and only where a computation may take long: an easy computation
/// succeeds under any budget.
///
/// ```
/// # mod faro { pub use faro_math::*; pub use num_bigint; }
/// use std::time::Duration;
/// use faro::number::{Budget, multiplicative_order_within};
/// use faro::num_bigint::BigUint;
///
/// let mersenne = |exponent: u32| (BigUint::from(1u32) << exponent) - 1u32;
/// let hard = mersenne(521) * mersenne(607);
/// let budget = Budget::new(Duration::from_millis(50));
/// assert!(multiplicative_order_within(&3u32.into(), &hard, &budget).is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    end: Option<Instant>,
    /// Returns whether the computation should end early.
    interrupted: Option<fn() -> bool>,
}

impl Budget {
    /// Creates a budget that ends after `time` from now.
    pub fn new(time: Duration) -> Budget {
        // A time beyond the range of the clock means no limit.
        Budget {
            end: Instant::now().checked_add(time),
            interrupted: None,
        }
    }

    /// Creates a budget without a limit.
    pub fn unlimited() -> Budget {
        Budget {
            end: None,
            interrupted: None,
        }
    }

    /// Returns the budget that is also spent as soon as `interrupted` returns true.
    ///
    /// The function may read a flag that a signal sets. It is called at every check.
    pub fn interrupted_by(self, interrupted: fn() -> bool) -> Budget {
        Budget {
            interrupted: Some(interrupted),
            ..self
        }
    }

    /// Returns whether the time is over or the computation was interrupted.
    pub fn is_spent(&self) -> bool {
        self.interrupted.is_some_and(|interrupted| interrupted())
            || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

/// The default budget ends ten seconds from now.
impl Default for Budget {
    fn default() -> Budget {
        Budget::new(Duration::from_secs(10))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_budget_is_spent() {
        assert!(!Budget::unlimited().is_spent());
        assert!(!Budget::unlimited().interrupted_by(|| false).is_spent());
        assert!(Budget::unlimited().interrupted_by(|| true).is_spent());
        assert!(
            Budget::new(Duration::ZERO)
                .interrupted_by(|| false)
                .is_spent()
        );
    }
}
