//! The power tests for the primes of a block: the factors of p − 1 are found for sixteen primes p at a time, one
//! factor in each round.

use std::arch::x86_64::*;

use super::arithmetic::{INVERSE_OF_3, append, inverse, number, sixteen, third, trailing_zeros};
use crate::number::sweep::power_tests::PowerTests;
use crate::number::sweep::sieve::BLOCK;
use crate::number::sweep::tables::Known;
use crate::simd::registers::{gather_u16, load, load_u16_as_u32, store};

/// The primes for which p − 1 is not factored completely, and the tests so far. All lists are longer than
/// their contents by a register.
pub(super) struct Buffers {
    /// The part of p − 1 without the factors found.
    rests: Vec<u32>,
    indices: Vec<u32>,
    /// The factor found last.
    last: Vec<u32>,
    unfinished: usize,
    exponents: Vec<u32>,
    divisors: Vec<u32>,
    tested: Vec<u32>,
    tests: usize,
}

/// For a prime p below 2^30, p − 1 has at most nine odd prime factors, and 2.
const MOST_TESTS: usize = 10 * BLOCK;

impl Buffers {
    pub(super) fn new() -> Buffers {
        let (list, long) = (|| vec![0; BLOCK + 16], || vec![0; MOST_TESTS + 16]);
        let (rests, indices, last) = (list(), list(), list());
        let (exponents, divisors, tested) = (long(), long(), long());
        Buffers { rests, indices, last, unfinished: 0, exponents, divisors, tested, tests: 0 }
    }

    /// Appends tests, for the selected lanes.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn push_test(&mut self, selected: u16, exponent: __m512i, divisor: __m512i, index: __m512i) {
        append(&mut self.exponents, self.tests, selected, exponent);
        append(&mut self.divisors, self.tests, selected, divisor);
        append(&mut self.tested, self.tests, selected, index);
        self.tests += selected.count_ones() as usize;
    }

    /// Keeps the selected lanes for the next round.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn keep(&mut self, selected: u16, rest: __m512i, index: __m512i, last: __m512i) {
        append(&mut self.rests, self.unfinished, selected, rest);
        append(&mut self.indices, self.unfinished, selected, index);
        append(&mut self.last, self.unfinished, selected, last);
        self.unfinished += selected.count_ones() as usize;
    }
}

/// Prepares, for each prime p of a block and each prime factor of p − 1, the test whether it can be divided out of the
/// order, and writes a multiple of each order.
#[target_feature(enable = "avx512f,avx512cd")]
pub(super) fn prepare(
    block: usize,
    (primes, count): (&[u16], usize),
    known: Known<'_>,
    tests: &mut PowerTests,
    orders: &mut [u32; BLOCK],
    buffers: &mut Buffers,
) {
    (buffers.unfinished, buffers.tests) = (0, 0);
    let base = _mm512_set1_epi32((block * BLOCK) as i32);
    for (from, chunk) in (0..count).step_by(16).zip(primes.as_chunks::<16>().0) {
        let found = begin(base, load_u16_as_u32(chunk), first_lanes(count - from), buffers);
        for (&index, &order) in primes[from..count].iter().zip(&found) {
            orders[usize::from(index) % BLOCK] = order;
        }
    }
    while buffers.unfinished > 0 {
        round(base, known, buffers);
    }
    for test in 0..buffers.tests {
        let (exponent, divisor) = (buffers.exponents[test], buffers.divisors[test]);
        tests.push_at(block, buffers.tested[test], exponent, divisor);
    }
}

/// Selects the first lanes, up to the given number.
#[inline]
fn first_lanes(count: usize) -> u16 {
    if count < 16 { (1 << count) - 1 } else { u16::MAX }
}

/// Divides p − 1 by its factors 2 and 3. Returns p − 1, or half of it if 2 is a square modulo p.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
fn begin(base: __m512i, index: __m512i, valid: u16, buffers: &mut Buffers) -> [u32; 16] {
    let less = _mm512_sub_epi32(number(_mm512_add_epi32(base, index)), _mm512_set1_epi32(1));
    let order = multiple_of_order(less);
    let eighths = _mm512_testn_epi32_mask(less, _mm512_set1_epi32(7));
    buffers.push_test(valid & eighths, _mm512_srli_epi32::<1>(order), _mm512_set1_epi32(2), index);
    let mut rest = _mm512_srlv_epi32(less, trailing_zeros(less));
    let mut thrice = valid;
    let mut first = true;
    loop {
        let third = _mm512_mullo_epi32(rest, _mm512_set1_epi32(INVERSE_OF_3));
        thrice &= _mm512_cmple_epu32_mask(third, _mm512_set1_epi32(0x5555_5555));
        if thrice == 0 {
            break;
        }
        if first {
            let exponent = _mm512_mullo_epi32(order, _mm512_set1_epi32(INVERSE_OF_3));
            buffers.push_test(thrice, exponent, _mm512_set1_epi32(3), index);
            first = false;
        }
        rest = _mm512_mask_mov_epi32(rest, thrice, third);
    }
    let one = _mm512_set1_epi32(1);
    buffers.keep(valid & _mm512_cmpgt_epu32_mask(rest, one), rest, index, one);
    let mut found = [0; 16];
    store(order, &mut found);
    found
}

/// p − 1, or half of it for p ≡ ±1 modulo 8, from p − 1.
#[inline]
#[target_feature(enable = "avx512f")]
fn multiple_of_order(less: __m512i) -> __m512i {
    let residue = _mm512_and_si512(less, _mm512_set1_epi32(7));
    let square =
        _mm512_testn_epi32_mask(residue, residue) | _mm512_cmpeq_epi32_mask(residue, _mm512_set1_epi32(6));
    _mm512_mask_srli_epi32::<1>(less, square, less)
}

/// Divides each rest by its smallest prime factor, and adds tests for the factors other than the last one found.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
fn round(base: __m512i, known: Known<'_>, buffers: &mut Buffers) {
    let (one, count) = (_mm512_set1_epi32(1), std::mem::take(&mut buffers.unfinished));
    for from in (0..count).step_by(16) {
        let valid = first_lanes(count - from);
        let rest = _mm512_mask_mov_epi32(one, valid, load(sixteen(&buffers.rests, from)));
        let (index, last) = (load(sixteen(&buffers.indices, from)), load(sixteen(&buffers.last, from)));
        let factor = gather_u16(known.factors, third(rest));
        let factor = _mm512_mask_mov_epi32(factor, _mm512_testn_epi32_mask(factor, factor), rest);
        let inverse = inverse(factor);
        let order = multiple_of_order(_mm512_sub_epi32(number(_mm512_add_epi32(base, index)), one));
        let new = valid & _mm512_cmpneq_epi32_mask(factor, last);
        buffers.push_test(new, _mm512_mullo_epi32(order, inverse), factor, index);
        // The lists are overwritten only where they have been read.
        let rest = _mm512_mullo_epi32(rest, inverse);
        buffers.keep(valid & _mm512_cmpgt_epu32_mask(rest, one), rest, index, factor);
    }
}
