use crate::simulate::{Merge, Statistics, Tally};

/// The counts from which an event is chosen.
#[derive(Clone)]
pub struct Observed {
    pub statistics: Statistics,
    pub pairs: Pairs,
    pub places: Places,
}

impl Observed {
    pub fn new(cards: usize) -> Observed {
        let pairs = Pairs { counts: [vec![0; cards], vec![0; cards]] };
        Observed { statistics: Statistics::new(cards, None), pairs, places: Places::new(cards) }
    }
}

impl Tally for Observed {
    fn add(&mut self, decks: &[u32], cards: usize) {
        self.statistics.add(decks, cards);
        decks.chunks_exact(cards).for_each(|deck| {
            self.pairs.add(deck);
            self.places.add(deck);
        });
    }
}

impl Merge for Observed {
    fn merge(&mut self, other: Observed) {
        self.statistics.merge(other.statistics);
        for (counts, more) in self.pairs.counts.iter_mut().zip(&other.pairs.counts) {
            add(counts, more);
        }
        add(&mut self.places.counts, &other.places.counts);
    }
}

fn add(counts: &mut [u64], more: &[u64]) {
    counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
}

/// The decks by the number of cards that lie directly above the next card, and below it.
#[derive(Clone)]
pub struct Pairs {
    pub counts: [Vec<u64>; 2],
}

impl Pairs {
    fn add(&mut self, deck: &[u32]) {
        let mut pairs = [0; 2];
        for pair in deck.windows(2) {
            pairs[0] += usize::from(pair[1] == pair[0] + 1);
            pairs[1] += usize::from(pair[0] == pair[1] + 1);
        }
        self.counts.iter_mut().zip(pairs).for_each(|(counts, pairs)| counts[pairs] += 1);
    }
}

/// The most groups of neighbouring cards.
const MAX_GROUPS: usize = 64;

/// The cards of each group at the positions of each group. Up to 64 cards are groups of their own.
#[derive(Clone)]
pub struct Places {
    pub cards: usize,
    pub groups: usize,
    pub counts: Vec<u64>,
}

impl Places {
    fn new(cards: usize) -> Places {
        let groups = cards.min(MAX_GROUPS);
        Places { cards, groups, counts: vec![0; groups * groups] }
    }

    /// Returns the group of a card or a position.
    pub fn group(&self, index: usize) -> usize {
        index * self.groups / self.cards
    }

    fn add(&mut self, deck: &[u32]) {
        for (position, &card) in deck.iter().enumerate() {
            let cell = self.group(card as usize) * self.groups + self.group(position);
            self.counts[cell] += 1;
        }
    }
}
