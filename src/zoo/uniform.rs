//! Uniform shuffles that are no pass of transpositions. Those that draw again and again until it fits are
//! told without the draws that are thrown away: what is kept is any of what fits, each as likely, whatever
//! was thrown away before, and the deck shows nothing else.

use crate::shuffle::Choices;

/// Random keys, all different, and the cards sorted by them. Each new key falls between those before it
/// anywhere, each place as likely, whatever their order (Rényi 1962): so the card goes there.
pub fn sort_keys<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    for card in 1..deck.len() {
        let place = choices.below(card as u32 + 1) as usize;
        deck[place..=card].rotate_right(1);
    }
}

/// Place after place, any card of the deck, drawn again while it is used: any unused card.
pub fn rejection<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    let mut unused = deck.to_vec();
    for place in deck.iter_mut() {
        *place = unused.remove(any(unused.len(), choices));
    }
}

/// Card after card to any place, drawn again while it is taken: any free place.
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
