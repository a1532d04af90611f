use std::ops::Range;

use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};

use super::weave::Weave;
use crate::Error;
use faro_permutation::{MAX_DEGREE, Permutation, PermutationError};

/// Iterates over the cards of a deck from top to bottom, each identified by its initial position.
///
/// [`Weave::deck_after`] returns it.
///
/// The deck is not stored: each card is the previous one plus a constant, modulo M.
#[derive(Clone, Debug)]
pub struct Deck {
    positions: Range<u64>,
    modulus: u64,
    base: u64,
    /// The residue of the next card, and the constant that is added to it.
    residue: u64,
    step: u64,
}

impl Iterator for Deck {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let position = self.positions.next()?;
        if position == self.modulus {
            return Some(position); // the last card of an out-shuffle
        }
        let residue = self.residue;
        let complement = self.modulus - self.step;
        self.residue = if residue >= complement { residue - complement } else { residue + self.step };
        Some(if residue < self.base { self.modulus - 1 } else { residue - self.base })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.positions.size_hint()
    }
}

impl Weave {
    /// Returns the deck after `times` shuffles.
    ///
    /// A negative number unshuffles. One modular power, then O(1) for each card.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyToList`] if the number of cards, or M, has more than 64 bits.
    ///
    /// ```
    /// use faro::{Kind, Weave};
    /// let deck = Weave::new(Kind::Out, 8u32);
    /// assert_eq!(deck.deck_after(&1.into())?.collect::<Vec<_>>(), [0, 4, 1, 5, 2, 6, 3, 7]);
    /// assert_eq!(deck.deck_after(&(-1).into())?.collect::<Vec<_>>(), [0, 2, 4, 6, 1, 3, 5, 7]);
    /// # Ok::<(), faro::Error>(())
    /// ```
    pub fn deck_after(&self, times: &BigInt) -> Result<Deck, Error> {
        let (Some(cards), Some(modulus)) = (self.cards().to_u64(), self.modulus().to_u64()) else {
            return Err(Error::TooManyToList { given: self.cards().clone() });
        };
        let step = self.multiplier(&-times).to_u64().expect("a residue is below the modulus");
        let base = u64::from(self.base());
        Ok(Deck { positions: 0..cards, modulus, base, residue: step * base, step })
    }

    /// Returns the shuffle as a permutation. O(n).
    ///
    /// # Errors
    ///
    /// [`PermutationError::TooLong`] for more than [`MAX_DEGREE`] cards.
    ///
    /// ```
    /// use faro::{Kind, Weave};
    /// let out = Weave::new(Kind::Out, 8u32).to_permutation()?;
    /// assert_eq!(out.to_string(), "(1 2 4)(3 6 5)");
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn to_permutation(&self) -> Result<Permutation, PermutationError> {
        self.permutation_after(&BigInt::one())
    }

    /// Returns the permutation of `times` shuffles.
    pub(super) fn permutation_after(&self, times: &BigInt) -> Result<Permutation, PermutationError> {
        let degree = self.cards().to_usize().unwrap_or(usize::MAX);
        if degree > MAX_DEGREE {
            return Err(PermutationError::TooLong { degree });
        }
        // The image of a position is the card that is there after the inverse.
        let images = self.deck_after(&-times).expect("it has 32 bits");
        Permutation::from_images(images.map(|image| image as u32).collect::<Box<[u32]>>())
    }
}
