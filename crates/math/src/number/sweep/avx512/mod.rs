//! The sweep with AVX-512, for sixteen or thirty-two numbers at a time.
//!
//! | file | contents |
//! |---|---|
//! | `lists` | the primes and the composites of a block, each in a list |
//! | `composites` | orders modulo composites: gather the orders modulo their factors, then least common multiples |
//! | `power_tests` | the factors of p − 1 for sixteen primes p at a time |
//! | `powers` | powers of 2 modulo thirty-two primes at a time |
//! | `interleave` | the orders modulo the multiples of 3 between the others |
//! | `arithmetic` | what these have in common |

mod arithmetic;
mod composites;
mod interleave;
mod lists;
mod power_tests;
mod powers;

use super::power_tests::PowerTests;
use super::sieve::BLOCK;
use super::small_primes;
use super::tables::Known;
use faro_simd::avx512_fn;
use lists::Lists;

/// Buffers for the work on a block, kept for the next.
pub(super) struct Buffers {
    lists: Lists,
    composites: composites::Buffers,
    tests: power_tests::Buffers,
    lifted: Vec<u32>,
}

impl Buffers {
    pub(super) fn new() -> Buffers {
        Buffers {
            lists: Lists::new(),
            composites: composites::Buffers::new(),
            tests: power_tests::Buffers::new(),
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
        known: Known<'_>,
        tests: &mut PowerTests,
        orders: &mut [u32; BLOCK],
        buffers: &mut Buffers,
    ) {
        buffers.lists.fill(factors);
        composites::orders(block, buffers.lists.composites(), known, orders, &mut buffers.composites);
        // These are written without intrinsics; here they are compiled for AVX-512.
        small_primes::multiples::<7>(known.orders, block, orders, &mut buffers.lifted);
        small_primes::multiples::<5>(known.orders, block, orders, &mut buffers.lifted);
        power_tests::orders(avx512, block, buffers.lists.primes(), known, tests, orders, &mut buffers.tests);
    }
}

avx512_fn! {
    /// Writes the orders modulo all odd numbers of a block.
    pub(super) fn with_multiples_of_three(
        _avx512: Avx512,
        block: usize,
        coprime: &[u32],
        known: Known<'_>,
        all: &mut [u64],
        buffers: &mut Buffers,
    ) {
        interleave::with_multiples_of_three(block, coprime, known, all);
        small_primes::multiples_of_nine(known.orders, block, all, &mut buffers.lifted);
    }
}
