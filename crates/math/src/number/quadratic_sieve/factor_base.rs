//! The factor base: the primes modulo which k·n is a square. Only these can divide a value.

use num_bigint::BigUint;
use num_traits::Zero;

use super::modular::{is_square, residue, square_root};
use crate::number::prime::primes_below;

/// Reciprocals are scaled by 2^40, so that the remainder of x is exact if x·p < 2^40.
const RECIPROCAL_BITS: u32 = 40;

/// The primes of the base in increasing order, 2 first.
pub(super) struct FactorBase {
    pub primes: Vec<u32>,
    /// A square root of k·n modulo each prime; 0 if the prime divides k.
    pub roots: Vec<u32>,
    /// The reciprocal of each prime, for [`remainder`].
    pub reciprocals: Vec<u64>,
    /// log₂ of each prime.
    pub logarithms: Vec<f64>,
}

impl FactorBase {
    /// Returns the first `size` primes of the base for `multiple` = k·n.
    ///
    /// # Errors
    ///
    /// A prime of the base that divides n.
    pub(super) fn new(n: &BigUint, multiple: &BigUint, size: usize) -> Result<FactorBase, u32> {
        let mut base =
            FactorBase { primes: vec![2], roots: vec![1], reciprocals: vec![0], logarithms: vec![1.0] };
        // About half of all primes are in the base.
        let mut limit = 16 * (size as u32 + 20);
        let mut next = 1;
        while base.primes.len() < size {
            let primes = primes_below(limit);
            for &prime in &primes[next..] {
                base.consider(prime, n, multiple)?;
                if base.primes.len() == size {
                    break;
                }
            }
            next = primes.len();
            limit *= 2;
        }
        Ok(base)
    }

    /// Adds `prime`, which is odd, if k·n is a square modulo it.
    fn consider(&mut self, prime: u32, n: &BigUint, multiple: &BigUint) -> Result<(), u32> {
        let square = residue(multiple, prime);
        let root = match square {
            0 if (n % prime).is_zero() => return Err(prime),
            0 => 0,
            _ if is_square(square, prime) => square_root(square, prime),
            _ => return Ok(()),
        };
        self.primes.push(prime);
        self.roots.push(root);
        self.reciprocals.push((1 << RECIPROCAL_BITS) / u64::from(prime) + 1);
        self.logarithms.push(f64::from(prime).log2());
        Ok(())
    }

    /// Returns the number of primes.
    pub(super) fn len(&self) -> usize {
        self.primes.len()
    }

    /// Returns the largest prime.
    pub(super) fn largest(&self) -> u32 {
        self.primes[self.primes.len() - 1]
    }
}

/// Returns `x` modulo `prime`, given its scaled reciprocal, if x·p < 2^40.
#[inline(always)]
pub(super) fn remainder(x: u32, prime: u32, reciprocal: u64) -> u32 {
    x - ((u64::from(x) * reciprocal) >> RECIPROCAL_BITS) as u32 * prime
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_of_a_multiple() {
        let n = BigUint::from(4_294_967_291u64) * 4_294_967_279u64;
        let multiple = &n * 15u32;
        let base = FactorBase::new(&n, &multiple, 300).unwrap();
        let expected = primes_below(10_000).into_iter().filter(|&prime| {
            let square = residue(&multiple, prime);
            (0..prime).any(|x| u64::from(x).pow(2) % u64::from(prime) == u64::from(square))
        });
        assert!(base.primes.iter().copied().eq(expected.take(300)));
        for ((&prime, &root), &reciprocal) in
            base.primes.iter().zip(&base.roots).zip(&base.reciprocals).skip(1)
        {
            assert_eq!(BigUint::from(root).pow(2) % prime, &multiple % prime);
            for x in (0..1 << 19).step_by(997).chain([prime - 1, prime, 2 * prime, (1 << 19) - 1]) {
                assert_eq!(remainder(x, prime, reciprocal), x % prime, "{x} mod {prime}");
            }
        }
        assert_eq!(FactorBase::new(&(&n * 101u32), &(&n * 101u32), 300).err(), Some(101));
    }
}
