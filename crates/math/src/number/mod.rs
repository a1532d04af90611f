//! Integer arithmetic, independent of cards: primality, factoring, multiplicative orders.
//!
//! Multiplicative orders modulo 64-bit numbers take some microseconds. A larger modulus has to be factored, within a
//! time limit ([`Budget`]). If that fails, the [`UnfactoredError`] has the factors that were found.

// | file | content |
// |---|---|
// | `natural`, `natural_impls` | the trait of the integers `u64` and `BigUint`, and its implementations |
// | `budget` | time limits |
// | `factorization` | the product of prime powers, and the error if a number was not factored |
// | `residue_ring`, `montgomery/` | arithmetic modulo an odd number of 32, 64, 128 or more bits |
// | `prime`, `strong_pseudoprimes` | primality tests: proved below 2^64, Baillie–PSW above |
// | `pocklington` | proofs of primality above 2^64 |
// | `trial`, `rho`, `ecm/`, `quadratic_sieve/` | algorithms that split a composite, cheapest first |
// | `factor_u64`, `factor` | factoring, of 64-bit numbers and of any number |
// | `cyclotomic/` | the factors of 2^n ± 1 |
// | `order_u64`, `order`, `order_error` | the multiplicative order |
// | `prime_power_orders` | the orders modulo the prime powers of a modulus |
// | `certified_order` | an order with the primes that its certificate depends on |
// | `orbit_lengths` | the number of residues on orbits of each length |
// | `sweep/` | the orders of 2 modulo all odd numbers of a range |
// | `moduli/` | the moduli modulo which 2 has a given order |
// | `elementary` | logarithms, exponentials and powers with the same bits everywhere |
// | `fraction`, `factorial` | exact rational numbers; n! and its logarithm |
// | `eulerian` | Eulerian numbers |

mod budget;
mod certified_order;
mod cyclotomic;
mod ecm;
pub mod elementary;
mod eulerian;
mod factor;
mod factor_u64;
mod factorial;
mod factorization;
mod fraction;
mod moduli;
mod montgomery;
mod natural;
mod natural_impls;
mod orbit_lengths;
mod order;
mod order_error;
mod order_u64;
mod pocklington;
mod prime;
mod prime_power_orders;
mod quadratic_sieve;
mod residue_ring;
mod rho;
mod strong_pseudoprimes;
mod sweep;
mod trial;

pub use budget::Budget;
pub use certified_order::CertifiedOrder;
pub use cyclotomic::{cyclotomic_at_two, factor_cyclotomic};
pub use eulerian::eulerian_row;
pub use factorial::ln_factorial;
pub use factorial::{factorial, log2_factorial};
pub use factorization::{Factorization, PrimePower, UnfactoredError};
pub use fraction::Fraction;
pub use moduli::{MAX_MODULI, MAX_ORDER, Moduli, ModuliError, TooManyModuliError};
pub use natural::Natural;
pub use orbit_lengths::{orbit_lengths, orbit_lengths_within};
pub use order::{certified_order_within, multiplicative_order, multiplicative_order_within};
pub use order_error::OrderError;
pub use prime_power_orders::PrimePowerOrders;
pub use sweep::{OrderSummary, OrderSweep, RangeTooLongError, Segment};
