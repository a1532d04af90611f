//! Riffles eight cards at a time: the next eight of either packet are sixteen bytes, and eight bits of the
//! mask say which of them fall, in what order: a table of 2 KiB.

use std::arch::x86_64::*;

use crate::kernel::lane::{DECKS, Lane};
use crate::kernel::riffle::{Roomy, in_turn};
use crate::kernel::words::Row;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn riffle(masks: &[Row], decks: &mut [Lane; DECKS]) {
    in_turn(masks, decks, |deck, mask, shuffled| fall(deck, mask, shuffled));
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn fall(deck: &Roomy, mask: u64, shuffled: &mut Roomy) {
    let (mut top, mut bottom) = (0, mask.count_zeros() as usize);
    for (chunk, bits) in shuffled.0.as_chunks_mut().0.iter_mut().zip(mask.to_le_bytes()) {
        *chunk = eight(deck.eight(top), deck.eight(bottom), bits).to_le_bytes();
        let fallen = bits.count_ones() as usize;
        bottom += fallen;
        top += 8 - fallen;
    }
}

/// As `bitonic::eight`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn eight(top: u64, bottom: u64, bits: u8) -> u64 {
    let order = _mm_cvtsi64_si128(ORDERS[usize::from(bits)]);
    _mm_cvtsi128_si64(_mm_shuffle_epi8(_mm_set_epi64x(bottom as i64, top as i64), order)) as u64
}

/// Which of sixteen falls where: for each set bit the next of the upper eight, for others of the lower.
static ORDERS: [i64; 256] = orders();

const fn orders() -> [i64; 256] {
    let (mut orders, mut bits) = ([0; 256], 0);
    while bits < 256 {
        let (mut next, mut place) = ([0, 8], 0);
        while place < 8 {
            let packet = bits >> place & 1;
            orders[bits] |= next[packet] << (8 * place);
            next[packet] += 1;
            place += 1;
        }
        bits += 1;
    }
    orders
}
