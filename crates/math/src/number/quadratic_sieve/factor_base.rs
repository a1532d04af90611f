//! The factor base: the primes modulo which k·n is a square. Only these can divide a value.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

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

// Arithmetic modulo the primes of the factor base.

/// Returns `n` mod `modulus`.
pub(super) fn residue(n: &BigUint, modulus: u32) -> u32 {
    (n % modulus).to_u32().unwrap_or(0)
}

pub(super) fn multiply(a: u32, b: u32, prime: u32) -> u32 {
    (u64::from(a) * u64::from(b) % u64::from(prime)) as u32
}

fn power(base: u32, mut exponent: u32, prime: u32) -> u32 {
    let (mut square, mut product) = (base, 1);
    while exponent > 0 {
        if exponent % 2 == 1 {
            product = multiply(product, square, prime);
        }
        square = multiply(square, square, prime);
        exponent /= 2;
    }
    product
}

/// Returns whether a residue other than 0 is a square modulo an odd prime (Euler's criterion).
pub(super) fn is_square(residue: u32, prime: u32) -> bool {
    power(residue, (prime - 1) / 2, prime) == 1
}

/// Returns the inverse of a residue other than 0.
pub(super) fn inverse(residue: u32, prime: u32) -> u32 {
    power(residue, prime - 2, prime)
}

/// Returns a square root of a square modulo an odd prime (Tonelli and Shanks).
fn square_root(square: u32, prime: u32) -> u32 {
    let twos = (prime - 1).trailing_zeros();
    let odd = (prime - 1) >> twos;
    let mut root = power(square, odd.div_ceil(2), prime);
    let mut rest = power(square, odd, prime); // root² = square · rest
    if rest <= 1 {
        return root;
    }
    let Some(other) = (2..prime).find(|&residue| !is_square(residue, prime)) else { return root };
    let mut unit = power(other, odd, prime); // of order 2^twos
    for bit in (0..twos - 1).rev() {
        // The order of `rest` divides 2^(bit + 1); a factor brings it down to 2^bit.
        let square_of_unit = multiply(unit, unit, prime);
        if power(rest, 1 << bit, prime) != 1 {
            root = multiply(root, unit, prime);
            rest = multiply(rest, square_of_unit, prime);
        }
        unit = square_of_unit;
    }
    root
}

/// Returns the inverses of a prime `q` modulo every prime of a list; 0 modulo `q` itself.
///
/// If p·v ≡ −1 modulo q, then (p·v + 1)/q is the inverse of q modulo p: one table of inverses
/// modulo q replaces an Euclidean algorithm for each p.
pub(super) fn inverses_of(q: u32, primes: &[u32]) -> Vec<u32> {
    let mut modulo_q = vec![0, 1];
    for residue in 2..q {
        let smaller = modulo_q[(q % residue) as usize];
        modulo_q.push(multiply(q - q / residue, smaller, q));
    }
    let inverse = |&prime: &u32| match prime % q {
        0 => 0,
        residue => {
            let factor = u64::from(q - modulo_q[residue as usize]);
            ((u64::from(prime) * factor + 1) / u64::from(q)) as u32
        }
    };
    primes.iter().map(inverse).collect()
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

    #[test]
    fn roots_square_back() {
        for prime in primes_below(600).into_iter().skip(1) {
            let squares: Vec<u32> = (1..prime).map(|x| multiply(x, x, prime)).collect();
            for residue in 1..prime {
                assert_eq!(is_square(residue, prime), squares.contains(&residue), "{residue} mod {prime}");
                assert_eq!(multiply(residue, inverse(residue, prime), prime), 1);
            }
            for square in squares {
                let root = square_root(square, prime);
                assert_eq!(multiply(root, root, prime), square, "{square} mod {prime}");
            }
        }
        // p − 1 is divisible by 2^16 and 2^23.
        for prime in [65_537, 998_244_353] {
            for x in 1..200 {
                let root = square_root(multiply(x, x, prime), prime);
                assert!(root == x || root == prime - x, "{x} mod {prime}");
            }
        }
    }

    #[test]
    fn inverses_modulo_many_primes() {
        let primes = primes_below(2_000);
        for q in [3, 7, 101, 997] {
            for (&prime, inverse) in primes.iter().zip(inverses_of(q, &primes)) {
                let expected = if prime == q { 0 } else { 1 };
                assert_eq!(multiply(inverse, q % prime, prime), expected, "1/{q} mod {prime}");
            }
        }
    }
}
