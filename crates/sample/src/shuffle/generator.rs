//! The random generator of simulations, and its seed.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use sha2::{Digest, Sha256};

use super::Choices;
use crate::SampleError;
use crate::kernel::{CipherWords, Processor, RandomRows, SEED_BYTES};

/// The random generator of a unit of work: ChaCha with 8 rounds.
///
/// The key is the seed, and the stream is the number of the unit. The units of work depend only on the
/// problem, and unit i draws from (seed, i). So the numbers are the same on any number of threads and on any
/// machine. They are also the same in every release: the tests fix them.
///
/// Anyone who knows the seed and the unit can compute all numbers. For a game, use a seed that cannot be guessed, such as
/// 32 bytes from the operating system.
///
/// ChaCha: D. J. Bernstein, "ChaCha, a variant of Salsa20" (2008).
pub struct Generator {
    words: CipherWords,
}

/// Does not print the state, from which later numbers can be computed.
impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator").finish_non_exhaustive()
    }
}

impl Generator {
    /// Creates the generator of the unit of work with number `unit`.
    ///
    /// ```
    /// # use faro_sample as faro;
    /// use faro::shuffle::{Choices, Generator, Seed};
    /// let seed = Seed::from(7);
    /// let mut unit = Generator::unit(&seed, 3);
    /// assert_eq!(unit.below(52), Generator::unit(&seed, 3).below(52));
    /// ```
    pub fn unit(seed: &Seed, unit: u64) -> Generator {
        Generator {
            words: CipherWords::new(seed.bytes(), unit, Processor::detect()),
        }
    }

    /// Returns the random rows for [kernels](crate::kernel), seeded with the next output of this generator.
    #[doc(hidden)]
    pub fn into_rows(mut self) -> RandomRows {
        let mut seeds = [0; SEED_BYTES];
        for bytes in seeds.as_chunks_mut().0 {
            *bytes = self.words.next_word().to_le_bytes();
        }
        RandomRows::new(&seeds)
    }
}

impl Choices for Generator {
    /// Returns the high half of word × `bound`. A word whose low half is below 2^32 mod `bound` is rejected.
    /// Then ⌊2^32/`bound`⌋ words give each number, so the choice is exactly uniform (Lemire, "Fast random
    /// integer generation in an interval", 2019).
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "the bound must be at least 1");
        let mut product = u64::from(self.words.next_word()) * u64::from(bound);
        if (product as u32) < bound {
            let surplus = bound.wrapping_neg() % bound;
            while (product as u32) < surplus {
                product = u64::from(self.words.next_word()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    fn below_each(&mut self, first: u32, step: i32, numbers: &mut [u32]) {
        let mut done = 0;
        while done < numbers.len() {
            let bound = first.wrapping_add_signed((done as i32).wrapping_mul(step));
            match self.words.draw_some(bound, step, &mut numbers[done..]) {
                0 => (numbers[done], done) = (self.below(bound), done + 1),
                drawn => done += drawn,
            }
        }
    }

    fn weighted_each(&mut self, weights: [u32; 2], indices: &mut [u32]) {
        let sum = weights[0]
            .checked_add(weights[1])
            .expect("weights whose sum fits 32 bits");
        self.below_each(sum, 0, indices);
        indices
            .iter_mut()
            .for_each(|index| *index = u32::from(*index >= weights[0]));
    }

    fn bits(&mut self, count: usize) -> u64 {
        assert!(count <= 64, "{count} bits");
        let words = [0, 32].map(|first| {
            if count > first {
                u64::from(self.words.next_word())
            } else {
                0
            }
        });
        (words[0] | words[1] << 32) & u64::MAX.checked_shr(64 - count as u32).unwrap_or(0)
    }

    /// If `bound` is a power of 2 up to 2^16, each word gives as many numbers as fit in its 32 bits, from the
    /// lowest bits on.
    fn fill_below(&mut self, bound: u32, numbers: &mut [u32]) {
        if !bound.is_power_of_two() || bound > 1 << 16 {
            return self.below_each(bound, 0, numbers);
        }
        let bits = bound.trailing_zeros();
        for chunk in numbers.chunks_mut((32 / bits.max(1)) as usize) {
            let mut word = self.words.next_word();
            for number in chunk {
                *number = word & (bound - 1);
                word >>= bits;
            }
        }
    }
}

/// The seed of a generator: 256 bits.
///
/// This is more than log2 57!, so that every order of 57 cards can occur. A seed is parsed from
///
/// - 64 hexadecimal digits, the 32 bytes in order;
/// - an integer below 2^256, as big-endian bytes;
/// - any other text that is not empty, by its SHA-256.
///
/// `Display` prints the number if it has at most 19
/// digits, and hexadecimal digits otherwise. Parsing either text gives the same seed. `Debug` does not print the seed.
///
/// ```
/// # use faro_sample as faro;
/// use faro::shuffle::Seed;
/// let seed: Seed = "2024".parse()?;
/// assert_eq!(seed, Seed::from(2024));
/// assert_eq!(seed.to_string(), "2024");
/// let long = Seed::from([0xab; 32]);
/// assert_eq!(long.to_string().parse::<Seed>()?, long);
/// assert_ne!("my seed".parse::<Seed>()?, seed);
/// # Ok::<(), faro_sample::SampleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Returns the 32 bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl From<[u8; 32]> for Seed {
    fn from(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[24..].copy_from_slice(&number.to_be_bytes());
        Seed(bytes)
    }
}

impl FromStr for Seed {
    type Err = SampleError;

    fn from_str(text: &str) -> Result<Seed, SampleError> {
        let all = |is: fn(&u8) -> bool| text.bytes().all(|byte| is(&byte));
        match text.len() {
            64 if all(u8::is_ascii_hexdigit) => Ok(from_hexadecimal(text)),
            1.. if all(u8::is_ascii_digit) => from_decimal(text),
            1.. => Ok(Seed(Sha256::digest(text).into())),
            _ => Err(SampleError::NoSeed),
        }
    }
}

fn from_hexadecimal(text: &str) -> Seed {
    let byte =
        |index: usize| u8::from_str_radix(&text[2 * index..2 * index + 2], 16).expect("two digits");
    Seed(std::array::from_fn(byte))
}

fn from_decimal(text: &str) -> Result<Seed, SampleError> {
    let digits = text.trim_start_matches('0');
    // 2^256 has 78 digits: a longer text is not converted to a number.
    if digits.len() > 78 {
        return Err(SampleError::SeedTooLarge);
    }
    let number = BigUint::parse_bytes(digits.as_bytes(), 10)
        .unwrap_or_default()
        .to_bytes_be();
    let start = 32usize
        .checked_sub(number.len())
        .ok_or(SampleError::SeedTooLarge)?;
    let mut bytes = [0; 32];
    bytes[start..].copy_from_slice(&number);
    Ok(Seed(bytes))
}

/// Serializes the seed as a number if [`Display`](fmt::Display) prints a number, otherwise as hexadecimal
/// digits.
#[cfg(feature = "serde")]
impl serde::Serialize for Seed {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.to_string();
        match text.parse() {
            Ok(number) if text.len() < 64 => serializer.serialize_u64(number),
            _ => serializer.serialize_str(&text),
        }
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (high, low) = self.0.split_at(24);
        let number = u64::from_be_bytes(low.try_into().expect("8 bytes"));
        if high.iter().all(|&byte| byte == 0) && number < 10u64.pow(19) {
            return write!(f, "{number}");
        }
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Does not print the seed, because a reader of a log could deal the same decks.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(unit: u64, bound: u32) -> Vec<u32> {
        let mut generator = Generator::unit(&Seed::from(1), unit);
        (0..8).map(|_| generator.below(bound)).collect()
    }

    /// Debug output of a generator, and of the rows made from it, does not contain the state.
    #[test]
    fn debug_output_shows_no_secret() {
        let generator = Generator::unit(&Seed::from(77), 3);
        assert_eq!(format!("{generator:?}"), "Generator { .. }");
        assert_eq!(format!("{:?}", generator.into_rows()), "RandomRows { .. }");
    }

    #[test]
    fn every_number_comes_and_none_beyond() {
        let mut generator = Generator::unit(&Seed::from(1), 0);
        for bound in [1, 2, 3, 5, 52, 1 << 31, (1 << 31) + 1, u32::MAX] {
            let drawn: Vec<u32> = (0..2000).map(|_| generator.below(bound)).collect();
            assert!(drawn.iter().all(|&number| number < bound));
            assert!((0..bound.min(52)).all(|number| bound > 52 || drawn.contains(&number)));
        }
    }

    #[test]
    fn bits_of_a_word_lowest_first() {
        let word = draws(0, 1 << 31)[0];
        let mut bits = [0; 40];
        Generator::unit(&Seed::from(1), 0).fill_below(2, &mut bits);
        assert!(
            (0..31).all(|bit| bits[bit + 1] == word >> bit & 1),
            "below 2^31 drops the lowest bit"
        );
    }

    /// `bits` returns the bits that `fill_below` draws, and both consume the same number of words.
    #[test]
    fn bits_of_a_number() {
        for count in [0, 1, 31, 32, 33, 52, 63, 64] {
            let [mut one, mut other] = [0; 2].map(|unit| Generator::unit(&Seed::from(1), unit));
            let mut bits = vec![0; count];
            one.fill_below(2, &mut bits);
            let number = other.bits(count);
            assert!(
                (0..64).all(|bit| number >> bit & 1 == bits.get(bit).map_or(0, |&bit| bit.into()))
            );
            assert_eq!(one.below(1000), other.below(1000), "{count}");
        }
    }

    /// Draws of many numbers at once equal single draws, also across the ends of blocks and when many words
    /// are rejected.
    #[test]
    fn many_draws_are_single_draws() {
        for (first, step) in [
            (52, 0),
            (300, -1),
            (2, 1),
            (3 << 30, 0),
            (u32::MAX, -7),
            (1 << 31, 1),
            (1, 0),
        ] {
            let [mut single, mut many] = [0; 2].map(|_| Generator::unit(&Seed::from(3), 9));
            for count in [0, 1, 2, 15, 16, 17, 52, 64, 299] {
                let mut numbers = vec![0; count];
                many.below_each(first, step, &mut numbers);
                let bounds = (0..).map(|index: i32| first.wrapping_add_signed(index * step));
                assert!(
                    numbers
                        .iter()
                        .zip(bounds)
                        .all(|(&number, bound)| number == single.below(bound))
                );
                let weights = [first - first / 3, first / 3];
                many.weighted_each(weights, &mut numbers);
                assert!(
                    numbers
                        .iter()
                        .all(|&index| index == single.weighted(&weights) as u32)
                );
            }
        }
    }

    #[test]
    #[should_panic(expected = "at least 1")]
    fn none_of_many_choices_is_among_nothing() {
        Generator::unit(&Seed::from(1), 0).below_each(20, -1, &mut [0; 21]);
    }

    #[test]
    #[should_panic(expected = "at least 1")]
    fn a_choice_among_nothing_is_a_mistake() {
        draws(0, 0);
    }

    fn printed(text: &str) -> String {
        text.parse::<Seed>().unwrap().to_string()
    }

    #[test]
    fn numbers_and_digits() {
        assert_eq!(printed("0"), "0");
        assert_eq!(printed("007"), "7");
        assert_eq!(printed(&format!("{:064x}", 255)), "255");
        assert_eq!(printed(&"F0".repeat(32)), "f0".repeat(32));
        // 2^256 − 1
        let largest =
            "115792089237316195423570985008687907853269984665640564039457584007913129639935";
        assert_eq!(printed(largest), "ff".repeat(32));
    }

    #[test]
    fn what_is_printed_reads_as_the_same() {
        for number in [0, 1, 10u64.pow(19) - 1, 10u64.pow(19), u64::MAX] {
            assert_eq!(printed(&number.to_string()).parse(), Ok(Seed::from(number)));
        }
    }

    #[test]
    fn debug_output_shows_no_seed() {
        assert_eq!(format!("{:?}", Seed::from(77)), "Seed(..)");
        assert_eq!(
            format!("{:#?}", Some(Seed::from([0xab; 32]))),
            "Some(\n    Seed(..),\n)"
        );
    }

    #[test]
    fn no_seeds() {
        assert_eq!("".parse::<Seed>(), Err(SampleError::NoSeed));
        let beyond =
            "115792089237316195423570985008687907853269984665640564039457584007913129639936";
        assert_eq!(beyond.parse::<Seed>(), Err(SampleError::SeedTooLarge));
        assert_eq!(
            "9".repeat(1000).parse::<Seed>(),
            Err(SampleError::SeedTooLarge)
        );
    }
}
