use super::{Merge, Tally};
use crate::kernel::SmallDeck;
use faro_permutation::lexicographic;

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
        Orders { cards, counts: vec![0; (1..=cards).product()] }
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
        assert!(place < self.counts.len(), "order {place} of {}", self.counts.len());
        lexicographic::unrank(self.cards, place).into_iter().map(u32::from).collect()
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
        for (place, count) in filled {
            let place = orders.counts.get_mut(usize::try_from(place).ok()?)?;
            if *place > 0 {
                return None;
            }
            *place = count;
        }
        let total = orders.counts.iter().try_fold(0u64, |total, &count| total.checked_add(count));
        (total == Some(samples)).then_some(orders)
    }
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
}
