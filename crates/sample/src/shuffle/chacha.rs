use std::fmt;

use super::{Choices, Seed};
use crate::kernel::{CipherWords, Processor, RandomRows, SEED_BYTES};

/// The random generator of a unit of work: ChaCha with 8 rounds.
///
/// The key is the seed, and the stream is the number of the unit. The units of work depend only on the
/// problem, and unit i draws from (seed, i). So the numbers are the same on any number of threads and on any
/// machine. They are also the same in every release: the tests fix them.
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
    /// use faro_sample::shuffle::{Choices, Generator, Seed};
    /// let seed = Seed::from(7);
    /// let mut unit = Generator::unit(&seed, 3);
    /// assert_eq!(unit.below(52), Generator::unit(&seed, 3).below(52));
    /// ```
    pub fn unit(seed: &Seed, unit: u64) -> Generator {
        Generator { words: CipherWords::new(seed.bytes(), unit, Processor::detect()) }
    }

    /// Returns the random rows for [kernels](crate::kernel), seeded with the next output of this generator.
    pub fn into_rows(mut self) -> RandomRows {
        let mut seeds = [0; SEED_BYTES];
        for bytes in seeds.as_chunks_mut().0 {
            *bytes = self.words.next_word().to_le_bytes();
        }
        RandomRows::xoshiro(&seeds)
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

    fn coins(&mut self, count: usize) -> u64 {
        assert!(count <= 64, "{count} coins");
        self.words.highest_bits(count)
    }

    fn weighted_each(&mut self, weights: [u32; 2], indices: &mut [u32]) {
        let sum = weights[0].checked_add(weights[1]).expect("weights whose sum fits 32 bits");
        self.below_each(sum, 0, indices);
        indices.iter_mut().for_each(|index| *index = u32::from(*index >= weights[0]));
    }

    fn bits(&mut self, count: usize) -> u64 {
        assert!(count <= 64, "{count} bits");
        let words = [0, 32].map(|first| if count > first { u64::from(self.words.next_word()) } else { 0 });
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
        assert_eq!(format!("{:?}", RandomRows::chacha(&[0xab; 32], 3)), "RandomRows { .. }");
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
        assert!((0..31).all(|bit| bits[bit + 1] == word >> bit & 1), "below 2^31 drops the lowest bit");
    }

    /// `bits` returns the bits that `fill_below` draws, and both consume the same number of words.
    #[test]
    fn bits_of_a_number() {
        for count in [0, 1, 31, 32, 33, 52, 63, 64] {
            let [mut one, mut other] = [0; 2].map(|unit| Generator::unit(&Seed::from(1), unit));
            let mut bits = vec![0; count];
            one.fill_below(2, &mut bits);
            let number = other.bits(count);
            assert!((0..64).all(|bit| number >> bit & 1 == bits.get(bit).map_or(0, |&bit| bit.into())));
            assert_eq!(one.below(1000), other.below(1000), "{count}");
        }
    }

    /// Draws of many numbers at once equal single draws, also across the ends of blocks and when many words
    /// are rejected.
    #[test]
    fn many_draws_are_single_draws() {
        for (first, step) in [(52, 0), (300, -1), (2, 1), (3 << 30, 0), (u32::MAX, -7), (1 << 31, 1), (1, 0)]
        {
            let [mut single, mut many] = [0; 2].map(|_| Generator::unit(&Seed::from(3), 9));
            for count in [0, 1, 2, 15, 16, 17, 52, 64, 299] {
                let mut numbers = vec![0; count];
                many.below_each(first, step, &mut numbers);
                let bounds = (0..).map(|index: i32| first.wrapping_add_signed(index * step));
                assert!(numbers.iter().zip(bounds).all(|(&number, bound)| number == single.below(bound)));
                let weights = [first - first / 3, first / 3];
                many.weighted_each(weights, &mut numbers);
                assert!(numbers.iter().all(|&index| index == single.weighted(&weights) as u32));
                let coins = many.coins(count.min(64));
                let expected = (0..count.min(64)).map(|_| single.below(2));
                assert!(expected.enumerate().all(|(index, coin)| coins >> index & 1 == coin.into()));
                assert!(coins.checked_shr(count as u32).unwrap_or(0) == 0);
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
}
