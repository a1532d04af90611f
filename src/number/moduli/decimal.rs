//! Decimal digits of large numbers.

/// Numbers are split into chunks of this number of digits.
const DIGITS: usize = 16;
const BASE: u64 = 10_000_000_000_000_000;

/// The chunks of a number of 640 bits, which has up to 193 digits.
const CHUNKS: usize = 13;

/// A number of up to 640 bits in decimal, with a line feed.
#[derive(Clone, Debug)]
pub(crate) struct DecimalLine {
    /// The digits end at [`END`], where the line feed is. The bytes after it are zeros.
    bytes: [u8; END + WINDOW],
    start: usize,
}

/// The digits of the largest number, in whole chunks.
const END: usize = CHUNKS * DIGITS;

/// Lines of up to this length are copied as this number of bytes, which takes less time than to copy their length.
const WINDOW: usize = 64;

impl DecimalLine {
    pub(crate) fn new() -> DecimalLine {
        let mut bytes = [0; END + WINDOW];
        bytes[END] = b'\n';
        DecimalLine { bytes, start: END }
    }

    /// Replaces the number.
    #[inline]
    pub(super) fn set<const W: usize>(&mut self, mut words: [u64; W]) {
        let mut length = words.iter().rposition(|&word| word != 0).map_or(1, |top| top + 1);
        let mut chunks = self.bytes[..END].as_chunks_mut::<DIGITS>().0.iter_mut().rev();
        self.start = END;
        for chunk in chunks.by_ref() {
            *chunk = digits(divide_by_base(&mut words[..length]));
            self.start -= DIGITS;
            // The base has fewer bits than a word: no more than one word becomes 0.
            length -= usize::from(words[length - 1] == 0);
            if length == 0 {
                let zeros = (u128::from_le_bytes(*chunk) & ONES).trailing_zeros().min(u128::BITS - 1) / 8;
                self.start += zeros as usize;
                break;
            }
        }
    }

    /// Adds one.
    #[inline]
    pub(crate) fn add_one(&mut self) {
        for digit in self.bytes[self.start..END].iter_mut().rev() {
            if *digit != b'9' {
                *digit += 1;
                return;
            }
            *digit = b'0';
        }
        self.start -= 1;
        self.bytes[self.start] = b'1';
    }

    /// Subtracts one from an odd number.
    pub(crate) fn subtract_one_from_odd(&mut self) {
        self.bytes[END - 1] -= 1;
    }

    /// Returns the digits.
    pub(super) fn digits(&self) -> &[u8] {
        &self.bytes[self.start..END]
    }

    /// Appends the digits and the line feed to a text.
    #[inline]
    pub(crate) fn append_to(&self, text: &mut Vec<u8>) {
        match self.bytes[self.start..].first_chunk::<WINDOW>() {
            Some(window) if self.start + WINDOW > END => {
                text.extend_from_slice(window);
                text.truncate(text.len() - (self.start + WINDOW - 1 - END));
            }
            _ => text.extend_from_slice(&self.bytes[self.start..=END]),
        }
    }
}

/// Divides a number by [`BASE`], and returns the remainder.
#[inline]
fn divide_by_base(words: &mut [u64]) -> u64 {
    let Some((top, others)) = words.split_last_mut() else { return 0 };
    let mut remainder = *top % BASE;
    *top /= BASE;
    for word in others.iter_mut().rev() {
        (*word, remainder) = divide_two_words(remainder, *word);
    }
    remainder
}

/// Returns the quotient and the remainder of a number of two words by [`BASE`], which is larger than the high word
/// (Möller and Granlund 2011, algorithm 4).
#[inline]
fn divide_two_words(high: u64, low: u64) -> (u64, u64) {
    /// Both are multiplied by a power of 2 so that the divisor has its highest bit set.
    const SHIFT: u32 = BASE.leading_zeros();
    const DIVISOR: u64 = BASE << SHIFT;
    const RECIPROCAL: u64 = (u128::MAX / DIVISOR as u128) as u64;
    let (high, low) = (high << SHIFT | low >> (u64::BITS - SHIFT), low << SHIFT);
    let estimate = u128::from(RECIPROCAL) * u128::from(high) + (u128::from(high) << 64 | u128::from(low));
    let mut quotient = ((estimate >> 64) as u64).wrapping_add(1);
    let mut remainder = low.wrapping_sub(quotient.wrapping_mul(DIVISOR));
    if remainder > estimate as u64 {
        quotient = quotient.wrapping_sub(1);
        remainder = remainder.wrapping_add(DIVISOR);
    }
    if remainder >= DIVISOR {
        (quotient, remainder) = (quotient.wrapping_add(1), remainder - DIVISOR);
    }
    (quotient, remainder >> SHIFT)
}

/// The lower four bits of each of sixteen bytes.
const ONES: u128 = u128::from_le_bytes([15; DIGITS]);

/// Returns the digits of a chunk, in ASCII.
#[inline]
fn digits(chunk: u64) -> [u8; DIGITS] {
    let (high, low) = (chunk / 100_000_000, chunk % 100_000_000);
    let digits = u128::from(eight_digits(high)) | u128::from(eight_digits(low)) << 64;
    digits.to_le_bytes()
}

/// Returns the digits of a number below 10^8, the first in the lowest byte. They are computed side by side: two groups
/// of four digits, four of two, eight of one.
#[inline]
fn eight_digits(number: u64) -> u64 {
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = (fours * 10_486) >> 20 & 0x7F_0000_007F;
    let twos = hundreds | (fours - 100 * hundreds) << 16;
    let tens = (twos * 103) >> 10 & 0x0F_000F_000F_000F;
    (tens | (twos - 10 * tens) << 8) + 0x3030_3030_3030_3030
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use num_traits::One;

    use super::*;
    use crate::number::montgomery::words_from_big;

    #[test]
    fn eight_digits_of_each_number() {
        for number in (0..100_000_000u64).step_by(997).chain(99_990_000..100_000_000).chain(0..10_000) {
            assert_eq!(eight_digits(number).to_le_bytes(), format!("{number:08}").as_bytes(), "{number}");
        }
    }

    #[test]
    fn quotients_of_two_words() {
        for high in [0, 1, 2, 5, 1 << 32, 1 << 53, BASE / 2, BASE - 2, BASE - 1] {
            for low in [0, 1, BASE - 1, BASE, BASE + 1, 1 << 63, u64::MAX - 1, u64::MAX] {
                let (dividend, divisor) = (u128::from(high) << 64 | u128::from(low), u128::from(BASE));
                let expected = ((dividend / divisor) as u64, (dividend % divisor) as u64);
                assert_eq!(divide_two_words(high, low), expected, "{high} {low}");
            }
        }
    }

    #[test]
    fn digits_of_neighbours() {
        let ten = BigUint::from(10u32);
        let powers = (0..192).flat_map(|k| [1u32, 3].map(|first| ten.pow(k) * first));
        let powers = powers.chain((0..640).map(|k| BigUint::one() << k));
        let mut line = DecimalLine::new();
        for number in powers.flat_map(|power| (0u32..4).map(move |more| &power + more - 1u32)) {
            let mut text = b"7".to_vec();
            line.set::<10>(words_from_big(&number));
            line.append_to(&mut text);
            line.add_one();
            line.append_to(&mut text);
            assert_eq!(text, format!("7{number}\n{}\n", &number + 1u32).as_bytes());
            line.set::<10>([3, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
            line.subtract_one_from_odd();
            assert!(line.digits().ends_with(b"138"), "{:?}", line.digits());
        }
    }
}
