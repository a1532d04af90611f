use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::AddAssign;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::budget::Budget;
use super::factor::{self, Factorization, Unfactored};
use super::order::{self, OrderError};
use super::{montgomery, prime, wide, word};

/// The integers from 0 that this room computes with: `u64` for speed,
/// [`BigUint`] for any size.
///
/// The algorithms of orders and orbits are written once, for any `Natural`; only
/// what is below differs between the sizes. The trait is sealed.
pub trait Natural:
    Integer
    + ToPrimitive
    + Clone
    + Hash
    + Debug
    + Display
    + AddAssign
    + From<u32>
    + From<u64>
    + TryFrom<u128>
    + Into<BigUint>
    + sealed::Sealed
{
    /// `self^exponent mod modulus`, from 0 to `modulus − 1`.
    ///
    /// # Panics
    ///
    /// If `modulus` is 0.
    ///
    /// ```
    /// use faro::number::Natural;
    /// assert_eq!(2u64.pow_mod(&8, &51), 1);
    /// ```
    fn pow_mod(&self, exponent: &Self, modulus: &Self) -> Self;

    /// Whether `self` is prime: proved below 2^64, above it a probable prime
    /// (Baillie, Pomerance, Selfridge, Wagstaff 1980; no composite that passes is known).
    ///
    /// ```
    /// use faro::number::Natural;
    /// assert!(18_446_744_073_709_551_557u64.is_prime()); // the largest below 2^64
    /// assert!(!3_215_031_751u64.is_prime()); // a strong pseudoprime to bases 2, 3, 5, 7
    /// ```
    fn is_prime(&self) -> bool;

    /// The prime factors, smallest first; of 1, none. At most ten seconds: the default
    /// [`Budget`].
    ///
    /// # Errors
    ///
    /// [`Unfactored`] where a composite above 64 bits resists trial division, elliptic curves
    /// and the quadratic sieve for so long. Never for `u64`.
    ///
    /// # Panics
    ///
    /// If `self` is 0, which has no factorization.
    ///
    /// ```
    /// use faro::number::Natural;
    /// assert_eq!(360u64.factor()?.to_string(), "2^3 · 3^2 · 5");
    /// # Ok::<(), faro::number::Unfactored>(())
    /// ```
    fn factor(&self) -> Result<Factorization<Self>, Unfactored> {
        self.factor_within(&Budget::default())
    }

    /// As [`factor`](Self::factor), within a budget.
    ///
    /// # Errors
    ///
    /// As [`factor`](Self::factor).
    ///
    /// # Panics
    ///
    /// As [`factor`](Self::factor).
    fn factor_within(&self, budget: &Budget) -> Result<Factorization<Self>, Unfactored>;

    /// The order of `self` modulo a coprime modulus; see
    /// [`multiplicative_order`](super::multiplicative_order), which checks that.
    #[doc(hidden)]
    fn order_modulo(&self, modulus: &Self, budget: &Budget) -> Result<Self, OrderError>;
}

impl Natural for u64 {
    fn pow_mod(&self, exponent: &u64, modulus: &u64) -> u64 {
        montgomery::pow_mod(*self, *exponent, *modulus)
    }

    fn is_prime(&self) -> bool {
        prime::is_prime_u64(*self)
    }

    fn factor_within(&self, _: &Budget) -> Result<Factorization<u64>, Unfactored> {
        Ok(factor::factor_u64(*self))
    }

    fn order_modulo(&self, modulus: &u64, _: &Budget) -> Result<u64, OrderError> {
        Ok(word::order(*self, *modulus))
    }
}

impl Natural for BigUint {
    fn pow_mod(&self, exponent: &BigUint, modulus: &BigUint) -> BigUint {
        wide::pow_mod(self, exponent, modulus)
    }

    fn is_prime(&self) -> bool {
        prime::is_probable_prime(self)
    }

    fn factor_within(&self, budget: &Budget) -> Result<Factorization<BigUint>, Unfactored> {
        factor::factor_big(self, budget)
    }

    fn order_modulo(&self, modulus: &BigUint, budget: &Budget) -> Result<BigUint, OrderError> {
        Ok(order::certified_order_within(self, modulus, budget)?.order)
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for num_bigint::BigUint {}
}
