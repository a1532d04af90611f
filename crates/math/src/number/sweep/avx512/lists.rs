//! The primes of a block, and its composites without a factor 5 or 7, each in a list.

use std::arch::x86_64::*;

use crate::number::sweep::sieve::BLOCK;
use faro_simd::registers::{load, store};

/// The numbers of a register. The lists are written and read up to a register beyond their ends.
const SPARE: usize = 32;

pub(super) struct Lists {
    primes: Vec<u16>,
    composites: Vec<u16>,
    factors: Vec<u16>,
    prime_count: usize,
    composite_count: usize,
}

/// The indices of composites in a block, and their smallest prime factors. Both slices are longer than `count` by a
/// register.
#[derive(Clone, Copy)]
pub(super) struct Composites<'a> {
    pub(super) indices: &'a [u16],
    pub(super) factors: &'a [u16],
    pub(super) count: usize,
}

impl Lists {
    pub(super) fn new() -> Lists {
        let list = || vec![0; BLOCK + SPARE];
        let (primes, composites, factors) = (list(), list(), list());
        Lists { primes, composites, factors, prime_count: 0, composite_count: 0 }
    }

    /// The indices of the primes in a slice that is longer by a register, and their number.
    pub(super) fn primes(&self) -> (&[u16], usize) {
        (&self.primes, self.prime_count)
    }

    pub(super) fn composites(&self) -> Composites<'_> {
        Composites { indices: &self.composites, factors: &self.factors, count: self.composite_count }
    }

    /// Makes the lists from the smallest prime factors of a block, in which a prime has 0.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
    pub(super) fn fill(&mut self, factors: &[u16]) {
        let (mut primes, mut composites) = (0, 0);
        let mut indices = load::<u16, 32>(&std::array::from_fn(|lane| lane as u16));
        for chunk in factors.as_chunks::<32>().0 {
            let factors = load(chunk);
            let prime = _mm512_testn_epi16_mask(factors, factors);
            let composite = _mm512_cmpgt_epu16_mask(factors, _mm512_set1_epi16(7));
            append(&mut self.primes, primes, prime, indices);
            append(&mut self.composites, composites, composite, indices);
            append(&mut self.factors, composites, composite, factors);
            primes += prime.count_ones() as usize;
            composites += composite.count_ones() as usize;
            indices = _mm512_add_epi16(indices, _mm512_set1_epi16(32));
        }
        // What is read beyond the ends is the first number, with a factor 11. Its results are not used.
        self.primes[primes..primes + SPARE].fill(0);
        self.composites[composites..composites + SPARE].fill(0);
        self.factors[composites..composites + SPARE].fill(11);
        (self.prime_count, self.composite_count) = (primes, composites);
    }
}

/// Writes the selected numbers to a list, from index `length` on.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi2")]
fn append(list: &mut [u16], length: usize, selected: u32, numbers: __m512i) {
    let to: &mut [u16; SPARE] = list[length..].first_chunk_mut().expect("a list has a register to spare");
    store(_mm512_maskz_compress_epi16(selected, numbers), to);
}
