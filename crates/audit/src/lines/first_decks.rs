//! Recognises, from the first decks of a text, lines that are no decks in the order of the shuffle: hands that were sorted
//! after the deal, and several decks a line.

use std::collections::HashSet;

use super::forms::{numbered_face, row_cards, run};

/// Maximum number of decks that are looked at.
const MAX_DECKS: usize = 64;

/// Minimum number of decks for a statement.
const MIN_DECKS: usize = 16;

/// Minimum number of pairs of neighbours in order, in all decks, that show that cards were sorted. Chance has a pair in order
/// in every second deck.
const MIN_PAIRS: usize = 60;

/// Minimum number of different cards at a position of a sorted hand, and minimum share of decks that are out of order between
/// two hands. A weak shuffle, which leaves most cards in their old order, has fewer.
const MIN_VARIETY: (usize, f64) = (6, 0.2);

/// The first decks of a text.
///
/// ```
/// use faro_audit::lines::FirstDecks;
///
/// let mut first = FirstDecks::default();
/// for deal in 0..64 {
///     let (a, b) = (7 * deal % 17, 11 * deal % 23);
///     first.add(&format!("{a} {} {b} {}", a + 1 + 3 * deal % 19, b + 2 + 5 * deal % 13));
/// }
/// assert_eq!(first.sorted_hands(), Some(vec![2, 2]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct FirstDecks {
    decks: Vec<Vec<String>>,
}

impl FirstDecks {
    /// Adds the text of a deck. Returns whether it was the last one that is looked at.
    pub fn add(&mut self, text: &str) -> bool {
        if self.decks.len() == MAX_DECKS || text.trim().is_empty() {
            return false;
        }
        let joined = run(text);
        let spaced = row_cards(&text.replace([',', ';', '|', '[', ']', '"', '\''], " "));
        let named = row_cards(text);
        let cards = [joined, spaced, named];
        let is_known = |cards: &&Vec<String>| keys(cards).is_some();
        let found = cards
            .iter()
            .filter(is_known)
            .max_by_key(|cards| cards.len());
        self.decks.push(found.cloned().unwrap_or_default());
        self.decks.len() == MAX_DECKS
    }

    fn size(&self) -> Option<usize> {
        let size = self.decks.first()?.len();
        let are_equal = self.decks.iter().all(|deck| deck.len() == size);
        (size > 1 && are_equal && self.decks.len() >= MIN_DECKS).then_some(size)
    }

    /// Returns the numbers of cards in the hands of each deck, if some of them were sorted: by number, by rank, or by suit and
    /// rank. Cards between two sorted hands are a hand too.
    ///
    /// A pair of neighbours is in a sorted hand if it is in order in all decks. The result is `None` if other pairs are
    /// in order in most decks, as after a weak shuffle.
    pub fn sorted_hands(&self) -> Option<Vec<usize>> {
        let size = self.size()?;
        let decks: Vec<Vec<Vec<i64>>> = self
            .decks
            .iter()
            .map(|deck| keys(deck))
            .collect::<Option<_>>()?;
        let orders = decks.iter().map(Vec::len).min()?;
        let variety = |at: usize| {
            self.decks
                .iter()
                .map(|deck| &deck[at])
                .collect::<HashSet<_>>()
                .len()
        };
        let varied: Vec<usize> = (0..size).map(variety).collect();
        let found = (0..2 * orders).filter_map(|order| {
            let out_of_order = |at: usize| {
                let is_out = |deck: &&Vec<Vec<i64>>| {
                    let pair = [deck[order / 2][at], deck[order / 2][at + 1]];
                    if order % 2 == 0 {
                        pair[0] > pair[1]
                    } else {
                        pair[0] < pair[1]
                    }
                };
                decks.iter().filter(is_out).count() as f64 / decks.len() as f64
            };
            let out: Vec<f64> = (0..size - 1).map(out_of_order).collect();
            let is_varied = |at: usize| varied[at].min(varied[at + 1]) >= MIN_VARIETY.0;
            let pairs = (0..size - 1)
                .filter(|&at| is_varied(at) && out[at] == 0.0)
                .count();
            let is_clear = |at: usize| out[at] == 0.0 || out[at] >= MIN_VARIETY.1 || !is_varied(at);
            let is_found = pairs * decks.len() >= MIN_PAIRS && (0..size - 1).all(is_clear);
            is_found.then(|| (pairs, hands(&out)))
        });
        found
            .max_by_key(|(pairs, _)| *pairs)
            .map(|(_, hands)| hands)
    }

    /// Returns the number of decks in each line, if all lines consist of several decks of the same different cards.
    pub fn decks_of_line(&self) -> Option<usize> {
        let size = self.size()?;
        (2..=8)
            .filter(|count| size.is_multiple_of(*count) && size / count > 4)
            .find(|count| {
                let set = |deck: &[String]| deck.iter().cloned().collect::<HashSet<String>>();
                let first = set(&self.decks[0][..size / count]);
                let is_deck = |deck: &[String]| set(deck) == first;
                first.len() == size / count
                    && self
                        .decks
                        .iter()
                        .all(|line| line.chunks(size / count).all(is_deck))
            })
    }
}

/// Returns the numbers of cards in hands, for the shares of decks that are out of order at each pair of neighbours.
fn hands(out: &[f64]) -> Vec<usize> {
    let (mut sizes, mut size, mut is_sorted) = (Vec::new(), 1, None);
    for &share in out {
        match is_sorted {
            Some(true) if share > 0.0 => {
                sizes.push(size);
                (size, is_sorted) = (1, None);
            }
            Some(false) if share == 0.0 => {
                sizes.push(size - 1);
                (size, is_sorted) = (2, Some(true));
            }
            _ => {
                size += 1;
                is_sorted = Some(share == 0.0);
            }
        }
    }
    sizes.push(size);
    sizes
}

/// Ranks in ascending order, as the first letters of the names of cards.
const RANKS: &str = "A23456789TJQK";

/// Returns the place of each card in several orders: of numbers, or of ranks, and of suits and ranks. Returns `None` if the
/// cards are neither numbers nor faces.
fn keys(cards: &[String]) -> Option<Vec<Vec<i64>>> {
    let numbers: Option<Vec<i64>> = cards.iter().map(|card| card.parse().ok()).collect();
    if let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) {
        return Some(vec![numbers]);
    }
    let face = |card: &String| {
        let name = numbered_face(card)?.replace("10", "T");
        let rank = RANKS.find(name.get(..1)?)? as i64;
        Some((rank, "CDHS".find(name.get(1..)?)?))
    };
    let faces: Vec<(i64, usize)> = cards.iter().map(face).collect::<Option<_>>()?;
    if faces.is_empty() {
        return None;
    }
    let ranks = [0, RANKS.len() as i64].map(|ace| {
        let rank = |(rank, _): &(i64, usize)| if *rank == 0 { ace } else { *rank };
        faces.iter().map(rank).collect::<Vec<i64>>()
    });
    let mut orders = ranks.to_vec();
    for code in 0..256 {
        let places = [code % 4, code / 4 % 4, code / 16 % 4, code / 64];
        if places.iter().collect::<HashSet<_>>().len() < 4 {
            continue;
        }
        for (ranks, sign) in ranks.iter().flat_map(|ranks| [(ranks, 1), (ranks, -1)]) {
            let key =
                |((_, suit), rank): (&(i64, usize), &i64)| 100 * places[*suit] as i64 + sign * rank;
            orders.push(faces.iter().zip(ranks).map(key).collect());
        }
    }
    Some(orders)
}

#[cfg(test)]
mod tests {
    use faro_sample::shuffle::{Choices, Generator, Seed};

    use super::*;

    /// Returns what is recognised of 64 fair decks whose hands of these sizes are passed to `sort`.
    fn of(sizes: &[usize], sort: impl Fn(usize, &mut [String])) -> FirstDecks {
        let mut generator = Generator::unit(&Seed::from(5), 0);
        let suits = "SHDC".chars();
        let pack: Vec<String> = suits
            .flat_map(|suit| RANKS.chars().map(move |rank| format!("{rank}{suit}")))
            .collect();
        let mut first = FirstDecks::default();
        for _ in 0..64 {
            let mut deck = pack.clone();
            for at in (1..deck.len()).rev() {
                deck.swap(at, generator.below(at as u32 + 1) as usize);
            }
            let mut at = 0;
            for (hand, size) in sizes.iter().enumerate() {
                sort(hand, &mut deck[at..at + size]);
                at += size;
            }
            first.add(&deck.join(" "));
        }
        first
    }

    #[test]
    fn hands_that_were_sorted() {
        let rank = |card: &String| RANKS.find(&card[..1]);
        for sizes in [&[13; 4][..], &[17, 17, 17], &[10, 10, 10], &[2, 2, 2]] {
            let by_rank = of(sizes, |_, hand| hand.sort_by_key(rank));
            let by_suit = of(sizes, |_, hand| {
                hand.sort_by_key(|card| (card[1..].to_string(), rank(card)));
            });
            let down = of(sizes, |_, hand| {
                hand.sort_by_key(|card| std::cmp::Reverse(rank(card)));
            });
            let rest = 52 - sizes.iter().sum::<usize>();
            let expected = [sizes, &[rest][..usize::from(rest > 0)]].concat();
            for first in [by_rank, by_suit, down] {
                assert_eq!(first.sorted_hands(), Some(expected.clone()));
            }
        }
        assert_eq!(of(&[], |_, _| {}).sorted_hands(), None);
    }

    /// A weak shuffle leaves cards in their old order, but not in hands.
    #[test]
    fn weak_shuffles_are_not_sorted() {
        let mut generator = Generator::unit(&Seed::from(6), 0);
        let mut texts: [FirstDecks; 3] = Default::default();
        for _ in 0..64 {
            let mut below = |bound: u32| generator.below(bound) as usize;
            let deck: Vec<usize> = (0..52).collect();
            let (mut cut, mut swapped, mut riffled) = (deck.clone(), deck.clone(), Vec::new());
            cut.rotate_left(below(52));
            swapped.swap(below(52), below(52));
            let (mut left, mut right) = (0..26, 26..52);
            while riffled.len() < 52 {
                let side = if below(2) == 0 { &mut left } else { &mut right };
                riffled.extend(side.next());
            }
            for (first, deck) in texts.iter_mut().zip([cut, swapped, riffled]) {
                let names: Vec<String> = deck.iter().map(usize::to_string).collect();
                first.add(&names.join(" "));
            }
        }
        assert!(texts.iter().all(|first| first.sorted_hands().is_none()));
    }

    #[test]
    fn several_decks_a_line() {
        let mut first = FirstDecks::default();
        let mut deck: Vec<usize> = (1..=9).collect();
        for _ in 0..MIN_DECKS {
            let mut line = Vec::new();
            for turn in 1..=3 {
                deck.rotate_left(turn);
                line.extend(deck.iter().map(usize::to_string));
            }
            first.add(&line.join(","));
        }
        assert_eq!(first.decks_of_line(), Some(3));
        assert_eq!(of(&[], |_, _| {}).decks_of_line(), None);
    }
}
