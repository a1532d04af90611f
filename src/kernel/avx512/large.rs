//! Riffles of large decks: a mask says which places of a register the next cards of either packet expand to.

use std::arch::x86_64::*;

use crate::kernel::large::Rows;
use crate::kernel::large::riffle::each;
use crate::simd::registers::{load_at, store};

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
pub(super) fn bytes(masks: &[u64], cards: usize, from: &Rows<u8>, to: &mut Rows<u8>) {
    each(masks, cards, from, to, |masks, cut, from, to| {
        let (mut top, mut bottom) = (0, cut);
        for (&mask, to) in masks.iter().zip(to.as_chunks_mut().0) {
            let fallen = _mm512_maskz_expand_epi8(!mask, load_at(from, top));
            store::<u8, 64>(_mm512_mask_expand_epi8(fallen, mask, load_at(from, bottom)), to);
            let ones = mask.count_ones() as usize;
            (top, bottom) = (top + 64 - ones, bottom + ones);
        }
    });
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
pub(super) fn shorts(masks: &[u64], cards: usize, from: &Rows<u16>, to: &mut Rows<u16>) {
    each(masks, cards, from, to, |masks, cut, from, to| {
        let (mut top, mut bottom) = (0, cut);
        let (pairs, last) = to.as_chunks_mut::<64>();
        for (&mask, to) in masks.iter().zip(pairs) {
            let (low, high) = to.split_at_mut(32);
            let packets = [window(from, top), window(from, bottom)];
            let ones = half(mask as u32, packets, [0; 2], low);
            half((mask >> 32) as u32, packets, [32 - ones, ones], high);
            let ones = mask.count_ones() as usize;
            (top, bottom) = (top + 64 - ones, bottom + ones);
        }
        if let (Some(&mask), false) = (masks.last(), last.is_empty()) {
            half(mask as u32, [window(from, top), window(from, bottom)], [0; 2], last);
        }
    });
}

/// What the next 64 places can hold of a packet.
#[inline(always)]
fn window(from: &[u16], next: usize) -> &[u16; 64] {
    from[next..].first_chunk().expect("a line behind the deck")
}

/// Half of a mask; how many fell from the bottom packet.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn half(mask: u32, [top, bottom]: [&[u16; 64]; 2], next: [usize; 2], to: &mut [u16]) -> usize {
    let fallen = _mm512_maskz_expand_epi16(!mask, load_at(top, next[0]));
    let fallen = _mm512_mask_expand_epi16(fallen, mask, load_at(bottom, next[1]));
    store::<u16, 32>(fallen, to.first_chunk_mut().expect("half a word of places"));
    mask.count_ones() as usize
}
