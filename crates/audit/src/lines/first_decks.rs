//! Recognises, from the first decks of a text, hands that were sorted after the deal: their order shows nothing of the shuffle.

use std::collections::HashSet;

use faro::stacks::Face;

use super::forms::{numbered_face, row_cards, run};

/// Maximum number of decks that are looked at.
const MAX_DECKS: usize = 64;

/// Minimum number of decks for a statement.
const MIN_DECKS: usize = 16;

/// Minimum number of pairs of neighbours in order, in all decks, that show that cards were sorted. Chance has a pair in order
/// in every second deck.
const MIN_PAIRS: usize = 60;

/// Minimum number of different cards at a position of a sorted hand.
const MIN_CARDS: usize = 6;

/// Minimum share of decks that are out of order between two hands. A weak shuffle, which leaves most cards in their old order,
/// has a smaller share.
const MIN_OUT: f64 = 0.2;

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
    decks: Vec<Vec<Card>>,
    /// The words of each deck.
    words: Vec<Vec<String>>,
}

/// A playing card, or a number as the rank of a card of the first suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Card {
    rank: i64,
    suit: usize,
    is_ace: bool,
}

impl FirstDecks {
    /// Adds the text of a deck. Returns whether it was the last one that is looked at.
    pub fn add(&mut self, text: &str) -> bool {
        if self.decks.len() == MAX_DECKS || text.trim().is_empty() {
            return false;
        }
        let spaced = text.replace([',', ';', '|', '[', ']', '"', '\''], " ");
        let texts = [run(text), row_cards(&spaced), row_cards(text)];
        let decks = texts.iter().filter_map(|cards| parsed(cards));
        let longest = decks.max_by_key(Vec::len).unwrap_or_default();
        // The line before was a header.
        if self.decks.len() == 1 && self.decks[0].is_empty() && !longest.is_empty() {
            self.decks.clear();
            self.words.clear();
        }
        self.decks.push(longest);
        let words = spaced.split_whitespace().map(str::to_lowercase);
        let is_name = |word: &String| word.contains(char::is_alphanumeric);
        self.words.push(words.filter(is_name).collect());
        self.decks.len() == MAX_DECKS
    }

    /// Returns whether the cards are neither numbers nor playing cards.
    pub fn are_names(&self) -> bool {
        self.decks.iter().all(Vec::is_empty)
    }

    /// Returns the cards as the numbers of their names in alphabetical order.
    fn named(&self) -> Vec<Vec<Card>> {
        let mut names: Vec<&String> = self.words.iter().flatten().collect();
        names.sort_unstable();
        names.dedup();
        let card = |name: &String| Card {
            rank: names.binary_search(&name).expect("one of the names") as i64,
            suit: 0,
            is_ace: false,
        };
        let decks = self.words.iter();
        decks
            .map(|words| words.iter().map(card).collect())
            .collect()
    }

    /// Returns the numbers of cards in the hands of each deck, if some of them were sorted: by number, by rank, by suit and
    /// rank, or as texts. Cards between two sorted hands are a hand too.
    ///
    /// A pair of neighbours is in a sorted hand if it is in order in all decks. The result is `None` if other pairs are
    /// in order in most decks, as after a weak shuffle, and for fewer than 16 decks.
    pub fn sorted_hands(&self) -> Option<Vec<usize>> {
        let mut pairs = self.words.iter().zip(&self.decks);
        let are_cards = pairs.all(|(words, deck)| words.len() == deck.len());
        let are_parts = self
            .decks
            .windows(2)
            .any(|pair| pair[0].len() != pair[1].len());
        let of_texts = || sorted_hands(&self.named());
        let of_texts = match are_cards || self.are_names() {
            true => of_texts(),
            // A number before the cards of other packs may be in order with the first card.
            false if are_parts => of_texts().filter(|(pairs, _)| *pairs > 2),
            false => None,
        };
        let found = [sorted_hands(&self.decks), of_texts];
        let best = found.into_iter().flatten().max_by_key(|(pairs, _)| *pairs);
        best.map(|(_, hands)| hands)
    }
}

/// Returns the number of pairs in order, and the numbers of cards in the hands, if some of them were sorted.
fn sorted_hands(decks: &[Vec<Card>]) -> Option<(usize, Vec<usize>)> {
    let size = decks.first()?.len();
    let are_equal = decks.iter().all(|deck| deck.len() == size);
    (size > 1 && are_equal && decks.len() >= MIN_DECKS).then_some(())?;
    let cards_at = |at: usize| -> HashSet<Card> { decks.iter().map(|deck| deck[at]).collect() };
    let are_many: Vec<bool> = (0..size)
        .map(|at| cards_at(at).len() >= MIN_CARDS)
        .collect();
    let found = orders().filter_map(|order| {
        let is_out =
            |deck: &Vec<Card>, at: usize| order.place(deck[at]) > order.place(deck[at + 1]);
        let share = |at: usize| {
            let out = decks.iter().filter(|deck| is_out(deck, at)).count();
            out as f64 / decks.len() as f64
        };
        let out: Vec<f64> = (0..size - 1).map(share).collect();
        let mut varied = (0..size - 1).filter(|&at| are_many[at] && are_many[at + 1]);
        let pairs = varied.clone().filter(|&at| out[at] == 0.0).count();
        let is_clear = varied.all(|at| out[at] == 0.0 || out[at] >= MIN_OUT);
        (is_clear && pairs * decks.len() >= MIN_PAIRS).then(|| (pairs, hands(&out)))
    });
    found.max_by_key(|(pairs, _)| *pairs)
}

/// An order in which cards may be sorted.
struct Order {
    /// The place of each suit, the last of them for the jokers. They are equal if cards are sorted by rank alone.
    suits: [i64; 5],
    ranks: Ranks,
}

/// An order of ranks.
#[derive(Clone, Copy)]
enum Ranks {
    /// By value, with the place of an ace.
    Ascending(i64),
    Descending(i64),
    /// As texts. The value is the place of the ten, which is written `10` or `T`.
    Texts(i64),
}

impl Order {
    fn place(&self, card: Card) -> (i64, i64) {
        let with_ace = |ace| if card.is_ace { ace } else { card.rank };
        let rank = match self.ranks {
            Ranks::Ascending(ace) => with_ace(ace),
            Ranks::Descending(ace) => -with_ace(ace),
            Ranks::Texts(ten) => match card.rank {
                // A, J, K and Q stand below the digits.
                0 => 10,
                9 => ten,
                10 => 11,
                11 => 13,
                12 => 12,
                rank => rank,
            },
        };
        (self.suits[card.suit], rank)
    }
}

/// Returns the orders in which people and programs sort: by rank, or by suit in any order of the suits and by rank, with the
/// ace as the lowest or the highest card, or with ranks as texts.
fn orders() -> impl Iterator<Item = Order> {
    let places = |code: i64| [code % 4, code / 4 % 4, code / 16 % 4, code / 64, 4];
    let are_different = |suits: &[i64; 5]| suits.iter().collect::<HashSet<_>>().len() == 5;
    let suits = (0..256).map(places).filter(are_different);
    suits.chain([[0; 5]]).flat_map(|suits| {
        use Ranks::{Ascending, Descending, Texts};
        let ranks = [
            Ascending(0),
            Ascending(13),
            Descending(0),
            Descending(13),
            Texts(0),
            Texts(14),
        ];
        ranks.map(|ranks| Order { suits, ranks })
    })
}

/// Returns cards that are all numbers or all playing cards, or `None` for others.
fn parsed(cards: &[String]) -> Option<Vec<Card>> {
    let number = |card: &String| {
        let rank = card.parse().ok()?;
        Some(Card {
            rank,
            suit: 0,
            is_ace: false,
        })
    };
    let face = |card: &String| {
        let index = Face::parse(&numbered_face(card)?)?.index();
        let (rank, suit) = ((index % 13) as i64, index / 13);
        Some(Card {
            rank,
            suit,
            is_ace: rank == 0 && suit < 4,
        })
    };
    let numbers: Option<Vec<Card>> = cards.iter().map(number).collect();
    numbers.or_else(|| cards.iter().map(face).collect())
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

#[cfg(test)]
mod tests {
    use faro_sample::shuffle::{Choices, Generator, Seed};

    use super::*;

    const RANKS: &str = "A23456789TJQK";

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

    /// Two teams of ten names, each in alphabetical order.
    #[test]
    fn teams_that_were_sorted() {
        let mut generator = Generator::unit(&Seed::from(7), 0);
        let mut texts: [FirstDecks; 2] = Default::default();
        for _ in 0..64 {
            let mut names: Vec<String> = ('a'..='t')
                .map(|letter| format!("Player {letter}"))
                .collect();
            for at in (1..names.len()).rev() {
                names.swap(at, generator.below(at as u32 + 1) as usize);
            }
            let names: Vec<String> = names.iter().map(|name| name.replace(' ', "-")).collect();
            texts[0].add(&names.join(", "));
            let mut teams = names;
            teams[..10].sort();
            teams[10..].sort();
            texts[1].add(&teams.join(", "));
        }
        let found = texts.map(|first| first.sorted_hands());
        assert_eq!(found, [None, Some(vec![10, 10])]);
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
}
