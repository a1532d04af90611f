//! The primes of a block and its composites without a factor 5 or 7, apart.

use std::arch::x86_64::*;

use super::lanes::{load_shorts, store_shorts};
use crate::number::sweep::sieve::BLOCK;

/// Lists are written, and read, a vector beyond their ends.
const SPARE: usize = 32;

pub(super) struct Lists {
    primes: Vec<u16>,
    composites: Vec<u16>,
    factors: Vec<u16>,
    prime_count: usize,
    composite_count: usize,
}

/// Places of composites in a block with their smallest factors; both lists are longer than the
/// count, by a vector.
#[derive(Clone, Copy)]
pub(super) struct Composites<'a> {
    pub(super) places: &'a [u16],
    pub(super) factors: &'a [u16],
    pub(super) count: usize,
}

impl Lists {
    pub(super) fn new() -> Lists {
        let list = || vec![0; BLOCK + SPARE];
        let (primes, composites, factors) = (list(), list(), list());
        Lists { primes, composites, factors, prime_count: 0, composite_count: 0 }
    }

    /// The places of the primes, and a vector more than there are.
    pub(super) fn primes(&self) -> (&[u16], usize) {
        (&self.primes, self.prime_count)
    }

    pub(super) fn composites(&self) -> Composites<'_> {
        Composites { places: &self.composites, factors: &self.factors, count: self.composite_count }
    }

    /// Makes the lists from the smallest factors of a block.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
    pub(super) fn fill(&mut self, factors: &[u16]) {
        let (mut primes, mut composites) = (0, 0);
        let mut places = load_shorts(&std::array::from_fn(|lane| lane as u16));
        for chunk in factors.as_chunks::<32>().0 {
            let factors = load_shorts(chunk);
            let prime = _mm512_testn_epi16_mask(factors, factors);
            let composite = _mm512_cmpgt_epu16_mask(factors, _mm512_set1_epi16(7));
            append(&mut self.primes, primes, prime, places);
            append(&mut self.composites, composites, composite, places);
            append(&mut self.factors, composites, composite, factors);
            primes += prime.count_ones() as usize;
            composites += composite.count_ones() as usize;
            places = _mm512_add_epi16(places, _mm512_set1_epi16(32));
        }
        // What is read beyond the end is a number that does no harm: the first, with a factor 11.
        self.primes[primes..primes + SPARE].fill(0);
        self.composites[composites..composites + SPARE].fill(0);
        self.factors[composites..composites + SPARE].fill(11);
        (self.prime_count, self.composite_count) = (primes, composites);
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512vbmi2")]
fn append(list: &mut [u16], length: usize, chosen: u32, numbers: __m512i) {
    let room = (&mut list[length..length + 32]).try_into().expect("thirty-two numbers");
    store_shorts(_mm512_maskz_compress_epi16(chosen, numbers), room);
}
