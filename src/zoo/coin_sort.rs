use super::scratch::with_zeros;
use crate::shuffle::{Choices, Shuffle};

/// Sorting with a comparison that tosses a coin, as in `sort(() => Math.random() - 0.5)`. The result depends on the
/// sorting algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CoinSort {
    /// Insertion sort: each card moves up from the end of the sorted part while the coin says "less".
    Insertion,
    /// Merge sort: the halves are sorted, then merged from their heads. In an odd deck the second half is larger.
    Merge,
    /// Quicksort with the first card as pivot; the others go before or after it, and keep their order.
    Quick,
    /// Heapsort: a heap is built from the middle down, then its root is removed repeatedly (Williams 1964; Floyd 1964).
    Heap,
    /// The run at the start, then binary insertion, as TimSort (Peters 2002) sorts fewer than 64 cards in V8 and
    /// Python.
    Binary,
}

impl Shuffle for CoinSort {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        match self {
            CoinSort::Insertion => insertion(deck, choices),
            CoinSort::Merge => merge(deck, choices),
            CoinSort::Quick => quick(deck, choices),
            CoinSort::Heap => heap(deck, choices),
            CoinSort::Binary => binary(deck, choices),
        }
    }
}

fn less<C: Choices + ?Sized>(choices: &mut C) -> bool {
    choices.below(2) == 1
}

fn insertion<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    for card in 1..deck.len() {
        let mut place = card;
        while place > 0 && less(choices) {
            deck.swap(place - 1, place);
            place -= 1;
        }
    }
}

fn merge<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    if deck.len() < 2 {
        return;
    }
    let (left, right) = deck.split_at_mut(deck.len() / 2);
    merge(left, choices);
    merge(right, choices);
    let (left, right) = (left.to_vec(), right.to_vec());
    let (mut left, mut right) = (&left[..], &right[..]);
    for place in deck {
        let from_right = left.is_empty() || (!right.is_empty() && less(choices));
        let packet = if from_right { &mut right } else { &mut left };
        (*place, *packet) = (packet[0], &packet[1..]);
    }
}

fn quick<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    let Some(&pivot) = deck.first() else { return };
    let middle = with_zeros(deck.len(), |behind| {
        // Each card is written to both sides, and one of them advances: no branch that could be mispredicted.
        let (mut middle, mut rest) = (0, 0);
        for index in 1..deck.len() {
            let (card, before) = (deck[index], less(choices));
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

fn heap<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    for root in (0..deck.len() / 2).rev() {
        sift(deck, root, choices);
    }
    for end in (1..deck.len()).rev() {
        deck.swap(0, end);
        sift(&mut deck[..end], 0, choices);
    }
}

fn sift<C: Choices + ?Sized>(heap: &mut [u32], mut root: usize, choices: &mut C) {
    while 2 * root + 1 < heap.len() {
        let left = 2 * root + 1;
        let larger = if left + 1 < heap.len() && less(choices) { left + 1 } else { left };
        if !less(choices) {
            return;
        }
        heap.swap(root, larger);
        root = larger;
    }
}

fn binary<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    for card in run(deck, choices)..deck.len() {
        let (mut low, mut high) = (0, card);
        while low < high {
            let middle = low + (high - low) / 2;
            if less(choices) { high = middle } else { low = middle + 1 }
        }
        deck[low..=card].rotate_right(1);
    }
}

/// Returns the length of the run at the start. A descending run is reversed.
fn run<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) -> usize {
    if deck.len() < 2 {
        return deck.len();
    }
    let (descends, mut length) = (less(choices), 2);
    while length < deck.len() && less(choices) == descends {
        length += 1;
    }
    if descends {
        deck[..length].reverse();
    }
    length
}
