//! Shuffles of 64 small decks at once.

use super::random_rows::RandomRows;
use super::small_deck::{BATCH, SmallDeck};
use super::step::{Decks, Prepared, Step, run};
use super::{riffle, uniform};
use faro_simd::Processor;

/// A shuffle of a batch of 64 small decks.
///
/// ```
/// use faro_sample::kernel::{BATCH, RandomRows, SEED_BYTES, SmallDeck, SmallKernel, Step};
///
/// let riffles = SmallKernel::new(52, &[Step::Riffles(7)]).unwrap();
/// let mut decks = [SmallDeck::NEW; BATCH];
/// riffles.shuffle(&mut decks, &mut RandomRows::new(&[1; SEED_BYTES]));
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
            assert_eq!(
                fixed.len(),
                cards,
                "a fixed move of another number of cards"
            );
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
        run(
            &self.steps,
            &mut Batch {
                cards: self.cards,
                decks,
                processor: self.processor,
            },
            random,
        );
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
        let kernel = SmallKernel::new(cards, steps)
            .unwrap()
            .with_processor(processor);
        kernel.shuffle(&mut decks, &mut RandomRows::new(&[7; SEED_BYTES]));
        decks
    }

    #[test]
    fn repetitions_are_written_out() {
        let cut = vec![3, 4, 5, 6, 0, 1, 2];
        let steps = || vec![Step::Riffles(2), Step::Move(cut.clone()), Step::Uniform];
        for processor in Processor::available() {
            let repeated = shuffled(7, &[Step::Repeat(steps(), 3)], processor);
            let written: Vec<Step> = (0..3).flat_map(|_| steps()).collect();
            assert_eq!(
                repeated,
                shuffled(7, &written, Processor::detect()),
                "{processor:?}"
            );
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
