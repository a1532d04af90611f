//! Numbers 2^k ± 1 in pieces, before any is searched for factors.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::{cyclotomic_at_two, divisors, table};

/// `rest`, a factor of `n`, in pieces whose product it is, some of them prime: where `n` is
/// 2^k − 1 or 2^k + 1, by the primes that are known of the Φ_d(2) in it, and by Aurifeuille's
/// identity; otherwise in one piece. `rest` is `n` without all of some of its primes.
pub(in crate::number) fn pieces_of_special_form(n: &BigUint, rest: BigUint) -> Vec<BigUint> {
    let Some(indices) = cyclotomic_indices(n) else { return vec![rest] };
    let pieces = indices.into_iter().flat_map(pieces_of_cyclotomic);
    pieces.map(|piece| piece.gcd(&rest)).filter(|piece| !piece.is_one()).collect()
}

/// The d whose Φ_d(2) have the product `n`: for 2^k − 1 the divisors of k, for 2^k + 1 those of
/// 2k that do not divide k.
fn cyclotomic_indices(n: &BigUint) -> Option<Vec<u32>> {
    if let Some(k) = exponent_of_two(&(n + 1u32)) {
        return Some(divisors(k));
    }
    let k = if n.is_zero() { None } else { exponent_of_two(&(n - 1u32)) }?;
    Some(divisors(2 * k).into_iter().filter(|&d| !k.is_multiple_of(d)).collect())
}

/// The k ≥ 1 with n = 2^k.
fn exponent_of_two(n: &BigUint) -> Option<u32> {
    let k = n.trailing_zeros().filter(|&k| k > 0 && n.bits() == k + 1)?;
    // Twice k is asked for too.
    k.to_u32().filter(|&k| k <= u32::MAX / 2)
}

fn pieces_of_cyclotomic(d: u32) -> Vec<BigUint> {
    let value = cyclotomic_at_two(d);
    table::primes(d, &value).unwrap_or_else(|| aurifeuillian(d, value))
}

/// Φ_d(2) in two where Aurifeuille's identity splits it, which is for d ≡ 4 modulo 8:
/// 2^(4j+2) + 1 = (2^(2j+1) − 2^(j+1) + 1)(2^(2j+1) + 2^(j+1) + 1).
pub(super) fn aurifeuillian(d: u32, value: BigUint) -> Vec<BigUint> {
    if d % 8 != 4 {
        return vec![value];
    }
    // d = 2(4j + 2), and Φ_d(2) divides 2^(4j+2) + 1.
    let (root, middle) = (BigUint::one() << (d / 4), BigUint::one() << (d / 8 + 1));
    let lower = value.gcd(&(root + 1u32 - middle));
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
    fn pieces_multiply_back() {
        for k in 1..300u32 {
            for n in [power(k) - 1u32, power(k) + 1u32] {
                let pieces = pieces_of_special_form(&n, n.clone());
                assert_eq!(pieces.iter().product::<BigUint>(), n, "{n}");
            }
        }
        // Beyond the table the pieces are what the identities give.
        for k in [700u32, 1_001, 1_234] {
            let n = power(k) + 1u32;
            let pieces = pieces_of_special_form(&n, n.clone());
            assert_eq!(pieces.iter().product::<BigUint>(), n);
            assert!(pieces.len() > 1 && pieces.iter().all(|piece| piece.bits() < u64::from(k)));
        }
    }

    #[test]
    fn what_was_divided_out_stays_out() {
        let n = power(60) - 1u32;
        let rest = &n / (9u32 * 25 * 7); // all of 3, 5 and 7
        let pieces = pieces_of_special_form(&n, rest.clone());
        assert_eq!(pieces.into_iter().product::<BigUint>(), rest);
    }

    #[test]
    fn other_numbers_stay_whole() {
        for n in [6u32, 10, 11, 2u32.pow(20), 2u32.pow(20) - 3] {
            assert_eq!(pieces_of_special_form(&n.into(), n.into()), [n.into()]);
        }
        assert!(pieces_of_special_form(&1u32.into(), 1u32.into()).is_empty());
    }

    #[test]
    fn halves_of_aurifeuille() {
        // 2^58 + 1 = 5 · 107367629 · 536903681 (Landry 1869, who did not know the identity).
        let value = cyclotomic_at_two(116);
        let halves = aurifeuillian(116, value.clone());
        assert_eq!(halves.iter().product::<BigUint>(), value);
        assert_eq!(halves, [107_367_629u32, 536_903_681].map(BigUint::from));
    }
}
