//! Orders modulo composites without a factor 5 or 7. First all that has to be fetched from the
//! tables, whose waits overlap; then the least common multiples.

use std::arch::x86_64::*;

use super::lanes::{gather, inverse, load, load_short, number, store, third, twos};
use super::lists::Composites;
use crate::number::sweep::known::Known;
use crate::number::sweep::sieve::BLOCK;
use crate::number::sweep::{composites, wheel};

/// For each composite of a list the orders modulo its cofactor and its smallest prime.
pub(super) struct Room {
    cofactors: Vec<u32>,
    primes: Vec<u32>,
    /// Composites whose smallest prime divides them twice.
    repeated: Vec<u32>,
}

impl Room {
    pub(super) fn new() -> Room {
        let list = || vec![1; BLOCK + 32];
        Room { cofactors: list(), primes: list(), repeated: Vec::new() }
    }
}

#[target_feature(enable = "avx512f,avx512cd")]
pub(super) fn orders(
    block: usize,
    list: Composites<'_>,
    known: &Known,
    orders: &mut [u32; BLOCK],
    room: &mut Room,
) {
    fetch(block, list, known.orders(), room);
    for from in (0..list.count).step_by(32) {
        let mut found = [0; 32];
        multiples(chunk(&room.cofactors, from), chunk(&room.primes, from), &mut found);
        for (&place, &order) in list.places[from..list.count].iter().zip(&found) {
            orders[usize::from(place) % BLOCK] = order;
        }
    }
    for &index in &room.repeated {
        let (place, factor) = (list.places[index as usize], list.factors[index as usize]);
        let number = wheel::number(block * BLOCK + usize::from(place));
        orders[usize::from(place)] = composites::order(number as u32, factor.into(), known.orders());
    }
}

#[inline]
fn chunk<T, const N: usize>(list: &[T], from: usize) -> &[T; N] {
    list[from..from + N].try_into().expect("a list has room to spare")
}

#[inline]
#[target_feature(enable = "avx512f")]
fn fetch(block: usize, list: Composites<'_>, known: &[u32], room: &mut Room) {
    room.repeated.clear();
    let base = _mm512_set1_epi32((block * BLOCK) as i32);
    for from in (0..list.count).step_by(16) {
        let place = load_short(chunk(list.places, from));
        let prime = load_short(chunk(list.factors, from));
        // Beyond the end of the list the number is no multiple of 11, and its cofactor nonsense.
        let valid = if list.count - from < 16 { (1 << (list.count - from)) - 1 } else { u16::MAX };
        let number = _mm512_mask_mov_epi32(prime, valid, number(_mm512_add_epi32(base, place)));
        let by = inverse(prime);
        let cofactor = _mm512_mullo_epi32(number, by);
        let again = _mm512_mullo_epi32(cofactor, by);
        // An exact quotient is less than what was divided, any other is more.
        let mut repeated = valid & _mm512_cmplt_epu32_mask(again, cofactor);
        while repeated != 0 {
            room.repeated.push((from as u32) + repeated.trailing_zeros());
            repeated &= repeated - 1;
        }
        store(gather(known, third(cofactor)), (&mut room.cofactors[from..from + 16]).try_into().expect("16"));
        store(gather(known, third(prime)), (&mut room.primes[from..from + 16]).try_into().expect("16"));
    }
}

/// The least common multiples of two vectors of pairs, the second of each below 2^16.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
fn multiples(first: &[u32; 32], second: &[u32; 32], found: &mut [u32; 32]) {
    let zero = _mm512_setzero_si512();
    let (mut x, mut b, mut odd, mut rest, mut shift) =
        ([zero; 2], [zero; 2], [zero; 2], [zero; 2], [zero; 2]);
    for half in 0..2 {
        (x[half], b[half]) = (load(&first.as_chunks().0[half]), load(&second.as_chunks().0[half]));
        let near = remainder(x[half], b[half]);
        shift[half] = twos(_mm512_or_si512(near, b[half]));
        odd[half] = _mm512_srlv_epi32(b[half], twos(b[half]));
        rest[half] = _mm512_srlv_epi32(near, twos(near));
    }
    // Stein 1967: the smaller of two odd numbers, and what is odd of their difference.
    while _mm512_test_epi32_mask(_mm512_or_si512(rest[0], rest[1]), _mm512_set1_epi32(-1)) != 0 {
        for half in 0..2 {
            let (a, y) = (odd[half], rest[half]);
            let left = _mm512_test_epi32_mask(y, y);
            odd[half] = _mm512_mask_min_epu32(a, left, a, y);
            let difference = _mm512_maskz_sub_epi32(left, _mm512_max_epu32(a, y), odd[half]);
            rest[half] = _mm512_srlv_epi32(difference, twos(difference));
        }
    }
    for half in 0..2 {
        let divisor = _mm512_sllv_epi32(odd[half], shift[half]);
        // Exact, since both are below 2^24.
        let quotient = _mm512_div_ps(_mm512_cvtepu32_ps(b[half]), _mm512_cvtepu32_ps(divisor));
        let multiple = _mm512_mullo_epi32(x[half], _mm512_cvtps_epu32(quotient));
        store(multiple, &mut found.as_chunks_mut().0[half]);
    }
}

/// The distance of x from a multiple of b that is near: as good as the remainder for a greatest
/// common divisor.
#[inline]
#[target_feature(enable = "avx512f")]
fn remainder(x: __m512i, b: __m512i) -> __m512i {
    let quotient = _mm512_mul_ps(_mm512_cvtepu32_ps(x), _mm512_rcp14_ps(_mm512_cvtepu32_ps(b)));
    let multiple = _mm512_mullo_epi32(_mm512_cvttps_epu32(quotient), b);
    _mm512_abs_epi32(_mm512_sub_epi32(x, multiple))
}
