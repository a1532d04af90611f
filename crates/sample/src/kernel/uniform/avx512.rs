//! Uniform shuffles in registers with one byte for each deck of a batch.

use std::arch::x86_64::*;

use crate::kernel::random_rows::{Generators, RandomRows};
use crate::kernel::small_deck::{BATCH, POSITIONS, SmallDeck};
use crate::kernel::transpose::avx512::{four_columns, transpose_in_quarters};
use faro_simd::registers::{load, store};

/// The number of positions that are decoded together. Their values stay in thirteen registers, so that the
/// digits before them are read once. Four times thirteen are 52 cards.
const TOGETHER: usize = 13;

/// The number of registers for all positions: a multiple of [`TOGETHER`].
const REGISTERS: usize = POSITIONS.next_multiple_of(TOGETHER);

faro_simd::avx512_fn! {
    pub(super) fn shuffle(
        _avx512: Avx512,
        cards: usize,
        decks: &mut [SmallDeck; BATCH],
        random: &mut RandomRows,
    ) {
        shuffle_all(cards, decks, random);
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn shuffle_all(cards: usize, decks: &mut [SmallDeck; BATCH], random: &mut RandomRows) {
    let mut rows = [_mm512_setzero_si512(); REGISTERS];
    let mut generators = Generators::load(random);
    draw_all(cards, &mut rows, || generators.row());
    generators.store(random);
    // The last positions are decoded first, because they need the digits before them.
    for first in (0..cards).step_by(TOGETHER).rev() {
        decode(&mut rows, first);
    }
    for (position, row) in rows.iter_mut().enumerate().skip(cards) {
        *row = _mm512_set1_epi8(position as i8);
    }
    let rows = rows
        .first_chunk_mut()
        .expect("a register for each position");
    transpose_in_quarters(rows);
    for index in 0..16 {
        for (byte, from) in (index..).step_by(16).zip(four_columns(rows, index)) {
            let deck = &mut decks[deck_of(byte)].0;
            store(_mm512_permutexvar_epi8(from, load(deck)), deck);
        }
    }
}

/// Returns the deck of a byte of the digits. `_mm512_packus_epi16` takes eight 16-bit numbers from the low
/// half of a row, then eight from the high half, and so on.
fn deck_of(byte: usize) -> usize {
    let (eight, index) = (byte / 16 * 8, byte % 16);
    if index < 8 {
        eight + index
    } else {
        32 + eight + index - 8
    }
}

/// Draws the digits of all positions but the last, and adds the positions.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn draw_all(cards: usize, rows: &mut [__m512i; REGISTERS], mut next: impl FnMut() -> [__m512i; 2]) {
    for (position, row) in rows.iter_mut().enumerate().take(cards) {
        let digits = match cards - position {
            1 => _mm512_setzero_si512(),
            bound => draw(bound as u16, &mut next),
        };
        *row = _mm512_add_epi8(digits, _mm512_set1_epi8(position as i8));
    }
}

/// Draws a digit below `bound` for each deck.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn draw(bound: u16, next: &mut impl FnMut() -> [__m512i; 2]) -> __m512i {
    let rejected = _mm512_set1_epi16((bound.wrapping_neg() % bound) as i16);
    let bound = _mm512_set1_epi16(bound as i16);
    loop {
        let [low, high] = next();
        let [low_half, high_half] = [
            _mm512_mullo_epi16(low, bound),
            _mm512_mullo_epi16(high, bound),
        ];
        let rejections = _mm512_cmplt_epu16_mask(_mm512_min_epu16(low_half, high_half), rejected);
        if rejections == 0 {
            return _mm512_packus_epi16(
                _mm512_mulhi_epu16(low, bound),
                _mm512_mulhi_epu16(high, bound),
            );
        }
    }
}

/// Replaces the sums of digit and position by cards, at [`TOGETHER`] positions from `first` on, as the
/// portable `decode` does. The positions before `first` still hold such sums.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn decode(rows: &mut [__m512i; REGISTERS], first: usize) {
    // Hides from the compiler that the value is 1. Otherwise the masked subtraction is compiled to two
    // operations.
    let one = std::hint::black_box(_mm512_set1_epi8(1));
    let (sums, rest) = rows.split_at_mut(first);
    let digits: &mut [__m512i; TOGETHER] = rest.first_chunk_mut().expect("as many sums");
    // Loops, because the closure of a `map` is not always inlined into code for AVX-512.
    let mut cards = *digits;
    for index in 0..TOGETHER {
        cards[index] = _mm512_sub_epi8(cards[index], one);
        for taken in digits[..index].iter().rev() {
            cards[index] = put_back(*taken, cards[index], one);
        }
    }
    for taken in sums.iter().rev() {
        for cards in &mut cards {
            *cards = put_back(*taken, *cards, one);
        }
    }
    for (digits, cards) in digits.iter_mut().zip(cards) {
        *digits = _mm512_add_epi8(cards, one);
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn put_back(taken: __m512i, cards: __m512i, one: __m512i) -> __m512i {
    _mm512_mask_sub_epi8(cards, _mm512_cmpgt_epi8_mask(taken, cards), cards, one)
}
