//! Can a generator reach every order of a deck? Its state against n!.
//!
//! A program that shuffles by a generator of B bits has 2^B states, and so no more than 2^B orders, whatever
//! it does with them. 52 cards have 2^225.6. [`Coverage`] says what that comes to, and [`GENERATORS`] what
//! generators are about and how many bits they are usually seeded with, which is often less than they hold.
//!
//! [`search`] shows it: from some cards of a deck it finds the seed, by trying all.

// | file | idea |
// |---|---|
// | `coverage` | so many bits against so many cards |
// | `generators` | the table of generators |
// | `search` | the seeds that give a deck |

mod coverage;
mod generators;
mod search;

pub use coverage::{Coverage, MAX_STATE_BITS};
pub use generators::{GENERATORS, GeneratorInfo};
pub use search::{Fits, search};
