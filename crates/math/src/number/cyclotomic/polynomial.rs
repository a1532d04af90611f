use num_bigint::BigUint;
use num_traits::One;

use crate::number::factor_u64;

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
        if sign > 0 { numerator *= mersenne } else { denominator *= mersenne }
    }
    numerator / denominator
}

/// Returns the distinct primes of `n`, ascending.
pub(in crate::number) fn primes_of(n: u32) -> Vec<u32> {
    let mut primes: Vec<u32> = factor_u64::factor(n.into()).iter().map(|(prime, _)| prime as u32).collect();
    primes.sort_unstable();
    primes
}

/// Returns the divisors of `n`, ascending.
pub(in crate::number) fn divisors(n: u32) -> Vec<u32> {
    let mut divisors = vec![1];
    for (prime, exponent) in factor_u64::factor(n.into()).iter() {
        let powers = (1..=exponent).map(|exponent| (prime as u32).pow(exponent));
        let multiples: Vec<u32> =
            powers.flat_map(|power| divisors.iter().map(move |divisor| divisor * power)).collect();
        divisors.extend(multiples);
    }
    divisors.sort_unstable();
    divisors
}

/// Returns the squarefree divisors e of `n` with μ(e), which is 1 or −1.
fn squarefree_divisors(n: u32) -> Vec<(u32, i32)> {
    let mut found = vec![(1, 1)];
    for prime in primes_of(n) {
        let multiples: Vec<_> = found.iter().map(|&(divisor, sign)| (divisor * prime, -sign)).collect();
        found.extend(multiples);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_and_primes_agree_with_trial_division() {
        for n in 1..2_000u32 {
            let slow: Vec<u32> = (1..=n).filter(|divisor| n.is_multiple_of(*divisor)).collect();
            assert_eq!(divisors(n), slow);
            let prime = |&candidate: &u32| candidate > 1 && divisors(candidate).len() == 2;
            assert_eq!(primes_of(n), slow.into_iter().filter(prime).collect::<Vec<_>>());
        }
    }

    #[test]
    fn mersenne_numbers_are_products() {
        for n in 1..400u32 {
            let product: BigUint = divisors(n).into_iter().map(cyclotomic_at_two).product();
            assert_eq!(product, (BigUint::one() << n) - 1u32, "{n}");
        }
    }
}
