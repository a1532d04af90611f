//! Transposes matrices of bytes and of 64-bit numbers. Each row is an AVX-512 register. A quarter is 16 bytes
//! of a register: the instructions that interleave bytes do not cross the bounds of quarters.

use std::arch::x86_64::*;

/// Transposes a matrix of 64 × 64 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn transpose_bytes(rows: &mut [__m512i; 64]) {
    transpose_in_quarters(rows);
    for index in 0..16 {
        let columns = four_columns(rows, index);
        [
            rows[index],
            rows[16 + index],
            rows[32 + index],
            rows[48 + index],
        ] = columns;
    }
}

/// Transposes each block of 16 × 16 bytes in place, by interleaving its rows four times. Quarter q of row
/// 16·b + i is then column 16·q + i of the rows from 16·b to 16·b + 15.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn transpose_in_quarters(rows: &mut [__m512i; 64]) {
    for rows in rows.as_chunks_mut().0 {
        *rows = interleaved(&interleaved(&interleaved(&interleaved(rows))));
    }
}

/// Returns the columns `index`, `index` + 16, `index` + 32 and `index` + 48 of a transposed matrix.
///
/// The matrix was transposed in quarters by [`transpose_in_quarters`]. The function transposes the 4 × 4
/// quarters of the rows with these indices.
#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn four_columns(rows: &[__m512i; 64], index: usize) -> [__m512i; 4] {
    transpose_quarters([
        rows[index],
        rows[16 + index],
        rows[32 + index],
        rows[48 + index],
    ])
}

/// Interleaves the bytes of rows i and i + 8 within quarters. The low halves of the quarters give row 2·i,
/// the high halves row 2·i + 1.
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
    let (ab_low, ab_high) = (
        _mm512_shuffle_i64x2::<0x44>(a, b),
        _mm512_shuffle_i64x2::<0xee>(a, b),
    );
    let (cd_low, cd_high) = (
        _mm512_shuffle_i64x2::<0x44>(c, d),
        _mm512_shuffle_i64x2::<0xee>(c, d),
    );
    [
        _mm512_shuffle_i64x2::<0x88>(ab_low, cd_low),
        _mm512_shuffle_i64x2::<0xdd>(ab_low, cd_low),
        _mm512_shuffle_i64x2::<0x88>(ab_high, cd_high),
        _mm512_shuffle_i64x2::<0xdd>(ab_high, cd_high),
    ]
}

/// Transposes a matrix of 8 × 8 numbers of 64 bits: interleaves pairs of rows, then transposes the quarters.
#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn transpose_u64(rows: &[__m512i; 8]) -> [__m512i; 8] {
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
