//! A deal of a commit-and-reveal scheme: the revealed secret, the client seed and the number of the hand.

use std::fmt;

use thiserror::Error;
use zeroize::Zeroizing;

use super::bytes::clean;
use super::field::Field;

/// The operator's secret as a text.
///
/// It is overwritten when it is dropped, and does not appear in debug output.
#[derive(Clone)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Returns the secret with the given text, without white space at its ends.
    pub fn new(text: &str) -> Secret {
        Secret(Zeroizing::new(clean(text).into()))
    }

    /// Returns the text.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// A deal: what was committed to, the seeds, and the cards.
#[derive(Clone, Debug, Default)]
pub struct Deal {
    /// The revealed secret of the operator.
    pub server: Option<Secret>,
    /// The seed of the player.
    pub client: String,
    /// The number of the hand.
    pub nonce: u64,
    /// The published commitment, if there is one.
    pub commitment: Option<Vec<u8>>,
    /// The names of the cards in the order of the deal, if they are compared.
    pub dealt: Option<Vec<String>>,
}

/// The reason why a deck cannot be derived from a deal.
///
/// No variant holds a secret.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DealError {
    /// The secret was not revealed.
    #[error("the server seed is missing")]
    NoServerSeed,
    /// A seed is neither hexadecimal digits nor base64, and the scheme takes its bytes.
    #[error("the scheme takes the bytes of {0:?}, and its text is neither hexadecimal nor base64")]
    NotBytes(Field),
    /// A seed that is not a whole number below 2^64, for a generator or as bytes of a number.
    #[error("the seed is not a whole number below 2^64")]
    NoNumber,
    /// A number does not fit the bytes that the scheme gives it.
    #[error("{number} is too large for its field {field:?}")]
    TooLarge {
        /// The field.
        field: Field,
        /// The value of the field.
        number: u64,
    },
    /// A key or nonce of ChaCha20 has the wrong length.
    #[error("the {what} of chacha20 has {given} bytes; expected {expected}")]
    Length {
        /// `key` or `message`.
        what: &'static str,
        /// Number of bytes.
        given: usize,
        /// The right number of bytes.
        expected: usize,
    },
    /// The stream has no accepted number for this draw, counted from 0.
    #[error("the stream ended in draw {0}")]
    Ended(u64),
    /// A dealt card is not a card of the scheme.
    #[error("'{given}' at position {position} is not a card of this deck")]
    UnknownCard {
        /// The position, counted from 1.
        position: usize,
        /// The name as it was given.
        given: String,
    },
    /// More cards were dealt than the scheme has.
    #[error("{given} cards are given, and the scheme deals {most}")]
    TooManyCards {
        /// Number of given cards.
        given: usize,
        /// Number of cards of the scheme.
        most: usize,
    },
}
