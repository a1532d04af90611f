//! Counts by bit planes. For each position, one `u64` has bit b of the cards of 64 decks. Sixteen sets of
//! decks are computed, by the three low and the three high bits of the card. The decks with a given card at a
//! position are the intersection of two of these sets.

use std::arch::x86_64::*;

use crate::kernel::small_deck::{BATCH, POSITIONS, SmallDeck};
use crate::kernel::transpose::avx512::{transpose_bytes, transpose_u64};
use faro_simd::registers::{load, store};

/// The number of 64-bit lanes of a register.
const LANES: usize = 8;

faro_simd::avx512_fn! {
    /// Counts a batch. The indices of `counts` are position / 8, card, and position % 8.
    pub(super) fn add(
        _avx512: Avx512,
        decks: &[SmallDeck; BATCH],
        cards: usize,
        counts: &mut [[[u64; LANES]; POSITIONS]; LANES],
    ) {
        add_batch(decks, cards, counts);
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,gfni")]
fn add_batch(
    decks: &[SmallDeck; BATCH],
    cards: usize,
    counts: &mut [[[u64; LANES]; POSITIONS]; LANES],
) {
    let mut rows = [_mm512_setzero_si512(); BATCH];
    rows.iter_mut()
        .zip(decks)
        .for_each(|(row, deck)| *row = load(&deck.0));
    transpose_bytes(&mut rows);
    for (positions, counts) in rows
        .as_chunks()
        .0
        .iter()
        .zip(counts)
        .take(cards.div_ceil(LANES))
    {
        let [low, high] = sets(&planes(positions));
        let (eights, last) = counts[..cards].as_chunks_mut::<LANES>();
        // The compiler unrolls the loop over eight cards.
        for (counts, high) in eights.iter_mut().zip(high) {
            add_cards(counts, &low, high);
        }
        add_cards(last, &low, high[eights.len() % LANES]);
    }
}

/// Counts at most eight cards with the same high bits.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn add_cards(counts: &mut [[u64; LANES]], low: &[__m512i; LANES], high: __m512i) {
    for (counts, low) in counts.iter_mut().zip(low) {
        let decks = _mm512_popcnt_epi64(_mm512_and_si512(*low, high));
        store(_mm512_add_epi64(load(counts), decks), counts);
    }
}

/// Returns the bit planes of eight positions. Register b has bit b of the cards, with a 64-bit lane for each
/// position.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn planes(positions: &[__m512i; LANES]) -> [__m512i; LANES] {
    let mut rows = *positions;
    for (row, cards) in rows.iter_mut().zip(positions) {
        // The cards of eight decks are an 8 × 8 matrix of bits. Its products with the unit vectors are its
        // columns: byte i has bit i of each card. Then the bytes with the same bit are moved together.
        let transposed =
            _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(UNIT_VECTORS), *cards);
        *row = _mm512_permutexvar_epi8(load(&TOGETHER), transposed);
    }
    transpose_u64(&rows)
}

/// Returns two arrays of sets of decks for each position.
///
/// The first array has the decks whose card has the low bits 0 … 7, and the second the decks whose card has
/// the high bits 0 … 7. Low and high bits are three bits each.
#[inline]
#[target_feature(enable = "avx512f")]
fn sets(planes: &[__m512i; LANES]) -> [[__m512i; LANES]; 2] {
    let [a, b, c, d, e, f, ..] = *planes;
    [eighths(a, b, c), eighths(d, e, f)]
}

#[inline]
#[target_feature(enable = "avx512f")]
fn eighths(ones: __m512i, twos: __m512i, fours: __m512i) -> [__m512i; LANES] {
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

/// The eight unit vectors: byte i has bit i.
const UNIT_VECTORS: i64 = 0x8040_2010_0804_0201_u64 as i64;

/// The index vector that takes the first byte of each 64-bit lane, then the second byte of each, and so on.
const TOGETHER: [u8; POSITIONS] = {
    let (mut from, mut to) = ([0; POSITIONS], 0);
    while to < POSITIONS {
        from[to] = (to % 8 * 8 + to / 8) as u8;
        to += 1;
    }
    from
};
