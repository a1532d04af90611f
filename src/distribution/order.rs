//! Decks of up to ten cards in lexicographic order.

use crate::permutation::lexicographic;

/// The largest number of cards of an exact law: 10! is 3.6 million.
pub const MAX_CARDS: usize = 10;

/// Returns the number of orders, n!.
pub fn orders(cards: usize) -> usize {
    (1..=cards).product()
}

/// A deck with its rank and the parts of the rank. The rank of a deck one swap away needs only the digits between the
/// two positions.
pub struct Ranked<'a> {
    deck: &'a [u8],
    rank: usize,
    /// The cards before each position, as bits.
    used: [u32; MAX_CARDS + 1],
    /// The contribution to the rank of the digits before each position.
    sums: [usize; MAX_CARDS + 1],
}

/// Returns the weight of the digit that is followed by this number of cards.
const UNITS: [usize; MAX_CARDS] = [1, 1, 2, 6, 24, 120, 720, 5040, 40_320, 362_880];

impl Ranked<'_> {
    pub fn new(deck: &[u8], rank: usize) -> Ranked<'_> {
        let (mut used, mut sums) = ([0; MAX_CARDS + 1], [0; MAX_CARDS + 1]);
        for (place, &card) in deck.iter().enumerate() {
            sums[place + 1] = sums[place] + digit(card, used[place]) * UNITS[deck.len() - 1 - place];
            used[place + 1] = used[place] | 1 << card;
        }
        Ranked { deck, rank, used, sums }
    }

    /// Returns the rank of the deck with two positions swapped, the first before the second.
    pub fn swapped(&self, first: usize, second: usize) -> usize {
        let (mut used, mut sum) = (self.used[first], 0);
        for place in first..=second {
            let card = match place {
                _ if place == first => self.deck[second],
                _ if place == second => self.deck[first],
                _ => self.deck[place],
            };
            sum += digit(card, used) * UNITS[self.deck.len() - 1 - place];
            used |= 1 << card;
        }
        self.rank + sum - (self.sums[second + 1] - self.sums[first])
    }
}

/// Returns the number of smaller cards that are not used yet.
fn digit(card: u8, used: u32) -> usize {
    (u32::from(card) - (used & ((1 << card) - 1)).count_ones()) as usize
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swaps_have_the_ranks_of_their_decks() {
        each(6, |place, deck| {
            let ranked = Ranked::new(deck, place);
            for (first, second) in (0..6).flat_map(|second| (0..second).map(move |first| (first, second))) {
                let mut other = deck.to_vec();
                other.swap(first, second);
                assert_eq!(ranked.swapped(first, second), lexicographic::rank(other.into_iter()));
            }
        });
    }
}
