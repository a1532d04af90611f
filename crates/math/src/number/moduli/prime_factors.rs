//! The prime factors of 2^K − 1.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::limits::ModuliError;
use crate::number::budget::Budget;
use crate::number::cyclotomic;

/// A prime factor of 2^K − 1.
#[derive(Clone, Debug)]
pub(super) struct PrimeFactor {
    pub(super) prime: BigUint,
    /// The orders of 2 modulo the powers of the prime that divide 2^K − 1, lowest power first. Each order divides the
    /// next.
    pub(super) orders: Vec<u32>,
}

impl PrimeFactor {
    /// Returns the exponent of the prime in 2^n − 1, for a divisor n of K.
    pub(super) fn exponent_in(&self, n: u32) -> u32 {
        self.orders.iter().filter(|&&order| n.is_multiple_of(order)).count() as u32
    }
}

/// Returns the prime factors of 2^K − 1 = ∏ Φ_d(2) for K = `order`, ascending. The order of 2 modulo the j-th power of
/// a prime is the j-th divisor d of K for which the prime divides Φ_d(2).
pub(super) fn prime_factors(order: u32, budget: &Budget) -> Result<Vec<PrimeFactor>, ModuliError> {
    let mut orders: BTreeMap<BigUint, Vec<u32>> = BTreeMap::new();
    for index in cyclotomic::divisors(order) {
        let factors = cyclotomic::factor_cyclotomic(index, budget)
            .map_err(|source| ModuliError::Unfactored { order, index, source })?;
        for prime in factors.into_primes() {
            orders.entry(prime).or_default().push(index);
        }
    }
    Ok(orders.into_iter().map(|(prime, orders)| PrimeFactor { prime, orders }).collect())
}

/// The prime powers q^e that divide K exactly, for some primes q of K. A divisor of K that is a multiple of all these
/// powers divides no K/q. A subset of the powers is a bit mask.
pub(super) struct FullPowers {
    powers: Vec<u32>,
}

impl FullPowers {
    pub(super) fn new(order: u32, primes: &[u32]) -> FullPowers {
        let full_power = |&prime: &u32| {
            let powers = std::iter::successors(Some(prime), |power| power.checked_mul(prime));
            powers.take_while(|power| order.is_multiple_of(*power)).last().unwrap_or(1)
        };
        FullPowers { powers: primes.iter().map(full_power).collect() }
    }

    /// Returns the mask of all powers.
    pub(super) fn all(&self) -> u32 {
        (1 << self.powers.len()) - 1
    }

    /// Returns the mask of the powers that divide `order`.
    pub(super) fn dividing(&self, order: u32) -> u32 {
        let divides = |(bit, power): (usize, &u32)| u32::from(order.is_multiple_of(*power)) << bit;
        self.powers.iter().enumerate().map(divides).sum()
    }
}
