//! Montgomery multiplication modulo an odd 64-bit number.
//!
//! The Montgomery form of a residue x is x·2^64 mod n. Products, sums and differences of numbers in this form are in
//! this form, and the form of 0 is 0.

/// Arithmetic modulo an odd `n`, on residues in Montgomery form.
#[derive(Clone, Copy)]
pub(crate) struct MontgomeryU64 {
    n: u64,
    /// n⁻¹ modulo 2^64.
    inverse: u64,
    /// The Montgomery form of 1.
    one: u64,
}

impl MontgomeryU64 {
    /// Prepares the arithmetic for an odd `n`.
    pub(crate) fn new(n: u64) -> MontgomeryU64 {
        debug_assert!(n % 2 == 1);
        MontgomeryU64 {
            n,
            inverse: inverse_mod_2_64(n),
            one: (u64::MAX % n + 1) % n,
        }
    }

    /// Returns 1 in Montgomery form.
    pub(crate) fn one(&self) -> u64 {
        self.one
    }

    /// Returns −1 in Montgomery form.
    pub(crate) fn minus_one(&self) -> u64 {
        self.sub(0, self.one)
    }

    /// Converts a number to Montgomery form.
    pub(crate) fn encode(&self, x: u64) -> u64 {
        ((u128::from(x) << 64) % u128::from(self.n)) as u64
    }

    /// Converts from Montgomery form to the residue below `n`.
    pub(crate) fn decode(&self, x: u64) -> u64 {
        self.mul(x, 1)
    }

    /// Returns `base^exponent`. `base` and the result are in Montgomery form.
    pub(crate) fn pow(&self, base: u64, exponent: u64) -> u64 {
        let bits = (0..u64::BITS - exponent.leading_zeros()).rev();
        bits.fold(self.one, |power, bit| {
            let square = self.mul(power, power);
            if exponent >> bit & 1 == 1 {
                self.mul(square, base)
            } else {
                square
            }
        })
    }

    /// Returns the product of two residues.
    #[inline]
    pub(crate) fn mul(&self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let multiple = (product as u64).wrapping_mul(self.inverse);
        let low = (u128::from(multiple) * u128::from(self.n)) >> 64;
        // The low words of the product and of the multiple of n are equal and cancel.
        self.sub((product >> 64) as u64, low as u64)
    }

    /// Returns the sum of two residues.
    #[inline]
    pub(crate) fn add(&self, a: u64, b: u64) -> u64 {
        self.sub(a, self.n - b)
    }

    /// Returns the difference of two residues.
    #[inline]
    pub(crate) fn sub(&self, a: u64, b: u64) -> u64 {
        let (difference, borrowed) = a.overflowing_sub(b);
        if borrowed {
            difference.wrapping_add(self.n)
        } else {
            difference
        }
    }
}

/// Returns `base^exponent mod modulus`.
///
/// # Panics
///
/// If `modulus` is 0.
pub(crate) fn pow_mod_u64(base: u64, exponent: u64, modulus: u64) -> u64 {
    if modulus % 2 == 1 {
        let ring = MontgomeryU64::new(modulus);
        return ring.decode(ring.pow(ring.encode(base), exponent));
    }
    let modulus = u128::from(modulus);
    let (mut power, mut square, mut exponent) = (1 % modulus, u128::from(base) % modulus, exponent);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = power * square % modulus;
        }
        square = square * square % modulus;
        exponent /= 2;
    }
    power as u64
}

/// Returns the inverse of an odd `n` modulo 2^64, by Newton's iteration. The first value `3n ^ 2` is correct
/// to 5 bits, and each of four steps doubles the number of correct bits.
pub(crate) fn inverse_mod_2_64(n: u64) -> u64 {
    let mut x = n.wrapping_mul(3) ^ 2;
    let mut bits = 5;
    while bits < 64 {
        x = x.wrapping_mul(2u64.wrapping_sub(n.wrapping_mul(x)));
        bits *= 2;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moduli near powers of two and the ends of the range, where a carry could be lost.
    const EDGES: [u64; 8] = [
        1,
        3,
        5,
        (1 << 32) - 1,
        (1 << 32) + 1,
        (1 << 63) + 1,
        u64::MAX - 2,
        u64::MAX,
    ];

    #[test]
    fn words_agree_with_division() {
        for n in EDGES {
            let ring = MontgomeryU64::new(n);
            for a in [0, 1, 2, n / 2, n.saturating_sub(1)].map(|a| a % n) {
                for b in [0, 1, n / 3, n - 1].map(|b| b % n) {
                    let (x, y) = (ring.encode(a), ring.encode(b));
                    let (a, b, wide) = (u128::from(a), u128::from(b), u128::from(n));
                    assert_eq!(u128::from(ring.decode(ring.mul(x, y))), a * b % wide);
                    assert_eq!(u128::from(ring.decode(ring.add(x, y))), (a + b) % wide);
                    assert_eq!(
                        u128::from(ring.decode(ring.sub(x, y))),
                        (a + wide - b) % wide
                    );
                }
            }
        }
    }

    #[test]
    fn powers_agree_with_repeated_multiplication() {
        for n in [1u64, 2, 3, 10, 12, 51, 53, 64, 1001] {
            for base in 0..15 {
                let mut power = 1 % n;
                for exponent in 0..40 {
                    assert_eq!(
                        pow_mod_u64(base, exponent, n),
                        power,
                        "{base}^{exponent} mod {n}"
                    );
                    power = power * base % n;
                }
            }
        }
    }
}
