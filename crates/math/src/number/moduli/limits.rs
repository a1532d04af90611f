use num_bigint::BigUint;
use thiserror::Error;

use crate::number::factorization::UnfactoredError;

/// Maximum order K for which the moduli can be determined; they have up to K bits.
pub const MAX_ORDER: u32 = 640;

/// Maximum number of moduli that are listed.
pub const MAX_MODULI: u64 = 1 << 30;

/// The reason why the moduli of an order could not be determined.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ModuliError {
    /// The order is 0 or above [`MAX_ORDER`].
    #[error("the order must be from 1 to {MAX_ORDER}")]
    OutOfRange,
    /// A factor of 2^K − 1 could not be factored.
    #[error("2^{order} - 1 has the factor Φ_{index}(2), and {source}")]
    Unfactored {
        /// The order K.
        order: u32,
        /// The divisor d of K for which Φ_d(2) could not be factored.
        index: u32,
        /// The factors of Φ_d(2) that were found.
        source: UnfactoredError,
    },
}

/// The error if there are more moduli than [`MAX_MODULI`], the maximum that is listed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there are {count} moduli, and at most {MAX_MODULI} are listed")]
pub struct TooManyModuliError {
    /// The number of moduli.
    pub count: BigUint,
}
