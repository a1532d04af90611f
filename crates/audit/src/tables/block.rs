//! Blocks of decks, which are counted in one table after the other.

use faro_sample::kernel::SmallDeck;
use faro_sample::simulate::Tally;

use super::pair_counts::PairCounts;

/// Marks the last card, which has no card below it. The mark is not counted.
const NO_SUCCESSOR: u16 = u16::MAX;

/// Decks to be counted, with the position of each of their cards.
pub struct DeckBlock<'a> {
    cards: usize,
    pub decks: &'a [u32],
    pub positions: Vec<u32>,
    /// The decks as bytes, if they have at most [`SmallDeck::MAX_CARDS`] cards.
    small: Option<Vec<SmallDeck>>,
}

impl DeckBlock<'_> {
    pub fn new(decks: &[u32], cards: usize) -> DeckBlock<'_> {
        let mut positions = vec![0; decks.len()];
        for (positions, deck) in positions
            .chunks_exact_mut(cards)
            .zip(decks.chunks_exact(cards))
        {
            (0..)
                .zip(deck)
                .for_each(|(position, &card)| positions[card as usize] = position);
        }
        let is_small = cards <= SmallDeck::MAX_CARDS;
        let small = is_small.then(|| {
            decks
                .chunks_exact(cards)
                .map(SmallDeck::from_cards)
                .collect()
        });
        DeckBlock {
            cards,
            decks,
            positions,
            small,
        }
    }

    pub fn each(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.decks.chunks_exact(self.cards)
    }

    /// Counts the decks in a table that reads them as bytes, if they are small.
    pub fn tally(&self, tally: &mut impl Tally) {
        match &self.small {
            Some(decks) => tally.add_small(decks, self.cards),
            None => tally.add(self.decks, self.cards),
        }
    }

    pub fn count_successors(&self, successors: &mut PairCounts) {
        if self.small.is_some() {
            return self.each().for_each(|deck| successors.count_windows(deck));
        }
        let mut lists = vec![NO_SUCCESSOR; self.decks.len()];
        for (list, deck) in lists.chunks_exact_mut(self.cards).zip(self.each()) {
            deck.windows(2)
                .for_each(|pair| list[pair[0] as usize] = pair[1] as u16);
        }
        successors.count_lists(&lists);
    }
}
