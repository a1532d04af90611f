//! Known and algebraic factors of numbers 2^k ± 1.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::polynomial::{cyclotomic_at_two, divisors};
use super::table;

/// Splits `cofactor`, a divisor of `n`, into known factors.
///
/// If `n` is 2^k − 1 or 2^k + 1, then `n` is a product of values Φ_d(2), and the result has the known factors of each:
/// the primes of the table, or the two factors of Aurifeuille's identity, or Φ_d(2) itself. Otherwise the only factor
/// is `cofactor`. `cofactor` must be `n` with all powers of some of its primes divided out.
pub(in crate::number) fn split_special_form(n: &BigUint, cofactor: BigUint) -> Vec<BigUint> {
    let Some(indices) = cyclotomic_indices(n) else { return vec![cofactor] };
    let factors = indices.into_iter().flat_map(known_factors);
    factors.map(|factor| factor.gcd(&cofactor)).filter(|factor| !factor.is_one()).collect()
}

/// Returns the numbers d for which `n` is the product of Φ_d(2): the divisors of k if `n` = 2^k − 1, and the divisors
/// of 2k that do not divide k if `n` = 2^k + 1. Returns `None` for any other `n`.
fn cyclotomic_indices(n: &BigUint) -> Option<Vec<u32>> {
    if let Some(k) = exponent_of_two(&(n + 1u32)) {
        return Some(divisors(k));
    }
    let k = if n.is_zero() { None } else { exponent_of_two(&(n - 1u32)) }?;
    Some(divisors(2 * k).into_iter().filter(|&d| !k.is_multiple_of(d)).collect())
}

/// Returns the k ≥ 1 with `n` = 2^k, if there is one and 2k fits in 32 bits.
fn exponent_of_two(n: &BigUint) -> Option<u32> {
    let k = n.trailing_zeros().filter(|&k| k > 0 && n.bits() == k + 1)?;
    k.to_u32().filter(|&k| k <= u32::MAX / 2)
}

fn known_factors(d: u32) -> Vec<BigUint> {
    let value = cyclotomic_at_two(d);
    table::prime_factors(d, &value).unwrap_or_else(|| aurifeuillian_factors(d, value))
}

/// Splits `value` = Φ_d(2) in two by Aurifeuille's identity, if d ≡ 4 modulo 8:
/// 2^(4j+2) + 1 = (2^(2j+1) − 2^(j+1) + 1)(2^(2j+1) + 2^(j+1) + 1).
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
