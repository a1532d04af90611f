//! The moduli modulo which 2 has a given order: counted without enumeration, or listed ascending.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use num_bigint::BigUint;
use num_traits::One;
use thiserror::Error;

use super::budget::Budget;
use super::cyclotomic;
use super::factor::factor_cyclotomic;
use super::factorization::UnfactoredError;

/// The odd moduli modulo which 2 has a given order K, or an order that divides K.
///
/// The moduli are divisors of 2^K − 1 = ∏ Φ_d(2), over the divisors d of K. The prime factors of most Φ_d(2) are known.
/// The order modulo a product of prime powers is the least common multiple of the orders modulo the prime powers
/// (Gauss, *Disquisitiones* art. 92).
///
/// ```
/// # use faro_math as faro;
/// use faro::number::{Budget, Moduli};
/// let moduli = Moduli::with_order(6, &Budget::default())?;
/// assert_eq!(moduli.count(), 3u32.into());
/// assert!(moduli.ascending()?.map(|modulus| modulus.to_string()).eq(["9", "21", "63"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Moduli {
    order: u32,
    condition: OrderCondition,
    primes: Vec<PrimeFactor>,
}

/// The condition on the order of 2 modulo each modulus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OrderCondition {
    Equals,
    Divides,
}

impl Moduli {
    /// Returns the moduli modulo which 2 has the order K = `order`: 2^K ≡ 1, and no lower power is 1.
    ///
    /// # Errors
    ///
    /// - [`ModuliError::OutOfRange`] unless K is from 1 to 640.
    /// - [`ModuliError::Unfactored`] if a Φ_d(2) with d | K could not be factored within `budget`; never for K up
    ///   to 300.
    pub fn with_order(order: u32, budget: &Budget) -> Result<Moduli, ModuliError> {
        Moduli::new(order, OrderCondition::Equals, budget)
    }

    /// Returns the moduli modulo which 2^K ≡ 1 for K = `order`: all divisors of 2^K − 1.
    ///
    /// # Errors
    ///
    /// The errors of [`with_order`](Self::with_order).
    ///
    /// ```
    /// # use faro_math as faro;
    /// use faro::number::{Budget, Moduli};
    /// let moduli = Moduli::with_order_dividing(6, &Budget::default())?.ascending()?;
    /// assert!(moduli.map(|modulus| modulus.to_string()).eq(["1", "3", "7", "9", "21", "63"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_order_dividing(order: u32, budget: &Budget) -> Result<Moduli, ModuliError> {
        Moduli::new(order, OrderCondition::Divides, budget)
    }

    fn new(order: u32, condition: OrderCondition, budget: &Budget) -> Result<Moduli, ModuliError> {
        if order == 0 || order > MAX_ORDER {
            return Err(ModuliError::OutOfRange {
                given: order,
                at_most: MAX_ORDER,
            });
        }
        Ok(Moduli {
            order,
            condition,
            primes: prime_factors(order, budget)?,
        })
    }

    /// Returns the number of moduli, without listing them.
    ///
    /// A divisor of 2^K − 1 has the order K if it divides no 2^(K/q) − 1 for a prime q of K. Such divisors are counted
    /// by inclusion and exclusion: by 2^ω(K) products, where ω(K) is the number of distinct primes of K. Each product
    /// has one factor for each prime of 2^K − 1.
    ///
    /// ```
    /// # use faro_math as faro;
    /// use faro::number::{Budget, Moduli};
    /// assert_eq!(Moduli::with_order(300, &Budget::default())?.count(), 100_638_472u32.into());
    /// # Ok::<(), faro_math::number::ModuliError>(())
    /// ```
    pub fn count(&self) -> BigUint {
        self.count_primitive(self.order, &self.excluded_primes())
    }

    /// Returns whether the modulus 1, modulo which the order is 1, is one of the moduli.
    pub fn has_one(&self) -> bool {
        self.condition == OrderCondition::Divides || self.order == 1
    }

    /// Counts the divisors of 2^`n` − 1 that divide no 2^(`n`/q) − 1 for q among `primes`.
    fn count_primitive(&self, n: u32, primes: &[u32]) -> BigUint {
        match primes.split_first() {
            Some((q, others)) => {
                self.count_primitive(n, others) - self.count_primitive(n / q, others)
            }
            None => self
                .primes
                .iter()
                .map(|prime| BigUint::from(1 + prime.exponent_in(n)))
                .product(),
        }
    }

    /// Returns the primes q of K for which the order must not divide K/q.
    fn excluded_primes(&self) -> Vec<u32> {
        match self.condition {
            OrderCondition::Equals => cyclotomic::primes_of(self.order),
            OrderCondition::Divides => Vec::new(),
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
    /// [`ModuliError::TooMany`] if there are more than 2^30.
    pub fn ascending(&self) -> Result<impl Iterator<Item = BigUint> + use<>, ModuliError> {
        self.check_listed()?;
        Ok(AscendingModuli::new(
            &self.primes,
            &FullPowers::new(self.order, &self.excluded_primes()),
        ))
    }

    /// Checks, without listing the moduli, that [`ascending`](Self::ascending) lists them.
    ///
    /// # Errors
    ///
    /// The error of [`ascending`](Self::ascending).
    pub fn check_listed(&self) -> Result<(), ModuliError> {
        let count = self.count();
        if count > MAX_MODULI.into() {
            return Err(ModuliError::TooMany {
                count,
                at_most: MAX_MODULI,
            });
        }
        Ok(())
    }
}

/// Maximum order K for which the moduli can be determined; they have up to K bits.
const MAX_ORDER: u32 = 640;

/// Maximum number of moduli that are listed.
const MAX_MODULI: u64 = 1 << 30;

/// The reason why the moduli of an order could not be determined.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ModuliError {
    /// The order is 0 or too large.
    #[error("the order must be from 1 to {at_most}")]
    OutOfRange {
        /// The order K.
        given: u32,
        /// Maximum order.
        at_most: u32,
    },
    /// There are too many moduli for a list.
    #[error("there are {count} moduli, and at most {at_most} are listed")]
    TooMany {
        /// The number of moduli.
        count: BigUint,
        /// Maximum number of moduli in a list.
        at_most: u64,
    },
    /// A factor of 2^K − 1 could not be factored.
    #[error("2^{order} - 1 has the factor Φ_{index}(2), and {source}")]
    Unfactored {
        /// The order K.
        order: u32,
        /// The divisor d of K for which Φ_d(2) could not be factored.
        index: u32,
        /// The factors of Φ_d(2) that were found.
        source: UnfactoredError,
    },
}

/// A prime factor of 2^K − 1.
#[derive(Clone, Debug)]
struct PrimeFactor {
    prime: BigUint,
    /// The orders of 2 modulo the powers of the prime that divide 2^K − 1, lowest power first. Each order divides the
    /// next.
    orders: Vec<u32>,
}

impl PrimeFactor {
    /// Returns the exponent of the prime in 2^n − 1, for a divisor n of K.
    fn exponent_in(&self, n: u32) -> u32 {
        self.orders
            .iter()
            .filter(|&&order| n.is_multiple_of(order))
            .count() as u32
    }
}

/// Returns the prime factors of 2^K − 1 = ∏ Φ_d(2) for K = `order`, ascending. The order of 2 modulo the j-th power of
/// a prime is the j-th divisor d of K for which the prime divides Φ_d(2).
fn prime_factors(order: u32, budget: &Budget) -> Result<Vec<PrimeFactor>, ModuliError> {
    let mut orders: BTreeMap<BigUint, Vec<u32>> = BTreeMap::new();
    for index in cyclotomic::divisors(order) {
        let factors =
            factor_cyclotomic(index, budget).map_err(|source| ModuliError::Unfactored {
                order,
                index,
                source,
            })?;
        for prime in factors.into_primes() {
            orders.entry(prime).or_default().push(index);
        }
    }
    Ok(orders
        .into_iter()
        .map(|(prime, orders)| PrimeFactor { prime, orders })
        .collect())
}

/// The prime powers q^e that divide K exactly, for some primes q of K. A divisor of K that is a multiple of all these
/// powers divides no K/q. A subset of the powers is a bit mask.
struct FullPowers {
    powers: Vec<u32>,
}

impl FullPowers {
    fn new(order: u32, primes: &[u32]) -> FullPowers {
        let full_power = |&prime: &u32| {
            let powers = std::iter::successors(Some(prime), |power| power.checked_mul(prime));
            powers
                .take_while(|power| order.is_multiple_of(*power))
                .last()
                .unwrap_or(1)
        };
        FullPowers {
            powers: primes.iter().map(full_power).collect(),
        }
    }

    /// Returns the bit mask that has all of the prime powers.
    fn all(&self) -> u32 {
        (1 << self.powers.len()) - 1
    }

    /// Returns the bit mask of the prime powers that divide `order`.
    fn dividing(&self, order: u32) -> u32 {
        let divides = |(bit, power): (usize, &u32)| u32::from(order.is_multiple_of(*power)) << bit;
        self.powers.iter().enumerate().map(divides).sum()
    }
}

// The products of two lists in ascending order, in memory proportional to the lists (Horowitz and Sahni 1974).

/// Maximum number of products of the first set of primes.
const MAX_PRODUCTS: usize = 1 << 15;

/// All moduli modulo which the order of 2 is a multiple of the required powers, ascending.
///
/// Each modulus is a multiplier times an entry of a list. A multiplier is a product of the second set of primes. Its
/// list has the powers that the multiplier lacks. The heap holds the next modulus of each multiplier.
struct AscendingModuli {
    /// Products of the first set of primes, ascending, in one list for each subset of the required powers.
    /// The order of 2 modulo each product is a multiple of the subset.
    lists: Vec<Vec<BigUint>>,
    multipliers: Vec<Multiplier>,
    next: BinaryHeap<Reverse<NextModulus>>,
}

struct Multiplier {
    number: BigUint,
    list: usize,
}

/// The next modulus of a multiplier. It has a value, and the indices of the multiplier and of the entry of
/// its list.
type NextModulus = (BigUint, usize, usize);

impl AscendingModuli {
    fn new(primes: &[PrimeFactor], required: &FullPowers) -> AscendingModuli {
        let (first, second) = primes.split_at(split_index(primes));
        let mut first = all_products(first, required);
        first.sort_unstable();
        let having = |missing: u32| {
            let having = first.iter().filter(move |(_, full)| missing & !full == 0);
            having.map(|(number, _)| number.clone()).collect()
        };
        let lists = (0..=required.all()).map(having).collect();
        let multipliers = all_products(second, required).into_iter();
        let multipliers = multipliers
            .map(|(number, full)| Multiplier {
                number,
                list: (required.all() & !full) as usize,
            })
            .collect();
        let mut merge = AscendingModuli {
            lists,
            multipliers,
            next: BinaryHeap::new(),
        };
        (0..merge.multipliers.len()).for_each(|index| merge.push(index, 0));
        merge
    }

    /// Adds the product of `multiplier` and the entry `entry` of its list to the heap, if there is such an entry.
    fn push(&mut self, multiplier: usize, entry: usize) {
        let Multiplier { number, list } = &self.multipliers[multiplier];
        if let Some(other) = self.lists[*list].get(entry) {
            self.next.push(Reverse((number * other, multiplier, entry)));
        }
    }
}

impl Iterator for AscendingModuli {
    type Item = BigUint;

    fn next(&mut self) -> Option<BigUint> {
        let Reverse((modulus, multiplier, entry)) = self.next.pop()?;
        self.push(multiplier, entry + 1);
        Some(modulus)
    }
}

/// Returns the number of primes in the first set. The first set has at least about the same number of
/// products as the other primes, but at most [`MAX_PRODUCTS`].
fn split_index(primes: &[PrimeFactor]) -> usize {
    let all: f64 = primes
        .iter()
        .map(|prime| prime.orders.len() as f64 + 1.0)
        .product();
    let mut products = 1;
    let is_in_first = |prime: &&PrimeFactor| {
        let multiplied = products * (prime.orders.len() + 1);
        let is_in_first = (products * products) as f64 <= all && multiplied <= MAX_PRODUCTS;
        products = multiplied;
        is_in_first
    };
    primes.iter().take_while(is_in_first).count()
}

/// Returns all products of powers of the primes. Each has the required powers that divide the order of 2
/// modulo it.
fn all_products(primes: &[PrimeFactor], required: &FullPowers) -> Vec<(BigUint, u32)> {
    let mut found = vec![(BigUint::one(), required.dividing(1))];
    for PrimeFactor { prime, orders } in primes {
        let shorter = found.clone();
        let mut power = BigUint::one();
        for order in orders {
            power *= prime;
            let full = required.dividing(*order);
            found.extend(
                shorter
                    .iter()
                    .map(|(other, others)| (other * &power, others | full)),
            );
        }
    }
    found
}
