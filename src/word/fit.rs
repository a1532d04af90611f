use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed};
use thiserror::Error;

use super::moves::{Act, Argument, Move};
use super::{Atom, Factor, MAX_DRAWS, Word};
use crate::Weave;
use crate::perfect::UnequalPacketsError;
use crate::permutation::MAX_DEGREE;

/// A word that a deck cannot be shuffled by.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct FitError {
    /// Which move or permutation of the word is meant, in reading order from 0.
    pub letter: usize,
    /// Why it does not fit.
    pub kind: FitErrorKind,
}

/// Why a move does not fit a deck.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FitErrorKind {
    /// Packets that cannot be equal.
    #[error(transparent)]
    UnequalPackets(#[from] UnequalPacketsError),
    /// More cards, piles or packets than there are cards.
    #[error("{asked} are more than the {cards} cards of the deck")]
    MoreThanCards {
        /// How many are asked for, packets taken together.
        asked: BigUint,
        /// The number of cards.
        cards: BigUint,
    },
    /// A point of a permutation that is no position, both counted from 0.
    #[error("the point {point} is no position of {cards}, counted from 0")]
    NoPosition {
        /// The point.
        point: u32,
        /// The number of cards.
        cards: BigUint,
    },
    /// A random shuffle where a fixed one is asked for.
    #[error("{name} draws at random, and does no one thing to the deck")]
    Random {
        /// The move.
        name: &'static str,
    },
    /// A random shuffle with a negative exponent, its own or that of a group around it.
    #[error("{name} draws at random, and cannot be undone")]
    NoInverse {
        /// The move.
        name: &'static str,
    },
    /// Something else where a riffle of packets is asked for, all ways to cut and to fall as likely.
    #[error("{name} is no riffle of A packets; words of gsr and riffle:A would do")]
    NoRiffle {
        /// The move, as it is written.
        name: String,
    },
    /// Too many random shuffles in a row.
    #[error("{times} random shuffles are too many; up to {MAX_DRAWS} are drawn")]
    TooOften {
        /// How many.
        times: BigUint,
    },
    /// A deck too large for a [`Permutation`](crate::Permutation).
    #[error("{cards} cards are more than the {MAX_DEGREE} that a permutation holds")]
    TooManyCards {
        /// The number of cards.
        cards: BigUint,
    },
}

impl Word {
    /// Whether so many cards can be shuffled by it: packets are equal, no move takes more cards
    /// than there are, permutations name positions that exist, and nothing random is undone or drawn more
    /// than [`MAX_DRAWS`] times. A word that fits has an answer
    /// to every question below. O(length).
    ///
    /// # Errors
    ///
    /// [`FitError`], for the first move or permutation that does not fit.
    ///
    /// ```
    /// use faro::Word;
    /// let word: Word = "in cut:26".parse()?;
    /// assert!(word.fits(&52u32.into()).is_ok());
    /// let error = word.fits(&8u32.into()).unwrap_err();
    /// assert_eq!((error.letter, error.to_string().as_str()), (1, "26 are more than the 8 cards of the deck"));
    /// # Ok::<(), faro::word::WordError>(())
    /// ```
    pub fn fits(&self, cards: &BigUint) -> Result<(), FitError> {
        let check = |(letter, atom)| fits(atom, cards).map_err(|kind| FitError { letter, kind });
        self.letters().into_iter().enumerate().try_for_each(check)?;
        if self.is_random() { draws(&self.factors, &BigInt::one(), false, &mut 0).map(drop) } else { Ok(()) }
    }

    /// Whether it contains a random shuffle. O(length).
    ///
    /// ```
    /// use faro::Word;
    /// assert!("(gsr cut:26)^7".parse::<Word>()?.is_random());
    /// assert!(!"out cut:26".parse::<Word>()?.is_random());
    /// # Ok::<(), faro::word::WordError>(())
    /// ```
    pub fn is_random(&self) -> bool {
        self.letters().into_iter().any(|letter| random_name(letter).is_some())
    }

    /// As [`fits`](Self::fits), of a word that always does the same.
    pub(super) fn fits_and_is_fixed(&self, cards: &BigUint) -> Result<(), FitError> {
        let random = |(letter, atom)| {
            Some(FitError { letter, kind: FitErrorKind::Random { name: random_name(atom)? } })
        };
        match self.letters().into_iter().enumerate().find_map(random) {
            Some(error) => Err(error),
            None => self.fits(cards),
        }
    }

    /// The moves and permutations, in reading order.
    pub(super) fn letters(&self) -> Vec<&Atom> {
        let mut letters = Vec::new();
        for factor in &self.factors {
            match &factor.atom {
                Atom::Group(word) => letters.extend(word.letters()),
                letter => letters.push(letter),
            }
        }
        letters
    }
}

/// How many random shuffles are drawn for these factors, so many times. `letter` counts the letters that
/// were passed; `undone` is whether a group around them is.
fn draws(factors: &[Factor], times: &BigInt, undone: bool, letter: &mut usize) -> Result<BigInt, FitError> {
    let mut sum = BigInt::ZERO;
    for factor in factors {
        let (start, times) = (*letter, times * &factor.exponent);
        let undone = undone || factor.exponent.is_negative();
        let drawn = match &factor.atom {
            Atom::Group(word) => draws(&word.factors, &times, undone, letter)?,
            atom => {
                *letter += 1;
                let name = random_name(atom);
                if let Some(name) = name.filter(|_| undone) {
                    return Err(FitError { letter: start, kind: FitErrorKind::NoInverse { name } });
                }
                if name.is_some() { times } else { BigInt::ZERO }
            }
        };
        sum += drawn;
        if sum > MAX_DRAWS.into() {
            let kind = FitErrorKind::TooOften { times: sum.into_parts().1 };
            return Err(FitError { letter: start, kind });
        }
    }
    Ok(sum)
}

fn random_name(letter: &Atom) -> Option<&'static str> {
    match letter {
        Atom::Move(one) => one.random_shuffle().map(|_| one.entry.name),
        Atom::Literal(_) | Atom::Group(_) => None,
    }
}

fn fits(letter: &Atom, cards: &BigUint) -> Result<(), FitErrorKind> {
    match letter {
        Atom::Move(one) => move_fits(one, cards),
        Atom::Literal(cycles) => {
            let outside = cycles.iter().flatten().find(|&&point| BigUint::from(point) >= *cards);
            outside.map_or(Ok(()), |&point| Err(FitErrorKind::NoPosition { point, cards: cards.clone() }))
        }
        Atom::Group(word) => word.fits(cards).map_err(|error| error.kind),
    }
}

fn move_fits(one: &Move, cards: &BigUint) -> Result<(), FitErrorKind> {
    if let Act::Weave(weave) = one.entry.act {
        let (kind, packets) = weave(one);
        return Ok(Weave::with_packets(kind, cards.clone(), packets).map(drop)?);
    }
    if let Act::Draw(_) = one.entry.act {
        return Ok(());
    }
    let number = |argument: &Argument| match argument {
        Argument::Number(number) => Some(number.abs()),
        _ => None,
    };
    let asked: BigInt = one.arguments.iter().filter_map(number).sum();
    let asked = asked.into_parts().1;
    if asked > *cards {
        return Err(FitErrorKind::MoreThanCards { asked, cards: cards.clone() });
    }
    Ok(())
}
