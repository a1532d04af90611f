//! Decks in named orders, such as the Si Stebbins stack, and the permutation between two orders.
//!
//! A stack is accepted if two published sources that do not copy one another agree. It is also accepted if a
//! rule defines it, or if shuffles make it from another stack. For example, Mnemonica is four out-shuffles, a
//! reversal of the upper half, a partial out-shuffle and a cut of a deck in mirror order.
//!
//! ```
//! use faro::stacks::Stack;
//! use faro::{Permutation, Word};
//!
//! let mnemonica = Stack::named("mnemonica").unwrap();
//! let recipe = mnemonica.recipe.as_ref().unwrap();
//! assert_eq!((recipe.from, recipe.word), ("mirror-order", "out^4 reverse:26 faro:18 cut:9"));
//! let mirror = Stack::named(recipe.from).unwrap().cards();
//! let word: Word = recipe.word.parse()?;
//! assert_eq!(Permutation::between(&mirror, &mnemonica.cards()), Ok(word.permutation(52)?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod face;

use std::collections::HashMap;

use face::RANKS;

use crate::perfect::{Kind, weave};

pub use face::Face;

/// A named order of 52 cards.
#[derive(Debug)]
pub struct Stack {
    /// The name, such as `si-stebbins`.
    pub name: &'static str,
    /// The description of the order.
    pub meaning: &'static str,
    /// The shuffles that make this stack from another one, or `None` if no such shuffles are known.
    pub recipe: Option<Recipe>,
    order: fn() -> Vec<String>,
}

/// The shuffles that make a stack from another stack.
#[derive(Debug)]
pub struct Recipe {
    /// The name of the other stack.
    pub from: &'static str,
    /// The shuffles, as a word of the language of shuffles.
    pub word: &'static str,
}

/// All stacks. Orders that are found only in copies of one another are left out, since many are misprinted.
pub static STACKS: &[Stack] = &[
    // ulearnmagic.com, "Order of cards in a deck", from the top of the face-down pack.
    // ambitiouswithcards.com, "What is new deck order", from its face: spades, diamonds from ace to king,
    // clubs, hearts from king to ace.
    Stack {
        name: "new-deck",
        meaning: "as the United States Playing Card Company packs it, face down, from the top: A to K of hearts and clubs, K to A of diamonds and spades",
        recipe: None,
        order: || {
            suits([
                ('H', Ranks::Ascending),
                ('C', Ranks::Ascending),
                ('D', Ranks::Descending),
                ('S', Ranks::Descending),
            ])
        },
    },
    // Wikipedia, "Si Stebbins stack", after Stebbins, Card Tricks and the Way They Are Performed
    // (1898), with all 52 cards; Dyment, "An introduction to full-deck stacks".
    Stack {
        name: "si-stebbins",
        meaning: "each card three higher than the one before, suits clubs, hearts, spades, diamonds",
        recipe: None,
        order: || rotating(std::array::from_fn(|place| place * 3 % 13)),
    },
    // Dyment, "An introduction to full-deck stacks": the ranks; magicalapparatus.com, "Pencil
    // reading": ranks and suits, the eight of clubs first.
    Stack {
        name: "eight-kings",
        meaning: "8 K 3 10 2 7 9 5 Q 4 A 6 J again and again, suits clubs, hearts, spades, diamonds",
        recipe: None,
        order: || rotating([7, 12, 2, 9, 1, 6, 8, 4, 11, 3, 0, 5, 10]),
    },
    // Tamariz, Mnemonica, "Of Mnemonica": suits from ace to king, two of them reversed, so that each card
    // is as far from the top as its mate, of the same rank and colour, is from the bottom.
    Stack {
        name: "mirror-order",
        meaning: "A to K of spades and hearts, K to A of diamonds and clubs: each card opposite its mate, which Mnemonica is made from",
        recipe: Some(Recipe {
            from: "new-deck",
            word: "cut:13 reverse:13 overhand:13:13 reverse:13",
        }),
        order: mirror_order,
    },
    // Rusduck, The Cardiste (1957): out- and in-shuffles keep mirror arrangements. Tamariz calls this one,
    // after four out-shuffles, the stay-stack: the black nines are in the middle, the black aces at the ends.
    Stack {
        name: "stay-stack",
        meaning: "the stay-stack that Mnemonica comes from: mirror order after four out-shuffles; it looks mixed, and out- and in-shuffles keep each card opposite its mate, as in every stay-stack",
        recipe: Some(Recipe {
            from: "mirror-order",
            word: "out^4",
        }),
        order: stay_stack,
    },
    // Tamariz, Mnemonica, "Of Mnemonica": the construction, which a test below repeats. The list is from the
    // repository aleleonian/shuffle-simulator, src/data/deckStacks.js. Lists with other jacks and queens near
    // the end are in circulation.
    Stack {
        name: "mnemonica",
        meaning: "Juan Tamariz's memorized deck",
        recipe: Some(Recipe {
            from: "mirror-order",
            word: "out^4 reverse:26 faro:18 cut:9",
        }),
        order: || listed(MNEMONICA),
    },
    // The distribution VANAMBURG-Magic of CPAN, PacketFactory.pm; the repository julienroussel/memdeck.org,
    // src/types/stacks/aronson.ts, a list of words; positions 36 to 44 in a text at jeroen.club.
    Stack {
        name: "aronson",
        meaning: "Simon Aronson's memorized deck, with poker and bridge deals",
        recipe: None,
        order: || listed(ARONSON),
    },
    // sistebbins.com, "Louis Nikola's Card Control System", a list of words after the booklet of 1927; the
    // repository p44v9n/ko-stack-trainer, js/main.js.
    Stack {
        name: "nikola",
        meaning: "Louis Nikola's memorized deck (1927): every fourth card is a heart",
        recipe: None,
        order: || listed(NIKOLA),
    },
    // The rule: VANAMBURG-Magic of CPAN, BCS.pm; the repository rwstream9/cards,
    // lib/Osterlind/OsterlindStrategy.php. The order is a circle; the first source begins with the ace of
    // spades, and its documentation has 18 positions.
    Stack {
        name: "bcs",
        meaning: "Richard Osterlind's Breakthrough Card System from the ace of spades: each card gives the next",
        recipe: None,
        order: breakthrough_card_system,
    },
    // The rule: "Overview: the Bart Harding Stack" (pdfcoffee.com); Mr. X, "The Bart Harding Secret"
    // (kupdf.net); the first ten cards in a text at jeroen.club.
    Stack {
        name: "bart-harding",
        meaning: "Bart Harding's (1962): the digits of a position, exchanged, are the place in clubs, hearts, spades, diamonds; above 52 the first digit loses 5 and the second gains 5; 6 and 7 stay",
        recipe: None,
        order: || (1..=52).map(bart_harding).collect(),
    },
];

const MNEMONICA: &str = "4C 2H 7D 3C 4H 6D AS 5H 9S 2S QH 3D QC 8H 6S 5S 9H KC 2D JH 3S 8S 6H 10C 5D KD 2C 3H 8D 5C KS JD 8C \
                         10S KH JC 7S 10H AD 4S 7H 4D AC 9C JS QD 7C QS 10D 6C AH 9D";

const ARONSON: &str = "JS KC 5C 2H 9S AS 3H 6C 8D AC 10S 5H 2D KD 7D 8C 3S AD 7S 5S QD AH 8S 3D 7H QH 5D 7C 4H KH 4D 10D JC \
                       JH 10C JD 4S 10H 6H 3C 2S 9H KS 6S 4C 8H 9C QS 6D QC 2C 9D";

const NIKOLA: &str = "6D 5C KC JH 5S 9D 9S QH 3C 10C KS AH 4D JD KD KH 2D QC 9C 10H 8D 2C AC 7H 7C 4S 7S 9H 8S 6S 6C 2H AS \
                      JS 4C 5H 10S AD JC 4H 2S 7D QS 3H 3S 8C 10D 6H 5D 3D QD 8H";

impl Stack {
    /// Returns the stack with the name `name`, in upper or lower case.
    pub fn named(name: &str) -> Option<&'static Stack> {
        STACKS
            .iter()
            .find(|stack| stack.name.eq_ignore_ascii_case(name))
    }

    /// Returns the cards from the top of the face-down deck, such as `AS` and `10H`.
    pub fn cards(&self) -> Vec<String> {
        (self.order)()
    }
}

fn card(rank: usize, suit: char) -> String {
    format!("{}{suit}", RANKS[rank])
}

/// Returns the suits one after the other, each ascending from the ace or descending from the king.
fn suits(suits: [(char, Ranks); 4]) -> Vec<String> {
    let rank = |ranks, place| {
        if ranks == Ranks::Ascending {
            place
        } else {
            12 - place
        }
    };
    let cards = |(suit, ranks)| (0..13).map(move |place| card(rank(ranks, place), suit));
    suits.into_iter().flat_map(cards).collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Ranks {
    Ascending,
    Descending,
}

fn listed(cards: &str) -> Vec<String> {
    cards.split(' ').map(String::from).collect()
}

fn mirror_order() -> Vec<String> {
    suits([
        ('S', Ranks::Ascending),
        ('H', Ranks::Ascending),
        ('D', Ranks::Descending),
        ('C', Ranks::Descending),
    ])
}

/// An out-shuffle moves the card at p to 2p modulo 51, so four of them move it to 16p. The square of this map
/// is the identity.
fn stay_stack() -> Vec<String> {
    let mirror = mirror_order();
    (0..51)
        .map(|place| mirror[16 * place % 51].clone())
        .chain(mirror.last().cloned())
        .collect()
}

/// Returns the cards of the Breakthrough Card System: the rank and the suit of a card give the next card. The next
/// rank is twice the rank plus the suit's number, modulo 13. If the new rank is ace to three, the suit stays. For
/// four to six it becomes the other suit of its colour, for seven to nine the one before, and for ten to king the
/// next, in the order spades, hearts, clubs, diamonds.
fn breakthrough_card_system() -> Vec<String> {
    let next = |&(rank, suit): &(usize, usize)| {
        // Here ranks and suits count from 0 (the ace, spades).
        let rank = (2 * (rank + 1) + suit + 1 + 12) % 13;
        let turned = match rank {
            0..=2 => 0,
            3..=5 => 2,
            6..=8 => 3,
            _ => 1,
        };
        Some((rank, (suit + turned) % 4))
    };
    let cards = std::iter::successors(Some((0, 0)), next).take(52);
    cards
        .map(|(rank, suit)| card(rank, ['S', 'H', 'C', 'D'][suit]))
        .collect()
}

/// Returns the card at a position, counted from 1. The digits of the position are exchanged, except for the
/// positions 6 and 7. A result above 52 is lowered by 45.
fn bart_harding(position: usize) -> String {
    let exchanged = position % 10 * 10 + position / 10;
    let place = match exchanged {
        _ if position == 6 || position == 7 => position,
        0..=52 => exchanged,
        _ => exchanged - 45,
    };
    card((place - 1) % 13, ['C', 'H', 'S', 'D'][(place - 1) / 13])
}

/// Returns the cards with ranks in a cycle of thirteen and suits in a cycle of four.
fn rotating(ranks: [usize; 13]) -> Vec<String> {
    (0..52)
        .map(|place| card(ranks[place % 13], ['C', 'H', 'S', 'D'][place % 4]))
        .collect()
}

/// Minimum number of cards that are at the same positions in a deck and in the nearest stack. A random deck
/// has ten such cards with probability of about 1/10,000. For each of 1144 orders (stacks, their cuts and
/// reversals) the number of such cards is nearly a Poisson variable with mean 1.
const MIN_ALIKE: usize = 10;

/// Minimum number of cards at the same positions as in a stack after perfect shuffles, of which there are fourteen times
/// as many orders. A random deck has twelve such cards with a probability of about 1/60,000.
const MIN_ALIKE_SHUFFLED: usize = 12;

/// Maximum number of perfect shuffles after which stacks are compared: eight out-shuffles restore a pack.
const MAX_SHUFFLES: u32 = 7;

/// A stack, possibly reversed, shuffled perfectly and cut, that is similar to a deck.
#[derive(Clone, Copy, Debug)]
pub struct Likeness {
    /// The stack.
    pub stack: &'static Stack,
    /// Whether the stack is reversed, before the shuffles and the cut.
    pub is_reversed: bool,
    /// The perfect shuffle before the cut.
    pub shuffle: Kind,
    /// The number of perfect shuffles, from 0 to 7.
    pub times: u32,
    /// The number of cards that are cut from the top to the bottom, from 0 to 51.
    pub cut: usize,
    /// The number of cards that have the same positions in this order and in the deck, from 10 to 52.
    pub alike: usize,
}

impl Likeness {
    /// Returns the shuffle that makes the order from the stack.
    ///
    /// It is in the language of shuffles: `()`,
    /// `cut:5`, `reverse cut:5` or `reverse out^2 cut:5`.
    pub fn word(&self) -> String {
        let reversal = self.is_reversed.then(|| "reverse".into());
        let shuffles = match self.times {
            0 => None,
            1 => Some(self.shuffle.to_string()),
            times => Some(format!("{}^{times}", self.shuffle)),
        };
        let cut = (self.cut > 0).then(|| format!("cut:{}", self.cut));
        let moves: Vec<String> = [reversal, shuffles, cut].into_iter().flatten().collect();
        match moves.is_empty() {
            true => "()".into(),
            false => moves.join(" "),
        }
    }
}

impl Stack {
    /// Returns the known stack that is most like `deck`, whose cards are named as `AS` and `10H`.
    ///
    /// All cuts of all stacks and of the reversed stacks are compared, also after up to seven perfect shuffles. Returns `None`
    /// if `deck` does not have the 52 cards of a pack, or if it has fewer than ten cards at the same positions as each of
    /// them, or twelve after shuffles, as nearly all random decks do. O(cards · stacks).
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
        let like = |stack: &'static Stack, shuffle: Kind, times: u32| {
            let mut cards = stack.cards();
            (0..times).for_each(|_| weave(shuffle, &mut cards));
            let places: Vec<usize> = cards
                .iter()
                .map(|card| places.get(card.as_str()).copied())
                .collect::<Option<_>>()?;
            (places.len() == deck.len()).then(|| {
                [false, true].map(|is_reversed| {
                    let (cut, alike) = best_cut(&places, is_reversed);
                    Likeness {
                        stack,
                        is_reversed,
                        shuffle,
                        times,
                        cut,
                        alike,
                    }
                })
            })
        };
        let shuffles = [(Kind::Out, 0)]
            .into_iter()
            .chain((1..=MAX_SHUFFLES).flat_map(|times| [(Kind::Out, times), (Kind::In, times)]));
        let all = shuffles.flat_map(|(shuffle, times)| {
            STACKS
                .iter()
                .filter_map(move |stack| like(stack, shuffle, times))
                .flatten()
        });
        let is_alike = |found: &Likeness| {
            let least = if found.times == 0 {
                MIN_ALIKE
            } else {
                MIN_ALIKE_SHUFFLED
            };
            found.alike >= least
        };
        // Of equally similar orders the first is taken, so that a stack comes before its reversal and its shuffles.
        all.filter(is_alike).reduce(|best, other| {
            if other.alike > best.alike {
                other
            } else {
                best
            }
        })
    }
}

/// Returns the cut of an order with the most cards at the same positions as in the deck, and their number. `places` has the
/// place in the deck of each card of the order.
fn best_cut(places: &[usize], is_reversed: bool) -> (usize, usize) {
    let cards = places.len();
    let mut matches = vec![0; cards];
    for (index, place) in places.iter().enumerate() {
        let index = if is_reversed {
            cards - 1 - index
        } else {
            index
        };
        matches[(index + cards - place) % cards] += 1;
    }
    (0..cards)
        .zip(matches)
        .rev()
        .max_by_key(|(_, matches)| *matches)
        .expect("a stack has cards")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Permutation, Word};

    fn named(name: &str) -> Vec<String> {
        Stack::named(name).unwrap().cards()
    }

    #[test]
    fn stacks_have_each_card_once() {
        let mut all = named("new-deck");
        all.sort();
        for stack in STACKS {
            let mut cards = stack.cards();
            cards.sort();
            assert_eq!(cards, all, "{}", stack.name);
        }
        all.dedup();
        assert_eq!(all.len(), 52);
    }

    /// Compares the first and the last cards with the sources.
    #[test]
    fn ends_of_the_stacks() {
        let ends = |name| {
            let cards = named(name);
            cards[..5].join(" ") + " … " + &cards[49..].join(" ")
        };
        assert_eq!(ends("new-deck"), "AH 2H 3H 4H 5H … 3S 2S AS");
        assert_eq!(ends("si-stebbins"), "AC 4H 7S 10D KC … 5H 8S JD");
        assert_eq!(ends("eight-kings"), "8C KH 3S 10D 2C … AH 6S JD");
        assert_eq!(ends("mnemonica"), "4C 2H 7D 3C 4H … 6C AH 9D");
        assert_eq!(ends("aronson"), "JS KC 5C 2H 9S … QC 2C 9D");
        assert_eq!(ends("nikola"), "6D 5C KC JH 5S … 3D QD 8H");
        assert_eq!(ends("mirror-order"), "AS 2S 3S 4S 5S … 3C 2C AC");
    }

    #[test]
    fn recipes_make_the_stacks() {
        let recipes = STACKS
            .iter()
            .filter_map(|stack| Some((stack, stack.recipe.as_ref()?)));
        for (stack, recipe) in recipes {
            let word: Word = recipe.word.parse().unwrap();
            let from = named(recipe.from);
            let made = Permutation::between(&from, &stack.cards());
            assert_eq!(made, Ok(word.permutation(52).unwrap()), "{}", stack.name);
        }
    }

    /// The mate of a card has the same rank and colour.
    #[test]
    fn shuffles_keep_mirror_arrangements() {
        let mate = |card: &String| {
            let (rank, suit) = card.split_at(card.len() - 1);
            let suit = match suit {
                "S" => 'C',
                "C" => 'S',
                "H" => 'D',
                _ => 'H',
            };
            format!("{rank}{suit}")
        };
        for (name, word) in ["mirror-order", "stay-stack"].into_iter().flat_map(|name| {
            ["()", "out", "in", "out^3 in^2 out", "in^26"].map(|word| (name, word))
        }) {
            let (cards, shuffle) = (
                named(name),
                word.parse::<Word>().unwrap().permutation(52).unwrap(),
            );
            let deck: Vec<String> = shuffle
                .to_deck()
                .into_iter()
                .map(|card| cards[card as usize].clone())
                .collect();
            assert!(
                deck.iter()
                    .zip(deck.iter().rev())
                    .all(|(card, other)| mate(card) == *other),
                "{name} {word}"
            );
        }
        let stay = named("stay-stack");
        assert_eq!(
            [0, 25, 26, 51].map(|place| stay[place].as_str()),
            ["AS", "9C", "9S", "AC"]
        );
    }

    #[test]
    fn excerpts_of_the_sources() {
        let bcs = named("bcs");
        let shown = "8D 19 2C 46 2H 15 2D 11 QC 5 7D 3 4S 21 10D 41 7H 47 9H 34 JS 42 6H 27 AD 26 AH 28 10H 43 9S 44 8S 49 KH 14";
        let shown: Vec<&str> = shown.split(' ').collect();
        for pair in shown.chunks(2) {
            assert_eq!(bcs[pair[1].parse::<usize>().unwrap() - 1], pair[0]);
        }
        let harding = named("bart-harding");
        assert_eq!(harding[..10].join(" "), "10C 7H 4S AD JD 6C 7C 9S 6D AC");
        assert_eq!(
            [12, 41, 13, 35, 17].map(|place: usize| harding[place - 1].as_str()),
            ["8H", "AH", "5S", "8C", "KH"]
        );
        let aronson: Vec<String> = named("aronson")[35..44].iter().rev().cloned().collect();
        assert_eq!(aronson.join(" "), "6S KS 9H 2S 3C 6H 10H 4S JD");
        assert!(
            named("nikola")
                .iter()
                .skip(3)
                .step_by(4)
                .all(|card| card.ends_with('H'))
        );
    }

    #[test]
    fn a_missing_card_is_named() {
        let [from, to] = [["A", "B"], ["A", "C"]].map(|order| order.map(String::from));
        assert_eq!(Permutation::between(&from, &to), Err(&from[1]));
    }

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
                assert_eq!(
                    word.permutation(52).unwrap().apply(&found.stack.cards()),
                    deck
                );
            }
        }
    }

    /// A stack is found after perfect shuffles and a cut, in the order in which a magician makes them.
    #[test]
    fn stacks_are_found_after_perfect_shuffles() {
        for (kind, times, cut) in [(Kind::Out, 1, 5), (Kind::In, 3, 0), (Kind::Out, 7, 51)] {
            let mut deck = Stack::named("mnemonica").unwrap().cards();
            (0..times).for_each(|_| weave(kind, &mut deck));
            deck.rotate_left(cut);
            let found = Stack::nearest(&deck).unwrap();
            assert_eq!((found.stack.name, found.alike), ("mnemonica", 52));
            let word: Word = found.word().parse().unwrap();
            let made = word.permutation(52).unwrap().apply(&found.stack.cards());
            assert_eq!(made, deck, "{}", found.word());
        }
    }

    #[test]
    fn other_decks_are_like_no_stack() {
        assert!(Stack::nearest(&[]).is_none());
        assert!(Stack::nearest(&STACKS[0].cards()[1..]).is_none());
        let numbers: Vec<String> = (0..52).map(|card: u32| card.to_string()).collect();
        assert!(Stack::nearest(&numbers).is_none());
        let mut mixed = STACKS[0].cards();
        // Multiplication by 7 modulo 53 reorders the cards so that no two neighbours stay neighbours.
        mixed.sort_by_key(|card| {
            STACKS[0]
                .cards()
                .iter()
                .position(|other| other == card)
                .unwrap()
                * 7
                % 53
        });
        assert!(Stack::nearest(&mixed).is_none_or(|found| found.alike < 20));
    }
}
