//! Lenstra's elliptic-curve method (ECM).
//!
//! It finds a factor of a composite at a cost that depends on the size of the factor rather than of the
//! number (Lenstra 1987). Curves in Montgomery's form, Suyama's parameters and the second stage are as in
//! Montgomery, *Speeding the Pollard and elliptic curve methods of factorization*, 1987.
//!
//! Let p be a prime factor of n. If the order of a curve modulo p divides m, then m times any point
//! is the point at infinity modulo p, so that its coordinate Z has the common factor p with n. Curves
//! have different orders and are tried one after another until one has a smooth order.

mod big;
mod curve;
mod plan;

pub(super) use big::split_big;
