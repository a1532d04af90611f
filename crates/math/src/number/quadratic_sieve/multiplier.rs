//! The Knuth–Schroeppel multiplier k. The sieve factors n through squares modulo k·n, and k is chosen so that k·n is a
//! square modulo many small primes.

use num_bigint::BigUint;

use super::modular::{is_square, residue};
use crate::number::prime::primes_below;

/// The candidates for k: odd, and without a square factor.
const CANDIDATES: [u32; 40] = [
    1, 3, 5, 7, 11, 13, 15, 17, 19, 21, 23, 29, 31, 33, 35, 37, 39, 41, 43, 47, 51, 53, 55, 57, 59, 61, 65,
    67, 69, 71, 73, 77, 79, 83, 85, 87, 89, 91, 93, 95,
];

/// The score of a multiplier uses the primes below this bound.
const LIMIT: u32 = 1_000;

/// Returns the multiplier with the highest score among the candidates with k·n ≡ 1 modulo 8. For these the polynomials
/// have odd middle coefficients and smaller values.
pub(super) fn best_multiplier(n: &BigUint) -> u32 {
    let primes: Vec<(u32, u32)> =
        primes_below(LIMIT).into_iter().skip(1).map(|prime| (prime, residue(n, prime))).collect();
    let low = residue(n, 8);
    let candidates = CANDIDATES.into_iter().filter(|k| k * low % 8 == 1);
    let best = candidates.max_by(|&a, &b| score(a, &primes).total_cmp(&score(b, &primes)));
    best.unwrap_or(1)
}

/// Returns the expected logarithm of the part of a value that consists of small primes, less half of ln k, by which k
/// enlarges the values.
fn score(k: u32, primes: &[(u32, u32)]) -> f64 {
    let part = |&(prime, n): &(u32, u32)| {
        let logarithm = f64::from(prime).ln();
        match k % prime * n % prime {
            0 => logarithm / f64::from(prime),
            square if is_square(square, prime) => 2.0 * logarithm / f64::from(prime - 1),
            _ => 0.0,
        }
    };
    primes.iter().map(part).sum::<f64>() - f64::from(k).ln() / 2.0
}
