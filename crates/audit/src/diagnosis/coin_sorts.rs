//! Sorts with a coin for a comparison that are not in the zoo.

use faro_sample::shuffle::{Choices, Generator};

/// Bubble sort.
pub fn bubble_sort(deck: &mut [u32], generator: &mut Generator) {
    for end in (2..=deck.len()).rev() {
        for place in 1..end {
            if coin(generator) {
                deck.swap(place - 1, place);
            }
        }
    }
}

/// Quicksort with the last card as pivot (Lomuto).
pub fn quick_sort(deck: &mut [u32], generator: &mut Generator) {
    let Some(last) = deck.len().checked_sub(1) else { return };
    let mut end = 0;
    for place in 0..last {
        if coin(generator) {
            deck.swap(place, end);
            end += 1;
        }
    }
    deck.swap(end, last);
    quick_sort(&mut deck[..end], generator);
    quick_sort(&mut deck[end + 1..], generator);
}

/// The largest number of cards that [`old_v8_sort`] sorts by insertion.
pub const INSERTED: usize = 10;

/// The sort of the JavaScript engine V8 until version 7.0 (2018): quicksort with the median of three as pivot, of at most ten
/// cards insertion sort.
pub fn old_v8_sort(deck: &mut [u32], generator: &mut Generator) {
    if deck.len() <= INSERTED {
        return insertion_sort(deck, generator);
    }
    let (last, middle) = (deck.len() - 1, deck.len() / 2);
    let (mut first, mut pivot, mut third) = (deck[0], deck[last], deck[middle]);
    if coin(generator) {
        (first, pivot) = (pivot, first);
    }
    if coin(generator) {
        (first, pivot, third) = (third, first, pivot);
    } else if coin(generator) {
        (pivot, third) = (third, pivot);
    }
    (deck[0], deck[last], deck[middle], deck[1]) = (first, third, deck[1], pivot);
    let [smaller, larger] = partition(deck, generator);
    old_v8_sort(&mut deck[..smaller], generator);
    old_v8_sort(&mut deck[larger..], generator);
}

/// Moves the cards between the first two, of which the second is the pivot, and the last. Returns the end of the smaller cards
/// and the begin of the larger ones.
fn partition(deck: &mut [u32], generator: &mut Generator) -> [usize; 2] {
    let (mut smaller, mut larger, mut place) = (1, deck.len() - 1, 2);
    while place < larger {
        if !coin(generator) {
            loop {
                larger -= 1;
                if larger == place {
                    return [smaller, larger];
                }
                if coin(generator) {
                    break;
                }
            }
            deck.swap(place, larger);
        }
        deck.swap(place, smaller);
        smaller += 1;
        place += 1;
    }
    [smaller, larger]
}

fn insertion_sort(deck: &mut [u32], generator: &mut Generator) {
    for card in 1..deck.len() {
        let smaller = (0..card).rev().take_while(|_| coin(generator)).count();
        deck[card - smaller..=card].rotate_right(1);
    }
}

fn coin(generator: &mut Generator) -> bool {
    generator.below(2) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::shuffle::Seed;
    use faro_sample::simulate::{Orders, Tally};

    /// Of three cards, the insertion leaves the last one in place with probability 1/2, and puts it on top with 1/4.
    #[test]
    fn insertion_of_three_cards() {
        let (mut orders, mut generator) = (Orders::new(3), Generator::unit(&Seed::from(1), 0));
        for _ in 0..8000 {
            let mut deck = [0, 1, 2];
            old_v8_sort(&mut deck, &mut generator);
            orders.add(&deck, 3);
        }
        let expected = [([0, 1, 2], 2000), ([1, 0, 2], 2000), ([2, 0, 1], 1000), ([0, 2, 1], 1000)];
        for (deck, count) in expected {
            let place = (0..6).find(|&place| orders.deck(place) == deck).unwrap();
            assert!(orders.counts()[place].abs_diff(count) < 200, "{deck:?}: {:?}", orders.counts());
        }
    }

    /// The pivot, the second card, ends between the smaller and the larger ones.
    #[test]
    fn a_partition_keeps_all_cards() {
        let mut generator = Generator::unit(&Seed::from(1), 0);
        for cards in 11..60 {
            let mut deck: Vec<u32> = (0..cards).collect();
            let [smaller, larger] = partition(&mut deck, &mut generator);
            assert!(0 < smaller && smaller < larger && larger < deck.len());
            assert_eq!(deck[smaller], 1);
            old_v8_sort(&mut deck, &mut generator);
            deck.sort_unstable();
            assert!(deck.into_iter().eq(0..cards));
        }
    }
}
