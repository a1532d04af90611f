use std::collections::BTreeMap;
use std::time::Duration;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;
use thiserror::Error;

use super::budget::Budget;
use super::factor::{PrimePower, Unfactored, brief};
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
    #[error("{unfactored}{}", multiple(.multiple_of))]
    Unfactored {
        /// What resists.
        unfactored: Unfactored,
        /// The order modulo what was factored, which divides the order.
        multiple_of: BigUint,
    },
    /// A factor above 2^64 that passed for a prime is none, since Fermat's theorem fails for it.
    #[error("the order modulo {modulus} could not be certified: it passed for a prime and is composite")]
    Uncertified {
        /// The factor.
        modulus: String,
    },
    /// The orbits have more lengths than are told apart.
    #[error("there are more than {most} lengths of orbits, which is where the count stops")]
    TooManyLengths {
        /// The most lengths that are told apart.
        most: usize,
    },
}

/// What is known of an order beside what resists, if anything.
fn multiple(of: &BigUint) -> String {
    if of.is_one() { String::new() } else { format!("; the order is a multiple of {}", brief(of)) }
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
    multiplicative_order_within(base, modulus, &Budget::default())
}

/// As [`multiplicative_order`], within a budget instead of ten seconds.
///
/// # Errors
///
/// As [`multiplicative_order`].
///
/// # Panics
///
/// As [`multiplicative_order`].
pub fn multiplicative_order_within<T: Natural>(
    base: &T,
    modulus: &T,
    budget: &Budget,
) -> Result<T, OrderError> {
    check_coprime(base, modulus)?;
    base.order_modulo(modulus, budget)
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

/// The order by way of the prime powers; the two are coprime.
pub(super) fn of_prime_powers(
    base: &BigUint,
    modulus: &BigUint,
    budget: &Budget,
) -> Result<BigUint, OrderError> {
    let locals = local_orders(base, modulus, budget)?;
    let longest = locals.iter().filter_map(|local| local.last());
    Ok(longest.fold(BigUint::one(), |order, (local, _)| order.lcm(local)))
}

/// How many of the residues 0 … modulus − 1 lie on orbits of each length under
/// multiplication by `base`: a map from length to the number of residues, which is the
/// number of orbits times the length.
///
/// The residues whose greatest common divisor with the modulus M is M/d number φ(d) and
/// return after ord_d(base) steps. The divisors d are not listed: the prime powers are
/// combined one by one, and divisors with the same order so far are merged, so that the
/// cost is the number of distinct orders, not of divisors. The greatest length is the
/// order modulo M. Certificate and panics are those of [`multiplicative_order`].
///
/// # Errors
///
/// As [`multiplicative_order`], and [`OrderError::TooManyLengths`] beyond 100,000 of them.
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
/// As [`multiplicative_order`].
pub fn orbit_lengths_within<T: Natural>(
    base: &T,
    modulus: &T,
    budget: &Budget,
) -> Result<BTreeMap<T, T>, OrderError> {
    check_coprime(base, modulus)?;
    let only_zero = BTreeMap::from([(T::one(), T::one())]);
    let locals = local_orders(base, modulus, budget)?;
    locals.iter().try_fold(only_zero, |residues, local| combine(&residues, local))
}

/// For each power p^j up to the p^a that divides the modulus: the order modulo p^j, and φ(p^j),
/// which is how many residues modulo p^a come back after just so many steps.
type LocalOrders<T> = Vec<(T, T)>;

fn local_orders<T: Natural>(
    base: &T,
    modulus: &T,
    budget: &Budget,
) -> Result<Vec<LocalOrders<T>>, OrderError> {
    let refused = |unfactored: Unfactored| {
        let multiple_of = order_modulo_found(&base.clone().into(), &unfactored.found);
        OrderError::Unfactored { unfactored, multiple_of }
    };
    let powers = modulus.factor_within(budget).map_err(refused)?;
    powers.powers().iter().map(|power| local_order(base, power, budget)).collect()
}

/// The order modulo the product of the primes that were found, as far as it is had at once.
fn order_modulo_found(base: &BigUint, found: &[BigUint]) -> BigUint {
    let at_once = Budget::of(Duration::ZERO);
    let orders = found.iter().filter_map(|prime| certified_modulo_prime(base, prime, &at_once).ok());
    orders.fold(BigUint::one(), |joint, order| joint.lcm(&order))
}

/// The residues ≡ 1 modulo p^j form a group of order p modulo p^(j+1), so that each step up
/// leaves the order as it is or multiplies it by p; and where p is odd, or j at least 2, all
/// steps multiply once one has.
fn local_order<T: Natural>(
    base: &T,
    power: &PrimePower<T>,
    budget: &Budget,
) -> Result<LocalOrders<T>, OrderError> {
    let prime = &power.prime;
    let mut order = certified_modulo_prime(base, prime, budget)?;
    let mut modulus = prime.clone();
    let mut orders = vec![(order.clone(), prime.clone() - T::one())];
    let mut grows = false;
    for step in 1..power.exponent {
        let below = modulus.clone();
        modulus = modulus * prime.clone();
        let surely = grows && (prime.is_odd() || step > 2);
        grows = surely || !base.pow_mod(&order, &modulus).is_one();
        if grows {
            order = order * prime.clone();
        }
        orders.push((order.clone(), modulus.clone() - below));
    }
    Ok(orders)
}

/// The order modulo a prime: from p − 1 each prime is divided out while the power stays 1.
///
/// The certificate is in the steps: the power to the order was found to be 1, or is by Fermat's
/// theorem, which is checked where p is only a probable prime; and to each prime's q-th part of
/// it was found not to be. With it the order modulo the whole is certain, as that is the least
/// common multiple of the orders modulo its prime powers.
fn certified_modulo_prime<T: Natural>(base: &T, prime: &T, budget: &Budget) -> Result<T, OrderError> {
    let refused = |unfactored| OrderError::Unfactored { unfactored, multiple_of: BigUint::one() };
    let units = (prime.clone() - T::one()).factor_within(budget).map_err(refused)?;
    let mut order = units.value();
    if !prime.is_even() && !base.pow_mod(&order, prime).is_one() {
        return Err(OrderError::Uncertified { modulus: prime.to_string() });
    }
    for PrimePower { prime: divisor, exponent } in units.powers() {
        for _ in 0..*exponent {
            let shorter = order.clone() / divisor.clone();
            if !base.pow_mod(&shorter, prime).is_one() {
                break;
            }
            order = shorter;
        }
    }
    Ok(order)
}

/// The most orbit lengths that are told apart: it bounds time and memory. A modulus of 128 bits
/// with 88 million divisors has 3,084.
const MOST_LENGTHS: usize = 100_000;

/// The residues modulo m·p^a by orbit length, from those modulo m.
fn combine<T: Natural>(
    residues: &BTreeMap<T, T>,
    local: &LocalOrders<T>,
) -> Result<BTreeMap<T, T>, OrderError> {
    let mut combined = residues.clone();
    for (order, units) in local {
        for (length, count) in residues {
            let entry = combined.entry(length.lcm(order)).or_insert_with(T::zero);
            *entry = entry.clone() + count.clone() * units.clone();
        }
        if combined.len() > MOST_LENGTHS {
            return Err(OrderError::TooManyLengths { most: MOST_LENGTHS });
        }
    }
    Ok(combined)
}

#[cfg(test)]
mod tests {
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

    /// The certificate by itself, whatever found the order.
    fn is_certified(base: u64, modulus: u64, order: u64) -> bool {
        let one = 1 % modulus;
        let divides = order.factor().unwrap();
        let mut shorter = divides.powers().iter().map(|power| order / power.prime);
        base.pow_mod(&order, &modulus) == one
            && !shorter.any(|shorter| base.pow_mod(&shorter, &modulus) == one)
    }

    #[test]
    fn orders_are_certified() {
        assert!(is_certified(2, 51, 8) && !is_certified(2, 51, 16) && !is_certified(2, 51, 4));
        for modulus in (1..4_000u64).chain(u64::MAX - 200..=u64::MAX).filter(|modulus| modulus % 2 == 1) {
            let order = multiplicative_order(&2, &modulus).unwrap();
            assert!(is_certified(2, modulus, order), "{modulus}");
            let big = of_prime_powers(&BigUint::from(2u32), &modulus.into(), &Budget::unlimited());
            assert_eq!(big.unwrap(), order.into());
        }
    }

    #[test]
    fn high_powers_of_primes() {
        for (base, prime) in [(2u32, 3u32), (3, 2), (5, 2), (7, 2), (2, 1093), (10, 487), (2, 7)] {
            for exponent in 1..12 {
                let modulus = BigUint::from(prime).pow(exponent);
                let order = multiplicative_order(&base.into(), &modulus).unwrap();
                assert_eq!(BigUint::from(base).modpow(&order, &modulus), BigUint::from(1u32));
                let shorter = &order / prime;
                assert!(
                    (&order % prime) != BigUint::ZERO
                        || BigUint::from(base).modpow(&shorter, &modulus) != 1u32.into()
                );
            }
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
