//! Physical shuffles other than riffles: Thorp's shuffle, top to random, random to top, overhand.

use super::{with_copy, with_zeros};
use crate::shuffle::{Chance, Choices};

/// Shuffles by Thorp's shuffle (Thorp 1973).
///
/// The i-th cards of the two halves become a pair, in random order. In an odd deck the last card stays.
pub fn thorp<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    let half = deck.len() / 2;
    with_zeros(half, |swapped| {
        choices.below_each(2, 0, swapped);
        with_copy(deck, |deck, cards| {
            for (card, pair) in deck.as_chunks_mut::<2>().0.iter_mut().enumerate() {
                let halves = [cards[card], cards[half + card]];
                let first = (swapped[card] % 2) as usize;
                *pair = [halves[first], halves[1 - first]];
            }
        });
    });
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

/// Shuffles by the overhand shuffle (Pemantle 1989).
///
/// Each gap between two cards ends a packet with probability `cut`. Each packet is put on top of the packet
/// before.
pub fn overhand<C: Choices + ?Sized>(cut: Chance, deck: &mut [u32], choices: &mut C) {
    with_zeros(deck.len(), |starts| {
        choices.weighted_each(cut.odds(), starts.get_mut(1..).unwrap_or_default());
        let mut start = 0;
        for (position, entry) in (0..).zip(&mut *starts) {
            start = if *entry == 0 { position } else { start };
            *entry = start;
        }
        with_copy(deck, |deck, cards| {
            let mut end = cards.len();
            for (position, &start) in starts.iter().enumerate().rev() {
                let start = start as usize;
                deck[cards.len() - end + position - start] = cards[position];
                end = if start == position { start } else { end };
            }
        });
    });
}
