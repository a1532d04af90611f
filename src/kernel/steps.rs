use super::lane::{DECKS, Lane, PLACES};
use super::processor::Processor;
use super::words::Words;
use super::{riffle, uniform};

/// What a shuffle is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// So many riffles of Gilbert, Shannon and Reeds.
    Riffles(u32),
    /// Any order, each as likely.
    Uniform,
    /// The same for each deck: what lies where after it.
    Move(Lane),
    /// The steps in turn, so many times.
    Repeat(Vec<Step>, u32),
}

impl Step {
    /// The steps in turn, so many times, as simply as can be said.
    pub fn repeat(steps: Vec<Step>, times: u32) -> Step {
        let riffles = |count: u32| count.checked_mul(times).map(Step::Riffles);
        match steps[..] {
            [Step::Riffles(count)] => riffles(count).unwrap_or(Step::Repeat(steps, times)),
            _ => Step::Repeat(steps, times),
        }
    }
}

/// A shuffle of 64 decks at once.
///
/// ```
/// use faro::kernel::{DECKS, Kernel, Lane, SEED, Step, Words};
///
/// let riffles = Kernel::new(52, vec![Step::Riffles(7)]).unwrap();
/// let mut decks = [Lane::NEW; DECKS];
/// riffles.shuffle(&mut decks, &mut Words::seeded(&[1; SEED]));
/// let sums = decks.map(|deck| deck.places()[..52].iter().map(|&card| u32::from(card)).sum::<u32>());
/// assert_eq!(sums, [1326; DECKS]); // all cards are there
/// ```
#[derive(Clone, Debug)]
pub struct Kernel {
    cards: usize,
    steps: Vec<Step>,
    processor: Processor,
}

impl Kernel {
    /// The steps, for decks of so many cards; none for more than 64 cards.
    pub fn new(cards: usize, steps: Vec<Step>) -> Option<Kernel> {
        (cards <= PLACES).then(|| Kernel { cards, steps, processor: Processor::here() })
    }

    /// The same, as another processor would do it.
    pub fn on(self, processor: Processor) -> Kernel {
        Kernel { processor, ..self }
    }

    /// Shuffles the decks. The words that this takes are the same on every processor.
    pub fn shuffle(&self, decks: &mut [Lane; DECKS], words: &mut Words) {
        self.run(&self.steps, decks, words);
    }

    fn run(&self, steps: &[Step], decks: &mut [Lane; DECKS], words: &mut Words) {
        for step in steps {
            match step {
                Step::Riffles(times) => riffle::riffle(self.cards, *times, decks, words, self.processor),
                Step::Uniform => uniform::shuffle(self.cards, decks, words, self.processor),
                Step::Move(lies) => decks.iter_mut().for_each(|deck| *deck = moved(deck, lies)),
                Step::Repeat(steps, times) => (0..*times).for_each(|_| self.run(steps, decks, words)),
            }
        }
    }
}

fn moved(deck: &Lane, lies: &Lane) -> Lane {
    Lane(lies.0.map(|from| deck.at(from.into())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::SEED;

    fn shuffled(cards: usize, steps: Vec<Step>, processor: Processor) -> [Lane; DECKS] {
        let mut decks = [Lane::NEW; DECKS];
        let kernel = Kernel::new(cards, steps).unwrap().on(processor);
        kernel.shuffle(&mut decks, &mut Words::seeded(&[7; SEED]));
        decks
    }

    #[test]
    fn repeats_are_their_steps() {
        let cut = Lane::of(&[3, 4, 5, 6, 0, 1, 2]);
        let steps = || vec![Step::Riffles(2), Step::Move(cut), Step::Uniform];
        for processor in Processor::all() {
            let repeated = shuffled(7, vec![Step::Repeat(steps(), 3)], processor);
            let written = (0..3).flat_map(|_| steps()).collect();
            assert_eq!(repeated, shuffled(7, written, Processor::here()), "{processor:?}");
            assert_eq!(shuffled(7, vec![Step::Move(cut)], processor), [cut; DECKS]);
        }
    }

    #[test]
    fn no_decks_beyond_a_lane() {
        assert!(Kernel::new(65, vec![Step::Uniform]).is_none());
    }
}
