//! A riffle is one permutation of a register's bytes. The index that it needs depends on the mask alone,
//! so that only the permutations of a deck wait for one another.

use std::arch::x86_64::*;

use crate::kernel::lane::{DECKS, Lane, PLACES};
use crate::kernel::words::Row;
use crate::simd::registers::{load, store};

/// So many masks are looked at together.
const EIGHT: usize = 8;

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,avx512vpopcntdq")]
pub(super) fn riffle(masks: &[Row], decks: &mut [Lane; DECKS]) {
    let masks = masks.as_flattened().as_chunks::<DECKS>().0;
    for (index, lanes) in decks.as_chunks_mut::<EIGHT>().0.iter_mut().enumerate() {
        let mut eight = [_mm512_setzero_si512(); EIGHT];
        eight.iter_mut().zip(&*lanes).for_each(|(deck, lane)| *deck = load(&lane.0));
        for masks in masks {
            fall(&mut eight, &masks.as_chunks().0[index]);
        }
        eight.into_iter().zip(lanes).for_each(|(deck, lane)| store(deck, &mut lane.0));
    }
}

/// A riffle of eight decks. With r ones below it, place i takes its card from place i − r if its bit is
/// zero, and from the r-th behind the cut if it is one.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,avx512vpopcntdq")]
fn fall(decks: &mut [__m512i; EIGHT], masks: &[u64; EIGHT]) {
    let words = load(masks);
    let below = ones_in_bytes_below(words);
    let cut = _mm512_sub_epi64(_mm512_set1_epi64(64), _mm512_popcnt_epi64(words));
    for index in 0..EIGHT {
        let own = load(&OWN[index]);
        let bits = _mm512_and_si512(_mm512_permutexvar_epi8(own, words), load(&BITS_BELOW));
        let ones = _mm512_add_epi8(_mm512_permutexvar_epi8(own, below), _mm512_popcnt_epi8(bits));
        let cut = _mm512_permutexvar_epi8(_mm512_set1_epi8(8 * index as i8), cut);
        let top = _mm512_sub_epi8(load(&Lane::NEW.0), ones);
        let from = _mm512_mask_add_epi8(top, masks[index], ones, cut);
        decks[index] = _mm512_permutexvar_epi8(from, decks[index]);
    }
}

/// Of each byte, how many ones its word has below it.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn ones_in_bytes_below(words: __m512i) -> __m512i {
    let mut ones = _mm512_slli_epi64::<8>(_mm512_popcnt_epi8(words));
    ones = _mm512_add_epi8(ones, _mm512_slli_epi64::<8>(ones));
    ones = _mm512_add_epi8(ones, _mm512_slli_epi64::<16>(ones));
    _mm512_add_epi8(ones, _mm512_slli_epi64::<32>(ones))
}

/// The byte that has a place's bit, in the word of each mask.
const OWN: [[u8; PLACES]; EIGHT] = {
    let (mut from, mut index) = ([[0; PLACES]; EIGHT], 0);
    while index < EIGHT * PLACES {
        from[index / PLACES][index % PLACES] = (8 * (index / PLACES) + index % PLACES / 8) as u8;
        index += 1;
    }
    from
};

/// And in it the bits below.
const BITS_BELOW: [u8; PLACES] = {
    let (mut bits, mut place) = ([0; PLACES], 0);
    while place < PLACES {
        bits[place] = (1 << (place % 8)) - 1;
        place += 1;
    }
    bits
};
