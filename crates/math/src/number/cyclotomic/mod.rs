//! Values and prime factors of the cyclotomic polynomials Φ_d at 2.
//!
//! 2^n − 1 is the product of Φ_d(2) over the divisors d of n. The order of 2 is d modulo each prime factor of Φ_d(2),
//! with one exception: the greatest prime factor of d may also divide Φ_d(2), once.

mod factor;
mod polynomial;
mod special_forms;
mod table;

pub use factor::factor_cyclotomic;
pub use polynomial::cyclotomic_at_two;
pub(super) use polynomial::{divisors, primes_of};
pub(super) use special_forms::split_special_form;
