//! Riffles a register at a time. An expand instruction puts the next cards of a packet at the positions that
//! a mask selects.

use std::arch::x86_64::*;

use super::portable::for_each_deck;
use crate::kernel::large::decks::DeckRows;
use faro_simd::avx512_fn;
use faro_simd::registers::{load_at, store};

avx512_fn! {
    pub(super) fn riffle_u8(_avx512: Avx512, masks: &[u64], cards: usize, from: &DeckRows<u8>, to: &mut DeckRows<u8>) {
        for_each_deck(masks, cards, from, to, |masks, cut, from, to| riffle_bytes(masks, cut, from, to));
    }
}

avx512_fn! {
    pub(super) fn riffle_u16(_avx512: Avx512, masks: &[u64], cards: usize, from: &DeckRows<u16>, to: &mut DeckRows<u16>) {
        for_each_deck(masks, cards, from, to, |masks, cut, from, to| riffle_shorts(masks, cut, from, to));
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn riffle_bytes(masks: &[u64], cut: usize, from: &[u8], to: &mut [u8]) {
    let (mut top, mut bottom) = (0, cut);
    for (&mask, to) in masks.iter().zip(to.as_chunks_mut::<64>().0) {
        let fallen = _mm512_maskz_expand_epi8(!mask, load_at(from, top));
        store(
            _mm512_mask_expand_epi8(fallen, mask, load_at(from, bottom)),
            to,
        );
        let ones = mask.count_ones() as usize;
        (top, bottom) = (top + 64 - ones, bottom + ones);
    }
}

/// Each mask has 64 bits, for two registers of positions. At the end of a deck the second register may be
/// missing.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn riffle_shorts(masks: &[u64], cut: usize, from: &[u16], to: &mut [u16]) {
    let (mut top, mut bottom) = (0, cut);
    let (pairs, last) = to.as_chunks_mut::<64>();
    for (&mask, to) in masks.iter().zip(pairs) {
        let (low, high) = to.split_at_mut(32);
        let packets = [window(from, top), window(from, bottom)];
        let ones = riffle_register(mask as u32, packets, [0; 2], low);
        riffle_register((mask >> 32) as u32, packets, [32 - ones, ones], high);
        let ones = mask.count_ones() as usize;
        (top, bottom) = (top + 64 - ones, bottom + ones);
    }
    if let (Some(&mask), false) = (masks.last(), last.is_empty()) {
        riffle_register(
            mask as u32,
            [window(from, top), window(from, bottom)],
            [0; 2],
            last,
        );
    }
}

/// Returns the entries from which the next 64 positions can take cards of a packet.
#[inline(always)]
fn window(from: &[u16], next: usize) -> &[u16; 64] {
    from[next..]
        .first_chunk()
        .expect("64 entries after the deck")
}

/// Writes 32 positions, and returns the number of cards from the bottom packet.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn riffle_register(
    mask: u32,
    [top, bottom]: [&[u16; 64]; 2],
    [next_top, next_bottom]: [usize; 2],
    to: &mut [u16],
) -> usize {
    let fallen = _mm512_maskz_expand_epi16(!mask, load_at(top, next_top));
    let fallen = _mm512_mask_expand_epi16(fallen, mask, load_at(bottom, next_bottom));
    store::<u16, 32>(
        fallen,
        to.first_chunk_mut().expect("a register of positions"),
    );
    mask.count_ones() as usize
}
