use super::{Merge, Tally};
use crate::kernel::{BATCH, Card, LargeDecks, PositionCounts, Processor, SmallDeck};

/// Maximum number of counts that fit in the nearest cache.
const CACHED: usize = 1 << 12;

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
        let counts =
            if cards <= SmallDeck::MAX_CARDS { small() } else { Counts::Large(vec![0; cards * cards]) };
        PositionTable { cards, counts }
    }

    /// Restores a tally for decks of `cards` cards from its counts.
    ///
    /// `counts` has the layout of [`counts`](Self::counts).
    ///
    /// # Panics
    ///
    /// If `counts` does not have n² entries.
    pub fn restored(cards: usize, counts: &[u64]) -> PositionTable {
        assert_eq!(counts.len(), cards * cards, "counts of {cards} cards");
        let counts = match cards <= SmallDeck::MAX_CARDS {
            true => Counts::Small(PositionCounts::restored(cards, counts)),
            false => Counts::Large(transposed(counts, cards)),
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
    (0..cards).flat_map(|row| counts.iter().skip(row).step_by(cards).copied()).collect()
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
                let batch: Vec<SmallDeck> = decks.chunks_exact(cards).map(SmallDeck::from_cards).collect();
                self.add_small(&batch, cards);
            });
        };
        let rows = (CACHED / cards).max(1);
        for (part, counts) in counts.chunks_mut(rows * cards).enumerate() {
            decks.chunks_exact(cards).for_each(|deck| add_deck(counts, &deck[part * rows..], cards));
        }
    }

    fn add_small(&mut self, decks: &[SmallDeck], cards: usize) {
        assert_eq!(cards, self.cards, "the decks have another number of cards");
        if let Counts::Small(places) = &mut self.counts {
            places.add(decks, Processor::detect());
        }
    }

    fn add_large<C: Card>(&mut self, decks: &LargeDecks<C>, count: usize) {
        assert_eq!(decks.cards(), self.cards, "the decks have another number of cards");
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
                counts.iter_mut().zip(other).for_each(|(sum, count)| *sum += count);
            }
            _ => panic!("counts of decks of another size"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts each card at each position, also in decks that are too large for the small kernels.
    #[test]
    fn small_and_large_decks_are_counted() {
        for cards in [3usize, 64, 65, 130] {
            let decks: Vec<u32> = (0..150)
                .flat_map(|turn| (0..cards).map(move |place| ((place + turn * turn) % cards) as u32))
                .collect();
            let mut positions = PositionTable::new(cards);
            positions.add(&decks[..7 * cards], cards);
            let mut others = PositionTable::new(cards);
            others.add(&decks[7 * cards..], cards);
            positions.merge(others);
            for (index, count) in positions.counts().into_iter().enumerate() {
                let there = |deck: &&[u32]| deck[index % cards] as usize == index / cards;
                assert_eq!(count, decks.chunks(cards).filter(there).count() as u64, "{index} of {cards}");
            }
        }
    }
}
