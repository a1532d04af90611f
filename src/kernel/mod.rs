//! Many decks at once, as fast as the machine: riffles, uniform shuffles and statistics. Decks of up to 64
//! cards are lanes of a byte for each card, 64 of them together; larger ones have a byte or two for each.
//!
//! What comes out is the same on every processor: the random [`Words`] that a shuffle takes, and in what
//! order, is told with each step, and every way to do it is held against one slow text in the tests. This
//! room knows no shuffle by name; [`Shuffle::kernel`](crate::shuffle::Shuffle::kernel) is where a shuffle
//! says that it can be done so.

// | file | idea |
// |---|---|
// | `lane` | a deck of up to 64 bytes |
// | `words`, `cipher` | random words: sixteen generators, or blocks of ChaCha, side by side |
// | `processor` | what the processor can do |
// | `steps` | what a shuffle is made of, and a shuffle of 64 decks |
// | `riffle` | riffles by masks |
// | `batch` | several draws from one word |
// | `bitonic` | eight cards of a riffle in a word |
// | `uniform` | uniform shuffles by digits of Lehmer |
// | `large` | decks of more than 64 cards |
// | `measures`, `measure` | statistics of decks, all or one |
// | `weave` | slices that are woven, for `perfect` |
// | `places` | counts of cards at places |
// | `avx2`, `avx512` | the same, for processors that can do more: with the stores of `weave` and `prefetch` the
// only `unsafe` of the room |

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod batch;
mod bitonic;
mod cipher;
mod lane;
mod large;
mod measure;
mod measures;
mod places;
mod riffle;
mod steps;
mod uniform;
pub(crate) mod weave;
mod words;

pub use crate::simd::Processor;
pub use lane::{DECKS, Lane, PLACES};
pub use large::{Card, LargeDecks, LargeKernel};
pub use measure::Measure;
pub use measures::Measures;
pub use places::Places;
pub use steps::{Kernel, Step};
pub use words::{SEED, Words};
