//! Factors integers: divides by small primes, then calls the methods for larger factors.

use std::sync::LazyLock;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use super::budget::Budget;
use super::cyclotomic::{
    aurifeuillian_factors, cyclotomic_at_two, known_prime_factors, split_special_form,
};
use super::factor_u64::factor_u64;
use super::factorization::{Factorization, UnfactoredError};
use super::primes::primes_below;
use super::{ecm, prime};

/// Prime exponents of the powers that are recognised at once. Elliptic curves find a prime p of a power p^e only if p
/// is small.
const EXPONENTS: [u32; 9] = [2, 3, 5, 7, 11, 13, 17, 19, 23];

static SMALL_PRIMES: LazyLock<Vec<u32>> = LazyLock::new(|| primes_below(1 << 16));

/// Factors a positive number of any size within `budget`.
pub(super) fn factor_big(
    n: &BigUint,
    budget: &Budget,
) -> Result<Factorization<BigUint>, UnfactoredError> {
    if let Some(small) = n.to_u64() {
        return Ok(Factorization::from_primes(
            factor_u64(small).into_primes().map(BigUint::from).collect(),
        ));
    }
    let (mut primes, cofactor) = divide_out_small_primes(n);
    let mut composites = split_special_form(n, cofactor);
    while let Some(part) = composites.pop() {
        if let Some(small) = part.to_u64() {
            primes.extend(factor_u64(small).into_primes().map(BigUint::from));
        } else if prime::is_probable_prime(&part) {
            primes.push(part);
        } else if let Some(factor) = perfect_root(&part).or_else(|| ecm::split_big(&part, budget)) {
            composites.push(&part / &factor);
            composites.push(factor);
        } else {
            return Err(UnfactoredError {
                number: n.clone(),
                found: primes,
                resisting: part,
            });
        }
    }
    Ok(Factorization::from_primes(primes))
}

/// Returns a number with a power of `n` > 1, if there is one for an exponent in [`EXPONENTS`].
fn perfect_root(n: &BigUint) -> Option<BigUint> {
    let mut roots = EXPONENTS
        .iter()
        .map(|&exponent| (n.nth_root(exponent), exponent));
    roots
        .find(|(root, exponent)| root.pow(*exponent) == *n)
        .map(|(root, _)| root)
}

/// Divides out the small primes. Returns them, repeated by multiplicity, and the cofactor.
fn divide_out_small_primes(n: &BigUint) -> (Vec<BigUint>, BigUint) {
    let mut primes = Vec::new();
    let mut cofactor = n.clone();
    for &prime in SMALL_PRIMES.iter() {
        while (&cofactor % prime).is_zero() {
            primes.push(BigUint::from(prime));
            cofactor /= prime;
        }
        if cofactor.is_one() {
            break;
        }
    }
    (primes, cofactor)
}

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
pub fn factor_cyclotomic(
    d: u32,
    budget: &Budget,
) -> Result<Factorization<BigUint>, UnfactoredError> {
    let value = cyclotomic_at_two(d);
    if let Some(primes) = known_prime_factors(d, &value) {
        return Ok(Factorization::from_primes(primes));
    }
    let mut primes = Vec::new();
    for factor in aurifeuillian_factors(d, value) {
        primes.extend(factor_big(&factor, budget)?.into_primes());
    }
    Ok(Factorization::from_primes(primes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::natural::Natural;

    #[test]
    fn small_numbers_multiply_back() {
        for n in 1..2_000u64 {
            let factors = factor_u64(n);
            assert_eq!(factors.value(), n);
            assert!(factors.powers().iter().all(|power| power.prime.is_prime()));
            assert_eq!(
                factor_big(&n.into(), &Budget::unlimited())
                    .unwrap()
                    .to_string(),
                factors.to_string()
            );
        }
    }

    #[test]
    fn largest_64_bit_numbers() {
        assert_eq!(
            factor_u64(u64::MAX).to_string(),
            "3 · 5 · 17 · 257 · 641 · 65537 · 6700417"
        );
        // The largest product of two primes below 2^32 and the largest square of one.
        assert_eq!(
            factor_u64(18446743979220271189).to_string(),
            "4294967279 · 4294967291"
        );
        assert_eq!(factor_u64(18446744030759878681).to_string(), "4294967291^2");
    }

    #[test]
    fn products_of_two_primes_of_equal_size() {
        let below_powers = [
            (1u64 << 50) - 27,
            (1 << 52) - 47,
            (1 << 53) - 111,
            (1 << 61) - 1,
            (1 << 62) - 57,
        ];
        for pair in below_powers.windows(2) {
            let factors = factor_big(
                &pair.iter().copied().map(BigUint::from).product(),
                &Budget::unlimited(),
            );
            assert_eq!(
                factors.unwrap().to_string(),
                format!("{} · {}", pair[0], pair[1])
            );
        }
    }

    #[test]
    fn powers_of_large_primes() {
        let prime = (BigUint::one() << 107u32) - 1u32;
        for exponent in EXPONENTS.into_iter().chain([4, 6, 9, 22]) {
            let factors = factor_big(
                &prime.pow(exponent),
                &Budget::new(std::time::Duration::ZERO),
            );
            assert_eq!(factors.unwrap().to_string(), format!("{prime}^{exponent}"));
        }
    }

    #[test]
    fn numbers_above_64_bits() {
        let number = (BigUint::one() << 67u32) - 1u32; // Cole 1903
        assert_eq!(
            factor_big(&number, &Budget::unlimited())
                .unwrap()
                .to_string(),
            "193707721 · 761838257287"
        );
        let mersenne = |exponent: u32| (BigUint::one() << exponent) - 1u32;
        let hard = mersenne(521) * mersenne(607) * 15u32;
        let refused =
            factor_big(&hard, &Budget::new(std::time::Duration::from_millis(1))).unwrap_err();
        assert_eq!(refused.found, [3u32, 5].map(BigUint::from));
        assert_eq!(
            refused.to_string(),
            "5469232275…8487792655 (341 digits) could not be factored in time: \
             its factor 3646154850…3899186177 (340 digits) is composite, and no factor of it was found; known primes: 3 · 5"
        );
    }

    /// The documentation of `factor_cyclotomic` says that no budget is needed up to 300.
    #[test]
    fn no_time_is_needed_up_to_300() {
        let no_time = Budget::new(std::time::Duration::ZERO);
        for d in 1..=300 {
            let factors = factor_cyclotomic(d, &no_time).unwrap();
            assert_eq!(factors.value(), cyclotomic_at_two(d), "{d}");
            assert!(factors.primes().all(BigUint::is_prime), "{d}");
        }
    }
}
