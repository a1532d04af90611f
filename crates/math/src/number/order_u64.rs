//! The multiplicative order modulo a 64-bit number.

use num_integer::Integer;

use super::factor_u64::factor;
use super::montgomery::{MontgomeryU64, PowersOfTwo, pow_mod_u64};
use super::trial;

/// Number of powers that are computed together: their multiplications are independent and overlap.
const BATCH: usize = 4;

/// Returns the order of `base` modulo `modulus`. The two must be coprime.
///
/// The result is certified: the primes of a 64-bit number are proved, base^(p − 1) ≡ 1 by Fermat's
/// theorem, and each division of the exponent by a prime q stops at a power that was computed and
/// is not 1.
pub(super) fn order(base: u64, modulus: u64) -> u64 {
    // The primes are taken in reverse, because the largest were found last. The first order is usually large, and its
    // least common multiple with 1 costs nothing.
    factor(modulus).iter().rev().fold(1, |order, (prime, exponent)| {
        least_common_multiple(order, order_modulo_prime_power(base, prime, exponent))
    })
}

fn least_common_multiple(a: u64, b: u64) -> u64 {
    if a == 1 || b == 1 {
        return a * b;
    }
    let (large, small) = if a > b { (a, b) } else { (b, a) };
    large * (small / small.gcd(&(large % small)))
}

/// Returns the order modulo `prime`^`exponent` = p^a, lifted from the order modulo p. The residues ≡ 1 modulo p^j form
/// a group of order p modulo p^(j+1), so that each step keeps the order or multiplies it by p.
fn order_modulo_prime_power(base: u64, prime: u64, exponent: u32) -> u64 {
    let mut order = if prime == 2 { 1 } else { order_modulo_odd_prime(base, prime) };
    let mut modulus = prime;
    for _ in 1..exponent {
        modulus *= prime;
        if pow_mod_u64(base, order, modulus) != 1 {
            order *= prime;
        }
    }
    order
}

fn order_modulo_odd_prime(base: u64, prime: u64) -> u64 {
    match u32::try_from(prime) {
        Ok(prime) if base == 2 => trial::order_modulo_small(prime).unwrap_or_else(|| {
            let powers = PowersOfTwo::new(prime);
            least_exponent(u64::from(prime) - 1, |exponents| powers.are_one(exponents))
        }),
        _ => {
            let ring = MontgomeryU64::new(prime);
            let (base, one) = (ring.encode(base), ring.one());
            least_exponent(prime - 1, |exponents| ring.pow_each(base, exponents).map(|power| power == one))
        }
    }
}

/// Returns the least divisor of `exponent` to which the power is 1, given that the power to `exponent` is 1. Each prime
/// is divided out as long as the power stays 1. `are_one` computes the powers to several exponents and compares them
/// with 1.
fn least_exponent(exponent: u64, are_one: impl Fn([u64; BATCH]) -> [bool; BATCH]) -> u64 {
    let factors = factor(exponent);
    let (mut primes, mut order) = (factors.iter(), exponent);
    for _ in 0..factors.len().div_ceil(BATCH) {
        let batch: [_; BATCH] = std::array::from_fn(|_| primes.next().unwrap_or((1, 0)));
        let shorter = batch.map(|(prime, times)| if times > 0 { exponent / prime } else { 0 });
        for (((prime, times), shorter), one) in batch.into_iter().zip(shorter).zip(are_one(shorter)) {
            if one && times > 0 {
                let is_one = |exponent| are_one([exponent; BATCH])[0];
                order /= prime * redundant_power(shorter, prime, times - 1, is_one);
            }
        }
    }
    order
}

/// Returns the largest power of `prime`, up to `prime`^`times`, that can be divided out of `exponent` while the power
/// stays 1.
fn redundant_power(mut exponent: u64, prime: u64, times: u32, is_one: impl Fn(u64) -> bool) -> u64 {
    let redundant = (0..times).take_while(|_| {
        exponent /= prime;
        is_one(exponent)
    });
    redundant.fold(1, |power, _| power * prime)
}
