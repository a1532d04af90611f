//! The trait of the integer types that the number theory is generic over.

use std::fmt::{Debug, Display};
use std::ops::AddAssign;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::budget::Budget;
use super::factor::factor_big;
use super::factor_u64::factor_u64;
use super::factorization::{Factorization, UnfactoredError};
use super::montgomery::pow_mod_u64;
use super::prime;

/// A type of nonnegative integers: `u64`, which is fast, or [`BigUint`], which has no upper bound.
///
/// The algorithms for orders and orbit lengths are generic over this trait, whose methods are the
/// operations that differ between the two types. The trait is sealed.
pub trait Natural:
    Integer
    + ToPrimitive
    + Clone
    + Debug
    + Display
    + AddAssign
    + From<u32>
    + From<u64>
    + Into<BigUint>
    + sealed::Sealed
{
    /// Returns `self^exponent mod modulus`, from 0 to `modulus − 1`.
    ///
    /// # Panics
    ///
    /// If `modulus` is 0.
    ///
    /// ```
    /// # use faro_math as faro;
    /// use faro::number::Natural;
    /// assert_eq!(2u64.pow_mod(&8, &51), 1);
    /// ```
    fn pow_mod(&self, exponent: &Self, modulus: &Self) -> Self;

    /// Returns whether `self` is prime.
    ///
    /// Below 2^64 the answer is proved. Above, `true` means a probable prime by the Baillie–PSW test (Baillie,
    /// Pomerance, Selfridge and Wagstaff 1980); no composite is known that passes the test.
    ///
    /// ```
    /// # use faro_math as faro;
    /// use faro::number::Natural;
    /// assert!(18_446_744_073_709_551_557u64.is_prime()); // the largest below 2^64
    /// assert!(!3_215_031_751u64.is_prime()); // a strong pseudoprime to bases 2, 3, 5, 7
    /// ```
    fn is_prime(&self) -> bool;

    /// Returns the prime factors, smallest first; 1 has none.
    ///
    /// The time limit is ten seconds, as in the default [`Budget`].
    ///
    /// # Errors
    ///
    /// [`UnfactoredError`] if a composite factor above 64 bits was not split in time. Never for
    /// `u64`.
    ///
    /// # Panics
    ///
    /// If `self` is 0, which has no factorization.
    ///
    /// ```
    /// # use faro_math as faro;
    /// use faro::number::Natural;
    /// assert_eq!(360u64.factor()?.to_string(), "2^3 · 3^2 · 5");
    /// # Ok::<(), faro_math::number::UnfactoredError>(())
    /// ```
    fn factor(&self) -> Result<Factorization<Self>, UnfactoredError> {
        self.factor_within(&Budget::default())
    }

    /// Returns the prime factors as [`factor`](Self::factor) does, within `budget`.
    ///
    /// # Errors
    ///
    /// The errors of [`factor`](Self::factor).
    ///
    /// # Panics
    ///
    /// If `self` is 0.
    fn factor_within(&self, budget: &Budget) -> Result<Factorization<Self>, UnfactoredError>;
}

mod sealed {

    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for num_bigint::BigUint {}
}

impl Natural for u64 {
    fn pow_mod(&self, exponent: &u64, modulus: &u64) -> u64 {
        pow_mod_u64(*self, *exponent, *modulus)
    }

    fn is_prime(&self) -> bool {
        prime::is_prime_u64(*self)
    }

    fn factor_within(&self, _: &Budget) -> Result<Factorization<u64>, UnfactoredError> {
        Ok(factor_u64(*self))
    }
}

impl Natural for BigUint {
    fn pow_mod(&self, exponent: &BigUint, modulus: &BigUint) -> BigUint {
        self.modpow(exponent, modulus)
    }

    fn is_prime(&self) -> bool {
        prime::is_probable_prime(self)
    }

    fn factor_within(&self, budget: &Budget) -> Result<Factorization<BigUint>, UnfactoredError> {
        factor_big(self, budget)
    }
}
