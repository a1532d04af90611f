//! Can a generator reach every order of a deck? Its state against n!.
//!
//! A generator of B bits has 2^B states, so a program that shuffles with it reaches at most 2^B orders. 52 cards have
//! 2^225.6. [`Coverage`] computes what follows. [`GENERATORS`] lists generators in use and the number of bits with which
//! they are usually seeded, which is often less than their state has.
//!
//! [`search`] finds the seed from some cards of a deck, by trying all seeds.

// | file | contents |
// |---|---|
// | `coverage` | the number of states compared with the number of orders |
// | `generators` | the table of generators |
// | `search` | the seeds that give a deck |

mod coverage;
mod generators;
mod search;

pub use coverage::{Coverage, MAX_STATE_BITS};
pub use generators::{GENERATORS, GeneratorInfo};
pub use search::{Fits, search};
