//! Sixty-four registers of 64 bytes, columns made rows.

use std::arch::x86_64::*;

use super::lanes::store_quarter;
use crate::kernel::lane::{DECKS, Lane, PLACES};

/// Writes the columns as lanes: column 16q + r to the lane that `to` says of q and r. Sixteen registers at a
/// time, whose bytes are interleaved four times, so that each quarter of a register is part of one column.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn turn(
    registers: &[__m512i; PLACES],
    lanes: &mut [Lane; DECKS],
    to: impl Fn(usize, usize) -> usize,
) {
    for (from, registers) in registers.as_chunks().0.iter().enumerate() {
        let mut rows: [__m512i; 16] = *registers;
        for _ in 0..4 {
            rows = interleaved(&rows);
        }
        for (index, row) in rows.into_iter().enumerate() {
            store_quarter(_mm512_castsi512_si128(row), &mut lanes[to(0, index)], 16 * from);
            store_quarter(_mm512_extracti32x4_epi32::<1>(row), &mut lanes[to(1, index)], 16 * from);
            store_quarter(_mm512_extracti32x4_epi32::<2>(row), &mut lanes[to(2, index)], 16 * from);
            store_quarter(_mm512_extracti32x4_epi32::<3>(row), &mut lanes[to(3, index)], 16 * from);
        }
    }
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

/// Eight registers of eight words, columns made rows: words, then pairs of words, then halves change places
/// with those of the register 1, 2 and 4 further on.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn turn_words(rows: &[__m512i; 8]) -> [__m512i; 8] {
    let mut pairs = *rows;
    for index in 0..4 {
        let (even, odd) = (rows[2 * index], rows[2 * index + 1]);
        pairs[2 * index] = _mm512_unpacklo_epi64(even, odd);
        pairs[2 * index + 1] = _mm512_unpackhi_epi64(even, odd);
    }
    let mut columns = pairs;
    for odd in 0..2 {
        let [a, b, c, d] = [pairs[odd], pairs[2 + odd], pairs[4 + odd], pairs[6 + odd]];
        let (low, high) = (_mm512_shuffle_i64x2::<0x44>(a, b), _mm512_shuffle_i64x2::<0xee>(a, b));
        let (more, most) = (_mm512_shuffle_i64x2::<0x44>(c, d), _mm512_shuffle_i64x2::<0xee>(c, d));
        columns[odd] = _mm512_shuffle_i64x2::<0x88>(low, more);
        columns[2 + odd] = _mm512_shuffle_i64x2::<0xdd>(low, more);
        columns[4 + odd] = _mm512_shuffle_i64x2::<0x88>(high, most);
        columns[6 + odd] = _mm512_shuffle_i64x2::<0xdd>(high, most);
    }
    columns
}
