use super::checks::{self, Fair, Found};
use super::course::Course;
use super::finding::Stream;
use super::lines::Chain;
use super::repeats::Repeats;
use super::tables::Tables;
use crate::simulate::{MAX_ORDERED, Tally};

/// So many decks are gathered before they are counted.
const BLOCK: usize = 64;

/// All that an audit knows of the decks it saw: counts of the decks, of the steps from deck to deck, of
/// orders that came again, and of the run's course. Its size does not grow with the number of decks.
///
/// ```
/// use faro::audit::{Evidence, Verdict};
/// use faro::shuffle::{Generator, Seed, Shuffle};
/// use faro::zoo::Transpositions;
///
/// let mut generator = Generator::unit(&Seed::from(1), 0);
/// let mut evidence = Evidence::new(52);
/// for _ in 0..100 {
///     let mut deck: Vec<u32> = (0..52).collect();
///     Transpositions::Sattolo.shuffle(&mut deck, &mut generator);
///     evidence.add(&deck);
/// }
/// assert_eq!(evidence.judge(0.001).verdict, Verdict::Unfair);
/// ```
#[derive(Clone, Debug)]
pub struct Evidence {
    cards: usize,
    decks: Tables,
    steps: Tables,
    repeats: Repeats,
    course: Course,
    /// Decks, and steps, that wait to be counted.
    waiting: [Vec<u32>; 2],
    chain: Chain,
}

impl Evidence {
    /// Nothing seen yet, of decks of so many cards.
    ///
    /// # Panics
    ///
    /// If there are fewer than two cards or more than [`MAX_CARDS`](super::MAX_CARDS).
    pub fn new(cards: usize) -> Evidence {
        Evidence {
            cards,
            decks: Tables::new(cards),
            steps: Tables::of_steps(cards),
            repeats: Repeats::new(),
            course: Course::new(BLOCK as u64),
            waiting: [Vec::new(), Vec::new()],
            chain: Chain::default(),
        }
    }

    /// A deck: what lies where, top card first, each card named by where it started, from 0. About a
    /// microsecond for 52 cards.
    ///
    /// # Panics
    ///
    /// If it is not a deck of so many cards.
    pub fn add(&mut self, deck: &[u32]) {
        assert_eq!(deck.len(), self.cards, "cards of the deck");
        let is_first = self.decks() == 0;
        let step = self.chain.step(deck);
        let [decks, steps] = &mut self.waiting;
        decks.extend_from_slice(deck);
        if !is_first {
            steps.extend_from_slice(step);
        }
        if self.waiting[0].len() == BLOCK * self.cards {
            self.count();
        }
    }

    /// Counts what waits.
    fn count(&mut self) {
        self.decks.add(&self.waiting[0], self.cards);
        self.steps.add(&self.waiting[1], self.cards);
        if self.cards >= MAX_ORDERED {
            self.repeats.add(&self.waiting[0], self.cards);
        }
        self.course.note(&self.decks);
        self.waiting.iter_mut().for_each(Vec::clear);
    }

    /// The number of cards of each deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// The decks that were seen.
    pub fn decks(&self) -> u64 {
        self.decks.decks() + (self.waiting[0].len() / self.cards) as u64
    }

    /// The counts of a stream, of all decks that were seen.
    pub fn tables(&mut self, stream: Stream) -> &Tables {
        self.count();
        match stream {
            Stream::Decks => &self.decks,
            Stream::Steps => &self.steps,
        }
    }

    /// Orders that came again, of decks too large to count each order.
    pub(super) fn repeats(&self) -> &Repeats {
        &self.repeats
    }

    /// What every check finds.
    pub(super) fn found(&mut self, fair: &Fair) -> Vec<(Stream, Found)> {
        self.count();
        let mut found: Vec<(Stream, Found)> = Vec::new();
        found.extend(checks::all(&self.decks, fair).into_iter().map(|one| (Stream::Decks, one)));
        if self.cards >= MAX_ORDERED && self.decks.decks() > 1 {
            found.push((Stream::Decks, self.repeats.check(self.cards)));
        }
        found.extend(self.course.check(&self.decks, fair).into_iter().map(|one| (Stream::Decks, one)));
        found.extend(checks::all(&self.steps, fair).into_iter().map(|one| (Stream::Steps, one)));
        found
    }
}
