//! Decks of up to ten cards in lexicographic order.

use super::MAX_CARDS;

/// The number of orders.
pub fn orders(cards: usize) -> usize {
    (1..=cards).product()
}

/// The place of a deck among all in lexicographic order, from 0. The digits of the factorial number system
/// are how many smaller cards are not yet used.
pub fn rank(deck: impl ExactSizeIterator<Item = u8>) -> usize {
    let cards = deck.len();
    let (mut used, mut rank) = (0u32, 0);
    for (place, card) in deck.enumerate() {
        let smaller = u32::from(card) - (used & ((1 << card) - 1)).count_ones();
        rank = rank * (cards - place) + smaller as usize;
        used |= 1 << card;
    }
    rank
}

/// The deck of a rank.
pub fn deck(cards: usize, mut rank: usize) -> Vec<u8> {
    let mut digits = vec![0; cards];
    for (place, digit) in digits.iter_mut().enumerate().rev() {
        (*digit, rank) = (rank % (cards - place), rank / (cards - place));
    }
    let mut unused: Vec<u8> = (0..cards as u8).collect();
    digits.into_iter().map(|digit| unused.remove(digit)).collect()
}

/// Calls with every rank and its deck, in lexicographic order.
pub fn each(cards: usize, mut visit: impl FnMut(usize, &[u8])) {
    debug_assert!(cards <= MAX_CARDS);
    let mut deck: Vec<u8> = (0..cards as u8).collect();
    for rank in 0..orders(cards) {
        visit(rank, &deck);
        advance(&mut deck);
    }
}

/// To the next deck; behind the last, to the first.
fn advance(deck: &mut [u8]) {
    let descent = deck.iter().rev().zip(deck.iter().rev().skip(1)).take_while(|(b, a)| a > b).count();
    let tail = deck.len().saturating_sub(descent + 1);
    deck[tail..].reverse();
    if tail > 0 {
        let pivot = deck[tail - 1];
        let next = deck[tail..].iter().position(|&card| card > pivot).expect("the tail began larger");
        deck.swap(tail - 1, tail + next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_decks_and_visits_agree() {
        for cards in 0..=6 {
            let (mut visits, mut before) = (0, None);
            each(cards, |place, found| {
                assert_eq!(place, visits);
                assert_eq!(rank(found.iter().copied()), place);
                assert_eq!(deck(cards, place), found);
                assert!(before.replace(found.to_vec()) < Some(found.to_vec()), "in lexicographic order");
                visits += 1;
            });
            assert_eq!(visits, orders(cards));
        }
    }
}
