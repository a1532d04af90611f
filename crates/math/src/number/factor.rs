use std::sync::LazyLock;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use super::budget::Budget;
use super::factorization::{Factorization, UnfactoredError};
use super::{cyclotomic, ecm, factor_u64, prime, quadratic_sieve, rho};

/// Maximum number of bits of a number that is divided by the short list of primes only. Elliptic curves find the next
/// larger factors of such a number faster.
const MAX_BITS_SHORT: u64 = 256;

/// Minimum number of bits of a number for the quadratic sieve. If some levels of elliptic curves find no factor, the
/// sieve is faster than further levels.
const QUADRATIC_SIEVE_MIN_BITS: u64 = 100;

static PRIMES_SHORT: LazyLock<Vec<u32>> = LazyLock::new(|| prime::primes_below(1 << 12));
static PRIMES_LONG: LazyLock<Vec<u32>> = LazyLock::new(|| prime::primes_below(1 << 16));

/// Factors a positive 64-bit number.
pub(super) fn factor_u64(n: u64) -> Factorization<u64> {
    assert!(n > 0, "0 has no factorization");
    let factors = factor_u64::factor(n);
    let primes = factors.iter().flat_map(|(prime, exponent)| std::iter::repeat_n(prime, exponent as usize));
    Factorization::from_primes(primes.collect())
}

/// Factors a positive number of any size within `budget`.
pub(super) fn factor_big(n: &BigUint, budget: &Budget) -> Result<Factorization<BigUint>, UnfactoredError> {
    if let Some(small) = n.to_u64() {
        return Ok(Factorization::from_primes(factor_u64(small).into_primes().map(BigUint::from).collect()));
    }
    let (mut primes, cofactor) = divide_out_small_primes(n);
    let mut composites = cyclotomic::split_special_form(n, cofactor);
    while let Some(part) = composites.pop() {
        if let Some(small) = part.to_u64() {
            primes.extend(factor_u64(small).into_primes().map(BigUint::from));
        } else if prime::is_probable_prime(&part) {
            primes.push(part);
        } else if let Some(factor) = split(&part, budget) {
            composites.push(&part / &factor);
            composites.push(factor);
        } else {
            return Err(UnfactoredError { number: n.clone(), found: primes, resisting: part });
        }
    }
    Ok(Factorization::from_primes(primes))
}

/// Returns a proper factor of `n`, an odd composite of more than 64 bits, if one is found within `budget`.
fn split(n: &BigUint, budget: &Budget) -> Option<BigUint> {
    let powers = [n.sqrt(), n.cbrt()].into_iter().zip([2, 3]);
    if let Some((root, _)) = powers.into_iter().find(|(root, exponent)| root.pow(*exponent) == *n) {
        return Some(root);
    }
    match n.bits() {
        0..QUADRATIC_SIEVE_MIN_BITS => ecm::split_big(n, ecm::ALL_LEVELS, budget),
        bits @ QUADRATIC_SIEVE_MIN_BITS..=quadratic_sieve::MAX_BITS => {
            let levels = if bits < 150 { 5 } else { 6 };
            let levels = if ecm::is_vectorized() { levels } else { levels - 2 };
            ecm::split_big(n, levels, budget).or_else(|| quadratic_sieve::split(n, budget))
        }
        331..=ecm::MAX_BITS => ecm::split_big(n, ecm::ALL_LEVELS, budget),
        _ => rho::split_big(n, budget),
    }
}

/// Divides out the primes of the short or the long list. Returns them, repeated by multiplicity, and the cofactor.
fn divide_out_small_primes(n: &BigUint) -> (Vec<BigUint>, BigUint) {
    let mut primes = Vec::new();
    let mut cofactor = n.clone();
    let primes_to_try = if n.bits() <= MAX_BITS_SHORT { &PRIMES_SHORT } else { &PRIMES_LONG };
    for &prime in primes_to_try.iter() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::natural::Natural;

    fn totient_by_counting(n: u64) -> u64 {
        (0..n).filter(|&x| num_integer::gcd(x, n) == 1).count() as u64
    }

    #[test]
    fn small_numbers_multiply_back() {
        for n in 1..2_000u64 {
            let factors = factor_u64(n);
            assert_eq!(factors.value(), n);
            assert_eq!(factors.totient(), totient_by_counting(n));
            assert!(factors.powers().iter().all(|power| power.prime.is_prime()));
            assert_eq!(factor_big(&n.into(), &Budget::unlimited()).unwrap().to_string(), factors.to_string());
        }
    }

    #[test]
    fn largest_64_bit_numbers() {
        assert_eq!(factor_u64(u64::MAX).to_string(), "3 · 5 · 17 · 257 · 641 · 65537 · 6700417");
        // The largest product of two primes below 2^32 and the largest square of one.
        assert_eq!(factor_u64(18446743979220271189).to_string(), "4294967279 · 4294967291");
        assert_eq!(factor_u64(18446744030759878681).to_string(), "4294967291^2");
    }

    /// Products of two primes that only the quadratic sieve or high levels of elliptic curves find.
    #[test]
    fn products_of_two_primes_of_equal_size() {
        let below_powers =
            [(1u64 << 50) - 27, (1 << 52) - 47, (1 << 53) - 111, (1 << 61) - 1, (1 << 62) - 57];
        for pair in below_powers.windows(2) {
            let factors =
                factor_big(&pair.iter().copied().map(BigUint::from).product(), &Budget::unlimited());
            assert_eq!(factors.unwrap().to_string(), format!("{} · {}", pair[0], pair[1]));
        }
    }

    #[test]
    fn numbers_above_64_bits() {
        let number = (BigUint::one() << 67u32) - 1u32; // Cole 1903
        assert_eq!(
            factor_big(&number, &Budget::unlimited()).unwrap().to_string(),
            "193707721 · 761838257287"
        );
        let mersenne = |exponent: u32| (BigUint::one() << exponent) - 1u32;
        let hard = mersenne(521) * mersenne(607) * 15u32;
        let refused = factor_big(&hard, &Budget::new(std::time::Duration::from_millis(1))).unwrap_err();
        assert_eq!(refused.found, [3u32, 5].map(BigUint::from));
        assert_eq!(
            refused.to_string(),
            "5469232275…8487792655 (341 digits) could not be factored in time: \
             its factor 3646154850…3899186177 (340 digits) is composite, and no factor of it was found; known primes: 3 · 5"
        );
    }
}
