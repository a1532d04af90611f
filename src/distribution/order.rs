//! Decks of up to ten cards in lexicographic order.

use crate::permutation::lexicographic;

/// The largest number of cards of an exact law: 10! is 3.6 million.
pub const MAX_CARDS: usize = 10;

/// Returns the number of orders, n!.
pub fn orders(cards: usize) -> usize {
    (1..=cards).product()
}

/// Calls `visit` with every rank and its deck, in lexicographic order.
pub fn each(cards: usize, mut visit: impl FnMut(usize, &[u8])) {
    debug_assert!(cards <= MAX_CARDS);
    let mut deck: Vec<u8> = (0..cards as u8).collect();
    for rank in 0..orders(cards) {
        visit(rank, &deck);
        lexicographic::advance(&mut deck);
    }
}
