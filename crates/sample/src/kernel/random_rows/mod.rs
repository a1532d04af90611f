//! The random numbers of a shuffle, in rows of sixteen 64-bit numbers.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod chacha;
mod words;

use std::fmt;

use words::Xoshiro;

use chacha::ChaCha;
use faro_simd::{Instructions, Processor};

pub use words::{CipherWords, SEED_BYTES};
pub(super) use words::{GENERATORS, Row};

#[cfg(target_arch = "x86_64")]
pub(super) use avx512::{Generators, chacha_row, row};

/// A source of random numbers for kernels: rows of sixteen 64-bit numbers.
#[derive(Clone)]
pub struct RandomRows(pub(super) Source);

/// Does not print the state, from which later numbers can be computed.
impl fmt::Debug for RandomRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RandomRows").finish_non_exhaustive()
    }
}

#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "neither is moved often")]
pub(super) enum Source {
    Xoshiro(Xoshiro),
    ChaCha(ChaCha),
}

impl RandomRows {
    /// Creates sixteen generators xoshiro256++ side by side: fast, for simulation.
    ///
    /// Each generator gives one number of each row. Unlike [`chacha`](Self::chacha), this is not a cipher.
    /// The seed has the state of each generator in turn: four 64-bit numbers, each with the lowest byte
    /// first. A state of zeros, which would never change, becomes 1.
    ///
    /// With random seeds, the probability that two of the generators of 10^12 units overlap is below 2^-100.
    pub fn xoshiro(seed: &[u8; SEED_BYTES]) -> RandomRows {
        RandomRows(Source::Xoshiro(Xoshiro::new(seed)))
    }

    /// Creates a source from ChaCha with 8 rounds: a cipher, for shuffles that must be fair.
    ///
    /// Sixteen blocks of `stream` are computed side by side. A row has the next 64 bits of each block.
    pub fn chacha(key: &[u8; 32], stream: u64) -> RandomRows {
        RandomRows(Source::ChaCha(ChaCha::new(key, stream)))
    }

    /// Fills the rows with the next numbers, by the instructions of `processor`.
    pub(super) fn fill(&mut self, rows: &mut [Row], processor: Processor) {
        match processor.instructions() {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(avx512) => fill_avx512(avx512, self, rows),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => fill_avx2(avx2, self, rows),
            Instructions::Portable | Instructions::Neon(_) | Instructions::Simd128(_) => {
                self.fill_portable(rows);
            }
        }
    }

    /// Fills the rows with the next numbers, by portable code that a caller may compile for more
    /// instructions.
    #[inline(always)]
    pub(super) fn fill_portable(&mut self, rows: &mut [Row]) {
        match &mut self.0 {
            Source::Xoshiro(generators) => generators.fill(rows),
            Source::ChaCha(cipher) => rows.iter_mut().for_each(|row| *row = cipher.row()),
        }
    }
}

#[cfg(target_arch = "x86_64")]
faro_simd::avx512_fn! {
    fn fill_avx512(_avx512: Avx512, source: &mut RandomRows, rows: &mut [Row]) {
        match &mut source.0 {
            Source::Xoshiro(generators) => avx512::fill(generators, rows),
            Source::ChaCha(cipher) => rows.iter_mut().for_each(|row| *row = chacha_row(cipher)),
        }
    }
}

#[cfg(target_arch = "x86_64")]
faro_simd::avx2_fn! {
    fn fill_avx2(_avx2: Avx2, source: &mut RandomRows, rows: &mut [Row]) {
        source.fill_portable(rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed() -> [u8; SEED_BYTES] {
        std::array::from_fn(|index| if index % 8 == 0 { (index / 8 % 4 + 1) as u8 } else { 0 })
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
            RandomRows::xoshiro(&seed()).fill(&mut rows, processor);
            assert_eq!(rows, reference.map(|number| [number; GENERATORS]), "{processor:?}");
        }
    }

    /// Each generator has its own state, and each call of `fill` continues where the previous one ended.
    #[test]
    fn generators_have_their_own_states() {
        let bytes = std::array::from_fn(|index| (index * index % 251) as u8);
        let mut plain = [[0; GENERATORS]; 20];
        RandomRows::xoshiro(&bytes).fill_portable(&mut plain);
        for processor in Processor::available() {
            let (mut source, mut rows) = (RandomRows::xoshiro(&bytes), [[0; GENERATORS]; 20]);
            let (first, last) = rows.split_at_mut(7);
            source.fill(first, processor);
            source.fill(last, processor);
            assert_eq!(rows, plain, "{processor:?}");
        }
        let mut alone = bytes;
        alone[32..].fill(0);
        let mut row = [[0; GENERATORS]];
        RandomRows::xoshiro(&alone).fill_portable(&mut row);
        assert_eq!((row[0][0], row[0][1]), (plain[0][0], (1u64 << 23) + 1));
    }
}
