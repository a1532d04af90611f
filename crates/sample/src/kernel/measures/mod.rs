//! Statistics of a batch of small decks.

#[cfg(target_arch = "x86_64")]
mod avx512;
pub(super) mod portable;
mod values;

use super::small_deck::{BATCH, SmallDeck};
use faro_simd::{Processor, compiled_fn};

pub use values::Measures;

impl Measures {
    /// Returns all statistics of at most 64 decks of `cards` cards.
    ///
    /// A value has no meaning if its index is not below the number of decks, or if its deck does not have each card
    /// once. O(n) for each deck with AVX-512, otherwise O(n²). Without AVX-512, fewer decks take as long as 64.
    ///
    /// ```
    /// use faro_sample::kernel::{Measures, Processor, SmallDeck};
    /// use faro_permutation::Statistic;
    /// let deck = SmallDeck::from_cards(&[0, 4, 1, 5, 2, 6, 3, 7]);
    /// let measures = Measures::new(&[deck], 8, Processor::detect());
    /// assert_eq!((measures[Statistic::Cycles][0], measures[Statistic::Inversions][0]), (4, 6));
    /// ```
    ///
    /// # Panics
    ///
    /// If there are more than 64 decks, or if `cards` is more than 64.
    pub fn new(decks: &[SmallDeck], cards: usize, processor: Processor) -> Measures {
        check(decks, cards);
        let mut measures = Measures::ZERO;
        measure_all(processor, decks, cards, &mut measures);
        measures
    }
}

fn check(decks: &[SmallDeck], cards: usize) {
    let fit = decks.len() <= BATCH && cards <= SmallDeck::MAX_CARDS;
    assert!(fit, "{} decks of {cards} cards", decks.len());
}

compiled_fn! {
    fn measure_all(processor: Processor, decks: &[SmallDeck], cards: usize, measures: &mut Measures) {
        portable::measure_all(decks, cards, measures);
    } with avx512::measure_all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the statistics, computed by their definitions.
    fn defined(deck: &[u8]) -> [u16; 7] {
        let count = |number: usize| number as u16;
        let pairs =
            || (0..deck.len()).flat_map(|below| (0..below).map(move |above| (above, below)));
        let position = |card: usize| deck.iter().position(|&at| usize::from(at) == card).unwrap();
        let mut seen = vec![false; deck.len()];
        let mut cycles = 0;
        for start in 0..deck.len() {
            cycles += u16::from(!seen[start]);
            let mut position = start;
            while !seen[position] {
                seen[position] = true;
                position = deck[position].into();
            }
        }
        let mut longest = vec![1; deck.len()];
        for (above, below) in pairs().filter(|&(above, below)| deck[above] < deck[below]) {
            longest[below] = longest[below].max(longest[above] + 1);
        }
        // A card above its predecessor is picked up in another pass.
        let passes = (1..deck.len())
            .filter(|&card| position(card) < position(card - 1))
            .count();
        [
            cycles,
            count(
                deck.iter()
                    .enumerate()
                    .filter(|&(position, &card)| usize::from(card) == position)
                    .count(),
            ),
            count(deck.windows(2).filter(|pair| pair[0] > pair[1]).count()),
            count(passes + usize::from(!deck.is_empty())),
            count(
                pairs()
                    .filter(|&(above, below)| deck[above] > deck[below])
                    .count(),
            ),
            longest.into_iter().max().unwrap_or(0),
            deck.iter()
                .enumerate()
                .map(|(position, &card)| count(position.abs_diff(card.into())))
                .sum(),
        ]
    }

    fn check(decks: &[Vec<u8>]) {
        for (decks, processor) in decks.chunks(BATCH).flat_map(|decks| {
            Processor::available()
                .into_iter()
                .map(move |processor| (decks, processor))
        }) {
            let batch: Vec<SmallDeck> = decks
                .iter()
                .map(|deck| {
                    SmallDeck::from_cards(
                        &deck.iter().map(|&card| card.into()).collect::<Vec<u32>>(),
                    )
                })
                .collect();
            let found = Measures::new(&batch, decks[0].len(), processor);
            for (index, deck) in decks.iter().enumerate() {
                let measured = found.each().map(|values| values[index]);
                assert_eq!(measured, defined(deck), "{processor:?} {deck:?}");
            }
        }
    }

    /// Returns all orders of `cards` cards.
    fn orders(cards: u8) -> Vec<Vec<u8>> {
        let mut orders = vec![vec![]];
        for card in 0..cards {
            let longer = |order: &Vec<u8>| {
                (0..=order.len())
                    .map(|position| [&order[..position], &[card], &order[position..]].concat())
                    .collect::<Vec<_>>()
            };
            orders = orders.iter().flat_map(longer).collect();
        }
        orders
    }

    #[test]
    fn all_orders_of_up_to_seven_cards() {
        let largest = if cfg!(miri) { 4 } else { 7 };
        (0..=largest).for_each(|cards| check(&orders(cards)));
    }

    /// No counter overflows for the decks of 64 cards with the largest values.
    #[test]
    fn largest_values() {
        let new: Vec<u8> = (0..64).collect();
        let reversed = new.iter().rev().copied().collect();
        let cut = (0..64).map(|position| (position + 1) % 64).collect();
        check(&[new, reversed, cut]);
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "slow, and smaller sizes are tested above")]
        fn any_decks(keys in proptest::collection::vec(any::<[u64; 3]>(), 0..=SmallDeck::MAX_CARDS)) {
            let sorted = |by: usize| {
                let mut deck: Vec<u8> = (0..keys.len() as u8).collect();
                deck.sort_by_key(|&card| (keys[usize::from(card)][by], card));
                deck
            };
            check(&[sorted(0), sorted(1), sorted(2)]);
        }
    }
}
