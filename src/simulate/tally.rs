use crate::kernel::{Card, LargeDecks, SmallDeck};

/// What was found in parts and is added up. A sum, so that neither the order of the parts nor their division
/// among threads matters.
pub trait Merge {
    /// Adds what another counted.
    fn merge(&mut self, other: Self);
}

/// What counts decks, in whole numbers.
pub trait Tally {
    /// Counts a block of decks, which lie one behind the other, top card first: each is a list of
    /// the cards 0 … `cards` − 1, what lies where.
    fn add(&mut self, decks: &[u32], cards: usize);

    /// Counts decks of up to 64 cards, a byte each: for a tally that does so faster. The counts are those of
    /// [`add`](Self::add).
    fn add_small(&mut self, decks: &[SmallDeck], cards: usize) {
        let cards_of_all = decks.iter().flat_map(|deck| &deck.cards()[..cards]);
        self.add(&cards_of_all.map(|&card| card.into()).collect::<Vec<u32>>(), cards);
    }

    /// Counts the first so many of some large decks, likewise.
    fn add_large<C: Card>(&mut self, decks: &LargeDecks<C>, count: usize) {
        let lies = (0..count).flat_map(|index| decks.deck(index));
        self.add(&lies.map(|&card| card.into()).collect::<Vec<u32>>(), decks.cards());
    }
}

/// Two tallies of the same decks.
impl<A: Tally, B: Tally> Tally for (A, B) {
    fn add(&mut self, decks: &[u32], cards: usize) {
        self.0.add(decks, cards);
        self.1.add(decks, cards);
    }

    fn add_small(&mut self, decks: &[SmallDeck], cards: usize) {
        self.0.add_small(decks, cards);
        self.1.add_small(decks, cards);
    }

    fn add_large<C: Card>(&mut self, decks: &LargeDecks<C>, count: usize) {
        self.0.add_large(decks, count);
        self.1.add_large(decks, count);
    }
}

impl<A: Merge, B: Merge> Merge for (A, B) {
    fn merge(&mut self, other: (A, B)) {
        self.0.merge(other.0);
        self.1.merge(other.1);
    }
}

/// A tally, or none.
impl<T: Tally> Tally for Option<T> {
    fn add(&mut self, decks: &[u32], cards: usize) {
        if let Some(tally) = self {
            tally.add(decks, cards);
        }
    }

    fn add_small(&mut self, decks: &[SmallDeck], cards: usize) {
        if let Some(tally) = self {
            tally.add_small(decks, cards);
        }
    }

    fn add_large<C: Card>(&mut self, decks: &LargeDecks<C>, count: usize) {
        if let Some(tally) = self {
            tally.add_large(decks, count);
        }
    }
}

impl<T: Merge> Merge for Option<T> {
    fn merge(&mut self, other: Option<T>) {
        if let (Some(tally), Some(other)) = (self, other) {
            tally.merge(other);
        }
    }
}
