//! The generators, eight in a register: as `kernel::words`.

use std::arch::x86_64::*;

use crate::kernel::words::{Row, Source, Words, Xoshiro};
use crate::simd::registers::{load, store};

/// The sixteen generators.
#[derive(Clone, Copy)]
pub(super) struct Generators {
    halves: [[__m512i; 4]; 2],
}

impl Generators {
    /// Those of the words.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn of(words: &Xoshiro) -> Generators {
        let [a, b, c, d] =
            [row(&words.state[0]), row(&words.state[1]), row(&words.state[2]), row(&words.state[3])];
        Generators { halves: [[a[0], b[0], c[0], d[0]], [a[1], b[1], c[1], d[1]]] }
    }

    /// Puts them back.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn back(self, words: &mut Xoshiro) {
        for (index, to) in words.state.iter_mut().enumerate() {
            store_row([self.halves[0][index], self.halves[1][index]], to);
        }
    }

    /// The row that comes next.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn row(&mut self) -> [__m512i; 2] {
        [next(&mut self.halves[0]), next(&mut self.halves[1])]
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn next(state: &mut [__m512i; 4]) -> __m512i {
    let [a, b, c, d] = *state;
    let word = _mm512_add_epi64(_mm512_rol_epi64::<23>(_mm512_add_epi64(a, d)), a);
    let (c, d) = (_mm512_xor_si512(c, a), _mm512_xor_si512(d, b));
    *state = [
        _mm512_xor_si512(a, d),
        _mm512_xor_si512(b, c),
        _mm512_xor_si512(c, _mm512_slli_epi64::<17>(b)),
        _mm512_rol_epi64::<45>(d),
    ];
    word
}

#[target_feature(enable = "avx512f")]
pub(super) fn fill(words: &mut Words, rows: &mut [Row]) {
    match &mut words.0 {
        Source::Fast(state) => {
            let mut generators = Generators::of(state);
            for row in rows {
                store_row(generators.row(), row);
            }
            generators.back(state);
        }
        Source::Cipher(cipher) => rows.iter_mut().for_each(|row| *row = super::cipher::row(cipher)),
    }
}

/// Both halves of a row of words.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn row(row: &Row) -> [__m512i; 2] {
    let [low, high] = halves(row);
    [load(low), load(high)]
}

/// Writes both halves of a row of words.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store_row(halves: [__m512i; 2], row: &mut Row) {
    for (half, to) in halves.into_iter().zip(row.as_chunks_mut::<8>().0) {
        store(half, to);
    }
}

#[inline(always)]
fn halves(row: &Row) -> [&[u64; 8]; 2] {
    let (halves, _) = row.as_chunks();
    [&halves[0], &halves[1]]
}
