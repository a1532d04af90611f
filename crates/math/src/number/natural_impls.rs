//! Implementations of [`Natural`] for `u64` and [`BigUint`].

use num_bigint::BigUint;

use super::budget::Budget;
use super::factor::{factor_big, factor_u64};
use super::factorization::{Factorization, UnfactoredError};
use super::montgomery::{pow_mod_big, pow_mod_u64};
use super::natural::Natural;
use super::order_error::OrderError;
use super::prime_power_orders::certified_order;
use super::{order_u64, prime};

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

    fn order_modulo(&self, modulus: &u64, _: &Budget) -> Result<u64, OrderError> {
        Ok(order_u64::order(*self, *modulus))
    }
}

impl Natural for BigUint {
    fn pow_mod(&self, exponent: &BigUint, modulus: &BigUint) -> BigUint {
        pow_mod_big(self, exponent, modulus)
    }

    fn is_prime(&self) -> bool {
        prime::is_probable_prime(self)
    }

    fn factor_within(&self, budget: &Budget) -> Result<Factorization<BigUint>, UnfactoredError> {
        factor_big(self, budget)
    }

    fn order_modulo(&self, modulus: &BigUint, budget: &Budget) -> Result<BigUint, OrderError> {
        Ok(certified_order(self, modulus, budget)?.order)
    }
}
