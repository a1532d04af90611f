//! Uniform shuffles that are not passes of transpositions.
//!
//! Two of these shuffles draw again until the value is allowed. They are written without the rejected draws.
//! The accepted value is equally likely to be any allowed value, independently of the rejected ones, and the
//! deck depends on nothing else.

use crate::shuffle::Choices;

/// Sorts the cards by random keys that are all different.
///
/// The rank of each new key among the keys before it is uniform and independent of their order (Rényi 1962),
/// so the card is inserted at a uniform rank.
pub fn sort_keys<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    for card in 1..deck.len() {
        let place = choices.below(card as u32 + 1) as usize;
        deck[place..=card].rotate_right(1);
    }
}

/// Gives each position in turn a random card, drawn again until the card is unused.
///
/// This is a uniform choice of the unused cards.
pub fn rejection<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    let mut unused = deck.to_vec();
    for place in deck.iter_mut() {
        *place = unused.remove(any(unused.len(), choices));
    }
}

/// Puts each card in turn at a random position, drawn again until the position is free.
///
/// This is a uniform choice of the free positions.
pub fn insertion<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    let cards = deck.to_vec();
    let mut free: Vec<usize> = (0..cards.len()).collect();
    for card in cards {
        deck[free.remove(any(free.len(), choices))] = card;
    }
}

fn any<C: Choices + ?Sized>(of: usize, choices: &mut C) -> usize {
    if of == 1 { 0 } else { choices.below(of as u32) as usize }
}
