//! The questions for the primes of a block: p − 1 is taken apart for sixteen primes at once, a
//! factor in each round.

use std::arch::x86_64::*;

use super::lanes::{append, gather_short, inverse, load, load_short, number, store, third, twos};
use crate::number::sweep::known::Known;
use crate::number::sweep::primes::Questions;
use crate::number::sweep::sieve::BLOCK;

/// Primes of which something is left to take apart, and the questions so far; all lists have a
/// vector to spare.
pub(super) struct Room {
    rests: Vec<u32>,
    places: Vec<u32>,
    /// The factor that each lost last.
    last: Vec<u32>,
    left: usize,
    exponents: Vec<u32>,
    divisors: Vec<u32>,
    asked: Vec<u32>,
    questions: usize,
}

/// No prime below 2^30 has more than nine odd ones that divide p − 1, and 2 may be asked for too.
const MOST_QUESTIONS: usize = 10 * BLOCK;

impl Room {
    pub(super) fn new() -> Room {
        let (list, long) = (|| vec![0; BLOCK + 16], || vec![0; MOST_QUESTIONS + 16]);
        let (rests, places, last) = (list(), list(), list());
        let (exponents, divisors, asked) = (long(), long(), long());
        Room { rests, places, last, left: 0, exponents, divisors, asked, questions: 0 }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn ask(&mut self, chosen: u16, exponent: __m512i, divisor: __m512i, place: __m512i) {
        append(&mut self.exponents, self.questions, chosen, exponent);
        append(&mut self.divisors, self.questions, chosen, divisor);
        append(&mut self.asked, self.questions, chosen, place);
        self.questions += chosen.count_ones() as usize;
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn leave(&mut self, chosen: u16, rest: __m512i, place: __m512i, last: __m512i) {
        append(&mut self.rests, self.left, chosen, rest);
        append(&mut self.places, self.left, chosen, place);
        append(&mut self.last, self.left, chosen, last);
        self.left += chosen.count_ones() as usize;
    }
}

/// Asks for each prime that divides p − 1, for all primes of a block, and writes what their
/// orders certainly divide.
#[target_feature(enable = "avx512f,avx512cd")]
pub(super) fn ask(
    block: usize,
    (primes, count): (&[u16], usize),
    known: &Known,
    questions: &mut Questions,
    orders: &mut [u32; BLOCK],
    room: &mut Room,
) {
    (room.left, room.questions) = (0, 0);
    let base = _mm512_set1_epi32((block * BLOCK) as i32);
    for (from, chunk) in (0..count).step_by(16).zip(primes.as_chunks::<16>().0) {
        let found = begin(base, load_short(chunk), among(count - from), room);
        for (&place, &order) in primes[from..count].iter().zip(&found) {
            orders[usize::from(place) % BLOCK] = order;
        }
    }
    while room.left > 0 {
        round(base, known, room);
    }
    for index in 0..room.questions {
        questions.ask_at(block, room.asked[index], room.exponents[index], room.divisors[index]);
    }
}

/// The first lanes, up to so many.
#[inline]
fn among(count: usize) -> u16 {
    if count < 16 { (1 << count) - 1 } else { u16::MAX }
}

/// Takes 2 and 3 out of p − 1; returns p − 1, or half of it where 2 is a square modulo p.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
fn begin(base: __m512i, place: __m512i, valid: u16, room: &mut Room) -> [u32; 16] {
    let less = _mm512_sub_epi32(number(_mm512_add_epi32(base, place)), _mm512_set1_epi32(1));
    let order = bound(less);
    let eighths = _mm512_testn_epi32_mask(less, _mm512_set1_epi32(7));
    room.ask(valid & eighths, _mm512_srli_epi32::<1>(order), _mm512_set1_epi32(2), place);
    let mut rest = _mm512_srlv_epi32(less, twos(less));
    let mut thrice = valid;
    let mut first = true;
    loop {
        let third = _mm512_mullo_epi32(rest, _mm512_set1_epi32(0xaaaa_aaab_u32 as i32));
        thrice &= _mm512_cmple_epu32_mask(third, _mm512_set1_epi32(0x5555_5555));
        if thrice == 0 {
            break;
        }
        if first {
            let exponent = _mm512_mullo_epi32(order, _mm512_set1_epi32(0xaaaa_aaab_u32 as i32));
            room.ask(thrice, exponent, _mm512_set1_epi32(3), place);
            first = false;
        }
        rest = _mm512_mask_mov_epi32(rest, thrice, third);
    }
    let one = _mm512_set1_epi32(1);
    room.leave(valid & _mm512_cmpgt_epu32_mask(rest, one), rest, place, one);
    let mut found = [0; 16];
    store(order, &mut found);
    found
}

/// p − 1, or half of it for p ≡ ±1 modulo 8, from p − 1.
#[inline]
#[target_feature(enable = "avx512f")]
fn bound(less: __m512i) -> __m512i {
    let residue = _mm512_and_si512(less, _mm512_set1_epi32(7));
    let square =
        _mm512_testn_epi32_mask(residue, residue) | _mm512_cmpeq_epi32_mask(residue, _mm512_set1_epi32(6));
    _mm512_mask_srli_epi32::<1>(less, square, less)
}

/// Takes the smallest factor out of all that is left, and asks for those that are new.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
fn round(base: __m512i, known: &Known, room: &mut Room) {
    let (one, count) = (_mm512_set1_epi32(1), std::mem::take(&mut room.left));
    for from in (0..count).step_by(16) {
        let valid = among(count - from);
        let rest = _mm512_mask_mov_epi32(one, valid, vector(&room.rests, from));
        let (place, last) = (vector(&room.places, from), vector(&room.last, from));
        let factor = gather_short(known.factors(), third(rest));
        let factor = _mm512_mask_mov_epi32(factor, _mm512_testn_epi32_mask(factor, factor), rest);
        let by = inverse(factor);
        let order = bound(_mm512_sub_epi32(number(_mm512_add_epi32(base, place)), one));
        let new = valid & _mm512_cmpneq_epi32_mask(factor, last);
        room.ask(new, _mm512_mullo_epi32(order, by), factor, place);
        // What is left is written where it was read, or before.
        let rest = _mm512_mullo_epi32(rest, by);
        room.leave(valid & _mm512_cmpgt_epu32_mask(rest, one), rest, place, factor);
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn vector(list: &[u32], from: usize) -> __m512i {
    load(list[from..from + 16].try_into().expect("a list has room to spare"))
}
