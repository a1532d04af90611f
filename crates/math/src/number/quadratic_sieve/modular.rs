//! Arithmetic modulo the primes of the factor base.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

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
pub(super) fn square_root(square: u32, prime: u32) -> u32 {
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
        let known = modulo_q[(q % residue) as usize];
        modulo_q.push(multiply(q - q / residue, known, q));
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
    use crate::number::prime::primes_below;

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
