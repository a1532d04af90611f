//! The numbers of residues on orbits of each length under a multiplication. They give the cycle lengths of perfect
//! shuffles.

use std::collections::BTreeMap;

use super::natural::Natural;
use super::order_error::OrderError;
use super::prime_power_orders::{PowerOrder, PrimePowerOrders};

/// Maximum number of distinct orbit lengths, which limits time and memory. A modulus of 128 bits with 88 million
/// divisors has 3,084.
const MAX_LENGTHS: usize = 100_000;

impl<T: Natural> PrimePowerOrders<T> {
    /// Returns the number of residues 0 … M − 1 on orbits of each length, under multiplication by the base.
    ///
    /// M is the modulus. The keys are the lengths. The values are numbers of residues, that is, the number of orbits times
    /// the length. The greatest length is the order modulo M.
    ///
    /// For each divisor d of M, the φ(d) residues whose greatest common divisor with M is M/d have orbits of length
    /// ord_d(base). The divisors are not enumerated: the prime powers of M are combined one after another, and divisors
    /// with the same order are merged, so that the cost grows with the number of distinct orders.
    ///
    /// # Errors
    ///
    /// [`OrderError::TooManyLengths`] for more than 100,000 distinct lengths.
    ///
    /// ```
    /// use faro_math::number::{Budget, PrimePowerOrders};
    /// // x → 2x modulo 51: the fixed point 0; the orbit {17, 34}; and six orbits of length 8.
    /// let lengths = PrimePowerOrders::new(&2u64, &51, &Budget::default())?.orbit_lengths()?;
    /// assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [(1, 1), (2, 2), (8, 48)]);
    /// # Ok::<(), faro_math::number::OrderError>(())
    /// ```
    pub fn orbit_lengths(&self) -> Result<BTreeMap<T, T>, OrderError> {
        let mut residues = BTreeMap::from([(T::one(), T::one())]);
        for powers in self.by_prime() {
            residues = combine(&residues, powers);
            if residues.len() > MAX_LENGTHS {
                return Err(OrderError::TooManyLengths {
                    at_most: MAX_LENGTHS,
                });
            }
        }
        Ok(residues)
    }
}

/// Returns the orbit lengths modulo m·p^a, given the lengths `residues` modulo m.
///
/// By the Chinese remainder theorem, a residue modulo a product is a residue modulo each factor, and its orbit length is
/// the least common multiple of the lengths modulo the factors. The residue 0 modulo p^a keeps the lengths; the other
/// residues are counted by `powers`.
fn combine<T: Natural>(residues: &BTreeMap<T, T>, powers: &[PowerOrder<T>]) -> BTreeMap<T, T> {
    let mut combined = residues.clone();
    for PowerOrder { order, units } in powers {
        for (length, count) in residues {
            *combined.entry(length.lcm(order)).or_insert_with(T::zero) +=
                count.clone() * units.clone();
        }
    }
    combined
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::number::Budget;

    fn orbit_lengths<T: Natural>(base: &T, modulus: &T) -> Result<BTreeMap<T, T>, OrderError> {
        PrimePowerOrders::new(base, modulus, &Budget::default())?.orbit_lengths()
    }

    fn orbits_by_multiplying(base: u64, modulus: u64) -> BTreeMap<u64, u64> {
        let mut counts = BTreeMap::new();
        for start in 0..modulus {
            let mut x = start * base % modulus;
            let mut length = 1;
            while x != start {
                x = x * base % modulus;
                length += 1;
            }
            *counts.entry(length).or_insert(0) += 1;
        }
        counts
    }

    #[test]
    fn agrees_with_multiplying() {
        for modulus in 1..300u64 {
            for base in (1..12).filter(|&base| num_integer::gcd(base, modulus) == 1) {
                let expected = orbits_by_multiplying(base, modulus);
                assert_eq!(orbit_lengths(&base, &modulus).unwrap(), expected);
            }
        }
    }

    #[test]
    fn words_agree_with_big_integers() {
        for modulus in [
            1u64,
            1093 * 1093 * 3511,
            3 * 5 * 7 * 11 * 13 * 17 * 19 * 23 * 29,
        ] {
            let lengths = orbit_lengths(&2, &modulus).unwrap();
            let big = orbit_lengths::<BigUint>(&2u32.into(), &modulus.into());
            assert!(
                big.unwrap().into_iter().eq(lengths
                    .into_iter()
                    .map(|(length, count)| (length.into(), count.into())))
            );
        }
    }

    #[test]
    fn too_many_lengths_are_refused() {
        let primes = crate::number::primes::primes_below(2_000);
        let modulus: BigUint = primes.into_iter().skip(100).map(BigUint::from).product();
        let refused = orbit_lengths(&2u32.into(), &modulus).unwrap_err();
        assert_eq!(
            refused,
            OrderError::TooManyLengths {
                at_most: MAX_LENGTHS
            }
        );
    }
}
