use std::fmt;

use super::cipher::Cipher;
use crate::simd::{Instructions, Processor};

/// So many generators stand side by side.
pub(super) const ROW: usize = 16;

/// A word of each generator.
pub(super) type Row = [u64; ROW];

/// So many bytes seed them.
pub const SEED: usize = 32 * ROW;

/// The random words of a unit of work, in rows of sixteen: of fast generators, or of a cipher.
#[derive(Clone)]
pub struct Words(pub(super) Source);

/// Shows nothing of the state, from which the words to come can be computed.
impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Words").finish_non_exhaustive()
    }
}

#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "neither is moved often")]
pub(super) enum Source {
    Fast(Xoshiro),
    Cipher(Cipher),
}

impl Words {
    /// Sixteen generators xoshiro256++ side by side, which speak in turn: for simulation, fast and no cipher.
    /// The seed has, generator after generator, the four words of its state, lowest byte first. A state of
    /// zeros, which would stay so, is 1. States that are drawn at random are far apart, but for a chance below
    /// 2^-100 in 10^12 units.
    ///
    /// D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators" (2021).
    pub fn seeded(bytes: &[u8; SEED]) -> Words {
        Words(Source::Fast(Xoshiro::seeded(bytes)))
    }

    /// ChaCha with 8 rounds, sixteen blocks side by side: for what a person may call fair. Each row of sixteen
    /// words has the next 64 bits of each of sixteen blocks.
    pub fn of_cipher(key: &[u8; 32], stream: u64) -> Words {
        Words(Source::Cipher(Cipher::new(key, stream)))
    }

    /// The words that come next, row after row.
    pub(super) fn fill(&mut self, rows: &mut [Row], processor: Processor) {
        match processor.instructions() {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(avx512) => avx512.words(self, rows),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => avx2.words(self, rows),
            Instructions::Portable => fill(self, rows),
        }
    }
}

/// Written plainly, and compiled for what the processor has.
#[inline(always)]
pub(super) fn fill(words: &mut Words, rows: &mut [Row]) {
    match &mut words.0 {
        Source::Fast(generators) => generators.fill(rows),
        Source::Cipher(cipher) => rows.iter_mut().for_each(|row| *row = cipher.row()),
    }
}

/// Sixteen generators.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Xoshiro {
    pub(super) state: [Row; 4],
}

impl Xoshiro {
    fn seeded(bytes: &[u8; SEED]) -> Xoshiro {
        let mut state = [[0; ROW]; 4];
        for (index, bytes) in bytes.as_chunks().0.iter().enumerate() {
            state[index % 4][index / 4] = u64::from_le_bytes(*bytes);
        }
        for lane in 0..ROW {
            let zero = state.iter().all(|row| row[lane] == 0);
            state[0][lane] |= u64::from(zero);
        }
        Xoshiro { state }
    }

    #[inline(always)]
    fn fill(&mut self, rows: &mut [Row]) {
        let [mut a, mut b, mut c, mut d] = self.state;
        for row in rows {
            for lane in 0..ROW {
                row[lane] = a[lane].wrapping_add(d[lane]).rotate_left(23).wrapping_add(a[lane]);
                let shifted = b[lane] << 17;
                c[lane] ^= a[lane];
                d[lane] ^= b[lane];
                b[lane] ^= c[lane];
                a[lane] ^= d[lane];
                c[lane] ^= shifted;
                d[lane] = d[lane].rotate_left(45);
            }
        }
        self.state = [a, b, c, d];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeds() -> [u8; SEED] {
        std::array::from_fn(|index| if index % 8 == 0 { (index / 8 % 4 + 1) as u8 } else { 0 })
    }

    /// The first words of the state 1, 2, 3, 4 in the reference implementation (as the tests of the crate
    /// rand_xoshiro have them).
    #[test]
    fn words_are_those_of_the_reference() {
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
            let mut rows = [[0; ROW]; 10];
            Words::seeded(&seeds()).fill(&mut rows, processor);
            assert_eq!(rows, reference.map(|word| [word; ROW]), "{processor:?}");
        }
    }

    /// Each generator has its own state, and rows go on where others ended.
    #[test]
    fn generators_have_their_own_states() {
        let bytes = std::array::from_fn(|index| (index * index % 251) as u8);
        let mut plain = [[0; ROW]; 20];
        fill(&mut Words::seeded(&bytes), &mut plain);
        for processor in Processor::available() {
            let (mut words, mut rows) = (Words::seeded(&bytes), [[0; ROW]; 20]);
            let (first, last) = rows.split_at_mut(7);
            words.fill(first, processor);
            words.fill(last, processor);
            assert_eq!(rows, plain, "{processor:?}");
        }
        let mut alone = bytes;
        alone[32..].fill(0);
        let mut row = [[0; ROW]];
        fill(&mut Words::seeded(&alone), &mut row);
        assert_eq!((row[0][0], row[0][1]), (plain[0][0], (1u64 << 23) + 1));
    }
}
