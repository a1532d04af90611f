use faro_permutation::Permutation;

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
