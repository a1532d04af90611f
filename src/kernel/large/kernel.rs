use super::{Card, LargeDecks, riffle, uniform};
use crate::kernel::batch::Batch;
use crate::kernel::lane::PLACES;
use crate::kernel::steps::{Block, Ready, Step, ready, run};
use crate::kernel::words::Words;
use crate::simd::Processor;

/// A shuffle of decks of more than 64 cards.
///
/// ```
/// use faro::kernel::{LargeDecks, LargeKernel, SEED, Step, Words};
///
/// let riffles = LargeKernel::<u16>::new(416, &[Step::Riffles(7)]).unwrap();
/// let mut decks = LargeDecks::new(416);
/// riffles.shuffle(&mut decks, &mut Words::seeded(&[1; SEED]));
/// let mut cards = decks.deck(3).to_vec();
/// cards.sort();
/// assert!(cards.into_iter().eq(0..416));
/// ```
#[derive(Clone, Debug)]
pub struct LargeKernel<C> {
    cards: usize,
    steps: Vec<Ready<Vec<C>>>,
    /// The draws of a uniform shuffle.
    batches: Vec<Batch>,
    processor: Processor,
}

impl<C: Card> LargeKernel<C> {
    /// The steps, for decks of so many cards; none for up to 64 cards, nor for more than a [`Card`] can tell
    /// apart.
    ///
    /// # Panics
    ///
    /// If a step moves another number of cards.
    pub fn new(cards: usize, steps: &[Step]) -> Option<LargeKernel<C>> {
        let lies = |lies: &[u32]| {
            assert_eq!(lies.len(), cards, "a move of as many cards");
            lies.iter().map(|&card| C::of(card)).collect()
        };
        (PLACES + 1..=C::MOST).contains(&cards).then(|| LargeKernel {
            cards,
            steps: ready(steps, &lies),
            batches: Batch::all(cards),
            processor: Processor::detect(),
        })
    }

    /// The same, as another processor would do it.
    pub fn on(self, processor: Processor) -> LargeKernel<C> {
        LargeKernel { processor, ..self }
    }

    /// Shuffles the decks. The words that this takes are the same on every processor.
    ///
    /// # Panics
    ///
    /// If they have another number of cards.
    pub fn shuffle(&self, decks: &mut LargeDecks<C>, words: &mut Words) {
        assert_eq!(decks.cards(), self.cards, "decks of another size");
        run(&self.steps, &mut Decks { decks, kernel: self }, words);
    }
}

/// Decks that a kernel shuffles.
struct Decks<'a, C> {
    decks: &'a mut LargeDecks<C>,
    kernel: &'a LargeKernel<C>,
}

impl<C: Card> Block<Vec<C>> for Decks<'_, C> {
    fn riffle(&mut self, times: u32, words: &mut Words) {
        riffle::riffle(times, self.decks, words, self.kernel.processor);
    }

    fn uniform(&mut self, words: &mut Words) {
        uniform::shuffle(&self.kernel.batches, self.decks, words, self.kernel.processor);
    }

    fn move_by(&mut self, lies: &Vec<C>) {
        let decks = &mut *self.decks;
        for index in 0..decks.count() {
            let (from, to) = (decks.lie.from(index), decks.next.row_mut(index));
            to.iter_mut().zip(lies).for_each(|(place, &card)| *place = from[Into::<usize>::into(card)]);
        }
        std::mem::swap(&mut decks.lie, &mut decks.next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::SEED;

    #[test]
    #[cfg_attr(miri, ignore = "long, and the steps have tests of their own")]
    fn steps_follow_one_another() {
        let cut: Vec<u32> = (0..100).map(|place| (place + 7) % 100).collect();
        let steps = || [Step::Riffles(2), Step::Move(cut.clone()), Step::Uniform];
        let shuffled = |steps: &[Step], processor: Processor| {
            let mut decks = LargeDecks::<u8>::new(100);
            let kernel = LargeKernel::new(100, steps).unwrap().on(processor);
            kernel.shuffle(&mut decks, &mut Words::seeded(&[3; SEED]));
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
    fn decks_that_fit() {
        let fits = |cards| LargeKernel::<u8>::new(cards, &[Step::Uniform]).is_some();
        assert_eq!([64, 65, 256, 257].map(fits), [false, true, true, false]);
    }
}
