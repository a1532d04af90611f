//! As `kernel::uniform`: a register has a byte for each of 64 decks.

use std::arch::x86_64::*;

use super::lanes::{load, store};
use super::turn::turn_bytes;
use super::words::Generators;
use crate::kernel::lane::{DECKS, Lane, PLACES};
use crate::kernel::words::Words;

/// So many places are decoded together, so that each digit before them is read once: thirteen registers;
/// four times as many are 52 cards.
const TOGETHER: usize = 13;

/// A multiple of them.
const ROOM: usize = PLACES.next_multiple_of(TOGETHER);

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn shuffle(cards: usize, decks: &mut [Lane; DECKS], words: &mut Words) {
    let (mut digits, mut lies) = ([_mm512_setzero_si512(); ROOM], [_mm512_setzero_si512(); ROOM]);
    let mut generators = Generators::of(words);
    for (place, row) in digits.iter_mut().enumerate().take(cards.saturating_sub(1)) {
        *row = draw((cards - place) as u16, &mut generators);
    }
    generators.back(words);
    // Where nothing is decoded, behind the deck, places hold their own cards.
    for (place, row) in lies.iter_mut().enumerate() {
        *row = _mm512_set1_epi8(place as i8);
    }
    for first in (0..cards).step_by(TOGETHER) {
        decode(&digits, first, &mut lies);
    }
    let from = lies.first_chunk_mut().expect("as many as there are places");
    turn_bytes(from);
    for byte in 0..DECKS {
        let deck = &mut decks[draw_of(byte)];
        store(_mm512_permutexvar_epi8(from[byte], load(deck)), deck);
    }
}

/// The draw that a byte of the digits is of: words of 16 bits are packed eight from the low half of a row,
/// eight from the high half.
fn draw_of(byte: usize) -> usize {
    let (eight, index) = (byte / 16 * 8, byte % 16);
    if index < 8 { eight + index } else { 32 + eight + index - 8 }
}

/// A digit below `bound` for each deck.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn draw(bound: u16, generators: &mut Generators) -> __m512i {
    let surplus = _mm512_set1_epi16((bound.wrapping_neg() % bound) as i16);
    let bound = _mm512_set1_epi16(bound as i16);
    loop {
        let [low, high] = generators.row();
        let thrown = _mm512_cmplt_epu16_mask(_mm512_mullo_epi16(low, bound), surplus)
            | _mm512_cmplt_epu16_mask(_mm512_mullo_epi16(high, bound), surplus);
        if thrown == 0 {
            return _mm512_packus_epi16(_mm512_mulhi_epu16(low, bound), _mm512_mulhi_epu16(high, bound));
        }
    }
}

/// The cards at [`TOGETHER`] places, from their digits and those before.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn decode(digits: &[__m512i; ROOM], first: usize, lies: &mut [__m512i; ROOM]) {
    // Told that this is 1, the compiler makes two operations of a masked sum.
    let one = std::hint::black_box(_mm512_set1_epi8(1));
    let mut cards: [__m512i; TOGETHER] = digits[first..first + TOGETHER].try_into().expect("as many digits");
    for index in 1..TOGETHER {
        for taken in digits[first..first + index].iter().rev() {
            cards[index] = pushed(cards[index], *taken, one);
        }
    }
    for taken in digits[..first].iter().rev() {
        for card in &mut cards {
            *card = pushed(*card, *taken, one);
        }
    }
    lies[first..first + TOGETHER].copy_from_slice(&cards);
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn pushed(card: __m512i, taken: __m512i, one: __m512i) -> __m512i {
    _mm512_mask_add_epi8(card, _mm512_cmpge_epu8_mask(card, taken), card, one)
}
