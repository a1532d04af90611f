//! The cyclotomic polynomials at 2, which are what 2^n − 1 is made of: 2^n − 1 = ∏ Φ_d(2)
//! over the divisors d of n.
//!
//! 2 has the order d modulo each prime of Φ_d(2), except that the greatest prime of d may
//! divide it once more.

mod forms;
mod table;

use num_bigint::BigUint;
use num_traits::One;

use super::budget::Budget;
use super::factor::{Factorization, Unfactored};
use super::natural::Natural;

pub(super) use forms::pieces_of_special_form;

/// The cyclotomic polynomial Φ_d at 2: ∏ (2^(d/e) − 1)^μ(e) over the divisors e of d (Möbius).
/// Φ_12(2) = 13. The cost is that of 2^ω(d) products of up to d bits, where ω(d) is the number
/// of primes of d.
///
/// # Panics
///
/// If `d` is 0, for which there is no polynomial.
///
/// ```
/// use faro::number::cyclotomic_at_two;
/// assert_eq!(cyclotomic_at_two(12), 13u32.into());
/// assert_eq!(cyclotomic_at_two(13), 8191u32.into());
/// ```
pub fn cyclotomic_at_two(d: u32) -> BigUint {
    assert!(d > 0, "there is no cyclotomic polynomial 0");
    let (mut above, mut below) = (BigUint::one(), BigUint::one());
    for (divisor, sign) in squarefree_divisors(d) {
        let mersenne = (BigUint::one() << (d / divisor)) - 1u32;
        if sign > 0 { above *= mersenne } else { below *= mersenne }
    }
    above / below
}

/// The prime factors of Φ_d(2). Up to d = 300, and for most d up to 600, they come from a
/// table (what the Cunningham project collects: Brillhart, Lehmer, Selfridge, Tuckerman and
/// Wagstaff, *Factorizations of b^n ± 1*, 1983 and later); beyond, the number is factored.
///
/// # Errors
///
/// [`Unfactored`] where Φ_d(2) is not in the table and resists for the budget.
///
/// # Panics
///
/// If `d` is 0.
///
/// ```
/// use faro::number::{Budget, factor_cyclotomic};
/// assert_eq!(factor_cyclotomic(11, &Budget::default())?.to_string(), "23 · 89"); // 2^11 − 1
/// assert_eq!(factor_cyclotomic(21, &Budget::default())?.to_string(), "7 · 337"); // 7 divides 21
/// # Ok::<(), faro::number::Unfactored>(())
/// ```
pub fn factor_cyclotomic(d: u32, budget: &Budget) -> Result<Factorization<BigUint>, Unfactored> {
    let value = cyclotomic_at_two(d);
    if let Some(primes) = table::primes(d, &value) {
        return Ok(Factorization::from_primes(primes));
    }
    let mut primes = Vec::new();
    for piece in forms::aurifeuillian(d, value) {
        for power in piece.factor_within(budget)?.powers() {
            primes.extend(std::iter::repeat_n(power.prime.clone(), power.exponent as usize));
        }
    }
    Ok(Factorization::from_primes(primes))
}

/// The primes of `n`, ascending.
pub(super) fn primes_of(n: u32) -> Vec<u32> {
    let mut rest = n;
    let mut primes = Vec::new();
    let mut candidate = 2;
    while rest > 1 {
        if candidate > rest / candidate {
            candidate = rest; // what has no divisor up to its root is prime
        }
        if rest.is_multiple_of(candidate) {
            primes.push(candidate);
        }
        while rest.is_multiple_of(candidate) {
            rest /= candidate;
        }
        candidate += 1;
    }
    primes
}

/// The divisors of `n`, ascending.
pub(super) fn divisors(n: u32) -> Vec<u32> {
    let low =
        (1..=n).take_while(|divisor| *divisor <= n / divisor).filter(|&divisor| n.is_multiple_of(divisor));
    let mut divisors: Vec<u32> = low.collect();
    let high = divisors.iter().rev().map(|divisor| n / divisor).filter(|high| *high > n / high);
    divisors.extend(high.collect::<Vec<_>>());
    divisors
}

/// The divisors of `n` where Möbius' function is not 0, with its sign.
fn squarefree_divisors(n: u32) -> Vec<(u32, i32)> {
    let mut found = vec![(1, 1)];
    for prime in primes_of(n) {
        let with = |&(divisor, sign): &(u32, i32)| (divisor * prime, -sign);
        found.extend(found.iter().map(with).collect::<Vec<_>>());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_arithmetic() {
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
