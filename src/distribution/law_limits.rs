use thiserror::Error;

use super::tally::MAX_CARDS;

/// The error if a law is not computed. A law is refused before the work starts.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LawError {
    /// There are too many cards to list all orders.
    #[error("{cards} cards have too many orders; exact laws are computed for up to {MAX_CARDS} cards")]
    Cards {
        /// The number of cards.
        cards: usize,
    },
    /// There are too many sequences of choices.
    #[error("about {leaves:.1e} sequences of choices would have to be replayed, which would take too long")]
    Leaves {
        /// The approximate number of sequences.
        leaves: f64,
    },
    /// There are too many pairs of orders.
    #[error("about {pairs:.1e} pairs of orders would have to be multiplied, which would take too long")]
    Pairs {
        /// The number of pairs.
        pairs: f64,
    },
    /// The probabilities have too many digits.
    #[error("the probabilities would have about {bits:.1e} binary digits each, which would take too long")]
    Bits {
        /// The approximate number of binary digits.
        bits: f64,
    },
    /// There are too many transpositions.
    #[error("about {swaps:.1e} swaps of orders would be needed, which would take too long")]
    Swaps {
        /// The number of swaps.
        swaps: f64,
    },
}

/// Maximum amount of work for a law, in units of about ten nanoseconds: some ten seconds.
pub const MAX_WORK: f64 = 1.2e9;

/// The work of one sequence, one pair of weights or one swap, in the units of [`MAX_WORK`].
pub const LEAF: f64 = 20.0;
pub const PAIR: f64 = 3.0;
pub const SWAP: f64 = 0.5;

/// Returns the time of arithmetic on numbers of `bits` bits, relative to arithmetic on words.
pub fn slowness(bits: f64) -> f64 {
    if bits < 127.0 { 1.0 } else { 4.0 + bits / 100.0 }
}
