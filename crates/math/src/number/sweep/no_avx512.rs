//! The functions of `avx512` on architectures without it, where they are never called.

use super::power_tests::PowerTests;
use super::sieve::BLOCK;
use super::tables::Known;
use faro_simd::Avx512;

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
    _: Known<'_>,
    _: &mut PowerTests,
    _: &mut [u32; BLOCK],
    _: &mut Buffers,
) {
    avx512.unreachable()
}

pub(super) fn with_multiples_of_three(
    avx512: Avx512,
    _: usize,
    _: &[u32],
    _: Known<'_>,
    _: &mut [u64],
    _: &mut Buffers,
) {
    avx512.unreachable()
}
