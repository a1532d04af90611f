//! Natural numbers of a few 64-bit words, least word first, without an allocation.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigUint;

/// The words that the largest takes.
const WORDS: usize = 10;

/// The bits of the largest.
pub(super) const BITS: u32 = 64 * WORDS as u32;

/// The largest power of ten in a word: decimal digits are made nineteen at a time.
const TEN_19: u64 = 10_000_000_000_000_000_000;
const CHUNK: usize = 19;

/// A natural number of up to 640 bits, held in place, so that a hundred million of them pass
/// without an allocation. It compares and prints as a number, and turns into a [`BigUint`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wide {
    words: [u64; WORDS],
}

impl Wide {
    /// Of no more than [`WORDS`] words.
    #[inline]
    pub(super) fn new<const W: usize>(number: &[u64; W]) -> Wide {
        let mut words = [0; WORDS];
        words[..W].copy_from_slice(number);
        Wide { words }
    }

    /// The even number above an odd one.
    pub(crate) fn above_odd(mut self) -> Wide {
        for word in &mut self.words {
            let (sum, carry) = word.overflowing_add(1);
            *word = sum;
            if !carry {
                break;
            }
        }
        self
    }

    /// The even number below an odd one.
    pub(crate) fn below_odd(mut self) -> Wide {
        self.words[0] &= !1;
        self
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.words == [0; WORDS]
    }

    /// Divides by [`TEN_19`], and returns the remainder.
    fn take_chunk(&mut self, length: usize) -> u64 {
        let mut remainder = 0u64;
        for word in self.words[..length].iter_mut().rev() {
            let dividend = u128::from(remainder) << 64 | u128::from(*word);
            *word = (dividend / u128::from(TEN_19)) as u64;
            remainder = (dividend % u128::from(TEN_19)) as u64;
        }
        remainder
    }
}

impl Ord for Wide {
    fn cmp(&self, other: &Wide) -> Ordering {
        compare(&self.words, &other.words)
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Wide) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<Wide> for BigUint {
    fn from(wide: Wide) -> BigUint {
        let halves = wide.words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
        BigUint::new(halves.collect())
    }
}

impl fmt::Display for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = [b'0'; (WORDS + 1) * CHUNK];
        let (mut rest, mut start) = (*self, digits.len());
        let mut length = WORDS;
        loop {
            while length > 0 && rest.words[length - 1] == 0 {
                length -= 1;
            }
            if length == 0 {
                break;
            }
            start -= CHUNK;
            write_chunk(rest.take_chunk(length), &mut digits[start..start + CHUNK]);
        }
        let zeros = digits[start..].iter().take_while(|&&digit| digit == b'0').count();
        let shown = &digits[(start + zeros).min(digits.len() - 1)..];
        f.pad_integral(true, "", std::str::from_utf8(shown).expect("digits are ASCII"))
    }
}

fn write_chunk(mut chunk: u64, digits: &mut [u8]) {
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (chunk % 10) as u8;
        chunk /= 10;
    }
}

impl fmt::Debug for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The product modulo 2^(64·W), which is the product where that fits.
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

#[inline(always)]
pub(super) fn compare<const W: usize>(a: &[u64; W], b: &[u64; W]) -> Ordering {
    for (a, b) in a.iter().zip(b).rev() {
        if a != b {
            return a.cmp(b);
        }
    }
    Ordering::Equal
}

/// The length in bits, and the leading 64 of them.
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

/// The words of a number that fits.
pub(super) fn from_big<const W: usize>(number: &BigUint) -> [u64; W] {
    let mut words = [0; W];
    for (word, digit) in words.iter_mut().zip(number.iter_u64_digits()) {
        *word = digit;
    }
    words
}

#[cfg(test)]
mod tests {
    use num_traits::One;

    use super::*;

    /// Powers of two less a little, which carry through every word.
    fn numbers() -> impl Iterator<Item = BigUint> {
        (1..=BITS).flat_map(|bits| [0u32, 1, 2].map(|less| (BigUint::one() << bits) - 1u32 - less.min(bits)))
    }

    #[test]
    fn printed_as_big_integers_are() {
        for number in numbers() {
            let wide = Wide::new(&from_big::<WORDS>(&number));
            assert_eq!(wide.to_string(), number.to_string());
            assert_eq!(BigUint::from(wide), number);
        }
        assert_eq!(Wide::new(&[0]).to_string(), "0");
    }

    #[test]
    fn arithmetic_of_words() {
        for (a, b) in numbers().zip(numbers().skip(500)).filter(|(a, b)| a.bits() + b.bits() <= BITS.into()) {
            let [x, y] = [&a, &b].map(from_big::<WORDS>);
            assert_eq!(BigUint::from(Wide::new(&product(&x, &y))), &a * &b);
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
            let wide = Wide::new(&from_big::<WORDS>(&number));
            assert_eq!(BigUint::from(wide.above_odd()), &number + 1u32);
            assert_eq!(BigUint::from(wide.below_odd()), &number - 1u32);
        }
    }
}
