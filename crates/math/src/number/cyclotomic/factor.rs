use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::polynomial::cyclotomic_at_two;
use super::special_forms::aurifeuillian_factors;
use super::table;
use crate::number::budget::Budget;
use crate::number::factorization::{Factorization, UnfactoredError};
use crate::number::natural::Natural;

/// Returns the prime factors of Φ_d(2).
///
/// For d up to 300, and most d up to 600, the factors are in a table or the value has at most 64 bits. The table is
/// from the Cunningham project (Brillhart, Lehmer, Selfridge, Tuckerman and Wagstaff, *Factorizations of b^n ± 1*, 1983
/// and later). Other values are factored within `budget`.
///
/// # Errors
///
/// [`UnfactoredError`] if Φ_d(2) is not in the table and was not factored within the budget.
///
/// # Panics
///
/// If `d` is 0.
///
/// ```
/// use faro_math::number::{Budget, factor_cyclotomic};
/// assert_eq!(factor_cyclotomic(11, &Budget::default())?.to_string(), "23 · 89"); // 2^11 − 1
/// assert_eq!(factor_cyclotomic(21, &Budget::default())?.to_string(), "7 · 337"); // 7 divides 21
/// # Ok::<(), faro_math::number::UnfactoredError>(())
/// ```
pub fn factor_cyclotomic(d: u32, budget: &Budget) -> Result<Factorization<BigUint>, UnfactoredError> {
    let value = cyclotomic_at_two(d);
    if let Some(small) = value.to_u64() {
        let primes = small.factor_within(budget)?.into_primes().map(BigUint::from);
        return Ok(Factorization::from_primes(primes.collect()));
    }
    if let Some(primes) = table::prime_factors(d, &value) {
        return Ok(Factorization::from_primes(primes));
    }
    let mut primes = Vec::new();
    for factor in aurifeuillian_factors(d, value) {
        primes.extend(factor.factor_within(budget)?.into_primes());
    }
    Ok(Factorization::from_primes(primes))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The documentation of `factor_cyclotomic` says that no budget is needed up to 300.
    #[test]
    fn no_time_is_needed_up_to_300() {
        let no_time = Budget::new(Duration::ZERO);
        for d in 1..=300 {
            let factors = factor_cyclotomic(d, &no_time).unwrap();
            assert_eq!(factors.value(), cyclotomic_at_two(d), "{d}");
            assert!(factors.primes().all(BigUint::is_prime), "{d}");
        }
    }
}
