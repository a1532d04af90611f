//! Decks of the same number of cards, with one row of a table for each deck.

use faro_simd::Processor;

use crate::kernel::random_rows::RandomRow;

/// The number of cards that are shuffled together. With two bytes for each card, and with the second copy that a riffle
/// needs, they fill half of a first-level cache of 32 KiB.
const CARDS_TOGETHER: usize = 1 << 12;

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
    pub(super) current: DeckRows<C>,
    /// The cards after the next step.
    pub(super) next: DeckRows<C>,
    /// The masks of a riffle.
    pub(super) masks: Vec<RandomRow>,
}

impl<C: Card> LargeDecks<C> {
    /// Returns new decks of `cards` cards. There are [`count_for`](Self::count_for)`(cards)` decks.
    ///
    /// # Panics
    ///
    /// If `cards` is more than [`Card::MAX_CARDS`].
    pub fn new(cards: usize) -> LargeDecks<C> {
        assert!(cards <= C::MAX_CARDS, "{cards} cards");
        let rows = || DeckRows::new(cards, Self::count_for(cards));
        let mut decks = LargeDecks {
            cards,
            current: rows(),
            next: rows(),
            masks: Vec::new(),
        };
        decks.reset();
        decks
    }

    /// Returns the number of decks of `cards` cards that are shuffled together.
    ///
    /// It is 4096 divided by the least power of 2 that is at least `cards`, and at least 1.
    pub fn count_for(cards: usize) -> usize {
        (CARDS_TOGETHER / cards.next_power_of_two()).max(1)
    }

    /// Restores all decks to new ones: every card is at its own position.
    pub fn reset(&mut self) {
        for index in 0..self.count() {
            let deck = &mut self.current.row_mut(index)[..self.cards];
            deck.iter_mut()
                .zip(0..)
                .for_each(|(to, card)| *to = C::from_number(card));
        }
    }

    /// Replaces the first decks by those in `decks`, one after another.
    ///
    /// # Panics
    ///
    /// If the list has more than [`count`](Self::count) decks.
    pub fn load(&mut self, decks: &[u32]) {
        for (index, deck) in decks.chunks_exact(self.cards).enumerate() {
            let row = &mut self.current.row_mut(index)[..self.cards];
            row.iter_mut()
                .zip(deck)
                .for_each(|(to, &card)| *to = C::from_number(card));
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

/// A card of a large deck: `u8` or `u16`.
pub trait Card:
    Copy + Ord + Default + Into<u32> + Into<usize> + Send + Sync + Riffle + Measure
{
    /// Maximum number of cards in a deck with cards of this type.
    const MAX_CARDS: usize;

    /// Returns the card with the given `number`.
    ///
    /// # Panics
    ///
    /// If `number` does not fit the type.
    fn from_number(number: u32) -> Self;
}

impl Card for u8 {
    const MAX_CARDS: usize = 1 << 8;

    #[inline(always)]
    fn from_number(number: u32) -> u8 {
        number.try_into().expect("a card below 256")
    }
}

impl Card for u16 {
    const MAX_CARDS: usize = 1 << 16;

    #[inline(always)]
    fn from_number(number: u32) -> u16 {
        number.try_into().expect("a card below 65,536")
    }
}

/// Riffles of decks with cards of this type.
pub trait Riffle: Sized {
    /// Riffles each deck once. Each deck has a mask of ⌈n/64⌉ numbers.
    fn riffle(
        masks: &[u64],
        cards: usize,
        from: &DeckRows<Self>,
        to: &mut DeckRows<Self>,
        processor: Processor,
    );
}

/// Statistics of decks with cards of this type.
///
/// Code that is generic in the card calls this trait, so that the statistics are compiled only in this crate.
/// Optimising them takes seconds.
pub trait Measure: Sized {
    /// Computes the statistics of decks with equal numbers of cards.
    fn measure(decks: &[&[Self]], all: &mut [[u64; 7]], processor: Processor);
}

/// The number of bytes of a register and of a cache line. Rows begin at multiples of this number.
const LINE: usize = 64;

/// A table with a row of cards for each deck.
///
/// Each row fills whole cache lines. There are 64 more entries at the end, so that a register can be loaded
/// from any card of the last row.
#[derive(Clone, Debug)]
pub struct DeckRows<C> {
    entries: Vec<C>,
    /// The index of the first row.
    first: usize,
    width: usize,
    count: usize,
}

impl<C: Copy + Default> DeckRows<C> {
    pub(super) fn new(cards: usize, count: usize) -> DeckRows<C> {
        let line = LINE / size_of::<C>();
        let width = cards.next_multiple_of(line);
        let entries = vec![C::default(); width * count + line + 64];
        // The alignment affects only the speed.
        let first = entries.as_ptr().align_offset(LINE).min(line);
        DeckRows {
            entries,
            first,
            width,
            count,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Returns a row and the entries after it, of which there are at least 64.
    #[inline(always)]
    pub(super) fn starting_at(&self, row: usize) -> &[C] {
        &self.entries[self.first + row * self.width..]
    }

    /// Returns a row of whole cache lines.
    #[inline(always)]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [C] {
        let start = self.first + row * self.width;
        &mut self.entries[start..start + self.width]
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
                (0..decks.count()).all(|index| decks
                    .deck(index)
                    .iter()
                    .copied()
                    .eq(0..=(cards - 1) as u8))
            );
        }
    }

    #[test]
    fn counts_of_decks() {
        let counts = [65, 128, 129, 256, 416, 1024, 4096, 65_536].map(LargeDecks::<u16>::count_for);
        assert_eq!(counts, [32, 32, 16, 16, 8, 4, 1, 1]);
    }
}
