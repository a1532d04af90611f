//! Decks in an order that has a name, such as the Si Stebbins stack, and the permutation between two orders.
//!
//! A stack is accepted if two published sources that do not copy one another agree, or if it can be made from
//! another by shuffles: Mnemonica is four out-shuffles, a reversal of the upper half, a partial out-shuffle and a cut
//! of a deck in mirror order.
//!
//! ```
//! use faro::Word;
//! use faro::stacks::{Stack, permutation_between};
//!
//! let [new, mnemonica] = ["new-deck", "mnemonica"].map(|name| Stack::named(name).unwrap().cards());
//! // In mirror order the suits are spades and hearts from the ace, diamonds and clubs from the king.
//! let suit = |cards: usize| new[cards..cards + 13].iter().cloned();
//! let mirror: Vec<String> = suit(0).chain(suit(39).rev()).chain(suit(13).rev()).chain(suit(26)).collect();
//! let reverse_half: String = (0..13).map(|card| format!("({card} {})", 25 - card)).collect();
//! let word: Word = format!("out^4 {reverse_half} faro:18 cut:9").parse()?;
//! assert_eq!(permutation_between(&mirror, &mnemonica), Ok(word.permutation(52)?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashMap;

use crate::Permutation;

/// The ranks in ascending order, as the names of cards begin.
pub const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/// An order of 52 cards that has a name.
#[derive(Debug)]
pub struct Stack {
    /// The name, such as `si-stebbins`.
    pub name: &'static str,
    /// What the order is.
    pub meaning: &'static str,
    order: fn() -> Vec<String>,
}

/// All stacks. Orders that are only found in copies of one another are left out, since many are misprinted.
pub static STACKS: [Stack; 4] = [
    // ambitiouswithcards.com, "What is new deck order": from the face spades, diamonds from ace to
    // king, clubs, hearts from king to ace. ulearnmagic.com, "Order of cards in a deck": the same
    // from the other side. Here the ace of spades comes first, as `--faces` shows it.
    Stack {
        name: "new-deck",
        meaning: "as the United States Playing Card Company packs it: A to K of spades and diamonds, K to A of clubs and hearts",
        order: || {
            suits([
                ('S', Ranks::Ascending),
                ('D', Ranks::Ascending),
                ('C', Ranks::Descending),
                ('H', Ranks::Descending),
            ])
        },
    },
    // Wikipedia, "Si Stebbins stack", after Stebbins, Card Tricks and the Way They Are Performed
    // (1898), with all 52 cards; Dyment, "An introduction to full-deck stacks".
    Stack {
        name: "si-stebbins",
        meaning: "each card three higher than the one before, suits clubs, hearts, spades, diamonds",
        order: || rotating(std::array::from_fn(|place| place * 3 % 13)),
    },
    // Dyment, "An introduction to full-deck stacks": the ranks; magicalapparatus.com, "Pencil
    // reading": ranks and suits, the eight of clubs first.
    Stack {
        name: "eight-kings",
        meaning: "8 K 3 10 2 7 9 5 Q 4 A 6 J again and again, suits clubs, hearts, spades, diamonds",
        order: || rotating([7, 12, 2, 9, 1, 6, 8, 4, 11, 3, 0, 5, 10]),
    },
    // Tamariz, Mnemonica, "Of Mnemonica": how it is made, which a test below does; the list is
    // that of the repository aleleonian/shuffle-simulator, src/data/deckStacks.js. Lists with other
    // jacks and queens near the end are about.
    Stack {
        name: "mnemonica",
        meaning: "Juan Tamariz's, from a deck in mirror order by four out-shuffles, a reversal, a partial one and a cut",
        order: || MNEMONICA.split(' ').map(String::from).collect(),
    },
];

const MNEMONICA: &str = "4C 2H 7D 3C 4H 6D AS 5H 9S 2S QH 3D QC 8H 6S 5S 9H KC 2D JH 3S 8S 6H 10C 5D KD 2C 3H 8D 5C KS JD 8C \
                         10S KH JC 7S 10H AD 4S 7H 4D AC 9C JS QD 7C QS 10D 6C AH 9D";

impl Stack {
    /// Returns the stack of this name.
    pub fn named(name: &str) -> Option<&'static Stack> {
        STACKS.iter().find(|stack| stack.name == name)
    }

    /// Returns the cards from the top of the deck face down, such as `AS` and `10H`.
    pub fn cards(&self) -> Vec<String> {
        (self.order)()
    }
}

fn card(rank: usize, suit: char) -> String {
    format!("{}{suit}", RANKS[rank])
}

/// Returns suits one after the other, ascending from the ace or descending from the king.
fn suits(suits: [(char, Ranks); 4]) -> Vec<String> {
    let rank = |ranks, place| if ranks == Ranks::Ascending { place } else { 12 - place };
    let cards = |(suit, ranks)| (0..13).map(move |place| card(rank(ranks, place), suit));
    suits.into_iter().flat_map(cards).collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Ranks {
    Ascending,
    Descending,
}

/// Returns ranks in a cycle of thirteen, with suits in a cycle of four.
fn rotating(ranks: [usize; 13]) -> Vec<String> {
    (0..52).map(|place| card(ranks[place % 13], ['C', 'H', 'S', 'D'][place % 4])).collect()
}

/// Returns the permutation that takes one order to another.
///
/// # Errors
///
/// The first card of `from` that `to` does not have.
///
/// # Panics
///
/// Panics if the orders have different lengths or a card occurs twice.
///
/// ```
/// use faro::stacks::permutation_between;
/// let [from, to] = [["A", "B", "C"], ["C", "A", "B"]].map(|order| order.map(String::from));
/// assert_eq!(permutation_between(&from, &to).unwrap().images(), [1, 2, 0]);
/// ```
pub fn permutation_between<'a>(from: &'a [String], to: &[String]) -> Result<Permutation, &'a str> {
    assert_eq!(from.len(), to.len(), "two orders of the same cards");
    let places: HashMap<&str, u32> = to.iter().map(String::as_str).zip(0..).collect();
    let place = |card: &'a String| places.get(card.as_str()).copied().ok_or(card.as_str());
    let images = from.iter().map(place).collect::<Result<Vec<u32>, _>>()?;
    Ok(Permutation::from_images(images).expect("each card occurs once"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Vec<String> {
        Stack::named(name).unwrap().cards()
    }

    #[test]
    fn stacks_have_each_card_once() {
        let mut all = named("new-deck");
        all.sort();
        for stack in &STACKS {
            let mut cards = stack.cards();
            cards.sort();
            assert_eq!(cards, all, "{}", stack.name);
        }
        all.dedup();
        assert_eq!(all.len(), 52);
    }

    /// The first and last cards, as the sources have them.
    #[test]
    fn ends_of_the_stacks() {
        let ends = |name| {
            let cards = named(name);
            cards[..5].join(" ") + " … " + &cards[49..].join(" ")
        };
        assert_eq!(ends("new-deck"), "AS 2S 3S 4S 5S … 3H 2H AH");
        assert_eq!(ends("si-stebbins"), "AC 4H 7S 10D KC … 5H 8S JD");
        assert_eq!(ends("eight-kings"), "8C KH 3S 10D 2C … AH 6S JD");
        assert_eq!(ends("mnemonica"), "4C 2H 7D 3C 4H … 6C AH 9D");
    }

    #[test]
    fn a_missing_card_is_named() {
        let [from, to] = [["A", "B"], ["A", "C"]].map(|order| order.map(String::from));
        assert_eq!(permutation_between(&from, &to), Err("B"));
    }
}
