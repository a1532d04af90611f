//! Registers, columns made rows.

use std::arch::x86_64::*;

/// Sixty-four registers of 64 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn turn_bytes(rows: &mut [__m512i; 64]) {
    turn_sixteen(rows);
    for index in 0..16 {
        let columns = four_columns(rows, index);
        [rows[index], rows[16 + index], rows[32 + index], rows[48 + index]] = columns;
    }
}

/// The bytes of sixteen registers, interleaved four times, so that each quarter of a register is part of one
/// column.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn turn_sixteen(rows: &mut [__m512i; 64]) {
    for rows in rows.as_chunks_mut().0 {
        *rows = interleaved(&interleaved(&interleaved(&interleaved(rows))));
    }
}

/// Of registers that are [turned by sixteen](turn_sixteen), the columns that are so many, and 16, 32 and 48
/// more: quarters change places.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn four_columns(rows: &[__m512i; 64], index: usize) -> [__m512i; 4] {
    turn_quarters([rows[index], rows[16 + index], rows[32 + index], rows[48 + index]])
}

/// Each of the first eight rows with the one eight further on, byte by byte, within quarters.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn interleaved(rows: &[__m512i; 16]) -> [__m512i; 16] {
    let mut mixed = *rows;
    for index in 0..8 {
        mixed[2 * index] = _mm512_unpacklo_epi8(rows[index], rows[index + 8]);
        mixed[2 * index + 1] = _mm512_unpackhi_epi8(rows[index], rows[index + 8]);
    }
    mixed
}

/// Four registers of four quarters.
#[inline]
#[target_feature(enable = "avx512f")]
fn turn_quarters([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    let (low, high) = (_mm512_shuffle_i64x2::<0x44>(a, b), _mm512_shuffle_i64x2::<0xee>(a, b));
    let (more, most) = (_mm512_shuffle_i64x2::<0x44>(c, d), _mm512_shuffle_i64x2::<0xee>(c, d));
    [
        _mm512_shuffle_i64x2::<0x88>(low, more),
        _mm512_shuffle_i64x2::<0xdd>(low, more),
        _mm512_shuffle_i64x2::<0x88>(high, most),
        _mm512_shuffle_i64x2::<0xdd>(high, most),
    ]
}

/// Eight registers of eight words: the words of two rows in turn, then quarters.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn turn_words(rows: &[__m512i; 8]) -> [__m512i; 8] {
    let [a, b, c, d, e, f, g, h] = *rows;
    let odd = turn_quarters([
        _mm512_unpackhi_epi64(a, b),
        _mm512_unpackhi_epi64(c, d),
        _mm512_unpackhi_epi64(e, f),
        _mm512_unpackhi_epi64(g, h),
    ]);
    let [a, c, e, g] = turn_quarters([
        _mm512_unpacklo_epi64(a, b),
        _mm512_unpacklo_epi64(c, d),
        _mm512_unpacklo_epi64(e, f),
        _mm512_unpacklo_epi64(g, h),
    ]);
    let [b, d, f, h] = odd;
    [a, b, c, d, e, f, g, h]
}
