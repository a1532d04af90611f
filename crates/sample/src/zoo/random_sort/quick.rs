//! Quicksorts, and the introsorts of C++ and .NET.

use super::by_insertion::{heap, insertion};
use super::compared::Compared;
use crate::shuffle::Choices;
use std::cmp::Ordering;

/// Quicksort whose parts keep the order of their cards. `pivot` returns the place of the pivot for a number of cards.
pub(super) fn filter<C: Choices + ?Sized>(
    deck: &mut [u32],
    pivot: impl Fn(usize) -> usize + Copy,
    by: &mut Compared<C>,
) {
    if deck.len() < 2 {
        return;
    }
    let place = pivot(deck.len());
    let others = deck
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != place)
        .map(|(_, &card)| card);
    let (before, after): (Vec<u32>, Vec<u32>) = others.partition(|_| by.less());
    let (middle, card) = (before.len(), deck[place]);
    deck[..middle].copy_from_slice(&before);
    deck[middle] = card;
    deck[middle + 1..].copy_from_slice(&after);
    filter(&mut deck[..middle], pivot, by);
    filter(&mut deck[middle + 1..], pivot, by);
}

pub(super) fn lomuto<C: Choices + ?Sized>(deck: &mut [u32], by: &mut Compared<C>) {
    let Some(last) = deck.len().checked_sub(1) else {
        return;
    };
    let mut end = 0;
    for place in 0..last {
        if by.less() {
            deck.swap(place, end);
            end += 1;
        }
    }
    deck.swap(end, last);
    lomuto(&mut deck[..end], by);
    lomuto(&mut deck[end + 1..], by);
}

/// Maximum number of cards that [`old_v8`] sorts by insertion.
pub(super) const MAX_INSERTED: usize = 10;

pub(super) fn old_v8<C: Choices + ?Sized>(deck: &mut [u32], by: &mut Compared<C>) {
    if deck.len() <= MAX_INSERTED {
        insertion(deck, &mut || by.greater());
        return;
    }
    let (last, middle) = (deck.len() - 1, deck.len() / 2);
    let (mut first, mut pivot, mut third) = (deck[0], deck[last], deck[middle]);
    if by.greater() {
        (first, pivot) = (pivot, first);
    }
    if !by.less() {
        (first, pivot, third) = (third, first, pivot);
    } else if by.greater() {
        (pivot, third) = (third, pivot);
    }
    (deck[0], deck[last], deck[middle], deck[1]) = (first, third, deck[1], pivot);
    let [smaller, larger] = old_v8_parts(deck, by);
    old_v8(&mut deck[..smaller], by);
    old_v8(&mut deck[larger..], by);
}

/// Moves smaller cards before the pivot, at index 1, and larger ones to the end. Returns where the smaller ones end and
/// the larger ones start.
fn old_v8_parts<C: Choices + ?Sized>(deck: &mut [u32], by: &mut Compared<C>) -> [usize; 2] {
    let (mut smaller, mut larger, mut place) = (1, deck.len() - 1, 2);
    while place < larger {
        let mut order = by.compare();
        if order == Ordering::Greater {
            while order == Ordering::Greater {
                larger -= 1;
                if larger == place {
                    return [smaller, larger];
                }
                order = by.compare();
            }
            deck.swap(place, larger);
        }
        if order == Ordering::Less {
            deck.swap(place, smaller);
            smaller += 1;
        }
        place += 1;
    }
    [smaller, larger]
}

/// Maximum number of cards of a part that introsorts leave to insertion.
const MAX_LEFT_TO_INSERTION: usize = 16;

/// `std::sort` of libstdc++. Scans that would leave the array stop at its ends.
pub(super) fn standard<C: Choices + ?Sized>(deck: &mut [u32], by: &mut Compared<C>) {
    let depth = 2 * deck.len().checked_ilog2().unwrap_or(0);
    standard_parts(deck, [0, deck.len()], depth, by);
    for place in 1..deck.len() {
        if place < MAX_LEFT_TO_INSERTION && by.less() {
            deck[..=place].rotate_right(1);
            continue;
        }
        let smaller = (0..place).take_while(|_| by.less()).count();
        deck[place - smaller..=place].rotate_right(1);
    }
}

fn standard_parts<C: Choices + ?Sized>(
    deck: &mut [u32],
    [start, mut end]: [usize; 2],
    mut depth: u32,
    by: &mut Compared<C>,
) {
    while end > start + MAX_LEFT_TO_INSERTION {
        if depth == 0 {
            standard_heap(&mut deck[start..end], by);
            return;
        }
        depth -= 1;
        let places = [start + 1, start + (end - start) / 2, end - 1];
        let median = match (by.less(), by.less()) {
            (true, true) => 1,
            (true, false) => 2 * usize::from(by.less()),
            (false, true) => 0,
            (false, false) => 1 + usize::from(by.less()),
        };
        deck.swap(start, places[median]);
        let (mut low, mut high) = (start + 1, end);
        loop {
            while low < deck.len() && by.less() {
                low += 1;
            }
            high -= 1;
            while high > 0 && by.less() {
                high -= 1;
            }
            if low >= high {
                break;
            }
            deck.swap(low, high);
            low += 1;
        }
        standard_parts(deck, [low, end], depth, by);
        end = low;
    }
}

/// A heapsort that moves a hole from the root to the end, always to the greater child. Then it lets the
/// removed card rise from there.
fn standard_heap<C: Choices + ?Sized>(deck: &mut [u32], by: &mut Compared<C>) {
    let mut sink = |deck: &mut [u32], root: usize| {
        let (card, cards, mut hole) = (deck[root], deck.len(), root);
        while 2 * hole + 2 < cards {
            let child = 2 * hole + 2 - usize::from(by.less());
            (deck[hole], hole) = (deck[child], child);
        }
        if 2 * hole + 2 == cards {
            (deck[hole], hole) = (deck[2 * hole + 1], 2 * hole + 1);
        }
        while hole > root && by.less() {
            (deck[hole], hole) = (deck[(hole - 1) / 2], (hole - 1) / 2);
        }
        deck[hole] = card;
    };
    for root in (0..deck.len() / 2).rev() {
        sink(deck, root);
    }
    for last in (1..deck.len()).rev() {
        deck.swap(0, last);
        sink(&mut deck[..last], 0);
    }
}

/// `Array.Sort` of .NET. An index out of range ends the sort, as the exception of .NET does.
pub(super) fn dot_net<C: Choices + ?Sized>(deck: &mut [u32], by: &mut Compared<C>) {
    let depth = 2 * (deck.len().checked_ilog2().unwrap_or(0) + 1);
    let _stopped = dot_net_parts(deck, [0, deck.len()], depth, by).is_none();
}

/// Sorts the cards from `start` to before `end`. Returns `None` if an index is out of range.
fn dot_net_parts<C: Choices + ?Sized>(
    deck: &mut [u32],
    [start, mut end]: [usize; 2],
    mut depth: u32,
    by: &mut Compared<C>,
) -> Option<()> {
    while end > start + 1 {
        let last = end - 1;
        if end - start <= MAX_LEFT_TO_INSERTION {
            dot_net_few(&mut deck[start..end], by);
            return Some(());
        }
        if depth == 0 {
            heap(&mut deck[start..end], &mut || by.less());
            return Some(());
        }
        depth -= 1;
        let middle = start + (last - start) / 2;
        exchange_each(deck, &[[start, middle], [start, last], [middle, last]], by);
        deck.swap(middle, last - 1);
        let (mut low, mut high) = (start, last - 1);
        while low < high {
            low += 1 + (low + 1..end).take_while(|_| by.less()).count();
            let down = (start..high).take_while(|_| by.less()).count();
            if low == end || high == start + down {
                return None;
            }
            high -= 1 + down;
            if low >= high {
                break;
            }
            deck.swap(low, high);
        }
        deck.swap(low, last - 1);
        dot_net_parts(deck, [low + 1, end], depth, by)?;
        end = low;
    }
    Some(())
}

/// For each pair of places, swaps the two cards if the first is greater.
fn exchange_each<C: Choices + ?Sized>(
    deck: &mut [u32],
    pairs: &[[usize; 2]],
    by: &mut Compared<C>,
) {
    for &[one, other] in pairs {
        if by.greater() {
            deck.swap(one, other);
        }
    }
}

fn dot_net_few<C: Choices + ?Sized>(deck: &mut [u32], by: &mut Compared<C>) {
    match deck.len() {
        2 => exchange_each(deck, &[[0, 1]], by),
        3 => exchange_each(deck, &[[0, 1], [0, 2], [1, 2]], by),
        _ => insertion(deck, &mut || by.less()),
    }
}
