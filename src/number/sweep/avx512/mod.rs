//! The sweep with AVX-512, for sixteen or thirty-two numbers at a time.
//!
//! | file | contents |
//! |---|---|
//! | `lists` | the primes and the composites of a block, each in a list |
//! | `composites` | orders modulo composites: gather the orders modulo their factors, then least common multiples |
//! | `questions` | the factors of p − 1 for sixteen primes p at a time |
//! | `powers` | powers of 2 modulo thirty-two primes at a time |
//! | `arithmetic` | what these have in common |

mod arithmetic;
mod composites;
mod lists;
mod powers;
mod questions;

use super::known::Known;
use super::lift;
use super::primes::Questions;
use super::sieve::BLOCK;
use crate::simd::avx512_fn;
use lists::Lists;

pub(super) use powers::powers_are_one;

/// Buffers for the work on a block, kept for the next.
pub(super) struct Buffers {
    lists: Lists,
    composites: composites::Buffers,
    questions: questions::Buffers,
    lifted: Vec<u32>,
}

impl Buffers {
    pub(super) fn new() -> Buffers {
        Buffers {
            lists: Lists::new(),
            composites: composites::Buffers::new(),
            questions: questions::Buffers::new(),
            lifted: Vec::new(),
        }
    }
}

avx512_fn! {
    /// Writes the orders modulo the numbers of a block, which is not the first.
    pub(super) fn orders(
        avx512: Avx512,
        block: usize,
        factors: &[u16],
        known: &Known,
        questions: &mut Questions,
        orders: &mut [u32; BLOCK],
        buffers: &mut Buffers,
    ) {
        buffers.lists.fill(factors);
        composites::orders(block, buffers.lists.composites(), known, orders, &mut buffers.composites);
        // These are written without intrinsics; here they are compiled for AVX-512.
        lift::multiples::<7>(known.orders(), block, orders, &mut buffers.lifted);
        lift::multiples::<5>(known.orders(), block, orders, &mut buffers.lifted);
        questions::ask(block, buffers.lists.primes(), known, questions, orders, &mut buffers.questions);
        questions.answer(Some(avx512), orders);
    }
}

avx512_fn! {
    /// Returns the orders modulo all odd numbers of a block.
    pub(super) fn with_multiples_of_three(
        _avx512: Avx512,
        block: usize,
        coprime: &[u32],
        known: &Known,
        buffers: &mut Buffers,
    ) -> Vec<u64> {
        lift::with_multiples_of_three(known.orders(), block, coprime, &mut buffers.lifted)
    }
}
