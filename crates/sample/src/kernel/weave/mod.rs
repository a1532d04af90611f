//! Perfect shuffles of slices: packets interleaved, one item of each in turn, and separated again.
//!
//! | file | contents |
//! |---|---|
//! | `interleave` | for memory in a cache |
//! | `streaming` | for memory too large for the caches |

mod interleave;
mod streaming;

pub use interleave::{deinterleave, interleave};
pub use streaming::{deinterleave_large, interleave_large};
