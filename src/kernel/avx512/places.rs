//! As `kernel::places`: the numbers of the cards as planes of bits, a word of 64 decks for each place.

use std::arch::x86_64::*;

use super::turn::{turn_bytes, turn_words};
use crate::kernel::lane::{DECKS, Lane, PLACES};
use crate::simd::registers::{load, store};

/// So many places have their words in one register.
const EIGHT: usize = 8;

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,gfni")]
pub(super) fn count(decks: &[Lane; DECKS], cards: usize, counts: &mut [[[u64; EIGHT]; PLACES]; EIGHT]) {
    let mut rows = [_mm512_setzero_si512(); DECKS];
    rows.iter_mut().zip(decks).for_each(|(row, deck)| *row = load(&deck.0));
    turn_bytes(&mut rows);
    for (places, counts) in rows.as_chunks().0.iter().zip(counts).take(cards.div_ceil(EIGHT)) {
        let [low, high] = sets(&planes(places));
        for (card, counts) in counts.iter_mut().enumerate().take(cards) {
            let here = _mm512_and_si512(low[card % 8], high[card / 8]);
            store(_mm512_add_epi64(load(counts), _mm512_popcnt_epi64(here)), counts);
        }
    }
}

/// The bits of the cards at eight places: register b has bit b of the cards of 64 decks, a word a place.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn planes(places: &[__m512i; EIGHT]) -> [__m512i; EIGHT] {
    let mut rows = *places;
    for (row, place) in rows.iter_mut().zip(places) {
        // With the matrix to the right, a product takes the bits of the rows in turn: eight decks are a
        // matrix, and turned. Then the bytes with the same bit stand together.
        let turned = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(DIAGONAL), *place);
        *row = _mm512_permutexvar_epi8(load(&TOGETHER), turned);
    }
    turn_words(&rows)
}

/// The decks whose three low bits, and those whose three high bits, are 0 … 7, at each place.
#[inline]
#[target_feature(enable = "avx512f")]
fn sets(planes: &[__m512i; EIGHT]) -> [[__m512i; EIGHT]; 2] {
    let [a, b, c, d, e, f, ..] = *planes;
    [eighths(a, b, c), eighths(d, e, f)]
}

#[inline]
#[target_feature(enable = "avx512f")]
fn eighths(ones: __m512i, twos: __m512i, fours: __m512i) -> [__m512i; EIGHT] {
    [
        _mm512_ternarylogic_epi64::<0x01>(fours, twos, ones),
        _mm512_ternarylogic_epi64::<0x02>(fours, twos, ones),
        _mm512_ternarylogic_epi64::<0x04>(fours, twos, ones),
        _mm512_ternarylogic_epi64::<0x08>(fours, twos, ones),
        _mm512_ternarylogic_epi64::<0x10>(fours, twos, ones),
        _mm512_ternarylogic_epi64::<0x20>(fours, twos, ones),
        _mm512_ternarylogic_epi64::<0x40>(fours, twos, ones),
        _mm512_ternarylogic_epi64::<0x80>(fours, twos, ones),
    ]
}

/// Byte i has bit i: as rows of a matrix, the bits from the highest on.
const DIAGONAL: i64 = 0x8040_2010_0804_0201_u64 as i64;

/// The first byte of each word, then the second of each. Bytes of a product come highest bit first.
const TOGETHER: [u8; PLACES] = {
    let (mut from, mut to) = ([0; PLACES], 0);
    while to < PLACES {
        from[to] = (to % 8 * 8 + to / 8) as u8;
        to += 1;
    }
    from
};
