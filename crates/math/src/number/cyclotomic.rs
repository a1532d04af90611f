//! Values and prime factors of the cyclotomic polynomials Φ_d at 2.
//!
//! 2^n − 1 is the product of Φ_d(2) over the divisors d of n. The order of 2 is d modulo each prime factor of Φ_d(2),
//! with one exception: the greatest prime factor of d may also divide Φ_d(2), once.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::factor_u64::factor_u64;
use super::factorization::PrimePower;

/// Returns the value Φ_d(2) of the cyclotomic polynomial Φ_d.
///
/// The value is ∏ (2^(d/e) − 1)^μ(e) over the divisors e of d, where μ is the Möbius function; Φ_12(2) = 13. Takes
/// 2^ω(d) products of up to d bits, where ω(d) is the number of distinct primes of d.
///
/// # Panics
///
/// If `d` is 0, for which there is no polynomial.
///
/// ```
/// use faro_math::number::cyclotomic_at_two;
/// assert_eq!(cyclotomic_at_two(12), 13u32.into());
/// assert_eq!(cyclotomic_at_two(13), 8191u32.into());
/// ```
pub fn cyclotomic_at_two(d: u32) -> BigUint {
    assert!(d > 0, "there is no cyclotomic polynomial 0");
    let (mut numerator, mut denominator) = (BigUint::one(), BigUint::one());
    for (divisor, sign) in squarefree_divisors(d) {
        let mersenne = (BigUint::one() << (d / divisor)) - 1u32;
        if sign > 0 {
            numerator *= mersenne;
        } else {
            denominator *= mersenne;
        }
    }
    numerator / denominator
}

/// Returns the distinct primes of `n`, ascending.
pub(super) fn primes_of(n: u32) -> Vec<u32> {
    let factors = factor_u64(n.into());
    factors.primes().map(|&prime| prime as u32).collect()
}

/// Returns the divisors of `n`, ascending.
pub(super) fn divisors(n: u32) -> Vec<u32> {
    let mut divisors = vec![1];
    for PrimePower { prime, exponent } in factor_u64(n.into()).powers() {
        let powers = (1..=*exponent).map(|exponent| (*prime as u32).pow(exponent));
        let multiples: Vec<u32> = powers
            .flat_map(|power| divisors.iter().map(move |divisor| divisor * power))
            .collect();
        divisors.extend(multiples);
    }
    divisors.sort_unstable();
    divisors
}

/// Returns the squarefree divisors e of `n` with μ(e), which is 1 or −1.
fn squarefree_divisors(n: u32) -> Vec<(u32, i32)> {
    let mut found = vec![(1, 1)];
    for prime in primes_of(n) {
        let multiples: Vec<_> = found
            .iter()
            .map(|&(divisor, sign)| (divisor * prime, -sign))
            .collect();
        found.extend(multiples);
    }
    found
}

/// Splits `cofactor`, a divisor of `n`, into known factors.
///
/// If `n` is 2^k − 1 or 2^k + 1, then `n` is a product of values Φ_d(2), and the result has the known factors of each:
/// the primes of the table, or the two factors of Aurifeuille's identity, or Φ_d(2) itself. Otherwise the only factor
/// is `cofactor`. `cofactor` must be `n` with all powers of some of its primes divided out.
pub(super) fn split_special_form(n: &BigUint, cofactor: BigUint) -> Vec<BigUint> {
    let Some(indices) = cyclotomic_indices(n) else {
        return vec![cofactor];
    };
    let factors = indices.into_iter().flat_map(known_factors);
    factors
        .map(|factor| factor.gcd(&cofactor))
        .filter(|factor| !factor.is_one())
        .collect()
}

/// Returns the numbers d for which `n` is the product of Φ_d(2). These are the divisors of k if `n` = 2^k −
/// 1, and the divisors of 2k that do not divide k if `n` = 2^k + 1. Returns `None` for any other `n`.
fn cyclotomic_indices(n: &BigUint) -> Option<Vec<u32>> {
    if let Some(k) = exponent_of_two(&(n + 1u32)) {
        return Some(divisors(k));
    }
    let k = if n.is_zero() {
        None
    } else {
        exponent_of_two(&(n - 1u32))
    }?;
    Some(
        divisors(2 * k)
            .into_iter()
            .filter(|&d| !k.is_multiple_of(d))
            .collect(),
    )
}

/// Returns the k ≥ 1 with `n` = 2^k, if there is one and 2k fits in 32 bits.
fn exponent_of_two(n: &BigUint) -> Option<u32> {
    let k = n.trailing_zeros().filter(|&k| k > 0 && n.bits() == k + 1)?;
    k.to_u32().filter(|&k| k <= u32::MAX / 2)
}

fn known_factors(d: u32) -> Vec<BigUint> {
    let value = cyclotomic_at_two(d);
    known_prime_factors(d, &value).unwrap_or_else(|| aurifeuillian_factors(d, value))
}

/// Splits `value` = Φ_d(2) in two by Aurifeuille's identity, if d ≡ 4 modulo 8. The identity is 2^(4j+2) + 1
/// = (2^(2j+1) − 2^(j+1) + 1)(2^(2j+1) + 2^(j+1) + 1).
pub(super) fn aurifeuillian_factors(d: u32, value: BigUint) -> Vec<BigUint> {
    if d % 8 != 4 {
        return vec![value];
    }
    // d = 2(4j + 2), and Φ_d(2) divides 2^(4j+2) + 1.
    let (square, middle) = (BigUint::one() << (d / 4), BigUint::one() << (d / 8 + 1));
    let lower = value.gcd(&(square + 1u32 - middle));
    let upper = value / &lower;
    vec![lower, upper]
}

// Known prime factors of Φ_d(2), in `cyclotomic_factors.txt`.
//
// The factors were computed with PARI/GP 2.15 (`factorint(polcyclo(d, 2))`, after Aurifeuille's identity where it
// applies). For d = 277, 289, 293, 311, 313, 317, 347, 353 and 409 they are from the Cunningham project (Brillhart,
// Lehmer, Selfridge, Tuckerman and Wagstaff, *Factorizations of b^n ± 1*). The tests multiply each factorization out
// and test each prime.

/// For each d, the prime factors of Φ_d(2) with multiplicity, except the largest. The largest one is computed as a
/// quotient.
static TABLE: LazyLock<BTreeMap<u32, &str>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let (d, smaller) = line.split_once(' ').unwrap_or((line, ""));
        (d.parse().expect("an index"), smaller)
    };
    include_str!("cyclotomic_factors.txt")
        .lines()
        .map(row)
        .collect()
});

/// Returns the prime factors of `value` = Φ_d(2), ascending and with multiplicity, or `None` if d is not in the table.
///
/// The table has every d up to 300, and most up to 600, for which Φ_d(2) has more than 64 bits.
pub(super) fn known_prime_factors(d: u32, value: &BigUint) -> Option<Vec<BigUint>> {
    let smaller = TABLE.get(&d)?.split_whitespace();
    let mut primes: Vec<BigUint> = smaller
        .map(|prime| prime.parse().expect("digits"))
        .collect();
    let largest = value / primes.iter().product::<BigUint>();
    primes.extend((!largest.is_one()).then_some(largest));
    Some(primes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Natural;

    #[test]
    fn divisors_and_primes_agree_with_trial_division() {
        for n in 1..2_000u32 {
            let slow: Vec<u32> = (1..=n)
                .filter(|divisor| n.is_multiple_of(*divisor))
                .collect();
            assert_eq!(divisors(n), slow);
            let prime = |&candidate: &u32| candidate > 1 && divisors(candidate).len() == 2;
            assert_eq!(
                primes_of(n),
                slow.into_iter().filter(prime).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn mersenne_numbers_are_products() {
        for n in 1..400u32 {
            let product: BigUint = divisors(n).into_iter().map(cyclotomic_at_two).product();
            assert_eq!(product, (BigUint::one() << n) - 1u32, "{n}");
        }
    }

    fn power(k: u32) -> BigUint {
        BigUint::one() << k
    }

    #[test]
    fn factors_multiply_back() {
        for k in 1..300u32 {
            for n in [power(k) - 1u32, power(k) + 1u32] {
                let factors = split_special_form(&n, n.clone());
                assert_eq!(factors.iter().product::<BigUint>(), n, "{n}");
            }
        }
        // For a Φ_d(2) that is not in the table, the factors are algebraic.
        for k in [700u32, 1_001, 1_234] {
            let n = power(k) + 1u32;
            let factors = split_special_form(&n, n.clone());
            assert_eq!(factors.iter().product::<BigUint>(), n);
            assert!(factors.len() > 1 && factors.iter().all(|factor| factor.bits() < u64::from(k)));
        }
    }

    #[test]
    fn primes_that_were_divided_out_do_not_return() {
        let n = power(60) - 1u32;
        let cofactor = &n / (9u32 * 25 * 7); // all of 3, 5 and 7
        let factors = split_special_form(&n, cofactor.clone());
        assert_eq!(factors.into_iter().product::<BigUint>(), cofactor);
    }

    #[test]
    fn other_numbers_are_not_split() {
        for n in [6u32, 10, 11, 2u32.pow(20), 2u32.pow(20) - 3] {
            assert_eq!(split_special_form(&n.into(), n.into()), [n.into()]);
        }
        assert!(split_special_form(&1u32.into(), 1u32.into()).is_empty());
    }

    #[test]
    fn aurifeuillian_factors_of_landrys_number() {
        // 2^58 + 1 = 5 · 107367629 · 536903681 (Landry 1869, who did not know the identity).
        let value = cyclotomic_at_two(116);
        let factors = aurifeuillian_factors(116, value.clone());
        assert_eq!(factors.iter().product::<BigUint>(), value);
        assert_eq!(factors, [107_367_629u32, 536_903_681].map(BigUint::from));
    }

    #[test]
    fn factorizations_multiply_back_and_have_prime_factors() {
        for &d in TABLE.keys() {
            let value = cyclotomic_at_two(d);
            let primes = known_prime_factors(d, &value).expect("d is in the table");
            assert_eq!(primes.iter().product::<BigUint>(), value, "{d}");
            assert!(primes.iter().all(BigUint::is_prime), "{d}");
            assert!(primes.is_sorted(), "{d}");
        }
    }

    #[test]
    fn the_table_is_complete_up_to_300() {
        for d in 1..=300 {
            let value = cyclotomic_at_two(d);
            assert_eq!(
                known_prime_factors(d, &value).is_some(),
                value.bits() > 64,
                "{d}"
            );
        }
    }
}
