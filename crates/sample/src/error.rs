use thiserror::Error;

/// The error if an input of this crate is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SampleError {
    /// The text of a seed is empty.
    #[error("expected a number, 64 hexadecimal digits, or any text")]
    NoSeed,
    /// A seed is a number of more than 256 bits.
    #[error("expected a number below 2^256")]
    SeedTooLarge,
    /// The text is not a decimal from 0 to 1 of at most six places.
    #[error("expected a decimal from 0 to 1 with at most six places, such as 0.35")]
    NoChance,
    /// Saved counts cannot be the counts of a histogram.
    #[error("the counts, bins and sums do not agree")]
    Inconsistent,
}
