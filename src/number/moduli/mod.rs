//! The moduli modulo which 2 has a given order, counted without listing and listed ascending.

mod merge;
mod spread;
mod tower;
mod words;

use num_bigint::BigUint;
use thiserror::Error;

use super::budget::Budget;
use super::cyclotomic;
use super::factor::Unfactored;
use merge::Blocks;
use tower::Tower;

pub use words::Wide;

/// The largest order whose moduli are looked for: they have up to as many bits.
pub const MAX_ORDER: u32 = words::BITS;

/// The most moduli that are listed: a minute or so, in some tens of megabytes.
pub const MAX_MODULI: u64 = 1 << 30;

/// The odd moduli modulo which 2 has a given order K, or an order that divides K.
///
/// They are divisors of 2^K − 1. The primes of 2^K − 1 are those of the Φ_d(2) for the divisors
/// d of K, with known factors; the order modulo a product of prime powers is the least common
/// multiple of theirs (Gauss, *Disquisitiones* art. 92).
///
/// ```
/// use faro::number::{Budget, Moduli};
/// let moduli = Moduli::of_order(6, &Budget::default())?;
/// assert_eq!(moduli.count(), 3u32.into());
/// assert!(moduli.ascending()?.map(|modulus| modulus.to_string()).eq(["9", "21", "63"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Moduli {
    order: u32,
    /// Whether the order is K, not just a divisor.
    exactly: bool,
    towers: Vec<Tower>,
}

/// Why there are no moduli to give.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ModuliError {
    /// No order, or one above [`MAX_ORDER`].
    #[error("orders from 1 to {MAX_ORDER} are looked for")]
    OutOfRange,
    /// 2^K − 1 has a factor that resists.
    #[error("2^{order} - 1 has the factor Φ_{index}(2), and {source}")]
    Unfactored {
        /// K.
        order: u32,
        /// The divisor d of K for which Φ_d(2) resists.
        index: u32,
        /// What was found of it.
        source: Unfactored,
    },
}

/// More moduli than [`MAX_MODULI`], which are not listed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there are {count}, and up to {MAX_MODULI} are listed")]
pub struct TooMany {
    /// How many there are.
    pub count: BigUint,
}

impl Moduli {
    /// The moduli modulo which 2 has the order K: 2^K ≡ 1, and no lower power is.
    ///
    /// # Errors
    ///
    /// [`ModuliError::OutOfRange`] unless K is from 1 to [`MAX_ORDER`];
    /// [`ModuliError::Unfactored`] where a Φ_d(2) with d | K is not known in factors, never for
    /// K up to 300.
    pub fn of_order(order: u32, budget: &Budget) -> Result<Moduli, ModuliError> {
        Moduli::new(order, true, budget)
    }

    /// The moduli modulo which 2^K ≡ 1: all divisors of 2^K − 1. Errors are those of
    /// [`of_order`](Self::of_order).
    ///
    /// ```
    /// use faro::number::{Budget, Moduli};
    /// let moduli = Moduli::dividing(6, &Budget::default())?.ascending()?;
    /// assert!(moduli.map(|modulus| modulus.to_string()).eq(["1", "3", "7", "9", "21", "63"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn dividing(order: u32, budget: &Budget) -> Result<Moduli, ModuliError> {
        Moduli::new(order, false, budget)
    }

    fn new(order: u32, exactly: bool, budget: &Budget) -> Result<Moduli, ModuliError> {
        if order == 0 || order > MAX_ORDER {
            return Err(ModuliError::OutOfRange);
        }
        Ok(Moduli { order, exactly, towers: tower::towers(order, budget)? })
    }

    /// How many moduli there are, without listing them. Of the divisors of 2^K − 1, those of
    /// order K are what is left when those that divide a 2^(K/q) − 1 are taken away, for the
    /// primes q of K (Möbius): 2^ω(K) products of as many numbers as 2^K − 1 has primes.
    ///
    /// ```
    /// use faro::number::{Budget, Moduli};
    /// assert_eq!(Moduli::of_order(300, &Budget::default())?.count(), 100_638_472u32.into());
    /// # Ok::<(), faro::number::ModuliError>(())
    /// ```
    pub fn count(&self) -> BigUint {
        self.count_new_in(self.order, &self.demanded_primes())
    }

    /// Whether the modulus 1, of order 1, is among them.
    pub(crate) fn has_one(&self) -> bool {
        !self.exactly || self.order == 1
    }

    /// The divisors of 2^n − 1 that divide no 2^(n/q) − 1 for q among `primes`.
    fn count_new_in(&self, n: u32, primes: &[u32]) -> BigUint {
        match primes.split_first() {
            Some((q, others)) => self.count_new_in(n, others) - self.count_new_in(n / q, others),
            None => self.towers.iter().map(|tower| BigUint::from(1 + tower.height_in(n))).product(),
        }
    }

    /// The primes of K whose full power in K the order must have.
    fn demanded_primes(&self) -> Vec<u32> {
        if self.exactly { cyclotomic::primes_of(self.order) } else { Vec::new() }
    }

    /// The moduli, ascending. The memory that it takes does not grow with the number of them
    /// that are asked for: it is some tens of megabytes at most.
    ///
    /// The primes are parted in two, and the products of either part listed; a product of
    /// both parts is met in the middle (Horowitz and Sahni 1974), in batches by size.
    ///
    /// # Errors
    ///
    /// [`TooMany`] where there are more than [`MAX_MODULI`].
    pub fn ascending(&self) -> Result<impl Iterator<Item = Wide> + use<>, TooMany> {
        if self.are_too_many() {
            return Err(TooMany { count: self.count() });
        }
        Ok(Ascending { block: Vec::new(), next: 0, source: self.merged() })
    }

    /// Whether there are more than [`MAX_MODULI`], which are not listed.
    pub fn are_too_many(&self) -> bool {
        self.count() > MAX_MODULI.into()
    }

    /// Few widths keep the program small; the common ones are exact.
    fn merged(&self) -> Box<dyn Blocks> {
        match self.order.div_ceil(64) {
            1 => self.merged_in_words::<1>(),
            2 => self.merged_in_words::<2>(),
            3 => self.merged_in_words::<3>(),
            4 => self.merged_in_words::<4>(),
            5 => self.merged_in_words::<5>(),
            6 | 7 => self.merged_in_words::<7>(),
            _ => self.merged_in_words::<10>(),
        }
    }

    fn merged_in_words<const W: usize>(&self) -> Box<dyn Blocks> {
        let demands = tower::Demands::new(self.order, &self.demanded_primes());
        Box::new(merge::Merge::<W>::new(&self.towers, &demands))
    }
}

/// The moduli, of which some are made at once.
struct Ascending {
    block: Vec<Wide>,
    next: usize,
    source: Box<dyn Blocks>,
}

impl Iterator for Ascending {
    type Item = Wide;

    #[inline]
    fn next(&mut self) -> Option<Wide> {
        if self.next == self.block.len() {
            self.source.refill(&mut self.block);
            self.next = 0;
        }
        let modulus = *self.block.get(self.next)?;
        self.next += 1;
        Some(modulus)
    }
}
