use super::chain::Chain;
use super::checks::{self, Fair, Found};
use super::course::Course;
use super::finding::Stream;
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
    /// What is asked first: decks, or steps where decks are known to be made each from the last.
    first: Stream,
    /// The first stream, and the other.
    tables: [Tables; 2],
    repeats: Repeats,
    course: Course,
    /// Of both streams what waits to be counted.
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
        Evidence::of(cards, Stream::Decks)
    }

    /// The same of decks that are made each from the last, the first from the starting order: all is asked of
    /// the steps, and of the decks what is else asked of steps.
    ///
    /// # Panics
    ///
    /// As [`Evidence::new`].
    pub fn of_chain(cards: usize) -> Evidence {
        Evidence::of(cards, Stream::Steps)
    }

    fn of(cards: usize, first: Stream) -> Evidence {
        Evidence {
            cards,
            first,
            tables: [Tables::new(cards), Tables::of_steps(cards)],
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
        let begins = self.decks() == 0;
        let is_chain = self.is_chain();
        let step = self.chain.step(deck);
        let (one, other) = if is_chain { (step, deck) } else { (deck, step) };
        self.waiting[0].extend_from_slice(one);
        // The first deck is a step from the starting order, and is counted once.
        if !begins {
            self.waiting[1].extend_from_slice(other);
        }
        if self.waiting[0].len() == BLOCK * self.cards {
            self.count();
        }
    }

    /// Counts what waits.
    fn count(&mut self) {
        for (tables, waiting) in self.tables.iter_mut().zip(&self.waiting) {
            tables.add(waiting, self.cards);
        }
        if self.cards >= MAX_ORDERED {
            self.repeats.add(&self.waiting[0], self.cards);
        }
        self.course.note(&self.tables[0]);
        self.waiting.iter_mut().for_each(Vec::clear);
    }

    /// The number of cards of each deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// The stream of which all is asked.
    pub fn first(&self) -> Stream {
        self.first
    }

    /// Whether each deck is known to be made from the last.
    pub(super) fn is_chain(&self) -> bool {
        self.first == Stream::Steps
    }

    /// The decks that were seen.
    pub fn decks(&self) -> u64 {
        self.tables[0].decks() + (self.waiting[0].len() / self.cards) as u64
    }

    /// The counts of a stream, of all decks that were seen.
    pub fn tables(&mut self, stream: Stream) -> &Tables {
        self.count();
        &self.tables[usize::from(stream != self.first)]
    }

    /// Orders that came again, of decks too large to count each order.
    pub(super) fn repeats(&self) -> &Repeats {
        &self.repeats
    }

    /// What every check finds.
    pub(super) fn found(&mut self, fair: &Fair) -> Vec<(Stream, Found)> {
        self.count();
        let [first, second] = &self.tables;
        let mut found = checks::all(first, fair);
        if self.cards >= MAX_ORDERED && first.decks() > 1 {
            found.push(self.repeats.check(self.cards));
        }
        found.extend(self.course.check(first, fair));
        let other = if self.is_chain() { Stream::Decks } else { Stream::Steps };
        let of = |stream| move |one| (stream, one);
        let found = found.into_iter().map(of(self.first));
        found.chain(checks::all(second, fair).into_iter().map(of(other))).collect()
    }
}
