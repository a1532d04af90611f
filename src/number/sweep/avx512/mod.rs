//! The same in AVX-512, sixteen or thirty-two numbers at a time, where the machine has it.
//!
//! | file | idea |
//! |---|---|
//! | `lanes` | what a vector is filled from: the only pointers |
//! | `lists` | the primes and composites of a block, apart |
//! | `composites` | cofactors gathered, then greatest common divisors |
//! | `questions` | p − 1 taken apart, for sixteen primes at once |
//! | `returns` | powers of 2 modulo thirty-two primes at once |
//!
//! This is the only room with `unsafe` in it. Every function here that uses the instructions is
//! safe code for a compiler that knows they are there; `unsafe` says that they are, which
//! [`Avx512`] is the evidence for, and that the memory behind a pointer is.

#![allow(unsafe_code)]

mod composites;
mod lanes;
mod lists;
mod questions;
mod returns;

use super::known::Known;
use super::lift;
use super::primes::Questions;
use super::returns::LANES;
use super::sieve::BLOCK;
use crate::number::processor::has_avx512;
use lists::Lists;

/// Evidence that the machine has the instructions: there is none without [`detect`](Self::detect).
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

/// Room that a block needs, used again for another.
pub(super) struct Room {
    lists: Lists,
    composites: composites::Room,
    questions: questions::Room,
    lifted: Vec<u32>,
}

impl Room {
    pub(super) fn new() -> Room {
        Room {
            lists: Lists::new(),
            composites: composites::Room::new(),
            questions: questions::Room::new(),
            lifted: Vec::new(),
        }
    }
}

impl Avx512 {
    /// Whether the machine has the instructions that are used here: since Ice Lake (2019) and
    /// Zen 4 (2022).
    pub(super) fn detect() -> Option<Avx512> {
        let has = has_avx512!("avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd", "avx512vbmi2");
        has.then_some(Avx512(()))
    }

    /// Writes the orders modulo the numbers of a block that is not the first.
    pub(super) fn orders(
        self,
        block: usize,
        factors: &[u16],
        known: &Known,
        questions: &mut Questions,
        orders: &mut [u32; BLOCK],
        room: &mut Room,
    ) {
        // SAFETY: `self` is the evidence that the machine has the instructions.
        unsafe { find_orders(block, factors, known, questions, orders, room) }
    }

    /// The orders modulo all odd numbers of a block.
    pub(super) fn with_multiples_of_three(
        self,
        block: usize,
        coprime: &[u32],
        known: &Known,
        room: &mut Room,
    ) -> Vec<u64> {
        // SAFETY: as above.
        unsafe { expand(block, coprime, known, room) }
    }

    /// As the safe `returns`: a bit for each question.
    pub(super) fn returns(self, moduli: &[u32; LANES], exponents: &[u32; LANES], bits: u32) -> u32 {
        // SAFETY: as above.
        unsafe { returns::returns(moduli, exponents, bits) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx512vbmi2")]
fn find_orders(
    block: usize,
    factors: &[u16],
    known: &Known,
    questions: &mut Questions,
    orders: &mut [u32; BLOCK],
    room: &mut Room,
) {
    room.lists.fill(factors);
    composites::orders(block, room.lists.composites(), known, orders, &mut room.composites);
    // Compiled here, the closed forms use the instructions too.
    lift::multiples::<7>(known.orders(), block, orders, &mut room.lifted);
    lift::multiples::<5>(known.orders(), block, orders, &mut room.lifted);
    questions::ask(block, room.lists.primes(), known, questions, orders, &mut room.questions);
    questions.answer(Some(Avx512(())), orders);
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx512vbmi2")]
fn expand(block: usize, coprime: &[u32], known: &Known, room: &mut Room) -> Vec<u64> {
    lift::with_multiples_of_three(known.orders(), block, coprime, &mut room.lifted)
}
