//! A riffle is one permutation of a register's bytes. The index that it needs depends on the mask alone,
//! so that only the permutations of a deck wait for one another.

use std::arch::x86_64::*;

use super::lanes::{load, store};
use crate::kernel::lane::{DECKS, Lane};
use crate::kernel::words::Row;

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")]
pub(super) fn riffle(masks: &[Row], decks: &mut [Lane; DECKS]) {
    let masks = masks.as_flattened().as_chunks::<DECKS>().0;
    for (index, lane) in decks.iter_mut().enumerate() {
        let mut deck = load(lane);
        for masks in masks {
            deck = _mm512_permutexvar_epi8(falls(masks[index]), deck);
        }
        store(deck, lane);
    }
}

/// The place that each place takes its card from: those of the zeros from the top on, those of the ones
/// from the cut on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn falls(mask: u64) -> __m512i {
    let new = load(&Lane::NEW);
    let bottom = _mm512_add_epi8(new, _mm512_set1_epi8(mask.count_zeros() as i8));
    _mm512_mask_expand_epi8(_mm512_maskz_expand_epi8(!mask, new), mask, bottom)
}
