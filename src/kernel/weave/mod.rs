//! Packets that fall together, one item each in turn, and come apart again.
//!
//! | file | idea |
//! |---|---|
//! | `rows` | the loops, for memory that is in a cache |
//! | `large` | what is too large for a cache: past it |
//! | `stream` | stores past the caches |
//! | `avx512` | pairs by permutations of vectors |

mod large;
mod rows;

#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(not(target_arch = "x86_64"))]
#[path = "no_avx512.rs"]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod stream;
#[cfg(not(target_arch = "x86_64"))]
#[path = "no_stream.rs"]
mod stream;

pub(crate) use large::{deinterleave_large, interleave_large};
pub(crate) use rows::{deinterleave, interleave};
