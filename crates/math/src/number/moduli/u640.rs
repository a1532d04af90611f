//! Natural numbers of a fixed number of 64-bit words, least significant word first.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigUint;

use super::decimal::DecimalLine;

/// The number of words of [`U640`].
const WORDS: usize = 10;

/// The number of bits of [`U640`].
pub(super) const BITS: u32 = 64 * WORDS as u32;

/// A natural number of up to 640 bits, stored without a heap allocation.
///
/// It is compared and printed as a number, and converts to [`BigUint`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct U640 {
    words: [u64; WORDS],
}

impl U640 {
    /// Widens a number of at most [`WORDS`] words.
    #[inline]
    pub(super) fn new<const W: usize>(number: &[u64; W]) -> U640 {
        let mut words = [0; WORDS];
        words[..W].copy_from_slice(number);
        U640 { words }
    }

    /// Returns the next number, for an odd one below 2^640 − 1.
    pub fn odd_plus_one(mut self) -> U640 {
        for word in &mut self.words {
            let (sum, carry) = word.overflowing_add(1);
            *word = sum;
            if !carry {
                break;
            }
        }
        self
    }

    /// Returns the number less 1, for an odd one.
    pub fn odd_minus_one(mut self) -> U640 {
        self.words[0] &= !1;
        self
    }

    /// Writes the decimal digits.
    #[inline(always)]
    pub fn write(&self, line: &mut DecimalLine) {
        match self.words {
            [a, b, c, d, 0, 0, 0, 0, 0, 0] => line.set([a, b, c, d]),
            words => line.set(words),
        }
    }
}

impl Ord for U640 {
    fn cmp(&self, other: &U640) -> Ordering {
        compare(&self.words, &other.words)
    }
}

impl PartialOrd for U640 {
    fn partial_cmp(&self, other: &U640) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<U640> for BigUint {
    fn from(wide: U640) -> BigUint {
        let halves = wide.words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
        BigUint::new(halves.collect())
    }
}

impl fmt::Display for U640 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = DecimalLine::new();
        self.write(&mut line);
        f.pad_integral(true, "", std::str::from_utf8(line.digits()).expect("digits are ASCII"))
    }
}

impl fmt::Debug for U640 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Returns the product modulo 2^(64·W).
#[inline(always)]
pub(super) fn product<const W: usize>(a: &[u64; W], b: &[u64; W]) -> [u64; W] {
    let mut words = [0; W];
    for i in 0..W {
        let mut carry = 0;
        for j in 0..W - i {
            let sum = u128::from(a[i]) * u128::from(b[j]) + u128::from(words[i + j]) + carry;
            words[i + j] = sum as u64;
            carry = sum >> 64;
        }
    }
    words
}

/// Compares two numbers.
#[inline(always)]
pub(super) fn compare<const W: usize>(a: &[u64; W], b: &[u64; W]) -> Ordering {
    for (a, b) in a.iter().zip(b).rev() {
        if a != b {
            return a.cmp(b);
        }
    }
    Ordering::Equal
}

/// Returns the number of bits, and the leading 64 bits, for a positive number.
#[inline(always)]
pub(super) fn leading<const W: usize>(words: &[u64; W]) -> (u32, u64) {
    let mut top = W - 1;
    while top > 0 && words[top] == 0 {
        top -= 1;
    }
    let zeros = words[top].leading_zeros();
    let below = if top > 0 { words[top - 1] } else { 0 };
    let pair = u128::from(words[top]) << 64 | u128::from(below);
    (64 * (top as u32 + 1) - zeros, ((pair << zeros) >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use num_traits::One;

    use super::*;
    use crate::number::montgomery::words_from_big;

    /// Numbers just below powers of two, for which carries run through every word.
    fn numbers() -> impl Iterator<Item = BigUint> {
        (1..=BITS).flat_map(|bits| [0u32, 1, 2].map(|less| (BigUint::one() << bits) - 1u32 - less.min(bits)))
    }

    #[test]
    fn printed_like_big_integers() {
        for number in numbers() {
            let wide = U640::new(&words_from_big::<WORDS>(&number));
            assert_eq!(wide.to_string(), number.to_string());
            assert_eq!(BigUint::from(wide), number);
        }
        assert_eq!(U640::new(&[0]).to_string(), "0");
    }

    #[test]
    fn arithmetic_of_words() {
        for (a, b) in numbers().zip(numbers().skip(500)).filter(|(a, b)| a.bits() + b.bits() <= BITS.into()) {
            let [x, y] = [&a, &b].map(words_from_big::<WORDS>);
            assert_eq!(BigUint::from(U640::new(&product(&x, &y))), &a * &b);
            assert_eq!(compare(&x, &y), a.cmp(&b));
            if a > BigUint::ZERO {
                assert_eq!(u64::from(leading(&x).0), a.bits());
                assert_eq!(BigUint::from(leading(&x).1), (&a << 64u32) >> a.bits());
            }
        }
    }

    #[test]
    fn neighbours_of_odd_numbers() {
        for number in numbers().filter(|number| number.bit(0) && number.bits() < BITS.into()) {
            let wide = U640::new(&words_from_big::<WORDS>(&number));
            assert_eq!(BigUint::from(wide.odd_plus_one()), &number + 1u32);
            assert_eq!(BigUint::from(wide.odd_minus_one()), &number - 1u32);
        }
    }
}
