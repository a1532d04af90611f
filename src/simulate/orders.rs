use super::{Merge, Tally};
use crate::kernel::SmallDeck;

/// The largest number of cards of which every order is counted: 3,628,800 counts.
pub const MAX_ORDERED: usize = 10;

/// The tally of every order of a small deck.
///
/// ```
/// # use faro::simulate::{Orders, Tally};
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
    /// Creates an empty tally for decks of this number of cards.
    ///
    /// # Panics
    ///
    /// If there are more than [`MAX_ORDERED`].
    pub fn new(cards: usize) -> Orders {
        assert!(cards <= MAX_ORDERED, "{cards} cards have too many orders");
        Orders { cards, counts: vec![0; (1..=cards).product()] }
    }

    /// Returns the count of each order, in lexicographic order of the decks.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the deck at an index of [`counts`](Self::counts).
    ///
    /// # Panics
    ///
    /// If the index is out of range.
    pub fn deck(&self, mut place: usize) -> Vec<u32> {
        assert!(place < self.counts.len(), "order {place} of {}", self.counts.len());
        let mut left: Vec<u32> = (0..self.cards as u32).collect();
        let mut orders = self.counts.len();
        let draw = |_| {
            orders /= left.len();
            let card = left.remove(place / orders);
            place %= orders;
            card
        };
        (0..self.cards).map(draw).collect()
    }

    /// Restores a tally of `samples` decks from its counts by index. None if an index is out of range or occurs twice, or
    /// if the counts do not add up.
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

/// Returns the rank of a deck in lexicographic order. Its digits in the factorial number system are the numbers of
/// smaller cards that are left.
#[inline]
fn place<T: Copy + Into<u32>>(deck: &[T]) -> usize {
    let (mut place, mut left) = (0, (1u32 << deck.len()) - 1);
    for (above, &card) in deck.iter().enumerate() {
        let card = card.into();
        let smaller = left & ((1 << card) - 1);
        place = place * (deck.len() - above) + smaller.count_ones() as usize;
        left ^= 1 << card;
    }
    place
}

impl Tally for Orders {
    fn add(&mut self, decks: &[u32], cards: usize) {
        for deck in decks.chunks_exact(cards) {
            self.counts[place(deck)] += 1;
        }
    }

    fn add_small(&mut self, decks: &[SmallDeck], cards: usize) {
        for deck in decks {
            self.counts[place(&deck.cards()[..cards])] += 1;
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
    use crate::Permutation;

    #[test]
    fn places_are_ranks() {
        for cards in 1..=6 {
            let orders = Orders::new(cards);
            for (rank, deck) in (0..orders.counts().len()).map(|rank| (rank, orders.deck(rank))) {
                assert_eq!(place(&deck), rank);
                // The rank of a permutation is that of its images.
                assert_eq!(Permutation::from_images(deck).unwrap().rank(), rank.into());
            }
        }
    }

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
