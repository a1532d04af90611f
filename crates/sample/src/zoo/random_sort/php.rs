//! `usort` of PHP 8: insertion that goes down in steps of two, and quicksort of more than 16 cards.

use super::compared::Compared;
use crate::shuffle::Choices;
use std::cmp::Ordering;

/// Maximum number of cards of a part that is left to insertion.
pub(super) const MAX_INSERTED: usize = 16;

/// Number of cards above which the pivot is the median of five cards.
const MAX_MEDIAN_OF_THREE: usize = 1023;

/// Number of cards from which positions are searched in steps of two.
const MIN_STEPPED: usize = 6;

/// Cards that are called equal keep their order. So the cards are numbered by their positions, and the numbers are sorted.
pub(super) fn sort<C: Choices + ?Sized>(deck: &mut [u32], by: &mut Compared<C>) {
    let mut order: Vec<usize> = (0..deck.len()).collect();
    let greater =
        |one: usize, other: usize| by.compare().then(one.cmp(&other)) == Ordering::Greater;
    sort_part(&mut order, &mut { greater });
    let cards = deck.to_vec();
    for (place, from) in deck.iter_mut().zip(order) {
        *place = cards[from];
    }
}

fn sort_part(mut part: &mut [usize], greater: &mut impl FnMut(usize, usize) -> bool) {
    while part.len() > MAX_INSERTED {
        let (last, middle, quarter) = (part.len() - 1, part.len() / 2, part.len() / 4);
        let (three, five) = (
            [0, middle, last],
            [0, quarter, middle, middle + quarter, last],
        );
        sort_few(
            part,
            if part.len() <= MAX_MEDIAN_OF_THREE {
                &three
            } else {
                &five
            },
            greater,
        );
        part.swap(1, middle);
        let end = divide(part, greater);
        part.swap(1, end - 1);
        let (before, after) = part.split_at_mut(end);
        let before = &mut before[..end - 1];
        let (shorter, longer) = if before.len() < after.len() {
            (before, after)
        } else {
            (after, before)
        };
        sort_part(shorter, greater);
        part = longer;
    }
    insertion(part, greater);
}

/// Moves cards that are less than the pivot, at index 1, before the others. Returns where they end.
fn divide(part: &mut [usize], greater: &mut impl FnMut(usize, usize) -> bool) -> usize {
    let (mut low, mut high) = (2, part.len() - 1);
    loop {
        low += (low..high)
            .take_while(|&place| greater(part[1], part[place]))
            .count();
        if low == high {
            return low;
        }
        high -= 1;
        high -= (low + 1..=high)
            .rev()
            .take_while(|&place| greater(part[place], part[1]))
            .count();
        if low == high {
            return low;
        }
        part.swap(low, high);
        low += 1;
        if low == high {
            return low;
        }
    }
}

fn insertion(part: &mut [usize], greater: &mut impl FnMut(usize, usize) -> bool) {
    let cards = part.len();
    if cards < MIN_STEPPED {
        return sort_few(part, &[0, 1, 2, 3, 4][..cards], greater);
    }
    for card in 1..cards {
        if greater(part[card - 1], part[card]) {
            let place = place_below(part, card, greater);
            part[place..=card].rotate_right(1);
        }
    }
}

/// Returns the place of a card that is less than the one before it.
fn place_below(
    part: &[usize],
    card: usize,
    greater: &mut impl FnMut(usize, usize) -> bool,
) -> usize {
    let mut place = card - 1;
    if card < MIN_STEPPED {
        return place
            - (0..place)
                .rev()
                .take_while(|&other| greater(part[other], part[card]))
                .count();
    }
    loop {
        place -= 2;
        if !greater(part[place], part[card]) {
            return place + 1 + usize::from(!greater(part[place + 1], part[card]));
        }
        match place {
            0 => return 0,
            1 => return usize::from(greater(part[card], part[0])),
            _ => {}
        }
    }
}

/// Sorts the cards at up to five places.
fn sort_few(part: &mut [usize], places: &[usize], greater: &mut impl FnMut(usize, usize) -> bool) {
    match *places {
        [] | [_] => {}
        [one, two] => _ = exchange(part, one, two, greater),
        [one, two, three, ..] => {
            if !greater(part[one], part[two]) {
                let _ = exchange(part, two, three, greater) && exchange(part, one, two, greater);
            } else if !greater(part[three], part[two]) {
                part.swap(one, three);
            } else {
                part.swap(one, two);
                exchange(part, two, three, greater);
            }
            for last in 3..places.len() {
                let _ = (1..=last)
                    .rev()
                    .all(|place| exchange(part, places[place - 1], places[place], greater));
            }
        }
    }
}

/// Swaps the cards at two places if the first is greater. Returns whether it is.
fn exchange(
    part: &mut [usize],
    one: usize,
    other: usize,
    greater: &mut impl FnMut(usize, usize) -> bool,
) -> bool {
    let is_greater = greater(part[one], part[other]);
    if is_greater {
        part.swap(one, other);
    }
    is_greater
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zoo::random_sort::compared::VALUES;

    /// Answers of a comparison, and the deck that `usort` of PHP 8.2.36 makes with them.
    const RUNS: [(&str, &[u32]); 2] = [
        (
            ">=<<===<>>=><><<<",
            &[1, 0, 2, 3, 4, 9, 5, 6, 7, 8, 11, 10, 12],
        ),
        (
            ">=<=><<=>><==>=<<><=><<<>><<<<>>><<><<=",
            &[14, 6, 8, 10, 0, 4, 5, 7, 3, 2, 1, 9, 11, 12, 15, 13, 16],
        ),
    ];

    /// Answers in their order.
    struct Script(std::str::Chars<'static>);

    impl Choices for Script {
        fn below(&mut self, _bound: u32) -> u32 {
            "<=>".find(self.0.next().unwrap()).unwrap() as u32
        }
    }

    #[test]
    fn sorts_as_php() {
        for (answers, expected) in RUNS {
            let mut script = Script(answers.chars());
            let mut deck: Vec<u32> = (0..expected.len() as u32).collect();
            sort(
                &mut deck,
                &mut Compared {
                    choices: &mut script,
                    less: 1,
                    greater: VALUES - 2,
                },
            );
            assert_eq!(deck, expected);
            assert_eq!(script.0.next(), None);
        }
    }
}
