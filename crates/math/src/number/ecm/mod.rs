//! Lenstra's elliptic-curve method (ECM).
//!
//! It finds a factor of a composite at a cost that depends on the size of the factor rather than of the
//! number (Lenstra 1987). Curves in Montgomery's form, Suyama's parameters and the second stage are as in
//! Montgomery, *Speeding the Pollard and elliptic curve methods of factorization*, 1987.
//!
//! Let p be a prime factor of n. If the order of a curve modulo p divides m, then m times any point
//! is the point at infinity modulo p, so that its coordinate Z has the common factor p with n. Curves
//! have different orders and are tried one after another until one has a smooth order.

mod big;
mod curve;
mod lucas_chain;
mod plan;

use std::sync::LazyLock;

use num_integer::Integer;

use super::budget::Budget;
use super::montgomery::{MontgomeryU64, ResidueRing};
use curve::{Curve, suyama};
use plan::Plan;

pub(super) use big::split_big;

// ECM modulo 64-bit numbers, one curve at a time.

/// For each level: B1 and the number of curves. Levels for small factors come first.
const LEVELS: [(u32, usize); 6] = [(27, 2), (47, 2), (70, 2), (125, 2), (165, 2), (205, 60)];

/// The ratio B2/B1.
const BOUND_RATIO: u32 = 25;

static PLANS: LazyLock<Vec<Plan>> = LazyLock::new(|| {
    LEVELS
        .iter()
        .map(|&(bound, _)| Plan::new(bound, BOUND_RATIO * bound, 60))
        .collect()
});

/// Returns a proper factor of the odd composite `n`, if one is found. `n` must not be the square of a prime.
pub(super) fn split_u64(n: u64) -> Option<u64> {
    let ring = MontgomeryU64::new(n);
    let plans = PLANS
        .iter()
        .zip(LEVELS)
        .flat_map(|(plan, (_, curves))| std::iter::repeat_n(plan, curves));
    (6..).zip(plans).find_map(|(sigma, plan)| {
        let divisor = try_curve(&ring, n, sigma, plan)?;
        (1 < divisor && divisor < n).then_some(divisor)
    })
}

/// Runs `plan` on the curve for `sigma`. Returns the greatest common divisor of the result and `n`.
fn try_curve(ring: &MontgomeryU64, n: u64, sigma: u64, plan: &Plan) -> Option<u64> {
    let (start, numerator, denominator) = suyama(ring, sigma, |x| ring.encode(x));
    match invert(ring.decode(denominator), n) {
        Ok(inverse) => {
            let curve = Curve {
                ring,
                a24: ring.mul(&numerator, &ring.encode(inverse)),
            };
            Some(plan.run(&curve, start, &Budget::unlimited())?.gcd(&n))
        }
        Err(shared) => Some(shared),
    }
}

/// Returns the inverse of `x` modulo `n` by the extended Euclidean algorithm. If there is no inverse, the
/// error is their greatest common divisor. The coefficients stay below `n`; their signs alternate.
fn invert(x: u64, n: u64) -> Result<u64, u64> {
    let (mut larger, mut smaller) = (n, x);
    let (mut before, mut coefficient, mut negative) = (0, 1, false);
    while smaller > 1 {
        let quotient = larger / smaller;
        (larger, smaller) = (smaller, larger - quotient * smaller);
        (before, coefficient) = (coefficient, before + quotient * coefficient);
        negative = !negative;
    }
    match smaller {
        0 => Err(larger),
        _ if negative => Ok(n - coefficient),
        _ => Ok(coefficient),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_two_primes_split() {
        // The largest primes below some powers of two; each neighbouring pair is multiplied.
        let primes = [
            65_521u64,
            131_071,
            524_287,
            1_048_573,
            4_194_301,
            16_777_213,
            67_108_859,
            268_435_399,
            1_073_741_789,
            4_294_967_291,
        ];
        for pair in primes.windows(2) {
            let factor = split_u64(pair[0] * pair[1]).expect("a factor");
            assert!(pair.contains(&factor), "{pair:?}");
        }
    }

    #[test]
    fn a_prime_has_no_proper_factor() {
        assert_eq!(split_u64(18_446_744_073_709_551_557), None);
    }

    #[test]
    fn inverses_and_shared_factors() {
        for n in [3u64, 15, 1_000_003, u64::MAX, u64::MAX - 58] {
            for x in (1..60).chain([n - 2, n - 1]).filter(|&x| x < n) {
                match invert(x, n) {
                    Ok(inverse) => {
                        assert_eq!(u128::from(x) * u128::from(inverse) % u128::from(n), 1);
                    }
                    Err(shared) => assert_eq!(shared, x.gcd(&n)),
                }
            }
        }
    }
}
