//! The reasons why a multiplicative order could not be computed.

use num_bigint::BigUint;
use num_traits::One;
use thiserror::Error;

use super::factorization::{UnfactoredError, abbreviated};

/// The reason why a multiplicative order, or the orbit lengths, could not be computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OrderError {
    /// The base shares a factor with the modulus, so that no power of the base is 1.
    #[error("{base} has no order modulo {modulus}: they share the factor {shared}")]
    NotCoprime {
        /// The base.
        base: String,
        /// The modulus.
        modulus: String,
        /// The greatest common divisor of both.
        shared: String,
    },
    /// The modulus, or p − 1 for one of its primes p, could not be factored within the budget.
    #[error("{unfactored}{}", known_divisor(.multiple_of))]
    Unfactored {
        /// The number that could not be factored.
        unfactored: UnfactoredError,
        /// A divisor of the order: the order modulo the part of the modulus that was factored.
        multiple_of: BigUint,
    },
    /// A factor above 2^64 passed the primality test but fails Fermat's theorem.
    #[error(
        "the order modulo {modulus} could not be certified: it passed the primality test and is composite"
    )]
    Uncertified {
        /// The composite factor.
        modulus: String,
    },
    /// The number of distinct orbit lengths exceeds the limit.
    #[error("there are more than {at_most} different orbit lengths, the most that are counted")]
    TooManyLengths {
        /// Maximum number of distinct orbit lengths.
        at_most: usize,
    },
}

/// Formats the known divisor of the order for the end of the error message, if it is above 1.
fn known_divisor(divisor: &BigUint) -> String {
    if divisor.is_one() {
        String::new()
    } else {
        format!("; the order is a multiple of {}", abbreviated(divisor))
    }
}
