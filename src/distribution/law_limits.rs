use thiserror::Error;

use super::tally::MAX_CARDS;

/// Why a law is not computed. It is refused before the work starts.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LawError {
    /// Too many cards to list all orders.
    #[error("{cards} cards have too many orders; exact laws are computed for up to {MAX_CARDS} cards")]
    Cards {
        /// The number.
        cards: usize,
    },
    /// Too many sequences of choices.
    #[error("about {leaves:.1e} sequences of choices would have to be replayed, which would take too long")]
    Leaves {
        /// The approximate number.
        leaves: f64,
    },
    /// Too many pairs of orders.
    #[error("about {pairs:.1e} pairs of orders would have to be multiplied, which would take too long")]
    Pairs {
        /// The number.
        pairs: f64,
    },
    /// Probabilities of too many digits.
    #[error("the probabilities would have about {bits:.1e} binary digits each, which would take too long")]
    Bits {
        /// The approximate number.
        bits: f64,
    },
    /// Too many transpositions.
    #[error("about {swaps:.1e} swaps of orders would be needed, which would take too long")]
    Swaps {
        /// The number.
        swaps: f64,
    },
}

/// The largest amount of work for a law, in units of about ten nanoseconds: some ten seconds.
pub const MAX_WORK: f64 = 1.2e9;

/// The work of one operation of each kind, in these units.
pub const LEAF: f64 = 20.0;
pub const PAIR: f64 = 3.0;
pub const SWAP: f64 = 0.5;

/// Returns how many times as long arithmetic on numbers of this many bits takes as on words.
pub fn slowness(bits: f64) -> f64 {
    if bits < 127.0 { 1.0 } else { 4.0 + bits / 100.0 }
}
