//! Plain integers that know no cards: primes, factors, multiplicative orders.
//!
//! Orders modulo any number of up to 64 bits take some microseconds. Above that a [`Budget`]
//! bounds the time, and a number that resists it is refused with [`Unfactored`], which says what
//! was found.

// | file | idea |
// |---|---|
// | `natural` | the two kinds of integer that the rest is written for |
// | `budget` | how long a hard question may take |
// | `residues`, `montgomery`, `pair`, `wide` | arithmetic modulo an odd number, of one word, of two, or of several |
// | `powers_of_two` | the same for the commonest question, of half a word |
// | `pseudoprimes` | what half a word needs beside one test |
// | `prime` | is it prime? proved below 2^64, probable (BPSW) above |
// | `trial`, `rho`, `ecm`, `sieve` | splitting a composite: the cheapest first |
// | `word`, `factor` | the prime factors, of one word and of any number |
// | `pocklington` | proofs of primes above 2^64 |
// | `order` | the multiplicative order |
// | `fraction` | a chance as people write it |
// | `factorial` | n!, and its logarithm |
// | `local` | the orders modulo the prime powers, and what they rest on |
// | `orbit` | how many residues have each orbit length |
// | `sweep/` | the orders of 2 modulo all odd numbers of a range |
// | `cyclotomic/` | the factors of 2^n ± 1 |
// | `moduli/` | the other way round: the moduli modulo which 2 has a given order |

mod budget;
mod cyclotomic;
mod ecm;
mod factor;
mod factorial;
mod fraction;
mod local;
mod moduli;
mod montgomery;
mod natural;
mod orbit;
mod order;
mod pair;
mod pocklington;
mod powers_of_two;
mod prime;
#[cfg(target_arch = "x86_64")]
mod pseudoprimes;
mod residues;
mod rho;
mod sieve;
mod sweep;
mod trial;
mod wide;
mod word;

pub use budget::Budget;
pub use cyclotomic::{cyclotomic_at_two, factor_cyclotomic};
pub use factor::{Factorization, PrimePower, Unfactored};
pub(crate) use factorial::ln_factorial;
pub use factorial::{factorial, log2_factorial};
pub use fraction::Fraction;
pub use local::LocalOrders;
pub use moduli::{MAX_MODULI, MAX_ORDER, Moduli, ModuliError, TooMany, Wide};
pub use natural::Natural;
pub use orbit::{orbit_lengths, orbit_lengths_within};
pub use order::{
    CertifiedOrder, OrderError, certified_order_within, multiplicative_order, multiplicative_order_within,
};
pub use sweep::{OrderSweep, RangeTooLong, Segment};
