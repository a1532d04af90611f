//! The functions of `avx512` on architectures without it, where they are never called.

use super::known::Known;
use super::primes::Questions;
use super::returns::LANES;
use super::sieve::BLOCK;
use crate::simd::Avx512;

pub(super) struct Buffers;

impl Buffers {
    pub(super) fn new() -> Buffers {
        Buffers
    }
}

pub(super) fn orders(
    avx512: Avx512,
    _: usize,
    _: &[u16],
    _: &Known,
    _: &mut Questions,
    _: &mut [u32; BLOCK],
    _: &mut Buffers,
) {
    avx512.unreachable()
}

pub(super) fn with_multiples_of_three(
    avx512: Avx512,
    _: usize,
    _: &[u32],
    _: &Known,
    _: &mut Buffers,
) -> Vec<u64> {
    avx512.unreachable()
}

pub(super) fn powers_are_one(avx512: Avx512, _: &[u32; LANES], _: &[u32; LANES], _: u32) -> u32 {
    avx512.unreachable()
}
