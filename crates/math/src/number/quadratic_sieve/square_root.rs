//! A factor from a product of relations that is a square.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

use super::factor_base::FactorBase;
use super::relations::Relation;

/// Returns a proper factor of `n`, given relations whose product is a square.
///
/// The product has two known square roots modulo n, one from the polynomials and one from the primes. The result is the
/// greatest common divisor of n and the sum of the roots, or `None` if that is 1 or n. This happens if the roots are
/// the same up to the sign.
pub(super) fn factor_from<'a>(
    n: &BigUint,
    base: &FactorBase,
    relations: impl Iterator<Item = &'a Relation>,
) -> Option<BigUint> {
    let (mut from_polynomials, mut from_primes) = (BigUint::one(), BigUint::one());
    let mut exponents = vec![0u32; base.len()];
    let mut large_primes = Vec::new();
    for relation in relations {
        from_polynomials = from_polynomials * &relation.root % n;
        relation.indices.iter().for_each(|&index| exponents[index as usize] += 1);
        large_primes.push(relation.large_prime);
    }
    large_primes.sort_unstable();
    let small = base.primes.iter().zip(&exponents);
    let small = small.flat_map(|(&prime, &exponent)| std::iter::repeat_n(prime, exponent as usize / 2));
    let mut word = 1u64;
    // The sorted large primes are in pairs of equals, of which every second is used.
    for prime in small.chain(large_primes.into_iter().step_by(2)) {
        word = word.checked_mul(prime.into()).unwrap_or_else(|| {
            from_primes = &from_primes * word % n;
            prime.into()
        });
    }
    let factor = (from_polynomials + from_primes * word % n).gcd(n);
    (!factor.is_one() && factor != *n).then_some(factor)
}
