//! Pattern-defeating quicksort (Peters 2021), in the version of Go.

use super::by_insertion::{heap, insertion};
use super::compared::Compared;
use crate::shuffle::Choices;

/// Maximum number of cards that are sorted by insertion.
const MAX_INSERTED: usize = 12;

/// Minimum number of cards in a part for two steps: a pivot is chosen from nine cards, and an almost ordered part is
/// repaired.
const MIN_NINTHER_CARDS: usize = 50;

/// Number of comparisons that choose a pivot from nine cards.
const PIVOT_COMPARISONS: u32 = 12;

/// Maximum number of repairs of an almost ordered part.
const MAX_REPAIRS: u32 = 5;

pub(super) fn sort<C: Choices + ?Sized>(deck: &mut [u32], by: &mut Compared<C>) {
    let limit = deck.len().checked_ilog2().map_or(0, |log| log + 1);
    sort_part(deck, [0, deck.len()], limit, by);
}

fn sort_part<C: Choices + ?Sized>(
    deck: &mut [u32],
    [mut start, mut end]: [usize; 2],
    mut limit: u32,
    by: &mut Compared<C>,
) {
    let (mut is_balanced, mut is_in_parts) = (true, true);
    while end - start > MAX_INSERTED {
        if limit == 0 {
            return heap(&mut deck[start..end], &mut || by.less());
        }
        if !is_balanced {
            break_patterns(&mut deck[start..end]);
            limit -= 1;
        }
        let (mut pivot, exchanges) = pivot([start, end], by);
        if exchanges == PIVOT_COMPARISONS {
            deck[start..end].reverse();
            pivot = end - 1 - (pivot - start);
        }
        let seems_sorted = exchanges == 0 || exchanges == PIVOT_COMPARISONS;
        if is_balanced && is_in_parts && seems_sorted && is_sorted(deck, [start, end], by) {
            return;
        }
        deck.swap(start, pivot);
        if start > 0 && !by.less() {
            start = part_equal(deck, [start, end], by);
            continue;
        }
        let middle;
        (middle, is_in_parts) = part(deck, [start, end], by);
        is_balanced = (middle - start).min(end - middle) >= (end - start) / 8;
        if middle - start < end - middle {
            sort_part(deck, [start, middle], limit, by);
            start = middle + 1;
        } else {
            sort_part(deck, [middle + 1, end], limit, by);
            end = middle;
        }
    }
    insertion(&mut deck[start..end], &mut || by.less());
}

/// Chooses a pivot in the part from `start` to `end`. Returns its position, and the number of comparisons for this
/// choice that found two cards out of order.
fn pivot<C: Choices + ?Sized>([start, end]: [usize; 2], by: &mut Compared<C>) -> (usize, u32) {
    let quarter = (end - start) / 4;
    let mut exchanges = 0;
    let mut median = |mut places: [usize; 3]| {
        for one in [0, 1, 0] {
            if by.less() {
                places.swap(one, one + 1);
                exchanges += 1;
            }
        }
        places[1]
    };
    let mut places = [1, 2, 3].map(|number| start + number * quarter);
    if end - start >= MIN_NINTHER_CARDS {
        places = places.map(|place| median([place - 1, place, place + 1]));
    }
    (median(places), exchanges)
}

/// Returns whether a few repairs put the part in order. A small part is not repaired.
fn is_sorted<C: Choices + ?Sized>(
    deck: &mut [u32],
    [start, end]: [usize; 2],
    by: &mut Compared<C>,
) -> bool {
    let mut place = start + 1;
    for _ in 0..MAX_REPAIRS {
        place += (place..end).take_while(|_| !by.less()).count();
        if place == end || end - start < MIN_NINTHER_CARDS {
            return place == end;
        }
        deck.swap(place - 1, place);
        if place - start >= 2 {
            let down = (1..place).take_while(|_| by.less()).count();
            deck[place - 1 - down..place].rotate_right(1);
        }
        if end - place >= 2 {
            let up = (place + 1..end).take_while(|_| by.less()).count();
            deck[place..=place + up].rotate_left(1);
        }
    }
    false
}

/// Partitions the cards by the pivot, which is the first card. Returns the new position of the pivot, and whether no
/// card had to be moved.
fn part<C: Choices + ?Sized>(
    deck: &mut [u32],
    [start, end]: [usize; 2],
    by: &mut Compared<C>,
) -> (usize, bool) {
    let (mut low, mut high, mut moved) = (start + 1, end - 1, false);
    loop {
        low += (low..=high).take_while(|_| by.less()).count();
        high -= (low..=high).take_while(|_| !by.less()).count();
        if low > high {
            break;
        }
        deck.swap(low, high);
        (low, high, moved) = (low + 1, high - 1, true);
    }
    deck.swap(high, start);
    (high, !moved)
}

/// Moves the cards that equal the pivot, which is the first card, before all other cards. Returns the position of the
/// first of the latter.
fn part_equal<C: Choices + ?Sized>(
    deck: &mut [u32],
    [start, end]: [usize; 2],
    by: &mut Compared<C>,
) -> usize {
    let (mut low, mut high) = (start + 1, end - 1);
    loop {
        low += (low..=high).take_while(|_| !by.less()).count();
        high -= (low..=high).take_while(|_| by.less()).count();
        if low > high {
            return low;
        }
        deck.swap(low, high);
        (low, high) = (low + 1, high - 1);
    }
}

/// Swaps three cards in the middle with cards at positions that are computed from the number of cards.
fn break_patterns(deck: &mut [u32]) {
    let cards = deck.len();
    let (mut state, range) = (cards as u64, 1 << (cards.ilog2() + 1));
    let middle = cards / 4 * 2;
    for place in middle - 1..=middle + 1 {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let other = state as usize % range;
        deck.swap(place, if other >= cards { other - cards } else { other });
    }
}
