//! The counts from which whole decks are judged: [`Evidence`] takes the decks of an audit one by one.
//!
//! It counts each deck relative to the starting order, and each step from deck to deck. Shares of a run
//! that were counted on several threads can be merged.

use super::collisions::{Collisions, fingerprint};
use super::drift::{Drift, Moment};
use super::error::{Error, check_distinct, check_size};
use super::finding::Stream;
use super::tables::Tables;

use faro_sample::simulate::{MAX_ORDERED, Merge, Statistics, Tally};

/// Number of decks that are gathered before they are counted, at the start of a run. Early blocks are small
/// because changes over the run are compared at small multiples there. Later blocks are larger.
const BLOCK: u64 = 64;

/// Maximum number of cards for which blocks have at most [`SMALL_BLOCK`] decks. Their comparisons are counted
/// together. Larger decks have tables that exceed the nearest caches, and are gathered in blocks of up to
/// [`LARGE_BLOCK`] decks.
const MAX_SMALL_CARDS: usize = 64;
const SMALL_BLOCK: u64 = 128;
const LARGE_BLOCK: u64 = 512;

/// Number of decks that are kept, to compare the run with other orders of it.
const FIRST_DECKS: usize = 512;

/// Counts for an audit: decks, steps from deck to deck, repeated decks, and changes over the run.
///
/// Its size does not grow with the number of decks.
///
/// ```
/// use faro_audit::{Evidence, Verdict, judge};
/// use faro::shuffle::{Generator, Seed, Shuffle};
/// use faro::zoo::Transpositions;
///
/// let mut generator = Generator::unit(&Seed::from(1), 0);
/// let mut evidence = Evidence::new(52)?;
/// for _ in 0..100 {
///     let mut deck: Vec<u32> = (0..52).collect();
///     Transpositions::Sattolo.shuffle(&mut deck, &mut generator);
///     evidence.add(&deck)?;
/// }
/// assert_eq!(judge(&mut evidence, 0.001).verdict, Verdict::Unfair);
/// # Ok::<(), faro_audit::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evidence {
    cards: usize,
    /// The stream that all checks read. It is the decks, or the steps if each deck is known to be shuffled
    /// from the previous one.
    first: Stream,
    /// The counts of `first`, the stream that all checks read, and the counts of the other stream.
    tables: [Tables; 2],
    /// Statistics of the steps between the inverses of decks, and from the inverse of one deck to the next deck.
    pub(super) inverses: [Statistics; 2],
    /// The counts of repeated decks, used if the decks are too large to count each order.
    pub(super) collisions: Collisions,
    /// The different decks, each counted once, from the first deck on that came again. `None` if no deck came again, for
    /// decks so small that they come again by chance, and if not all decks are kept or several threads count.
    pub(super) distinct: Option<Box<Evidence>>,
    /// Counts at several moments of the run, to find changes of the shuffle.
    pub(super) drift: Drift,
    /// The permutations that are not counted yet: of the first stream, of the other stream, the steps between
    /// inverses, and the steps from an inverse to the next deck.
    waiting: [Vec<u32>; 4],
    chain: Chain,
    /// The first decks, one after another. Empty in one of several threads.
    pub(super) first_decks: Vec<u32>,
    /// The kind of each card in the starting order, if equal cards were distinguished at random.
    pub(super) equal_cards: Option<Vec<u32>>,
    /// In one of several threads: the fingerprints of the decks of a batch.
    prints: Option<Vec<u64>>,
}

impl Evidence {
    /// Returns evidence without decks.
    ///
    /// # Errors
    ///
    /// If `cards` is less than 2 or more than [`MAX_CARDS`](super::MAX_CARDS).
    pub fn new(cards: usize) -> Result<Evidence, Error> {
        check_size(cards)?;
        Ok(Evidence::with_first(cards, Stream::Decks))
    }

    /// Returns evidence without decks, for decks that are each shuffled from the previous one.
    ///
    /// The first deck is shuffled from the starting order. The roles of the two streams are exchanged: all checks read
    /// the steps, and the decks get only the checks that the steps get in [`Evidence::new`].
    ///
    /// # Errors
    ///
    /// As [`Evidence::new`].
    pub fn for_chain(cards: usize) -> Result<Evidence, Error> {
        check_size(cards)?;
        Ok(Evidence::with_first(cards, Stream::Steps))
    }

    pub(super) fn with_first(cards: usize, first: Stream) -> Evidence {
        Evidence {
            cards,
            first,
            tables: [Tables::new(cards), Tables::for_steps(cards)],
            inverses: [(); 2].map(|()| Statistics::new(cards, None)),
            collisions: Collisions::new(),
            distinct: None,
            drift: Drift::new(BLOCK),
            waiting: [const { Vec::new() }; 4],
            chain: Chain::default(),
            first_decks: Vec::new(),
            equal_cards: None,
            prints: None,
        }
    }

    /// Marks equal cards as distinguished at random. `start` has the kind of each card in the starting order.
    ///
    /// The verdict "fair" then needs more decks, and no smallest biases are known.
    ///
    /// # Panics
    ///
    /// If `start` has another number of cards.
    pub fn with_equal_cards(self, start: &[u32]) -> Evidence {
        assert_eq!(start.len(), self.cards, "cards of the starting order");
        let equal_cards = Some(start.to_vec());
        Evidence {
            equal_cards,
            ..self
        }
    }

    /// Adds a deck, top card first, each card given by its position in the starting order, from 0.
    ///
    /// This takes about a microsecond for 52 cards.
    ///
    /// ```
    /// let mut evidence = faro_audit::Evidence::new(3)?;
    /// let error = evidence.add(&[2, 0, 2]).unwrap_err();
    /// assert_eq!(error.to_string(), "position 2: card 2 occurs too often");
    /// # Ok::<(), faro_audit::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `deck` is not a permutation of the cards. It is then not counted.
    pub fn add(&mut self, deck: &[u32]) -> Result<(), Error> {
        check_distinct(deck, self.cards, self.cards)?;
        self.add_valid(deck);
        Ok(())
    }

    /// Adds a deck as [`Evidence::add`] does, without checking that it is a permutation of the cards.
    pub(super) fn add_valid(&mut self, deck: &[u32]) {
        if self.first_decks.len() < FIRST_DECKS * self.cards && self.prints.is_none() {
            self.first_decks.extend_from_slice(deck);
        }
        let (begins, is_chain) = (self.chain.is_new(), self.is_chain());
        let step = self.chain.step(deck);
        let (first, second) = if is_chain { (step, deck) } else { (deck, step) };
        self.waiting[0].extend_from_slice(first);
        // The first step leads from the starting order to the first deck, so it equals this deck. It is counted as a
        // deck only.
        if !begins {
            self.waiting[1].extend_from_slice(second);
            self.waiting[2].extend_from_slice(self.chain.replaced());
            self.waiting[3].extend_from_slice(self.chain.step_from_inverse());
        }
        // Blocks end at multiples even after an earlier count, because the moments of changes over the run are among
        // these multiples.
        let largest = if self.cards > MAX_SMALL_CARDS {
            LARGE_BLOCK
        } else {
            SMALL_BLOCK
        };
        let block = self.drift.grain().min(largest);
        if self.decks().is_multiple_of(block) {
            self.count();
        }
    }

    /// Counts the gathered decks.
    pub(super) fn count(&mut self) {
        if self.cards >= MAX_ORDERED {
            self.count_repeats();
        }
        for (tables, waiting) in self.tables.iter_mut().zip(&self.waiting) {
            tables.add(waiting, self.cards);
        }
        for (statistics, waiting) in self.inverses.iter_mut().zip(&self.waiting[2..]) {
            statistics.add(waiting, self.cards);
        }
        self.drift.note(&self.tables[0]);
        self.waiting.iter_mut().for_each(Vec::clear);
    }

    /// Counts the repeats among the gathered decks, and the decks that are no repeats.
    fn count_repeats(&mut self) {
        let decks = self.waiting[0].chunks_exact(self.cards);
        if let Some(prints) = &mut self.prints {
            return prints.extend(decks.map(fingerprint));
        }
        let (kept, different, _) = self.collisions.kept();
        let are_new = self.collisions.add(&self.waiting[0], self.cards);
        if self.collisions.kept().2 > 0 || self.is_chain() {
            self.distinct = None;
        } else if kept == different as u64 && are_new.contains(&false) {
            let mut distinct = self.clone();
            distinct.collisions = Collisions::new();
            distinct.waiting = [const { Vec::new() }; 4];
            self.distinct = Some(Box::new(distinct));
        }
        if let Some(distinct) = &mut self.distinct {
            let new = decks.zip(are_new).filter(|(_, is_new)| *is_new);
            new.for_each(|(deck, _)| distinct.add_valid(deck));
        }
    }

    /// Returns empty evidence for a thread that counts a share of the later decks. [`Evidence::absorb`] adds it again.
    pub(super) fn share(&mut self) -> Evidence {
        self.count();
        self.distinct = None;
        let share = Evidence::with_first(self.cards, self.first);
        Evidence {
            tables: share.tables.map(Tables::into_share),
            drift: Drift::new(u64::MAX),
            prints: Some(Vec::new()),
            ..share
        }
    }

    /// Returns the last deck.
    pub(super) fn last(&self) -> &[u32] {
        self.chain.last()
    }

    /// Adds successive decks that follow the deck `before`, and returns their fingerprints.
    pub(super) fn add_batch(&mut self, before: &[u32], batch: &[u32]) -> Vec<u64> {
        self.chain.step(before);
        batch
            .chunks_exact(self.cards)
            .for_each(|deck| self.add_valid(deck));
        self.count();
        self.prints.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Returns the counts so far, for changes over the run. `decks` is the number of decks of all shares.
    pub(super) fn moment(&self, decks: u64) -> Moment {
        Moment {
            decks,
            ..Moment::new(&self.tables[0])
        }
    }

    /// Adds the shares, whose fingerprints were added before. `last` is the last deck of all shares.
    pub(super) fn absorb(&mut self, shares: Vec<Evidence>, moments: &[Vec<Moment>], last: &[u32]) {
        self.drift.absorb(&self.tables[0], moments);
        for share in shares {
            self.tables
                .iter_mut()
                .zip(share.tables)
                .for_each(|(tables, more)| tables.merge(more));
            let inverses = self.inverses.iter_mut().zip(share.inverses);
            inverses.for_each(|(statistics, more)| statistics.merge(more));
        }
        self.chain.step(last);
    }

    /// Returns the number of cards of each deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Returns the stream that all checks read.
    pub fn first(&self) -> Stream {
        self.first
    }

    /// Returns whether each deck is known to be shuffled from the previous one.
    pub(super) fn is_chain(&self) -> bool {
        self.first == Stream::Steps
    }

    /// Returns the number of decks.
    pub fn decks(&self) -> u64 {
        self.tables[0].decks() + (self.waiting[0].len() / self.cards) as u64
    }

    /// Returns the counts of a stream.
    pub fn tables(&mut self, stream: Stream) -> &Tables {
        self.count();
        self.counted(stream)
    }

    /// Returns the counts of a stream up to the last call of [`Evidence::tables`].
    pub(super) fn counted(&self, stream: Stream) -> &Tables {
        &self.tables[usize::from(stream != self.first)]
    }
}

/// Computes the steps between successive decks.
///
/// A step is the permutation from one deck to the next. Steps in which one or both decks are replaced by their inverses
/// are computed too.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    /// The previous deck, and the position of each of its cards.
    before: Vec<u32>,
    places: Vec<u32>,
    step: Vec<u32>,
    replaced: Vec<u32>,
    step_from_inverse: Vec<u32>,
}

impl Chain {
    /// Returns whether no deck was added yet.
    pub fn is_new(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns the last deck.
    pub fn last(&self) -> &[u32] {
        &self.before
    }

    /// Returns the step from the previous deck to `deck`.
    ///
    /// The step has each card of `deck` given by its position in the previous deck. The first step starts from the
    /// starting order. O(n).
    ///
    /// # Panics
    ///
    /// If `deck` is not a permutation of 0 to n − 1, or its size differs from the first deck's.
    pub fn step(&mut self, deck: &[u32]) -> &[u32] {
        if self.places.is_empty() {
            self.places = (0..deck.len() as u32).collect();
            self.before.clone_from(&self.places);
        }
        assert_eq!(self.places.len(), deck.len(), "cards of the deck");
        self.step.clear();
        self.step
            .extend(deck.iter().map(|&card| self.places[card as usize]));
        self.replaced.clear();
        self.replaced
            .extend(self.places.iter().map(|&place| deck[place as usize]));
        self.step_from_inverse.clear();
        self.step_from_inverse
            .extend(deck.iter().map(|&card| self.before[card as usize]));
        self.before.copy_from_slice(deck);
        for (place, &card) in (0..).zip(deck) {
            self.places[card as usize] = place;
        }
        &self.step
    }

    /// Returns the step between the inverses of the last two decks: for each card its replacement.
    pub fn replaced(&self) -> &[u32] {
        &self.replaced
    }

    /// Returns the step from the inverse of the previous deck to the last deck.
    ///
    /// It has each card of the last deck replaced by the card at that position in the previous deck.
    pub fn step_from_inverse(&self) -> &[u32] {
        &self.step_from_inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_shuffle_twice() {
        let mut chain = Chain::default();
        assert_eq!(chain.step(&[2, 0, 1]), [2, 0, 1]); // from the starting order
        assert_eq!(chain.step(&[1, 2, 0]), [2, 0, 1]);
        assert_eq!(chain.step(&[1, 0, 2]), [0, 2, 1]);
        assert_eq!(chain.replaced(), [2, 1, 0]);
        assert_eq!(chain.step_from_inverse(), [2, 1, 0]);
        chain.step(&[2, 1, 0]);
        assert_eq!(chain.step_from_inverse(), [2, 0, 1]);
    }
}
