//! Eight cards at a time, by byte shuffles.

use std::arch::x86_64::*;

use super::portable::{for_each_deck, riffle_bytes_with};
use crate::kernel::large::rows::Rows;
use crate::kernel::merge_eight::merge_eight_avx2;
use crate::simd::avx2_fn;
use crate::simd::registers::{load_eight, store_eight};

avx2_fn! {
    pub(super) fn riffle_u8(_avx2: Avx2, masks: &[u64], cards: usize, from: &Rows<u8>, to: &mut Rows<u8>) {
        let riffle = riffle_bytes_with(|top, bottom, bits| merge_eight_avx2(top, bottom, bits));
        for_each_deck(masks, cards, from, to, riffle);
    }
}

avx2_fn! {
    pub(super) fn riffle_u16(_avx2: Avx2, masks: &[u64], cards: usize, from: &Rows<u16>, to: &mut Rows<u16>) {
        for_each_deck(masks, cards, from, to, |masks, cut, from, to| riffle_shorts(masks, cut, from, to));
    }
}

#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn riffle_shorts(masks: &[u64], cut: usize, from: &[u16], to: &mut [u16]) {
    let (mut top, mut bottom) = (0, cut);
    let bytes = masks.iter().flat_map(|mask| mask.to_le_bytes());
    for (to, bits) in to.as_chunks_mut::<8>().0.iter_mut().zip(bytes) {
        let next = |at: usize| load_eight(from[at..].first_chunk().expect("64 entries after the deck"));
        let [of_top, of_bottom] = &FALLEN[usize::from(bits)];
        let fallen = _mm_shuffle_epi8(next(top), load_eight(of_top));
        store_eight(_mm_or_si128(fallen, _mm_shuffle_epi8(next(bottom), load_eight(of_bottom))), to);
        let ones = bits.count_ones() as usize;
        (top, bottom) = (top + 8 - ones, bottom + ones);
    }
}

/// For eight bits of a mask, the bytes of the next cards of the top packet that fall to the zeros, and those of the
/// bottom packet that fall to the ones. A byte of 0x80 gives 0.
static FALLEN: [[[u16; 8]; 2]; 256] = {
    let (mut fallen, mut bits) = ([[[0x8080; 8]; 2]; 256], 0);
    while bits < 256 {
        let (mut next, mut position) = ([0, 0], 0);
        while position < 8 {
            let packet = (bits >> position) & 1;
            fallen[bits][packet][position] = (2 * next[packet]) | ((2 * next[packet] + 1) << 8);
            next[packet] += 1;
            position += 1;
        }
        bits += 1;
    }
    fallen
};
