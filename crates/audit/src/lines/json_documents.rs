//! Finds decks in JSON documents: in arrays of arrays, in arrays that span several lines, and in fields of objects.
//! Single quotes and tuples, as Python prints them, are read too.

use std::ops::ControlFlow;

use faro::stacks::Face;

use super::cards::unescaped;
use super::error::{LineErrorKind, brief};
use super::forms::run;
use crate::lines::error::MAX_LINE;

/// Maximum depth of nested arrays and objects.
const MAX_DEPTH: usize = 100;

/// Splits JSON text into the arrays that hold decks. The text is given in pieces of any size. At most one array, of at
/// most [`MAX_LINE`] bytes, is kept in memory.
#[derive(Clone, Debug, Default)]
pub struct JsonDocuments {
    /// The field of objects that holds decks, or the last keys of its path, for example `shuffle.deck`. `None` if no
    /// field was given.
    field: Option<Vec<u8>>,
    /// If no field was given: the path of the field in which the first array was found, with a star for each number.
    found: Option<Vec<u8>>,
    /// The array found first, with its line number. It is kept until the end of its object shows that no other field
    /// holds arrays.
    first: Option<(u64, Vec<u8>)>,
    /// Whether the array found first has many cards.
    has_cards: bool,
    /// The keys of the open objects, separated by points.
    path: Vec<u8>,
    /// Number of line ends read.
    ends: u64,
    /// Whether the last byte was a line end.
    is_line_begin: bool,
    /// Whether an object has been read to its end.
    has_ended: bool,
    /// The open arrays and objects.
    open: Vec<Container>,
    /// The text of the array that is being read, from its opening bracket, or `None` outside such an array.
    array: Option<Vec<u8>>,
    /// The object inside the array that is being read as a card: the index of its first byte in `array`, and its depth.
    card: Option<(usize, usize)>,
    /// Whether the array contains cards that are objects.
    has_objects: bool,
    /// The text of the string that is being read or was read last, from the byte after its opening quote.
    string: Vec<u8>,
    within: Within,
    /// The quotation mark that opened the string and will close it.
    quote: u8,
    /// The last line for which an error was reported. At most one error is reported for each line.
    wrong_line: u64,
}

#[derive(Clone, Copy, Debug)]
struct Container {
    is_object: bool,
    /// The number of bytes of `path` before the keys of this container.
    path: usize,
    /// For an object, what its next value holds. For an array, what its elements hold.
    holds: Holds,
    /// For an object, whether a value comes next and not a key.
    is_value: bool,
}

/// What a JSON value holds, decided by its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    Decks,
    /// Objects that are the cards of a deck. The last key of the given field is the key of the name of a card.
    Cards,
    Other,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Within {
    #[default]
    Value,
    String,
    Escape,
}

impl JsonDocuments {
    pub fn new(field: Option<&str>) -> JsonDocuments {
        JsonDocuments {
            field: field.map(|field| field.as_bytes().to_vec()),
            ..JsonDocuments::default()
        }
    }

    /// Calls `deck` with the line number and the text of every deck that ends in `piece`, or with an error. If `deck`
    /// breaks, the rest of `piece` is not read. O(length).
    pub fn cut<B>(
        &mut self,
        piece: &[u8],
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for &byte in piece {
            let begins_line = std::mem::replace(&mut self.is_line_begin, byte == b'\n');
            if begins_line && byte == b'{' && self.has_ended && !self.open.is_empty() {
                self.cut_off(deck)?;
            }
            self.ends += u64::from(byte == b'\n');
            if let Some(array) = self.array.as_mut() {
                array.push(match (self.within, byte) {
                    (_, b'\n') => b' ',
                    (Within::Value, b')') => b']',
                    _ => byte,
                });
                if array.len() > MAX_LINE {
                    self.array = None;
                    self.error(LineErrorKind::TooLong, deck)?;
                }
            }
            self.byte(byte, deck)?;
        }
        ControlFlow::Continue(())
    }

    /// Leaves out the document that is open, because the next one begins.
    fn cut_off<B>(
        &mut self,
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.open.clear();
        self.path.clear();
        (self.first, self.array, self.card) = (None, None, None);
        self.within = Within::Value;
        self.error_at(self.ends, LineErrorKind::JsonCut, deck)
    }

    /// Ends the text. Calls `deck` with an error if the text ends within an array or an object.
    pub fn finish<B>(
        &mut self,
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.open.is_empty() {
            return ControlFlow::Continue(());
        }
        self.pass_first(deck)?;
        self.error(LineErrorKind::JsonEnd, deck)
    }

    pub fn has_field(&self) -> bool {
        self.field.is_some()
    }

    /// Returns the number of lines read, including the last one if it has no line end.
    pub fn lines(&self) -> u64 {
        self.ends + 1
    }

    fn byte<B>(
        &mut self,
        byte: u8,
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match (self.within, byte) {
            (Within::Escape, _) => self.letter(byte),
            (Within::String, _) if byte == self.quote => return self.string_ends(deck),
            (Within::String, _) => self.letter(byte),
            (Within::Value, b'"' | b'\'') => {
                self.string.clear();
                (self.within, self.quote) = (Within::String, byte);
            }
            (Within::Value, b'[' | b'(' | b'{') => return self.open(byte == b'{', deck),
            (Within::Value, b']' | b')' | b'}') => return self.close(byte == b'}', deck),
            (Within::Value, b':') => self.key_ends(),
            (Within::Value, b',') => {
                if let Some(object) = self.open.last_mut().filter(|container| container.is_object) {
                    object.is_value = false;
                }
            }
            (Within::Value, b'n' | b'N') if self.is_deck_next() => return self.no_deck(deck),
            // Between documents, only white space and a byte order mark are expected.
            (Within::Value, _) if self.open.is_empty() && !byte.is_ascii_whitespace() => {
                if !b"\xef\xbb\xbf".contains(&byte) {
                    return self.error(LineErrorKind::Json, deck);
                }
            }
            (Within::Value, _) => {}
        }
        ControlFlow::Continue(())
    }

    fn letter(&mut self, byte: u8) {
        if self.string.len() < MAX_LINE {
            self.string.push(byte);
        }
        let escapes = self.within == Within::String && byte == b'\\';
        self.within = if escapes {
            Within::Escape
        } else {
            Within::String
        };
    }

    /// Handles the end of a string. A string that is the value of the field with decks is a deck. If no field was given, or in an
    /// array, a string of many cards is a deck.
    fn string_ends<B>(
        &mut self,
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.within = Within::Value;
        let is_deck = |container: &Container| {
            container.is_object && container.is_value && container.holds == Holds::Decks
        };
        let holds_decks = |array: &Container| !array.is_object && array.holds == Holds::Decks;
        if self.card.is_none() && self.open.last().is_some_and(holds_decks) {
            return self.string_of_array_ends(deck);
        }
        let is_card = self.field.is_some() && self.card.is_some();
        if is_card || !self.open.last().is_some_and(is_deck) {
            return ControlFlow::Continue(());
        }
        self.string.push(self.quote);
        let text = unescaped(&self.string, self.quote).map(|(text, _)| text);
        match (text, &self.field) {
            (Some(text), Some(_)) => deck(self.lines(), Ok(&text)),
            (Some(text), None) if are_cards(&text) => {
                // The object of the string is no card of the array around it.
                (self.array, self.card) = (None, None);
                self.of_only_field(&text, deck)
            }
            (None, Some(_)) => self.error(LineErrorKind::Json, deck),
            (_, None) => ControlFlow::Continue(()),
        }
    }

    /// Handles the end of a string in an array, which is a card, or a deck if it has many cards.
    fn string_of_array_ends<B>(
        &mut self,
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.string.len() < MIN_CARDS {
            return ControlFlow::Continue(());
        }
        self.string.push(self.quote);
        let text = unescaped(&self.string, self.quote).map(|(text, _)| text);
        self.string.pop();
        match text.filter(|text| are_cards(text)) {
            Some(text) => {
                self.array = None;
                match self.field.is_none() && self.open.iter().any(|outer| outer.is_object) {
                    true => self.of_only_field(&text, deck),
                    false => deck(self.lines(), Ok(&text)),
                }
            }
            None => ControlFlow::Continue(()),
        }
    }

    fn key_ends(&mut self) {
        let Some(object) = self.open.last_mut().filter(|container| container.is_object) else {
            return;
        };
        self.path.truncate(object.path);
        let left = MAX_LINE.saturating_sub(self.path.len());
        self.path.extend(
            (object.path > 0)
                .then_some(b'.')
                .iter()
                .chain(&self.string)
                .take(left),
        );
        object.is_value = true;
        let path = &self.path;
        let ends_with = |field: &[u8]| {
            let outer = path.strip_suffix(field);
            outer.is_some_and(|outer| outer.is_empty() || outer.ends_with(b"."))
        };
        let of_cards = |field: &[u8]| {
            let end = field.iter().rposition(|&byte| byte == b'.');
            end.is_some_and(|end| ends_with(&field[..end]))
        };
        object.holds = match &self.field {
            None => Holds::Decks,
            Some(field) if ends_with(field) => Holds::Decks,
            Some(field) if of_cards(field) => Holds::Cards,
            Some(_) => Holds::Other,
        };
    }

    /// Returns whether the next value is the deck of an object.
    fn is_deck_next(&self) -> bool {
        let is_place = || self.found.as_ref() == Some(&numbered_place(&self.path));
        let holds_deck = |object: &Container| {
            object.is_object && object.is_value && object.holds == Holds::Decks
        };
        self.open.last().is_some_and(holds_deck) && (self.field.is_some() || is_place())
    }

    /// Passes an error to `deck` for an object that has nothing in place of its deck.
    fn no_deck<B>(
        &mut self,
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let field = brief(&self.path);
        self.error(LineErrorKind::NoDeck { field }, deck)
    }

    fn open<B>(
        &mut self,
        is_object: bool,
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.open.len() == MAX_DEPTH {
            return self.error(LineErrorKind::TooDeep { most: MAX_DEPTH }, deck);
        }
        let holds = match self.open.last() {
            Some(outer) if !is_object => outer.holds,
            None if self.field.is_none() => Holds::Decks,
            _ => Holds::Other,
        };
        self.open.push(Container {
            is_object,
            path: self.path.len(),
            holds,
            is_value: false,
        });
        match self.array.as_ref().filter(|_| is_object) {
            // An object in an array may be a card.
            Some(array) => {
                self.card.get_or_insert((array.len() - 1, self.open.len()));
            }
            None => {
                self.array = (!is_object && holds != Holds::Other).then(|| vec![b'[']);
                (self.card, self.has_objects) = (None, false);
            }
        }
        ControlFlow::Continue(())
    }

    /// Replaces the object that starts at the byte `begin` of the array by the name of its card. If the named field of
    /// the object is a whole deck, returns that text instead.
    fn name_card(&mut self, begin: usize) -> Option<String> {
        let holds = self.open.last().map(|array| array.holds);
        let key = self.field.as_ref().filter(|_| holds == Some(Holds::Cards));
        let key = key.and_then(|field| field.rsplit(|&byte| byte == b'.').next());
        let mut array = self.array.take()?;
        let object = array.split_off(begin);
        let name = card_name(&serde_json::from_slice(&object).ok()?, key)?;
        if key.is_some() && is_deck(&name) {
            return Some(name);
        }
        self.has_objects = true;
        array.extend_from_slice(serde_json::Value::from(name).to_string().as_bytes());
        self.array = Some(array);
        None
    }

    fn close<B>(
        &mut self,
        is_object: bool,
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let closed = match self.open.pop() {
            Some(closed) if closed.is_object == is_object => closed,
            _ => return self.error(LineErrorKind::Json, deck),
        };
        self.path.truncate(closed.path);
        self.has_ended |= is_object && self.open.is_empty();
        if let Some((begin, depth)) = self.card {
            if self.open.len() + 1 > depth {
                return ControlFlow::Continue(());
            }
            self.card = None;
            match self.name_card(begin) {
                Some(whole) => return deck(self.lines(), Ok(whole.as_bytes())),
                None if self.array.is_some() => return ControlFlow::Continue(()),
                None => {}
            }
        }
        // If no field was given, the end of an outermost object decides whether its array is a deck.
        let is_inside = self.field.is_none() && self.open.iter().any(|outer| outer.is_object);
        if is_object && self.field.is_none() && !is_inside {
            return match self.found {
                Some(_) => self.pass_first(deck),
                None => self.error(LineErrorKind::Object, deck),
            };
        }
        // An array at the place of cards that are objects is ignored if it has no objects.
        let is_other = closed.holds == Holds::Cards && !self.has_objects;
        match self.array.take().filter(|_| !is_other) {
            Some(array) if is_inside => self.of_only_field(&array, deck),
            Some(array) if is_empty(&array) && !self.path.is_empty() => self.no_deck(deck),
            Some(array) => deck(self.lines(), Ok(&array)),
            None => ControlFlow::Continue(()),
        }
    }

    /// Passes a nonempty array to `deck` if its field is the only field that holds arrays. An array in a second field
    /// is an error.
    fn of_only_field<B>(
        &mut self,
        array: &[u8],
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let place = numbered_place(&self.path);
        if is_empty(array) {
            return match self.found.as_ref() == Some(&place) {
                true => self.no_deck(deck),
                false => ControlFlow::Continue(()),
            };
        }
        if self.found.as_ref() == Some(&place) {
            self.pass_first(deck)?;
            return deck(self.lines(), Ok(array));
        }
        // Beside lists of many cards, lists of other things are left out.
        let first_has_cards = self.first.as_ref().map(|(_, first)| has_cards(first));
        let has_cards = has_cards(array);
        let Some(found) = self
            .found
            .as_ref()
            .filter(|_| first_has_cards != Some(false) || !has_cards)
        else {
            self.found = Some(place);
            self.first = Some((self.lines(), array.to_vec()));
            self.has_cards = has_cards;
            return ControlFlow::Continue(());
        };
        if self.has_cards && !has_cards {
            return ControlFlow::Continue(());
        }
        let [first, second] = [found, &place].map(|path| brief(path));
        self.first = None;
        self.error(LineErrorKind::Fields { first, second }, deck)
    }

    /// Passes the first array, which was kept, to `deck`.
    fn pass_first<B>(
        &mut self,
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.first
            .take()
            .map_or(ControlFlow::Continue(()), |(line, array)| {
                deck(line, Ok(&array))
            })
    }

    fn error<B>(
        &mut self,
        kind: LineErrorKind,
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.error_at(self.lines(), kind, deck)
    }

    fn error_at<B>(
        &mut self,
        line: u64,
        kind: LineErrorKind,
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if std::mem::replace(&mut self.wrong_line, line) == line {
            return ControlFlow::Continue(());
        }
        deck(line, Err(kind))
    }
}

/// Returns whether an array has nothing between its brackets.
fn is_empty(array: &[u8]) -> bool {
    let inside = array.get(1..array.len().saturating_sub(1));
    inside.is_none_or(|inside| inside.trim_ascii().is_empty())
}

/// Keys of the hands of a deal of bridge.
const SEATS: [&str; 8] = ["N", "E", "S", "W", "north", "east", "south", "west"];

/// Returns a path with a star for each key that is a number or a seat: the values of such keys are a list.
fn numbered_place(path: &[u8]) -> Vec<u8> {
    let is_seat = |key: &[u8]| {
        SEATS
            .iter()
            .any(|seat| key.eq_ignore_ascii_case(seat.as_bytes()))
    };
    let is_number = |key: &[u8]| !key.is_empty() && key.iter().all(u8::is_ascii_digit);
    let keys = path.split(|&byte| byte == b'.');
    let keys: Vec<&[u8]> = keys
        .map(|key| {
            if is_number(key) || is_seat(key) {
                b"*"
            } else {
                key
            }
        })
        .collect();
    keys.join(&b'.')
}

/// Returns the name of the card that a JSON object describes: the value of `key` if it is given, otherwise the rank and
/// suit, otherwise the value of a key such as `name`.
fn card_name(card: &serde_json::Value, key: Option<&[u8]>) -> Option<String> {
    let text = |key: &str| match card.get(key)? {
        serde_json::Value::String(text) => Some(text.clone()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    if let Some(key) = key {
        return text(std::str::from_utf8(key).ok()?);
    }
    let any = |keys: &[&str]| keys.iter().find_map(|key| text(key));
    let rank = any(&["rank", "value", "number"]);
    match (rank, any(&["suit", "color", "colour"])) {
        (Some(rank), Some(suit)) => Some(format!("{rank} {suit}")),
        (rank, _) => any(&["code", "name", "card", "face"])
            .or(rank)
            .or_else(|| text("id"))
            .or_else(|| text(only_key(card)?).filter(|name| !name.contains(' '))),
    }
}

/// Returns the key of an object with one value.
fn only_key(object: &serde_json::Value) -> Option<&str> {
    let object = object.as_object().filter(|object| object.len() == 1)?;
    object.keys().next().map(String::as_str)
}

/// Minimum number of cards in a string that is taken for a deck.
const MIN_CARDS: usize = 10;

/// Returns whether a text has many cards, one after another.
pub fn has_cards(text: &[u8]) -> bool {
    run(&String::from_utf8_lossy(text)).len() >= MIN_CARDS
}

/// Returns whether a text has many cards and nothing else.
fn are_cards(text: &[u8]) -> bool {
    let text = std::str::from_utf8(text).unwrap_or_default();
    let cards = run(text);
    let letters = |text: &str| {
        text.chars()
            .filter(|letter| letter.is_alphanumeric())
            .count()
    };
    cards.len() >= MIN_CARDS && letters(&cards.concat()) == letters(text)
}

/// Returns whether a text consists of several cards.
fn is_deck(text: &str) -> bool {
    let mut words = text.split([' ', ',']);
    let is_card = |word: &str| word.parse::<u32>().is_ok() || Face::parse(word).is_some();
    text.contains([' ', ',']) && Face::parse(text).is_none() && words.all(is_card)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decks(
        field: Option<&str>,
        text: &str,
        size: usize,
    ) -> Vec<(u64, Result<String, LineErrorKind>)> {
        let (mut documents, mut found) = (JsonDocuments::new(field), Vec::new());
        let mut deck = |line, text: Result<&[u8], LineErrorKind>| {
            found.push((
                line,
                text.map(|text| String::from_utf8(text.to_vec()).unwrap()),
            ));
            ControlFlow::<()>::Continue(())
        };
        for piece in text.as_bytes().chunks(size) {
            assert!(documents.cut(piece, &mut deck).is_continue());
        }
        assert!(documents.finish(&mut deck).is_continue());
        found
    }

    fn assert_decks(field: Option<&str>, text: &str, expected: &[(u64, &str)]) {
        let expected: Vec<_> = expected
            .iter()
            .map(|&(line, text)| (line, Ok(text.to_string())))
            .collect();
        for size in 1..=text.len() {
            assert_eq!(
                decks(field, text, size),
                expected,
                "{text} in pieces of {size}"
            );
        }
    }

    #[test]
    fn arrays_of_arrays() {
        assert_decks(None, "[[1,2],[2, 1]]", &[(1, "[1,2]"), (1, "[2, 1]")]);
        assert_decks(
            None,
            "\u{feff}[\n  [\n    1,\n    2\n  ],\n  [2, 1]\n]\n",
            &[(5, "[     1,     2   ]"), (6, "[2, 1]")],
        );
        assert_decks(None, r#"[["[A]", "\"]"]]"#, &[(1, r#"["[A]", "\"]"]"#)]);
        assert_decks(
            None,
            r"[('A)', '\')'), ('B',)]",
            &[(1, r"['A)', '\')']"), (1, "['B',]")],
        );
    }

    #[test]
    fn fields_of_objects() {
        let text =
            "{\"seed\": [1, 2], \"deck\": [2, 1]}\n{\"a\": {\"deck\": [1]}, \"b\": \"deck\"}\n";
        assert_decks(Some("deck"), text, &[(1, "[2, 1]"), (2, "[1]")]);
        assert_decks(
            Some("deck"),
            "{'deck': ['2\"', 'A']}",
            &[(1, "['2\"', 'A']")],
        );
        assert_decks(
            Some("deck"),
            r#"{"deck": "A\u2660 K", "k": "deck"}"#,
            &[(1, "A♠ K")],
        );
        assert_decks(
            Some("d"),
            r#"{"d": [[1, 2], [2, 1]], "e": [[3]]}"#,
            &[(1, "[1, 2]"), (1, "[2, 1]")],
        );
    }

    /// If no field is named, decks are read from the only field that holds arrays, and two such fields are an error.
    #[test]
    fn the_only_field_of_objects() {
        assert_decks(
            None,
            r#"{"holes": [["As","Kd"], ["2c", "3c"]]}"#,
            &[(1, r#"["As","Kd"]"#), (1, r#"["2c", "3c"]"#)],
        );
        assert_decks(
            None,
            "{\"n\": 7, \"deck\": [2, 1]}\n{\"deck\": [1, 2]}",
            &[(1, "[2, 1]"), (2, "[1, 2]")],
        );
        assert_decks(
            None,
            "[{'a': {'b': (2, 1)}}, {'a': {'c': 1, 'b': [1]}}]",
            &[(1, "[2, 1]"), (1, "[1]")],
        );
        assert_decks(
            None,
            r#"{"x": [{"deck": [2, 1]}, {"deck": [1]}]}"#,
            &[(1, "[2, 1]"), (1, "[1]")],
        );
        assert_decks(None, r#"{"errors": [ ], "deck": [2, 1]}"#, &[(1, "[2, 1]")]);
        assert_decks(
            None,
            r#"{"0": [2, 1], "1": [1, 2], "10": [2, 1]}"#,
            &[(1, "[2, 1]"), (1, "[1, 2]"), (1, "[2, 1]")],
        );
        assert_decks(
            None,
            r#"{"N": [2, 1], "East": [1, 2]}"#,
            &[(1, "[2, 1]"), (1, "[1, 2]")],
        );
        // A list of other things beside one of many cards is no deck, whichever comes first.
        let many = "[1,2,3,4,5,6,7,8,9,10]";
        let text = format!(
            "{{\"players\": [\"a\", \"b\"], \"deck\": {many}}}\n{{\"deck\": {many}, \"players\": [\"c\"]}}"
        );
        assert_decks(None, &text, &[(1, many), (2, many)]);
    }

    /// If no field is named, strings of many cards are decks.
    #[test]
    fn strings_of_many_cards() {
        let decks = ["0 2 4 6 8 1 3 5 7 9", "AS-KD-QH-JC-10S-9H-8D-7C-6S-5H"];
        let text = format!(
            r#"[{{"id": 1, "deck": "{}"}}, {{"id": 2, "deck": "{}"}}]"#,
            decks[0], decks[1]
        );
        assert_decks(None, &text, &decks.map(|deck| (1, deck)));
        let text = format!(
            "{{\"deck\": \"{}\", \"id\": 1}}\n{{\"deck\": \"{0}\"}}\n",
            decks[0]
        );
        assert_decks(None, &text, &[(1, decks[0]), (2, decks[0])]);
        let text = format!(
            r#"{{"decks": ["{}", "{}"], "version": 2}}"#,
            decks[0], decks[1]
        );
        assert_decks(None, &text, &decks.map(|deck| (1, deck)));
        assert_decks(Some("decks"), &text, &decks.map(|deck| (1, deck)));
        // Other strings are not read.
        assert_decks(
            None,
            r#"{"path": "C:\x", "deck": [2, 1]}"#,
            &[(1, "[2, 1]")],
        );
    }

    #[test]
    fn paths_of_fields() {
        let text = r#"{"shuffle": {"deck": [2, 1], "seed": [7]}, "deck": [9], "a.deck": [8]}"#;
        assert_decks(Some("shuffle.deck"), text, &[(1, "[2, 1]")]);
        assert_decks(Some("deck"), text, &[(1, "[2, 1]"), (1, "[9]"), (1, "[8]")]);
        assert_decks(Some("a.deck"), text, &[(1, "[8]")]);
        assert_decks(Some("eck"), text, &[]);
        assert_decks(
            Some("b.c"),
            r#"[{"a": {"b": [{"c": [1]}, {"c": "2 1"}]}}]"#,
            &[(1, "[1]"), (1, "2 1")],
        );
        assert_decks(
            Some("d"),
            r#"{"": {"d": [1]}, "d": {"e": [2]}}"#,
            &[(1, "[1]")],
        );
    }

    #[test]
    fn cards_that_are_objects() {
        let text = r#"[[{"suit": "hearts", "rank": "A"}, {"rank": 2, "suit": "S"}], [{"code": "7", "x": {"y": "}"}}]]"#;
        assert_decks(
            None,
            text,
            &[(1, r#"["A hearts", "2 S"]"#), (1, r#"["7"]"#)],
        );
        let text = r#"{"cards": [{"code": "AS", "value": "ACE"}, {"code": "0H"}], "x": [1]}"#;
        assert_decks(Some("cards.code"), text, &[(1, r#"["AS", "0H"]"#)]);
        assert_decks(Some("cards"), text, &[(1, r#"["AS", "0H"]"#)]);
        assert_decks(Some("x.code"), text, &[]);
        assert_decks(
            None,
            r#"{"order": [{"n": 2}, {"n": 1}]}"#,
            &[(1, r#"["2", "1"]"#)],
        );
        assert_decks(
            Some("games.deck"),
            r#"{"games": [{"deck": "2 1"}, {"deck": [1]}]}"#,
            &[(1, "2 1"), (1, "[1]")],
        );
    }

    #[test]
    fn what_is_no_document() {
        let kinds = |field, text: &str| -> Vec<_> {
            decks(field, text, 3)
                .into_iter()
                .filter_map(|(line, text)| Some((line, text.err()?)))
                .collect()
        };
        assert_eq!(kinds(None, "[[1, 2],\n"), [(2, LineErrorKind::JsonEnd)]);
        assert_eq!(kinds(None, "[[1}]"), [(1, LineErrorKind::Json)]);
        assert_eq!(
            kinds(None, "[{\"deck\": \"1 2\"}]"),
            [(1, LineErrorKind::Object)]
        );
        assert_eq!(
            kinds(None, "{\"a\": {\"b\": 1}}\n{}"),
            [(1, LineErrorKind::Object), (2, LineErrorKind::Object)]
        );
        let fields = |first: &str, second: &str| LineErrorKind::Fields {
            first: first.into(),
            second: second.into(),
        };
        assert_eq!(
            kinds(None, "{\"a\": [1],\n\"b\": {\"c\": [2]}}"),
            [(2, fields("a", "b.c"))]
        );
        let text = r#"{"shuffle": {"seed": [7], "deck": [2, 1]}}"#;
        assert_eq!(
            decks(None, text, 1),
            [(1, Err(fields("shuffle.seed", "shuffle.deck")))]
        );
        assert_eq!(
            kinds(None, "{\"a\": [1]}\n{\"b\": [1]}"),
            [(2, fields("a", "b"))]
        );
        assert_eq!(
            kinds(None, &"[".repeat(10_000)),
            [(1, LineErrorKind::TooDeep { most: 100 })]
        );
        assert_eq!(
            kinds(Some("a"), &"{'a':".repeat(10_000)),
            [(1, LineErrorKind::TooDeep { most: 100 })]
        );
        let no_deck = |field: &str| LineErrorKind::NoDeck {
            field: field.into(),
        };
        let text = "{\"deck\": [1]}\n{\"deck\": null}\n{\"deck\": []}\n{\"no\": null}\n";
        let wrong = [(2, no_deck("deck")), (3, no_deck("deck"))];
        assert_eq!(kinds(None, text), wrong);
        assert_eq!(kinds(Some("deck"), text), wrong);
        // An object that is cut off is left out, and the next one is read.
        for cut in ["[1", "[1,", "[", "\"1 "] {
            let text = format!("{{\"deck\": [1]}}\n{{\"deck\": {cut}\n{{\"deck\": [2]}}\n");
            let expected = [
                (1, Ok("[1]".into())),
                (2, Err(LineErrorKind::JsonCut)),
                (3, Ok("[2]".into())),
            ];
            assert_eq!(decks(Some("deck"), &text, 3), expected, "{cut}");
        }
        assert_eq!(
            kinds(Some("deck"), "begin!\n{\"deck\": [1]}"),
            [(1, LineErrorKind::Json)]
        );
    }
}
