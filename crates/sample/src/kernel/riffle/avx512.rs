//! Riffles of small decks with AVX-512. A riffle is one permutation of the bytes of a register, whose index vector
//! depends only on the mask. So successive riffles of a deck depend on each other only by one instruction each.

use std::arch::x86_64::*;

use crate::kernel::random_rows::RandomRow;
use crate::kernel::small_deck::{BATCH, POSITIONS, SmallDeck};
use faro_simd::registers::{load, store};

/// The number of masks in a register.
const MASKS: usize = 8;

faro_simd::avx512_fn! {
    pub(super) fn riffle(_avx512: Avx512, masks: &[RandomRow], decks: &mut [SmallDeck; BATCH]) {
        riffle_all(masks, decks);
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,avx512vpopcntdq")]
fn riffle_all(masks: &[RandomRow], decks: &mut [SmallDeck; BATCH]) {
    let masks = masks.as_flattened().as_chunks::<BATCH>().0;
    for (index, decks) in decks.as_chunks_mut::<MASKS>().0.iter_mut().enumerate() {
        let mut eight = [_mm512_setzero_si512(); MASKS];
        eight
            .iter_mut()
            .zip(&*decks)
            .for_each(|(register, deck)| *register = load(&deck.0));
        for masks in masks {
            riffle_once(&mut eight, &masks.as_chunks().0[index]);
        }
        eight
            .into_iter()
            .zip(decks)
            .for_each(|(register, deck)| store(register, &mut deck.0));
    }
}

/// Riffles eight decks once. Let r be the number of ones below bit i of the mask. Position i takes the card
/// at i − r if bit i is 0. If bit i is 1, it takes the card at r plus the number of zeros of the mask.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,avx512vpopcntdq")]
fn riffle_once(decks: &mut [__m512i; MASKS], masks: &[u64; MASKS]) {
    let bits = load(masks);
    let below = ones_in_bytes_below(bits);
    let cut = _mm512_sub_epi64(_mm512_set1_epi64(64), _mm512_popcnt_epi64(bits));
    for index in 0..MASKS {
        let own_byte = load(&BYTE_OF_POSITION[index]);
        let in_byte = _mm512_and_si512(_mm512_permutexvar_epi8(own_byte, bits), load(&BITS_BELOW));
        let ones = _mm512_add_epi8(
            _mm512_permutexvar_epi8(own_byte, below),
            _mm512_popcnt_epi8(in_byte),
        );
        let cut = _mm512_permutexvar_epi8(_mm512_set1_epi8(8 * index as i8), cut);
        let top = _mm512_sub_epi8(load(&SmallDeck::NEW.0), ones);
        let from = _mm512_mask_add_epi8(top, masks[index], ones, cut);
        decks[index] = _mm512_permutexvar_epi8(from, decks[index]);
    }
}

/// Returns, for each byte of a mask, the number of ones in the lower bytes of this mask.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn ones_in_bytes_below(masks: __m512i) -> __m512i {
    let mut ones = _mm512_slli_epi64::<8>(_mm512_popcnt_epi8(masks));
    ones = _mm512_add_epi8(ones, _mm512_slli_epi64::<8>(ones));
    ones = _mm512_add_epi8(ones, _mm512_slli_epi64::<16>(ones));
    _mm512_add_epi8(ones, _mm512_slli_epi64::<32>(ones))
}

/// For each position, in eight repetitions for the eight masks of a register, the index of the byte that has its bit.
const BYTE_OF_POSITION: [[u8; POSITIONS]; MASKS] = {
    let (mut from, mut index) = ([[0; POSITIONS]; MASKS], 0);
    while index < MASKS * POSITIONS {
        from[index / POSITIONS][index % POSITIONS] =
            (8 * (index / POSITIONS) + index % POSITIONS / 8) as u8;
        index += 1;
    }
    from
};

/// For each position, a mask of the lower bits in the byte that has the bit of this position.
const BITS_BELOW: [u8; POSITIONS] = {
    let (mut bits, mut position) = ([0; POSITIONS], 0);
    while position < POSITIONS {
        bits[position] = (1 << (position % 8)) - 1;
        position += 1;
    }
    bits
};
