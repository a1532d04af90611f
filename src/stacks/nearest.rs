use std::collections::HashMap;

use super::{STACKS, Stack};

/// The least number of cards that lie as in the nearest stack. Of a random deck, about one in 10,000 has ten such cards
/// with one of the stacks, one of its cuts or their reversals (a Poisson number of mean 1 for each of 1144 orders).
const FEWEST_ALIKE: usize = 10;

/// A stack, reversed or not and cut, to which a deck is like.
#[derive(Clone, Copy, Debug)]
pub struct Likeness {
    /// The stack.
    pub stack: &'static Stack,
    /// Whether the stack is reversed, before the cut.
    pub is_reversed: bool,
    /// The number of cards that are cut from the top to the bottom, from 0 to 51.
    pub cut: usize,
    /// The number of cards that then lie as in the deck, from 10 to 52.
    pub alike: usize,
}

impl Likeness {
    /// Returns the shuffle that makes the order from the stack.
    ///
    /// It is in the language of shuffles: `()`,
    /// `cut:5`, `reverse` or `reverse cut:5`.
    pub fn word(&self) -> String {
        match (self.is_reversed, self.cut) {
            (false, 0) => "()".into(),
            (false, cut) => format!("cut:{cut}"),
            (true, 0) => "reverse".into(),
            (true, cut) => format!("reverse cut:{cut}"),
        }
    }
}

impl Stack {
    /// Returns the known stack that is most like `deck`, whose cards are named as `AS` and `10H`.
    ///
    /// All cuts of all stacks and of the reversed stacks are compared. Returns `None` if `deck` does not have the 52 cards of
    /// a pack, or if fewer than ten cards lie as in any of them, as in nearly all random decks. O(cards · stacks).
    ///
    /// ```
    /// use faro::stacks::Stack;
    /// let mut deck = Stack::named("aronson").unwrap().cards();
    /// deck.rotate_left(9);
    /// deck.swap(3, 4);
    /// let found = Stack::nearest(&deck).unwrap();
    /// assert_eq!((found.stack.name, found.word(), found.alike), ("aronson", "cut:9".into(), 50));
    /// ```
    pub fn nearest(deck: &[String]) -> Option<Likeness> {
        let places: HashMap<&str, usize> = deck.iter().map(String::as_str).zip(0..).collect();
        let like = |stack: &'static Stack| {
            let cards = stack.cards();
            let places: Vec<usize> =
                cards.iter().map(|card| places.get(card.as_str()).copied()).collect::<Option<_>>()?;
            (places.len() == deck.len())
                .then(|| [false, true].map(|is_reversed| likeness(stack, &places, is_reversed)))
        };
        let all = STACKS.iter().filter_map(like).flatten();
        // Of equals the first, so that a plain stack comes before its reversal.
        let best = all.reduce(|best, other| if other.alike > best.alike { other } else { best })?;
        (best.alike >= FEWEST_ALIKE).then_some(best)
    }
}

/// Returns the cut of a stack that puts most cards where they lie. `places` has the place of each card of the stack.
fn likeness(stack: &'static Stack, places: &[usize], is_reversed: bool) -> Likeness {
    let cards = places.len();
    let mut alike = vec![0; cards];
    for (index, place) in places.iter().enumerate() {
        let index = if is_reversed { cards - 1 - index } else { index };
        alike[(index + cards - place) % cards] += 1;
    }
    let (cut, alike) =
        (0..cards).zip(alike).rev().max_by_key(|(_, alike)| *alike).expect("a stack has cards");
    Likeness { stack, is_reversed, cut, alike }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Word;

    /// Every stack after every cut, plain and reversed, is found, and its word makes the deck.
    #[test]
    fn stacks_are_found_after_cuts_and_reversals() {
        for stack in STACKS {
            let cards = stack.cards();
            for (is_reversed, cut) in (0..52).flat_map(|cut| [(false, cut), (true, cut)]) {
                let mut deck = cards.clone();
                if is_reversed {
                    deck.reverse();
                }
                deck.rotate_left(cut);
                let found = Stack::nearest(&deck).unwrap();
                assert_eq!(found.alike, 52);
                let word: Word = found.word().parse().unwrap();
                assert_eq!(word.permutation(52).unwrap().apply(&found.stack.cards()), deck);
            }
        }
    }

    #[test]
    fn other_decks_are_like_no_stack() {
        assert!(Stack::nearest(&[]).is_none());
        assert!(Stack::nearest(&STACKS[0].cards()[1..]).is_none());
        let numbers: Vec<String> = (0..52).map(|card: u32| card.to_string()).collect();
        assert!(Stack::nearest(&numbers).is_none());
        let mut mixed = STACKS[0].cards();
        // 7 generates the units modulo 53 times a fixed card: no two neighbours stay neighbours.
        mixed.sort_by_key(|card| STACKS[0].cards().iter().position(|other| other == card).unwrap() * 7 % 53);
        assert!(Stack::nearest(&mixed).is_none_or(|found| found.alike < 20));
    }
}
