//! Fast loops over many decks: riffles, uniform shuffles and statistics, by vector instructions.
//!
//! A [`SmallDeck`] has at most 64 cards of one byte. 64 small decks are a batch. Larger decks have one or two
//! bytes for each card. The results do not depend on the processor: each step documents which numbers it
//! takes from [`RandomRows`], and in which order. The tests compare the code for each instruction set with a
//! slow definition.
//!
//! This module has no names of shuffles. A shuffle that kernels can compute returns its steps by
//! [`Shuffle::kernel`](crate::shuffle::Shuffle::kernel).

mod large;
mod measures;
mod merge_eight;
mod position_counts;
mod random_rows;
mod riffle;
mod small_deck;
mod small_kernel;
mod step;
mod transpose;
mod uniform;

pub use faro_simd::{LimitError, Processor};

pub use large::{Card, LargeDecks, LargeKernel};
pub use measures::Measures;
pub use position_counts::PositionCounts;
pub use random_rows::{CipherWords, RandomRows, SEED_BYTES};
pub use small_deck::{BATCH, SmallDeck};
pub use small_kernel::SmallKernel;
pub use step::Step;

// In a folder, `portable` is the definition, which every processor can execute. `avx2` and `avx512` compute
// the same results with more instructions. Riffles have code for NEON and for WebAssembly's vectors; for these two
// the compiler vectorises the other portable code.
