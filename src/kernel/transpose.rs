//! Transposes matrices of bytes, of which each row is an AVX-512 register.

use std::arch::x86_64::*;

/// Transposes a matrix of 64 × 64 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn transpose_bytes(rows: &mut [__m512i; 64]) {
    transpose_in_quarters(rows);
    for index in 0..16 {
        let columns = four_columns(rows, index);
        [rows[index], rows[16 + index], rows[32 + index], rows[48 + index]] = columns;
    }
}

/// Transposes blocks of 16 × 16 bytes: sixteen rows at a time, interleaved four times, after which each quarter of a
/// register is a part of one column.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn transpose_in_quarters(rows: &mut [__m512i; 64]) {
    for rows in rows.as_chunks_mut().0 {
        *rows = interleaved(&interleaved(&interleaved(&interleaved(rows))));
    }
}

/// Completes what [`transpose_in_quarters`] began for the columns `index`, `index` + 16, + 32 and + 48: transposes their
/// 4 × 4 quarters.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn four_columns(rows: &[__m512i; 64], index: usize) -> [__m512i; 4] {
    transpose_quarters([rows[index], rows[16 + index], rows[32 + index], rows[48 + index]])
}

/// Interleaves the bytes of each of the first eight rows with those of the row eight further on, within quarters.
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

/// Transposes a matrix of 4 × 4 quarters of 16 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
fn transpose_quarters([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    let (low, high) = (_mm512_shuffle_i64x2::<0x44>(a, b), _mm512_shuffle_i64x2::<0xee>(a, b));
    let (low_after, high_after) = (_mm512_shuffle_i64x2::<0x44>(c, d), _mm512_shuffle_i64x2::<0xee>(c, d));
    [
        _mm512_shuffle_i64x2::<0x88>(low, low_after),
        _mm512_shuffle_i64x2::<0xdd>(low, low_after),
        _mm512_shuffle_i64x2::<0x88>(high, high_after),
        _mm512_shuffle_i64x2::<0xdd>(high, high_after),
    ]
}

/// Transposes a matrix of 8 × 8 numbers of 64 bits: interleaves pairs of rows, then transposes the quarters.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn transpose_u64(rows: &[__m512i; 8]) -> [__m512i; 8] {
    let [a, b, c, d, e, f, g, h] = *rows;
    let odd = transpose_quarters([
        _mm512_unpackhi_epi64(a, b),
        _mm512_unpackhi_epi64(c, d),
        _mm512_unpackhi_epi64(e, f),
        _mm512_unpackhi_epi64(g, h),
    ]);
    let [a, c, e, g] = transpose_quarters([
        _mm512_unpacklo_epi64(a, b),
        _mm512_unpacklo_epi64(c, d),
        _mm512_unpacklo_epi64(e, f),
        _mm512_unpacklo_epi64(g, h),
    ]);
    let [b, d, f, h] = odd;
    [a, b, c, d, e, f, g, h]
}
