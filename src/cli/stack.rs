//! Decks in an order: the stacks that magicians know by name, and files.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;

use faro::{Permutation, Word};

use super::error::invalid;
use super::playing_card;
use super::plural::counted;
use super::printable::printable;

/// The longest file that is read.
const MAX_BYTES: u64 = 16 << 20;

/// An order of 52 cards that has a name.
pub struct Stack {
    pub name: &'static str,
    pub meaning: &'static str,
    /// From the top of the deck, which lies face down.
    order: fn() -> Vec<String>,
}

/// The stacks. Each is checked against two published sources at least; orders that are only found in
/// copies of one another are left out, since many are misprinted.
pub const STACKS: [Stack; 4] = [
    // ambitiouswithcards.com, "What is new deck order": from the face spades, diamonds from ace to
    // king, clubs, hearts from king to ace. ulearnmagic.com, "Order of cards in a deck": the same
    // from the other side. Here the ace of spades comes first, as `--faces` shows it.
    Stack {
        name: "new-deck",
        meaning: "as the United States Playing Card Company packs it: A to K of spades and diamonds, K to A of clubs and hearts",
        order: || suits([('S', true), ('D', true), ('C', false), ('H', false)]),
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
    /// The cards from the top.
    pub fn cards(&self) -> Vec<String> {
        (self.order)()
    }
}

fn card(rank: usize, suit: char) -> String {
    format!("{}{suit}", playing_card::RANKS[rank])
}

/// Suits one after the other, from the ace up or from the king down.
fn suits(suits: [(char, bool); 4]) -> Vec<String> {
    let ranks = |(suit, up)| (0..13).map(move |place| card(if up { place } else { 12 - place }, suit));
    suits.into_iter().flat_map(ranks).collect()
}

/// Ranks in a cycle of thirteen, suits in a cycle of four.
fn rotating(ranks: [usize; 13]) -> Vec<String> {
    (0..52).map(|place| card(ranks[place % 13], ['C', 'H', 'S', 'D'][place % 4])).collect()
}

/// Whether a text names a stack, or a file that is there.
pub fn is_one(text: &str) -> bool {
    STACKS.iter().any(|stack| stack.name == text) || std::path::Path::new(text).is_file()
}

/// The stack that was likely meant by a text that is neither one nor a word of moves.
pub fn meant(text: &str) -> Option<&'static str> {
    if is_one(text) || text.parse::<Word>().is_ok() { None } else { nearest(text) }
}

/// How a stack is reached: from the cards in the order of their numbers, or from a new deck.
pub fn arrangement(argument: &str, text: &str, cards: usize) -> anyhow::Result<Permutation> {
    let stack = read(argument, text, cards)?;
    let numbered = stack.iter().all(|card| card.bytes().all(|byte| byte.is_ascii_digit()));
    let new: Vec<String> = match numbered {
        true => (1..=cards).map(|card| card.to_string()).collect(),
        false => read(argument, "new-deck", cards)?,
    };
    between(&new, &stack).map_err(|card| {
        invalid(argument, text, format!("the card {card} of a new deck of {cards} is missing"))
    })
}

/// What takes one order to another, each card once in either; the card that is missing, where they differ.
pub fn between<'a>(from: &'a [String], to: &[String]) -> Result<Permutation, &'a str> {
    let places: HashMap<&str, u32> = to.iter().map(String::as_str).zip(0..).collect();
    let place = |card: &'a String| places.get(card.as_str()).copied().ok_or(card.as_str());
    let images = from.iter().map(place).collect::<Result<Vec<u32>, _>>()?;
    Ok(Permutation::from_images(images).expect("as many cards, each once"))
}

/// The cards of a stack, by its name or from a file: cards as `AS`, `10h` or `Q♦`, or numbers from 1,
/// parted by white space or commas.
pub fn read(argument: &str, text: &str, cards: usize) -> anyhow::Result<Vec<String>> {
    let refused = |why: String| invalid(argument, text, why);
    let Some(stack) = STACKS.iter().find(|stack| stack.name == text) else {
        return parse(&contents(text).map_err(refused)?, cards).map_err(refused);
    };
    match stack.cards() {
        known if known.len() == cards => Ok(known),
        known => {
            Err(refused(format!("this stack has {} cards and not {cards}; a file would do", known.len())))
        }
    }
}

/// The text of a file that is no longer than files of decks are.
pub fn contents(path: &str) -> Result<String, String> {
    let names: Vec<&str> = STACKS.iter().map(|stack| stack.name).collect();
    let remedy = match nearest(path) {
        Some(name) => format!("did you mean '{name}'?"),
        None => format!("expected a file or one of {}", names.join(", ")),
    };
    let unknown = |error| format!("cannot read such a file: {error}; {remedy}");
    let mut text = String::new();
    let file = File::open(path).map_err(unknown)?;
    let read = file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(unknown)?;
    if read as u64 > MAX_BYTES {
        return Err(format!("the file is too long; {MAX_BYTES} bytes are read"));
    }
    Ok(text)
}

/// The name that was likely meant.
fn nearest(text: &str) -> Option<&'static str> {
    let measured =
        STACKS.iter().map(|stack| (strsim::jaro_winkler(&text.to_lowercase(), stack.name), stack.name));
    let (likeness, name) = measured.max_by(|one, other| one.0.total_cmp(&other.0))?;
    (likeness > 0.85).then_some(name)
}

/// One deck, each card once. Some editors begin a file with a mark of its byte order.
fn parse(text: &str, cards: usize) -> Result<Vec<String>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut first_lines = HashMap::new();
    let mut deck = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let names = content.split(|letter: char| letter == ',' || letter.is_whitespace());
        for name in names.filter(|name| !name.is_empty()) {
            let card = normal(name).ok_or_else(|| {
                let name = printable(&name.chars().take(20).collect::<String>());
                format!("line {line}: '{name}' is no card; expected a card such as AS, 10H or Q♦, or a number from 1")
            })?;
            if let Some(first) = first_lines.insert(card.clone(), line) {
                return Err(format!("line {line}: the card {card} stands twice, first on line {first}"));
            }
            deck.push(card);
        }
    }
    if deck.len() != cards {
        return Err(format!("it has {}, expected {cards}", counted(deck.len(), "card")));
    }
    Ok(deck)
}

/// A card as it is compared: rank and letter of the suit, or a number without leading zeros.
fn normal(name: &str) -> Option<String> {
    if name.bytes().all(|byte| byte.is_ascii_digit()) {
        return name.parse::<u64>().ok().filter(|&number| number > 0).map(|number| number.to_string());
    }
    let name = name.trim_end_matches('\u{fe0f}').to_uppercase();
    let (at, suit) = name.char_indices().next_back()?;
    let suit = match suit {
        'S' | '♠' => 'S',
        'H' | '♥' => 'H',
        'D' | '♦' => 'D',
        'C' | '♣' => 'C',
        _ => return None,
    };
    let rank = if &name[..at] == "T" { "10" } else { &name[..at] };
    playing_card::RANKS.contains(&rank).then(|| format!("{rank}{suit}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Vec<String> {
        STACKS.iter().find(|stack| stack.name == name).unwrap().cards()
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

    /// Tamariz's way: four out-shuffles, the upper half turned round, eighteen cards woven in from
    /// the top, nine cut to the bottom.
    #[test]
    fn mnemonica_is_made_from_mirror_order() {
        let mirror_order = suits([('S', true), ('H', true), ('D', false), ('C', false)]);
        let half: String = (0..13).map(|card| format!("({card} {})", 25 - card)).collect();
        let word: Word = format!("out^4 {half} faro:18 cut:9").parse().unwrap();
        assert_eq!(word.permutation(52).unwrap().apply(&mirror_order), named("mnemonica"));
    }

    #[test]
    fn a_new_deck_has_the_faces_of_its_places() {
        let faces = (0..playing_card::CARDS.into())
            .map(|index| playing_card::face(index, playing_card::Suits::Letters));
        assert!(faces.eq(named("new-deck")));
    }

    #[test]
    fn files() {
        assert_eq!(parse("as, 10H\n td Q♦", 4).unwrap(), ["AS", "10H", "10D", "QD"]);
        assert_eq!(parse("\u{feff}3 1\n02\n", 3).unwrap(), ["3", "1", "2"]);
        for (text, why) in [
            ("1 2", "it has 2 cards, expected 3"),
            ("1 2\n1", "line 2: the card 1 stands twice, first on line 1"),
            ("AS\nZS", "line 2: 'ZS' is no card; expected a card such as AS, 10H or Q♦, or a number from 1"),
            ("0", "line 1: '0' is no card; expected a card such as AS, 10H or Q♦, or a number from 1"),
        ] {
            assert_eq!(parse(text, 3).unwrap_err(), why);
        }
    }
}
