//! Proofs of primality by Pocklington's theorem.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

use super::budget::Budget;
use super::factor::factor_big;

/// The bases that are tried in Pocklington's theorem. For a prime n, a random base fails for the prime q with
/// probability 1/q, so that all 25 fail for q = 2 with probability 2^-25. Then n is not proved.
const BASES: [u32; 25] = [
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
];

/// Returns whether `n`, which passed the primality test, is proved prime. Below 2^64 it is always proved. Above, it is
/// proved if enough of n − 1 can be factored within `budget`.
pub(super) fn is_proved(n: &BigUint, budget: &Budget) -> bool {
    if n.to_u64().is_some() {
        return true;
    }
    let primes: Vec<BigUint> = match factor_big(&(n - 1u32), budget) {
        Ok(factors) => factors
            .powers()
            .iter()
            .map(|power| power.prime.clone())
            .collect(),
        Err(unfactored) => unfactored.found,
    };
    is_proved_by(n, &primes, budget)
}

/// Returns whether `n` is proved prime as [`is_proved`] does, given prime factors `primes` of n − 1.
///
/// If for each prime q of a divisor F of n − 1 some a has a^(n−1) ≡ 1 and a^((n−1)/q) − 1
/// coprime to n, every divisor of n is ≡ 1 modulo F (Pocklington 1914). Then n is prime if F > √n,
/// or if F > ∛n and n = 1 + c₁F + c₂F² with c₁² − 4c₂ not a square (Brillhart, Lehmer and Selfridge
/// 1975; Crandall and Pomerance, *Prime Numbers*, theorem 4.1.5).
pub(super) fn is_proved_by(n: &BigUint, primes: &[BigUint], budget: &Budget) -> bool {
    if n.to_u64().is_some() {
        return true;
    }
    let below = n - 1u32;
    let mut divisor = BigUint::one();
    for prime in primes {
        if is_sufficient(n, &divisor) {
            break;
        }
        if is_proved(prime, budget) && has_witness(n, prime) {
            divisor *= largest_power(&below, prime);
        }
    }
    is_sufficient(n, &divisor)
}

/// Returns whether `n` must be prime if all its divisors are ≡ 1 modulo F = `divisor`.
fn is_sufficient(n: &BigUint, divisor: &BigUint) -> bool {
    if divisor * divisor > *n {
        return true;
    }
    if divisor.pow(3) <= *n {
        return false;
    }
    let (second, first) = (n / divisor).div_rem(divisor);
    let (square, fourfold) = (&first * &first, second * 4u32);
    square < fourfold || {
        let discriminant = square - fourfold;
        let root = discriminant.sqrt();
        &root * &root != discriminant
    }
}

/// Returns whether one of the bases satisfies the conditions of Pocklington's theorem for q = `prime`.
fn has_witness(n: &BigUint, prime: &BigUint) -> bool {
    let below = n - 1u32;
    let part = &below / prime;
    BASES.iter().any(|&base| {
        let power = BigUint::from(base).modpow(&part, n);
        power.modpow(prime, n).is_one() && (power + &below).gcd(n).is_one()
    })
}

/// Returns the largest power of `prime` that divides `n`.
fn largest_power(n: &BigUint, prime: &BigUint) -> BigUint {
    let mut power = prime.clone();
    while n.is_multiple_of(&(&power * prime)) {
        power *= prime;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Natural;

    fn mersenne(exponent: u32) -> BigUint {
        (BigUint::one() << exponent) - 1u32
    }

    #[test]
    fn known_primes_are_proved() {
        let budget = Budget::unlimited();
        // Mersenne primes (Powers 1911, 1914; Lucas 1876) and the least prime above 10^20.
        for prime in [
            mersenne(89),
            mersenne(107),
            mersenne(127),
            BigUint::from(10u32).pow(20) + 39u32,
        ] {
            assert!(is_proved(&prime, &budget), "{prime}");
        }
        // The product of the powers of 2 and 3 in 2^127 − 2 is too small.
        assert!(!is_proved_by(
            &mersenne(127),
            &[2u32, 3].map(BigUint::from),
            &budget
        ));
    }

    #[test]
    fn composites_are_not_proved() {
        let budget = Budget::unlimited();
        // A product of two primes, a Carmichael number (Chernick 1939, k = 10^9 + 186), 2^101 − 1.
        let k = BigUint::from(1_000_000_186u64);
        let chernick = [6u32, 12, 18].map(|times| &k * times + 1u32);
        let carmichael: BigUint = chernick.iter().product();
        for composite in [mersenne(61) * mersenne(31), carmichael, mersenne(101)] {
            assert!(!is_proved(&composite, &budget), "{composite}");
        }
    }

    /// Among numbers whose divisors are all ≡ 1 modulo F, `is_sufficient` identifies the primes.
    #[test]
    fn numbers_with_divisors_of_one_form() {
        for divisor in [6u64, 10, 30] {
            let (from, to) = (divisor * divisor, divisor.pow(3));
            for n in (from + 1..to).filter(|n| n % divisor == 1) {
                let all_alike = (2..n).filter(|d| n % d == 0).all(|d| d % divisor == 1);
                if all_alike {
                    assert_eq!(
                        is_sufficient(&n.into(), &divisor.into()),
                        n.is_prime(),
                        "{n}"
                    );
                }
            }
        }
    }
}
