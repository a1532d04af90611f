//! Decks of more than 64 cards: up to 256 cards of one byte, or up to 65,536 cards of two bytes.

mod decks;
mod measures;
mod riffle;
mod uniform;

use faro_simd::Processor;

use super::random_rows::RandomRows;
use super::small_deck::SmallDeck;
use super::step::{Decks, Prepared, Step, run};
use uniform::BatchedDraws;

pub use decks::{Card, LargeDecks};

/// A shuffle of decks of more than 64 cards.
///
/// ```
/// use faro_sample::kernel::{LargeDecks, LargeKernel, RandomRows, SEED_BYTES, Step};
///
/// let riffles = LargeKernel::<u16>::new(416, &[Step::Riffles(7)]).unwrap();
/// let mut decks = LargeDecks::new(416);
/// riffles.shuffle(&mut decks, &mut RandomRows::new(&[1; SEED_BYTES]));
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
            assert_eq!(
                fixed.len(),
                cards,
                "a fixed move of another number of cards"
            );
            fixed.iter().map(|&card| C::from_number(card)).collect()
        };
        (SmallDeck::MAX_CARDS + 1..=C::MAX_CARDS)
            .contains(&cards)
            .then(|| LargeKernel {
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
        run(
            &self.steps,
            &mut Shuffled {
                decks,
                kernel: self,
            },
            random,
        );
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
        uniform::shuffle(
            &self.kernel.draws,
            self.decks,
            random,
            self.kernel.processor,
        );
    }

    fn move_by(&mut self, fixed: &Vec<C>) {
        let decks = &mut *self.decks;
        for index in 0..decks.count() {
            let (from, to) = (decks.current.starting_at(index), decks.next.row_mut(index));
            to.iter_mut()
                .zip(fixed)
                .for_each(|(to, &card)| *to = from[Into::<usize>::into(card)]);
        }
        std::mem::swap(&mut decks.current, &mut decks.next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::random_rows::SEED_BYTES;

    #[test]
    #[cfg_attr(miri, ignore = "slow, and each step is tested by itself")]
    fn repetitions_are_written_out() {
        let cut: Vec<u32> = (0..100).map(|position| (position + 7) % 100).collect();
        let steps = || [Step::Riffles(2), Step::Move(cut.clone()), Step::Uniform];
        let shuffled = |steps: &[Step], processor: Processor| {
            let mut decks = LargeDecks::<u8>::new(100);
            let kernel = LargeKernel::new(100, steps)
                .unwrap()
                .with_processor(processor);
            kernel.shuffle(&mut decks, &mut RandomRows::new(&[3; SEED_BYTES]));
            (0..decks.count())
                .map(|index| decks.deck(index).to_vec())
                .collect::<Vec<_>>()
        };
        let written: Vec<Step> = (0..3).flat_map(|_| steps()).collect();
        let expected = shuffled(&written, Processor::available()[0]);
        for processor in Processor::available() {
            assert_eq!(
                shuffled(&[Step::Repeat(steps().to_vec(), 3)], processor),
                expected
            );
        }
        let moved = shuffled(&[Step::Move(cut.clone())], Processor::detect());
        assert!(
            moved
                .iter()
                .flatten()
                .map(|&card| u32::from(card))
                .eq(cut.repeat(moved.len()))
        );
    }

    #[test]
    fn sizes_that_fit() {
        let fits = |cards| LargeKernel::<u8>::new(cards, &[Step::Uniform]).is_some();
        assert_eq!([64, 65, 256, 257].map(fits), [false, true, true, false]);
    }
}
