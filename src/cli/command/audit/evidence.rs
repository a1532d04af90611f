//! What is known of the decks that came.

/// The most cards that are audited.
pub const MAX_CARDS: usize = faro::audit::lines::MAX_CARDS;

pub struct Evidence {
    cards: usize,
    decks: u64,
}

impl Evidence {
    pub fn new(cards: usize) -> Evidence {
        Evidence { cards, decks: 0 }
    }

    pub fn add(&mut self, deck: &[u32]) {
        assert_eq!(deck.len(), self.cards, "cards of the deck");
        self.decks += 1;
    }

    pub fn cards(&self) -> usize {
        self.cards
    }

    pub fn decks(&self) -> u64 {
        self.decks
    }
}
