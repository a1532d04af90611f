use super::portable::{for_each_deck, riffle_bytes_with, riffle_card_by_card};
use crate::kernel::large::rows::Rows;
use crate::kernel::merge_eight::merge_eight_avx2;
use crate::simd::avx2_fn;

avx2_fn! {
    pub(super) fn riffle_u8(_avx2: Avx2, masks: &[u64], cards: usize, from: &Rows<u8>, to: &mut Rows<u8>) {
        let riffle = riffle_bytes_with(|top, bottom, bits| merge_eight_avx2(top, bottom, bits));
        for_each_deck(masks, cards, from, to, riffle);
    }
}

avx2_fn! {
    pub(super) fn riffle_u16(_avx2: Avx2, masks: &[u64], cards: usize, from: &Rows<u16>, to: &mut Rows<u16>) {
        for_each_deck(masks, cards, from, to, riffle_card_by_card);
    }
}
