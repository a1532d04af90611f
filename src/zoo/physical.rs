//! Physical shuffles other than riffles: Thorp's shuffle, top to random, random to top, overhand.

use crate::shuffle::{Chance, Choices};

/// Thorp's shuffle: the i-th cards of the two halves become a pair, in random order (Thorp 1973). In an odd
/// deck the last card stays.
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

/// Moves the top card to a uniformly random position.
pub fn top_to_random<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    if deck.len() > 1 {
        let place = choices.below(deck.len() as u32) as usize;
        deck[..=place].rotate_left(1);
    }
}

/// Moves a uniformly random card to the top.
pub fn random_to_top<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    if deck.len() > 1 {
        let place = choices.below(deck.len() as u32) as usize;
        deck[..=place].rotate_right(1);
    }
}

/// The overhand shuffle: each gap between two cards ends a packet with this probability, and each packet is laid on
/// the one before (Pemantle 1989).
pub fn overhand<C: Choices + ?Sized>(cut: Chance, deck: &mut [u32], choices: &mut C) {
    let mut start = 0;
    for gap in 1..deck.len() {
        if cut.comes(choices) {
            deck[start..gap].reverse();
            start = gap;
        }
    }
    deck[start..].reverse();
    // Reversing each packet and then the whole deck reverses the order of the packets and keeps the order in each.
    deck.reverse();
}
