//! The power tests for the primes of a block: the factors of p − 1 are found for sixteen primes p at a time, one
//! factor in each round.

use std::arch::x86_64::*;

use super::arithmetic::{INVERSE_OF_3, append, inverse, number, sixteen, third, trailing_zeros};
use super::powers::powers_are_one;
use crate::number::sweep::power_tests::{GROUPS, PowerTests, batch};
use crate::number::sweep::powers::LANES;
use crate::number::sweep::sieve::BLOCK;
use crate::number::sweep::tables::Known;
use faro_simd::Avx512;
use faro_simd::registers::{gather_u16, load, load_u16_as_u32, store};

/// The primes p for which p − 1 is not factored completely. All lists are longer than their contents by a register.
pub(super) struct Buffers {
    primes: Vec<u32>,
    /// The part of p − 1 without the factors found.
    rests: Vec<u32>,
    /// The factor found last.
    last: Vec<u32>,
    unfinished: usize,
}

impl Buffers {
    pub(super) fn new() -> Buffers {
        let list = || vec![0; BLOCK + 16];
        Buffers { primes: list(), rests: list(), last: list(), unfinished: 0 }
    }

    /// Keeps the selected lanes for the next round.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn keep(&mut self, selected: u16, prime: __m512i, rest: __m512i, last: __m512i) {
        append(&mut self.primes, self.unfinished, selected, prime);
        append(&mut self.rests, self.unfinished, selected, rest);
        append(&mut self.last, self.unfinished, selected, last);
        self.unfinished += selected.count_ones() as usize;
    }
}

/// Appends tests, for the selected lanes in which the power may be 1.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,popcnt")]
fn push(tests: &mut PowerTests, selected: u16, prime: __m512i, exponent: __m512i, inverse: __m512i) {
    let log2 = _mm512_sub_epi32(_mm512_set1_epi32(31), _mm512_lzcnt_epi32(prime));
    let selected = _mm512_mask_cmpge_epu32_mask(selected, exponent, log2);
    let groups = _mm512_srli_epi32::<2>(_mm512_lzcnt_epi32(exponent));
    for (number, group) in (0..).zip(&mut tests.groups) {
        let selected = _mm512_mask_cmpeq_epi32_mask(selected, groups, _mm512_set1_epi32(number));
        if selected != 0 {
            append(&mut group.moduli, group.length, selected, prime);
            append(&mut group.exponents, group.length, selected, exponent);
            append(&mut group.inverses, group.length, selected, inverse);
            group.length += selected.count_ones() as usize;
        }
    }
}

/// Writes the orders modulo the primes of a block.
#[target_feature(enable = "avx512f,avx512cd,popcnt")]
pub(super) fn orders(
    avx512: Avx512,
    block: usize,
    (primes, count): (&[u16], usize),
    known: Known<'_>,
    tests: &mut PowerTests,
    orders: &mut [u32; BLOCK],
    buffers: &mut Buffers,
) {
    let base = _mm512_set1_epi32((block * BLOCK) as i32);
    buffers.unfinished = 0;
    for (from, chunk) in (0..count).step_by(16).zip(primes.as_chunks::<16>().0) {
        let prime = number(_mm512_add_epi32(base, load_u16_as_u32(chunk)));
        let multiples = begin(prime, first_lanes(count - from), tests, buffers);
        for (&index, &multiple) in primes[from..count].iter().zip(&multiples) {
            orders[usize::from(index) % BLOCK] = multiple;
        }
        run(avx512, tests, LANES, orders);
    }
    while buffers.unfinished > 0 {
        let count = std::mem::take(&mut buffers.unfinished);
        for from in (0..count).step_by(16) {
            round(from, first_lanes(count - from), known, tests, buffers);
            run(avx512, tests, LANES, orders);
        }
    }
    run(avx512, tests, 1, orders);
}

/// Performs the tests of the groups that have at least the given number, and divides the divisors out of the orders.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,popcnt")]
fn run(avx512: Avx512, tests: &mut PowerTests, least: usize, orders: &mut [u32; BLOCK]) {
    for group in 0..GROUPS {
        while tests.groups[group].length >= least {
            let group = &mut tests.groups[group];
            let (start, valid) = group.pop();
            let lists = [&group.moduli, &group.exponents, &group.inverses].map(|list| *batch(list, start));
            let halves = [0, 1].map(|half| lists.map(|list| load(&list.as_chunks::<16>().0[half])));
            let longest = _mm512_reduce_or_epi32(_mm512_or_si512(halves[0][1], halves[1][1]));
            let bits = u32::BITS - longest.leading_zeros();
            let successes = powers_are_one(avx512, &lists[0], &lists[1], bits) & valid;
            if successes != 0 {
                divide_out(successes as u16, halves[0], tests, orders);
                divide_out((successes >> 16) as u16, halves[1], tests, orders);
            }
        }
    }
}

/// Divides the divisors of the selected tests out of the orders, and adds the next test of each divisor.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,popcnt")]
fn divide_out(
    selected: u16,
    [modulus, exponent, inverse]: [__m512i; 3],
    tests: &mut PowerTests,
    orders: &mut [u32; BLOCK],
) {
    let twos = _mm512_testn_epi32_mask(inverse, inverse);
    let next = _mm512_mullo_epi32(exponent, inverse);
    let next = _mm512_mask_ror_epi32::<1>(next, twos, exponent);
    // A product with the inverse is a quotient if it is smaller than the number; else there is a remainder.
    push(tests, _mm512_mask_cmplt_epu32_mask(selected, next, exponent), modulus, next, inverse);
    let (mut indices, mut inverses) = ([0; 16], [0; 16]);
    append(&mut indices, 0, selected, third(modulus));
    append(&mut inverses, 0, selected, inverse);
    for (&index, &inverse) in indices.iter().zip(&inverses).take(selected.count_ones() as usize) {
        let order: &mut u32 = &mut orders[index as usize % BLOCK];
        *order = if inverse == 0 { *order / 2 } else { order.wrapping_mul(inverse) };
    }
}

/// Selects the first lanes, up to the given number.
#[inline]
fn first_lanes(count: usize) -> u16 {
    if count < 16 { (1 << count) - 1 } else { u16::MAX }
}

/// Divides p − 1 by its factors 2 and 3, and adds tests for these. Returns p − 1, or half of it if 2 is a square
/// modulo p.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,popcnt")]
fn begin(prime: __m512i, valid: u16, tests: &mut PowerTests, buffers: &mut Buffers) -> [u32; 16] {
    let less = _mm512_sub_epi32(prime, _mm512_set1_epi32(1));
    let order = multiple_of_order(less);
    let eighths = _mm512_testn_epi32_mask(less, _mm512_set1_epi32(7));
    push(tests, valid & eighths, prime, _mm512_srli_epi32::<1>(order), _mm512_setzero_si512());
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
            push(tests, thrice, prime, exponent, _mm512_set1_epi32(INVERSE_OF_3));
            first = false;
        }
        rest = _mm512_mask_mov_epi32(rest, thrice, third);
    }
    let one = _mm512_set1_epi32(1);
    buffers.keep(valid & _mm512_cmpgt_epu32_mask(rest, one), prime, rest, one);
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

/// Divides sixteen rests by their smallest prime factors, and adds tests for the factors other than the last one found.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,popcnt")]
fn round(from: usize, valid: u16, known: Known<'_>, tests: &mut PowerTests, buffers: &mut Buffers) {
    let one = _mm512_set1_epi32(1);
    let rest = _mm512_mask_mov_epi32(one, valid, load(sixteen(&buffers.rests, from)));
    let (prime, last) = (load(sixteen(&buffers.primes, from)), load(sixteen(&buffers.last, from)));
    let factor = gather_u16(known.factors, third(rest));
    let factor = _mm512_mask_mov_epi32(factor, _mm512_testn_epi32_mask(factor, factor), rest);
    let inverse = inverse(factor);
    let order = multiple_of_order(_mm512_sub_epi32(prime, one));
    let new = valid & _mm512_cmpneq_epi32_mask(factor, last);
    push(tests, new, prime, _mm512_mullo_epi32(order, inverse), inverse);
    // The lists are overwritten only where they have been read.
    let rest = _mm512_mullo_epi32(rest, inverse);
    buffers.keep(valid & _mm512_cmpgt_epu32_mask(rest, one), prime, rest, factor);
}
