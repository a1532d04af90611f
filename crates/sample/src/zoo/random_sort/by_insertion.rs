//! Insertion, selection, exchange, bubble, merge and heap sort. They ask one question: whether a card is less.

pub(crate) fn insertion(deck: &mut [u32], less: &mut impl FnMut() -> bool) {
    for card in 1..deck.len() {
        let smaller = (0..card).take_while(|_| less()).count();
        deck[card - smaller..=card].rotate_right(1);
    }
}

pub(crate) fn selection(deck: &mut [u32], less: &mut impl FnMut() -> bool) {
    for start in 0..deck.len() {
        let least = (start + 1..deck.len()).fold(start, |least, place| if less() { place } else { least });
        deck.swap(start, least);
    }
}

pub(crate) fn exchange(deck: &mut [u32], less: &mut impl FnMut() -> bool) {
    for place in 0..deck.len() {
        for other in place + 1..deck.len() {
            if less() {
                deck.swap(place, other);
            }
        }
    }
}

pub(crate) fn bubble(deck: &mut [u32], becomes_shorter: bool, less: &mut impl FnMut() -> bool) {
    for end in (2..=deck.len()).rev() {
        for place in 1..if becomes_shorter { end } else { deck.len() } {
            if less() {
                deck.swap(place - 1, place);
            }
        }
    }
}

/// Merges two halves from their heads. The first half has `more` cards more than the second one if their number is odd.
pub(crate) fn merge(deck: &mut [u32], more: usize, less: &mut impl FnMut() -> bool) {
    if deck.len() < 2 {
        return;
    }
    let (left, right) = deck.split_at_mut((deck.len() + more) / 2);
    merge(left, more, less);
    merge(right, more, less);
    let (left, right) = (left.to_vec(), right.to_vec());
    let (mut left, mut right) = (&left[..], &right[..]);
    for place in deck {
        let from_right = left.is_empty() || (!right.is_empty() && less());
        let half = if from_right { &mut right } else { &mut left };
        (*place, *half) = (half[0], &half[1..]);
    }
}

pub(crate) fn heap(deck: &mut [u32], less: &mut impl FnMut() -> bool) {
    for root in (0..deck.len() / 2).rev() {
        sink(deck, root, less);
    }
    for last in (1..deck.len()).rev() {
        deck.swap(0, last);
        sink(&mut deck[..last], 0, less);
    }
}

/// Lowers a card below its greater child until it is not less than that.
fn sink(deck: &mut [u32], mut root: usize, less: &mut impl FnMut() -> bool) {
    while 2 * root + 1 < deck.len() {
        let second = 2 * root + 2 < deck.len() && less();
        let child = 2 * root + 1 + usize::from(second);
        if !less() {
            return;
        }
        deck.swap(root, child);
        root = child;
    }
}

/// Binary insertion after the run at the start.
pub(crate) fn binary(deck: &mut [u32], less: &mut impl FnMut() -> bool) {
    let run = natural_run(deck, less);
    insert(deck, run, less);
}

/// Returns the length of the run at the start, made ascending.
pub(super) fn natural_run(deck: &mut [u32], less: &mut impl FnMut() -> bool) -> usize {
    if deck.len() < 2 {
        return deck.len();
    }
    let descends = less();
    let run = 2 + (2..deck.len()).take_while(|_| less() == descends).count();
    if descends {
        deck[..run].reverse();
    }
    run
}

/// Inserts the cards from `start` on, each at a place that is found by bisection.
pub(super) fn insert(deck: &mut [u32], start: usize, less: &mut impl FnMut() -> bool) {
    for card in start..deck.len() {
        let place = bisect(0, card, &mut || !less());
        deck[place..=card].rotate_right(1);
    }
}

/// Returns the place from `low` to `high` where the cards end that are `before` it.
pub(super) fn bisect(mut low: usize, mut high: usize, before: &mut impl FnMut() -> bool) -> usize {
    while low < high {
        let middle = low + (high - low) / 2;
        if before() { low = middle + 1 } else { high = middle }
    }
    low
}
