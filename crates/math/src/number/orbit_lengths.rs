//! The numbers of residues on orbits of each length under a multiplication. They give the cycle lengths of perfect
//! shuffles.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::ops::AddAssign;

use num_integer::Integer;
use num_traits::Zero;

use super::budget::Budget;
use super::natural::Natural;
use super::order_error::OrderError;
use super::prime_power_orders::{PowerOrder, PrimePowerOrders};

/// Maximum number of distinct orbit lengths, which limits time and memory. A modulus of 128 bits with 88 million
/// divisors has 3,084.
const MAX_LENGTHS: usize = 100_000;

/// Returns the number of residues 0 … `modulus` − 1 on orbits of each length, within `budget`.
///
/// The orbits are the cycles of multiplication by `base`. The keys are the lengths. The values are numbers of residues,
/// that is, the number of orbits times the length. The greatest length is the order modulo M = `modulus`.
///
/// For each divisor d of M, the φ(d) residues whose greatest common divisor with M is M/d have orbits of length
/// ord_d(base). The divisors are not enumerated: the prime powers of M are combined one after another, and divisors
/// with the same order are merged, so that the cost grows with the number of distinct orders. The orders are certified
/// as in [`multiplicative_order`](super::multiplicative_order).
///
/// # Errors
///
/// The errors of [`multiplicative_order`](super::multiplicative_order), and [`OrderError::TooManyLengths`] for more
/// than 100,000 distinct lengths.
///
/// # Panics
///
/// If `modulus` is 0.
///
/// ```
/// use faro_math::number::{Budget, orbit_lengths_within};
/// // x → 2x modulo 51: the fixed point 0; the orbit {17, 34}; and six orbits of length 8.
/// let lengths = orbit_lengths_within(&2u64, &51, &Budget::default())?;
/// assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [(1, 1), (2, 2), (8, 48)]);
/// # Ok::<(), faro_math::number::OrderError>(())
/// ```
pub fn orbit_lengths_within<T: Natural>(
    base: &T,
    modulus: &T,
    budget: &Budget,
) -> Result<BTreeMap<T, T>, OrderError> {
    PrimePowerOrders::new(base, modulus, budget)?.orbit_lengths()
}

impl<T: Natural> PrimePowerOrders<T> {
    /// Returns the map of [`orbit_lengths_within`](super::orbit_lengths_within) without factoring again.
    ///
    /// # Errors
    ///
    /// [`OrderError::TooManyLengths`] for more than 100,000 distinct lengths.
    pub fn orbit_lengths(&self) -> Result<BTreeMap<T, T>, OrderError> {
        match fixed_width(self) {
            Some(prime_powers) => {
                let residues = combine_all(prime_powers.iter().map(Vec::as_slice))?;
                let count = |count| {
                    T::try_from(count).unwrap_or_else(|_| unreachable!("at most the modulus"))
                };
                Ok(residues
                    .into_iter()
                    .map(|(length, residues)| (length.into(), count(residues)))
                    .collect())
            }
            None => Ok(combine_all(self.by_prime())?.into_iter().collect()),
        }
    }
}

/// Converts the orders to `u64` and the numbers of residues to `u128`, if all results fit in these types.
fn fixed_width<T: Natural>(
    orders: &PrimePowerOrders<T>,
) -> Option<Vec<Vec<PowerOrder<u64, u128>>>> {
    let convert = |power: &PowerOrder<T, T>| {
        Some(PowerOrder {
            order: power.order.to_u64()?,
            units: power.units.to_u128()?,
        })
    };
    let converted: Vec<Vec<PowerOrder<u64, u128>>> = orders
        .by_prime()
        .map(|powers| powers.iter().map(convert).collect())
        .collect::<Option<_>>()?;
    let mut longest = 1u64;
    let mut all_residues = 1u128;
    for powers in &converted {
        let order = powers.last()?.order;
        longest = (longest / longest.gcd(&order)).checked_mul(order)?;
        let residues = powers
            .iter()
            .try_fold(1u128, |sum, power| sum.checked_add(power.units))?;
        all_residues = all_residues.checked_mul(residues)?;
    }
    Some(converted)
}

/// The number of residues on orbits of each length.
type Residues<L, C> = HashMap<L, C, BuildHasherDefault<LengthHasher>>;

/// Combines the prime powers of a modulus. By the Chinese remainder theorem, a residue modulo a product is a residue
/// modulo each factor, and its orbit length is the least common multiple of the lengths modulo the factors.
fn combine_all<'a, L, C>(
    prime_powers: impl Iterator<Item = &'a [PowerOrder<L, C>]>,
) -> Result<Residues<L, C>, OrderError>
where
    L: Integer + Hash + Clone + 'a,
    C: Integer + Zero + AddAssign + Clone + 'a,
{
    let mut residues = Residues::from_iter([(L::one(), C::one())]);
    for powers in prime_powers {
        residues = combine(&residues, powers);
        if residues.len() > MAX_LENGTHS {
            return Err(OrderError::TooManyLengths {
                at_most: MAX_LENGTHS,
            });
        }
    }
    Ok(residues)
}

/// Returns the orbit lengths modulo m·p^a, given the lengths `residues` modulo m. The residue 0 modulo p^a keeps the
/// lengths; the other residues are counted by `powers`.
fn combine<L, C>(residues: &Residues<L, C>, powers: &[PowerOrder<L, C>]) -> Residues<L, C>
where
    L: Integer + Hash + Clone,
    C: Integer + Zero + AddAssign + Clone,
{
    let mut combined = residues.clone();
    combined.reserve(residues.len());
    for PowerOrder { order, units } in powers {
        for (length, count) in residues {
            // The order is usually the smaller number, so that its gcd with the remainder is cheap.
            let shared = order.gcd(&length.mod_floor(order));
            let joint = length.clone() / shared * order.clone();
            *combined.entry(joint).or_insert_with(C::zero) += count.clone() * units.clone();
        }
    }
    combined
}

/// A fast hash of lengths, by multiplication with 2^64 over the golden ratio. It is from Knuth, *The Art of
/// Computer Programming* 3, §6.4. The lengths are computed here, so that no input can be chosen to make them
/// collide.
#[derive(Default)]
struct LengthHasher(u64);

impl Hasher for LengthHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word ^ word >> 32)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(26);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;

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
                assert_eq!(
                    orbit_lengths_within(&base, &modulus, &Budget::default()).unwrap(),
                    expected
                );
            }
        }
    }

    /// Fixed-width integers and big integers give the same counts.
    #[test]
    fn fixed_width_agrees_with_big_integers() {
        for modulus in [
            1u64,
            51,
            1093 * 1093 * 3511,
            3 * 5 * 7 * 11 * 13 * 17 * 19 * 23 * 29,
        ] {
            let orders =
                PrimePowerOrders::new(&BigUint::from(2u32), &modulus.into(), &Budget::unlimited())
                    .unwrap();
            assert!(fixed_width(&orders).is_some());
            let big = combine_all(orders.by_prime()).unwrap();
            assert_eq!(orders.orbit_lengths().unwrap(), big.into_iter().collect());
        }
    }

    #[test]
    fn too_many_lengths_are_refused() {
        let primes = crate::number::primes::primes_below(2_000);
        let modulus: BigUint = primes.into_iter().skip(100).map(BigUint::from).product();
        let refused = orbit_lengths_within(&2u32.into(), &modulus, &Budget::default()).unwrap_err();
        assert_eq!(
            refused,
            OrderError::TooManyLengths {
                at_most: MAX_LENGTHS
            }
        );
    }
}
