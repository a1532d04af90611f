//! Insertion, selection, exchange, bubble, Shell's, merge and heap sort. They ask one question: whether a card is less.

pub(crate) fn insertion(deck: &mut [u32], less: &mut impl FnMut() -> bool) {
    for card in 1..deck.len() {
        let smaller = (0..card).take_while(|_| less()).count();
        deck[card - smaller..=card].rotate_right(1);
    }
}

pub(crate) fn selection(deck: &mut [u32], less: &mut impl FnMut() -> bool) {
    for start in 0..deck.len() {
        let least =
            (start + 1..deck.len()).fold(start, |least, place| if less() { place } else { least });
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

pub(super) fn cocktail(deck: &mut [u32], less: &mut impl FnMut() -> bool) {
    let (mut low, mut high) = (1, deck.len());
    while low < high {
        let pass = (low..high).chain((low..high - 1).rev());
        pass.for_each(|place| {
            if less() {
                deck.swap(place - 1, place);
            }
        });
        (low, high) = (low + 1, high - 1);
    }
}

/// Sorts by insertion over half of the deck, over a quarter and so on.
pub(super) fn shell(deck: &mut [u32], less: &mut impl FnMut() -> bool) {
    let mut gap = deck.len() / 2;
    while gap > 0 {
        for end in gap..deck.len() {
            let mut place = end;
            while place >= gap && less() {
                deck.swap(place, place - gap);
                place -= gap;
            }
        }
        gap /= 2;
    }
}

/// Merges sorted parts of 1, 2, 4, … cards.
pub(super) fn merge_from_below(deck: &mut [u32], less: &mut impl FnMut() -> bool) {
    let mut part = 1;
    while part < deck.len() {
        deck.chunks_mut(2 * part)
            .filter(|both| both.len() > part)
            .for_each(|both| merge_parts(both, part, less));
        part *= 2;
    }
}

/// Merges two halves from their heads. The first half has `surplus` cards more than the second one if their
/// number is odd.
pub(crate) fn merge(deck: &mut [u32], surplus: usize, less: &mut impl FnMut() -> bool) {
    if deck.len() < 2 {
        return;
    }
    let middle = (deck.len() + surplus) / 2;
    merge(&mut deck[..middle], surplus, less);
    merge(&mut deck[middle..], surplus, less);
    merge_parts(deck, middle, less);
}

/// Merges the cards before and after `middle` from their heads.
fn merge_parts(deck: &mut [u32], middle: usize, less: &mut impl FnMut() -> bool) {
    let (left, right) = (deck[..middle].to_vec(), deck[middle..].to_vec());
    let (mut left, mut right) = (&left[..], &right[..]);
    for place in deck {
        let from_right = left.is_empty() || (!right.is_empty() && less());
        let half = if from_right { &mut right } else { &mut left };
        (*place, *half) = (half[0], &half[1..]);
    }
}

/// Maximum number of cards that Firefox sorts by insertion alone.
pub(super) const INSERTED_BY_FIREFOX: usize = 8;

/// Merge sort of windows of four sorted cards, from the bottom up. Windows that are in order already are not merged.
pub(super) fn firefox(deck: &mut [u32], less: &mut impl FnMut() -> bool) {
    let mut window = if deck.len() <= INSERTED_BY_FIREFOX {
        INSERTED_BY_FIREFOX
    } else {
        4
    };
    deck.chunks_mut(window)
        .for_each(|part| insertion(part, less));
    while window < deck.len() {
        for windows in deck
            .chunks_mut(2 * window)
            .filter(|windows| windows.len() > window)
        {
            if less() {
                merge_parts(windows, window, less);
            }
        }
        window *= 2;
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

/// Sinks a card in the heap: swaps it with its greater child until it is not less than this child.
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

/// Returns a place from `low` to `high`, found by bisection. It is after all cards for which `before` is
/// true, if `before` is consistent.
pub(super) fn bisect(mut low: usize, mut high: usize, before: &mut impl FnMut() -> bool) -> usize {
    while low < high {
        let middle = low + (high - low) / 2;
        if before() {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers of a comparison, and the array that `sort` of Firefox 153.7 makes with them.
    const RUNS: [(&str, &[u32]); 2] = [
        ("<<>><>><><>><><<><<", &[5, 0, 6, 3, 1, 7, 2, 4, 8]),
        (
            "<<>><>><><>><><<><<<<<<>>>><<<><<>><<<<<",
            &[
                0, 3, 1, 2, 5, 6, 7, 4, 9, 10, 11, 8, 12, 14, 13, 15, 16, 17, 22, 23, 18, 19, 20,
                21, 24,
            ],
        ),
    ];

    /// Five cards by hand. The answers are for the pairs 0 1 and 2 3, then for the merge of both, then for card 4.
    #[test]
    fn merges_from_below() {
        let mut answers = "><>><>".chars();
        let mut deck = [0, 1, 2, 3, 4];
        merge_from_below(&mut deck, &mut || answers.next().unwrap() == '>');
        // 1 0 and 2 3; 2 and 3 are called less than 1, then 1 and 0 follow, and 4 is less than 3.
        assert_eq!((deck, answers.next()), ([2, 4, 3, 1, 0], None));
    }

    /// Three cards that are all called less: by the distance 1 each is swapped down to the start.
    #[test]
    fn shell_and_cocktail_of_three_cards() {
        let sorted = |sort: fn(&mut [u32], &mut dyn FnMut() -> bool)| {
            let mut deck = [0, 1, 2];
            sort(&mut deck, &mut || true);
            deck
        };
        assert_eq!(sorted(|deck, mut less| shell(deck, &mut less)), [2, 1, 0]);
        assert_eq!(
            sorted(|deck, mut less| cocktail(deck, &mut less)),
            [2, 1, 0]
        );
    }

    #[test]
    fn sorts_as_firefox() {
        for (answers, expected) in RUNS {
            let mut answers = answers.chars();
            let mut deck: Vec<u32> = (0..expected.len() as u32).collect();
            firefox(&mut deck, &mut || answers.next().unwrap() == '>');
            assert_eq!((&deck[..], answers.next()), (expected, None));
        }
    }
}
