//! The number of states of a random number generator, compared with the number of orders of a deck.
//!
//! A generator with B bits of state has 2^B states, so a program that shuffles with it reaches at most 2^B
//! orders. 52 cards have 2^225.6 orders. [`Coverage`] computes the consequences. [`GENERATORS`] lists
//! generators in use with the number of bits of their usual seeds, which is often less than the number of bits
//! of their state.
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

pub use coverage::Coverage;
pub use generators::{GENERATORS, GeneratorInfo};
pub use search::{Fits, search};
