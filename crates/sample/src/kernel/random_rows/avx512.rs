//! Random numbers with AVX-512: eight generators in a register, or one 32-bit number of sixteen ChaCha blocks.

use std::arch::x86_64::*;

use super::chacha::{BLOCK_WORDS, DOUBLE_ROUNDS, Lanes, WORDS};
use super::xoshiro::{RandomRow, RandomRows};
use crate::kernel::transpose::avx512::transpose_u64;
use faro_simd::avx512_fn;
use faro_simd::registers::{load, store};

/// The sixteen generators of [`RandomRows`]: the states of the first eight, and of the last eight.
#[derive(Clone, Copy)]
pub(crate) struct Generators([[__m512i; 4]; 2]);

impl Generators {
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(crate) fn load(from: &RandomRows) -> Generators {
        let [a, b, c, d] = [
            row(&from.state[0]),
            row(&from.state[1]),
            row(&from.state[2]),
            row(&from.state[3]),
        ];
        Generators([[a[0], b[0], c[0], d[0]], [a[1], b[1], c[1], d[1]]])
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(crate) fn store(self, to: &mut RandomRows) {
        for (index, to) in to.state.iter_mut().enumerate() {
            store_row([self.0[0][index], self.0[1][index]], to);
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(crate) fn row(&mut self) -> [__m512i; 2] {
        [next(&mut self.0[0]), next(&mut self.0[1])]
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn next(state: &mut [__m512i; 4]) -> __m512i {
    let [a, b, c, d] = *state;
    let number = _mm512_add_epi64(_mm512_rol_epi64::<23>(_mm512_add_epi64(a, d)), a);
    let (c, d) = (_mm512_xor_si512(c, a), _mm512_xor_si512(d, b));
    *state = [
        _mm512_xor_si512(a, d),
        _mm512_xor_si512(b, c),
        _mm512_xor_si512(c, _mm512_slli_epi64::<17>(b)),
        _mm512_rol_epi64::<45>(d),
    ];
    number
}

avx512_fn! {
    pub(super) fn fill(_avx512: Avx512, random: &mut RandomRows, rows: &mut [RandomRow]) {
        let mut generators = Generators::load(random);
        for row in rows {
            store_row(generators.row(), row);
        }
        generators.store(random);
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn row(row: &RandomRow) -> [__m512i; 2] {
    let (halves, _) = row.as_chunks::<8>();
    [load(&halves[0]), load(&halves[1])]
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_row(halves: [__m512i; 2], row: &mut RandomRow) {
    let (to, _) = row.as_chunks_mut::<8>();
    store(halves[0], &mut to[0]);
    store(halves[1], &mut to[1]);
}

avx512_fn! {
    /// Computes sixteen blocks and writes them one after another.
    pub(super) fn encipher(_avx512: Avx512, start: &[Lanes; BLOCK_WORDS], words: &mut [u32; WORDS]) {
        let rows = enciphered(start);
        let blocks = words.as_chunks_mut::<BLOCK_WORDS>().0;
        for half in 0..2 {
            let mut eight = [_mm512_setzero_si512(); 8];
            for index in 0..8 {
                eight[index] = rows[index][half];
            }
            let eight = transpose_u64(&eight);
            for index in 0..8 {
                store(eight[index], &mut blocks[8 * half + index]);
            }
        }
    }
}

/// Does what the `multiply_portable` does, for at least sixteen words. The last sixteen words may overlap the
/// ones before.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn multiply(words: &[u32], first: u32, step: i32, numbers: &mut [u32]) -> bool {
    const LANES: [u32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    let last = words.len() - 16;
    let steps = _mm512_mullo_epi32(load(&LANES), _mm512_set1_epi32(step));
    let (mut begin, mut is_low) = (0, 0);
    loop {
        let bound = first.wrapping_add_signed((begin as i32).wrapping_mul(step));
        let bound = _mm512_add_epi32(_mm512_set1_epi32(bound as i32), steps);
        let word = load::<u32, 16>(words[begin..].first_chunk().expect("sixteen words"));
        let even = _mm512_mul_epu32(word, bound);
        let odd = _mm512_mul_epu32(
            _mm512_srli_epi64::<32>(word),
            _mm512_srli_epi64::<32>(bound),
        );
        let high = _mm512_mask_blend_epi32(0xaaaa, _mm512_srli_epi64::<32>(even), odd);
        let low = _mm512_mask_blend_epi32(0xaaaa, even, _mm512_slli_epi64::<32>(odd));
        is_low |= _mm512_cmple_epu32_mask(low, bound);
        store::<u32, 16>(
            high,
            numbers[begin..].first_chunk_mut().expect("sixteen numbers"),
        );
        if begin == last {
            return is_low == 0;
        }
        begin = last.min(begin + 16);
    }
}

/// Returns the rows of sixteen blocks. Each row is a register with a 64-bit number of the first eight blocks,
/// and one of the last eight blocks.
#[inline]
#[target_feature(enable = "avx512f")]
fn enciphered(lanes: &[Lanes; 16]) -> [[__m512i; 2]; 8] {
    // A loop, because the closure of a `map` is not always inlined into code for AVX-512.
    let mut start = [_mm512_setzero_si512(); 16];
    for (register, lanes) in start.iter_mut().zip(lanes) {
        *register = load(lanes);
    }
    let mut state = start;
    for _ in 0..DOUBLE_ROUNDS {
        for diagonal in 0..2 {
            for column in 0..4 {
                let word = |row: usize| 4 * row + (column + diagonal * row) % 4;
                quarter_round(&mut state, [word(0), word(1), word(2), word(3)]);
            }
        }
    }
    let mut rows = [[_mm512_setzero_si512(); 2]; 8];
    for (index, row) in rows.iter_mut().enumerate() {
        let low = _mm512_add_epi32(state[2 * index], start[2 * index]);
        *row = joined(
            low,
            _mm512_add_epi32(state[2 * index + 1], start[2 * index + 1]),
        );
    }
    rows
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

/// Joins the low and the high halves of sixteen 64-bit numbers.
#[inline]
#[target_feature(enable = "avx512f")]
fn joined(low: __m512i, high: __m512i) -> [__m512i; 2] {
    const FIRST: [u32; 16] = halves(0);
    const LAST: [u32; 16] = halves(8);
    let [first, last] = [load(&FIRST), load(&LAST)];
    [
        _mm512_permutex2var_epi32(low, first, high),
        _mm512_permutex2var_epi32(low, last, high),
    ]
}

/// Returns an index vector: the low and the high half of each of eight numbers, from the number `first` on.
const fn halves(first: u32) -> [u32; 16] {
    let (mut of, mut index) = ([0; 16], 0);
    while index < 16 {
        of[index as usize] = first + index / 2 + 16 * (index % 2);
        index += 1;
    }
    of
}
