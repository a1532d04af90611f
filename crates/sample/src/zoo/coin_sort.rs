//! Sorting algorithms whose comparisons toss a coin.

use super::random_sort::by_insertion::{binary, heap, insertion, merge};
use super::scratch::with_zeros;
use crate::shuffle::{Choices, Shuffle};

/// Sorting with a comparison that tosses a coin, as in `sort(() => Math.random() - 0.5)`.
///
/// The law of the result depends on the sorting algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CoinSort {
    /// Insertion sort: each card moves up from the end of the sorted part as long as the coin says "less".
    Insertion,
    /// Merge sort: the halves are sorted, then merged from their heads. In an odd deck the second half is
    /// larger.
    Merge,
    /// Quicksort with the first card as pivot. The other cards go before or after it, and keep their order.
    Quick,
    /// Heapsort (Williams 1964; Floyd 1964).
    ///
    /// A heap is built from the middle down. Then its root is removed repeatedly.
    Heap,
    /// Binary insertion after the run at the start, as in TimSort (Peters 2002).
    ///
    /// TimSort sorts fewer than 64 cards in this way in V8 and Python.
    Binary,
}

impl Shuffle for CoinSort {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        match self {
            CoinSort::Insertion => insertion(deck, &mut || is_heads(choices)),
            CoinSort::Merge => merge(deck, 0, &mut || is_heads(choices)),
            CoinSort::Quick => quick(deck, choices),
            CoinSort::Heap => heap(deck, &mut || is_heads(choices)),
            CoinSort::Binary => binary(deck, &mut || is_heads(choices)),
        }
    }
}

fn is_heads<C: Choices + ?Sized>(choices: &mut C) -> bool {
    choices.below(2) == 1
}

fn quick<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    let Some(&pivot) = deck.first() else { return };
    let middle = with_zeros(deck.len(), |behind| {
        // Each card is written to both sides, and only one of them advances. This avoids a branch that could
        // be mispredicted.
        let (mut middle, mut rest) = (0, 0);
        for index in 1..deck.len() {
            let (card, before) = (deck[index], is_heads(choices));
            (deck[middle], behind[rest]) = (card, card);
            (middle, rest) = (middle + usize::from(before), rest + usize::from(!before));
        }
        deck[middle] = pivot;
        deck[middle + 1..].copy_from_slice(&behind[..rest]);
        middle
    });
    quick(&mut deck[..middle], choices);
    quick(&mut deck[middle + 1..], choices);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::{Generator, Seed};

    /// A plain quicksort of lists, with the same comparisons.
    fn sorted(cards: &[u32], choices: &mut Generator) -> Vec<u32> {
        let Some((&pivot, rest)) = cards.split_first() else {
            return Vec::new();
        };
        let (before, after): (Vec<u32>, Vec<u32>) = rest.iter().partition(|_| is_heads(choices));
        let mut all = sorted(&before, choices);
        all.push(pivot);
        all.extend(sorted(&after, choices));
        all
    }

    #[test]
    fn quicksort_keeps_the_order_of_each_side() {
        for cards in (0..70).chain([200]) {
            let [mut one, mut other] = [0; 2].map(|_| Generator::unit(&Seed::from(2), 0));
            for _ in 0..20 {
                let mut deck: Vec<u32> = (0..cards).collect();
                let expected = sorted(&deck, &mut other);
                quick(&mut deck, &mut one);
                assert_eq!(deck, expected);
            }
        }
    }
}
