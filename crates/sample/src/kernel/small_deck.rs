//! Decks of at most 64 cards, of which 64 are shuffled at once.

use super::random_rows::RandomRows;
use super::{Decks, Prepared, Step, run};
use super::{riffle, uniform};
use faro_simd::{Processor, compiled_fn};

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
        to.iter_mut().zip(cards).for_each(|(to, &card)| *to = card as u8);
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

/// A shuffle of a batch of 64 small decks.
///
/// ```
/// use faro_sample::kernel::{BATCH, RandomRows, SEED_BYTES, SmallDeck, SmallKernel, Step};
///
/// let riffles = SmallKernel::new(52, &[Step::Riffles(7)]).unwrap();
/// let mut decks = [SmallDeck::NEW; BATCH];
/// riffles.shuffle(&mut decks, &mut RandomRows::xoshiro(&[1; SEED_BYTES]));
/// let sums = decks.map(|deck| deck.cards()[..52].iter().map(|&card| u32::from(card)).sum::<u32>());
/// assert_eq!(sums, [1326; BATCH]); // no card is lost
/// ```
#[derive(Clone, Debug)]
pub struct SmallKernel {
    cards: usize,
    steps: Vec<Prepared<SmallDeck>>,
    processor: Processor,
}

impl SmallKernel {
    /// Returns a kernel that executes `steps` on decks of `cards` cards, or `None` above 64 cards.
    ///
    /// # Panics
    ///
    /// If a fixed move does not have `cards` cards.
    pub fn new(cards: usize, steps: &[Step]) -> Option<SmallKernel> {
        let prepare = |fixed: &[u32]| {
            assert_eq!(fixed.len(), cards, "a fixed move of another number of cards");
            SmallDeck::from_cards(fixed)
        };
        (cards <= SmallDeck::MAX_CARDS).then(|| SmallKernel {
            cards,
            steps: Prepared::all(steps, &prepare),
            processor: Processor::detect(),
        })
    }

    /// Uses the instructions of `processor` instead of the best ones available.
    pub fn with_processor(self, processor: Processor) -> SmallKernel {
        SmallKernel { processor, ..self }
    }

    /// Shuffles the decks. The random numbers taken do not depend on the instructions.
    pub fn shuffle(&self, decks: &mut [SmallDeck; BATCH], random: &mut RandomRows) {
        run(&self.steps, &mut Batch { cards: self.cards, decks, processor: self.processor }, random);
    }
}

struct Batch<'a> {
    cards: usize,
    decks: &'a mut [SmallDeck; BATCH],
    processor: Processor,
}

impl Decks<SmallDeck> for Batch<'_> {
    fn riffle(&mut self, times: u32, random: &mut RandomRows) {
        riffle::riffle(self.cards, times, self.decks, random, self.processor);
    }

    fn shuffle_uniformly(&mut self, random: &mut RandomRows) {
        uniform::shuffle(self.processor, self.cards, self.decks, random);
    }

    fn move_by(&mut self, fixed: &SmallDeck) {
        for deck in self.decks.iter_mut() {
            *deck = SmallDeck(fixed.0.map(|from| deck.at(from.into())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::random_rows::SEED_BYTES;

    fn shuffled(cards: usize, steps: &[Step], processor: Processor) -> [SmallDeck; BATCH] {
        let mut decks = [SmallDeck::NEW; BATCH];
        let kernel = SmallKernel::new(cards, steps).unwrap().with_processor(processor);
        kernel.shuffle(&mut decks, &mut RandomRows::xoshiro(&[7; SEED_BYTES]));
        decks
    }

    #[test]
    fn repetitions_are_written_out() {
        let cut = vec![3, 4, 5, 6, 0, 1, 2];
        let steps = || vec![Step::Riffles(2), Step::Move(cut.clone()), Step::Uniform];
        for processor in Processor::available() {
            let repeated = shuffled(7, &[Step::Repeat(steps(), 3)], processor);
            let written: Vec<Step> = (0..3).flat_map(|_| steps()).collect();
            assert_eq!(repeated, shuffled(7, &written, Processor::detect()), "{processor:?}");
            assert_eq!(
                shuffled(7, &[Step::Move(cut.clone())], processor),
                [SmallDeck::from_cards(&cut); BATCH]
            );
        }
    }

    #[test]
    fn larger_decks_are_refused() {
        assert!(SmallKernel::new(65, &[Step::Uniform]).is_none());
    }
}
