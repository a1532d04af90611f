//! Errors of audits, and checks of decks and parameters.

use crate::words::counted;
use thiserror::Error;

use crate::limits::{MAX_CARDS, MAX_PARTIAL_CARDS};
use crate::lines::{LineError, PatternError};

/// An error of an audit. Positions count from 0.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The number of cards of a deck is out of range.
    #[error("a deck of {}; expected 2 to {MAX_CARDS}", counted(cards, "card"))]
    DeckSize {
        /// The number of cards.
        cards: usize,
    },
    /// A deck has too few or too many cards.
    #[error("{} instead of {expected}", counted(found, "card"))]
    Length {
        /// Number of cards of the deck.
        found: usize,
        /// The expected number of cards.
        expected: usize,
    },
    /// A card whose number is out of range.
    #[error("position {position}: there is no card {card}; expected 0 to {largest}")]
    NoCard {
        /// The position of the card.
        position: usize,
        /// The number of the card.
        card: u32,
        /// The largest number of a card.
        largest: usize,
    },
    /// A card that occurs too often.
    #[error("position {position}: card {card} occurs too often")]
    TooOften {
        /// The position of the first surplus card.
        position: usize,
        /// The number of the card or kind.
        card: u32,
    },
    /// A design with no visible places, with more visible places than cards, or with an empty hand.
    #[error(
        "the hands or the first cards do not fit a deck of {}",
        counted(cards, "card")
    )]
    Places {
        /// Number of cards of the deck.
        cards: usize,
    },
    /// More cards, or more visible cards, than a design may have.
    #[error(
        "{seen} of {cards} cards are visible; expected a deck of 2 to {MAX_PARTIAL_CARDS}, of which at most {MAX_CARDS} are visible"
    )]
    DesignSize {
        /// Number of cards of the deck.
        cards: usize,
        /// Number of visible cards.
        seen: usize,
    },
    /// Kinds that do not fit the number of cards or the design, or fewer than two kinds.
    #[error("the kinds do not fit a deck of {}", counted(cards, "card"))]
    Kinds {
        /// Number of cards of the deck.
        cards: usize,
    },
    /// An unexpected number of the first card.
    #[error("cards counted from {0}")]
    First(u32),
    /// A probability that is not between 0 and 1.
    #[error("alpha {0} is not between 0 and 1")]
    Alpha(f64),
    /// A line that is not a deck.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A pattern that is not valid.
    #[error(transparent)]
    Pattern(#[from] PatternError),
}

/// Returns an error if a deck of `cards` cards cannot be audited because it is too small or too large.
pub(crate) fn check_size(cards: usize) -> Result<(), Error> {
    if (2..=MAX_CARDS).contains(&cards) {
        Ok(())
    } else {
        Err(Error::DeckSize { cards })
    }
}

/// Returns an error unless `alpha`, the probability of a wrong verdict "unfair", is between 0 and 1.
pub(crate) fn check_alpha(alpha: f64) -> Result<(), Error> {
    if alpha > 0.0 && alpha < 1.0 {
        Ok(())
    } else {
        Err(Error::Alpha(alpha))
    }
}

/// Returns an error unless `deck` has `expected` different numbers below `labels`. O(n), without allocation.
pub(crate) fn check_distinct(deck: &[u32], expected: usize, labels: usize) -> Result<(), Error> {
    check_length(deck, expected)?;
    // One more than the cards, because cards may count from 1.
    let mut known = [0u64; (MAX_PARTIAL_CARDS + 1).div_ceil(64)];
    for (position, &card) in deck.iter().enumerate() {
        check_label(position, card, labels)?;
        let (word, bit) = (&mut known[card as usize / 64], 1u64 << (card % 64));
        if *word & bit != 0 {
            return Err(Error::TooOften { position, card });
        }
        *word |= bit;
    }
    Ok(())
}

/// Returns an error unless `deck` has `expected` cards, and no kind more often than `sizes` allows.
pub(crate) fn check_kinds(deck: &[u32], expected: usize, sizes: &[usize]) -> Result<(), Error> {
    check_length(deck, expected)?;
    let mut left = [0u16; MAX_PARTIAL_CARDS];
    left.iter_mut()
        .zip(sizes)
        .for_each(|(left, &size)| *left = size as u16);
    for (position, &card) in deck.iter().enumerate() {
        check_label(position, card, sizes.len())?;
        let left = &mut left[card as usize];
        *left = left
            .checked_sub(1)
            .ok_or(Error::TooOften { position, card })?;
    }
    Ok(())
}

fn check_length(deck: &[u32], expected: usize) -> Result<(), Error> {
    let found = deck.len();
    if found == expected {
        Ok(())
    } else {
        Err(Error::Length { found, expected })
    }
}

fn check_label(position: usize, card: u32, labels: usize) -> Result<(), Error> {
    let largest = labels - 1;
    if card as usize <= largest {
        Ok(())
    } else {
        Err(Error::NoCard {
            position,
            card,
            largest,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_decks_are_errors_with_positions() {
        let checked = |deck: &[u32]| check_distinct(deck, 3, 3).map_err(|error| error.to_string());
        assert_eq!(checked(&[2, 0, 1]), Ok(()));
        assert_eq!(checked(&[2, 0]), Err("2 cards instead of 3".into()));
        assert_eq!(
            checked(&[2, 3, 1]),
            Err("position 1: there is no card 3; expected 0 to 2".into())
        );
        assert_eq!(
            checked(&[2, 0, 2]),
            Err("position 2: card 2 occurs too often".into())
        );
        let largest: Vec<u32> = (1..=MAX_CARDS as u32).collect();
        assert_eq!(check_distinct(&largest, MAX_CARDS, MAX_CARDS + 1), Ok(()));
    }

    #[test]
    fn kinds_occur_at_most_as_often_as_in_the_deck() {
        assert_eq!(check_kinds(&[1, 0, 1], 3, &[2, 2]), Ok(()));
        let (position, card) = (2, 0);
        assert_eq!(
            check_kinds(&[0, 1, 0], 3, &[1, 2]),
            Err(Error::TooOften { position, card })
        );
    }
}
