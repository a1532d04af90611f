use std::collections::BTreeMap;
use std::time::Duration;

use num_bigint::BigUint;
use num_traits::One;

use super::budget::Budget;
use super::factor::{PrimePower, Unfactored};
use super::natural::Natural;
use super::order::{CertifiedOrder, OrderError, check_coprime, short_order};
use super::{orbit, pocklington};

/// The orders of a number modulo the prime powers of a modulus. One factoring gives them, and
/// all that is asked of its powers is read from them: the order, the lengths of the orbits, and
/// what they rest on.
///
/// ```
/// use faro::number::{Budget, LocalOrders};
/// let orders = LocalOrders::of(&2u64, &51, &Budget::default())?;
/// assert_eq!(orders.order(), 8);
/// assert_eq!(orders.orbit_lengths()?[&8], 48);
/// # Ok::<(), faro::number::OrderError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LocalOrders<T> {
    locals: Vec<Local<T>>,
}

/// The orders modulo the powers of a prime p up to the p^a that divides the modulus.
#[derive(Clone, Debug)]
struct Local<T> {
    prime: T,
    /// The primes of p − 1.
    primes_below: Vec<T>,
    tower: Tower<T>,
}

/// For each power p^j: the order modulo p^j, and φ(p^j), which is how many residues modulo p^a
/// come back after just so many steps.
pub(super) type Tower<T> = Vec<(T, T)>;

impl<T: Natural> LocalOrders<T> {
    /// The orders of `base` modulo the prime powers of `modulus`.
    ///
    /// # Errors
    ///
    /// As [`multiplicative_order`](super::multiplicative_order).
    ///
    /// # Panics
    ///
    /// If `modulus` is 0.
    pub fn of(base: &T, modulus: &T, budget: &Budget) -> Result<LocalOrders<T>, OrderError> {
        check_coprime(base, modulus)?;
        let refused = |unfactored: Unfactored| {
            let multiple_of = order_modulo_found(&base.clone().into(), &unfactored.found);
            OrderError::Unfactored { unfactored, multiple_of }
        };
        let factors = modulus.factor_within(budget).map_err(refused)?;
        let locals = factors.powers().iter().map(|power| Local::of(base, power, budget));
        Ok(LocalOrders { locals: locals.collect::<Result<_, _>>()? })
    }

    /// The order modulo the modulus: the least common multiple.
    pub fn order(&self) -> T {
        let longest = self.locals.iter().filter_map(|local| local.tower.last());
        longest.fold(T::one(), |order, (local, _)| order.lcm(local))
    }

    /// As [`orbit_lengths`](super::orbit_lengths), which the factoring has already been done for.
    ///
    /// # Errors
    ///
    /// [`OrderError::TooManyLengths`].
    pub fn orbit_lengths(&self) -> Result<BTreeMap<T, T>, OrderError> {
        orbit::merged(&self.towers())
    }

    pub(super) fn towers(&self) -> Vec<&Tower<T>> {
        self.locals.iter().map(|local| &local.tower).collect()
    }

    /// The order, with the primes that its certificate rests on.
    pub fn certified_order(&self) -> CertifiedOrder<T> {
        let order = self.order();
        let primes = self.locals.iter().flat_map(|local| local.primes_below.iter().chain([&local.prime]));
        let divisors = primes.filter(|prime| order.is_multiple_of(prime)).cloned().map(T::into);
        CertifiedOrder { primes: divisors.collect(), order }
    }

    /// The primes above 2^64 that the lengths of the orbits and their numbers rest on, of the
    /// modulus and of the order, for which no proof was found: as
    /// [`CertifiedOrder::unproved`], which the order alone needs.
    ///
    /// ```
    /// use faro::number::{Budget, LocalOrders};
    /// use num_bigint::BigUint;
    /// let modulus = (BigUint::from(1u32) << 89u32) - 1u32; // a Mersenne prime
    /// let orders = LocalOrders::of(&3u32.into(), &modulus, &Budget::default())?;
    /// assert!(orders.unproved(&Budget::default()).is_empty());
    /// # Ok::<(), faro::number::OrderError>(())
    /// ```
    pub fn unproved(&self, budget: &Budget) -> Vec<BigUint> {
        let mut unproved = self.certified_order().unproved(budget);
        for Local { prime, primes_below, .. } in &self.locals {
            let prime: BigUint = prime.clone().into();
            let below: Vec<BigUint> = primes_below.iter().cloned().map(T::into).collect();
            if !pocklington::is_proved_by(&prime, &below, budget) {
                unproved.push(prime);
            }
        }
        unproved.sort_unstable();
        unproved.dedup();
        unproved
    }
}

/// The order modulo the product of the primes that were found, as far as it is had at once.
fn order_modulo_found(base: &BigUint, found: &[BigUint]) -> BigUint {
    let at_once = Budget::of(Duration::ZERO);
    let orders = found.iter().filter_map(|prime| modulo_prime(base, prime, &at_once).ok());
    orders.fold(BigUint::one(), |joint, (order, _)| num_integer::lcm(joint, order))
}

impl<T: Natural> Local<T> {
    /// The residues ≡ 1 modulo p^j form a group of order p modulo p^(j+1), so that each step up
    /// leaves the order as it is or multiplies it by p; and where p is odd, or j at least 2, all
    /// steps multiply once one has.
    fn of(base: &T, power: &PrimePower<T>, budget: &Budget) -> Result<Local<T>, OrderError> {
        let prime = &power.prime;
        let (mut order, primes_below) = modulo_prime(base, prime, budget)?;
        let mut modulus = prime.clone();
        let mut tower = vec![(order.clone(), prime.clone() - T::one())];
        let mut grows = false;
        for step in 1..power.exponent {
            let below = modulus.clone();
            modulus = modulus * prime.clone();
            let surely = grows && (prime.is_odd() || step > 2);
            grows = surely || !base.pow_mod(&order, &modulus).is_one();
            if grows {
                order = order * prime.clone();
            }
            tower.push((order.clone(), modulus.clone() - below));
        }
        Ok(Local { prime: prime.clone(), primes_below, tower })
    }
}

/// The order modulo a prime, and the primes of p − 1: each is divided out while the power stays 1.
/// A short order is walked to, and needs no primes.
///
/// The certificate is in the steps: the power to the order was found to be 1, or is by Fermat's
/// theorem, which is checked where p is only a probable prime; and to each prime's q-th part of
/// it was found not to be. With it the order modulo the whole is certain, as that is the least
/// common multiple of the orders modulo its prime powers.
fn modulo_prime<T: Natural>(base: &T, prime: &T, budget: &Budget) -> Result<(T, Vec<T>), OrderError> {
    if let Some(order) = short_order(base, prime) {
        return Ok((order, Vec::new()));
    }
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
    Ok((order, units.powers().iter().map(|power| power.prime.clone()).collect()))
}
