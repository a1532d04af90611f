use crate::kernel::{Card, LargeDecks, SmallDeck};

/// Counts that can be added up from parts.
///
/// The result does not depend on the order of the parts or their division among threads.
pub trait Merge {
    /// Adds the counts of `other`.
    fn merge(&mut self, other: Self);
}

/// Integer counts of decks.
pub trait Tally {
    /// Counts decks of `cards` cards, stored one after another, top card first.
    ///
    /// Each deck has the cards 0 … `cards` − 1 in any order.
    fn add(&mut self, decks: &[u32], cards: usize);

    /// Counts decks of at most 64 cards, of one byte each.
    ///
    /// The counts are the same as by [`add`](Self::add). A tally may implement a faster method.
    fn add_small(&mut self, decks: &[SmallDeck], cards: usize) {
        let cards_of_all = decks.iter().flat_map(|deck| &deck.cards()[..cards]);
        self.add(&cards_of_all.map(|&card| card.into()).collect::<Vec<u32>>(), cards);
    }

    /// Counts the first `count` decks of a batch of large decks.
    ///
    /// The counts are the same as by [`add`](Self::add). A tally may implement a faster method.
    fn add_large<C: Card>(&mut self, decks: &LargeDecks<C>, count: usize) {
        let lies = (0..count).flat_map(|index| decks.deck(index));
        self.add(&lies.map(|&card| card.into()).collect::<Vec<u32>>(), decks.cards());
    }
}

/// Both tallies count the same decks.
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

/// For tallies whose counts are shared: there is nothing to merge.
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
