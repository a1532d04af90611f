//! A recorded riffle: the cut, and the packet from which each card dropped.

use std::str::FromStr;

use thiserror::Error;

/// Maximum number of cards of a recorded riffle.
pub(super) const MAX_CARDS: usize = 1000;

/// The packet that a card dropped from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The packet that was the top of the deck, written `L`.
    Left,
    /// The packet that was the bottom of the deck, written `R`.
    Right,
}

/// A recorded riffle: the packet that each card dropped from, in the order of the drops.
///
/// The first drop is the bottom card of the riffled deck.
///
/// ```
/// use faro::hands::{Recorded, Side};
///
/// let riffle: Recorded = "RRLRL".parse()?;
/// assert_eq!((riffle.cards(), riffle.cut(), riffle.runs()), (5, 2, 4));
/// // The same riffle as a deck, top card first: 0 and 1 are the left packet.
/// assert_eq!(riffle, Recorded::from_deck(&[0, 2, 1, 3, 4])?);
/// # Ok::<(), faro::hands::RecordedError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Recorded {
    drops: Vec<Side>,
}

/// The error for a record that is not a riffle of two packets.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordedError {
    /// There is a letter other than L and R.
    #[error("'{letter}' is neither L nor R, letter {}", .index + 1)]
    Letter {
        /// The letter.
        letter: char,
        /// The index of the letter, from 0.
        index: usize,
    },
    /// There are fewer than two cards.
    #[error("a riffle has at least 2 cards")]
    TooFew,
    /// There are more than 1000 cards.
    #[error("a riffle has at most {MAX_CARDS} cards")]
    TooMany,
    /// One riffle cannot lead from the deck before to the deck after.
    #[error(
        "no riffle leads from one deck to the other: it has {rising} rising sequences, and a riffle leaves at most 2"
    )]
    NoRiffle {
        /// The number of rising sequences.
        rising: usize,
    },
    /// The two decks are equal, so that any cut is possible.
    #[error("the deck is the same before and after, so that its cut is unknown")]
    Unmoved,
}

impl Recorded {
    /// Creates a riffle from the packet of each drop, the bottom card of the riffled deck first.
    ///
    /// # Errors
    ///
    /// If there are fewer than 2 or more than 1000 drops.
    pub fn new(drops: Vec<Side>) -> Result<Recorded, RecordedError> {
        match drops.len() {
            0 | 1 => Err(RecordedError::TooFew),
            2..=MAX_CARDS => Ok(Recorded { drops }),
            _ => Err(RecordedError::TooMany),
        }
    }

    /// Creates a riffle from the riffled deck, top card first.
    ///
    /// Each card is given by its position before the riffle, from 0.
    ///
    /// The cut is before the only card that lies above its predecessor (Bayer and Diaconis 1992). O(cards).
    ///
    /// # Errors
    ///
    /// If the deck has one rising sequence or more than two, or fewer than 2 or more than 1000 cards.
    ///
    /// # Panics
    ///
    /// If the deck is not a permutation.
    pub fn from_deck(deck: &[u32]) -> Result<Recorded, RecordedError> {
        let mut places = vec![0; deck.len()];
        for (place, &card) in deck.iter().enumerate() {
            places[card as usize] = place;
        }
        let cuts: Vec<usize> = (1..deck.len())
            .filter(|&card| places[card] < places[card - 1])
            .collect();
        let side = |&card: &u32| match cuts.first() {
            Some(&cut) if (card as usize) < cut => Side::Left,
            _ => Side::Right,
        };
        let riffle = Recorded::new(deck.iter().rev().map(side).collect())?;
        match cuts.len() {
            0 => Err(RecordedError::Unmoved),
            1 => Ok(riffle),
            others => Err(RecordedError::NoRiffle { rising: others + 1 }),
        }
    }

    /// Returns the record with its letters read from the other end.
    ///
    /// It is for a record that was written from the top card down.
    pub fn reversed(mut self) -> Recorded {
        self.drops.reverse();
        self
    }

    /// Returns the riffle with the deck turned upside down before and after.
    ///
    /// Its top packet is the bottom packet of this riffle, and its first drop is this riffle's last drop. After
    /// any number of riffles, the law of the rising sequences is the same for both.
    pub fn turned(&self) -> Recorded {
        let other = |side: &Side| {
            if *side == Side::Left {
                Side::Right
            } else {
                Side::Left
            }
        };
        Recorded {
            drops: self.drops.iter().rev().map(other).collect(),
        }
    }

    /// Returns the packet of each drop, the bottom card of the riffled deck first.
    pub fn drops(&self) -> &[Side] {
        &self.drops
    }

    /// Returns the number of cards.
    pub fn cards(&self) -> usize {
        self.drops.len()
    }

    /// Returns the number of cards of the left packet, which was the top of the deck.
    pub fn cut(&self) -> usize {
        self.count(Side::Left)
    }

    /// Returns the number of cards of the packet `side`.
    pub fn count(&self, side: Side) -> usize {
        self.drops.iter().filter(|&&drop| drop == side).count()
    }

    /// Returns the number of runs: maximal sequences of drops from one side.
    pub fn runs(&self) -> usize {
        self.drops.chunk_by(|a, b| a == b).count()
    }

    /// Returns the number of runs of drops from `side`.
    pub fn runs_of(&self, side: Side) -> usize {
        self.drops
            .chunk_by(|a, b| a == b)
            .filter(|run| run[0] == side)
            .count()
    }

    /// Returns the drops between the first run and the last.
    ///
    /// Before and after each of these drops, both packets have cards.
    pub fn inner_drops(&self) -> &[Side] {
        let mut runs = self.drops.chunk_by(|a, b| a == b);
        let [first, last] = [runs.next(), runs.next_back()].map(|run| run.map_or(0, <[Side]>::len));
        &self.drops[first..self.cards() - last]
    }

    /// Returns the drops after the first for which both packets still had cards.
    ///
    /// For each, the pair has whether it was from the same side as the drop before, and the cards left on that
    /// side and on the other.
    pub fn choices(&self) -> impl Iterator<Item = (bool, [usize; 2])> + '_ {
        let mut left = [self.cut(), self.cards() - self.cut()];
        let choice = move |pair: &[Side]| {
            left[pair[0] as usize] -= 1;
            let cards = [left[pair[0] as usize], left[1 - pair[0] as usize]];
            (cards[0] > 0 && cards[1] > 0).then_some((pair[0] == pair[1], cards))
        };
        self.drops.windows(2).filter_map(choice)
    }
}

/// Parses letters L and R, in either case. Spaces, commas and hyphens between them are ignored.
impl FromStr for Recorded {
    type Err = RecordedError;

    fn from_str(text: &str) -> Result<Recorded, RecordedError> {
        let letters = text
            .chars()
            .filter(|letter| !letter.is_whitespace() && !matches!(letter, ',' | '-'));
        let side = |(index, letter)| match letter {
            'L' | 'l' => Ok(Side::Left),
            'R' | 'r' => Ok(Side::Right),
            letter => Err(RecordedError::Letter { letter, index }),
        };
        Recorded::new(letters.enumerate().map(side).collect::<Result<_, _>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deals the packets of each record, and reads the deck back.
    #[test]
    fn letters_and_decks_agree() {
        for cards in 2..=9usize {
            for bits in 0..1u32 << cards {
                let side = |place: usize| {
                    if bits >> place & 1 == 0 {
                        Side::Left
                    } else {
                        Side::Right
                    }
                };
                let riffle = Recorded::new((0..cards).map(side).collect()).unwrap();
                let mut next = [riffle.cut() as u32, cards as u32];
                let drop = |side: &Side| {
                    next[*side as usize] -= 1;
                    next[*side as usize]
                };
                let mut deck: Vec<u32> = riffle.drops().iter().map(drop).collect();
                deck.reverse();
                let expected = if deck.is_sorted() {
                    Err(RecordedError::Unmoved)
                } else {
                    Ok(riffle)
                };
                assert_eq!(Recorded::from_deck(&deck), expected, "{deck:?}");
            }
        }
    }

    #[test]
    fn other_decks_are_refused() {
        assert_eq!(
            Recorded::from_deck(&[2, 1, 0]),
            Err(RecordedError::NoRiffle { rising: 3 })
        );
        assert_eq!(Recorded::from_deck(&[0]), Err(RecordedError::TooFew));
        assert_eq!(
            "LRX".parse::<Recorded>(),
            Err(RecordedError::Letter {
                letter: 'X',
                index: 2
            })
        );
        assert_eq!(
            "L".repeat(1001).parse::<Recorded>(),
            Err(RecordedError::TooMany)
        );
        assert_eq!("l r, r-L".parse::<Recorded>(), "LRRL".parse());
    }

    #[test]
    fn choices_end_with_the_first_empty_packet() {
        let riffle: Recorded = "LLRLRR".parse().unwrap();
        let choices: Vec<_> = riffle.choices().collect();
        assert_eq!(choices, [(true, [2, 3]), (false, [1, 3]), (false, [2, 1])]);
        assert_eq!(
            (
                riffle.runs(),
                riffle.runs_of(Side::Left),
                riffle.runs_of(Side::Right)
            ),
            (4, 2, 2)
        );
        assert_eq!(riffle.inner_drops(), [Side::Right, Side::Left]);
        assert_eq!(riffle.turned(), "LLRLRR".parse().unwrap());
        for text in ["LLLL", "LLRR"] {
            let riffle: Recorded = text.parse().unwrap();
            assert_eq!(
                (riffle.choices().count().min(1), riffle.inner_drops()),
                (usize::from(text == "LLRR"), &[][..])
            );
        }
    }
}
