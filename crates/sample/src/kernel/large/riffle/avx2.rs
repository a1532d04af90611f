use std::arch::x86_64::*;

use super::portable::{Eight, riffle_with};
use super::portable::{for_each_deck, riffle_bytes_with};
use crate::kernel::large::decks::DeckRows;
use crate::kernel::merge_eight::merge_eight_avx2;
use faro_simd::avx2_fn;
use faro_simd::registers::{load_eight, store_eight};

avx2_fn! {
    pub(super) fn riffle_u8(_avx2: Avx2, masks: &[u64], cards: usize, from: &DeckRows<u8>, to: &mut DeckRows<u8>) {
        let riffle = riffle_bytes_with(|top, bottom, bits| merge_eight_avx2(top, bottom, bits));
        for_each_deck(masks, cards, from, to, riffle);
    }
}

avx2_fn! {
    pub(super) fn riffle_u16(_avx2: Avx2, masks: &[u64], cards: usize, from: &DeckRows<u16>, to: &mut DeckRows<u16>) {
        for_each_deck(masks, cards, from, to, riffle_with(|cards, orders| shuffle(cards, orders)));
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn shuffle([top, bottom]: [&Eight; 2], [of_top, of_bottom]: &[Eight; 2]) -> Eight {
    let top = _mm_shuffle_epi8(load_eight(top), load_eight(of_top));
    let bottom = _mm_shuffle_epi8(load_eight(bottom), load_eight(of_bottom));
    let mut fallen = [0; 8];
    store_eight(_mm_or_si128(top, bottom), &mut fallen);
    fallen
}
