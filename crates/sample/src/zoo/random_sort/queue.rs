//! `PriorityQueue` of Java.

use super::Compared;
use crate::shuffle::Choices;

/// Puts all cards into a heap, and takes the least card out until it is empty.
pub(super) fn sort<C: Choices + ?Sized>(deck: &mut [u32], by: &mut Compared<C>) {
    let mut heap = deck.to_vec();
    for mut place in 1..heap.len() {
        while place > 0 && by.less() {
            heap.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }
    for card in deck {
        *card = heap.swap_remove(0);
        let mut place = 0;
        while 2 * place + 1 < heap.len() {
            let second = 2 * place + 2 < heap.len() && by.greater();
            let child = 2 * place + 1 + usize::from(second);
            if !by.greater() {
                break;
            }
            heap.swap(place, child);
            place = child;
        }
    }
}
