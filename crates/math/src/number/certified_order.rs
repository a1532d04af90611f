use num_bigint::BigUint;

use super::budget::Budget;
use super::pocklington;

/// A multiplicative order, with the primes that its certificate depends on.
///
/// t is the order of b if b^t ≡ 1, and b^(t/q) ≢ 1 for each prime q that divides t. These powers
/// were computed, so that the order is certain if the numbers q are prime. Below 2^64 primality is
/// proved.
///
/// ```
/// use faro_math::number::{Budget, certified_order_within};
/// let order = certified_order_within(&2u64, &51, &Budget::default())?;
/// assert_eq!(order.order, 8);
/// assert!(order.unproved(&Budget::default()).is_empty());
/// # Ok::<(), faro_math::number::OrderError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertifiedOrder<T> {
    /// The order.
    pub order: T,
    /// The primes q that divide the order. Empty if the order was found by computing all powers up to the order, which
    /// needs no certificate.
    pub primes: Vec<BigUint>,
}

impl<T> CertifiedOrder<T> {
    /// Returns the primes above 2^64 that were not proved prime within `budget`.
    ///
    /// They pass the Baillie–PSW test, which no known composite passes. A proof by Pocklington's theorem needs prime
    /// factors of q − 1 whose product exceeds the cube root of q.
    pub fn unproved(&self, budget: &Budget) -> Vec<BigUint> {
        let unproved = self.primes.iter().filter(|prime| !pocklington::is_proved(prime, budget));
        unproved.cloned().collect()
    }
}
