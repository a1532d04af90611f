//! Decks of few cards in lexicographic order, without big integers.

/// Returns the rank of `deck`, of at most 20 cards, in lexicographic order from 0.
///
/// The rank is a number in the factorial number system. Its digit for a card is the number of smaller cards
/// below that card in the deck.
#[inline]
pub fn rank<T: Into<u32>>(deck: impl ExactSizeIterator<Item = T>) -> usize {
    let cards = deck.len();
    let (mut rank, mut left) = (0, (1u32 << cards) - 1);
    for (place, card) in deck.enumerate() {
        let card = card.into();
        let smaller = left & ((1 << card) - 1);
        rank = rank * (cards - place) + smaller.count_ones() as usize;
        left ^= 1 << card;
    }
    rank
}

/// Returns the deck of `cards` cards with the given `rank`: the inverse of [`rank`].
pub fn unrank(cards: usize, mut rank: usize) -> Vec<u8> {
    let mut digits = vec![0; cards];
    for (place, digit) in digits.iter_mut().enumerate().rev() {
        (*digit, rank) = (rank % (cards - place), rank / (cards - place));
    }
    let mut unused: Vec<u8> = (0..cards as u8).collect();
    digits
        .into_iter()
        .map(|digit| unused.remove(digit))
        .collect()
}

/// Advances `items` to the next arrangement in lexicographic order; returns whether there is one.
///
/// Items may be equal. The last arrangement stays as it is.
pub fn advance<T: Ord>(items: &mut [T]) -> bool {
    let Some(rise) = items.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return false;
    };
    let larger = items
        .iter()
        .rposition(|item| *item > items[rise])
        .expect("the next one is");
    items.swap(rise, larger);
    items[rise + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;

    #[test]
    fn ranks_and_decks_are_those_of_permutations() {
        for cards in 0..=6usize {
            let mut deck: Vec<u8> = (0..cards as u8).collect();
            for expected in 0..(1..=cards).product() {
                assert_eq!(
                    (rank(deck.iter().copied()), unrank(cards, expected)),
                    (expected, deck.clone())
                );
                let images: Vec<u32> = deck.iter().map(|&card| card.into()).collect();
                assert_eq!(
                    Permutation::from_images(images).unwrap().rank(),
                    expected.into()
                );
                assert_eq!(advance(&mut deck), expected + 1 < (1..=cards).product());
            }
        }
    }

    #[test]
    fn equal_items() {
        let mut items = [0, 0, 1, 1];
        let count = 1 + std::iter::from_fn(|| advance(&mut items).then_some(())).count();
        assert_eq!((count, items), (6, [1, 1, 0, 0]));
    }
}
