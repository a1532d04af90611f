//! The random numbers of a shuffle: rows of sixteen 64-bit numbers for kernels, and the words of the cipher.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod chacha;
mod xoshiro;

use std::fmt;

use faro_simd::{Processor, compiled_fn};

use chacha::{BLOCK_WORDS, KeystreamBlocks, Lanes, WORDS, encipher_portable};

#[cfg(target_arch = "x86_64")]
pub(super) use avx512::Generators;
pub(super) use xoshiro::{GENERATORS, RandomRow};
pub use xoshiro::{RandomRows, SEED_BYTES};

impl RandomRows {
    /// Fills the rows with the next numbers, by the instructions of `processor`.
    pub(super) fn fill(&mut self, rows: &mut [RandomRow], processor: Processor) {
        fill(processor, self, rows);
    }
}

compiled_fn! {
    fn fill(processor: Processor, random: &mut RandomRows, rows: &mut [RandomRow]) {
        random.fill_portable(rows);
    } with avx512::fill
}

/// The 32-bit words of a stream of ChaCha with 8 rounds, in order.
///
/// The first block is computed alone, since a search for seeds needs few words of each stream. Then sixteen
/// blocks are computed at a time.
pub struct CipherWords {
    blocks: KeystreamBlocks,
    processor: Processor,
    words: [u32; WORDS],
    /// The index of the next word in `words`.
    returned: usize,
}

/// Does not print the words, which are secret.
impl fmt::Debug for CipherWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CipherWords").finish_non_exhaustive()
    }
}

impl CipherWords {
    /// Creates the words of `stream` with `key`, computed with the instructions of `processor`.
    pub fn new(key: &[u8; 32], stream: u64, processor: Processor) -> CipherWords {
        CipherWords {
            blocks: KeystreamBlocks::new(key, stream),
            processor,
            words: [0; WORDS],
            returned: WORDS,
        }
    }

    /// Returns the next word.
    #[inline]
    pub fn next_word(&mut self) -> u32 {
        if self.returned == WORDS {
            self.encipher();
        }
        self.returned += 1;
        self.words[self.returned - 1]
    }

    /// Fills the start of `numbers` with random numbers; returns how many were drawn.
    ///
    /// The i-th number is below `first` + i·`step`, and takes one word. Only words that are already computed
    /// are used. If one of these words may have to be rejected, nothing is drawn and the result is 0.
    #[inline]
    pub fn draw_some(&mut self, first: u32, step: i32, numbers: &mut [u32]) -> usize {
        if self.returned == WORDS {
            self.encipher();
        }
        let words = &self.words[self.returned..];
        let count = words.len().min(numbers.len());
        let (words, numbers) = (&words[..count], &mut numbers[..count]);
        let drawn = multiply(self.processor, words, first, step, numbers);
        let drawn = if drawn { count } else { 0 };
        self.returned += drawn;
        drawn
    }

    #[cold]
    fn encipher(&mut self) {
        if self.blocks.is_new() {
            self.returned = WORDS - BLOCK_WORDS;
            self.words[self.returned..].copy_from_slice(&self.blocks.next_block());
            return;
        }
        self.returned = 0;
        encipher(self.processor, &self.blocks.next_start(), &mut self.words);
    }
}

compiled_fn! {
    fn encipher(processor: Processor, start: &[Lanes; BLOCK_WORDS], words: &mut [u32; WORDS]) {
        encipher_portable(start, words);
    } with avx512::encipher
}

/// Writes the high halves of word × bound, and returns whether all low halves are above the bound. If so, no
/// word is rejected, and no bound is 0.
#[inline(always)]
fn multiply_portable(words: &[u32], first: u32, step: i32, numbers: &mut [u32]) -> bool {
    let (mut bound, mut is_low) = (first, 0);
    for (number, &word) in numbers.iter_mut().zip(words) {
        let product = u64::from(word) * u64::from(bound);
        *number = (product >> 32) as u32;
        is_low |= u32::from(product as u32 <= bound);
        bound = bound.wrapping_add_signed(step);
    }
    is_low == 0
}

compiled_fn! {
    fn multiply(processor: Processor, words: &[u32], first: u32, step: i32, numbers: &mut [u32]) -> bool {
        multiply_portable(words, first, step, numbers)
    } with multiply_avx512
}

#[cfg(target_arch = "x86_64")]
faro_simd::avx512_fn! {
    fn multiply_avx512(_avx512: Avx512, words: &[u32], first: u32, step: i32, numbers: &mut [u32]) -> bool {
        if words.len() < 16 {
            return multiply_portable(words, first, step, numbers);
        }
        avx512::multiply(words, first, step, numbers)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, SeedableRng};

    use super::*;

    fn seed() -> [u8; SEED_BYTES] {
        std::array::from_fn(|index| {
            if index % 8 == 0 {
                (index / 8 % 4 + 1) as u8
            } else {
                0
            }
        })
    }

    /// The first numbers for the state 1, 2, 3, 4 in the reference implementation, as in the tests of the
    /// crate rand_xoshiro.
    #[test]
    fn xoshiro_agrees_with_the_reference() {
        let reference = [
            41943041,
            58720359,
            3588806011781223,
            3591011842654386,
            9228616714210784205,
            9973669472204895162,
            14011001112246962877,
            12406186145184390807,
            15849039046786891736,
            10450023813501588000,
        ];
        for processor in Processor::available() {
            let mut rows = [[0; GENERATORS]; 10];
            RandomRows::new(&seed()).fill(&mut rows, processor);
            assert_eq!(
                rows,
                reference.map(|number| [number; GENERATORS]),
                "{processor:?}"
            );
        }
    }

    /// Each generator has its own state, and each call of `fill` continues where the previous one ended.
    #[test]
    fn generators_have_their_own_states() {
        let bytes = std::array::from_fn(|index| (index * index % 251) as u8);
        let mut plain = [[0; GENERATORS]; 20];
        RandomRows::new(&bytes).fill_portable(&mut plain);
        for processor in Processor::available() {
            let (mut source, mut rows) = (RandomRows::new(&bytes), [[0; GENERATORS]; 20]);
            let (first, last) = rows.split_at_mut(7);
            source.fill(first, processor);
            source.fill(last, processor);
            assert_eq!(rows, plain, "{processor:?}");
        }
        let mut alone = bytes;
        alone[32..].fill(0);
        let mut row = [[0; GENERATORS]];
        RandomRows::new(&alone).fill_portable(&mut row);
        assert_eq!((row[0][0], row[0][1]), (plain[0][0], (1u64 << 23) + 1));
    }

    /// The words equal the words of the crate rand, and draws are their products with the bounds.
    #[test]
    fn words_agree_with_rand() {
        for (processor, stream) in Processor::available()
            .into_iter()
            .flat_map(|one| [(one, 0), (one, u64::MAX)])
        {
            let key = std::array::from_fn(|index| (index * 7 + 1) as u8);
            let mut peer = ChaCha8Rng::from_seed(key);
            peer.set_stream(stream);
            let mut words = CipherWords::new(&key, stream, processor);
            for count in 0..100u32 {
                assert_eq!(words.next_word(), peer.next_u32(), "{processor:?}");
                let mut numbers = vec![0; count as usize];
                let drawn = words.draw_some(count, 3, &mut numbers);
                assert!(
                    drawn > 0 || count == 0 || numbers.len() < 2,
                    "no word is near 0 here"
                );
                for (number, bound) in numbers[..drawn].iter().zip((count..).step_by(3)) {
                    let product = u64::from(peer.next_u32()) * u64::from(bound);
                    assert_eq!(u64::from(*number), product >> 32, "{processor:?}");
                }
            }
        }
    }
}
