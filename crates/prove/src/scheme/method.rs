//! The methods that make a deck from the random numbers of a stream.

use serde::Deserialize;

use super::deal::DealError;
use super::stream::{NumberDecoding, StreamReader};

/// The method that makes a deck from random numbers. A choice from a single card takes no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// For each position from the last down to the second: swap its card with the card at a random position up to it.
    FisherYatesDown,
    /// For each position from the first to the last but one: swap its card with the card at a random position from it
    /// on.
    FisherYatesUp,
    /// Insert each card from the second on at a random position, and move the card that was there to the end.
    InsideOut,
    /// As [`FisherYatesDown`](Self::FisherYatesDown), but never swap a position with itself.
    Sattolo,
    /// For each position: swap its card with the card at any random position.
    Naive,
    /// Sort the cards by random keys. Cards with equal keys keep their order.
    SortKeys,
    /// Take each card from a random position of the remaining cards.
    Draw,
    /// Draw each card from the whole deck, with replacement.
    DrawAgain,
}

impl Method {
    /// Returns, for a deck of `cards` cards, the number of values of each random number in order. A sort takes keys
    /// instead.
    pub fn ranges(self, cards: usize, dealt: usize) -> Vec<usize> {
        match self {
            Method::FisherYatesUp | Method::Draw => (2..=cards).rev().collect(),
            Method::DrawAgain => vec![cards; dealt],
            Method::SortKeys => Vec::new(),
            swaps => swaps
                .swaps(cards)
                .into_iter()
                .map(|(_, range)| range)
                .filter(|&range| range > 1)
                .collect(),
        }
    }

    /// Returns the swaps of the method, each with a random position. A swap is given by its other position and by the
    /// number of values of the random position.
    ///
    /// The list is empty for methods that do not swap, or whose random position does not count from 0.
    pub fn swaps(self, cards: usize) -> Vec<(usize, usize)> {
        match self {
            Method::FisherYatesDown => (1..cards).rev().map(|top| (top, top + 1)).collect(),
            Method::InsideOut => (1..cards).map(|top| (top, top + 1)).collect(),
            Method::Sattolo => (1..cards).rev().map(|top| (top, top)).collect(),
            Method::Naive => (0..cards).map(|at| (at, cards)).collect(),
            Method::FisherYatesUp | Method::Draw | Method::DrawAgain | Method::SortKeys => {
                Vec::new()
            }
        }
    }

    /// Returns the deck that the method makes from the given random numbers.
    fn arrange(self, cards: usize, numbers: &[usize]) -> Vec<u32> {
        let mut deck: Vec<u32> = (0..cards as u32).collect();
        let drawn = numbers.iter().copied();
        match self {
            Method::FisherYatesUp => drawn
                .enumerate()
                .for_each(|(at, skip)| deck.swap(at, at + skip)),
            Method::Draw => {
                let mut rest = std::mem::take(&mut deck);
                deck.extend(drawn.map(|index| rest.remove(index)));
                deck.append(&mut rest);
            }
            Method::DrawAgain => deck = drawn.map(|card| card as u32).collect(),
            Method::SortKeys => {}
            swaps => {
                // A random position with a single value takes no number. Only the last swap may have one, with position
                // 0.
                let swaps = swaps.swaps(cards).into_iter().zip(drawn.chain([0]));
                swaps.for_each(|((at, _), other)| deck.swap(at, other));
            }
        }
        deck
    }

    /// Derives a deck from a stream of bytes. Cards are counted from 0, the top card first.
    pub(super) fn deck(
        self,
        (cards, dealt): (usize, usize),
        numbers: &NumberDecoding,
        reader: &mut StreamReader<'_>,
    ) -> Result<Vec<u32>, DealError> {
        if self == Method::SortKeys {
            return sorted(cards, numbers, reader);
        }
        let ranges = self.ranges(cards, dealt);
        let mut drawn = Vec::with_capacity(ranges.len());
        for (draw, range) in (0..).zip(ranges) {
            reader.begin(draw, range as u64 - 1);
            drawn.push(numbers.draw(reader, range)?);
        }
        Ok(self.arrange(cards, &drawn))
    }
}

fn sorted(
    cards: usize,
    numbers: &NumberDecoding,
    reader: &mut StreamReader<'_>,
) -> Result<Vec<u32>, DealError> {
    let mut keyed = Vec::with_capacity(cards);
    for card in 0..cards as u32 {
        reader.begin(card.into(), 0);
        keyed.push((numbers.word(reader)?, card));
        reader.advance(numbers.bytes);
    }
    keyed.sort();
    Ok(keyed.into_iter().map(|(_, card)| card).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The expected decks of the cards 0 1 2 3 were worked out by hand.
    #[test]
    fn decks_of_four() {
        let cases: [(Method, &[usize], [u32; 4]); 7] = [
            (Method::FisherYatesDown, &[1, 0, 1], [2, 3, 0, 1]),
            (Method::FisherYatesUp, &[2, 0, 1], [2, 1, 3, 0]),
            (Method::InsideOut, &[0, 2, 1], [1, 3, 2, 0]),
            (Method::Sattolo, &[0, 1], [2, 3, 1, 0]),
            (Method::Naive, &[3, 3, 3, 0], [2, 0, 1, 3]),
            (Method::Draw, &[2, 2, 0], [2, 3, 0, 1]),
            (Method::DrawAgain, &[3, 3, 0, 1], [3, 3, 0, 1]),
        ];
        for (method, numbers, expected) in cases {
            assert_eq!(method.arrange(4, numbers), expected, "{method:?}");
        }
    }

    /// Every list of numbers gives a different deck, and the decks of Sattolo's shuffle are the cycles of all cards.
    #[test]
    fn injective_methods_reach_each_deck_once() {
        use Method::{Draw, FisherYatesDown, FisherYatesUp, InsideOut, Sattolo};
        for (method, expected) in [
            (FisherYatesDown, 120),
            (FisherYatesUp, 120),
            (InsideOut, 120),
            (Draw, 120),
            (Sattolo, 24),
        ] {
            let lists = method
                .ranges(5, 5)
                .into_iter()
                .fold(vec![vec![]], |lists, range| {
                    let longer = |list: Vec<usize>| {
                        (0..range).map(move |next| [&list[..], &[next]].concat())
                    };
                    lists.into_iter().flat_map(longer).collect()
                });
            let decks: BTreeSet<Vec<u32>> =
                lists.iter().map(|list| method.arrange(5, list)).collect();
            assert_eq!(
                (lists.len(), decks.len()),
                (expected, expected),
                "{method:?}"
            );
        }
    }
}
