//! Deck orders: stacks that magicians know by name, files, and the results of shuffles of a new deck.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use faro::stacks::{STACKS, Stack};
use faro::word::closest_name;
use faro::{Permutation, Word};
use faro_audit::bytes::{MAGIC, lines};
use faro_audit::lines::{LineError, Splitter, Start, Translator, deck_list, face};
use faro_render::numbers::counted;
use faro_render::one_based;
use faro_render::printable::printable;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::arguments::playing_card;
use crate::arguments::regular_file;
use crate::arguments::word;
use crate::output::error::{brief, invalid};

/// Maximum number of bytes of a file with an order.
pub const MAX_BYTES: u64 = 16 << 20;

/// Maximum number of cards in a list of names with counts.
const MAX_LISTED: usize = 10_000;

/// Reads the starting order for an audit. It must have at least two cards.
pub fn start(argument: &str, text: &str) -> anyhow::Result<Start> {
    let start = read(argument, text)?;
    if start.cards() < 2 {
        return Err(invalid(
            argument,
            text,
            "only one card; expected a whole deck of at least 2 cards",
        ));
    }
    Ok(start)
}

/// Reads an order: a named stack, the first and last card of each suit, such as `AS to KS, AH to KH, AD to KD, AC to KC`, the
/// cards themselves, or a file of cards with any names. Names may occur more than once.
fn read(argument: &str, text: &str) -> anyhow::Result<Start> {
    if let Some(faces) = playing_card::of_words(text) {
        return Ok(faces.iter().collect());
    }
    if let Some(stack) = Stack::named(text) {
        return Ok(stack.cards().iter().collect());
    }
    if text.split([' ', ',']).count() > 2 && !text.contains(" to ") && !Path::new(text).exists() {
        return Start::parse(text.as_bytes()).map_err(|error| invalid(argument, text, error));
    }
    let contents = contents(text).map_err(|why| invalid(argument, text, why))?;
    parse(&contents).map_err(|error| invalid(argument, text, error))
}

/// Reads an order in a text: cards, a list with counts, or one deck in another form, such as the line of a log.
fn parse(contents: &str) -> Result<Start, LineError> {
    let plain = Start::parse(contents.as_bytes());
    if is_known(&plain) {
        return plain;
    }
    let other = listed(contents).or_else(|| only_deck(contents));
    other.map_or(plain, |names| Ok(names.iter().collect()))
}

/// Returns whether all cards of an order are numbers, or all are playing cards.
fn is_known(start: &Result<Start, LineError>) -> bool {
    let Ok(names) = start.as_ref().map(named) else {
        return false;
    };
    is_numeric(&names)
        || names
            .iter()
            .all(|name| playing_card::normal(name).is_some())
}

/// If a text has one deck in another form than a list of cards, returns the deck as a line of its cards. Returns any
/// other text unchanged.
pub fn understood(contents: String) -> String {
    let is_plain = is_known(&Start::parse(contents.as_bytes()));
    let other = only_deck(&contents).filter(|_| !is_plain);
    other.map_or(contents, |names| names.join(" "))
}

/// Returns the cards of a list that has a count and a name on each line, or `None` if the text has another form.
fn listed(contents: &str) -> Option<Vec<String>> {
    let entries = deck_list(contents)
        .ok()
        .filter(|entries| entries.len() > 1)?;
    let is_name = |name: &str| name.starts_with(char::is_alphabetic);
    let kinds: HashSet<&str> = entries.iter().map(|(_, name)| name.as_str()).collect();
    // `6 Diamonds` is a card, and so are lines with one name and different numbers.
    let is_list =
        kinds.len() == entries.len() && !contents.lines().any(|line| face(line).is_some());
    let cards: usize = entries.iter().map(|(count, _)| *count).sum();
    if cards > MAX_LISTED || !is_list || !entries.iter().all(|(_, name)| is_name(name)) {
        return None;
    }
    let repeat = |(count, name)| std::iter::repeat_n(name, count);
    Some(entries.into_iter().flat_map(repeat).collect())
}

/// Returns the cards of the only deck in a JSON document or in a text of another form.
fn only_deck(contents: &str) -> Option<Vec<String>> {
    if let Some(cards) = only_array(contents).filter(|cards| cards.len() > 1) {
        return Some(cards);
    }
    match &Translator::decks(contents)?.1[..] {
        [deck] => Some(deck.split(' ').map(String::from).collect()),
        _ => None,
    }
}

/// Returns the cards of the only array of cards in a JSON document.
fn only_array(contents: &str) -> Option<Vec<String>> {
    contents
        .trim_start()
        .starts_with(['{', '['])
        .then_some(())?;
    let mut decks = Vec::new();
    Splitter::each(contents.as_bytes(), None, |_, text| {
        decks.push(text.ok().and_then(|text| Start::parse(text).ok()));
    });
    match &decks[..] {
        [Some(only)] => Some(named(only)),
        _ => None,
    }
}

/// Returns the names of the cards of an order. If all cards are playing cards, the names are in normal form.
fn named(start: &Start) -> Vec<String> {
    let names: Vec<String> = start
        .names()
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect();
    names
        .iter()
        .map(|name| face(name))
        .collect::<Option<_>>()
        .unwrap_or(names)
}

/// Reads an order of any number of distinct cards: a stack or a file.
pub fn order(argument: &str, text: &str) -> anyhow::Result<Vec<String>> {
    distinct(argument, text, named(&read(argument, text)?))
}

/// Reads an order of any number of distinct cards from `contents`. Errors name it by `text`.
pub fn order_in(argument: &str, text: &str, contents: &str) -> anyhow::Result<Vec<String>> {
    let start =
        Start::parse(contents.as_bytes()).map_err(|error| invalid(argument, text, error))?;
    distinct(argument, text, named(&start))
}

fn distinct(argument: &str, text: &str, names: Vec<String>) -> anyhow::Result<Vec<String>> {
    match twice(&names) {
        Some(twice) => Err(invalid(
            argument,
            text,
            format!("{twice}; expected each card once"),
        )),
        None => Ok(names),
    }
}

/// Reads a starting order of distinct cards from a stack or a file.
///
/// If all cards are playing cards, their names are in normal form.
pub fn names(argument: &str, text: &str, cards: &BigUint) -> anyhow::Result<Vec<String>> {
    let error = |why: String| Err(invalid(argument, text, why));
    let start = read(argument, text)?;
    let names = named(&start);
    if BigUint::from(names.len()) != *cards {
        let heading = start.headings().last().map_or_else(String::new, |line| {
            format!("; its line '{}' was read as a heading", printable(line))
        });
        let known = counted(names.len(), "card");
        let remedy = [twice(&names), missing(&names, cards)]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>();
        let remedy = match remedy.is_empty() {
            true => format!("expected {} as the number of cards", names.len()),
            false => remedy.join(", and "),
        };
        return error(format!(
            "this order has {known}, but the deck has {}; {remedy}{heading}",
            brief(cards)
        ));
    }
    match twice(&names) {
        Some(twice) => {
            let remedy =
                missing(&names, cards).unwrap_or_else(|| "expected different names".into());
            error(format!("{twice}; {remedy}"))
        }
        None => match mistyped(&names, cards) {
            Some(why) => error(why),
            None => Ok(names),
        },
    }
}

/// Returns a message about the first name that two cards have, or `None` if all names differ.
fn twice(names: &[String]) -> Option<String> {
    let mut indices = HashMap::new();
    let again = |(index, name)| Some((indices.insert(name, index)?, index, name));
    let (first, second, name) = (0..).zip(names).find_map(again)?;
    if let Some(decks) = several_decks(names, second) {
        return Some(decks);
    }
    let [first, second] = [first, second].map(one_based::number);
    Some(format!(
        "two cards have the name {}, at positions {first} and {second}",
        printable(name)
    ))
}

/// Returns a message about names that are several decks of `cards` different cards, one after another.
fn several_decks(names: &[String], cards: usize) -> Option<String> {
    let (first, others) = names.split_at(cards);
    let set = |deck: &[String]| -> HashSet<String> { deck.iter().cloned().collect() };
    let are_decks = cards > 1 && others.chunks(cards).all(|deck| set(deck) == set(first));
    are_decks.then(|| {
        format!(
            "{} decks of {}, whose shuffle `faro audit` judges",
            names.len().div_ceil(cards),
            counted(cards, "card")
        )
    })
}

/// Returns a message about the only name that is no playing card, unless it may be a joker.
fn mistyped(names: &[String], cards: &BigUint) -> Option<String> {
    let is_other = |name: &&String| playing_card::normal(name).is_none();
    let mut others = names.iter().filter(is_other);
    let (other, None) = (others.next()?, others.next()) else {
        return None;
    };
    let faces: Vec<String> = names
        .iter()
        .filter_map(|name| playing_card::normal(name))
        .collect();
    let missing = missing(&faces, cards)?;
    let may_be_joker = other.to_lowercase().starts_with('j');
    (!may_be_joker).then(|| format!("{missing}, and {} is no playing card", printable(other)))
}

/// Returns a message about the cards of the pack that `names` lacks, or `None` if none or more than three are
/// missing.
fn missing(names: &[String], cards: &BigUint) -> Option<String> {
    let pack = playing_card::pack(cards.to_usize()?)?;
    let missing: Vec<&str> = pack
        .iter()
        .filter(|face| !names.contains(face))
        .map(String::as_str)
        .collect();
    match missing[..] {
        [] => None,
        [card] => Some(format!("{card} is missing")),
        [.., _, _, _, _] => None,
        _ => Some(format!("{} are missing", missing.join(" and "))),
    }
}

/// Returns the cards of a deck: a list of them, a stack, a file, or the numbers of a new deck after a word of moves.
pub fn deck(argument: &str, text: &str, cards: usize) -> anyhow::Result<Vec<String>> {
    if is_listed(text) {
        return typed_order(argument, text, cards);
    }
    if is_one(text) {
        return names(argument, text, &cards.into());
    }
    let after = after_word(argument, text, cards)?;
    Ok(after
        .to_deck()
        .into_iter()
        .map(|card| one_based::number(card).to_string())
        .collect())
}

/// Returns the permutation that turns a new deck into the given deck.
///
/// A new deck is the cards in the order of their numbers, or a new pack.
pub fn arrangement(argument: &str, text: &str, cards: usize) -> anyhow::Result<Permutation> {
    let new: Vec<String> = (1..=cards).map(|card| card.to_string()).collect();
    if is_listed(text) {
        let names = typed_order(argument, text, cards)?;
        return between(new, names).map_err(|why| invalid(argument, text, why));
    }
    if playing_card::normal(text).is_some() || cards > 1 && text.parse::<u64>().is_ok() {
        let why = "this is a card; expected a shuffle, an arrangement of all cards such as '2 1 3', or a stack";
        return Err(invalid(argument, text, why));
    }
    if !is_one(text) {
        return after_word(argument, text, cards);
    }
    between(new, names(argument, text, &cards.into())?).map_err(|why| invalid(argument, text, why))
}

/// Returns the cards of a deck that are listed in a text.
fn typed_order(argument: &str, text: &str, cards: usize) -> anyhow::Result<Vec<String>> {
    let names = order_in(argument, text, text)?;
    if names.len() != cards {
        let known = counted(names.len(), "card");
        let count = names.len();
        let why = format!(
            "this order has {known}, but the deck has {cards}; expected {count} as the number of cards"
        );
        return Err(invalid(argument, text, why));
    }
    Ok(names)
}

/// Returns whether a text is several cards, each a number or a face.
fn is_listed(text: &str) -> bool {
    cards_listed(text).is_some()
}

/// Returns the number of cards in a text that is several cards, each a number or a face.
pub fn cards_listed(text: &str) -> Option<usize> {
    let cards = text.split([' ', ',', '\n']).map(str::trim);
    let mut cards = cards.filter(|card| !card.is_empty());
    let count = cards.clone().count();
    let is_card = |card: &str| card.parse::<u32>().is_ok() || playing_card::normal(card).is_some();
    (count > 1 && cards.all(is_card)).then_some(count)
}

/// Returns the permutation from one deck to another.
///
/// If one deck has numbers and the other faces, the numbers are the positions of the faces in a new pack.
pub fn between(from: Vec<String>, to: Vec<String>) -> Result<Permutation, String> {
    let [mut from, mut to] = [from, to];
    match (positions(&from), positions(&to)) {
        (Some(numbers), None) if !is_numeric(&to) => from = faces(&numbers, &to)?,
        (None, Some(numbers)) if !is_numeric(&from) => to = faces(&numbers, &from)?,
        (Some(from_numbers), Some(to_numbers)) => {
            [from, to] = [from_numbers, to_numbers]
                .map(|numbers| numbers.iter().map(usize::to_string).collect());
        }
        _ => {}
    }
    Permutation::between(&from, &to)
        .map_err(|card| format!("card {} of the other order is missing", printable(card)))
}

fn is_numeric(names: &[String]) -> bool {
    names.iter().all(|name| name.parse::<u64>().is_ok())
}

/// Returns the numbers of cards, counted from 0. The names may count from 0 or from 1.
fn positions(names: &[String]) -> Option<Vec<usize>> {
    let numbers: Vec<usize> = names
        .iter()
        .map(|name| name.parse().ok())
        .collect::<Option<_>>()?;
    let first = numbers.iter().min().copied().filter(|&first| first <= 1)?;
    let is_last = |number: &usize| *number == first + names.len() - 1;
    numbers
        .iter()
        .any(is_last)
        .then(|| numbers.into_iter().map(|number| number - first).collect())
}

/// Returns the faces of a new pack at `positions`, or an error if `others` are not faces.
fn faces(positions: &[usize], others: &[String]) -> Result<Vec<String>, String> {
    let is_other =
        |name: &&String| name.parse::<u64>().is_err() && playing_card::normal(name).is_none();
    if let Some(other) = others.iter().find(is_other) {
        return Err(format!(
            "one order has the numbers of positions, and the other has {}; expected names of the same kind",
            printable(other)
        ));
    }
    let cards = others.len();
    let pack = playing_card::pack(cards).ok_or_else(|| {
        let packs = playing_card::packs();
        format!("one order has numbers and the other faces; numbers name the faces of packs of {packs}, not of {cards}")
    })?;
    Ok(positions
        .iter()
        .map(|&position| pack[position].clone())
        .collect())
}

/// Returns whether a text names a stack or an existing file.
pub fn is_one(text: &str) -> bool {
    Stack::named(text).is_some() || !refused_files() && Path::new(text).is_file()
}

/// Returns the effect of a word on a new deck. The text names neither a stack nor a file.
fn after_word(argument: &str, text: &str, cards: usize) -> anyhow::Result<Permutation> {
    if text.parse::<Word>().is_err() {
        if let Some(name) = closest_stack(text) {
            let why =
                format!("there is no file, stack or shuffle of this name; did you mean '{name}'?");
            return Err(invalid(argument, text, why));
        }
        if text.contains(['/', '\\', '.']) {
            return Err(invalid(
                argument,
                text,
                contents(text).err().unwrap_or_default(),
            ));
        }
    }
    word::permutation(argument, text, cards)
}

/// Reads the text of a file of at most `MAX_BYTES`.
pub fn contents(path: &str) -> Result<String, String> {
    let names: Vec<&str> = STACKS.iter().map(|stack| stack.name).collect();
    let expected = if refused_files() {
        "expected one of"
    } else {
        "expected a file or one of"
    };
    let remedy = match closest_stack(path) {
        Some(name) => format!("did you mean '{name}'?"),
        None => format!("{expected} {}", names.join(", ")),
    };
    if refused_files() {
        return Err(format!("there is no stack of this name; {remedy}"));
    }
    let unknown = |error| format!("cannot read this file: {error}; {remedy}");
    let bytes = regular_file::read_again(path, MAX_BYTES).map_err(unknown)?;
    let bytes =
        bytes.ok_or_else(|| format!("the file is too long; expected at most {MAX_BYTES} bytes"))?;
    if bytes.is_empty() {
        return Err("the file is empty; expected a deck of cards".into());
    }
    text(bytes).map_err(|why| format!("cannot read this file: {why}; {remedy}"))
}

/// Returns a text unchanged, and a numpy array as lines of numbers, one for each row.
pub fn text(bytes: Vec<u8>) -> Result<String, String> {
    match bytes.starts_with(MAGIC) {
        true => lines(&bytes),
        false if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) => {
            Err("this is text in UTF-16; save it as UTF-8".into())
        }
        false => String::from_utf8(bytes)
            .map_err(|_| "expected text in UTF-8, or a .npy file of numpy".into())
            .and_then(|text| no_page(&text).map(|()| text)),
    }
}

/// Returns an error if a text is a page of HTML.
pub fn no_page(text: &str) -> Result<(), String> {
    let begin: String = text.trim_start().chars().take(9).collect();
    let begin = begin.to_lowercase();
    match begin.starts_with("<!doctype") || begin.starts_with("<html") {
        true => Err("this is a page of HTML; expected its text".into()),
        false => Ok(()),
    }
}

/// Returns the stack that a text may be a mistyping or another name of.
pub fn closest_stack(text: &str) -> Option<&'static str> {
    match text {
        "bicycle" | "ndo" | "uspcc" | "new-deck-order" | "new deck" => Some("new-deck"),
        "tamariz" => Some("mnemonica"),
        _ => closest_name(text, STACKS.iter().map(|stack| stack.name)),
    }
}

static REFUSED: AtomicBool = AtomicBool::new(false);

/// Refuses file names in arguments from now on, because the arguments come from a web page.
pub fn refuse_files() {
    REFUSED.store(true, Ordering::Relaxed);
}

pub fn refused_files() -> bool {
    REFUSED.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(text: &str) -> Vec<String> {
        text.split(' ').map(String::from).collect()
    }

    #[test]
    fn numbers_are_faces_of_a_new_pack() {
        let pack = playing_card::pack(24).unwrap();
        for first in [0, 1] {
            let reversed: Vec<String> = (first..first + 24)
                .rev()
                .map(|number| number.to_string())
                .collect();
            let reverse = between(pack.clone(), reversed.clone()).unwrap();
            assert_eq!(reverse.to_deck(), (0..24).rev().collect::<Vec<_>>());
            assert_eq!(between(reversed, pack.clone()), Ok(reverse));
        }
        assert_eq!(
            between(order("0 1 2"), order("3 1 2")).unwrap().to_deck(),
            [2, 0, 1]
        );
        for (names, error) in [
            ("2 3 4", "card 1 of the other order is missing"),
            (
                "A B C",
                "one order has the numbers of positions, and the other has A; expected names of the same kind",
            ),
            (
                "AS KS QS",
                "one order has numbers and the other faces; numbers name the faces of packs of 24, 32, 36, 40, 52 or 54 cards, not of 3",
            ),
        ] {
            assert_eq!(between(order("1 2 3"), order(names)).unwrap_err(), error);
        }
        assert_eq!(
            between(order("A B C"), order("A B D")).unwrap_err(),
            "card C of the other order is missing"
        );
    }
}
