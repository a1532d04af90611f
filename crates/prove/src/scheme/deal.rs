//! A deal of a commit-and-reveal scheme: the revealed secret, the client seed and the number of the hand.

use std::fmt;

use thiserror::Error;
use zeroize::Zeroizing;

use super::bytes::clean;
use super::field::Field;

/// The operator's secret as text.
///
/// The memory of the text is overwritten when the secret is dropped, and debug output does not show it.
#[derive(Clone)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Returns the secret `text`, without leading and trailing white space.
    pub fn new(text: &str) -> Secret {
        Secret(Zeroizing::new(clean(text).into()))
    }

    /// Returns the text of the secret.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// A deal of a commit-and-reveal scheme: its commitment, its seeds, and the dealt cards.
#[derive(Clone, Debug, Default)]
pub struct Deal {
    /// The operator's secret, if it is revealed.
    pub server: Option<Secret>,
    /// The player's seed.
    pub client: String,
    /// The number of the hand.
    pub nonce: u64,
    /// The commitment to the secret that was published before the deal, if there is one.
    pub commitment: Option<Vec<u8>>,
    /// The names of the dealt cards in the order of the deal, or `None` if no cards are to be compared.
    pub dealt: Option<Vec<String>>,
}

/// The reason why a deck cannot be derived from a deal, or compared with it.
///
/// No variant contains the secret.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DealError {
    /// The secret was not revealed.
    #[error("the server seed is missing")]
    NoServerSeed,
    /// The scheme needs the bytes of a seed, but the seed is neither hexadecimal digits nor base64.
    #[error("the scheme takes the bytes of {0:?}, and its text is neither hexadecimal nor base64")]
    NotBytes(Field),
    /// The scheme needs a seed that is a whole number below 2^64, for a generator or as bytes, but the seed is not one.
    #[error("the seed is not a whole number below 2^64")]
    NoNumber,
    /// A number is too large for the bytes that the scheme provides for it.
    #[error("{number} is too large for its field {field:?}")]
    TooLarge {
        /// The field that has the number.
        field: Field,
        /// The number that does not fit.
        number: u64,
    },
    /// The key or the nonce of ChaCha20 has the wrong length.
    #[error("the {what} of chacha20 has {given} bytes; expected {expected}")]
    Length {
        /// `key`, or `message` for the nonce.
        what: &'static str,
        /// The actual number of bytes.
        given: usize,
        /// The required number of bytes.
        expected: usize,
    },
    /// The stream ends before it has an accepted number for the draw with this number, from 0.
    #[error("the stream ended in draw {0}")]
    Ended(u64),
    /// A dealt card is not a card of the scheme's deck.
    #[error("'{given}' at position {position} is not a card of this deck")]
    UnknownCard {
        /// The position of the card in the deal, from 1.
        position: usize,
        /// The name of the card as it was given.
        given: String,
    },
    /// More cards were given than the scheme deals.
    #[error("{given} cards are given, and the scheme deals {most}")]
    TooManyCards {
        /// Number of cards that were given.
        given: usize,
        /// Number of cards that the scheme deals.
        most: usize,
    },
}
