//! Reads deck orders: the stacks that magicians know by name, and files.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;

use faro::audit::lines::Start;
use faro::stacks::{STACKS, Stack, permutation_between};
use faro::word::closest_name;
use faro::{Permutation, Word};

use super::error::invalid;
use super::files;
use super::playing_card;
use super::plural::counted;
use super::printable::printable;

/// The most bytes of a file.
const MAX_BYTES: u64 = 16 << 20;

/// Returns whether a text names a stack or an existing file.
pub fn is_one(text: &str) -> bool {
    Stack::named(text).is_some() || !files::refused() && std::path::Path::new(text).is_file()
}

/// Returns the stack with a similar name, for a text that is neither a stack, a file nor a word of moves.
pub fn similar(text: &str) -> Option<&'static str> {
    if is_one(text) || text.parse::<Word>().is_ok() { None } else { closest_stack(text) }
}

/// Returns the permutation that makes a stack from the cards in the order of their numbers or from a new deck.
pub fn arrangement(argument: &str, text: &str, cards: usize) -> anyhow::Result<Permutation> {
    let stack = read(argument, text, cards)?;
    let numbered = stack.iter().all(|card| card.bytes().all(|byte| byte.is_ascii_digit()));
    let new: Vec<String> = match numbered {
        true => (1..=cards).map(|card| card.to_string()).collect(),
        false => read(argument, "new-deck", cards)?,
    };
    permutation_between(&new, &stack).map_err(|card| {
        invalid(argument, text, format!("card {card} of a new deck of {cards} cards is missing"))
    })
}

/// Reads the cards of a stack, by its name or from a file: cards such as `AS`, `10h` or `Q♦`, or numbers from
/// 1, separated by white space or commas.
pub fn read(argument: &str, text: &str, cards: usize) -> anyhow::Result<Vec<String>> {
    let error = |why: String| invalid(argument, text, why);
    let Some(stack) = Stack::named(text) else {
        return parse(&contents(text).map_err(error)?, cards).map_err(error);
    };
    match stack.cards() {
        known if known.len() == cards => Ok(known),
        known => {
            Err(error(format!("this stack has {} cards; expected a file with {cards} cards", known.len())))
        }
    }
}

/// Reads a starting order: a stack, or a file of cards with any names, some of which may be equal.
pub fn start(argument: &str, text: &str) -> anyhow::Result<Start> {
    if let Some(stack) = Stack::named(text) {
        return Ok(stack.cards().iter().collect());
    }
    let contents = contents(text).map_err(|why| invalid(argument, text, why))?;
    Start::parse(contents.as_bytes()).map_err(|error| invalid(argument, text, error))
}

/// Returns the names of a starting order. If all cards have faces, these are in normal form.
pub fn names(argument: &str, text: &str) -> anyhow::Result<Vec<String>> {
    let start = start(argument, text)?;
    let names: Vec<String> = start.names().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
    Ok(names.iter().map(|name| playing_card::normal(name)).collect::<Option<_>>().unwrap_or(names))
}

/// Reads the text of a file of at most [`MAX_BYTES`].
pub fn contents(path: &str) -> Result<String, String> {
    let names: Vec<&str> = STACKS.iter().map(|stack| stack.name).collect();
    let expected = if files::refused() { "expected one of" } else { "expected a file or one of" };
    let remedy = match closest_stack(path) {
        Some(name) => format!("did you mean '{name}'?"),
        None => format!("{expected} {}", names.join(", ")),
    };
    if files::refused() {
        return Err(format!("there is no stack of this name; {remedy}"));
    }
    let unknown = |error| format!("cannot read this file: {error}; {remedy}");
    let mut text = String::new();
    let file = File::open(path).map_err(unknown)?;
    let read = file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(unknown)?;
    if read as u64 > MAX_BYTES {
        return Err(format!("the file is too long; expected at most {MAX_BYTES} bytes"));
    }
    Ok(text)
}

fn closest_stack(text: &str) -> Option<&'static str> {
    closest_name(text, STACKS.iter().map(|stack| stack.name))
}

/// Reads one deck in which each card occurs once. Some editors begin a file with a byte order mark.
fn parse(text: &str, cards: usize) -> Result<Vec<String>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut first_lines = HashMap::new();
    let mut deck = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let names = content.split(|letter: char| letter == ',' || letter.is_whitespace());
        for name in names.filter(|name| !name.is_empty()) {
            let card = normal(name).ok_or_else(|| {
                let name = printable(&name.chars().take(20).collect::<String>());
                format!("line {line}: '{name}' is not a card; expected a card such as AS, 10H or Q♦, or a number from 1")
            })?;
            if let Some(first) = first_lines.insert(card.clone(), line) {
                return Err(format!("line {line}: card {card} occurs twice, first on line {first}"));
            }
            deck.push(card);
        }
    }
    if deck.len() != cards {
        return Err(format!("the file has {}; expected {cards}", counted(deck.len(), "card")));
    }
    Ok(deck)
}

/// Returns a card in its normal form: rank and letter of the suit, or a number without leading zeros.
fn normal(name: &str) -> Option<String> {
    if name.bytes().all(|byte| byte.is_ascii_digit()) {
        return name.parse::<u64>().ok().filter(|&number| number > 0).map(|number| number.to_string());
    }
    playing_card::normal(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files() {
        assert_eq!(parse("as, 10H\n td Q♦", 4).unwrap(), ["AS", "10H", "10D", "QD"]);
        assert_eq!(parse("\u{feff}3 1\n02\n", 3).unwrap(), ["3", "1", "2"]);
        for (text, why) in [
            ("1 2", "the file has 2 cards; expected 3"),
            ("1 2\n1", "line 2: card 1 occurs twice, first on line 1"),
            (
                "AS\nZS",
                "line 2: 'ZS' is not a card; expected a card such as AS, 10H or Q♦, or a number from 1",
            ),
            ("0", "line 1: '0' is not a card; expected a card such as AS, 10H or Q♦, or a number from 1"),
        ] {
            assert_eq!(parse(text, 3).unwrap_err(), why);
        }
    }
}
