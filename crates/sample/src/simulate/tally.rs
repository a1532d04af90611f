use crate::kernel::{Card, LargeDecks, SmallDeck};

/// Something that can be added up from parts. The order of the parts and their division among threads do not matter.
pub trait Merge {
    /// Adds the counts of another.
    fn merge(&mut self, other: Self);
}

/// Counts decks, in integers.
pub trait Tally {
    /// Counts a block of decks, one after another, top card first. Each is a list of the cards 0 … `cards` − 1.
    fn add(&mut self, decks: &[u32], cards: usize);

    /// Counts decks of at most 64 cards of one byte, for tallies that can do so faster. The counts are those of
    /// [`add`](Self::add).
    fn add_small(&mut self, decks: &[SmallDeck], cards: usize) {
        let cards_of_all = decks.iter().flat_map(|deck| &deck.cards()[..cards]);
        self.add(&cards_of_all.map(|&card| card.into()).collect::<Vec<u32>>(), cards);
    }

    /// Counts the first decks of a batch of large decks, in the same way.
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

/// Nothing to add up: what is counted is shared.
impl Merge for () {
    fn merge(&mut self, (): ()) {}
}

/// A tally that may be absent.
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
