//! Decimal digits of large numbers.

/// Numbers are split into chunks of this number of digits.
const DIGITS: usize = 16;
const BASE: u64 = 10_000_000_000_000_000;

/// The number of chunks whose digits are computed together.
const GROUP: usize = 2;

/// The groups of a number of 640 bits, which has up to 193 digits.
const GROUPS: usize = 7;

/// A number of up to 640 bits in decimal, with a line feed.
#[derive(Clone, Debug)]
pub struct DecimalLine {
    /// The digits end at [`END`], where the line feed is. The bytes after it are zeros.
    bytes: [u8; END + WINDOW],
    start: usize,
}

/// The digits of the largest number, in whole groups.
const END: usize = GROUPS * GROUP * DIGITS;

/// Lines of up to this length are copied as this number of bytes, which takes less time than to copy their length.
const WINDOW: usize = 64;

impl DecimalLine {
    /// Returns the line of the number 0.
    pub fn new() -> DecimalLine {
        let mut bytes = [0; END + WINDOW];
        bytes[END] = b'\n';
        DecimalLine { bytes, start: END }
    }

    /// Replaces the number.
    #[inline(always)]
    pub(super) fn set<const W: usize>(&mut self, mut words: [u64; W]) {
        let mut length = words.iter().rposition(|&word| word != 0).map_or(1, |top| top + 1);
        self.start = END;
        for group in self.bytes[..END].as_chunks_mut().0.iter_mut().rev() {
            let (mut chunks, mut zeros) = ([0; GROUP], GROUP);
            while length > 0 && zeros > 0 {
                zeros -= 1;
                chunks[zeros] = divide_by_base(&mut words[..length]);
                // The base has fewer bits than a word: no more than one word becomes 0.
                length -= usize::from(words[length - 1] == 0);
            }
            *group = digits(chunks);
            self.start -= group.len();
            if length == 0 {
                let top = u128::from_le_bytes(group.as_chunks().0[zeros]) & ONES;
                self.start += zeros * DIGITS + top.trailing_zeros().min(u128::BITS - 1) as usize / 8;
                break;
            }
        }
    }

    /// Returns the digits.
    pub(super) fn digits(&self) -> &[u8] {
        &self.bytes[self.start..END]
    }

    /// Appends the digits and the line feed to a text.
    #[inline(always)]
    pub fn append_to(&self, text: &mut Vec<u8>) {
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

/// Returns the digits of some chunks, in ASCII.
#[inline(always)]
fn digits(chunks: [u64; GROUP]) -> [u8; GROUP * DIGITS] {
    let mut eights = [0; 2 * GROUP];
    for (eights, chunk) in eights.as_chunks_mut().0.iter_mut().zip(chunks) {
        *eights = [chunk / 100_000_000, chunk % 100_000_000];
    }
    let mut fours = [0; 4 * GROUP];
    for (fours, eight) in fours.as_chunks_mut().0.iter_mut().zip(eights) {
        let high = (eight * 109_951_163) >> 40;
        *fours = [high as u32, (eight - 10_000 * high) as u32];
    }
    let mut digits = [0; GROUP * DIGITS];
    for (digits, four) in digits.as_chunks_mut().0.iter_mut().zip(fours) {
        *digits = four_digits(four).to_le_bytes();
    }
    digits
}

/// Returns the digits of a number below 10^4, the first in the lowest byte. They are computed side by side: two groups
/// of two digits, four of one. Without divisions, so that the compiler uses vector instructions.
#[inline(always)]
fn four_digits(number: u32) -> u32 {
    let hundreds = (number * 10_486) >> 20;
    let twos = hundreds | (number - 100 * hundreds) << 16;
    let tens = (twos * 103) >> 10 & 0x0F_000F;
    (tens | (twos - 10 * tens) << 8) + 0x3030_3030
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use num_traits::One;

    use super::*;
    use crate::number::montgomery::words_from_big;

    #[test]
    fn digits_of_chunks() {
        for number in (0..100_000_000u64).step_by(997).chain(99_990_000..100_000_000).chain(0..10_000) {
            let chunk = number * 100_000_000 + 99_999_999 - number;
            assert_eq!(digits([chunk, number]), format!("{chunk:016}{number:016}").as_bytes());
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
    fn digits_of_powers_and_neighbours() {
        let ten = BigUint::from(10u32);
        let powers = (0..192).flat_map(|k| [1u32, 3].map(|first| ten.pow(k) * first));
        let powers = powers.chain((0..640).map(|k| BigUint::one() << k));
        let mut line = DecimalLine::new();
        for number in powers.flat_map(|power| (0u32..4).map(move |more| &power + more - 1u32)) {
            let mut text = b"7".to_vec();
            line.set::<10>(words_from_big(&number));
            line.append_to(&mut text);
            line.append_to(&mut text);
            assert_eq!(text, format!("7{number}\n{number}\n").as_bytes());
        }
    }
}
