//! Shuffles many decks, in units that can be computed on any thread.

use std::ops::Range;

use super::Tally;
use crate::kernel::{BATCH, Card, LargeDecks, LargeKernel, SmallDeck, SmallKernel, Step};
use crate::shuffle::{Generator, Seed, Shuffle};

/// Maximum number of cards of a simulated deck.
pub const MAX_CARDS: usize = 1_000_000;

/// Maximum number of decks. With [`MAX_CARDS`] cards, the sums of squares stay below 2^128.
pub const MAX_SAMPLES: u64 = 1_000_000_000_000;

/// Approximate number of cards that are shuffled in a unit. This takes some hundred microseconds: long enough
/// that threads rarely wait for one another, and short enough to stop soon.
const CARDS_PER_UNIT: usize = 1 << 16;

/// A number of decks and their number of cards, divided into units of work.
///
/// The division depends only on these two numbers, and not on the seed, the shuffle or the number of threads.
///
/// ```
/// # use faro_sample::simulate::Problem;
/// let problem = Problem::new(52, 3000);
/// assert_eq!((problem.units(), problem.decks(0), problem.decks(2)), (3, 1260, 480));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    cards: usize,
    samples: u64,
}

impl Problem {
    /// Creates the problem of `samples` decks of `cards` cards.
    ///
    /// # Panics
    ///
    /// If `cards` is 0 or more than [`MAX_CARDS`], or if `samples` is more than [`MAX_SAMPLES`].
    pub fn new(cards: usize, samples: u64) -> Problem {
        assert!((1..=MAX_CARDS).contains(&cards), "{cards} cards");
        assert!(samples <= MAX_SAMPLES, "{samples} samples");
        Problem { cards, samples }
    }

    /// Returns the number of cards of each deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Returns the number of decks.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Returns the number of units of work.
    pub fn units(&self) -> u64 {
        self.samples.div_ceil(self.decks_of_unit())
    }

    /// Returns the number of decks of `unit`, which is the same for all units but the last.
    pub fn decks(&self, unit: u64) -> u64 {
        self.decks_of(unit..unit + 1)
    }

    /// Returns the number of decks of a range of units.
    pub fn decks_of(&self, units: Range<u64>) -> u64 {
        let before = |unit: u64| unit.saturating_mul(self.decks_of_unit()).min(self.samples);
        before(units.end) - before(units.start)
    }

    /// Returns the units of part `part` of `parts`, counted from 0.
    ///
    /// Parts are consecutive ranges of units. Their lengths differ by at most one.
    ///
    /// # Panics
    ///
    /// If `part` is not below `parts`.
    ///
    /// ```
    /// # use faro_sample::simulate::Problem;
    /// let problem = Problem::new(52, 10_000); // 8 units
    /// assert_eq!([0, 1, 2].map(|part| problem.part(part, 3)), [0..2, 2..5, 5..8]);
    /// ```
    pub fn part(&self, part: u64, parts: u64) -> Range<u64> {
        assert!(part < parts, "part {part} of {parts}");
        let bound = |part: u64| {
            let units = u128::from(self.units()) * u128::from(part) / u128::from(parts);
            u64::try_from(units).expect("no more than all units")
        };
        bound(part)..bound(part + 1)
    }

    fn decks_of_unit(&self) -> u64 {
        (CARDS_PER_UNIT / self.cards).max(1) as u64
    }
}

/// Approximate number of cards that are shuffled before they are counted, so that the decks fit in the
/// nearest caches.
const CARDS_PER_BLOCK: usize = 1 << 13;

/// The offset of the streams for the second of two compared shuffles.
const OTHER_STREAMS: u64 = 1 << 63;

/// Shuffles new decks, unit by unit.
///
/// The decks of a unit can be listed ([`decks`](Self::decks)) or counted ([`count`](Self::count)).
#[derive(Debug)]
pub struct Sampler<'a, S> {
    problem: Problem,
    shuffle: &'a S,
    seed: &'a Seed,
    branch: u64,
    /// The kernel that shuffles many decks at once, if the shuffle has steps for kernels and the deck is small
    /// enough.
    kernel: Option<BySize>,
}

/// A kernel, by the size of the decks: at most 64 cards, or more cards of one or two bytes.
#[derive(Debug)]
enum BySize {
    Small(SmallKernel),
    Bytes(LargeKernel<u8>),
    Shorts(LargeKernel<u16>),
}

impl BySize {
    fn new(cards: usize, steps: &[Step]) -> Option<BySize> {
        let small = SmallKernel::new(cards, steps).map(BySize::Small);
        let bytes = || LargeKernel::new(cards, steps).map(BySize::Bytes);
        let shorts = || LargeKernel::new(cards, steps).map(BySize::Shorts);
        small.or_else(bytes).or_else(shorts)
    }
}

impl Problem {
    /// Returns a sampler of new decks, each shuffled once by `shuffle` with random numbers from `seed`.
    pub fn sampler<'a, S: Shuffle>(&self, shuffle: &'a S, seed: &'a Seed) -> Sampler<'a, S> {
        let cards = self.cards();
        let kernel = shuffle
            .kernel(cards)
            .and_then(|steps| BySize::new(cards, &steps));
        Sampler {
            problem: *self,
            shuffle,
            seed,
            branch: 0,
            kernel,
        }
    }
}

impl<'a, S: Shuffle> Sampler<'a, S> {
    pub(super) fn problem(&self) -> Problem {
        self.problem
    }

    /// Returns a sampler with independent draws, for a shuffle that is compared with another one.
    pub fn on_other_draws(mut self) -> Sampler<'a, S> {
        self.branch = OTHER_STREAMS;
        self
    }

    /// Returns all decks, one by one, unit after unit.
    ///
    /// Each deck is shuffled when the iterator is advanced, as [`decks`](Self::decks) does.
    ///
    /// # Panics
    ///
    /// If the shuffle panics for decks of this size.
    ///
    /// ```
    /// # use faro_sample as faro;
    /// use faro::shuffle::Seed;
    /// use faro::simulate::Problem;
    /// use faro::zoo::Transpositions;
    ///
    /// let mut tops_that_stay = 0;
    /// for deck in Problem::new(52, 1000).sampler(&Transpositions::FisherYates, &Seed::from(1)).iter() {
    ///     tops_that_stay += u32::from(deck[0] == 0);
    /// }
    /// assert!((5..=45).contains(&tops_that_stay)); // 1000/52 = 19.2 is expected
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Vec<u32>> + use<'a, S> {
        let sampler = Sampler {
            kernel: None,
            ..*self
        };
        (0..self.problem.units()).flat_map(move |unit| sampler.decks(unit))
    }

    /// Returns the decks of a unit, shuffled one by one without a kernel.
    ///
    /// Each deck is shuffled when the iterator is advanced. The random numbers come from the cipher itself,
    /// so that the decks may be dealt.
    ///
    /// # Panics
    ///
    /// If the shuffle panics for decks of this size.
    pub fn decks(&self, unit: u64) -> impl Iterator<Item = Vec<u32>> + use<'a, S> {
        let mut generator = Generator::unit(self.seed, unit | self.branch);
        let (shuffle, cards) = (self.shuffle, self.problem.cards() as u32);
        (0..self.problem.decks(unit)).map(move |_| {
            let mut deck: Vec<u32> = (0..cards).collect();
            shuffle.shuffle(&mut deck, &mut generator);
            deck
        })
    }
}

impl<S: Shuffle> Sampler<'_, S> {
    /// Shuffles and counts the decks of a unit.
    ///
    /// # Panics
    ///
    /// If the shuffle panics for decks of this size.
    pub fn count<T: Tally>(&self, unit: u64, tally: &mut T) {
        let generator = Generator::unit(self.seed, unit | self.branch);
        match &self.kernel {
            Some(BySize::Small(kernel)) => self.count_together(kernel, unit, generator, tally),
            Some(BySize::Bytes(kernel)) => self.count_large(kernel, unit, generator, tally),
            Some(BySize::Shorts(kernel)) => self.count_large(kernel, unit, generator, tally),
            None => self.count_singly(unit, generator, tally),
        }
    }

    /// Shuffles 64 decks at a time. The last batch draws the random numbers of 64 decks, even if it has fewer
    /// decks.
    fn count_together<T: Tally>(
        &self,
        kernel: &SmallKernel,
        unit: u64,
        generator: Generator,
        tally: &mut T,
    ) {
        let mut random = generator.into_rows();
        let mut left = self.problem.decks(unit) as usize;
        while left > 0 {
            let mut decks = [SmallDeck::NEW; BATCH];
            kernel.shuffle(&mut decks, &mut random);
            let count = left.min(BATCH);
            tally.add_small(&decks[..count], self.problem.cards());
            left -= count;
        }
    }

    /// Shuffles large decks in batches. The last batch draws the random numbers of a full batch.
    fn count_large<C: Card, T: Tally>(
        &self,
        kernel: &LargeKernel<C>,
        unit: u64,
        generator: Generator,
        tally: &mut T,
    ) {
        let mut random = generator.into_rows();
        let mut decks = LargeDecks::new(self.problem.cards());
        let mut left = self.problem.decks(unit) as usize;
        while left > 0 {
            decks.reset();
            kernel.shuffle(&mut decks, &mut random);
            let count = left.min(decks.count());
            tally.add_large(&decks, count);
            left -= count;
        }
    }

    fn count_singly<T: Tally>(&self, unit: u64, mut generator: Generator, tally: &mut T) {
        let cards = self.problem.cards();
        let max = if cards <= SmallDeck::MAX_CARDS {
            BATCH
        } else {
            (CARDS_PER_BLOCK / cards).max(1)
        } as u64;
        let mut left = self.problem.decks(unit);
        let mut block = vec![0; left.min(max) as usize * cards];
        while left > 0 {
            let decks = left.min(max);
            let block = &mut block[..decks as usize * cards];
            self.fill(block, &mut generator);
            tally.add(block, cards);
            left -= decks;
        }
    }

    /// Fills `block` with new decks, and shuffles each.
    fn fill(&self, block: &mut [u32], generator: &mut Generator) {
        for deck in block.chunks_exact_mut(self.problem.cards()) {
            deck.iter_mut().zip(0..).for_each(|(to, card)| *to = card);
            self.shuffle.shuffle(deck, generator);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::shuffle::Choices;

    #[test]
    fn units_hold_all_decks() {
        for (cards, samples) in [
            (1, 0),
            (1, 1),
            (52, 1260),
            (52, 1261),
            (65537, 3),
            (1000, 12345),
        ] {
            let problem = Problem::new(cards, samples);
            let decks: u64 = (0..problem.units()).map(|unit| problem.decks(unit)).sum();
            assert_eq!(decks, samples);
            assert!((0..problem.units()).all(|unit| problem.decks(unit) > 0));
            assert_eq!(problem.decks_of(0..problem.units()), samples);
        }
    }

    #[test]
    fn parts_are_neighbours() {
        for (samples, parts) in [(0, 3), (5000, 7), (100_000, 1), (MAX_SAMPLES, u64::MAX)] {
            let problem = Problem::new(52, samples);
            let last = parts - 1;
            assert_eq!(
                (problem.part(0, parts).start, problem.part(last, parts).end),
                (0, problem.units())
            );
            for part in 0..last.min(10) {
                assert_eq!(
                    problem.part(part, parts).end,
                    problem.part(part + 1, parts).start
                );
            }
        }
    }

    /// A shuffle that moves a random card to the top, and counts its calls.
    struct CallCounter(Cell<u64>);

    impl Shuffle for CallCounter {
        fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
            self.0.set(self.0.get() + 1);
            let drawn = choices.below(deck.len() as u32) as usize;
            deck[..=drawn].rotate_right(1);
        }
    }

    #[derive(Default)]
    struct Kept(Vec<Vec<u32>>);

    impl Tally for Kept {
        fn add(&mut self, decks: &[u32], cards: usize) {
            self.0
                .extend(decks.chunks_exact(cards).map(<[u32]>::to_vec));
        }
    }

    #[test]
    fn decks_are_shuffled_when_they_are_asked_for() {
        let (problem, seed) = (Problem::new(52, 1000), Seed::from(1));
        let shuffle = CallCounter(Cell::new(0));
        let sampler = problem.sampler(&shuffle, &seed);
        assert!(problem.decks(0) > 3);
        let first: Vec<Vec<u32>> = sampler.decks(0).take(3).collect();
        assert_eq!(shuffle.0.get(), 3);
        let mut kept = Kept::default();
        sampler.count(0, &mut kept);
        assert_eq!(first, kept.0[..3]);
        assert!(sampler.decks(0).eq(kept.0));
    }
}
