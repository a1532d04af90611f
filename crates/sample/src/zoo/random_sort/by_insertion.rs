//! Insertion, selection, exchange, bubble, merge and heap sort.

use super::Compared;
use crate::shuffle::Choices;

pub(super) fn insertion<C: Choices + ?Sized>(deck: &mut [u32], by: &mut Compared<C>) {
    for card in 1..deck.len() {
        let smaller = (0..card).take_while(|_| by.less()).count();
        deck[card - smaller..=card].rotate_right(1);
    }
}

pub(super) fn selection<C: Choices + ?Sized>(deck: &mut [u32], by: &mut Compared<C>) {
    for start in 0..deck.len() {
        let least = (start + 1..deck.len()).fold(start, |least, place| if by.less() { place } else { least });
        deck.swap(start, least);
    }
}

pub(super) fn exchange<C: Choices + ?Sized>(deck: &mut [u32], by: &mut Compared<C>) {
    for place in 0..deck.len() {
        for other in place + 1..deck.len() {
            if by.less() {
                deck.swap(place, other);
            }
        }
    }
}

pub(super) fn bubble<C: Choices + ?Sized>(deck: &mut [u32], becomes_shorter: bool, by: &mut Compared<C>) {
    for end in (2..=deck.len()).rev() {
        for place in 1..if becomes_shorter { end } else { deck.len() } {
            if by.less() {
                deck.swap(place - 1, place);
            }
        }
    }
}

/// Merges two halves from their heads. The first half has `more` cards more than the second one if their number is odd.
pub(super) fn merge<C: Choices + ?Sized>(deck: &mut [u32], more: usize, by: &mut Compared<C>) {
    if deck.len() < 2 {
        return;
    }
    let (left, right) = deck.split_at_mut((deck.len() + more) / 2);
    merge(left, more, by);
    merge(right, more, by);
    let (left, right) = (left.to_vec(), right.to_vec());
    let (mut left, mut right) = (&left[..], &right[..]);
    for place in deck {
        let from_right = left.is_empty() || (!right.is_empty() && by.less());
        let half = if from_right { &mut right } else { &mut left };
        (*place, *half) = (half[0], &half[1..]);
    }
}

pub(super) fn heap<C: Choices + ?Sized>(deck: &mut [u32], by: &mut Compared<C>) {
    for root in (0..deck.len() / 2).rev() {
        sink(deck, root, by);
    }
    for last in (1..deck.len()).rev() {
        deck.swap(0, last);
        sink(&mut deck[..last], 0, by);
    }
}

/// Lowers a card below its greater child until it is not less than that.
pub(super) fn sink<C: Choices + ?Sized>(deck: &mut [u32], mut root: usize, by: &mut Compared<C>) {
    while 2 * root + 1 < deck.len() {
        let second = 2 * root + 2 < deck.len() && by.less();
        let child = 2 * root + 1 + usize::from(second);
        if !by.less() {
            return;
        }
        deck.swap(root, child);
        root = child;
    }
}
