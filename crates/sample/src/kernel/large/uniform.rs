//! Exactly uniform shuffles of large decks, by the algorithm of Fisher and Yates (1938; Durstenfeld 1964).
//! Each position from the last on exchanges its card with a random position, which is above it or is the
//! position itself.

use super::decks::{Card, LargeDecks};
use crate::kernel::random_rows::{GENERATORS, RandomRow, RandomRows};
use faro_simd::Processor;

/// The number of rows of random numbers that are filled at a time.
const ROWS: usize = 4;

/// Shuffles each deck in turn. Random numbers that are left at the end are discarded.
pub(super) fn shuffle<C: Card>(
    draws: &[BatchedDraws],
    decks: &mut LargeDecks<C>,
    random: &mut RandomRows,
    processor: Processor,
) {
    let rows = [[0; GENERATORS]; ROWS];
    let mut numbers = RandomNumbers {
        random,
        processor,
        rows,
        next: ROWS * GENERATORS,
    };
    for index in 0..decks.count() {
        let deck = decks.current.row_mut(index);
        for batch in draws {
            batch.draw(|| numbers.next(), |bound, draw| deck.swap(bound - 1, draw));
        }
    }
}

/// Returns the numbers of random rows one by one.
struct RandomNumbers<'a> {
    random: &'a mut RandomRows,
    processor: Processor,
    rows: [RandomRow; ROWS],
    next: usize,
}

impl RandomNumbers<'_> {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        if self.next == ROWS * GENERATORS {
            self.random.fill(&mut self.rows, self.processor);
            self.next = 0;
        }
        self.next += 1;
        self.rows.as_flattened()[self.next - 1]
    }
}

/// Maximum product of bounds. It ensures that at most one number in 256 is rejected.
const MAX_PRODUCT: u64 = 1 << 56;

/// The `count` draws from one random number: below `first`, below `first` − 1, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BatchedDraws {
    first: u64,
    count: u64,
    /// The product of the bounds.
    product: u64,
    /// Bound of the rejection: a random number is rejected if the fraction after its last draw is below it.
    rejected: u64,
}

impl BatchedDraws {
    /// Returns batches for the draws below n, n − 1, …, 2. Each batch has as many draws as [`MAX_PRODUCT`]
    /// allows.
    pub(super) fn all(n: usize) -> Vec<BatchedDraws> {
        let (mut batches, mut first) = (Vec::new(), n as u64);
        while first > 1 {
            let (mut product, mut count) = (first, 1);
            while first - count > 1 && MAX_PRODUCT / product >= first - count {
                (product, count) = (product * (first - count), count + 1);
            }
            batches.push(BatchedDraws {
                first,
                count,
                product,
                rejected: product.wrapping_neg() % product,
            });
            first -= count;
        }
        batches
    }

    /// Takes the first random number that is not rejected, and calls `take` with each bound and the draw
    /// below it.
    #[inline(always)]
    pub(super) fn draw(&self, mut random: impl FnMut() -> u64, mut take: impl FnMut(usize, usize)) {
        let mut fraction = random();
        // The fraction after the last draw is the fractional part of the random number times all bounds. It decides
        // the rejection.
        while fraction.wrapping_mul(self.product) < self.rejected {
            fraction = random();
        }
        for bound in (0..self.count).map(|index| self.first - index) {
            let product = u128::from(fraction) * u128::from(bound);
            fraction = product as u64;
            take(bound as usize, (product >> 64) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::kernel::random_rows::SEED_BYTES;

    /// Fisher and Yates, with the draws from a random number computed by long division.
    fn shuffled(cards: usize, random: &mut impl Iterator<Item = u64>) -> Vec<u32> {
        let mut deck: Vec<u32> = (0..cards as u32).collect();
        let mut left = cards as u128;
        while left > 1 {
            let mut bounds = vec![left];
            while bounds[bounds.len() - 1] > 2 {
                let next = bounds[bounds.len() - 1] - 1;
                if bounds.iter().product::<u128>() * next > 1 << 56 {
                    break;
                }
                bounds.push(next);
            }
            let product: u128 = bounds.iter().product();
            let accepted = |&x: &u64| u128::from(x) * product % (1 << 64) >= (1 << 64) % product;
            let mut outcome = (u128::from(random.find(accepted).unwrap()) * product) >> 64;
            let mut below = product;
            for &bound in &bounds {
                below /= bound;
                deck.swap(bound as usize - 1, (outcome / below) as usize);
                outcome %= below;
            }
            left -= bounds.len() as u128;
        }
        deck
    }

    fn check<C: Card + std::fmt::Debug>(cards: usize, seed: &[u8; SEED_BYTES]) {
        let (mut random, new) = (RandomRows::new(seed), LargeDecks::<C>::new(cards));
        let mut numbers = std::iter::from_fn(|| {
            let mut row = [[0; GENERATORS]];
            random.fill(&mut row, Processor::available()[0]);
            Some(row[0])
        })
        .flatten();
        let expected: Vec<Vec<u32>> = (0..new.count())
            .map(|_| shuffled(cards, &mut numbers))
            .collect();
        for processor in Processor::available() {
            let mut decks = new.clone();
            shuffle(
                &BatchedDraws::all(cards),
                &mut decks,
                &mut RandomRows::new(seed),
                processor,
            );
            for (index, expected) in expected.iter().enumerate() {
                let deck: Vec<u32> = decks.deck(index).iter().map(|&card| card.into()).collect();
                assert_eq!(&deck, expected, "{cards} {processor:?}");
            }
        }
    }

    #[test]
    fn decks_of_many_sizes() {
        let sizes = [65, 104, 127, 128, 200, 256];
        for &cards in &sizes[..if cfg!(miri) { 1 } else { sizes.len() }] {
            check::<u8>(cards, &[cards as u8; SEED_BYTES]);
        }
        let largest = if cfg!(miri) { 257 } else { 65_536 };
        for cards in [257, 416, 1000, 65_536]
            .into_iter()
            .filter(|&cards| cards <= largest)
        {
            check::<u16>(cards, &[cards as u8 | 1; SEED_BYTES]);
        }
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "slow, and smaller sizes are tested above")]
        fn any_seeds(cards in 65..=500usize, seed in any::<[u8; 32]>()) {
            check::<u16>(cards, &std::array::from_fn(|index| seed[index % 32] ^ index as u8));
        }
    }

    /// Every bound occurs once, from n down, and no batch could have one more draw.
    #[test]
    fn each_bound_is_drawn_below() {
        let largest = if cfg!(miri) { 70 } else { 65_536 };
        for n in (0..600).chain([65_535, 65_536]).filter(|&n| n <= largest) {
            let batches = BatchedDraws::all(n);
            let mut bounds = Vec::new();
            for batch in &batches {
                let factors: Vec<u64> = (0..batch.count).map(|index| batch.first - index).collect();
                assert_eq!(factors.iter().product::<u64>(), batch.product);
                let more = u128::from(batch.product) * u128::from(batch.first - batch.count);
                assert!(
                    batch.product <= MAX_PRODUCT
                        && (more > u128::from(MAX_PRODUCT) || batch.first == batch.count + 1)
                );
                assert_eq!(
                    u128::from(batch.rejected),
                    (1 << 64) % u128::from(batch.product)
                );
                bounds.extend(factors);
            }
            assert!(bounds.into_iter().eq((2..=n as u64).rev()), "{n}");
        }
        assert_eq!(BatchedDraws::all(52).len(), 5);
    }

    /// With random numbers of 12 bits, the same count of numbers gives each combination of draws, for all
    /// bounds.
    #[test]
    #[cfg_attr(miri, ignore = "slow, and plain arithmetic")]
    fn draws_are_uniform() {
        for first in 2..=12u32 {
            for count in 1..first.min(4) {
                let product: u32 = (0..count).map(|index| first - index).product();
                let mut counts = vec![0; product as usize];
                for random in 0..4096u32 {
                    let (mut fraction, mut outcome) = (random, 0);
                    for bound in (0..count).map(|index| first - index) {
                        outcome = outcome * bound + ((fraction * bound) >> 12);
                        fraction = fraction * bound % 4096;
                    }
                    assert_eq!(fraction, random * product % 4096, "the last fraction");
                    if fraction >= 4096 % product {
                        counts[outcome as usize] += 1;
                    }
                }
                assert!(
                    counts.iter().all(|&count| count == 4096 / product),
                    "{first} {count}"
                );
            }
        }
    }
}
