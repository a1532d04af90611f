use super::{Problem, Tally};
use crate::shuffle::{Generator, Seed, Shuffle};

/// About so many cards are shuffled before they are counted: decks that fit the nearest caches.
const CARDS_OF_BLOCK: usize = 1 << 13;

/// Units of other branches are those of a second generator.
const BRANCH: u64 = 1 << 63;

/// The decks that a shuffle makes of a new deck, by units.
pub struct Sampler<'a, S> {
    problem: Problem,
    shuffle: &'a S,
    seed: &'a Seed,
    branch: u64,
    new_deck: Vec<u32>,
}

impl<'a, S> Sampler<'a, S> {
    pub(super) fn new(problem: Problem, shuffle: &'a S, seed: &'a Seed) -> Sampler<'a, S> {
        let new_deck = (0..problem.cards() as u32).collect();
        Sampler { problem, shuffle, seed, branch: 0, new_deck }
    }

    /// The same with other draws, for a shuffle that is held against the first.
    pub fn on_other_draws(mut self) -> Sampler<'a, S> {
        self.branch = BRANCH;
        self
    }
}

impl<S: Shuffle> Sampler<'_, S> {
    /// Counts the decks of a unit.
    ///
    /// # Panics
    ///
    /// As the shuffle does where it does not fit the deck.
    pub fn count<T: Tally>(&self, unit: u64, tally: &mut T) {
        let mut generator = Generator::unit(self.seed, unit | self.branch);
        let cards = self.problem.cards();
        let most = (CARDS_OF_BLOCK / cards).max(1) as u64;
        let mut left = self.problem.decks(unit);
        let mut block = vec![0; left.min(most) as usize * cards];
        while left > 0 {
            let decks = left.min(most);
            let block = &mut block[..decks as usize * cards];
            self.fill(block, &mut generator);
            tally.add(block, cards);
            left -= decks;
        }
    }

    /// Shuffles a new deck in each place of the block: where a faster shuffle of many decks at once
    /// would stand.
    fn fill(&self, block: &mut [u32], generator: &mut Generator) {
        for deck in block.chunks_exact_mut(self.problem.cards()) {
            deck.copy_from_slice(&self.new_deck);
            self.shuffle.shuffle(deck, generator);
        }
    }
}
