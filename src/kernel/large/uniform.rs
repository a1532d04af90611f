//! Uniform shuffles of large decks, exactly: for each place from the last on, any of the cards that are left there
//! and above (Fisher, Yates 1938; Durstenfeld 1964), by draws in batches.

use super::{Card, LargeDecks};
use crate::kernel::batch::Batch;
use crate::kernel::words::{ROW, Row, Words};
use crate::simd::Processor;

/// So many rows of words are drawn at a time.
const ROWS: usize = 4;

/// Shuffles each deck in turn, by these draws. What is left of the last rows is thrown away.
pub(super) fn shuffle<C: Card>(
    batches: &[Batch],
    decks: &mut LargeDecks<C>,
    words: &mut Words,
    processor: Processor,
) {
    let mut stream = Stream { words, processor, rows: [[0; ROW]; ROWS], next: ROWS * ROW };
    for index in 0..decks.count() {
        let deck = decks.lie.row_mut(index);
        for batch in batches {
            batch.draw(|| stream.word(), |bound, draw| deck.swap(bound - 1, draw));
        }
    }
}

/// The words one by one.
struct Stream<'a> {
    words: &'a mut Words,
    processor: Processor,
    rows: [Row; ROWS],
    next: usize,
}

impl Stream<'_> {
    #[inline(always)]
    fn word(&mut self) -> u64 {
        if self.next == ROWS * ROW {
            self.words.fill(&mut self.rows, self.processor);
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
    use crate::kernel::SEED;

    /// Cards are taken from a list; each word is a number, and its outcome is told by long division.
    fn taken(cards: usize, words: &mut impl Iterator<Item = u64>) -> Vec<u32> {
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
            // The words that are kept are those of whole turns of the product.
            let word = words.find(|&word| u128::from(word) * product % (1 << 64) >= (1 << 64) % product);
            let mut outcome = (u128::from(word.unwrap()) * product) >> 64;
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

    fn check<C: Card + std::fmt::Debug>(cards: usize, seed: &[u8; SEED]) {
        let (mut words, new) = (Words::seeded(seed), LargeDecks::<C>::new(cards));
        let mut stream = std::iter::from_fn(|| {
            let mut row = [[0; ROW]];
            words.fill(&mut row, Processor::available()[0]);
            Some(row[0])
        })
        .flatten();
        let expected: Vec<Vec<u32>> = (0..new.count()).map(|_| taken(cards, &mut stream)).collect();
        for processor in Processor::available() {
            let mut decks = new.clone();
            shuffle(&Batch::all(cards), &mut decks, &mut Words::seeded(seed), processor);
            for (index, expected) in expected.iter().enumerate() {
                let deck: Vec<u32> = decks.deck(index).iter().map(|&card| card.into()).collect();
                assert_eq!(&deck, expected, "{cards} {processor:?}");
            }
        }
    }

    #[test]
    fn decks_of_many_sizes() {
        for cards in [65, 104, 127, 128, 200, 256] {
            check::<u8>(cards, &[cards as u8; SEED]);
        }
        let largest = if cfg!(miri) { 257 } else { 65_536 };
        for cards in [257, 416, 1000, 65_536].into_iter().filter(|&cards| cards <= largest) {
            check::<u16>(cards, &[cards as u8 | 1; SEED]);
        }
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "long, and the sizes above are there")]
        fn any_words(cards in 65..=500usize, seed in any::<[u8; 32]>()) {
            check::<u16>(cards, &std::array::from_fn(|index| seed[index % 32] ^ index as u8));
        }
    }
}
