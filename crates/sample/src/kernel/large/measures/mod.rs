//! Statistics of large decks. The methods are the same as for small decks, with sets of cards in several
//! 64-bit blocks.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use portable::{compare, measure};

use super::decks::{Card, LargeDecks, Measure};
use crate::kernel::measures;
use crate::kernel::measures::portable::MAX_CARDS;
use faro_simd::{Processor, compiled_fn};

impl<C: Card> LargeDecks<C> {
    /// Returns the statistics of the first `count` decks.
    ///
    /// The order is [`Statistic::OF_DECKS`](faro_permutation::Statistic::OF_DECKS). O(n) for each deck,
    /// except for inversions, O(n log n), and longest increasing subsequences, O(n^1.5). For 416 cards this
    /// takes about 2 µs with AVX-512, and 4 µs without. Decks of at most 127 cards are compared in pairs, in
    /// O(n²): about 0.25 µs for 104 cards.
    ///
    /// ```
    /// use faro_sample::kernel::{LargeDecks, Processor};
    /// let new = LargeDecks::<u8>::new(104).measures(1, Processor::detect());
    /// assert_eq!(new, [[104, 104, 0, 1, 0, 104, 0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If `count` is more than the number of decks.
    pub fn measures(&self, count: usize, processor: Processor) -> Vec<[u64; 7]> {
        let mut all = vec![[0; 7]; count];
        let decks: Vec<&[C]> = (0..count).map(|index| self.deck(index)).collect();
        C::measure(&decks, &mut all, processor);
        all
    }
}

impl Measure for u8 {
    fn measure(decks: &[&[u8]], all: &mut [[u64; 7]], processor: Processor) {
        measure_all(decks, all, processor);
    }
}

impl Measure for u16 {
    fn measure(decks: &[&[u16]], all: &mut [[u64; 7]], processor: Processor) {
        measure_all(decks, all, processor);
    }
}

fn measure_all<C: Card>(decks: &[&[C]], all: &mut [[u64; 7]], processor: Processor) {
    let cards = decks.first().map_or(0, |deck| deck.len());
    if cards <= MAX_CARDS {
        return measure_in_rows(decks, all, processor);
    }
    measure_by_sets(processor, decks, all);
}

compiled_fn! {
    fn measure_by_sets<C: Card>(processor: Processor, decks: &[&[C]], all: &mut [[u64; 7]]) {
        measure(decks, all, compare(decks[0].len()));
    } with avx512::measure_all
}

/// The number of decks in a row of bytes.
const ROW: usize = 32;

/// Computes all statistics by the methods for small decks, in rows with one byte for each deck and a row for
/// each position.
fn measure_in_rows<C: Card>(decks: &[&[C]], all: &mut [[u64; 7]], processor: Processor) {
    for (some, decks) in all.chunks_mut(ROW).zip(decks.chunks(ROW)) {
        let mut rows = [[0; ROW]; MAX_CARDS];
        for (index, deck) in decks.iter().enumerate() {
            for (row, &card) in rows.iter_mut().zip(*deck) {
                row[index] = Into::<u32>::into(card) as i8;
            }
        }
        let mut measured = [[0; ROW]; 7];
        measure_rows(processor, &mut rows[..decks[0].len()], &mut measured);
        for (index, measures) in some.iter_mut().enumerate() {
            for (to, values) in measures.iter_mut().zip(&measured) {
                *to = values[index].into();
            }
        }
    }
}

compiled_fn! {
    fn measure_rows(processor: Processor, rows: &mut [[i8; ROW]], measured: &mut [[u16; ROW]; 7]) {
        measures::portable::measure(rows, measured);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::kernel::Step;
    use crate::kernel::large::LargeKernel;
    use crate::kernel::random_rows::{RandomRows, SEED_BYTES};

    /// Returns the statistics, computed by their definitions.
    fn defined(deck: &[u32]) -> [u64; 7] {
        let count = |number: usize| number as u64;
        let pairs =
            || (0..deck.len()).flat_map(|below| (0..below).map(move |above| (above, below)));
        let mut positions = vec![0; deck.len()];
        deck.iter()
            .enumerate()
            .for_each(|(position, &card)| positions[card as usize] = position);
        let (mut seen, mut cycles) = (vec![false; deck.len()], 0);
        for start in 0..deck.len() {
            cycles += u64::from(!seen[start]);
            let mut position = start;
            while !seen[position] {
                seen[position] = true;
                position = deck[position] as usize;
            }
        }
        let mut longest = vec![1; deck.len()];
        for (above, below) in pairs().filter(|&(above, below)| deck[above] < deck[below]) {
            longest[below] = longest[below].max(longest[above] + 1);
        }
        [
            cycles,
            count(
                deck.iter()
                    .enumerate()
                    .filter(|&(position, &card)| card as usize == position)
                    .count(),
            ),
            count(deck.windows(2).filter(|pair| pair[0] > pair[1]).count()),
            count(
                positions
                    .windows(2)
                    .filter(|pair| pair[0] > pair[1])
                    .count()
                    + 1,
            ),
            count(
                pairs()
                    .filter(|&(above, below)| deck[above] > deck[below])
                    .count(),
            ),
            longest.into_iter().max().unwrap(),
            deck.iter()
                .enumerate()
                .map(|(position, &card)| count(position.abs_diff(card as usize)))
                .sum(),
        ]
    }

    fn check<C: Card>(decks: &LargeDecks<C>, count: usize) {
        let defined: Vec<[u64; 7]> = (0..count)
            .map(|index| {
                defined(
                    &decks
                        .deck(index)
                        .iter()
                        .map(|&card| card.into())
                        .collect::<Vec<u32>>(),
                )
            })
            .collect();
        for processor in Processor::available() {
            assert_eq!(decks.measures(count, processor), defined, "{processor:?}");
        }
    }

    fn shuffled<C: Card>(cards: usize, steps: &[Step], seed: u8) -> LargeDecks<C> {
        let mut decks = LargeDecks::new(cards);
        LargeKernel::new(cards, steps)
            .unwrap()
            .shuffle(&mut decks, &mut RandomRows::new(&[seed; SEED_BYTES]));
        decks
    }

    #[test]
    fn decks_of_many_sizes() {
        let largest = if cfg!(miri) { 128 } else { 3000 };
        for cards in [65, 104, 127, 128, 129, 255, 256]
            .into_iter()
            .filter(|&cards| cards <= largest)
        {
            let decks = shuffled::<u8>(cards, &[Step::Uniform], 1);
            check(&decks, if cfg!(miri) { 2 } else { decks.count() });
        }
        for cards in [257, 416, 1023, 1024, 1025, 3000]
            .into_iter()
            .filter(|&cards| cards <= largest)
        {
            check(&shuffled::<u16>(cards, &[Step::Uniform], 2), 1);
            check(&shuffled::<u16>(cards, &[Step::Riffles(2)], 3), 1);
        }
    }

    /// No counter overflows for the decks with the largest values: new and reversed decks of up to 65,536
    /// cards.
    #[test]
    #[cfg_attr(miri, ignore = "slow, and smaller sizes are tested above")]
    fn largest_values() {
        let reversed = |cards: u32| Step::Move((0..cards).rev().collect());
        check(&LargeDecks::<u8>::new(127), 32);
        check(&shuffled::<u8>(127, &[reversed(127)], 1), 32);
        check(&LargeDecks::<u8>::new(256), 3);
        check(&shuffled::<u8>(256, &[reversed(256)], 1), 5);
        let n = 65_536u64;
        let largest = shuffled::<u16>(n as usize, &[reversed(n as u32)], 1);
        for processor in Processor::available() {
            let new = LargeDecks::<u16>::new(n as usize).measures(1, processor);
            assert_eq!(new, [[n, n, 0, 1, 0, n, 0]]);
            let expected = [n / 2, 0, n - 1, n, n * (n - 1) / 2, 1, n * n / 2];
            assert_eq!(largest.measures(1, processor), [expected]);
        }
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "slow, and smaller sizes are tested above")]
        fn any_decks(cards in 65..=600usize, count in 1..=8usize, riffles in 0..=4u32, seed in 1..=255u8) {
            let steps = if riffles == 0 { [Step::Uniform] } else { [Step::Riffles(riffles)] };
            let decks = shuffled::<u16>(cards, &steps, seed);
            check(&decks, count.min(decks.count()));
        }
    }
}
