//! Montgomery multiplication modulo an odd number of a fixed number of 64-bit words.

use num_bigint::BigUint;

use super::ring::ResidueRing;
use super::u64::inverse_mod_2_64;

/// Arithmetic modulo an odd `n` of up to L words, on residues in Montgomery form. The least significant
/// word comes first.
#[derive(Clone, Copy)]
pub(crate) struct MontgomeryMulti<const L: usize> {
    n: [u64; L],
    /// −1/n modulo 2^64.
    inverse: u64,
    /// 2^(128·L) mod n, by which a residue is multiplied to convert it to Montgomery form.
    square: [u64; L],
}

impl<const L: usize> MontgomeryMulti<L> {
    /// Prepares the arithmetic for an odd `n` below 2^(64·L).
    pub(crate) fn new(n: &BigUint) -> MontgomeryMulti<L> {
        let square = words_from_big(&((BigUint::from(1u32) << (128 * L)) % n));
        let n = words_from_big(n);
        MontgomeryMulti {
            n,
            inverse: inverse_mod_2_64(n[0]).wrapping_neg(),
            square,
        }
    }

    /// Returns x − n, or x if the difference is negative. `carry` is the word above x.
    #[inline]
    fn subtract_modulus(&self, x: [u64; L], carry: u64) -> [u64; L] {
        let (difference, borrow) = subtract(x, &self.n);
        let keep = all_bits(carry < u64::from(borrow));
        std::array::from_fn(|i| x[i] & keep | difference[i] & !keep)
    }
}

impl<const L: usize> ResidueRing for MontgomeryMulti<L> {
    type Element = [u64; L];

    #[inline]
    fn add(&self, a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        let (sum, carry) = sum(*a, b);
        self.subtract_modulus(sum, carry.into())
    }

    #[inline]
    fn sub(&self, a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        let (difference, borrow) = subtract(*a, b);
        sum(difference, &self.n.map(|word| word & all_bits(borrow))).0
    }

    /// Returns Montgomery's product. Each word of `a` adds its product with `b`, and the multiple of n that
    /// clears the lowest word, which is dropped.
    fn mul(&self, a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        let mut total = [0u64; L];
        let mut top = 0u64;
        for &word in a {
            let (lowest, mut carry) = multiply_add(total[0], word, b[0], 0);
            let multiple = lowest.wrapping_mul(self.inverse);
            let (_, mut cleared) = multiply_add(lowest, multiple, self.n[0], 0);
            for i in 1..L {
                let sum;
                (sum, carry) = multiply_add(total[i], word, b[i], carry);
                (total[i - 1], cleared) = multiply_add(sum, multiple, self.n[i], cleared);
            }
            let highest = u128::from(top) + u128::from(carry) + u128::from(cleared);
            (total[L - 1], top) = (highest as u64, (highest >> 64) as u64);
        }
        self.subtract_modulus(total, top)
    }

    fn element(&self, number: &BigUint) -> [u64; L] {
        self.mul(&words_from_big(number), &self.square)
    }

    fn number(&self, element: &[u64; L]) -> BigUint {
        let mut one = [0; L];
        one[0] = 1;
        big_from_words(&self.mul(element, &one))
    }
}

/// Returns 64 ones if `set`, else 64 zeros. The mask replaces a branch that cannot be predicted.
#[inline]
fn all_bits(set: bool) -> u64 {
    u64::from(set).wrapping_neg()
}

/// Returns the low and the high word of a + b·c + carry.
#[inline(always)]
fn multiply_add(a: u64, b: u64, c: u64, carry: u64) -> (u64, u64) {
    let wide = u128::from(a) + u128::from(b) * u128::from(c) + u128::from(carry);
    (wide as u64, (wide >> 64) as u64)
}

#[inline]
fn sum<const L: usize>(mut a: [u64; L], b: &[u64; L]) -> ([u64; L], bool) {
    let mut carry = false;
    for (word, &other) in a.iter_mut().zip(b) {
        let (low, first) = word.overflowing_add(other);
        let (low, second) = low.overflowing_add(carry.into());
        *word = low;
        carry = first | second;
    }
    (a, carry)
}

#[inline]
fn subtract<const L: usize>(mut a: [u64; L], b: &[u64; L]) -> ([u64; L], bool) {
    let mut borrow = false;
    for (word, &other) in a.iter_mut().zip(b) {
        let (low, first) = word.overflowing_sub(other);
        let (low, second) = low.overflowing_sub(borrow.into());
        *word = low;
        borrow = first | second;
    }
    (a, borrow)
}

/// Returns the words of `n`, which is below 2^(64·L).
fn words_from_big<const L: usize>(n: &BigUint) -> [u64; L] {
    let mut words = [0; L];
    for (word, digit) in words.iter_mut().zip(n.iter_u64_digits()) {
        *word = digit;
    }
    words
}

/// Returns the number with the words `words`, the lowest first.
fn big_from_words(words: &[u64]) -> BigUint {
    words
        .iter()
        .rev()
        .fold(BigUint::ZERO, |number, &word| (number << 64u32) + word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Odd moduli near powers of two and the ends of the range of L words, and one in between.
    fn moduli<const L: usize>() -> Vec<BigUint> {
        let power = |bits: usize| BigUint::from(1u32) << bits;
        let full = power(64 * L) - 1u32;
        vec![
            &full - 58u32,
            power(64 * L - 1) + 1u32,
            power(64 * (L - 1)) * 6u32 + 1u32,
            full.clone(),
            (full / 5u32) | BigUint::from(1u32),
        ]
    }

    fn agrees_with_big_integers<const L: usize>() {
        for n in moduli::<L>() {
            let ring = MontgomeryMulti::<L>::new(&n);
            let samples = [
                BigUint::ZERO,
                1u32.into(),
                &n - 1u32,
                &n / 3u32,
                &n - (&n >> 7u32),
            ];
            for a in &samples {
                let x = ring.element(a);
                assert_eq!(ring.number(&x), a % &n);
                for b in &samples {
                    let y = ring.element(b);
                    assert_eq!(
                        ring.number(&ring.mul(&x, &y)),
                        a * b % &n,
                        "{a} · {b} mod {n}"
                    );
                    assert_eq!(ring.number(&ring.add(&x, &y)), (a + b) % &n);
                    assert_eq!(ring.number(&ring.sub(&x, &y)), (a + &n - b) % &n);
                }
            }
        }
    }

    #[test]
    fn arithmetic_agrees_with_big_integers() {
        agrees_with_big_integers::<1>();
        agrees_with_big_integers::<2>();
        agrees_with_big_integers::<3>();
        agrees_with_big_integers::<4>();
    }
}
