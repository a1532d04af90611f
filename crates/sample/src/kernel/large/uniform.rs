//! Exactly uniform shuffles of large decks, by the algorithm of Fisher and Yates (1938; Durstenfeld 1964).
//! Each position from the last on exchanges its card with a random position, which is above it or is the
//! position itself.

use super::batched_draws::BatchedDraws;
use super::card::Card;
use super::decks::LargeDecks;
use crate::kernel::random_rows::{GENERATORS, RandomRows, Row};
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
    let mut numbers = Numbers { random, processor, rows, next: ROWS * GENERATORS };
    for index in 0..decks.count() {
        let deck = decks.current.row_mut(index);
        for batch in draws {
            batch.draw(|| numbers.next(), |bound, draw| deck.swap(bound - 1, draw));
        }
    }
}

/// Returns the numbers of random rows one by one.
struct Numbers<'a> {
    random: &'a mut RandomRows,
    processor: Processor,
    rows: [Row; ROWS],
    next: usize,
}

impl Numbers<'_> {
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
        let (mut random, new) = (RandomRows::xoshiro(seed), LargeDecks::<C>::new(cards));
        let mut numbers = std::iter::from_fn(|| {
            let mut row = [[0; GENERATORS]];
            random.fill(&mut row, Processor::available()[0]);
            Some(row[0])
        })
        .flatten();
        let expected: Vec<Vec<u32>> = (0..new.count()).map(|_| shuffled(cards, &mut numbers)).collect();
        for processor in Processor::available() {
            let mut decks = new.clone();
            shuffle(&BatchedDraws::all(cards), &mut decks, &mut RandomRows::xoshiro(seed), processor);
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
        for cards in [257, 416, 1000, 65_536].into_iter().filter(|&cards| cards <= largest) {
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
}
