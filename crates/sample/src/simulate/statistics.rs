use super::measures::measured;
use super::{Histogram, Merge, Tally};
use crate::kernel::{BATCH, Card, LargeDecks, Measures, Processor, SmallDeck};
use faro_permutation::Statistic;

/// The number of statistics other than the position.
const MEASURES: usize = Statistic::OF_DECKS.len();

/// The tally of all statistics: one histogram for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// The card whose position is counted, if any.
    card: Option<u32>,
    /// Histograms in the order of [`Statistic::ALL`]. The last one is for the position, if it is counted.
    histograms: Vec<Histogram>,
}

impl Statistics {
    /// Creates an empty tally for decks of `cards` cards.
    ///
    /// If `card` is given, the position of this card is counted too.
    ///
    /// # Panics
    ///
    /// If `card` is not below `cards`.
    pub fn new(cards: usize, card: Option<u32>) -> Statistics {
        assert!(card.is_none_or(|card| (card as usize) < cards), "card {card:?} of {cards}");
        let empty = |statistic: &Statistic| Histogram::new(statistic.largest(cards));
        Statistics { card, histograms: counted(card).iter().map(empty).collect() }
    }

    /// Returns the histogram of `statistic`, or `None` for the position if no card is followed.
    pub fn histogram(&self, statistic: Statistic) -> Option<&Histogram> {
        self.each().find(|(which, _)| *which == statistic).map(|(_, histogram)| histogram)
    }

    /// Returns each statistic with its histogram.
    pub fn each(&self) -> impl Iterator<Item = (Statistic, &Histogram)> {
        Statistic::ALL.into_iter().zip(&self.histograms)
    }

    /// Restores a tally from a histogram for each of [`Statistic::ALL`].
    ///
    /// If `card` is `None`, there is no histogram of the position. Returns `None` if the number of histograms
    /// or their ranges are wrong.
    pub fn restored(cards: usize, card: Option<u32>, histograms: Vec<Histogram>) -> Option<Statistics> {
        let mut statistics = Statistics::new(cards, card);
        let fits = |(empty, histogram): (&Histogram, &Histogram)| {
            empty.counts().len() == histogram.counts().len() && empty.width() == histogram.width()
        };
        let same = histograms.len() == statistics.histograms.len();
        (same && statistics.histograms.iter().zip(&histograms).all(fits)).then(|| {
            statistics.histograms = histograms;
            statistics
        })
    }
}

/// Counts all statistics of one deck before the next deck. If each statistic were counted by itself,
/// increments of the same bin would often follow each other, and each would have to wait for the one before.
fn count(mut bins: [&mut [u64]; MEASURES], values: &[&[u16; BATCH]; MEASURES], decks: usize) {
    for deck in 0..decks {
        for (bins, values) in bins.iter_mut().zip(values) {
            bins[usize::from(values[deck])] += 1;
        }
    }
}

impl Statistics {
    fn add_measured(&mut self, measured: [u64; MEASURES]) {
        for (histogram, value) in self.histograms.iter_mut().zip(measured) {
            histogram.add(value);
        }
    }

    fn add_positions<'a, C: Copy + Into<u32> + 'a>(&mut self, decks: impl Iterator<Item = &'a [C]>) {
        let Some(card) = self.card else { return };
        let positions = self.histograms.last_mut().expect("positions are counted last");
        for deck in decks {
            let position = deck.iter().position(|&lies| lies.into() == card);
            positions.add(position.expect("the card is in the deck") as u64);
        }
    }
}

fn counted(card: Option<u32>) -> &'static [Statistic] {
    if card.is_some() { &Statistic::ALL } else { &Statistic::OF_DECKS }
}

impl Tally for Statistics {
    fn add(&mut self, decks: &[u32], cards: usize) {
        if cards > u16::MAX_CARDS {
            decks.chunks_exact(cards).for_each(|deck| self.add_measured(measured(deck)));
            return self.add_positions(decks.chunks_exact(cards));
        }
        if cards > SmallDeck::MAX_CARDS {
            let mut large = LargeDecks::<u16>::new(cards);
            for decks in decks.chunks(large.count() * cards) {
                large.load(decks);
                self.add_large(&large, decks.len() / cards);
            }
            return;
        }
        let mut batch = [SmallDeck::NEW; BATCH];
        for decks in decks.chunks(BATCH * cards) {
            SmallDeck::replace_all(Processor::detect(), &mut batch, decks, cards);
            self.add_small(&batch[..decks.len() / cards], cards);
        }
    }

    fn add_small(&mut self, decks: &[SmallDeck], cards: usize) {
        for decks in decks.chunks(BATCH) {
            let measures = Measures::new(decks, cards, Processor::detect());
            let measured = self.histograms.first_chunk_mut::<MEASURES>().expect("a histogram for each");
            count(measured.each_mut().map(Histogram::bins), &measures.each(), decks.len());
            self.add_positions(decks.iter().map(|deck| &deck.cards()[..cards]));
        }
    }

    fn add_large<C: Card>(&mut self, decks: &LargeDecks<C>, count: usize) {
        let measures = decks.measures(count, Processor::detect());
        measures.into_iter().for_each(|measured| self.add_measured(measured));
        self.add_positions((0..count).map(|index| decks.deck(index)));
    }
}

impl Merge for Statistics {
    fn merge(&mut self, other: Statistics) {
        for (histogram, other) in self.histograms.iter_mut().zip(&other.histograms) {
            histogram.merge(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_permutation::Permutation;

    /// The counts over all decks of five cards are the uniform laws, times 120.
    #[test]
    fn all_decks_have_the_uniform_laws() {
        let mut statistics = Statistics::new(5, Some(3));
        for rank in 0..120u32 {
            statistics.add(&Permutation::unrank(5, rank).unwrap().to_deck(), 5);
        }
        assert_eq!(statistics.each().count(), 8);
        for (statistic, histogram) in statistics.each() {
            let law = statistic.law(5).unwrap();
            for (count, chance) in histogram.counts().iter().zip(law.probabilities()) {
                assert!((*count as f64 - 120.0 * chance).abs() < 1e-9, "{statistic:?}");
            }
        }
    }

    #[test]
    fn blocks_are_their_decks() {
        let decks = [2, 0, 1, 1, 0, 2];
        let (mut together, mut apart) = (Statistics::new(3, None), Statistics::new(3, None));
        together.add(&decks, 3);
        decks.chunks(3).for_each(|deck| {
            let mut one = Statistics::new(3, None);
            one.add(deck, 3);
            apart.merge(one);
        });
        assert_eq!(together, apart);
        assert_eq!(together.histogram(Statistic::Position), None);
    }
}
