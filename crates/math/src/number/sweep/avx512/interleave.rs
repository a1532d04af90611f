//! The orders modulo the multiples of 3 but not of 9, and those modulo the numbers coprime to 6, in ascending order.

use std::arch::x86_64::*;

use super::arithmetic::sixteen;
use crate::number::sweep::small_primes::cofactor_of_three;
use crate::number::sweep::tables::Known;
use faro_simd::registers::{gather, load, store};

/// The first of the sixteen orders modulo numbers coprime to 6 that are needed for each third of 48 results.
const STARTS: [usize; 3] = [0, 10, 16];

/// Does what the portable function does, for sixteen multiples of 3 at a time.
#[target_feature(enable = "avx512f")]
pub(super) fn with_multiples_of_three(block: usize, coprime: &[u32], known: Known<'_>, all: &mut [u64]) {
    let cofactors = |first: usize| -> __m512i {
        load(&std::array::from_fn::<u32, 16, _>(|lane| cofactor_of_three(block, first + lane) as u32))
    };
    let mut cofactors = [cofactors(0), cofactors(16), cofactors(32)];
    let places: [__m512i; 3] = std::array::from_fn(|part| load(&places(part)));
    for (pairs, triples) in coprime.as_chunks::<32>().0.iter().zip(all.as_chunks_mut::<48>().0) {
        let order = gather(known.orders, cofactors[0]);
        let lifted = _mm512_sllv_epi32(order, _mm512_and_si512(order, _mm512_set1_epi32(1)));
        // 48 multiples of 3 have cofactors among 32 numbers coprime to 6.
        let next = _mm512_add_epi32(cofactors[0], _mm512_set1_epi32(32));
        cofactors = [cofactors[1], cofactors[2], next];
        for ((eights, start), places) in triples.as_chunks_mut::<16>().0.iter_mut().zip(STARTS).zip(places) {
            let orders = _mm512_permutex2var_epi32(load(sixteen(pairs, start)), places, lifted);
            let halves = [_mm512_castsi512_si256(orders), _mm512_extracti64x4_epi64::<1>(orders)];
            for (eight, half) in eights.as_chunks_mut::<8>().0.iter_mut().zip(halves) {
                store(_mm512_cvtepu32_epi64(half), eight);
            }
        }
    }
}

/// Where the results of a third come from: the numbers from its start on, or from 16 on the multiples of 3.
fn places(part: usize) -> [u32; 16] {
    std::array::from_fn(|lane| {
        let (triple, place) = ((16 * part + lane) / 3, (16 * part + lane) % 3);
        (if place == 1 { 16 + triple } else { 2 * triple + place / 2 - STARTS[part] }) as u32
    })
}
