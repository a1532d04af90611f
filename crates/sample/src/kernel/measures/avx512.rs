//! Statistics of eight decks at a time, in one pass through their cards. A set of cards is a 64-bit lane.

use std::arch::x86_64::*;

use super::values::Measures;
use crate::kernel::small_deck::{POSITIONS, SmallDeck};
use crate::kernel::transpose::avx512::transpose_u64;
use faro_permutation::Statistic;
use faro_simd::registers::{load, store_u64_as_u16};

/// The number of 64-bit lanes of a register.
const LANES: usize = 8;

faro_simd::avx512_fn! {
    pub(super) fn measure_all(_avx512: Avx512, decks: &[SmallDeck], cards: usize, measures: &mut Measures) {
        for (index, chunk) in decks.chunks(LANES).enumerate() {
            let mut eight = [SmallDeck::NEW; LANES];
            eight[..chunk.len()].copy_from_slice(chunk);
            measure_one_by_one(&eight, cards, index, measures);
            measure_together(&columns(&eight), cards, index, measures);
        }
    }
}

/// Computes cycles and descents of eight decks, each in a register of 64 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
fn measure_one_by_one(
    decks: &[SmallDeck; LANES],
    cards: usize,
    index: usize,
    measures: &mut Measures,
) {
    let beyond = (POSITIONS - cards) as u16;
    for (deck, index) in decks.iter().zip(LANES * index..) {
        let deck = load(&deck.0);
        measures.values_mut(Statistic::Cycles)[index] = cycles(deck) - beyond;
        measures.values_mut(Statistic::Descents)[index] = descents(deck);
    }
}

/// Counts the cycles. Pointer jumping computes, at each position, the smallest position of its cycle: step k
/// extends the minimum over the next 2^k positions of the cycle to the next 2^(k+1). Each cycle has one
/// position that is its own minimum.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
fn cycles(deck: __m512i) -> u16 {
    let new = load(&SmallDeck::NEW.0);
    let (mut least, mut next) = (_mm512_min_epu8(new, deck), deck);
    for _ in 0..5 {
        next = _mm512_permutexvar_epi8(next, next);
        least = _mm512_min_epu8(least, _mm512_permutexvar_epi8(next, least));
    }
    _mm512_cmpeq_epi8_mask(least, new).count_ones() as u16
}

/// Counts the descents, by comparing each card with the next one. The last position is compared with itself.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
fn descents(deck: __m512i) -> u16 {
    const BELOW: [u8; POSITIONS] = {
        let (mut below, mut position) = ([63; POSITIONS], 0);
        while position < POSITIONS - 1 {
            below[position] = position as u8 + 1;
            position += 1;
        }
        below
    };
    let below = _mm512_permutexvar_epi8(load(&BELOW), deck);
    _mm512_cmpgt_epu8_mask(deck, below).count_ones() as u16
}

/// Returns eight registers, each with eight positions of the eight decks. Each deck has a 64-bit lane.
#[inline]
#[target_feature(enable = "avx512f")]
fn columns(decks: &[SmallDeck; LANES]) -> [__m512i; LANES] {
    let mut rows = [_mm512_setzero_si512(); LANES];
    rows.iter_mut()
        .zip(decks)
        .for_each(|(row, deck)| *row = load(&deck.0));
    transpose_u64(&rows)
}

/// The state of a pass through eight decks, card by card from the top. Each deck has a 64-bit lane: in `above`
/// the set of its cards so far, in `followers` the set of cards with the next smaller card above them, in
/// `tops` the complement of the set of top cards of the piles of patience sorting, and in `inversions` the
/// number of inversions.
struct PassState {
    above: __m512i,
    followers: __m512i,
    tops: __m512i,
    inversions: __m512i,
}

impl PassState {
    #[inline]
    #[target_feature(enable = "avx512f,avx512vpopcntdq")]
    fn take(&mut self, card: __m512i) {
        let bit = _mm512_sllv_epi64(_mm512_set1_epi64(1), card);
        let larger = _mm512_srlv_epi64(self.above, card);
        self.inversions = _mm512_add_epi64(self.inversions, _mm512_popcnt_epi64(larger));
        // Ternary logic a | (b & c): adds the card to `followers` if the next smaller card is above it.
        let next = _mm512_add_epi64(self.above, self.above);
        self.followers = _mm512_ternarylogic_epi64::<0xf8>(self.followers, next, bit);
        self.above = _mm512_or_si512(self.above, bit);
        // Ternary logic a | (b & !c): the carry of the sum removes the next larger top card, and the card replaces
        // it.
        let sum = _mm512_add_epi64(self.tops, bit);
        self.tops = _mm512_ternarylogic_epi64::<0xf4>(sum, self.tops, bit);
    }
}

/// Computes the statistics that need the cards of a deck in turn, and the statistics that columns of eight
/// positions give.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,avx512vpopcntdq")]
fn measure_together(
    columns: &[__m512i; LANES],
    cards: usize,
    index: usize,
    measures: &mut Measures,
) {
    let zero = _mm512_setzero_si512();
    let mut pass = PassState {
        above: zero,
        followers: zero,
        tops: _mm512_set1_epi64(-1),
        inversions: zero,
    };
    let (mut displacement, mut moved) = (zero, zero);
    let columns = &columns[..cards.div_ceil(LANES)];
    for (column, first) in columns.iter().zip((0..).step_by(LANES)) {
        for byte in &BYTES {
            pass.take(_mm512_shuffle_epi8(*column, load(byte)));
        }
        let positions = _mm512_add_epi8(
            _mm512_set1_epi64(0x0706_0504_0302_0100),
            _mm512_set1_epi8(first),
        );
        displacement = _mm512_add_epi64(displacement, _mm512_sad_epu8(*column, positions));
        let elsewhere = _mm512_min_epu8(_mm512_xor_si512(*column, positions), _mm512_set1_epi8(1));
        moved = _mm512_add_epi8(moved, elsewhere);
    }
    let all = _mm512_set1_epi64((columns.len() * LANES) as i64);
    let beyond = (columns.len() * LANES - cards) as i64;
    let less = |numbers: __m512i, less: i64| _mm512_sub_epi64(numbers, _mm512_set1_epi64(less));
    let at = |numbers: __m512i, to: &mut [u16; 64]| {
        store_u64_as_u16(numbers, &mut to.as_chunks_mut().0[index]);
    };
    at(
        less(_mm512_sub_epi64(all, _mm512_sad_epu8(moved, zero)), beyond),
        measures.values_mut(Statistic::FixedPoints),
    );
    at(
        _mm512_sub_epi64(all, _mm512_popcnt_epi64(pass.followers)),
        measures.values_mut(Statistic::RisingSequences),
    );
    at(pass.inversions, measures.values_mut(Statistic::Inversions));
    let tops = _mm512_sub_epi64(_mm512_set1_epi64(64), _mm512_popcnt_epi64(pass.tops));
    at(
        less(tops, beyond),
        measures.values_mut(Statistic::LongestIncreasing),
    );
    at(displacement, measures.values_mut(Statistic::Displacement));
}

/// For each byte of a 64-bit lane, the index vector of the shuffle that copies this byte to the lane and
/// clears the rest.
const BYTES: [[u8; POSITIONS]; LANES] = {
    let (mut bytes, mut byte) = ([[0x80; POSITIONS]; LANES], 0);
    while byte < LANES {
        let mut lane = 0;
        while lane < LANES {
            bytes[byte][LANES * lane] = (LANES * (lane % 2) + byte) as u8;
            lane += 1;
        }
        byte += 1;
    }
    bytes
};
