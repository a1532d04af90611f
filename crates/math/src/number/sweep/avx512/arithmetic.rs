//! Arithmetic modulo 2^32 in sixteen lanes, and lists of what the lanes have found.

use std::arch::x86_64::*;

use faro_simd::registers::store;

/// The inverses of odd numbers modulo 2^32, by Newton's iteration.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn inverse(odd: __m512i) -> __m512i {
    let two = _mm512_set1_epi32(2);
    let mut inverse = _mm512_xor_si512(_mm512_mullo_epi32(odd, _mm512_set1_epi32(3)), two);
    for _ in 0..3 {
        inverse = _mm512_mullo_epi32(inverse, _mm512_sub_epi32(two, _mm512_mullo_epi32(odd, inverse)));
    }
    inverse
}

/// ⌊n/3⌋ for numbers n below 2^31 that are not multiples of 3. Either n − 1 or n − 2 is a multiple of 3, and of the
/// two only the multiple has a product with the inverse of 3 that is small.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn third(number: __m512i) -> __m512i {
    let inverse = _mm512_set1_epi32(INVERSE_OF_3);
    let third = |less: i32| _mm512_mullo_epi32(_mm512_sub_epi32(number, _mm512_set1_epi32(less)), inverse);
    _mm512_min_epu32(third(1), third(2))
}

/// The inverse of 3 modulo 2^32.
pub(super) const INVERSE_OF_3: i32 = 0xaaaa_aaab_u32 as i32;

/// The numbers coprime to 6 at sixteen indices: 1, 5, 7, 11, …
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn number(index: __m512i) -> __m512i {
    let one = _mm512_set1_epi32(1);
    let thrice = _mm512_add_epi32(index, _mm512_add_epi32(index, index));
    _mm512_add_epi32(_mm512_add_epi32(thrice, one), _mm512_and_si512(index, one))
}

/// The exponents of 2 in sixteen numbers; −1 for 0.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
pub(super) fn trailing_zeros(number: __m512i) -> __m512i {
    let lowest = _mm512_and_si512(number, _mm512_sub_epi32(_mm512_setzero_si512(), number));
    _mm512_sub_epi32(_mm512_set1_epi32(31), _mm512_lzcnt_epi32(lowest))
}

/// Writes the selected numbers to a list, from index `length` on. Sixteen entries are overwritten.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn append(list: &mut [u32], length: usize, selected: u16, numbers: __m512i) {
    store(_mm512_maskz_compress_epi32(selected, numbers), sixteen_mut(list, length));
}

/// Sixteen entries of a list, which is longer than what is in it by a register.
#[inline]
pub(super) fn sixteen<T>(list: &[T], start: usize) -> &[T; 16] {
    list[start..].first_chunk().expect("a list has a register to spare")
}

#[inline]
pub(super) fn sixteen_mut<T>(list: &mut [T], start: usize) -> &mut [T; 16] {
    list[start..].first_chunk_mut().expect("a list has a register to spare")
}
