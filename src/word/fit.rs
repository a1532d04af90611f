//! Checks whether a word can be applied to a deck of a given size.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use thiserror::Error;

use super::moves::{Act, Argument, Move};
use super::tree::{Atom, Factor, MAX_DRAWS, Word};
use crate::Weave;
use faro_permutation::MAX_DEGREE;
use faro_sample::zoo::{RandomShuffle, Riffle};

/// The error if a word does not fit a deck.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct FitError {
    /// The index of the move or permutation in the word, in reading order from 0.
    pub letter: usize,
    /// The reason why the move does not fit.
    pub kind: FitErrorKind,
}

/// The reason why a move does not fit a deck.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FitErrorKind {
    /// The packets would not be equal.
    #[error(
        "the deck cannot be cut into equal packets: {packets} does not divide {cards}, the number of cards"
    )]
    UnequalPackets {
        /// The number of cards.
        cards: BigUint,
        /// The number of packets.
        packets: BigUint,
    },
    /// The move asks for more cards, piles or packets than the deck has cards.
    #[error("{asked} is more than {cards}, the number of cards of the deck")]
    MoreThanCards {
        /// The number that the move asks for, summed over packets.
        asked: BigUint,
        /// The number of cards.
        cards: BigUint,
    },
    /// An increment has a common divisor with the number of cards, so that several cards would get one place.
    #[error("{step} and {cards}, the number of cards, have the common divisor {divisor}")]
    CommonDivisor {
        /// The number of cards.
        cards: BigUint,
        /// The increment.
        step: BigUint,
        /// The greatest common divisor.
        divisor: BigUint,
    },
    /// A list of positions is shorter or longer than the deck.
    #[error("the list has {listed} numbers, and the deck {cards} cards")]
    ListLength {
        /// The number of cards.
        cards: BigUint,
        /// The number of positions in the list.
        listed: usize,
    },
    /// A point of a permutation, counted from 0, is outside the deck.
    #[error("the point {point} is out of range: expected a point below {cards}, counted from 0")]
    NoPosition {
        /// The point.
        point: u32,
        /// The number of cards.
        cards: BigUint,
    },
    /// A shuffle is random where a fixed one is needed.
    #[error("{name} is random, and a fixed shuffle is needed")]
    Random {
        /// The move.
        name: &'static str,
    },
    /// A random shuffle, or a group that contains it, has a negative exponent.
    #[error("{name} is random, and has no inverse")]
    NoInverse {
        /// The move.
        name: &'static str,
    },
    /// A move is not an a-shuffle where one is needed.
    #[error(
        "{name} is not a riffle of A packets; expected a word of gsr and riffle:A, for example gsr^7"
    )]
    NoRiffle {
        /// The move, as it is written.
        name: String,
    },
    /// There are too many random shuffles.
    #[error("{times} random shuffles are too many; expected at most {MAX_DRAWS}")]
    TooOften {
        /// The number of shuffles.
        times: BigUint,
    },
    /// The deck is too large for a [`Permutation`](crate::Permutation).
    #[error("{cards} cards are too many; expected at most {MAX_DEGREE}")]
    TooManyCards {
        /// The number of cards.
        cards: BigUint,
    },
}

impl Word {
    /// Checks that the word fits a deck of `cards` cards.
    ///
    /// Packets must be equal, no move may take more cards than there are, and points of permutations must be in
    /// the deck. Random shuffles must not have a negative exponent, nor be drawn more than 1,000,000 times.
    /// The other methods have an answer for every word that fits. O(length).
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
    /// assert_eq!((error.letter, error.to_string().as_str()), (1, "26 is more than 8, the number of cards of the deck"));
    /// # Ok::<(), faro::word::WordError>(())
    /// ```
    pub fn fits(&self, cards: &BigUint) -> Result<(), FitError> {
        let check = |(letter, atom)| fits(atom, cards).map_err(|kind| FitError { letter, kind });
        self.letters().into_iter().enumerate().try_for_each(check)?;
        if self.is_random() {
            count_draws(&self.factors, &BigInt::one(), false, &mut 0).map(drop)
        } else {
            Ok(())
        }
    }

    /// Returns whether the word contains a random shuffle. O(length).
    ///
    /// ```
    /// use faro::Word;
    /// assert!("(gsr cut:26)^7".parse::<Word>()?.is_random());
    /// assert!(!"out cut:26".parse::<Word>()?.is_random());
    /// # Ok::<(), faro::word::WordError>(())
    /// ```
    pub fn is_random(&self) -> bool {
        self.letters()
            .into_iter()
            .any(|letter| random_name(letter).is_some())
    }

    /// Returns an error if the word does not [fit](Self::fits) the deck, or if it is random.
    pub(super) fn fits_and_is_fixed(&self, cards: &BigUint) -> Result<(), FitError> {
        let random = |(letter, atom)| {
            Some(FitError {
                letter,
                kind: FitErrorKind::Random {
                    name: random_name(atom)?,
                },
            })
        };
        match self.letters().into_iter().enumerate().find_map(random) {
            Some(error) => Err(error),
            None => self.fits(cards),
        }
    }
}

/// Returns the number of random shuffles that the factors draw, if they are repeated `times` times. `letter`
/// counts the letters so far. `undone` is whether a group around the factors has a negative exponent.
fn count_draws(
    factors: &[Factor],
    times: &BigInt,
    undone: bool,
    letter: &mut usize,
) -> Result<BigInt, FitError> {
    let mut sum = BigInt::ZERO;
    for factor in factors {
        let (start, times) = (*letter, times * &factor.exponent);
        let undone = undone || factor.exponent.is_negative();
        let drawn = match &factor.atom {
            Atom::Group(word) => count_draws(&word.factors, &times, undone, letter)?,
            atom => {
                *letter += 1;
                let name = random_name(atom);
                if let Some(name) = name.filter(|_| undone) {
                    return Err(FitError {
                        letter: start,
                        kind: FitErrorKind::NoInverse { name },
                    });
                }
                if name.is_some() { times } else { BigInt::ZERO }
            }
        };
        sum += drawn;
        if sum > MAX_DRAWS.into() {
            let kind = FitErrorKind::TooOften {
                times: sum.into_parts().1,
            };
            return Err(FitError {
                letter: start,
                kind,
            });
        }
    }
    Ok(sum)
}

fn random_name(letter: &Atom) -> Option<&'static str> {
    match letter {
        Atom::Move(move_) => move_.random_shuffle().map(|_| move_.entry.name),
        Atom::Literal(_) | Atom::List(_) | Atom::Group(_) => None,
    }
}

fn fits(letter: &Atom, cards: &BigUint) -> Result<(), FitErrorKind> {
    match letter {
        Atom::Move(move_) => move_fits(move_, cards),
        Atom::Literal(cycles) => {
            let outside = cycles
                .iter()
                .flatten()
                .find(|&&point| BigUint::from(point) >= *cards);
            outside.map_or(Ok(()), |&point| {
                Err(FitErrorKind::NoPosition {
                    point,
                    cards: cards.clone(),
                })
            })
        }
        Atom::List(images) if BigUint::from(images.len()) != *cards => {
            Err(FitErrorKind::ListLength {
                cards: cards.clone(),
                listed: images.len(),
            })
        }
        Atom::List(_) => Ok(()),
        Atom::Group(word) => word.fits(cards).map_err(|error| error.kind),
    }
}

fn move_fits(move_: &Move, cards: &BigUint) -> Result<(), FitErrorKind> {
    if let Act::Weave(weave) = move_.entry.act {
        let (kind, packets) = weave(move_);
        let unequal = |_| FitErrorKind::UnequalPackets {
            cards: cards.clone(),
            packets: packets.clone(),
        };
        return Weave::with_packets(kind, cards.clone(), packets.clone())
            .map(drop)
            .map_err(unequal);
    }
    if let Act::Draw(_) = move_.entry.act {
        return Ok(());
    }
    if move_.entry.name == "increment" {
        let step = move_.count(0);
        let divisor = step.gcd(cards);
        return if divisor.is_one() || cards.is_zero() {
            Ok(())
        } else {
            Err(FitErrorKind::CommonDivisor {
                cards: cards.clone(),
                step,
                divisor,
            })
        };
    }
    let number = |argument: &Argument| match argument {
        Argument::Number(number) => Some(number.abs()),
        _ => None,
    };
    let asked: BigInt = move_.arguments.iter().filter_map(number).sum();
    let asked = asked.into_parts().1;
    if asked > *cards {
        return Err(FitErrorKind::MoreThanCards {
            asked,
            cards: cards.clone(),
        });
    }
    Ok(())
}

impl Word {
    /// Returns the number of packets of the single riffle with the same law as the word.
    ///
    /// An a-shuffle followed by a b-shuffle is an ab-shuffle (Bayer and Diaconis, *Trailing the dovetail
    /// shuffle to its lair*, 1992). The number is 1 for a word without riffles.
    ///
    /// # Errors
    ///
    /// [`FitError`] if the word has moves that are not `gsr` or `riffle:A`, or [fits](Self::fits) no deck.
    ///
    /// ```
    /// use faro::Word;
    /// assert_eq!("gsr^7".parse::<Word>()?.packets()?, 128u32.into());
    /// assert_eq!("(riffle:3 gsr)^2".parse::<Word>()?.packets()?, 36u32.into());
    /// assert_eq!("gsr cut:26".parse::<Word>()?.packets().unwrap_err().letter, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn packets(&self) -> Result<BigUint, FitError> {
        for (letter, atom) in self.letters().into_iter().enumerate() {
            if packets_of(atom).is_none() {
                return Err(FitError {
                    letter,
                    kind: FitErrorKind::NoRiffle { name: name(atom) },
                });
            }
        }
        // The size of the deck does not matter: only the signs and the sizes of exponents are checked here.
        self.fits(&BigUint::ZERO)?;
        Ok(product(&self.factors))
    }
}

fn packets_of(atom: &Atom) -> Option<u32> {
    match atom {
        Atom::Move(move_) => match move_.random_shuffle()? {
            RandomShuffle::Riffle(Riffle::Packets(packets)) => Some(packets),
            _ => None,
        },
        Atom::Group(_) | Atom::Literal(_) | Atom::List(_) => None,
    }
}

fn name(atom: &Atom) -> String {
    match atom {
        Atom::Move(move_) => move_.to_string(),
        Atom::Group(_) | Atom::Literal(_) | Atom::List(_) => "a permutation".into(),
    }
}

fn product(factors: &[Factor]) -> BigUint {
    let power = |factor: &Factor| {
        if factor.exponent.is_zero() {
            return BigUint::one();
        }
        let once = match &factor.atom {
            Atom::Group(word) => product(&word.factors),
            atom => packets_of(atom).expect("all letters are riffles").into(),
        };
        // The exponents of a word that fits are bounded, except the exponent of a group without random
        // shuffles.
        factor
            .exponent
            .to_u32()
            .map_or_else(BigUint::one, |times| once.pow(times))
    };
    factors.iter().map(power).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packets(text: &str) -> Result<BigUint, FitError> {
        text.parse::<Word>().unwrap().packets()
    }

    #[test]
    fn exponents_that_do_nothing() {
        let known = [
            ("gsr^0", 1),
            ("(gsr^1000000000000)^0", 1),
            ("(gsr^0)^1000000000000", 1),
            ("riffle:1", 1),
        ];
        for (word, known) in known {
            assert_eq!(
                packets(word).unwrap(),
                BigUint::from(known as u32),
                "{word}"
            );
        }
    }

    #[test]
    fn other_words() {
        for (word, letter) in [
            ("gsr gsr:cut=0.5", 1),
            ("()", 0),
            ("gsr^2 (gsr^-1)", 1),
            ("gsr^1000001", 0),
        ] {
            assert_eq!(packets(word).unwrap_err().letter, letter, "{word}");
        }
    }
}
