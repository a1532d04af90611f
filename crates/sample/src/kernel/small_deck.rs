//! Decks of at most 64 cards.

use faro_simd::compiled_fn;

/// The number of positions of a [`SmallDeck`].
pub(super) const POSITIONS: usize = 64;

/// The number of small decks in a batch, which are shuffled together.
pub const BATCH: usize = 64;

/// A deck of at most 64 cards: the card at each position, top card first, in one byte each.
///
/// A position after the last card holds its own number, like a card that no shuffle moves.
///
/// ```
/// use faro_sample::kernel::SmallDeck;
/// let deck = SmallDeck::from_cards(&[2, 0, 1]);
/// assert_eq!(deck.cards()[..5], [2, 0, 1, 3, 4]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct SmallDeck(pub(super) [u8; POSITIONS]);

impl SmallDeck {
    /// Maximum number of cards.
    pub const MAX_CARDS: usize = POSITIONS;

    /// A new deck of any size: every card is at its own position.
    pub const NEW: SmallDeck = {
        let (mut cards, mut position) = ([0; POSITIONS], 0);
        while position < POSITIONS {
            cards[position] = position as u8;
            position += 1;
        }
        SmallDeck(cards)
    };

    /// Returns the deck with the given `cards`, which are 0 … n − 1 in any order.
    ///
    /// # Panics
    ///
    /// If `cards` has more than 64 entries.
    pub fn from_cards(cards: &[u32]) -> SmallDeck {
        let mut deck = SmallDeck::NEW;
        let to = deck.0.get_mut(..cards.len()).expect("at most 64 cards");
        to.iter_mut()
            .zip(cards)
            .for_each(|(to, &card)| *to = card as u8);
        deck
    }

    compiled_fn! {
        /// Replaces the cards of the first decks by the cards in `cards_of_all`.
        ///
        /// The list has decks of `cards` cards, one after another.
        pub fn replace_all(processor: Processor, decks: &mut [SmallDeck], cards_of_all: &[u32], cards: usize) {
            for (deck, cards) in decks.iter_mut().zip(cards_of_all.chunks_exact(cards)) {
                for (to, &card) in deck.0.iter_mut().zip(cards) {
                    *to = card as u8;
                }
            }
        }
    }

    /// Returns the card at each of the 64 positions.
    pub fn cards(&self) -> &[u8; POSITIONS] {
        &self.0
    }

    /// Whether the deck equals [`NEW`](Self::NEW). The operator `==` would call a function that compares
    /// bytes.
    #[inline(always)]
    pub(super) fn is_new(&self) -> bool {
        let mut differences = 0;
        for (card, new) in self.0.iter().zip(&SmallDeck::NEW.0) {
            differences |= card ^ new;
        }
        differences == 0
    }

    /// The card at `position` modulo 64.
    #[inline(always)]
    pub(super) fn at(&self, position: usize) -> u8 {
        self.0[position % POSITIONS]
    }
}
