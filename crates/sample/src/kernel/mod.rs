//! Fast loops over many decks: riffles, uniform shuffles and statistics, with the vector instructions of the processor.
//!
//! A [`SmallDeck`] has at most 64 cards of one byte, and 64 of them are a batch. Larger decks have one or two bytes for
//! each card. The results do not depend on the processor: each step says which numbers it takes from
//! [`RandomRows`], in what order, and the tests compare the code for all instruction sets with one slow definition.
//!
//! This module does not know shuffles by name. A shuffle that kernels can do says so by
//! [`Shuffle::kernel`](crate::shuffle::Shuffle::kernel).

// | file | contents |
// |---|---|
// | `small_deck` | a deck of at most 64 cards |
// | `random_rows` | random numbers, by sixteen generators or sixteen blocks of ChaCha |
// | `steps` | the steps of a shuffle |
// | `small_kernel` | a shuffle of a batch of small decks |
// | `riffle`, `uniform` | its steps |
// | `measures` | statistics of small decks |
// | `position_counts` | how often each card is at each position |
// | `large` | all of this for decks of more than 64 cards |
// | `byte_rows` | rows with one byte for each deck |
// | `merge_eight` | eight cards of a riffle at a time |
// | `transpose` | matrices in AVX-512 registers |
//
// In a folder, `portable` is the definition that every processor can execute, and `avx2` and `avx512` are the same for
// more instructions. NEON is used for riffles; the compiler uses it for the other portable code by itself.

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
