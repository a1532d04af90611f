//! Multiplication modulo an odd 64-bit number without division (Montgomery 1985).
//!
//! A residue `x` is kept as `x·2^64 mod n`. Products stay in that form, sums and
//! differences are those of ordinary residues, and 0 is 0.

use super::residues::Residues;

/// Arithmetic modulo an odd `n`, on residues in Montgomery's form.
#[derive(Clone, Copy)]
pub(super) struct Montgomery {
    n: u64,
    /// The inverse of `n` modulo 2^64.
    inverse: u64,
    one: u64,
}

impl Montgomery {
    pub(super) fn new(n: u64) -> Montgomery {
        debug_assert!(n % 2 == 1);
        Montgomery { n, inverse: inverse(n), one: (u64::MAX % n + 1) % n }
    }

    pub(super) fn one(&self) -> u64 {
        self.one
    }

    /// −1 in the form.
    pub(super) fn minus_one(&self) -> u64 {
        self.sub(0, self.one)
    }

    /// Into the form.
    pub(super) fn enter(&self, x: u64) -> u64 {
        ((u128::from(x) << 64) % u128::from(self.n)) as u64
    }

    /// Out of the form.
    pub(super) fn leave(&self, x: u64) -> u64 {
        self.mul(x, 1)
    }

    /// `base^exponent`, the base in the form.
    pub(super) fn pow(&self, base: u64, exponent: u64) -> u64 {
        self.pow_each(base, [exponent])[0]
    }
}

impl Residues for Montgomery {
    type Element = u64;

    #[inline(always)]
    fn mul(&self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let multiple = (product as u64).wrapping_mul(self.inverse);
        let low = (u128::from(multiple) * u128::from(self.n)) >> 64;
        // Both halves agree below 2^64, so only the high words remain to subtract.
        self.sub((product >> 64) as u64, low as u64)
    }

    #[inline(always)]
    fn add(&self, a: u64, b: u64) -> u64 {
        self.sub(a, self.n - b)
    }

    #[inline(always)]
    fn sub(&self, a: u64, b: u64) -> u64 {
        let (difference, borrowed) = a.overflowing_sub(b);
        if borrowed { difference.wrapping_add(self.n) } else { difference }
    }
}

/// Several powers at once: a product waits for the one before it in its own power only.
impl Montgomery {
    /// One base to several exponents.
    pub(super) fn pow_each<const K: usize>(&self, base: u64, exponents: [u64; K]) -> [u64; K] {
        let bits = exponents.iter().fold(0, |bits, exponent| bits | exponent);
        // Doubling is much cheaper than a product, and 2 is the base of most questions.
        if base == self.add(self.one, self.one) {
            self.climb(bits, |power, k, bit| {
                let double = self.add(power, power);
                if exponents[k] >> bit & 1 == 1 { double } else { power }
            })
        } else {
            self.climb(bits, |power, k, bit| {
                let multiplied = self.mul(power, base);
                if exponents[k] >> bit & 1 == 1 { multiplied } else { power }
            })
        }
    }

    /// Several bases to one exponent.
    pub(super) fn powers<const K: usize>(&self, bases: [u64; K], exponent: u64) -> [u64; K] {
        self.climb(exponent, |power, k, bit| {
            let multiplied = self.mul(power, bases[k]);
            if exponent >> bit & 1 == 1 { multiplied } else { power }
        })
    }

    /// From the top bit of `bits` down: squares each power, then does what `at` says for the
    /// k-th power and the bit.
    #[inline(always)]
    fn climb<const K: usize>(&self, bits: u64, at: impl Fn(u64, usize, u32) -> u64) -> [u64; K] {
        let mut powers = [self.one; K];
        for bit in (0..u64::BITS - bits.leading_zeros()).rev() {
            for (k, power) in powers.iter_mut().enumerate() {
                *power = at(self.mul(*power, *power), k, bit);
            }
        }
        powers
    }
}

/// `base^exponent mod modulus` for any modulus but 0.
pub(super) fn pow_mod(base: u64, exponent: u64, modulus: u64) -> u64 {
    if modulus % 2 == 1 {
        let ring = Montgomery::new(modulus);
        return ring.leave(ring.pow(ring.enter(base), exponent));
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

/// The inverse of an odd number modulo 2^64, by Newton's iteration: `3n ^ 2` is
/// right to 5 bits, and each of four steps doubles them.
pub(super) const fn inverse(n: u64) -> u64 {
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

    /// Moduli at the edges of a word, where a carry would be lost.
    const EDGES: [u64; 8] = [1, 3, 5, (1 << 32) - 1, (1 << 32) + 1, (1 << 63) + 1, u64::MAX - 2, u64::MAX];

    #[test]
    fn agrees_with_division() {
        for n in EDGES {
            let ring = Montgomery::new(n);
            for a in [0, 1, 2, n / 2, n.saturating_sub(1)].map(|a| a % n) {
                for b in [0, 1, n / 3, n - 1].map(|b| b % n) {
                    let (x, y) = (ring.enter(a), ring.enter(b));
                    let (a, b, wide) = (u128::from(a), u128::from(b), u128::from(n));
                    assert_eq!(u128::from(ring.leave(ring.mul(x, y))), a * b % wide);
                    assert_eq!(u128::from(ring.leave(ring.add(x, y))), (a + b) % wide);
                    assert_eq!(u128::from(ring.leave(ring.sub(x, y))), (a + wide - b) % wide);
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
                    assert_eq!(pow_mod(base, exponent, n), power, "{base}^{exponent} mod {n}");
                    power = power * base % n;
                }
            }
        }
    }
}
