//! What registers are filled from and written to.

use std::arch::asm;
use std::arch::x86_64::*;

use crate::kernel::lane::Lane;
use crate::kernel::words::Row;

/// The deck of a lane.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load(lane: &Lane) -> __m512i {
    // SAFETY: a lane is the 64 bytes that are read, aligned to 64.
    unsafe { _mm512_load_si512(std::ptr::from_ref(lane).cast()) }
}

/// Writes the deck of a lane.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store(deck: __m512i, lane: &mut Lane) {
    // SAFETY: a lane is the 64 bytes that are written, aligned to 64.
    unsafe { _mm512_store_si512(std::ptr::from_mut(lane).cast(), deck) }
}

/// The 64 bytes of an array.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn bytes(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the array is the 64 bytes that are read, at any alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// The 64 bytes from a place on, in a register of their own: as an operand in memory, which the compiler
/// would make of them, they cost an expansion four times as much.
///
/// # Panics
///
/// If there are fewer.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn bytes_from(bytes: &[u8], place: usize) -> __m512i {
    loaded(self::bytes(bytes[place..].first_chunk().expect("64 bytes")))
}

/// Likewise 32 times two bytes.
///
/// # Panics
///
/// If there are fewer.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn shorts_from(shorts: &[u16], place: usize) -> __m512i {
    let shorts: &[u16; 32] = shorts[place..].first_chunk().expect("64 bytes");
    // SAFETY: the array is the 64 bytes that are read, at any alignment.
    loaded(unsafe { _mm512_loadu_si512(shorts.as_ptr().cast()) })
}

#[inline]
#[target_feature(enable = "avx512f")]
fn loaded(mut register: __m512i) -> __m512i {
    // SAFETY: no instruction at all; the compiler does not know that the register is as it was.
    unsafe { asm!("/* {0} */", inout(zmm_reg) register, options(pure, nomem, nostack, preserves_flags)) }
    register
}

/// Writes 64 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store_bytes(register: __m512i, to: &mut [u8; 64]) {
    // SAFETY: the array is the 64 bytes that are written, at any alignment.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), register) }
}

/// Writes 32 times two bytes.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store_shorts(register: __m512i, to: &mut [u16; 32]) {
    // SAFETY: the array is the 64 bytes that are written, at any alignment.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), register) }
}

/// Eight words.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn words(words: &[u64; 8]) -> __m512i {
    // SAFETY: the array is the 64 bytes that are read, at any alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

/// Sixteen half words.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn lanes(words: &[u32; 16]) -> __m512i {
    // SAFETY: the array is the 64 bytes that are read, at any alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

/// Both halves of a row of words.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn row(row: &Row) -> [__m512i; 2] {
    // SAFETY: the array is the 128 bytes that are read, at any alignment.
    unsafe { [_mm512_loadu_si512(row.as_ptr().cast()), _mm512_loadu_si512(row[8..].as_ptr().cast())] }
}

/// Writes both halves of a row of words.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store_row(halves: [__m512i; 2], row: &mut Row) {
    let (low, high) = row.split_at_mut(8);
    // SAFETY: each half of the array is the 64 bytes that are written, at any alignment.
    unsafe {
        _mm512_storeu_si512(low.as_mut_ptr().cast(), halves[0]);
        _mm512_storeu_si512(high.as_mut_ptr().cast(), halves[1]);
    }
}

/// Writes eight numbers of 64 bits, cut to 16.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store_short(numbers: __m512i, to: &mut [u16; 8]) {
    // SAFETY: the array is the 16 bytes that are written, at any alignment.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), _mm512_cvtepi64_epi16(numbers)) }
}

/// Adds eight words to those of an array.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn add_words(more: __m512i, to: &mut [u64; 8]) {
    let sum = _mm512_add_epi64(words(to), more);
    // SAFETY: the array is the 64 bytes that are written, at any alignment.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), sum) }
}
