//! The interface of counts of simulated decks, and the counts of orders and of cards at positions.

use crate::kernel::{BATCH, Card, LargeDecks, PositionCounts, Processor, SmallDeck};
use faro_permutation::lexicographic;

/// Counts that can be added up from parts.
///
/// The result does not depend on the order of the parts or their division among threads.
pub trait Merge {
    /// Adds the counts of `other`.
    fn merge(&mut self, other: Self);
}

/// Integer counts of decks.
pub trait Tally {
    /// Counts decks of `cards` cards, stored one after another, top card first.
    ///
    /// Each deck has the cards 0 … `cards` − 1 in any order.
    fn add(&mut self, decks: &[u32], cards: usize);

    /// Counts decks of at most 64 cards, of one byte each.
    ///
    /// The counts are the same as by [`add`](Self::add). A tally may implement a faster method.
    #[doc(hidden)]
    fn add_small(&mut self, decks: &[SmallDeck], cards: usize) {
        let cards_of_all = decks.iter().flat_map(|deck| &deck.cards()[..cards]);
        self.add(
            &cards_of_all.map(|&card| card.into()).collect::<Vec<u32>>(),
            cards,
        );
    }

    /// Counts the first `count` decks of a batch of large decks.
    ///
    /// The counts are the same as by [`add`](Self::add). A tally may implement a faster method.
    #[doc(hidden)]
    fn add_large<C: Card>(&mut self, decks: &LargeDecks<C>, count: usize) {
        let cards = (0..count).flat_map(|index| decks.deck(index));
        self.add(
            &cards.map(|&card| card.into()).collect::<Vec<u32>>(),
            decks.cards(),
        );
    }
}

/// A pair of tallies that both count every deck.
impl<A: Tally, B: Tally> Tally for (A, B) {
    fn add(&mut self, decks: &[u32], cards: usize) {
        self.0.add(decks, cards);
        self.1.add(decks, cards);
    }

    fn add_small(&mut self, decks: &[SmallDeck], cards: usize) {
        self.0.add_small(decks, cards);
        self.1.add_small(decks, cards);
    }

    fn add_large<C: Card>(&mut self, decks: &LargeDecks<C>, count: usize) {
        self.0.add_large(decks, count);
        self.1.add_large(decks, count);
    }
}

impl<A: Merge, B: Merge> Merge for (A, B) {
    fn merge(&mut self, other: (A, B)) {
        self.0.merge(other.0);
        self.1.merge(other.1);
    }
}

/// For tallies whose counts are shared: there is nothing to merge.
impl Merge for () {
    fn merge(&mut self, (): ()) {}
}

/// A tally that may be absent.
impl<T: Tally> Tally for Option<T> {
    fn add(&mut self, decks: &[u32], cards: usize) {
        if let Some(tally) = self {
            tally.add(decks, cards);
        }
    }

    fn add_small(&mut self, decks: &[SmallDeck], cards: usize) {
        if let Some(tally) = self {
            tally.add_small(decks, cards);
        }
    }

    fn add_large<C: Card>(&mut self, decks: &LargeDecks<C>, count: usize) {
        if let Some(tally) = self {
            tally.add_large(decks, count);
        }
    }
}

impl<T: Merge> Merge for Option<T> {
    fn merge(&mut self, other: Option<T>) {
        if let (Some(tally), Some(other)) = (self, other) {
            tally.merge(other);
        }
    }
}

/// Maximum number of cards for which every order is counted: 3,628,800 counts.
pub const MAX_ORDERED: usize = 10;

/// The tally of every order of a small deck.
///
/// ```
/// # use faro_sample::simulate::{Orders, Tally};
/// let mut orders = Orders::new(3);
/// orders.add(&[0, 1, 2, 2, 0, 1, 2, 0, 1], 3);
/// assert_eq!(orders.counts(), [1, 0, 0, 0, 2, 0]);
/// assert_eq!(orders.deck(4), [2, 0, 1]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orders {
    cards: usize,
    counts: Vec<u64>,
}

impl Orders {
    /// Creates an empty tally for decks of `cards` cards.
    ///
    /// # Panics
    ///
    /// If `cards` is more than [`MAX_ORDERED`].
    pub fn new(cards: usize) -> Orders {
        assert!(cards <= MAX_ORDERED, "{cards} cards have too many orders");
        Orders {
            cards,
            counts: vec![0; (1..=cards).product()],
        }
    }

    /// Returns the count of each order, in lexicographic order of the decks.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the deck whose count is at index `place` of [`counts`](Self::counts).
    ///
    /// # Panics
    ///
    /// If `place` is out of range.
    pub fn deck(&self, place: usize) -> Vec<u32> {
        assert!(
            place < self.counts.len(),
            "order {place} of {}",
            self.counts.len()
        );
        lexicographic::unrank(self.cards, place)
            .into_iter()
            .map(u32::from)
            .collect()
    }

    /// Restores a tally of `samples` decks from its non-zero counts, with their indices.
    ///
    /// Returns `None` if an index is out of range or occurs twice, or if the counts do not add up to
    /// `samples`.
    pub fn restored(
        cards: usize,
        samples: u64,
        filled: impl IntoIterator<Item = (u64, u64)>,
    ) -> Option<Orders> {
        let mut orders = Orders::new(cards);
        fill(&mut orders.counts, samples, filled)?;
        Some(orders)
    }
}

/// Writes the `filled` counts to `counts`, which are all 0. Returns `None` if they do not fit or do not sum to `samples`.
pub(super) fn fill(
    counts: &mut [u64],
    samples: u64,
    filled: impl IntoIterator<Item = (u64, u64)>,
) -> Option<()> {
    for (place, count) in filled {
        let place = counts.get_mut(usize::try_from(place).ok()?)?;
        if *place > 0 {
            return None;
        }
        *place = count;
    }
    let total = counts
        .iter()
        .try_fold(0u64, |total, &count| total.checked_add(count));
    (total == Some(samples)).then_some(())
}

impl Tally for Orders {
    fn add(&mut self, decks: &[u32], cards: usize) {
        for deck in decks.chunks_exact(cards) {
            self.counts[lexicographic::rank(deck.iter().copied())] += 1;
        }
    }

    fn add_small(&mut self, decks: &[SmallDeck], cards: usize) {
        for deck in decks {
            self.counts[lexicographic::rank(deck.cards()[..cards].iter().copied())] += 1;
        }
    }
}

impl Merge for Orders {
    fn merge(&mut self, other: Orders) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }
}

/// Maximum number of counts that fit in the nearest cache.
const MAX_CACHED: usize = 1 << 12;

/// The tally of every card at every position.
///
/// ```
/// # use faro_sample::simulate::{PositionTable, Tally};
/// let mut positions = PositionTable::new(3);
/// positions.add(&[0, 1, 2, 2, 0, 1, 2, 0, 1], 3);
/// assert_eq!(positions.counts(), [1, 2, 0, 0, 1, 2, 2, 0, 1]); // card 0 first once, second twice …
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionTable {
    cards: usize,
    counts: Counts,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Counts {
    Small(PositionCounts),
    /// A row of counts for each position, so that a few rows stay in the nearest cache for many decks.
    Large(Vec<u64>),
}

impl PositionTable {
    /// Creates an empty tally for decks of `cards` cards: n² counts.
    pub fn new(cards: usize) -> PositionTable {
        let small = || Counts::Small(PositionCounts::new(cards));
        let counts = if cards <= SmallDeck::MAX_CARDS {
            small()
        } else {
            Counts::Large(vec![0; cards * cards])
        };
        PositionTable { cards, counts }
    }

    /// Returns the counts of each card at each position: `counts[card · n + position]`.
    pub fn counts(&self) -> Vec<u64> {
        let cards = 0..self.cards;
        match &self.counts {
            Counts::Small(places) => cards
                .clone()
                .flat_map(|card| cards.clone().map(move |place| places.count(card, place)))
                .collect(),
            Counts::Large(counts) => transposed(counts, self.cards),
        }
    }
}

/// Returns the square matrix `counts` with rows and columns exchanged.
fn transposed(counts: &[u64], cards: usize) -> Vec<u64> {
    (0..cards)
        .flat_map(|row| counts.iter().skip(row).step_by(cards).copied())
        .collect()
}

/// Counts the cards of `deck`, one for each row of `counts`.
fn add_deck<C: Copy + Into<u32>>(counts: &mut [u64], deck: &[C], cards: usize) {
    for (counts, &card) in counts.chunks_exact_mut(cards).zip(deck) {
        counts[card.into() as usize] += 1;
    }
}

impl Tally for PositionTable {
    fn add(&mut self, decks: &[u32], cards: usize) {
        assert_eq!(cards, self.cards, "the decks have another number of cards");
        let Counts::Large(counts) = &mut self.counts else {
            return decks.chunks(BATCH * cards).for_each(|decks| {
                let batch: Vec<SmallDeck> = decks
                    .chunks_exact(cards)
                    .map(SmallDeck::from_cards)
                    .collect();
                self.add_small(&batch, cards);
            });
        };
        let rows = (MAX_CACHED / cards).max(1);
        for (part, counts) in counts.chunks_mut(rows * cards).enumerate() {
            decks
                .chunks_exact(cards)
                .for_each(|deck| add_deck(counts, &deck[part * rows..], cards));
        }
    }

    fn add_small(&mut self, decks: &[SmallDeck], cards: usize) {
        assert_eq!(cards, self.cards, "the decks have another number of cards");
        if let Counts::Small(places) = &mut self.counts {
            places.add(decks, Processor::detect());
        }
    }

    fn add_large<C: Card>(&mut self, decks: &LargeDecks<C>, count: usize) {
        assert_eq!(
            decks.cards(),
            self.cards,
            "the decks have another number of cards"
        );
        if let Counts::Large(counts) = &mut self.counts {
            (0..count).for_each(|index| add_deck(counts, decks.deck(index), self.cards));
        }
    }
}

impl Merge for PositionTable {
    fn merge(&mut self, other: PositionTable) {
        match (&mut self.counts, &other.counts) {
            (Counts::Small(places), Counts::Small(other)) => places.merge(other),
            (Counts::Large(counts), Counts::Large(other)) => {
                counts
                    .iter_mut()
                    .zip(other)
                    .for_each(|(sum, count)| *sum += count);
            }
            _ => panic!("counts of decks of another size"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_restored() {
        let mut orders = Orders::new(3);
        orders.add(&[2, 0, 1, 0, 1, 2], 3);
        assert_eq!(Orders::restored(3, 2, [(0, 1), (4, 1)]), Some(orders));
        assert_eq!(Orders::restored(3, 1, [(6, 1)]), None);
        assert_eq!(Orders::restored(3, 1, [(1, 2)]), None);
        assert_eq!(Orders::restored(3, 2, [(1, 1), (1, 1)]), None);
    }

    /// Counts each card at each position, also in decks that are too large for the small kernels.
    #[test]
    fn small_and_large_decks_are_counted() {
        for cards in [3usize, 64, 65, 130] {
            let decks: Vec<u32> = (0..150)
                .flat_map(|turn| {
                    (0..cards).map(move |place| ((place + turn * turn) % cards) as u32)
                })
                .collect();
            let mut positions = PositionTable::new(cards);
            positions.add(&decks[..7 * cards], cards);
            let mut others = PositionTable::new(cards);
            others.add(&decks[7 * cards..], cards);
            positions.merge(others);
            for (index, count) in positions.counts().into_iter().enumerate() {
                let at_position = |deck: &&[u32]| deck[index % cards] as usize == index / cards;
                assert_eq!(
                    count,
                    decks.chunks(cards).filter(at_position).count() as u64,
                    "{index} of {cards}"
                );
            }
        }
    }
}
