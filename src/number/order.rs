use num_bigint::BigUint;
use num_traits::One;
use thiserror::Error;

use super::budget::Budget;
use super::factor::{Unfactored, brief};
use super::local::LocalOrders;
use super::natural::Natural;
use super::pocklington;

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
    // The answer for a word is at once; looking at a clock would be a part of it.
    let budget = if modulus.to_u64().is_some() { Budget::unlimited() } else { Budget::default() };
    multiplicative_order_within(base, modulus, &budget)
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

/// As [`multiplicative_order_within`], with the primes that the certificate rests on.
///
/// # Errors
///
/// As [`multiplicative_order`].
///
/// # Panics
///
/// As [`multiplicative_order`].
pub fn certified_order_within<T: Natural>(
    base: &T,
    modulus: &T,
    budget: &Budget,
) -> Result<CertifiedOrder<T>, OrderError> {
    check_coprime(base, modulus)?;
    match short_order(base, modulus) {
        Some(order) => Ok(CertifiedOrder { order, primes: Vec::new() }),
        None => Ok(LocalOrders::of(base, modulus, budget)?.certified_order()),
    }
}

/// A multiplicative order, with the primes that its certificate rests on.
///
/// An order t is certain when base^t ≡ 1, and base^(t/q) ≢ 1 for each prime q of t; so it is as
/// certain as that these are primes. Below 2^64 they are proved.
///
/// ```
/// use faro::number::{Budget, certified_order_within};
/// let order = certified_order_within(&2u64, &51, &Budget::default())?;
/// assert_eq!(order.order, 8);
/// assert!(order.unproved(&Budget::default()).is_empty());
/// # Ok::<(), faro::number::OrderError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertifiedOrder<T> {
    /// The order.
    pub order: T,
    /// Its primes; none where it was found by walking through all powers.
    pub primes: Vec<BigUint>,
}

impl<T> CertifiedOrder<T> {
    /// The primes above 2^64 for which no proof was found: they passed the test of Baillie,
    /// Pomerance, Selfridge and Wagstaff, which no composite is known to. The others are proved by
    /// Pocklington's theorem, as far as what is below them can be factored within the budget.
    pub fn unproved(&self, budget: &Budget) -> Vec<BigUint> {
        let unproved = self.primes.iter().filter(|prime| !pocklington::is_proved(prime, budget));
        unproved.cloned().collect()
    }
}

/// Moduli of more bits are first tried for a short order.
const BITS_OF_A_WALK: u64 = 256;

/// How much longer than the modulus in bits an order is that is walked to: 2^n ± 1, and their
/// large factors, have orders up to twice and some times their bits.
const STEPS_A_BIT: u64 = 8;

/// The order modulo a large number, if it is so short that all powers can be gone through: then
/// nothing has to be factored. A millisecond for 1,000 bits.
pub(super) fn short_order<T: Natural>(base: &T, modulus: &T) -> Option<T> {
    let (base, modulus): (BigUint, BigUint) = (base.clone().into(), modulus.clone().into());
    if modulus.bits() <= BITS_OF_A_WALK {
        return None;
    }
    let mut power = &base % &modulus;
    for steps in 1..=STEPS_A_BIT * modulus.bits() {
        if power.is_one() {
            return Some(T::from(steps));
        }
        power = power * &base % &modulus;
    }
    None
}

pub(super) fn check_coprime<T: Natural>(base: &T, modulus: &T) -> Result<(), OrderError> {
    assert!(!modulus.is_zero(), "nothing has an order modulo 0");
    if modulus.is_odd() && *base == T::from(2u32) {
        return Ok(());
    }
    let shared = base.gcd(modulus);
    if shared.is_one() {
        return Ok(());
    }
    let [base, modulus, shared] = [base, modulus, &shared].map(T::to_string);
    Err(OrderError::NotCoprime { base, modulus, shared })
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

    #[test]
    fn agrees_with_walking() {
        for modulus in 1..300u64 {
            for base in (1..12).filter(|&base| num_integer::gcd(base, modulus) == 1) {
                let order = multiplicative_order(&base, &modulus).unwrap();
                assert_eq!(order, order_by_walking(base, modulus), "{base} mod {modulus}");
                let big = multiplicative_order(&BigUint::from(base), &modulus.into()).unwrap();
                assert_eq!(big, order.into());
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
            let big = LocalOrders::of(&BigUint::from(2u32), &modulus.into(), &Budget::unlimited()).unwrap();
            assert_eq!(big.order(), order.into());
        }
    }

    /// Of numbers that nobody has factored too.
    #[test]
    fn short_orders_are_walked_to() {
        let at_once = Budget::of(std::time::Duration::ZERO);
        for exponent in [257u32, 607, 1277, 2203] {
            let power = BigUint::one() << exponent;
            let order = |modulus| certified_order_within(&2u32.into(), &modulus, &at_once).unwrap().order;
            assert_eq!(order(&power - 1u32), exponent.into());
            assert_eq!(order(&power + 1u32), (2 * exponent).into());
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
}
