//! Orders modulo composites without a factor 5 or 7. First the orders modulo their factors are gathered from the
//! tables, so that the cache misses overlap; then their least common multiples are computed.

use std::arch::x86_64::*;

use super::arithmetic::{inverse, number, sixteen, sixteen_mut, third, trailing_zeros};
use super::lists::Composites;
use crate::number::sweep::composites::{self, WIEFERICH};
use crate::number::sweep::sieve::BLOCK;
use crate::number::sweep::tables::Known;
use crate::number::sweep::wheel;
use faro_simd::registers::{gather, load, load_u16_as_u32, store};

/// For each composite of a list, the orders modulo its cofactor and modulo its smallest prime factor p, or p if p²
/// divides it: their least common multiple is the order modulo the composite.
pub(super) struct Buffers {
    cofactors: Vec<u32>,
    primes: Vec<u32>,
    /// The composites that p³ divides, or p² for a Wieferich prime, by index in the list.
    others: Vec<u32>,
}

impl Buffers {
    pub(super) fn new() -> Buffers {
        let list = || vec![1; BLOCK + 32];
        Buffers { cofactors: list(), primes: list(), others: Vec::new() }
    }
}

#[target_feature(enable = "avx512f,avx512cd")]
pub(super) fn orders(
    block: usize,
    list: Composites<'_>,
    known: Known<'_>,
    orders: &mut [u32; BLOCK],
    buffers: &mut Buffers,
) {
    gather_orders(block, list, known.orders, buffers);
    for from in (0..list.count).step_by(32) {
        let mut found = [0; 32];
        multiples(thirty_two(&buffers.cofactors, from), thirty_two(&buffers.primes, from), &mut found);
        for (&index, &order) in list.indices[from..list.count].iter().zip(&found) {
            orders[usize::from(index) % BLOCK] = order;
        }
    }
    for &other in &buffers.others {
        let (index, factor) = (list.indices[other as usize], list.factors[other as usize]);
        let number = wheel::number(block * BLOCK + usize::from(index));
        orders[usize::from(index)] = composites::order(number as u32, factor.into(), known.orders);
    }
}

/// Writes the orders modulo the factors to the buffers.
#[inline]
#[target_feature(enable = "avx512f")]
fn gather_orders(block: usize, list: Composites<'_>, known: &[u32], buffers: &mut Buffers) {
    buffers.others.clear();
    let base = _mm512_set1_epi32((block * BLOCK) as i32);
    for from in (0..list.count).step_by(16) {
        let index = load_u16_as_u32(sixteen(list.indices, from));
        let prime = load_u16_as_u32(sixteen(list.factors, from));
        // Beyond the end of the list the number need not be a multiple of the factor: there the cofactor is set to 1.
        let valid = if list.count - from < 16 { (1 << (list.count - from)) - 1 } else { u16::MAX };
        let number = _mm512_mask_mov_epi32(prime, valid, number(_mm512_add_epi32(base, index)));
        let inverse = inverse(prime);
        let cofactor = _mm512_mullo_epi32(number, inverse);
        let again = _mm512_mullo_epi32(cofactor, inverse);
        // A product with the inverse is a quotient if it is smaller than the number; else there is a remainder.
        let squares = _mm512_mask_cmplt_epu32_mask(valid, again, cofactor);
        let cubes = _mm512_mask_cmplt_epu32_mask(squares, _mm512_mullo_epi32(again, inverse), again);
        let mut others = WIEFERICH.iter().fold(cubes, |others, &wieferich| {
            others | _mm512_mask_cmpeq_epi32_mask(squares, prime, _mm512_set1_epi32(wieferich as i32))
        });
        while others != 0 {
            buffers.others.push((from as u32) + others.trailing_zeros());
            others &= others - 1;
        }
        // The order modulo p² is p times that modulo p, which divides the order modulo the cofactor.
        let prime_order = _mm512_mask_mov_epi32(gather(known, third(prime)), squares, prime);
        store(gather(known, third(cofactor)), sixteen_mut(&mut buffers.cofactors, from));
        store(prime_order, sixteen_mut(&mut buffers.primes, from));
    }
}

#[inline]
fn thirty_two(list: &[u32], start: usize) -> &[u32; 32] {
    list[start..].first_chunk().expect("a list has two registers to spare")
}

/// The least common multiples of 32 pairs, of which the second number is below 2^16.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
fn multiples(first: &[u32; 32], second: &[u32; 32], found: &mut [u32; 32]) {
    let zero = _mm512_setzero_si512();
    let (mut x, mut b, mut odd, mut rest, mut shift) =
        ([zero; 2], [zero; 2], [zero; 2], [zero; 2], [zero; 2]);
    for half in 0..2 {
        (x[half], b[half]) = (load(sixteen(first, 16 * half)), load(sixteen(second, 16 * half)));
        let near = remainder(x[half], b[half]);
        shift[half] = trailing_zeros(_mm512_or_si512(near, b[half]));
        odd[half] = _mm512_srlv_epi32(b[half], trailing_zeros(b[half]));
        rest[half] = _mm512_srlv_epi32(near, trailing_zeros(near));
    }
    // Binary gcd (Stein 1967): the smaller of two odd numbers, and the odd part of their difference.
    while _mm512_test_epi32_mask(_mm512_or_si512(rest[0], rest[1]), _mm512_set1_epi32(-1)) != 0 {
        for half in 0..2 {
            let (a, y) = (odd[half], rest[half]);
            let unfinished = _mm512_test_epi32_mask(y, y);
            odd[half] = _mm512_mask_min_epu32(a, unfinished, a, y);
            let difference = _mm512_maskz_sub_epi32(unfinished, _mm512_max_epu32(a, y), odd[half]);
            rest[half] = _mm512_srlv_epi32(difference, trailing_zeros(difference));
        }
    }
    for half in 0..2 {
        let divisor = _mm512_sllv_epi32(odd[half], shift[half]);
        // The quotient is exact since both are below 2^24, the precision of an f32.
        let quotient = _mm512_div_ps(_mm512_cvtepu32_ps(b[half]), _mm512_cvtepu32_ps(divisor));
        let multiple = _mm512_mullo_epi32(x[half], _mm512_cvtps_epu32(quotient));
        store(multiple, sixteen_mut(found, 16 * half));
    }
}

/// The distance of x from a multiple of b near it. It has the same greatest common divisor with b as x.
#[inline]
#[target_feature(enable = "avx512f")]
fn remainder(x: __m512i, b: __m512i) -> __m512i {
    let quotient = _mm512_mul_ps(_mm512_cvtepu32_ps(x), _mm512_rcp14_ps(_mm512_cvtepu32_ps(b)));
    let multiple = _mm512_mullo_epi32(_mm512_cvttps_epu32(quotient), b);
    _mm512_abs_epi32(_mm512_sub_epi32(x, multiple))
}
