//! Fast loops over many decks: riffles, uniform shuffles and statistics, by vector instructions.
//!
//! A [`SmallDeck`] has at most 64 cards of one byte. 64 small decks are a batch. Larger decks have one or two
//! bytes for each card. The results do not depend on the processor: each step documents which numbers it
//! takes from [`RandomRows`], and in which order. The tests compare the code for each instruction set with a
//! slow definition.
//!
//! This module has no names of shuffles. A shuffle that kernels can compute returns its steps by
//! [`Shuffle::kernel`](crate::shuffle::Shuffle::kernel).

// | file | contents |
// |---|---|
// | `small_deck` | a deck of at most 64 cards |
// | `random_rows` | random numbers, by sixteen generators or sixteen blocks of ChaCha |
// | `steps` | the steps of a shuffle |
// | `small_kernel` | a shuffle of a batch of small decks |
// | `riffle`, `uniform` | the steps of small kernels |
// | `measures` | statistics of small decks |
// | `position_counts` | how often each card is at each position |
// | `large` | shuffles and statistics of decks of more than 64 cards |
// | `byte_rows` | rows with one byte for each deck |
// | `merge_eight` | eight cards of a riffle at a time |
// | `transpose` | matrices in AVX-512 registers |
//
// In a folder, `portable` is the definition, which every processor can execute. `avx2` and `avx512` compute
// the same results with more instructions. Riffles have code for NEON; the other portable code is vectorised
// for NEON by the compiler.

mod byte_rows;
mod large;
mod measures;
mod merge_eight;
mod position_counts;
mod random_rows;
mod riffle;
mod small_deck;
mod small_kernel;
mod steps;
#[cfg(target_arch = "x86_64")]
mod transpose;
mod uniform;

pub use faro_simd::{LimitError, Processor};
pub use large::{Card, LargeDecks, LargeKernel};
pub use measures::Measures;
pub use position_counts::PositionCounts;
pub use random_rows::CipherWords;
pub use random_rows::{RandomRows, SEED_BYTES};
pub use small_deck::{BATCH, SmallDeck};
pub use small_kernel::SmallKernel;
pub use steps::Step;
