//! As `kernel::cipher`: a word of sixteen blocks in a register.

use std::arch::x86_64::*;

use super::words::store_row;
use crate::kernel::cipher::{Cipher, DOUBLE_ROUNDS};
use crate::kernel::words::Row;
use crate::simd::registers::load;

/// The row that comes next.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn row(cipher: &mut Cipher) -> Row {
    cipher.row_by(|start, rows| encipher(&start.map(|word| load(&word)), rows))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn encipher(start: &[__m512i; 16], rows: &mut [Row; 8]) {
    let mut state = *start;
    for _ in 0..DOUBLE_ROUNDS {
        for turn in 0..2 {
            for column in 0..4 {
                let of = |row: usize| 4 * row + (column + turn * row) % 4;
                quarter_round(&mut state, [of(0), of(1), of(2), of(3)]);
            }
        }
    }
    for (index, row) in rows.iter_mut().enumerate() {
        let word = |index: usize| _mm512_add_epi32(state[index], start[index]);
        store_row(joined(word(2 * index), word(2 * index + 1)), row);
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn quarter_round(state: &mut [__m512i; 16], [a, b, c, d]: [usize; 4]) {
    state[a] = _mm512_add_epi32(state[a], state[b]);
    state[d] = _mm512_rol_epi32::<16>(_mm512_xor_si512(state[d], state[a]));
    state[c] = _mm512_add_epi32(state[c], state[d]);
    state[b] = _mm512_rol_epi32::<12>(_mm512_xor_si512(state[b], state[c]));
    state[a] = _mm512_add_epi32(state[a], state[b]);
    state[d] = _mm512_rol_epi32::<8>(_mm512_xor_si512(state[d], state[a]));
    state[c] = _mm512_add_epi32(state[c], state[d]);
    state[b] = _mm512_rol_epi32::<7>(_mm512_xor_si512(state[b], state[c]));
}

/// Sixteen words of 64 bits, from their low and their high halves.
#[inline]
#[target_feature(enable = "avx512f")]
fn joined(low: __m512i, high: __m512i) -> [__m512i; 2] {
    const FIRST: [u32; 16] = halves(0);
    const LAST: [u32; 16] = halves(8);
    [FIRST, LAST].map(|of| _mm512_permutex2var_epi32(low, load(&of), high))
}

/// From so many on, a low half and its high one in turn.
const fn halves(first: u32) -> [u32; 16] {
    let (mut of, mut index) = ([0; 16], 0);
    while index < 16 {
        of[index as usize] = first + index / 2 + 16 * (index % 2);
        index += 1;
    }
    of
}
