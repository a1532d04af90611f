//! What hands do in one piece.

use crate::shuffle::{Chance, Choices};

/// The halves side by side, their cards in pairs, each pair in either order (Thorp 1973). Of an odd deck
/// the last card stays.
pub fn thorp<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    let half = deck.len() / 2;
    let cards = deck.to_vec();
    for (card, pair) in deck.chunks_exact_mut(2).enumerate() {
        pair.copy_from_slice(&[cards[card], cards[half + card]]);
        if choices.below(2) == 1 {
            pair.swap(0, 1);
        }
    }
}

/// The top card to any place.
pub fn top_to_random<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    if deck.len() > 1 {
        let place = choices.below(deck.len() as u32) as usize;
        deck[..=place].rotate_left(1);
    }
}

/// Packets from the top, laid one on another; each gap between two cards ends a packet with this chance
/// (Pemantle 1989).
pub fn overhand<C: Choices + ?Sized>(cut: Chance, deck: &mut [u32], choices: &mut C) {
    let mut start = 0;
    for gap in 1..deck.len() {
        if cut.comes(choices) {
            deck[start..gap].reverse();
            start = gap;
        }
    }
    deck[start..].reverse();
    // Each packet turned round, and then all: packets change places, their cards do not.
    deck.reverse();
}
