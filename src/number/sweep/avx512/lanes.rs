//! What vectors are filled from and written to, and arithmetic modulo 2^32 that they share.

use std::arch::x86_64::*;

/// Sixteen numbers of 32 bits.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load(numbers: &[u32; 16]) -> __m512i {
    // SAFETY: the array is the 64 bytes that are read, at any alignment.
    unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) }
}

/// Eight numbers of 32 bits, each widened to 64.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load_wide(numbers: &[u32; 8]) -> __m512i {
    // SAFETY: the array is the 32 bytes that are read, at any alignment.
    _mm512_cvtepu32_epi64(unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) })
}

/// Sixteen numbers of 16 bits, each widened to 32.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load_short(numbers: &[u16; 16]) -> __m512i {
    // SAFETY: the array is the 32 bytes that are read, at any alignment.
    _mm512_cvtepu16_epi32(unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) })
}

/// Thirty-two numbers of 16 bits.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load_shorts(numbers: &[u16; 32]) -> __m512i {
    // SAFETY: the array is the 64 bytes that are read, at any alignment.
    unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) }
}

/// The sixteen numbers of 32 bits of a vector.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store(vector: __m512i, to: &mut [u32; 16]) {
    // SAFETY: the array is the 64 bytes that are written, at any alignment.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), vector) }
}

/// The thirty-two numbers of 16 bits of a vector.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store_shorts(vector: __m512i, to: &mut [u16; 32]) {
    // SAFETY: the array is the 64 bytes that are written, at any alignment.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), vector) }
}

/// The entries of a table at sixteen places.
///
/// # Panics
///
/// Where a place is beyond the table.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn gather(table: &[u32], places: __m512i) -> __m512i {
    let length = _mm512_set1_epi32(table.len() as i32);
    assert!(_mm512_cmplt_epu32_mask(places, length) == u16::MAX, "a place beyond the table");
    // SAFETY: each place is below the length, which is below 2^31, so that its sign is right.
    unsafe { _mm512_i32gather_epi32::<4>(places, table.as_ptr().cast()) }
}

/// The entries of a table of 16-bit numbers at sixteen places.
///
/// # Panics
///
/// Where the pair that a place lies in is not wholly in the table.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn gather_short(table: &[u16], places: __m512i) -> __m512i {
    let pairs = _mm512_srli_epi32::<1>(places);
    let length = _mm512_set1_epi32((table.len() / 2) as i32);
    assert!(_mm512_cmplt_epu32_mask(pairs, length) == u16::MAX, "a place beyond the table");
    // SAFETY: each pair of entries, the four bytes that are read, is in the table; the number of
    // pairs is below 2^31, so that the sign is right.
    let pairs = unsafe { _mm512_i32gather_epi32::<4>(pairs, table.as_ptr().cast()) };
    let odd = _mm512_slli_epi32::<4>(_mm512_and_si512(places, _mm512_set1_epi32(1)));
    _mm512_and_si512(_mm512_srlv_epi32(pairs, odd), _mm512_set1_epi32(0xffff))
}

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

/// A third, rounded down, of numbers that 3 does not divide, below 2^31: one of n − 1 and n − 2 is
/// a multiple of 3, and only a multiple has a small product with the inverse of 3.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn third(number: __m512i) -> __m512i {
    let inverse = _mm512_set1_epi32(0xaaaa_aaab_u32 as i32);
    let third = |less: i32| _mm512_mullo_epi32(_mm512_sub_epi32(number, _mm512_set1_epi32(less)), inverse);
    _mm512_min_epu32(third(1), third(2))
}

/// The numbers coprime to 6 at sixteen indices.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn number(index: __m512i) -> __m512i {
    let one = _mm512_set1_epi32(1);
    let thrice = _mm512_add_epi32(index, _mm512_add_epi32(index, index));
    _mm512_add_epi32(_mm512_add_epi32(thrice, one), _mm512_and_si512(index, one))
}

/// How often 2 divides; of 0, −1.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
pub(super) fn twos(number: __m512i) -> __m512i {
    let lowest = _mm512_and_si512(number, _mm512_sub_epi32(_mm512_setzero_si512(), number));
    _mm512_sub_epi32(_mm512_set1_epi32(31), _mm512_lzcnt_epi32(lowest))
}

/// Appends the chosen numbers; `list` has room for sixteen more.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn append(list: &mut [u32], length: usize, chosen: u16, numbers: __m512i) {
    let room = (&mut list[length..length + 16]).try_into().expect("sixteen numbers");
    store(_mm512_maskz_compress_epi32(chosen, numbers), room);
}
