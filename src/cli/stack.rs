//! Decks in an order: the stacks that magicians know by name, and files.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;

use faro::stacks::{RANKS, STACKS, Stack, permutation_between};
use faro::{Permutation, Word};

use super::error::invalid;
use super::plural::counted;
use super::printable::printable;

/// The longest file that is read.
const MAX_BYTES: u64 = 16 << 20;

/// Whether a text names a stack, or a file that is there.
pub fn is_one(text: &str) -> bool {
    Stack::named(text).is_some() || std::path::Path::new(text).is_file()
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
    permutation_between(&new, &stack).map_err(|card| {
        invalid(argument, text, format!("the card {card} of a new deck of {cards} is missing"))
    })
}

/// The cards of a stack, by its name or from a file: cards as `AS`, `10h` or `Q♦`, or numbers from 1,
/// parted by white space or commas.
pub fn read(argument: &str, text: &str, cards: usize) -> anyhow::Result<Vec<String>> {
    let refused = |why: String| invalid(argument, text, why);
    let Some(stack) = Stack::named(text) else {
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
    RANKS.contains(&rank).then(|| format!("{rank}{suit}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::playing_card;

    #[test]
    fn a_new_deck_has_the_faces_of_its_places() {
        let faces = (0..playing_card::CARDS.into())
            .map(|index| playing_card::face(index, playing_card::Suits::Letters));
        assert!(faces.eq(Stack::named("new-deck").unwrap().cards()));
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
