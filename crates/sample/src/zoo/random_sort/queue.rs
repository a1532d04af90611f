//! `PriorityQueue` of Java.

use super::compared::Compared;
use crate::shuffle::Choices;
use std::cmp::Ordering;

/// Sorts by a heap: puts all cards into it, and takes the least card out until the heap is empty.
pub(super) fn sort<C: Choices + ?Sized>(deck: &mut [u32], by: &mut Compared<C>) {
    let mut heap = deck.to_vec();
    for mut place in 1..heap.len() {
        while place > 0 && by.compare() == Ordering::Less {
            heap.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }
    for card in deck {
        *card = heap.swap_remove(0);
        let mut place = 0;
        while 2 * place + 1 < heap.len() {
            let second = 2 * place + 2 < heap.len() && by.compare() == Ordering::Greater;
            let child = 2 * place + 1 + usize::from(second);
            if by.compare() != Ordering::Greater {
                break;
            }
            heap.swap(place, child);
            place = child;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zoo::random_sort::compared::VALUES;

    /// Answers of a comparator, and the cards in the order in which `PriorityQueue` of Java 17.0.15 returns them.
    const RUNS: [(&str, &[u32]); 2] = [
        (">=>=>>>><=<>", &[0, 2, 4, 3, 1, 5]),
        (
            "==><<=<>==<>===><=<><><<<==>=>",
            &[4, 10, 1, 8, 7, 2, 5, 9, 3, 0, 6],
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
    fn sorts_as_java() {
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
            assert_eq!((&deck[..], script.0.next()), (expected, None));
        }
    }
}
