use super::card::Card;
use super::rows::Rows;
use crate::kernel::random_rows::Row;

/// The number of cards that are shuffled together. With two bytes each, and the second copy that a riffle needs,
/// they fill half of a nearest cache of 32 KiB.
const CARDS: usize = 1 << 12;

/// Decks of the same number of cards that are shuffled together.
///
/// ```
/// use faro_sample::kernel::LargeDecks;
/// let mut decks = LargeDecks::<u16>::new(416);
/// assert_eq!(decks.count(), 8);
/// assert!(decks.deck(7).iter().copied().eq(0..416));
/// ```
#[derive(Clone, Debug)]
pub struct LargeDecks<C> {
    cards: usize,
    /// The card at each position of each deck, top card first.
    pub(super) current: Rows<C>,
    /// The cards after the next step.
    pub(super) next: Rows<C>,
    /// The masks of a riffle.
    pub(super) masks: Vec<Row>,
}

impl<C: Card> LargeDecks<C> {
    /// Returns new decks of `cards` cards. There are [`count_for`](Self::count_for)`(cards)` decks.
    ///
    /// # Panics
    ///
    /// If `cards` is more than [`Card::MAX_CARDS`].
    pub fn new(cards: usize) -> LargeDecks<C> {
        assert!(cards <= C::MAX_CARDS, "{cards} cards");
        let rows = || Rows::new(cards, Self::count_for(cards));
        let mut decks = LargeDecks { cards, current: rows(), next: rows(), masks: Vec::new() };
        decks.reset();
        decks
    }

    /// Returns the number of decks of `cards` cards that are shuffled together.
    ///
    /// It is 4096 divided by the least power of 2 that is at least `cards`, and at least 1.
    pub fn count_for(cards: usize) -> usize {
        (CARDS / cards.next_power_of_two()).max(1)
    }

    /// Restores all decks to new ones: every card is at its own position.
    pub fn reset(&mut self) {
        for index in 0..self.count() {
            let deck = &mut self.current.row_mut(index)[..self.cards];
            deck.iter_mut().zip(0..).for_each(|(to, card)| *to = C::from_number(card));
        }
    }

    /// Replaces the first decks by the decks of the list, which follow one another.
    ///
    /// # Panics
    ///
    /// If the list has more than [`count`](Self::count) decks.
    pub fn load(&mut self, decks: &[u32]) {
        for (index, deck) in decks.chunks_exact(self.cards).enumerate() {
            let row = &mut self.current.row_mut(index)[..self.cards];
            row.iter_mut().zip(deck).for_each(|(to, &card)| *to = C::from_number(card));
        }
    }

    /// Returns the number of cards of each deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Returns the number of decks.
    pub fn count(&self) -> usize {
        self.current.count()
    }

    /// Returns the card at each position of the deck at `index`, top card first.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`count`](Self::count).
    #[inline]
    pub fn deck(&self, index: usize) -> &[C] {
        assert!(index < self.count(), "deck {index} of {}", self.count());
        &self.current.starting_at(index)[..self.cards]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_do_not_overlap() {
        for cards in [65, 128, 200, 256] {
            let mut decks = LargeDecks::<u8>::new(cards);
            for index in 0..decks.count() {
                decks.current.row_mut(index).fill(index as u8);
            }
            for index in 0..decks.count() {
                assert_eq!(decks.deck(index), vec![index as u8; cards]);
            }
            decks.reset();
            assert!(
                (0..decks.count()).all(|index| decks.deck(index).iter().copied().eq(0..=(cards - 1) as u8))
            );
        }
    }

    #[test]
    fn counts_of_decks() {
        let counts = [65, 128, 129, 256, 416, 1024, 4096, 65_536].map(LargeDecks::<u16>::count_for);
        assert_eq!(counts, [32, 32, 16, 16, 8, 4, 1, 1]);
    }
}
