use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::ops::AddAssign;

use num_integer::Integer;
use num_traits::Zero;

use super::budget::Budget;
use super::local::{LocalOrders, Tower};
use super::natural::Natural;
use super::order::OrderError;

/// The most orbit lengths that are told apart: it bounds time and memory. A modulus of 128 bits
/// with 88 million divisors has 3,084.
const MOST_LENGTHS: usize = 100_000;

/// How many of the residues 0 … modulus − 1 lie on orbits of each length under
/// multiplication by `base`: a map from length to the number of residues, which is the
/// number of orbits times the length.
///
/// The residues whose greatest common divisor with the modulus M is M/d number φ(d) and
/// return after ord_d(base) steps. The divisors d are not listed: the prime powers are
/// combined one by one, and divisors with the same order so far are merged, so that the
/// cost is the number of distinct orders, not of divisors. The greatest length is the
/// order modulo M. Certificate and panics are those of [`multiplicative_order`](super::multiplicative_order).
///
/// # Errors
///
/// As [`multiplicative_order`](super::multiplicative_order), and [`OrderError::TooManyLengths`] beyond 100,000 of them.
///
/// ```
/// use faro::number::orbit_lengths;
/// // x → 2x modulo 51: 0; 17 and 34; and six orbits of eight.
/// let lengths = orbit_lengths(&2u64, &51)?;
/// assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [(1, 1), (2, 2), (8, 48)]);
/// # Ok::<(), faro::number::OrderError>(())
/// ```
pub fn orbit_lengths<T: Natural>(base: &T, modulus: &T) -> Result<BTreeMap<T, T>, OrderError> {
    orbit_lengths_within(base, modulus, &Budget::default())
}

/// As [`orbit_lengths`], within a budget instead of ten seconds.
///
/// # Errors
///
/// As [`orbit_lengths`].
///
/// # Panics
///
/// As [`multiplicative_order`](super::multiplicative_order).
pub fn orbit_lengths_within<T: Natural>(
    base: &T,
    modulus: &T,
    budget: &Budget,
) -> Result<BTreeMap<T, T>, OrderError> {
    LocalOrders::of(base, modulus, budget)?.orbit_lengths()
}

/// The residues by orbit length, from the orders modulo the powers of each prime.
pub(super) fn merged<T: Natural>(towers: &[&Tower<T>]) -> Result<BTreeMap<T, T>, OrderError> {
    if let Some(towers) = in_words(towers) {
        let residues = merge(towers.iter().map(Vec::as_slice))?;
        let wide =
            |residues| T::try_from(residues).unwrap_or_else(|_| unreachable!("no more than the modulus"));
        return Ok(residues.into_iter().map(|(length, count)| (length.into(), wide(count))).collect());
    }
    Ok(merge(towers.iter().map(|tower| tower.as_slice()))?.into_iter().collect())
}

/// Lengths in one word and residues in two, where all of them fit.
fn in_words<T: Natural>(towers: &[&Tower<T>]) -> Option<Vec<Vec<(u64, u128)>>> {
    let words = |tower: &&Tower<T>| {
        tower.iter().map(|(order, units)| Some((order.to_u64()?, units.to_u128()?))).collect()
    };
    let words: Vec<Vec<(u64, u128)>> = towers.iter().map(words).collect::<Option<_>>()?;
    let longest = |length: u64, tower: &Vec<(u64, u128)>| {
        let (order, _) = tower.last()?;
        (length / length.gcd(order)).checked_mul(*order)
    };
    words.iter().try_fold(1, longest)?;
    let residues =
        |tower: &Vec<(u64, u128)>| tower.iter().try_fold(1u128, |sum, (_, units)| sum.checked_add(*units));
    words.iter().try_fold(1u128, |product, tower| product.checked_mul(residues(tower)?))?;
    Some(words)
}

/// How many residues there are of each length.
type Residues<L, C> = HashMap<L, C, BuildHasherDefault<Mixed>>;

/// The tower of a prime power p^a is the residues modulo it, but for 0; a residue modulo a product
/// is one of each, and returns after the least common multiple.
fn merge<'a, L, C>(towers: impl Iterator<Item = &'a [(L, C)]>) -> Result<Residues<L, C>, OrderError>
where
    L: Integer + Hash + Clone + 'a,
    C: Integer + Zero + AddAssign + Clone + 'a,
{
    let mut residues = Residues::from_iter([(L::one(), C::one())]);
    for tower in towers {
        residues = combined(&residues, tower);
        if residues.len() > MOST_LENGTHS {
            return Err(OrderError::TooManyLengths { most: MOST_LENGTHS });
        }
    }
    Ok(residues)
}

/// The residues modulo m·p^a, from those modulo m.
fn combined<L, C>(residues: &Residues<L, C>, tower: &[(L, C)]) -> Residues<L, C>
where
    L: Integer + Hash + Clone,
    C: Integer + Zero + AddAssign + Clone,
{
    let mut combined = residues.clone();
    combined.reserve(residues.len());
    for (order, units) in tower {
        for (length, count) in residues {
            // The order is mostly the smaller, so that the remainder leaves little to do.
            let shared = order.gcd(&length.mod_floor(order));
            let joint = length.clone() / shared * order.clone();
            *combined.entry(joint).or_insert_with(C::zero) += count.clone() * units.clone();
        }
    }
    combined
}

/// A quick hash of lengths, which nobody chooses so that they collide: a product by 2^64 over the
/// golden ratio, and its high bits (Knuth, *The Art of Computer Programming* 3, §6.4).
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word ^ word >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;

    fn orbits_by_walking(base: u64, modulus: u64) -> BTreeMap<u64, u64> {
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
    fn agrees_with_walking() {
        for modulus in 1..300u64 {
            for base in (1..12).filter(|&base| num_integer::gcd(base, modulus) == 1) {
                let walked = orbits_by_walking(base, modulus);
                assert_eq!(orbit_lengths(&base, &modulus).unwrap(), walked);
            }
        }
    }

    /// Both kinds of integer give the same, below and above what words hold.
    #[test]
    fn words_and_big_integers_agree() {
        for modulus in [1u64, 51, 1093 * 1093 * 3511, 3 * 5 * 7 * 11 * 13 * 17 * 19 * 23 * 29] {
            let orders =
                LocalOrders::of(&BigUint::from(2u32), &modulus.into(), &Budget::unlimited()).unwrap();
            let towers = orders.towers();
            let big = merge(towers.iter().map(|tower| tower.as_slice())).unwrap();
            assert_eq!(merged(&towers).unwrap(), big.into_iter().collect());
        }
    }

    #[test]
    fn too_many_lengths_are_refused() {
        let primes = crate::number::prime::primes_below(2_000);
        let modulus: BigUint = primes.into_iter().skip(100).map(BigUint::from).product();
        let refused = orbit_lengths(&2u32.into(), &modulus).unwrap_err();
        assert_eq!(refused, OrderError::TooManyLengths { most: MOST_LENGTHS });
    }
}
