//! The functions of `interleave` on architectures without AVX-512, where they are never called.

use super::{Avx512, StreamingStores};

pub fn interleave_pair<T: Copy>(
    avx512: Avx512,
    _: [&[T]; 2],
    _: &mut [T],
    _: Option<&StreamingStores>,
) -> usize {
    avx512.unreachable()
}

pub fn take_column<T: Copy>(
    avx512: Avx512,
    _: &[T],
    _: usize,
    _: &mut [T],
    _: Option<&StreamingStores>,
) -> usize {
    avx512.unreachable()
}
