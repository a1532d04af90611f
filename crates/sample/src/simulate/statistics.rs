use super::{Histogram, Merge, Tally};
use crate::kernel::{BATCH, Card, LargeDecks, Measures, Processor, SmallDeck};
use faro_permutation::{Permutation, Statistic};

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

/// Returns the statistics of one deck of any size, by the algorithms of [`Permutation`]. O(n log n).
///
/// The order is [`Statistic::OF_DECKS`](faro_permutation::Statistic::OF_DECKS). Decks that a kernel shuffles
/// are measured by the kernel, with [`Measures`](crate::kernel::Measures) for small decks and
/// [`LargeDecks::measures`](crate::kernel::LargeDecks::measures) for large decks.
pub(super) fn measured(deck: &[u32]) -> [u64; 7] {
    let moved = Permutation::from_deck(deck).expect("a deck holds each card once");
    [
        moved.cycles().iter().count() as u64,
        moved.fixed_points() as u64,
        deck.windows(2).filter(|pair| pair[0] > pair[1]).count() as u64,
        moved.rising_sequences() as u64,
        moved.inversions(),
        moved.longest_increasing_subsequence() as u64,
        moved.displacement(),
    ]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::kernel::{
        Card, LargeDecks, LargeKernel, Measures, Processor, RandomRows, SEED_BYTES, SmallDeck, Step,
    };
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

    #[test]
    fn a_worked_deck() {
        assert_eq!(measured(&[0, 4, 1, 5, 2, 6, 3, 7]), [4, 2, 3, 2, 6, 5, 12]);
    }

    fn check(deck: &[u32]) {
        let kernel = Measures::new(&[SmallDeck::from_cards(deck)], deck.len(), Processor::detect());
        assert_eq!(kernel.each().map(|values| u64::from(values[0])), measured(deck), "{deck:?}");
    }

    /// For all decks of up to six cards.
    #[test]
    fn kernels_count_what_permutations_count() {
        check(&[]);
        for cards in 1..=6usize {
            let orders = 0..(1..=cards).product();
            orders.for_each(|rank| check(&Permutation::unrank(cards, rank).unwrap().to_deck()));
        }
    }

    /// For large decks, with one or two bytes for each card.
    #[test]
    fn large_kernels_count_what_permutations_count() {
        fn check_large<C: Card>(cards: usize) {
            let kernel = LargeKernel::new(cards, &[Step::Riffles(5)]).unwrap();
            let (mut decks, mut random) =
                (LargeDecks::<C>::new(cards), RandomRows::xoshiro(&[2; SEED_BYTES]));
            kernel.shuffle(&mut decks, &mut random);
            for (index, found) in decks.measures(decks.count(), Processor::detect()).into_iter().enumerate() {
                let deck: Vec<u32> = decks.deck(index).iter().map(|&card| card.into()).collect();
                assert_eq!(found, measured(&deck), "{cards} cards");
            }
        }
        check_large::<u8>(104);
        [416, 5000, 65_536].into_iter().for_each(check_large::<u16>);
    }

    proptest! {
        #[test]
        fn kernels_count_larger_decks(keys in proptest::collection::vec(any::<u64>(), 1..=64)) {
            let mut deck: Vec<u32> = (0..keys.len() as u32).collect();
            deck.sort_by_key(|&card| (keys[card as usize], card));
            check(&deck);
        }
    }
}
