use super::lane::{DECKS, Lane, PLACES};
use super::words::Words;
use super::{riffle, uniform};
use crate::simd::Processor;

/// What a shuffle is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// So many riffles of Gilbert, Shannon and Reeds.
    Riffles(u32),
    /// Any order, each as likely.
    Uniform,
    /// The same for each deck: what lies where after it.
    Move(Vec<u32>),
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

/// A step, made ready for decks of one size.
#[derive(Clone, Debug)]
pub(super) enum Ready<M> {
    Riffles(u32),
    Uniform,
    Move(M),
    Repeat(Vec<Ready<M>>, u32),
}

/// The steps, each fixed move in a form of the decks' own.
pub(super) fn ready<M>(steps: &[Step], lies: &impl Fn(&[u32]) -> M) -> Vec<Ready<M>> {
    let one = |step: &Step| match step {
        Step::Riffles(times) => Ready::Riffles(*times),
        Step::Uniform => Ready::Uniform,
        Step::Move(cards) => Ready::Move(lies(cards)),
        Step::Repeat(steps, times) => Ready::Repeat(ready(steps, lies), *times),
    };
    steps.iter().map(one).collect()
}

/// Decks that are shuffled together.
pub(super) trait Block<M> {
    fn riffle(&mut self, times: u32, words: &mut Words);
    fn uniform(&mut self, words: &mut Words);
    fn move_by(&mut self, lies: &M);
}

pub(super) fn run<M>(steps: &[Ready<M>], block: &mut impl Block<M>, words: &mut Words) {
    for step in steps {
        match step {
            Ready::Riffles(times) => block.riffle(*times, words),
            Ready::Uniform => block.uniform(words),
            Ready::Move(lies) => block.move_by(lies),
            Ready::Repeat(steps, times) => (0..*times).for_each(|_| run(steps, block, words)),
        }
    }
}

/// A shuffle of 64 decks at once.
///
/// ```
/// use faro::kernel::{DECKS, Kernel, Lane, SEED, Step, Words};
///
/// let riffles = Kernel::new(52, &[Step::Riffles(7)]).unwrap();
/// let mut decks = [Lane::NEW; DECKS];
/// riffles.shuffle(&mut decks, &mut Words::seeded(&[1; SEED]));
/// let sums = decks.map(|deck| deck.places()[..52].iter().map(|&card| u32::from(card)).sum::<u32>());
/// assert_eq!(sums, [1326; DECKS]); // all cards are there
/// ```
#[derive(Clone, Debug)]
pub struct Kernel {
    cards: usize,
    steps: Vec<Ready<Lane>>,
    processor: Processor,
}

impl Kernel {
    /// The steps, for decks of so many cards; none for more than 64 cards.
    ///
    /// # Panics
    ///
    /// If a step moves another number of cards.
    pub fn new(cards: usize, steps: &[Step]) -> Option<Kernel> {
        let lies = |lies: &[u32]| {
            assert_eq!(lies.len(), cards, "a move of as many cards");
            Lane::of(lies)
        };
        let processor = Processor::detect();
        (cards <= PLACES).then(|| Kernel { cards, steps: ready(steps, &lies), processor })
    }

    /// The same, as another processor would do it.
    pub fn on(self, processor: Processor) -> Kernel {
        Kernel { processor, ..self }
    }

    /// Shuffles the decks. The words that this takes are the same on every processor.
    pub fn shuffle(&self, decks: &mut [Lane; DECKS], words: &mut Words) {
        run(&self.steps, &mut Lanes { cards: self.cards, decks, processor: self.processor }, words);
    }
}

struct Lanes<'a> {
    cards: usize,
    decks: &'a mut [Lane; DECKS],
    processor: Processor,
}

impl Block<Lane> for Lanes<'_> {
    fn riffle(&mut self, times: u32, words: &mut Words) {
        riffle::riffle(self.cards, times, self.decks, words, self.processor);
    }

    fn uniform(&mut self, words: &mut Words) {
        uniform::shuffle(self.cards, self.decks, words, self.processor);
    }

    fn move_by(&mut self, lies: &Lane) {
        self.decks.iter_mut().for_each(|deck| *deck = moved(deck, lies));
    }
}

fn moved(deck: &Lane, lies: &Lane) -> Lane {
    Lane(lies.0.map(|from| deck.at(from.into())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::SEED;

    fn shuffled(cards: usize, steps: &[Step], processor: Processor) -> [Lane; DECKS] {
        let mut decks = [Lane::NEW; DECKS];
        let kernel = Kernel::new(cards, steps).unwrap().on(processor);
        kernel.shuffle(&mut decks, &mut Words::seeded(&[7; SEED]));
        decks
    }

    #[test]
    fn repeats_are_their_steps() {
        let cut = vec![3, 4, 5, 6, 0, 1, 2];
        let steps = || vec![Step::Riffles(2), Step::Move(cut.clone()), Step::Uniform];
        for processor in Processor::available() {
            let repeated = shuffled(7, &[Step::Repeat(steps(), 3)], processor);
            let written: Vec<Step> = (0..3).flat_map(|_| steps()).collect();
            assert_eq!(repeated, shuffled(7, &written, Processor::detect()), "{processor:?}");
            assert_eq!(shuffled(7, &[Step::Move(cut.clone())], processor), [Lane::of(&cut); DECKS]);
        }
    }

    #[test]
    fn no_decks_beyond_a_lane() {
        assert!(Kernel::new(65, &[Step::Uniform]).is_none());
    }
}
