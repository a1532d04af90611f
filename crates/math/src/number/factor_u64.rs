//! The factorization of a 64-bit number.

use super::factorization::Factorization;
use super::{prime, rho};

/// Primes below this number are divided out before Pollard's rho is tried.
const MAX_DIVISOR: u64 = 256;

/// Factors a positive 64-bit number.
pub(super) fn factor_u64(n: u64) -> Factorization<u64> {
    assert!(n > 0, "0 has no factorization");
    let (mut cofactor, mut primes) = (n, Vec::new());
    for divisor in 2..MAX_DIVISOR {
        while cofactor.is_multiple_of(divisor) {
            primes.push(divisor);
            cofactor /= divisor;
        }
        if divisor * divisor > cofactor {
            break;
        }
    }
    add_primes(cofactor, &mut primes);
    Factorization::from_primes(primes)
}

/// Adds the primes of `n`, which is 1 or odd.
fn add_primes(n: u64, primes: &mut Vec<u64>) {
    if prime::is_prime_u64(n) {
        primes.push(n);
    } else if n > 1 {
        let factor = rho::split_u64(n);
        add_primes(factor, primes);
        add_primes(n / factor, primes);
    }
}
