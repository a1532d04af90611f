//! As `kernel::measures`: sets of cards are words, eight decks in a register.

use std::arch::x86_64::*;

use super::turn::turn_words;
use crate::kernel::lane::{DECKS, Lane, PLACES};
use crate::kernel::measure::Measure;
use crate::kernel::measures::Measures;
use crate::simd::registers::{load, store_u64_as_u16};

/// So many decks have their words in one register.
const EIGHT: usize = 8;

#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,avx512vpopcntdq,popcnt"
)]
pub(super) fn measure(decks: &[Lane], cards: usize, measures: &mut Measures) {
    for (index, chunk) in decks.chunks(EIGHT).enumerate() {
        let mut eight = [Lane::NEW; EIGHT];
        eight[..chunk.len()].copy_from_slice(chunk);
        by_bytes(&eight, cards, index, measures);
        by_words(&columns(&eight), cards, index, measures);
    }
}

/// One of the three that need no sets.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
pub(super) fn alone(measure: Measure, decks: &[Lane], cards: usize, values: &mut [u16; DECKS]) {
    let behind = (PLACES - cards) as u16;
    let each = values.iter_mut().zip(decks);
    match measure {
        Measure::FixedPoints => each.for_each(|(value, deck)| *value = fixed_points(load(&deck.0)) - behind),
        Measure::Descents => each.for_each(|(value, deck)| *value = descents(load(&deck.0))),
        _ => each.for_each(|(value, deck)| *value = cycles(load(&deck.0)) - behind),
    }
}

/// What is seen of one deck in a register.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
fn by_bytes(decks: &[Lane; EIGHT], cards: usize, index: usize, measures: &mut Measures) {
    let behind = (PLACES - cards) as u16;
    for (lane, index) in decks.iter().zip(EIGHT * index..) {
        let deck = load(&lane.0);
        measures.cycles[index] = cycles(deck) - behind;
        measures.descents[index] = descents(deck);
    }
}

/// Each place asks the next places of its cycle for the least, twice as far each time; the least place of
/// each cycle finds itself. Six times are 64 places.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
fn cycles(deck: __m512i) -> u16 {
    let new = load(&Lane::NEW.0);
    let (mut least, mut next) = (_mm512_min_epu8(new, deck), deck);
    for _ in 0..5 {
        next = _mm512_permutexvar_epi8(next, next);
        least = _mm512_min_epu8(least, _mm512_permutexvar_epi8(next, least));
    }
    _mm512_cmpeq_epi8_mask(least, new).count_ones() as u16
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,popcnt")]
fn fixed_points(deck: __m512i) -> u16 {
    _mm512_cmpeq_epi8_mask(deck, load(&Lane::NEW.0)).count_ones() as u16
}

/// The last place is compared with itself.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
fn descents(deck: __m512i) -> u16 {
    const BELOW: [u8; PLACES] = {
        let (mut below, mut place) = ([63; PLACES], 0);
        while place < PLACES - 1 {
            below[place] = place as u8 + 1;
            place += 1;
        }
        below
    };
    let below = _mm512_permutexvar_epi8(load(&BELOW), deck);
    _mm512_cmpgt_epu8_mask(deck, below).count_ones() as u16
}

/// Eight registers, each with the same eight places of eight decks.
#[inline]
#[target_feature(enable = "avx512f")]
fn columns(decks: &[Lane; EIGHT]) -> [__m512i; EIGHT] {
    let mut rows = [_mm512_setzero_si512(); EIGHT];
    rows.iter_mut().zip(decks).for_each(|(row, lane)| *row = load(&lane.0));
    turn_words(&rows)
}

/// What has been seen of eight decks, card after card.
struct Seen {
    /// The cards above.
    above: __m512i,
    /// Those that had their neighbour above them when they came: they begin no rising sequence.
    followed: __m512i,
    /// The tops of the piles of patience sorting are the zeros.
    tops: __m512i,
    inversions: __m512i,
}

impl Seen {
    #[inline]
    #[target_feature(enable = "avx512f,avx512vpopcntdq")]
    fn see(&mut self, card: __m512i) {
        let bit = _mm512_sllv_epi64(_mm512_set1_epi64(1), card);
        let larger = _mm512_srlv_epi64(self.above, card);
        self.inversions = _mm512_add_epi64(self.inversions, _mm512_popcnt_epi64(larger));
        // a | (b & c)
        let next = _mm512_add_epi64(self.above, self.above);
        self.followed = _mm512_ternarylogic_epi64::<0xf8>(self.followed, next, bit);
        self.above = _mm512_or_si512(self.above, bit);
        // a | (b & !c)
        let sum = _mm512_add_epi64(self.tops, bit);
        self.tops = _mm512_ternarylogic_epi64::<0xf4>(sum, self.tops, bit);
    }
}

/// What takes the cards of a deck in turn.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,avx512vpopcntdq")]
fn by_words(columns: &[__m512i; EIGHT], cards: usize, index: usize, measures: &mut Measures) {
    let zero = _mm512_setzero_si512();
    let mut seen = Seen { above: zero, followed: zero, tops: _mm512_set1_epi64(-1), inversions: zero };
    let (mut displacement, mut moved) = (zero, zero);
    let columns = &columns[..cards.div_ceil(EIGHT)];
    for (column, place) in columns.iter().zip((0..).step_by(EIGHT)) {
        for byte in &BYTES {
            seen.see(_mm512_shuffle_epi8(*column, load(byte)));
        }
        let places = _mm512_add_epi8(_mm512_set1_epi64(0x0706_0504_0302_0100), _mm512_set1_epi8(place));
        displacement = _mm512_add_epi64(displacement, _mm512_sad_epu8(*column, places));
        let away = _mm512_min_epu8(_mm512_xor_si512(*column, places), _mm512_set1_epi8(1));
        moved = _mm512_add_epi8(moved, away);
    }
    let all = _mm512_set1_epi64((columns.len() * EIGHT) as i64);
    let behind = (columns.len() * EIGHT - cards) as i64;
    let less = |numbers: __m512i, less: i64| _mm512_sub_epi64(numbers, _mm512_set1_epi64(less));
    let at =
        |numbers: __m512i, to: &mut [u16; 64]| store_u64_as_u16(numbers, &mut to.as_chunks_mut().0[index]);
    at(less(_mm512_sub_epi64(all, _mm512_sad_epu8(moved, zero)), behind), &mut measures.fixed_points);
    at(_mm512_sub_epi64(all, _mm512_popcnt_epi64(seen.followed)), &mut measures.rising_sequences);
    at(seen.inversions, &mut measures.inversions);
    let tops = _mm512_sub_epi64(_mm512_set1_epi64(64), _mm512_popcnt_epi64(seen.tops));
    at(less(tops, behind), &mut measures.longest_increasing);
    at(displacement, &mut measures.displacement);
}

/// Takes a byte of each word, alone.
const BYTES: [[u8; PLACES]; EIGHT] = {
    let (mut bytes, mut byte) = ([[0x80; PLACES]; EIGHT], 0);
    while byte < EIGHT {
        let mut word = 0;
        while word < EIGHT {
            bytes[byte][EIGHT * word] = (EIGHT * (word % 2) + byte) as u8;
            word += 1;
        }
        byte += 1;
    }
    bytes
};
