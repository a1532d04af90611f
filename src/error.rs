//! The error type of the library.

use faro_math::number::{
    ModuliError, OrderError, RangeTooLongError, UnfactoredError, agreeing, counted,
};
use faro_permutation::group::GroupError;
use faro_permutation::{ParseError, PermutationError};
use faro_sample::SampleError;
use num_bigint::BigUint;

/// The error of the library. Every other error of `faro` converts into this one, so that `?` works in a function that
/// returns it. The crates `faro-audit` and `faro-prove` have errors of their own.
///
/// A deck has too many or too few cards, an exact result would take too long, or a part refuses its input with an error of
/// its own, such as [`WordError`](crate::word::WordError).
///
/// ```
/// use faro::{Kind, Permutation, Weave, Word};
///
/// fn main() -> Result<(), faro::Error> {
///     let out: Word = "out".parse()?;
///     assert_eq!(Weave::new(Kind::Out, 52u32).order()?, 8u32.into());
///     assert_eq!(out.permutation(52)?, Weave::new(Kind::Out, 52u32).to_permutation()?);
///     assert!(Permutation::from_images(vec![0, 0]).is_err());
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The deck has too few cards.
    #[error(
        "{} {} too few; expected at least {at_least}",
        counted(given, "card"),
        agreeing(given, "are")
    )]
    TooFewCards {
        /// The number of cards.
        given: u64,
        /// The minimum number of cards.
        at_least: u64,
    },
    /// The deck has too many cards.
    #[error("{given} cards are too many; expected at most {at_most}")]
    TooManyCards {
        /// The number of cards.
        given: u64,
        /// The maximum number of cards.
        at_most: u64,
    },
    /// The deck has too many cards to list them.
    #[error(
        "a deck of {given} cards is too large to list its cards; at most 2^64 - 1 can be listed"
    )]
    TooManyToList {
        /// The number of cards.
        given: BigUint,
    },
    /// The position is not in the deck.
    #[error("card {card} is out of range: expected a card below {cards}")]
    NoCard {
        /// The card, counted from 0.
        card: usize,
        /// The number of cards.
        cards: usize,
    },
    /// The deck cannot be cut into equal packets.
    #[error(
        "the deck cannot be cut into equal packets: {packets} does not divide {cards}, the number of cards"
    )]
    UnequalPackets {
        /// The number of cards.
        cards: BigUint,
        /// The number of packets.
        packets: BigUint,
    },
    /// There are no packets.
    #[error("expected at least one packet")]
    NoPackets,
    /// There are too many packets, counted over all riffles.
    #[error(
        "2^{given_bits} packets are too many; expected at most 2^{at_most_bits}, counted over all riffles"
    )]
    TooManyPackets {
        /// The binary logarithm of the number of packets, rounded up.
        given_bits: u64,
        /// The binary logarithm of the maximum number of packets.
        at_most_bits: u64,
    },
    /// There are no shelves.
    #[error("expected at least one shelf")]
    NoShelves,
    /// There are too many shelves, multiplied over all passes.
    #[error("{given} shelves are too many; expected at most {at_most}, multiplied over all passes")]
    TooManyShelves {
        /// The number of shelves.
        given: BigUint,
        /// The maximum number of shelves.
        at_most: BigUint,
    },
    /// There are no kinds of cards, or a kind has no cards.
    #[error("expected at least one card of each kind")]
    NoCardsOfKind,
    /// Too many cards look alike to compute probabilities.
    #[error("too many cards look alike to compute probabilities")]
    TooManyAlike,
    /// The state of a generator has too many bits.
    #[error("{given} bits are too many; expected at most {at_most}")]
    TooManyBits {
        /// The number of bits.
        given: u32,
        /// The maximum number of bits.
        at_most: u32,
    },
    /// There are too many sequences of choices for an exact law.
    #[error(
        "about {given:.1e} sequences of choices would have to be replayed, which would take too long"
    )]
    TooManySequences {
        /// The approximate number of sequences.
        given: f64,
    },
    /// No formula is known for a matrix, and there are too many sequences of choices.
    #[error(
        "no formula is known, and about {sequences:.1e} sequences of choices would have to be replayed"
    )]
    NoFormula {
        /// The approximate number of sequences.
        sequences: f64,
    },
    /// There are too many pairs of orders for an exact law.
    #[error(
        "about {given:.1e} pairs of orders would have to be multiplied, which would take too long"
    )]
    TooManyPairs {
        /// The number of pairs.
        given: f64,
    },
    /// The probabilities of an exact law have too many digits.
    #[error(
        "the probabilities would have about {given:.1e} binary digits each, which would take too long"
    )]
    TooManyDigits {
        /// The approximate number of binary digits.
        given: f64,
    },
    /// There are too many transpositions for an exact law.
    #[error("about {given:.1e} swaps of orders would be needed, which would take too long")]
    TooManySwaps {
        /// The number of swaps.
        given: f64,
    },
    /// A matrix needs too many operations.
    #[error("about {given:.1e} arithmetic operations would be needed, which would take too long")]
    TooManyOperations {
        /// The approximate number of operations.
        given: f64,
    },
    /// An order or another number about moduli could not be computed.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// A number could not be factored.
    #[error(transparent)]
    Unfactored(#[from] UnfactoredError),
    /// Moduli that are refused.
    #[error(transparent)]
    Moduli(#[from] ModuliError),
    /// A range of sizes that is too long.
    #[error(transparent)]
    RangeTooLong(#[from] RangeTooLongError),
    /// Numbers that are not a permutation.
    #[error(transparent)]
    Permutation(#[from] PermutationError),
    /// A text that is not a permutation.
    #[error(transparent)]
    Notation(#[from] ParseError),
    /// A group that is too large, or generators that do not fit together.
    #[error(transparent)]
    Group(#[from] GroupError),
    /// A seed, a probability or a deck that a random shuffle refuses.
    #[error(transparent)]
    Sample(#[from] SampleError),
    /// A word, a record or a shuffle that a part of the library refuses. The part's own error has the details.
    #[error("{0}")]
    Refused(String),
}

impl Error {
    /// Returns the error for a number of cards outside `accepted`, or `Ok`.
    pub(crate) fn check_cards(
        given: u64,
        accepted: std::ops::RangeInclusive<u64>,
    ) -> Result<(), Error> {
        match given {
            _ if given < *accepted.start() => Err(Error::TooFewCards {
                given,
                at_least: *accepted.start(),
            }),
            _ if given > *accepted.end() => Err(Error::TooManyCards {
                given,
                at_most: *accepted.end(),
            }),
            _ => Ok(()),
        }
    }
}
