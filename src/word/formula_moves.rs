//! Shortest words for several cards in a deck that is too large to be listed.

use std::fmt;

use num_bigint::{BigInt, BigUint};

use super::formula::{Formula, FormulaError};
use super::tree::Word;
use faro_permutation::cayley::{self, Action, Bounds, Outcome};

/// Moves of several cards in a deck that is too large to be listed.
///
/// ```
/// use faro::Word;
/// use faro::word::FormulaMoves;
/// use faro::cayley::{Bounds, Outcome};
///
/// let words: [Word; 2] = ["out".parse()?, "in".parse()?];
/// let moves = FormulaMoves::new(&words, &52u32.into())?;
/// assert_eq!(moves.image(1, &0u32.into()), 1u32.into());
/// let found = moves.route(&[0u32.into()], &[5u32.into()], &Bounds::default());
/// assert!(matches!(found, Outcome::Found(paths) if paths.first() == [1, 0, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FormulaMoves {
    forwards: Vec<Formula>,
    backwards: Vec<Formula>,
    /// Number of 32-bit digits of a position.
    digits: usize,
}

impl fmt::Debug for FormulaMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FormulaMoves")
            .field("moves", &self.forwards.len())
            .finish_non_exhaustive()
    }
}

impl FormulaMoves {
    /// Returns the moves `words` of a deck of `cards` cards.
    ///
    /// # Errors
    ///
    /// [`FormulaError`] if a word has no formula or does not fit the deck.
    pub fn new<'a>(
        words: impl IntoIterator<Item = &'a Word>,
        cards: &BigUint,
    ) -> Result<FormulaMoves, FormulaError> {
        let (mut forwards, mut backwards) = (Vec::new(), Vec::new());
        for word in words {
            forwards.push(word.formula(cards, &BigInt::from(1))?);
            backwards.push(word.formula(cards, &BigInt::from(-1))?);
        }
        Ok(FormulaMoves {
            forwards,
            backwards,
            digits: cards.bits().div_ceil(32) as usize,
        })
    }

    /// Returns the position to which the move with index `by` takes the card at `position`.
    ///
    /// # Panics
    ///
    /// If there is no such move or position.
    pub fn image(&self, by: usize, position: &BigUint) -> BigUint {
        self.forwards[by].position(position)
    }

    /// Returns the shortest words that take the cards at the positions `from` to the positions `to`.
    ///
    /// # Panics
    ///
    /// If the numbers of positions differ, or a position does not exist.
    pub fn route(&self, from: &[BigUint], to: &[BigUint], bounds: &Bounds) -> Outcome {
        let row = |positions: &[BigUint]| {
            positions
                .iter()
                .flat_map(|position| self.row(position))
                .collect::<Vec<u32>>()
        };
        let watched = Watched {
            moves: self,
            cards: from.len(),
        };
        cayley::search(&watched, &row(from), &row(to), bounds)
    }

    fn row(&self, position: &BigUint) -> Vec<u32> {
        let mut digits = position.to_u32_digits();
        digits.resize(self.digits, 0);
        digits
    }

    fn step(&self, formula: &Formula, vertex: &[u32], image: &mut [u32]) {
        for (place, image) in vertex
            .chunks(self.digits)
            .zip(image.chunks_mut(self.digits))
        {
            image.copy_from_slice(&self.row(&formula.position(&BigUint::from_slice(place))));
        }
    }
}

/// The action of the moves on several cards. Positions are written in digits.
struct Watched<'a> {
    moves: &'a FormulaMoves,
    cards: usize,
}

impl Action for Watched<'_> {
    type Point = u32;

    fn width(&self) -> usize {
        self.cards * self.moves.digits
    }

    fn moves(&self) -> usize {
        self.moves.forwards.len()
    }

    fn apply(&self, by: usize, vertex: &[u32], image: &mut [u32]) {
        self.moves.step(&self.moves.forwards[by], vertex, image);
    }

    fn undo(&self, by: usize, vertex: &[u32], image: &mut [u32]) {
        self.moves.step(&self.moves.backwards[by], vertex, image);
    }
}
