//! Orders modulo the prime powers of a modulus, and their certificates.
//!
//! The order modulo the modulus follows from these orders.

use std::time::Duration;

use num_bigint::BigUint;
use num_traits::One;

use super::budget::Budget;
use super::factorization::{PrimePower, UnfactoredError};
use super::natural::Natural;
use super::order_error::OrderError;
use super::proof;

/// A multiplicative order, with the primes that its certificate depends on.
///
/// t is the order of b if b^t ≡ 1, and b^(t/q) ≢ 1 for each prime q that divides t. These powers
/// were computed, so that the order is certain if the numbers q are prime. Below 2^64 primality is
/// proved.
///
/// ```
/// # use faro_math as faro;
/// use faro::number::{Budget, certified_order_within};
/// let order = certified_order_within(&2u64, &51, &Budget::default())?;
/// assert_eq!(order.order, 8);
/// assert!(order.unproved(&Budget::default()).is_empty());
/// # Ok::<(), faro_math::number::OrderError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertifiedOrder<T> {
    /// The multiplicative order of the base.
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
        let unproved = self
            .primes
            .iter()
            .filter(|prime| !proof::is_proved(prime, budget));
        unproved.cloned().collect()
    }
}

/// The orders of a base modulo the prime powers of a modulus.
///
/// Computing them factors the modulus once. The order, the orbit lengths and the primes on which
/// they depend are then derived without factoring again.
///
/// ```
/// # use faro_math as faro;
/// use faro::number::{Budget, PrimePowerOrders};
/// let orders = PrimePowerOrders::new(&2u64, &51, &Budget::default())?;
/// assert_eq!(orders.order(), 8);
/// assert_eq!(orders.orbit_lengths()?[&8], 48);
/// # Ok::<(), faro_math::number::OrderError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PrimePowerOrders<T> {
    primes: Vec<PrimeOrders<T>>,
}

/// The orders modulo p, p², … p^a, where p^a divides the modulus exactly.
#[derive(Clone, Debug)]
struct PrimeOrders<T> {
    prime: T,
    /// The prime factors of p − 1.
    primes_of_units: Vec<T>,
    powers: Vec<PowerOrder<T>>,
}

/// The order modulo a prime power p^j.
#[derive(Clone, Debug)]
pub(super) struct PowerOrder<T> {
    pub(super) order: T,
    /// φ(p^j), the number of residues modulo p^a that p^(a−j) divides exactly. Their orbits have the length `order`.
    pub(super) units: T,
}

impl<T: Natural> PrimePowerOrders<T> {
    /// Computes the orders of `base` modulo the prime powers of `modulus`.
    ///
    /// # Errors
    ///
    /// The errors of [`multiplicative_order`](super::multiplicative_order).
    ///
    /// # Panics
    ///
    /// If `modulus` is 0.
    pub fn new(base: &T, modulus: &T, budget: &Budget) -> Result<PrimePowerOrders<T>, OrderError> {
        check_coprime(base, modulus)?;
        let error = |unfactored: UnfactoredError| {
            let multiple_of = order_modulo_primes(&base.clone().into(), &unfactored.found);
            OrderError::Unfactored {
                unfactored,
                multiple_of,
            }
        };
        let factors = modulus.factor_within(budget).map_err(error)?;
        let primes = factors
            .powers()
            .iter()
            .map(|power| PrimeOrders::new(base, power, budget));
        Ok(PrimePowerOrders {
            primes: primes.collect::<Result<_, _>>()?,
        })
    }

    /// Returns the order modulo the whole modulus: the least common multiple of all orders.
    pub fn order(&self) -> T {
        let last = self.by_prime().filter_map(<[_]>::last);
        last.fold(T::one(), |order, power| order.lcm(&power.order))
    }

    /// Returns the orders modulo the powers of each prime, lowest power first.
    pub(super) fn by_prime(&self) -> impl Iterator<Item = &[PowerOrder<T>]> {
        self.primes.iter().map(|prime| prime.powers.as_slice())
    }

    /// Returns the order with the primes that its certificate depends on.
    pub fn certified_order(&self) -> CertifiedOrder<T> {
        let order = self.order();
        let primes = self
            .primes
            .iter()
            .flat_map(|prime| prime.primes_of_units.iter().chain([&prime.prime]));
        let divisors = primes
            .filter(|prime| order.is_multiple_of(prime))
            .cloned()
            .map(T::into);
        CertifiedOrder {
            primes: divisors.collect(),
            order,
        }
    }

    /// Returns the primes above 2^64 that were not proved prime within `budget`.
    ///
    /// The orbit lengths depend on the primes of the order and on the primes of the modulus. Both are checked here;
    /// [`CertifiedOrder::unproved`] checks only the primes of the order.
    ///
    /// ```
    /// # mod faro { pub use faro_math::*; pub use num_bigint; }
    /// use faro::number::{Budget, PrimePowerOrders};
    /// use faro::num_bigint::BigUint;
    /// let modulus = (BigUint::from(1u32) << 89u32) - 1u32; // a Mersenne prime
    /// let orders = PrimePowerOrders::new(&3u32.into(), &modulus, &Budget::default())?;
    /// assert!(orders.unproved(&Budget::default()).is_empty());
    /// # Ok::<(), faro_math::number::OrderError>(())
    /// ```
    pub fn unproved(&self, budget: &Budget) -> Vec<BigUint> {
        let mut unproved = self.certified_order().unproved(budget);
        for PrimeOrders {
            prime,
            primes_of_units,
            ..
        } in &self.primes
        {
            let prime: BigUint = prime.clone().into();
            let primes_of_units: Vec<BigUint> =
                primes_of_units.iter().cloned().map(T::into).collect();
            if !proof::is_proved_by(&prime, &primes_of_units, budget) {
                unproved.push(prime);
            }
        }
        unproved.sort_unstable();
        unproved.dedup();
        unproved
    }
}

/// Returns the order modulo the product of `primes`, if it can be computed without spending time on
/// factoring.
fn order_modulo_primes(base: &BigUint, primes: &[BigUint]) -> BigUint {
    let no_time = Budget::new(Duration::ZERO);
    let orders = primes
        .iter()
        .filter_map(|prime| order_modulo_prime(base, prime, &no_time).ok());
    orders.fold(BigUint::one(), |joint, (order, _)| {
        num_integer::lcm(joint, order)
    })
}

impl<T: Natural> PrimeOrders<T> {
    /// Lifts the order modulo p to the powers of p. The residues ≡ 1 modulo p^j form a group of order p modulo p^(j+1),
    /// so that each step keeps the order or multiplies it by p. If p is odd, or j is at least 2, every step after a
    /// multiplying step multiplies too.
    fn new(base: &T, power: &PrimePower<T>, budget: &Budget) -> Result<PrimeOrders<T>, OrderError> {
        let prime = &power.prime;
        let (mut order, primes_of_units) = order_modulo_prime(base, prime, budget)?;
        let mut modulus = prime.clone();
        let mut powers = vec![PowerOrder {
            order: order.clone(),
            units: prime.clone() - T::one(),
        }];
        let mut grows = false;
        for step in 1..power.exponent {
            let below = modulus.clone();
            modulus = modulus * prime.clone();
            let grows_again = grows && (prime.is_odd() || step > 2);
            grows = grows_again || !base.pow_mod(&order, &modulus).is_one();
            if grows {
                order = order * prime.clone();
            }
            powers.push(PowerOrder {
                order: order.clone(),
                units: modulus.clone() - below,
            });
        }
        Ok(PrimeOrders {
            prime: prime.clone(),
            primes_of_units,
            powers,
        })
    }
}

/// Returns the order modulo `prime` = p, and the prime factors of p − 1. Each of these is divided out of p − 1 as long
/// as the power stays 1. A short order is found by multiplication, without factoring; the list is then empty.
///
/// These steps are the certificate. The power to the order is 1, by computation or by Fermat's theorem, which is
/// checked here because a prime above 2^64 is only a probable one. The powers to the order divided by each of its
/// primes are not 1. The order modulo a product of prime powers is then certain too, as the least common multiple.
fn order_modulo_prime<T: Natural>(
    base: &T,
    prime: &T,
    budget: &Budget,
) -> Result<(T, Vec<T>), OrderError> {
    if let Some(order) = short_order(base, prime) {
        return Ok((order, Vec::new()));
    }
    let error = |unfactored| OrderError::Unfactored {
        unfactored,
        multiple_of: BigUint::one(),
    };
    let units = (prime.clone() - T::one())
        .factor_within(budget)
        .map_err(error)?;
    let mut order = units.value();
    // Fermat's theorem holds for a prime. A probable prime that fails it is composite.
    if !prime.is_even() && !base.pow_mod(&order, prime).is_one() {
        return Err(OrderError::Uncertified {
            modulus: prime.to_string(),
        });
    }
    // Each prime is divided out of the exponent as long as the power stays 1.
    for PrimePower {
        prime: divisor,
        exponent,
    } in units.powers()
    {
        for _ in 0..*exponent {
            let shorter = order.clone() / divisor.clone();
            if !base.pow_mod(&shorter, prime).is_one() {
                break;
            }
            order = shorter;
        }
    }
    Ok((order, units.primes().cloned().collect()))
}

/// A short order is searched for only modulo numbers with more bits than this: smaller numbers are factored quickly.
const MIN_BITS_OF_SHORT_ORDER: u64 = 256;

/// Maximum of a short order, as a multiple of the number of bits of the modulus. Numbers 2^n ± 1 and their large
/// factors have orders of up to about twice their number of bits.
const STEPS_PER_BIT: u64 = 8;

/// Returns the order modulo a large number if it is short, by computing base, base², … until a power is 1. Nothing has
/// to be factored. Takes a millisecond for 1,000 bits.
pub(super) fn short_order<T: Natural>(base: &T, modulus: &T) -> Option<T> {
    let modulus: BigUint = modulus.clone().into();
    if modulus.bits() <= MIN_BITS_OF_SHORT_ORDER {
        return None;
    }
    let base: BigUint = base.clone().into();
    let mut power = &base % &modulus;
    for steps in 1..=STEPS_PER_BIT * modulus.bits() {
        if power.is_one() {
            return Some(T::from(steps));
        }
        power = power * &base % &modulus;
    }
    None
}

/// Returns an error if `base` and `modulus` have a common divisor above 1.
///
/// # Panics
///
/// If `modulus` is 0.
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
    Err(OrderError::NotCoprime {
        base,
        modulus,
        shared,
    })
}
