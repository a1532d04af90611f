//! Parses recorded riffles: lines of letters, or pairs of decks before and after.

use std::collections::HashMap;

use faro::hands::{Recorded, RecordedError};
use faro_audit::lines::Start;

use faro_console::playing_card;
use faro_render::plural::counted;
use faro_render::printable::printable;

/// The accepted lines, for error messages.
const EXPECTED: &str = "expected letters such as RLLRL, or a deck";

/// The riffles in a text.
pub struct Records {
    pub riffles: Vec<Recorded>,
    /// The lines with riffles that left the deck unchanged, so that the cut is unknown.
    pub unmoved: Vec<usize>,
}

struct Lines {
    /// Whether letters are written from the top card down.
    top_down: bool,
    /// Whether some riffle was given by letters.
    has_letters: bool,
    records: Records,
    /// The number and the deck of a line whose riffled deck has not been read yet.
    before: Option<(usize, String)>,
    /// The number of the first line with a riffle, and the riffle's number of cards.
    first: Option<(usize, usize)>,
}

/// Parses riffles. Errors name the line.
pub fn parse(text: &str, top_down: bool) -> Result<Records, String> {
    let records = Records { riffles: Vec::new(), unmoved: Vec::new() };
    let mut lines = Lines { top_down, has_letters: false, records, before: None, first: None };
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let content = line.split('#').next().unwrap_or_default().trim();
        if !content.is_empty() {
            lines.read(number, content).map_err(|why| format!("line {number}: {why}"))?;
        }
    }
    if let Some((number, _)) = lines.before {
        return Err(format!(
            "line {number}: no deck follows this deck; expected the deck after the riffle on the next line, or BEFORE | AFTER"
        ));
    }
    if top_down && !lines.has_letters {
        return Err("'--top-down' is for riffles in letters, and these are decks; leave it out".into());
    }
    match (lines.records.riffles.len(), lines.records.unmoved.len()) {
        (0, 0) => Err("it has no riffle; expected one a line, such as RLLRL".into()),
        (0, _) => Err("every deck is the same before and after, so that no cut is known; expected decks that a riffle changed".into()),
        _ => Ok(lines.records),
    }
}

impl Lines {
    fn read(&mut self, number: usize, content: &str) -> Result<(), String> {
        if let Some((before, after)) = content.split_once('|') {
            return match &self.before {
                Some((line, _)) => {
                    Err(format!("expected the deck after the riffle of line {line}, without '|'"))
                }
                None if after.contains('|') => {
                    Err("it has more than one '|'; expected BEFORE | AFTER".into())
                }
                None => self.pair(number, before, after),
            };
        }
        if let Some((_, before)) = self.before.take() {
            return self.pair(number, &before, content);
        }
        if !is_letters(content) {
            self.before = Some((number, content.into()));
            return Ok(());
        }
        self.has_letters = true;
        let riffle: Recorded = content
            .parse()
            .map_err(|error: RecordedError| format!("{}; {EXPECTED}", printable(&error.to_string())))?;
        self.add(number, if self.top_down { riffle.reversed() } else { riffle })
    }

    fn pair(&mut self, number: usize, before: &str, after: &str) -> Result<(), String> {
        let deck = related(&names(before)?, &names(after)?)?;
        match Recorded::from_deck(&deck) {
            Ok(riffle) => self.add(number, riffle),
            Err(RecordedError::Unmoved) => {
                self.records.unmoved.push(number);
                Ok(())
            }
            Err(error @ RecordedError::NoRiffle { .. }) => {
                Err(format!("{error}; expected the decks before and after a single riffle, top card first"))
            }
            Err(error) => Err(error.to_string()),
        }
    }

    fn add(&mut self, number: usize, riffle: Recorded) -> Result<(), String> {
        let cards = riffle.cards();
        let (line, expected) = *self.first.get_or_insert((number, cards));
        if cards != expected {
            let found = counted(cards, "card");
            return Err(format!("{found}, but line {line} has {expected}; expected riffles of one deck"));
        }
        self.records.riffles.push(riffle);
        Ok(())
    }
}

/// Returns whether a line is meant as letters: one word, or single letters.
fn is_letters(content: &str) -> bool {
    let mut words =
        content.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty());
    let has_digit = content.contains(|letter: char| letter.is_ascii_digit());
    let one_word = words.clone().count() == 1 && !has_digit && !content.starts_with('[');
    one_word || words.all(|word| word.bytes().all(|letter| b"LRlr-".contains(&letter)))
}

/// Returns the names of the cards of a deck. Faces are in normal form.
fn names(deck: &str) -> Result<Vec<String>, String> {
    let start = Start::parse(deck.as_bytes()).map_err(|error| format!("{}; {EXPECTED}", error.kind))?;
    let name = |name: &[u8]| {
        let name = String::from_utf8_lossy(name);
        playing_card::normal(&name).unwrap_or_else(|| name.into())
    };
    Ok(start.names().map(name).collect())
}

/// Returns, for each card of the second deck, its position in the first deck, counted from 0.
fn related(before: &[String], after: &[String]) -> Result<Vec<u32>, String> {
    let mut places = HashMap::new();
    for (place, name) in (0u32..).zip(before) {
        if places.insert(name.as_str(), place).is_some() {
            return Err(format!("the card {} is twice in the deck before the riffle", printable(name)));
        }
    }
    if before.len() != after.len() {
        let found = counted(after.len(), "card");
        return Err(format!("{found} after the riffle, but {} before", before.len()));
    }
    let mut taken = vec![false; before.len()];
    let place = |name: &String| {
        let place = *places
            .get(name.as_str())
            .ok_or_else(|| format!("there is no card {} in the deck before the riffle", printable(name)))?;
        match std::mem::replace(&mut taken[place as usize], true) {
            true => Err(format!("the card {} is twice in the deck after the riffle", printable(name))),
            false => Ok(place),
        }
    };
    after.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(records: &Records) -> Vec<String> {
        let letter = |side: &faro::hands::Side| if *side == faro::hands::Side::Left { 'L' } else { 'R' };
        records.riffles.iter().map(|riffle| riffle.drops().iter().map(letter).collect()).collect()
    }

    #[test]
    fn all_forms_are_one_riffle() {
        for text in [
            "RRLRL",
            "\u{feff}r r l r l\r\n",
            "# Monday\n\nR,R,L-R,L # good",
            "1 2 3 4 5\n1 3 2 4 5\n",
            "1 2 3 4 5 | 1 3 2 4 5",
            "[1,2,3,4,5] | [1,3,2,4,5]",
            "AS KH QD 10C 9S\na♠ q♦ K♥ TC 9s",
        ] {
            assert_eq!(letters(&parse(text, false).unwrap()), ["RRLRL"], "{text}");
        }
        assert_eq!(letters(&parse("LRLRR", true).unwrap()), ["RRLRL"]);
    }

    #[test]
    fn equal_decks_are_set_aside() {
        let records = parse("1 2 3 | 1 2 3\nLRL", false).unwrap();
        assert_eq!((records.unmoved, records.riffles.len()), (vec![1], 1));
    }

    #[test]
    fn wrong_texts_name_the_line() {
        for (text, expected) in [
            ("", "it has no riffle"),
            ("# only\n\n", "it has no riffle"),
            ("1 2 3 | 1 2 3", "every deck is the same before and after"),
            (
                "LRLR\nLRXL",
                "line 2: 'X' is neither L nor R, letter 3; expected letters such as RLLRL, or a deck",
            ),
            ("LRLR\n\nLRL", "line 3: 3 cards, but line 1 has 4; expected riffles of one deck"),
            ("L", "line 1: a riffle has at least 2 cards"),
            ("1 2 3", "line 1: no deck follows this deck"),
            ("1 2 3\n1 3 | 2", "line 2: expected the deck after the riffle of line 1, without '|'"),
            ("1 2 | 2 1 | 1 2", "line 1: it has more than one '|'"),
            ("1 2 3\n3 2 1", "line 2: no riffle leads from one deck to the other: it has 3 rising sequences"),
            ("1 2 3 | 1 2 4", "line 1: there is no card 4 in the deck before the riffle"),
            ("1 2 3 | 1 2", "line 1: 2 cards after the riffle, but 3 before"),
            ("1 2 2 | 1 2 2", "line 1: the card 2 is twice in the deck before the riffle"),
            ("1 2 3 | 1 2 2", "line 1: the card 2 is twice in the deck after the riffle"),
        ] {
            let error = parse(text, false).err().unwrap();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }
}
