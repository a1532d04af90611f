//! The moduli modulo which 2 has a given order: counted without enumeration, or listed ascending.

mod limits;
mod merge;
mod prime_factors;

use num_bigint::BigUint;

use super::budget::Budget;
use super::cyclotomic;
use merge::Merge;
use prime_factors::{FullPowers, PrimeFactor};

pub use limits::{MAX_MODULI, MAX_ORDER, ModuliError, TooManyModuliError};

/// The odd moduli modulo which 2 has a given order K, or an order that divides K.
///
/// The moduli are divisors of 2^K − 1 = ∏ Φ_d(2), over the divisors d of K. The prime factors of most Φ_d(2) are known.
/// The order modulo a product of prime powers is the least common multiple of the orders modulo the prime powers
/// (Gauss, *Disquisitiones* art. 92).
///
/// ```
/// use faro_math::number::{Budget, Moduli};
/// let moduli = Moduli::with_order(6, &Budget::default())?;
/// assert_eq!(moduli.count(), 3u32.into());
/// assert!(moduli.ascending()?.map(|modulus| modulus.to_string()).eq(["9", "21", "63"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Moduli {
    order: u32,
    condition: Condition,
    primes: Vec<PrimeFactor>,
}

/// The condition on the order of 2 modulo each modulus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    Equals,
    Divides,
}

impl Moduli {
    /// Returns the moduli modulo which 2 has the order K = `order`: 2^K ≡ 1, and no lower power is 1.
    ///
    /// # Errors
    ///
    /// - [`ModuliError::OutOfRange`] unless K is from 1 to [`MAX_ORDER`].
    /// - [`ModuliError::Unfactored`] if a Φ_d(2) with d | K could not be factored within `budget`; never for K up
    ///   to 300.
    pub fn with_order(order: u32, budget: &Budget) -> Result<Moduli, ModuliError> {
        Moduli::new(order, Condition::Equals, budget)
    }

    /// Returns the moduli modulo which 2^K ≡ 1 for K = `order`; they are all divisors of 2^K − 1.
    ///
    /// # Errors
    ///
    /// The errors of [`with_order`](Self::with_order).
    ///
    /// ```
    /// use faro_math::number::{Budget, Moduli};
    /// let moduli = Moduli::with_order_dividing(6, &Budget::default())?.ascending()?;
    /// assert!(moduli.map(|modulus| modulus.to_string()).eq(["1", "3", "7", "9", "21", "63"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_order_dividing(order: u32, budget: &Budget) -> Result<Moduli, ModuliError> {
        Moduli::new(order, Condition::Divides, budget)
    }

    fn new(order: u32, condition: Condition, budget: &Budget) -> Result<Moduli, ModuliError> {
        if order == 0 || order > MAX_ORDER {
            return Err(ModuliError::OutOfRange);
        }
        Ok(Moduli { order, condition, primes: prime_factors::prime_factors(order, budget)? })
    }

    /// Returns the number of moduli, without listing them.
    ///
    /// A divisor of 2^K − 1 has the order K if it divides no 2^(K/q) − 1 for a prime q of K. Such divisors are counted
    /// by inclusion and exclusion: by 2^ω(K) products, where ω(K) is the number of distinct primes of K. Each product
    /// has one factor for each prime of 2^K − 1.
    ///
    /// ```
    /// use faro_math::number::{Budget, Moduli};
    /// assert_eq!(Moduli::with_order(300, &Budget::default())?.count(), 100_638_472u32.into());
    /// # Ok::<(), faro_math::number::ModuliError>(())
    /// ```
    pub fn count(&self) -> BigUint {
        self.count_primitive(self.order, &self.excluded_primes())
    }

    /// Returns whether the modulus 1, modulo which the order is 1, is one of the moduli.
    pub fn has_one(&self) -> bool {
        self.condition == Condition::Divides || self.order == 1
    }

    /// Counts the divisors of 2^`n` − 1 that divide no 2^(`n`/q) − 1 for q among `primes`.
    fn count_primitive(&self, n: u32, primes: &[u32]) -> BigUint {
        match primes.split_first() {
            Some((q, others)) => self.count_primitive(n, others) - self.count_primitive(n / q, others),
            None => self.primes.iter().map(|prime| BigUint::from(1 + prime.exponent_in(n))).product(),
        }
    }

    /// Returns the primes q of K for which the order must not divide K/q.
    fn excluded_primes(&self) -> Vec<u32> {
        match self.condition {
            Condition::Equals => cyclotomic::primes_of(self.order),
            Condition::Divides => Vec::new(),
        }
    }

    /// Returns the moduli in ascending order, in about a microsecond each.
    ///
    /// The memory does not grow with the number of moduli: it is some tens of megabytes at most.
    ///
    /// The prime factors are split into two sets. The products of each set are listed, and the moduli,
    /// which are the products of one number from each list, are generated in order of size (Horowitz
    /// and Sahni 1974).
    ///
    /// # Errors
    ///
    /// [`TooManyModuliError`] if there are more than [`MAX_MODULI`].
    pub fn ascending(&self) -> Result<impl Iterator<Item = BigUint> + use<>, TooManyModuliError> {
        if self.are_too_many() {
            return Err(TooManyModuliError { count: self.count() });
        }
        Ok(Merge::new(&self.primes, &FullPowers::new(self.order, &self.excluded_primes())))
    }

    /// Returns whether there are more than [`MAX_MODULI`] moduli, the maximum that is listed.
    pub fn are_too_many(&self) -> bool {
        self.count() > MAX_MODULI.into()
    }
}
