//! Counts all statistics of simulated decks.

use faro_math::statistics::Moments;
use faro_permutation::{Permutation, Statistic};

use super::tally::fill;
use super::{Merge, Tally};
use crate::SampleError;
use crate::kernel::{BATCH, Card, LargeDecks, Measures, Processor, SmallDeck};

/// The number of statistics that are computed by kernels, for decks that fit one.
const MEASURES: usize = Measures::COUNT;

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
        assert!(
            card.is_none_or(|card| (card as usize) < cards),
            "card {card:?} of {cards}"
        );
        let empty = |statistic: &Statistic| Histogram::new(statistic.largest(cards));
        Statistics {
            card,
            histograms: counted(card).iter().map(empty).collect(),
        }
    }

    /// Returns the histogram of `statistic`, or `None` for the position if no card is followed.
    pub fn histogram(&self, statistic: Statistic) -> Option<&Histogram> {
        self.each()
            .find(|(which, _)| *which == statistic)
            .map(|(_, histogram)| histogram)
    }

    /// Returns each statistic with its histogram.
    pub fn each(&self) -> impl Iterator<Item = (Statistic, &Histogram)> {
        Statistic::ALL.into_iter().zip(&self.histograms)
    }

    /// Restores a tally from a histogram for each of [`Statistic::ALL`].
    ///
    /// If `card` is `None`, there is no histogram of the position. Returns `None` if the number of histograms
    /// or their ranges are wrong.
    pub fn restored(
        cards: usize,
        card: Option<u32>,
        histograms: Vec<Histogram>,
    ) -> Option<Statistics> {
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

    /// Counts the statistics of whole decks from index `first` on, and the position of the card. The
    /// statistics are computed by the algorithms of [`Permutation`].
    fn add_from<'a, C: Copy + Into<u32> + 'a>(
        &mut self,
        first: usize,
        decks: impl Iterator<Item = &'a [C]>,
    ) {
        let statistics = &Statistic::OF_DECKS[first..];
        if statistics.is_empty() && self.card.is_none() {
            return;
        }
        for deck in decks {
            let deck: Vec<u32> = deck.iter().map(|&card| card.into()).collect();
            if let Some(card) = self.card {
                let position = deck
                    .iter()
                    .position(|&other| other == card)
                    .expect("the card is in the deck");
                self.histograms
                    .last_mut()
                    .expect("positions are counted last")
                    .add(position as u64);
            }
            if !statistics.is_empty() {
                let moved = Permutation::from_deck(deck).expect("a deck holds each card once");
                let histograms = self.histograms[first..].iter_mut().zip(statistics);
                histograms
                    .for_each(|(histogram, statistic)| histogram.add(statistic.value(&moved)));
            }
        }
    }
}

fn counted(card: Option<u32>) -> &'static [Statistic] {
    if card.is_some() {
        &Statistic::ALL
    } else {
        &Statistic::OF_DECKS
    }
}

impl Tally for Statistics {
    fn add(&mut self, decks: &[u32], cards: usize) {
        if cards > u16::MAX_CARDS {
            return self.add_from(0, decks.chunks_exact(cards));
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
            let measured = self
                .histograms
                .first_chunk_mut::<MEASURES>()
                .expect("a histogram for each");
            count(
                measured.each_mut().map(Histogram::bins),
                &measures.each(),
                decks.len(),
            );
            self.add_from(MEASURES, decks.iter().map(|deck| &deck.cards()[..cards]));
        }
    }

    fn add_large<C: Card>(&mut self, decks: &LargeDecks<C>, count: usize) {
        let measures = decks.measures(count, Processor::detect());
        measures
            .into_iter()
            .for_each(|measured| self.add_measured(measured));
        self.add_from(MEASURES, (0..count).map(|index| decks.deck(index)));
    }
}

impl Merge for Statistics {
    fn merge(&mut self, other: Statistics) {
        for (histogram, other) in self.histograms.iter_mut().zip(&other.histograms) {
            histogram.merge(other);
        }
    }
}

/// Maximum number of bins of a histogram: half a megabyte.
const MAX_BINS: u64 = 1 << 16;

/// The number of occurrences of each value from 0 to a maximum.
///
/// Up to 65,536 values have a bin each. More values share bins of 2, 4, 8, … values. In that case the exact
/// sums of the values are also stored.
///
/// ```
/// # use faro_sample::simulate::Histogram;
/// let mut histogram = Histogram::new(3);
/// [1, 3, 1].map(|value| histogram.add(value));
/// assert_eq!((histogram.counts(), histogram.moments().mean()), ([0, 2, 0, 1].as_slice(), Some(5.0 / 3.0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    largest: u64,
    shift: u32,
    counts: Vec<u64>,
    /// The exact sums of the values if values share bins. Otherwise the sums follow from the counts, and this
    /// is unused.
    moments: Moments,
}

impl Histogram {
    /// Creates an empty histogram of the values 0 … `largest`.
    pub fn new(largest: u64) -> Histogram {
        let shift = (0..)
            .find(|&shift| largest >> shift < MAX_BINS)
            .expect("a few shifts are enough");
        let counts = vec![0; (largest >> shift) as usize + 1];
        Histogram {
            largest,
            shift,
            counts,
            moments: Moments::default(),
        }
    }

    /// Counts a value.
    ///
    /// # Panics
    ///
    /// If `value` is above the last bin.
    #[inline]
    pub fn add(&mut self, value: u64) {
        self.counts[(value >> self.shift) as usize] += 1;
        if self.shift > 0 {
            self.moments.add(value);
        }
    }

    /// Returns the count of each value, for a caller that counts many values in one loop.
    ///
    /// # Panics
    ///
    /// If values share bins.
    pub(super) fn bins(&mut self) -> &mut [u64] {
        assert_eq!(self.shift, 0, "a bin for each value");
        &mut self.counts
    }

    /// Adds the counts of another histogram with the same range.
    ///
    /// # Panics
    ///
    /// If the ranges of the histograms differ.
    pub fn merge(&mut self, other: &Histogram) {
        assert_eq!(self.largest, other.largest, "histograms of the same values");
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.moments = self
            .moments
            .checked_add(&other.moments)
            .expect("sums of bounded samples");
    }

    /// Returns the number of values that share a bin.
    pub fn width(&self) -> u64 {
        1 << self.shift
    }

    /// Returns the count of each bin. Bin i starts at the value i·[`width`](Self::width).
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the number of values, their exact sum and the exact sum of their squares.
    pub fn moments(&self) -> Moments {
        if self.shift > 0 {
            return self.moments;
        }
        let values = self.counts.iter().zip(0u128..);
        let mut moments = Moments::default();
        for (&count, value) in values {
            moments.count += count;
            moments.sum += u128::from(count) * value;
            moments.squares += u128::from(count) * value * value;
        }
        moments
    }

    /// Returns the indices of the non-empty bins, with their counts.
    pub fn filled(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0..)
            .zip(self.counts.iter().copied())
            .filter(|&(_, count)| count > 0)
    }

    /// Restores a histogram of the values 0 … `largest` from its counts and sums.
    ///
    /// `samples` is the number of counted values. `filled` has the index and the count of each non-empty bin.
    /// `sums` has the sum of the values and the sum of their squares.
    ///
    /// # Errors
    ///
    /// [`SampleError::Inconsistent`] if a bin is out of range or occurs twice, if the counts do not add up to
    /// `samples`, or if the sums are outside the range that the bins allow.
    pub fn restored(
        largest: u64,
        samples: u64,
        filled: impl IntoIterator<Item = (u64, u64)>,
        sums: (u128, u128),
    ) -> Result<Histogram, SampleError> {
        let mut histogram = Histogram::new(largest);
        fill(&mut histogram.counts, samples, filled).ok_or(SampleError::Inconsistent)?;
        let moments = Moments {
            count: samples,
            sum: sums.0,
            squares: sums.1,
        };
        if histogram.shift > 0 {
            histogram.moments = moments;
        }
        histogram
            .allows(&moments)
            .then_some(histogram)
            .ok_or(SampleError::Inconsistent)
    }

    /// Returns whether the sums in `moments` are in the range that the bins allow.
    fn allows(&self, moments: &Moments) -> bool {
        if self.shift == 0 {
            return self.moments() == *moments;
        }
        let within = |sum: u128, power: u32| {
            let (mut min, mut max) = (0u128, 0u128);
            for (bin, count) in self.filled() {
                let lowest = u128::from(bin) << self.shift;
                let highest = (lowest + u128::from(self.width()) - 1).min(self.largest.into());
                min = min.saturating_add(lowest.pow(power).saturating_mul(count.into()));
                max = max.saturating_add(highest.pow(power).saturating_mul(count.into()));
            }
            (min..=max).contains(&sum)
        };
        within(moments.sum, 1) && within(moments.squares, 2)
    }
}

#[cfg(test)]
mod tests {
    use faro_permutation::Permutation;
    use proptest::prelude::*;

    use super::*;
    use crate::kernel::{
        Card, LargeDecks, LargeKernel, Measures, Processor, RandomRows, SEED_BYTES, SmallDeck, Step,
    };

    /// Returns the statistics that kernels compute, by their definitions.
    fn measured(deck: &[u32]) -> [u64; MEASURES] {
        let moved = Permutation::from_deck(deck).unwrap();
        *Statistic::OF_DECKS
            .map(|statistic| statistic.value(&moved))
            .first_chunk()
            .unwrap()
    }

    /// The counts over all decks of five cards are the uniform laws, times 120.
    #[test]
    fn all_decks_have_the_uniform_laws() {
        let mut statistics = Statistics::new(5, Some(3));
        for rank in 0..120u32 {
            statistics.add(&Permutation::unrank(5, rank).unwrap().to_deck(), 5);
        }
        assert_eq!(statistics.each().count(), Statistic::ALL.len());
        for (statistic, histogram) in statistics.each() {
            let law = statistic.law(5).unwrap();
            for (count, chance) in histogram.counts().iter().zip(law.probabilities()) {
                assert!(
                    (*count as f64 - 120.0 * chance).abs() < 1e-9,
                    "{statistic:?}"
                );
            }
        }
    }

    /// Decks of more cards than any kernel takes are counted by the algorithms of permutations.
    #[test]
    fn kernels_count_as_permutations_do() {
        let (mut by_kernel, mut by_definition) =
            (Statistics::new(5, Some(3)), Statistics::new(5, Some(3)));
        for rank in 0..120u32 {
            let deck = Permutation::unrank(5, rank).unwrap().to_deck();
            by_kernel.add(&deck, 5);
            by_definition.add_from(0, std::iter::once(&deck[..]));
        }
        assert_eq!(by_kernel, by_definition);
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
        let kernel = Measures::new(
            &[SmallDeck::from_cards(deck)],
            deck.len(),
            Processor::detect(),
        );
        assert_eq!(
            kernel.each().map(|values| u64::from(values[0])),
            measured(deck),
            "{deck:?}"
        );
    }

    /// Kernels and permutations count the same in all decks of up to six cards.
    #[test]
    fn kernels_count_what_permutations_count() {
        check(&[]);
        for cards in 1..=6usize {
            let orders = 0..(1..=cards).product();
            orders.for_each(|rank| check(&Permutation::unrank(cards, rank).unwrap().to_deck()));
        }
    }

    /// Kernels and permutations count the same in large decks with one or two bytes for each card.
    #[test]
    fn large_kernels_count_what_permutations_count() {
        fn check_large<C: Card>(cards: usize) {
            let kernel = LargeKernel::new(cards, &[Step::Riffles(5)]).unwrap();
            let (mut decks, mut random) = (
                LargeDecks::<C>::new(cards),
                RandomRows::new(&[2; SEED_BYTES]),
            );
            kernel.shuffle(&mut decks, &mut random);
            for (index, found) in decks
                .measures(decks.count(), Processor::detect())
                .into_iter()
                .enumerate()
            {
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

    fn of(largest: u64, values: &[u64]) -> Histogram {
        let mut histogram = Histogram::new(largest);
        values.iter().for_each(|&value| histogram.add(value));
        histogram
    }

    #[test]
    fn moments_do_not_depend_on_bins() {
        let values = [0, 1, 5, 1000, 65535, 17];
        let (fine, coarse) = (of(65535, &values), of(1 << 40, &values));
        assert_eq!((fine.width(), coarse.width()), (1, 1 << 25));
        assert_eq!(fine.moments(), coarse.moments());
        assert_eq!(coarse.counts()[0], 6);
    }

    #[test]
    fn parts_add_up() {
        for largest in [100, 1_000_000] {
            let mut parts = of(largest, &[1, 2]);
            parts.merge(&of(largest, &[100, 2]));
            assert_eq!(parts, of(largest, &[1, 2, 2, 100]));
        }
    }

    #[test]
    fn what_is_written_is_restored() {
        for largest in [100, 1_000_000] {
            let histogram = of(largest, &[1, 2, 99]);
            let Moments {
                count,
                sum,
                squares,
            } = histogram.moments();
            let filled: Vec<_> = histogram.filled().collect();
            let restored = |count, filled: &[(u64, u64)], sums| {
                Histogram::restored(largest, count, filled.iter().copied(), sums)
            };
            assert_eq!(restored(count, &filled, (sum, squares)), Ok(histogram));
            assert!(restored(4, &filled, (sum, squares)).is_err());
            assert!(restored(count, &filled, (sum + (1 << 30), squares)).is_err());
            assert!(
                restored(
                    count,
                    &[filled.as_slice(), &[(1 << 20, 0)]].concat(),
                    (sum, squares)
                )
                .is_err()
            );
            assert!(restored(1, &[(0, u64::MAX), (1, 2)], (2, 2)).is_err());
        }
    }
}
