use super::Tally;

/// The tally of every card at every position: how often each lay at each.
///
/// ```
/// # use faro::simulate::{Positions, Tally};
/// let mut positions = Positions::new(3);
/// positions.add(&[0, 1, 2, 2, 0, 1, 2, 0, 1], 3);
/// assert_eq!(positions.counts(), [1, 2, 0, 0, 1, 2, 2, 0, 1]); // card 0 first once, second twice …
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Positions {
    cards: usize,
    counts: Vec<u64>,
}

impl Positions {
    /// Of so many cards, nothing counted yet: n² counts.
    pub fn new(cards: usize) -> Positions {
        Positions { cards, counts: vec![0; cards * cards] }
    }

    /// How often each card lay at each position: `counts[card · n + position]`.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }
}

impl Tally for Positions {
    fn add(&mut self, decks: &[u32], cards: usize) {
        assert_eq!(cards, self.cards, "decks of another size");
        for deck in decks.chunks_exact(cards) {
            for (position, &card) in deck.iter().enumerate() {
                self.counts[card as usize * cards + position] += 1;
            }
        }
    }

    fn merge(&mut self, other: Positions) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(sum, count)| *sum += count);
    }
}
