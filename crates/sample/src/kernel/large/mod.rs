//! Decks of more than 64 cards: up to 256 cards of one byte, or up to 65,536 cards of two bytes.

mod measures;
mod riffle;
mod uniform;

use faro_simd::Processor;

use super::random_rows::{RandomRows, Row};
use super::small_deck::SmallDeck;
use super::{Decks, Prepared, Step, run};
use uniform::BatchedDraws;

/// The number of cards that are shuffled together. With two bytes each, and the second copy that a riffle
/// needs, they fill half of a nearest cache of 32 KiB.
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
    current: Rows<C>,
    /// The cards after the next step.
    next: Rows<C>,
    /// The masks of a riffle.
    masks: Vec<Row>,
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
        (CARDS_TOGETHER / cards.next_power_of_two()).max(1)
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

/// A card of a large deck: `u8` or `u16`.
pub trait Card: Copy + Ord + Default + Into<u32> + Into<usize> + Send + Sync + Riffle + Measure {
    /// Maximum number of cards of a deck.
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
    fn riffle(masks: &[u64], cards: usize, from: &Rows<Self>, to: &mut Rows<Self>, processor: Processor);
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
pub struct Rows<C> {
    entries: Vec<C>,
    /// The index of the first row.
    first: usize,
    width: usize,
    count: usize,
}

impl<C: Copy + Default> Rows<C> {
    fn new(cards: usize, count: usize) -> Rows<C> {
        let line = LINE / size_of::<C>();
        let width = cards.next_multiple_of(line);
        let entries = vec![C::default(); width * count + line + 64];
        // The alignment affects only the speed.
        let first = entries.as_ptr().align_offset(LINE).min(line);
        Rows { entries, first, width, count }
    }

    fn count(&self) -> usize {
        self.count
    }

    /// Returns a row and the entries after it, of which there are at least 64.
    #[inline(always)]
    fn starting_at(&self, row: usize) -> &[C] {
        &self.entries[self.first + row * self.width..]
    }

    /// Returns a row of whole cache lines.
    #[inline(always)]
    fn row_mut(&mut self, row: usize) -> &mut [C] {
        let start = self.first + row * self.width;
        &mut self.entries[start..start + self.width]
    }
}

/// A shuffle of decks of more than 64 cards.
///
/// ```
/// use faro_sample::kernel::{LargeDecks, LargeKernel, RandomRows, SEED_BYTES, Step};
///
/// let riffles = LargeKernel::<u16>::new(416, &[Step::Riffles(7)]).unwrap();
/// let mut decks = LargeDecks::new(416);
/// riffles.shuffle(&mut decks, &mut RandomRows::xoshiro(&[1; SEED_BYTES]));
/// let mut cards = decks.deck(3).to_vec();
/// cards.sort();
/// assert!(cards.into_iter().eq(0..416));
/// ```
#[derive(Clone, Debug)]
pub struct LargeKernel<C> {
    cards: usize,
    steps: Vec<Prepared<Vec<C>>>,
    /// The batches of draws of a uniform shuffle.
    draws: Vec<BatchedDraws>,
    processor: Processor,
}

impl<C: Card> LargeKernel<C> {
    /// Returns a kernel that executes `steps` on decks of `cards` cards.
    ///
    /// Returns `None` for at most 64 cards, and for more than [`Card::MAX_CARDS`].
    ///
    /// # Panics
    ///
    /// If a fixed move does not have `cards` cards.
    pub fn new(cards: usize, steps: &[Step]) -> Option<LargeKernel<C>> {
        let prepare = |fixed: &[u32]| {
            assert_eq!(fixed.len(), cards, "a fixed move of another number of cards");
            fixed.iter().map(|&card| C::from_number(card)).collect()
        };
        (SmallDeck::MAX_CARDS + 1..=C::MAX_CARDS).contains(&cards).then(|| LargeKernel {
            cards,
            steps: Prepared::all(steps, &prepare),
            draws: BatchedDraws::all(cards),
            processor: Processor::detect(),
        })
    }

    /// Uses the instructions of `processor` instead of the best ones available.
    pub fn with_processor(self, processor: Processor) -> LargeKernel<C> {
        LargeKernel { processor, ..self }
    }

    /// Shuffles the decks. The random numbers taken do not depend on the instructions.
    ///
    /// # Panics
    ///
    /// If the number of cards of the decks differs from the number for which the kernel was created.
    pub fn shuffle(&self, decks: &mut LargeDecks<C>, random: &mut RandomRows) {
        assert_eq!(decks.cards(), self.cards, "decks of another size");
        run(&self.steps, &mut Shuffled { decks, kernel: self }, random);
    }
}

/// The decks and the kernel that shuffles them.
struct Shuffled<'a, C> {
    decks: &'a mut LargeDecks<C>,
    kernel: &'a LargeKernel<C>,
}

impl<C: Card> Decks<Vec<C>> for Shuffled<'_, C> {
    fn riffle(&mut self, times: u32, random: &mut RandomRows) {
        riffle::riffle(times, self.decks, random, self.kernel.processor);
    }

    fn shuffle_uniformly(&mut self, random: &mut RandomRows) {
        uniform::shuffle(&self.kernel.draws, self.decks, random, self.kernel.processor);
    }

    fn move_by(&mut self, fixed: &Vec<C>) {
        let decks = &mut *self.decks;
        for index in 0..decks.count() {
            let (from, to) = (decks.current.starting_at(index), decks.next.row_mut(index));
            to.iter_mut().zip(fixed).for_each(|(to, &card)| *to = from[Into::<usize>::into(card)]);
        }
        std::mem::swap(&mut decks.current, &mut decks.next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::random_rows::SEED_BYTES;

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

    #[test]
    #[cfg_attr(miri, ignore = "slow, and each step is tested by itself")]
    fn repetitions_are_written_out() {
        let cut: Vec<u32> = (0..100).map(|position| (position + 7) % 100).collect();
        let steps = || [Step::Riffles(2), Step::Move(cut.clone()), Step::Uniform];
        let shuffled = |steps: &[Step], processor: Processor| {
            let mut decks = LargeDecks::<u8>::new(100);
            let kernel = LargeKernel::new(100, steps).unwrap().with_processor(processor);
            kernel.shuffle(&mut decks, &mut RandomRows::xoshiro(&[3; SEED_BYTES]));
            (0..decks.count()).map(|index| decks.deck(index).to_vec()).collect::<Vec<_>>()
        };
        let written: Vec<Step> = (0..3).flat_map(|_| steps()).collect();
        let expected = shuffled(&written, Processor::available()[0]);
        for processor in Processor::available() {
            assert_eq!(shuffled(&[Step::Repeat(steps().to_vec(), 3)], processor), expected);
        }
        let moved = shuffled(&[Step::Move(cut.clone())], Processor::detect());
        assert!(moved.iter().flatten().map(|&card| u32::from(card)).eq(cut.repeat(moved.len())));
    }

    #[test]
    fn sizes_that_fit() {
        let fits = |cards| LargeKernel::<u8>::new(cards, &[Step::Uniform]).is_some();
        assert_eq!([64, 65, 256, 257].map(fits), [false, true, true, false]);
    }
}
