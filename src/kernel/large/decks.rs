use super::Card;
use crate::kernel::words::Row;

/// About so many cards are shuffled together, of any number of decks: half of a nearest cache.
const CARDS: usize = 1 << 12;

/// The bytes of a register, and of a line of the cache: decks begin at multiples.
const LINE: usize = 64;

/// Some decks of so many cards each, top card first, that are shuffled together.
///
/// ```
/// use faro::kernel::LargeDecks;
/// let mut decks = LargeDecks::<u16>::new(416);
/// assert_eq!(decks.count(), 8);
/// assert!(decks.deck(7).iter().copied().eq(0..416));
/// ```
#[derive(Clone, Debug)]
pub struct LargeDecks<C> {
    cards: usize,
    /// What lies where, and what will lie where after the next riffle.
    pub(super) lie: Rows<C>,
    pub(super) next: Rows<C>,
    pub(super) masks: Vec<Row>,
}

impl<C: Card> LargeDecks<C> {
    /// New decks of so many cards: as many as [`together`](Self::together).
    ///
    /// # Panics
    ///
    /// If there are more cards than [`Card::MOST`].
    pub fn new(cards: usize) -> LargeDecks<C> {
        assert!(cards <= C::MOST, "{cards} cards");
        let rows = || Rows::new(cards, Self::together(cards));
        let mut decks = LargeDecks { cards, lie: rows(), next: rows(), masks: Vec::new() };
        decks.renew();
        decks
    }

    /// So many decks are shuffled together: 4096 cards, the cards of a deck counted up to a power of 2, or
    /// one deck.
    pub fn together(cards: usize) -> usize {
        (CARDS / cards.next_power_of_two()).max(1)
    }

    /// Puts all cards back to their own places.
    pub fn renew(&mut self) {
        for index in 0..self.count() {
            let deck = &mut self.lie.row_mut(index)[..self.cards];
            deck.iter_mut().zip(0..).for_each(|(place, card)| *place = C::of(card));
        }
    }

    /// The number of cards of each deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// The number of decks.
    pub fn count(&self) -> usize {
        self.lie.count
    }

    /// What lies at each place of a deck.
    ///
    /// # Panics
    ///
    /// If there is no such deck.
    #[inline]
    pub fn deck(&self, index: usize) -> &[C] {
        assert!(index < self.count(), "deck {index} of {}", self.count());
        &self.lie.from(index)[..self.cards]
    }
}

/// Rows of cards that begin at lines of the cache, and room for 64 behind the last.
#[derive(Clone, Debug)]
pub struct Rows<C> {
    cells: Vec<C>,
    /// Where the first row begins.
    first: usize,
    width: usize,
    count: usize,
}

impl<C: Card> Rows<C> {
    fn new(cards: usize, count: usize) -> Rows<C> {
        let line = LINE / size_of::<C>();
        let width = cards.next_multiple_of(line);
        let cells = vec![C::default(); width * count + line + 64];
        // Where rows begin matters for speed alone.
        let first = cells.as_ptr().align_offset(LINE).min(line);
        Rows { cells, first, width, count }
    }

    /// A row, and what is behind it: 64 cards at least.
    #[inline(always)]
    pub(in crate::kernel) fn from(&self, index: usize) -> &[C] {
        &self.cells[self.first + index * self.width..]
    }

    /// A row: whole lines.
    #[inline(always)]
    pub(in crate::kernel) fn row_mut(&mut self, index: usize) -> &mut [C] {
        let start = self.first + index * self.width;
        &mut self.cells[start..start + self.width]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_are_told_apart() {
        for cards in [65, 128, 200, 256] {
            let mut decks = LargeDecks::<u8>::new(cards);
            for index in 0..decks.count() {
                decks.lie.row_mut(index).fill(index as u8);
            }
            for index in 0..decks.count() {
                assert_eq!(decks.deck(index), vec![index as u8; cards]);
            }
            decks.renew();
            assert!(
                (0..decks.count()).all(|index| decks.deck(index).iter().copied().eq(0..=(cards - 1) as u8))
            );
        }
    }

    #[test]
    fn as_many_as_told() {
        let counts = [65, 128, 129, 256, 416, 1024, 4096, 65_536].map(LargeDecks::<u16>::together);
        assert_eq!(counts, [32, 32, 16, 16, 8, 4, 1, 1]);
    }
}
