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

pub(crate) use large::{deinterleave_large, interleave_large};
pub(crate) use rows::{deinterleave, interleave};
