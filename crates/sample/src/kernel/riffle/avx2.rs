//! Riffles eight cards at a time. The next eight cards of each packet are sixteen bytes, from which a byte
//! shuffle selects the cards that fall. The selection depends only on eight bits of the mask: a table of 2
//! KiB.

use super::portable::{PaddedDeck, riffle_with};
use crate::kernel::merge_eight::merge_eight_avx2;
use crate::kernel::random_rows::RandomRow;
use crate::kernel::small_deck::{BATCH, SmallDeck};

faro_simd::avx2_fn! {
    pub(super) fn riffle(_avx2: Avx2, cards: usize, masks: &[RandomRow], decks: &mut [SmallDeck; BATCH]) {
        riffle_with(cards, masks, decks, |deck, mask, shuffled| riffle_once(deck, mask, shuffled));
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn riffle_once(deck: &PaddedDeck, mask: u64, shuffled: &mut [[u8; 8]]) {
    let (mut top, mut bottom) = (0, mask.count_zeros() as usize);
    for (chunk, bits) in shuffled.iter_mut().zip(mask.to_le_bytes()) {
        *chunk = merge_eight_avx2(deck.eight(top), deck.eight(bottom), bits).to_le_bytes();
        let ones = bits.count_ones() as usize;
        bottom += ones;
        top += 8 - ones;
    }
}
