//! The prime powers that the moduli are products of.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::ModuliError;
use crate::number::budget::Budget;
use crate::number::cyclotomic;

/// A prime with the order of 2 modulo each of its powers, as far as they divide 2^K − 1.
#[derive(Clone, Debug)]
pub(super) struct Tower {
    pub(super) prime: BigUint,
    /// Each divides the next.
    pub(super) orders: Vec<u32>,
}

impl Tower {
    /// How often the prime divides 2^n − 1, for a divisor n of K.
    pub(super) fn height_in(&self, n: u32) -> u32 {
        self.orders.iter().filter(|&&order| n.is_multiple_of(order)).count() as u32
    }
}

/// The towers of 2^K − 1 = ∏ Φ_d(2): the j-th d in which a prime turns up is the order of 2
/// modulo its j-th power.
pub(super) fn towers(order: u32, budget: &Budget) -> Result<Vec<Tower>, ModuliError> {
    let mut orders: BTreeMap<BigUint, Vec<u32>> = BTreeMap::new();
    for index in cyclotomic::divisors(order) {
        let factors = cyclotomic::factor_cyclotomic(index, budget)
            .map_err(|source| ModuliError::Unfactored { order, index, source })?;
        for power in factors.powers() {
            let times = std::iter::repeat_n(index, power.exponent as usize);
            orders.entry(power.prime.clone()).or_default().extend(times);
        }
    }
    Ok(orders.into_iter().map(|(prime, orders)| Tower { prime, orders }).collect())
}

/// What an order must have to be K: for each prime of K its full power. They are numbered, and
/// a set of them is a mask of bits.
pub(super) struct Demands {
    powers: Vec<u32>,
}

impl Demands {
    pub(super) fn new(order: u32, primes: &[u32]) -> Demands {
        let full_power = |&prime: &u32| {
            let powers = std::iter::successors(Some(prime), |power| power.checked_mul(prime));
            powers.take_while(|power| order.is_multiple_of(*power)).last().unwrap_or(1)
        };
        Demands { powers: primes.iter().map(full_power).collect() }
    }

    /// All of them.
    pub(super) fn all(&self) -> u32 {
        (1 << self.powers.len()) - 1
    }

    /// Those that an order meets.
    pub(super) fn met_by(&self, order: u32) -> u32 {
        let met = |(bit, power): (usize, &u32)| u32::from(order.is_multiple_of(*power)) << bit;
        self.powers.iter().enumerate().map(met).sum()
    }
}
