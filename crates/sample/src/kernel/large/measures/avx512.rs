//! Statistics by sets of cards. A set of at most 512 cards is a register.

use std::arch::x86_64::*;

use super::portable::{self, ByComparison, TOGETHER};
use crate::kernel::large::Card;
use faro_simd::avx512_fn;
use faro_simd::registers::load;

/// The number of bits of a register.
const BITS: usize = 512;

avx512_fn! {
    pub(super) fn measure_all<C: Card>(_avx512: Avx512, decks: &[&[C]], all: &mut [[u64; 7]]) {
        if decks[0].len() <= BITS {
            portable::measure(decks, all, |decks, compared| compare(decks, compared));
        } else {
            portable::measure(decks, all, portable::compare(decks[0].len()));
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vpopcntdq")]
fn compare<C: Card>(decks: &[&[C]; TOGETHER], compared: &mut [ByComparison]) {
    let mut passes = [PassState::new(); TOGETHER];
    for position in 0..decks[0].len() {
        for (pass, deck) in passes.iter_mut().zip(decks) {
            pass.take(Into::<u32>::into(deck[position]).into());
        }
    }
    for (compared, pass) in compared.iter_mut().zip(passes) {
        let longest_increasing = _mm512_reduce_add_epi64(_mm512_popcnt_epi64(pass.tops));
        *compared = [
            _mm512_reduce_add_epi64(pass.inversions) as u64,
            longest_increasing as u64,
        ];
    }
}

/// The state of a pass through a deck, card by card from the top.
#[derive(Clone, Copy)]
struct PassState {
    /// The set of the cards so far.
    above: __m512i,
    /// The set of the top cards of the piles of patience sorting.
    tops: __m512i,
    /// The lanes add up to the number of inversions.
    inversions: __m512i,
}

impl PassState {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new() -> PassState {
        let zero = _mm512_setzero_si512();
        PassState {
            above: zero,
            tops: zero,
            inversions: zero,
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vpopcntdq")]
    fn take(&mut self, card: i64) {
        let (card, firsts) = (_mm512_set1_epi64(card), load(&FIRST_CARDS));
        // A shift by 64 or more, or by a negative number, gives 0.
        let bit = _mm512_sllv_epi64(_mm512_set1_epi64(1), _mm512_sub_epi64(card, firsts));
        let not_below = _mm512_sllv_epi64(_mm512_set1_epi64(-1), _mm512_subs_epu16(card, firsts));
        let larger = _mm512_popcnt_epi64(_mm512_and_si512(self.above, not_below));
        self.inversions = _mm512_add_epi64(self.inversions, larger);
        self.above = _mm512_or_si512(self.above, bit);
        // The card covers the smallest larger top card, which is the lowest bit of the first lane that is not
        // 0.
        let tops = _mm512_and_si512(self.tops, not_below);
        let nonzero = _mm512_test_epi64_mask(tops, tops);
        let lowest = _mm512_and_si512(tops, _mm512_sub_epi64(_mm512_setzero_si512(), tops));
        let left = _mm512_mask_xor_epi64(
            self.tops,
            nonzero & nonzero.wrapping_neg(),
            self.tops,
            lowest,
        );
        self.tops = _mm512_or_si512(left, bit);
    }
}

/// The smallest card of the part of a set that each 64-bit lane stores.
const FIRST_CARDS: [u64; 8] = [0, 64, 128, 192, 256, 320, 384, 448];
