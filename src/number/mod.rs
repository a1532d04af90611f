//! Plain integers that know no cards: primes, factors, multiplicative orders.
//!
//! | file | idea |
//! |---|---|
//! | `natural` | the two kinds of integer that the algorithms below are written for |
//! | `montgomery` | multiplication modulo an odd 64-bit number |
//! | `prime` | is it prime? proved below 2^64, probable (BPSW) above |
//! | `rho`, `ecm` | splitting a composite |
//! | `factor` | the prime factors |
//! | `order` | the multiplicative order, and how many residues have each orbit length |
//! | `sweep` | the orders of 2 modulo all odd numbers of a range |
//!
//! Orders modulo any number of up to 64 bits take under a millisecond. Above that
//! the effort is bounded, and a number that resists it is refused with
//! [`Unfactored`], which says what was found.

mod ecm;
mod factor;
mod montgomery;
mod natural;
mod order;
mod prime;
mod rho;
mod sweep;

pub use factor::{Factorization, PrimePower, Unfactored};
pub use natural::Natural;
pub use order::{Order, OrderError, multiplicative_order, orbit_lengths};
pub use sweep::{OrderSweep, RangeTooLong, Segment};
