//! As `kernel::large::measures`: a set of up to 512 cards is a register.

use std::arch::x86_64::*;

use crate::kernel::large::measures::{self, BySets, FOUR, Four};
use crate::kernel::large::{Card, LargeDecks};
use crate::simd::registers::load;

/// The bits of a register.
const BITS: usize = 512;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vpopcntdq,popcnt,bmi1,bmi2,lzcnt")]
pub(super) fn measure<C: Card>(decks: &LargeDecks<C>, all: &mut [[u64; 7]]) {
    if decks.cards() <= BITS {
        measures::measure(decks, all, |four| by_sets(four));
    } else {
        measures::measure(decks, all, measures::by_sets(decks.cards()));
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vpopcntdq")]
fn by_sets<C: Card>(decks: &Four<C>) -> [BySets; FOUR] {
    let mut seen = [Seen::nothing(); FOUR];
    for place in 0..decks[0].len() {
        for (seen, deck) in seen.iter_mut().zip(decks) {
            seen.see(Into::<u32>::into(deck[place]).into());
        }
    }
    seen.map(|seen| {
        let tops = _mm512_reduce_add_epi64(_mm512_popcnt_epi64(seen.tops));
        [_mm512_reduce_add_epi64(seen.inversions) as u64, tops as u64]
    })
}

/// What has been seen of a deck, card after card.
#[derive(Clone, Copy)]
struct Seen {
    /// The cards above.
    above: __m512i,
    /// The tops of the piles of patience sorting.
    tops: __m512i,
    inversions: __m512i,
}

impl Seen {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn nothing() -> Seen {
        let zero = _mm512_setzero_si512();
        Seen { above: zero, tops: zero, inversions: zero }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vpopcntdq")]
    fn see(&mut self, card: i64) {
        let (card, firsts) = (_mm512_set1_epi64(card), load(&FIRSTS));
        // Shifts by 64 or more, as by less than nothing, leave no bit.
        let bit = _mm512_sllv_epi64(_mm512_set1_epi64(1), _mm512_sub_epi64(card, firsts));
        let from = _mm512_sllv_epi64(_mm512_set1_epi64(-1), _mm512_subs_epu16(card, firsts));
        let larger = _mm512_popcnt_epi64(_mm512_and_si512(self.above, from));
        self.inversions = _mm512_add_epi64(self.inversions, larger);
        self.above = _mm512_or_si512(self.above, bit);
        // The smallest top above the card, which it covers, is the lowest bit of the first word that has one.
        let tops = _mm512_and_si512(self.tops, from);
        let some = _mm512_test_epi64_mask(tops, tops);
        let lowest = _mm512_and_si512(tops, _mm512_sub_epi64(_mm512_setzero_si512(), tops));
        let left = _mm512_mask_xor_epi64(self.tops, some & some.wrapping_neg(), self.tops, lowest);
        self.tops = _mm512_or_si512(left, bit);
    }
}

/// The first card of each word.
const FIRSTS: [u64; 8] = [0, 64, 128, 192, 256, 320, 384, 448];
