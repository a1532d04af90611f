//! As `kernel::uniform`: a register has a byte for each of 64 decks.

use std::arch::x86_64::*;

use super::turn::{four_columns, turn_sixteen};
use super::words::{Generators, row};
use crate::kernel::lane::{DECKS, Lane, PLACES};
use crate::kernel::words::{Source, Words};
use crate::simd::registers::{load, store};

/// So many places are decoded together, so that each digit before them is read once: thirteen registers;
/// four times as many are 52 cards.
const TOGETHER: usize = 13;

/// A multiple of them.
const ROOM: usize = PLACES.next_multiple_of(TOGETHER);

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn shuffle(cards: usize, decks: &mut [Lane; DECKS], words: &mut Words) {
    let mut rows = [_mm512_setzero_si512(); ROOM];
    match &mut words.0 {
        Source::Fast(state) => {
            let mut generators = Generators::of(state);
            draw_all(cards, &mut rows, || generators.row());
            generators.back(state);
        }
        Source::Cipher(cipher) => draw_all(cards, &mut rows, || row(&super::cipher::row(cipher))),
    }
    // Those before are needed as digits: the last go first.
    for first in (0..cards).step_by(TOGETHER).rev() {
        decode(&mut rows, first);
    }
    for (place, row) in rows.iter_mut().enumerate().skip(cards) {
        *row = _mm512_set1_epi8(place as i8);
    }
    let rows = rows.first_chunk_mut().expect("as many as there are places");
    turn_sixteen(rows);
    for index in 0..16 {
        for (byte, from) in (index..).step_by(16).zip(four_columns(rows, index)) {
            let deck = &mut decks[draw_of(byte)];
            store(_mm512_permutexvar_epi8(from, load(&deck.0)), &mut deck.0);
        }
    }
}

/// The draw that a byte of the digits is of: words of 16 bits are packed eight from the low half of a row,
/// eight from the high half.
fn draw_of(byte: usize) -> usize {
    let (eight, index) = (byte / 16 * 8, byte % 16);
    if index < 8 { eight + index } else { 32 + eight + index - 8 }
}

/// The digits of all places but the last.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn draw_all(cards: usize, rows: &mut [__m512i; ROOM], mut next: impl FnMut() -> [__m512i; 2]) {
    for (place, row) in rows.iter_mut().enumerate().take(cards.saturating_sub(1)) {
        *row = draw((cards - place) as u16, &mut next);
    }
}

/// A digit below `bound` for each deck.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn draw(bound: u16, next: &mut impl FnMut() -> [__m512i; 2]) -> __m512i {
    let surplus = _mm512_set1_epi16((bound.wrapping_neg() % bound) as i16);
    let bound = _mm512_set1_epi16(bound as i16);
    loop {
        let [low, high] = next();
        let [low_half, high_half] = [_mm512_mullo_epi16(low, bound), _mm512_mullo_epi16(high, bound)];
        let thrown = _mm512_cmplt_epu16_mask(_mm512_min_epu16(low_half, high_half), surplus);
        if thrown == 0 {
            return _mm512_packus_epi16(_mm512_mulhi_epu16(low, bound), _mm512_mulhi_epu16(high, bound));
        }
    }
}

/// The cards at [`TOGETHER`] places, from their digits and those before.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn decode(rows: &mut [__m512i; ROOM], first: usize) {
    // Told that this is 1, the compiler makes a mask of each minimum, and those are fewer in a cycle.
    let one = std::hint::black_box(_mm512_set1_epi8(1));
    let (digits, rest) = rows.split_at_mut(first);
    let own: &mut [__m512i; TOGETHER] = rest.first_chunk_mut().expect("as many digits");
    // One more than the cards.
    let mut above = own.map(|digit| _mm512_add_epi8(digit, one));
    for index in 1..TOGETHER {
        for taken in own[..index].iter().rev() {
            above[index] = pushed(above[index], *taken, one);
        }
    }
    for taken in digits.iter().rev() {
        for above in &mut above {
            *above = pushed(*above, *taken, one);
        }
    }
    *own = above.map(|above| _mm512_sub_epi8(above, one));
}

/// A card goes up by one where the one that was taken is not above it.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn pushed(above: __m512i, taken: __m512i, one: __m512i) -> __m512i {
    _mm512_add_epi8(above, _mm512_min_epu8(_mm512_subs_epu8(above, taken), one))
}
