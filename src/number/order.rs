use std::collections::BTreeMap;

use thiserror::Error;

use super::factor::{Factorization, PrimePower, Unfactored};
use super::natural::Natural;

/// Why there is no order to give.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OrderError {
    /// No power of the base is 1, since it shares a factor with the modulus.
    #[error("{base} has no order modulo {modulus}: they share the factor {shared}")]
    NotCoprime {
        /// The base.
        base: String,
        /// The modulus.
        modulus: String,
        /// Their greatest common divisor.
        shared: String,
    },
    /// The modulus, or p − 1 for one of its primes p, could not be factored.
    #[error(transparent)]
    Unfactored(#[from] Unfactored),
    /// The factors are probable primes above 2^64, and the result does not bear them out.
    #[error("the order modulo {modulus} could not be certified: a probable prime factor is composite")]
    Uncertified {
        /// The modulus.
        modulus: String,
    },
}

/// The multiplicative order of `base` modulo `modulus`: the least t ≥ 1 with
/// base^t ≡ 1. Modulo 1 it is 1.
///
/// The group of units modulo a prime power p^a has order p^(a−1)·(p − 1); from that
/// exponent every prime is divided out for as long as the power stays 1, and the orders
/// modulo the prime powers are combined by their least common multiple (Gauss,
/// *Disquisitiones* art. 92; Cohen, *A Course in Computational Algebraic Number Theory*,
/// algorithm 1.4.3). Nothing is returned uncertified: base^t ≡ 1, and base^(t/p) ≢ 1 for
/// each prime p that divides t. Up to 64 bits it takes some microseconds.
///
/// # Errors
///
/// [`OrderError::NotCoprime`] where no power is 1; [`OrderError::Unfactored`] where the
/// modulus or a p − 1 resists the effort, never for `u64`; [`OrderError::Uncertified`]
/// where a probable prime was none.
///
/// # Panics
///
/// If `modulus` is 0.
///
/// ```
/// use faro::number::multiplicative_order;
/// // Why eight out-shuffles bring 52 cards back: 2^8 = 256 = 5·51 + 1.
/// assert_eq!(multiplicative_order(&2u64, &51)?, 8);
/// # Ok::<(), faro::number::OrderError>(())
/// ```
pub fn multiplicative_order<T: Natural>(base: &T, modulus: &T) -> Result<T, OrderError> {
    check_coprime(base, modulus)?;
    base.order_modulo(modulus)
}

fn check_coprime<T: Natural>(base: &T, modulus: &T) -> Result<(), OrderError> {
    assert!(!modulus.is_zero(), "nothing has an order modulo 0");
    let shared = base.gcd(modulus);
    if shared.is_one() {
        return Ok(());
    }
    let [base, modulus, shared] = [base, modulus, &shared].map(T::to_string);
    Err(OrderError::NotCoprime { base, modulus, shared })
}

/// The order by way of the prime powers, certified; the two are coprime.
pub(super) fn of_prime_powers<T: Natural>(base: &T, modulus: &T) -> Result<T, OrderError> {
    let locals = local_orders(base, modulus)?;
    certified_order(base, modulus, &locals)
}

/// How many of the residues 0 … modulus − 1 lie on orbits of each length under
/// multiplication by `base`: a map from length to the number of residues, which is the
/// number of orbits times the length.
///
/// The residues whose greatest common divisor with the modulus M is M/d number φ(d) and
/// return after ord_d(base) steps. The divisors d are not listed: the prime powers are
/// combined one by one, and divisors with the same order so far are merged, so that the
/// cost is the number of distinct orders, not of divisors. The greatest length is the
/// order modulo M. Errors, certificate and panics are those of [`multiplicative_order`].
///
/// ```
/// use faro::number::orbit_lengths;
/// // x → 2x modulo 51: 0; 17 and 34; and six orbits of eight.
/// let lengths = orbit_lengths(&2u64, &51)?;
/// assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [(1, 1), (2, 2), (8, 48)]);
/// # Ok::<(), faro::number::OrderError>(())
/// ```
pub fn orbit_lengths<T: Natural>(base: &T, modulus: &T) -> Result<BTreeMap<T, T>, OrderError> {
    check_coprime(base, modulus)?;
    let locals = local_orders(base, modulus)?;
    certified_order(base, modulus, &locals)?;
    let only_zero = BTreeMap::from([(T::one(), T::one())]);
    Ok(locals.iter().fold(only_zero, |residues, local| combine(&residues, local)))
}

/// What the prime power p^a contributes to the orders modulo the whole.
struct Local<T> {
    /// For each power p^j up to p^a: the order modulo p^j, and φ(p^j), which is how many
    /// residues modulo p^a come back after just so many steps.
    orders: Vec<(T, T)>,
    /// The primes that may divide the last of the orders.
    primes: Vec<T>,
}

fn local_orders<T: Natural>(base: &T, modulus: &T) -> Result<Vec<Local<T>>, OrderError> {
    modulus.factor()?.powers().iter().map(|power| local_order(base, power)).collect()
}

/// The residues ≡ 1 modulo p^j form a group of order p modulo p^(j+1), so that each
/// step up leaves the order as it is or multiplies it by p.
fn local_order<T: Natural>(base: &T, power: &PrimePower<T>) -> Result<Local<T>, OrderError> {
    let prime = &power.prime;
    let units = (prime.clone() - T::one()).factor()?;
    let mut order = order_modulo_prime(base, prime, &units);
    let mut modulus = prime.clone();
    let mut orders = vec![(order.clone(), units.value())];
    for _ in 1..power.exponent {
        let below = modulus.clone();
        modulus = modulus * prime.clone();
        if !base.pow_mod(&order, &modulus).is_one() {
            order = order * prime.clone();
        }
        orders.push((order.clone(), modulus.clone() - below));
    }
    let mut primes: Vec<T> = units.powers().iter().map(|power| power.prime.clone()).collect();
    primes.push(prime.clone());
    Ok(Local { orders, primes })
}

/// From p − 1, whose factors are `units`, each prime is divided out while the power stays 1.
fn order_modulo_prime<T: Natural>(base: &T, prime: &T, units: &Factorization<T>) -> T {
    let mut order = units.value();
    for PrimePower { prime: divisor, exponent } in units.powers() {
        for _ in 0..*exponent {
            let shorter = order.clone() / divisor.clone();
            // Modulo 2 the only unit is 1, and p − 1 = 1 has no divisor to try.
            if !base.pow_mod(&shorter, prime).is_one() {
                break;
            }
            order = shorter;
        }
    }
    order
}

/// The least common multiple of the local orders, checked modulo the whole modulus.
fn certified_order<T: Natural>(base: &T, modulus: &T, locals: &[Local<T>]) -> Result<T, OrderError> {
    let longest = locals.iter().filter_map(|local| local.orders.last());
    let order = longest.fold(T::one(), |joint, (order, _)| joint.lcm(order));
    let mut primes: Vec<T> = locals.iter().flat_map(|local| local.primes.iter().cloned()).collect();
    primes.sort_unstable();
    primes.dedup();
    primes.retain(|prime| order.is_multiple_of(prime));
    if is_certified(base, modulus, &order, &primes) {
        Ok(order)
    } else {
        Err(OrderError::Uncertified { modulus: modulus.to_string() })
    }
}

/// Whether base^order ≡ 1, and base^(order/p) ≢ 1 for each of the primes, which are all that
/// divide the order.
fn is_certified<T: Natural>(base: &T, modulus: &T, order: &T, primes: &[T]) -> bool {
    let one = T::one() % modulus.clone();
    let returns = |exponent: &T| base.pow_mod(exponent, modulus) == one;
    returns(order) && !primes.iter().any(|prime| returns(&(order.clone() / prime.clone())))
}

/// The residues modulo m·p^a by orbit length, from those modulo m.
fn combine<T: Natural>(residues: &BTreeMap<T, T>, local: &Local<T>) -> BTreeMap<T, T> {
    let mut combined = residues.clone();
    for (order, units) in &local.orders {
        for (length, count) in residues {
            let entry = combined.entry(length.lcm(order)).or_insert_with(T::zero);
            *entry = entry.clone() + count.clone() * units.clone();
        }
    }
    combined
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;

    fn order_by_walking(base: u64, modulus: u64) -> u64 {
        let (mut power, mut t) = (base % modulus, 1);
        while power != 1 % modulus {
            power = power * base % modulus;
            t += 1;
        }
        t
    }

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
                let order = multiplicative_order(&base, &modulus).unwrap();
                assert_eq!(order, order_by_walking(base, modulus), "{base} mod {modulus}");
                let big = multiplicative_order(&BigUint::from(base), &modulus.into()).unwrap();
                assert_eq!(big, order.into());
                assert_eq!(orbit_lengths(&base, &modulus).unwrap(), orbits_by_walking(base, modulus));
            }
        }
    }

    #[test]
    fn wieferich_primes() {
        // The only known primes with ord mod p² = ord mod p (Meissner 1913, Beeger 1922).
        for (prime, order) in [(1093u64, 364), (3511, 1755)] {
            assert_eq!(multiplicative_order(&2, &prime).unwrap(), order);
            assert_eq!(multiplicative_order(&2, &(prime * prime)).unwrap(), order);
        }
        assert_eq!(multiplicative_order(&2u64, &(1091 * 1091)).unwrap(), 1090 * 1091);
    }

    #[test]
    fn a_shared_factor_is_named() {
        let refused = multiplicative_order(&6u64, &51).unwrap_err();
        assert_eq!(refused.to_string(), "6 has no order modulo 51: they share the factor 3");
    }

    #[test]
    fn a_wrong_order_is_not_certified() {
        assert!(is_certified(&2u64, &51, &8, &[2]));
        assert!(!is_certified(&2u64, &51, &16, &[2]));
        assert!(!is_certified(&2u64, &51, &4, &[2]));
    }

    #[test]
    fn words_are_certified_too() {
        for modulus in (1..4_000u64).chain(u64::MAX - 200..=u64::MAX).filter(|modulus| modulus % 2 == 1) {
            let order = multiplicative_order(&2, &modulus).unwrap();
            let primes: Vec<u64> = order.factor().unwrap().powers().iter().map(|power| power.prime).collect();
            assert!(is_certified(&2, &modulus, &order, &primes), "{modulus}");
        }
    }
}
