//! Integer arithmetic, independent of cards: primality, factoring, multiplicative orders.
//!
//! Multiplicative orders modulo 64-bit numbers take some microseconds. A larger modulus has to be factored, within a
//! time limit ([`Budget`]). If that fails, the [`UnfactoredError`] has the factors that were found.

mod bisection;
mod bound;
mod budget;
mod combinatorial;
mod counted;
mod cyclotomic;
mod ecm;
pub mod elementary;
mod factor;
mod factor_u64;
mod factorization;
mod fraction;
mod moduli;
mod montgomery;
mod natural;
mod orbit_lengths;
mod order;
mod order_error;
mod permutation_counts;
mod prime;
mod prime_power_orders;
mod primes;
mod proof;
mod rho;
mod sweep;
mod wide;

pub use bisection::{boundary, first_number, first_whole, halved};
pub use bound::Bound;
pub use budget::Budget;
pub use combinatorial::{eulerian_row, factorial, ln_factorial, log2_factorial};
pub use counted::{agreeing, counted};
pub use cyclotomic::cyclotomic_at_two;
pub use factor::factor_cyclotomic;
pub use factorization::{Factorization, PrimePower, UnfactoredError};
pub use fraction::Fraction;
pub use moduli::{Moduli, ModuliError};
pub use natural::Natural;
pub use order::{certified_order_within, multiplicative_order, multiplicative_order_within};
pub use order_error::OrderError;
pub use permutation_counts::{cycle_counts, fixed_point_counts, inversion_counts};
pub use prime_power_orders::{CertifiedOrder, PrimePowerOrders};
pub use sweep::{OrderSummary, OrderSweep, RangeTooLongError, Segment};
pub use wide::Wide;
