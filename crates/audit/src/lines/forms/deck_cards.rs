//! Compares the cards of the decks of a text with one another.

use faro::stacks::Face;

use super::face::{face, numbered_face};
use super::form::Known;
use super::tokens::{MIN_CARDS, are_consecutive, are_numbers, sorted};
use crate::lines::error::{MAX_CARDS, Times};

/// The cards that every deck of a text has.
#[derive(Clone, Debug, Default)]
pub struct DeckCards {
    /// The sorted cards. They are empty before the first deck.
    cards: Vec<String>,
    are_faces: bool,
}

impl DeckCards {
    /// Returns the number of cards in a deck.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Returns whether the cards of a deck are not known, or include `card`.
    pub fn may_have(&self, card: &str) -> bool {
        self.cards.is_empty() || self.cards.contains(&self.normal(card))
    }

    /// Returns what the first deck tells about the cards.
    pub fn known(&self) -> Known {
        if self.cards.windows(2).any(|pair| pair[0] == pair[1]) {
            Known::Kinds
        } else if are_numbers(&self.cards) && !self.are_codes() {
            Known::Order
        } else {
            Known::Names(self.cards.clone())
        }
    }

    /// Returns whether the words of the first deck are a possible deck: consecutive numbers from 0 or 1, no numbers, or different
    /// numbers that cannot be a pack without some cards.
    pub fn are_possible(&self) -> bool {
        let cards = &self.cards;
        let are_names = || !cards.iter().any(|card| card.parse::<u64>().is_ok());
        let differ = cards.first() != cards.last();
        if let Known::Kinds = self.known()
            && !self.are_equal_cards()
        {
            return false;
        }
        cards.len() <= MAX_CARDS
            && differ
            && (are_names() || are_consecutive(cards) || self.are_codes())
    }

    /// Returns whether cards of which some are equal may be a deck: no name is a part of a structure, and playing cards come
    /// equally often, but for jokers.
    fn are_equal_cards(&self) -> bool {
        let is_part = |card: &String| card.contains(['=', ':', '{', '[', '<']);
        let is_joker = |card: &String| {
            card.to_lowercase().contains(['j', '🃏', '★'])
                && Face::parse(card).is_none_or(|face| face.index() >= 52)
        };
        let counts: Vec<usize> = self
            .cards
            .chunk_by(|a, b| a == b)
            .filter(|equal| !is_joker(&equal[0]))
            .map(<[String]>::len)
            .collect();
        let are_alike = counts.windows(2).all(|pair| pair[0] == pair[1]);
        let faces = self
            .cards
            .iter()
            .filter(|card| numbered_face(card).is_some());
        let are_most_faces = 10 * faces.count() > 9 * self.cards.len();
        !self.cards.iter().any(is_part) && (are_alike || !are_most_faces)
    }

    /// Returns whether all cards are different numbers, of which the largest is far above their count.
    fn are_codes(&self) -> bool {
        let cards = &self.cards;
        let numbers: Option<Vec<u64>> = cards.iter().map(|card| card.parse().ok()).collect();
        let are_different = cards.windows(2).all(|pair| pair[0] != pair[1]);
        let largest = numbers.and_then(|numbers| numbers.into_iter().max());
        cards.len() > MIN_CARDS && are_different && largest > Some(2 * cards.len() as u64)
    }

    /// Returns whether the order of the cards may be known: whether they are numbers or distinct playing cards.
    pub fn are_certain(&self) -> bool {
        match self.known() {
            Known::Order => true,
            Known::Names(_) => self.are_faces,
            Known::Kinds => false,
        }
    }

    /// Returns the normal form of a card: of a playing card, if the first deck consists of them.
    fn normal(&self, card: &str) -> String {
        let face = numbered_face(card).filter(|_| self.are_faces);
        face.unwrap_or_else(|| card.into())
    }

    /// Compares the cards of a deck with those of the first deck, and returns the deck as one line.
    ///
    /// # Errors
    ///
    /// A description of the difference.
    pub fn check(&mut self, deck: &[String]) -> Result<String, String> {
        if deck.len() < MIN_CARDS {
            return Err("there is no deck in this line".into());
        }
        if self.cards.is_empty() {
            // `1S` beside `AS` is another card, for example a 10 that was cut off.
            let spelled: Vec<String> = deck.iter().filter_map(|card| face(card)).collect();
            let is_face = |card: &String| {
                numbered_face(card)
                    .is_some_and(|known| face(card).is_some() || !spelled.contains(&known))
            };
            self.are_faces = deck.iter().all(is_face);
        }
        let deck: Vec<String> = deck.iter().map(|card| self.normal(card)).collect();
        let cards = sorted(deck.clone());
        if self.cards.is_empty() {
            self.cards.clone_from(&cards);
        }
        match self.cards == cards {
            true => Ok(deck.join(" ")),
            false => Err(self.difference(&cards)),
        }
    }

    /// Returns a description of the difference between the cards of a deck, which are sorted, and those of other decks.
    fn difference(&self, deck: &[String]) -> String {
        let times = |card: &String| Times {
            found: deck.iter().filter(|other| *other == card).count(),
            expected: self.cards.iter().filter(|other| *other == card).count(),
        };
        let is_missing = |card: &&String| times(card).found < times(card).expected;
        let is_doubled = |card: &&String| times(card).found > times(card).expected;
        let missing = self.cards.iter().find(is_missing);
        let doubled = deck.iter().find(is_doubled).map(|card| match times(card) {
            Times { expected: 0, .. } => format!("'{card}' is not a card of the other decks"),
            times => format!("card {card} {times}"),
        });
        let (found, expected) = (deck.len(), self.cards.len());
        let count = (found != expected).then(|| format!("{found} cards instead of {expected}"));
        let missing = missing.map(|card| format!("card {card} missing"));
        let parts: Vec<String> = [count, doubled, missing].into_iter().flatten().collect();
        parts.join(", ")
    }
}
