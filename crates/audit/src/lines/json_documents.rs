//! Finds decks in JSON documents: arrays of arrays, arrays over several lines, and objects with a field. Single quotes
//! and tuples are read as Python prints them.

use std::ops::ControlFlow;

use super::cards::unescaped;
use super::error::LineErrorKind;
use super::limits::MAX_LINE;

/// Splits JSON text, in pieces of any size, into innermost arrays. It holds at most one array of at most [`MAX_LINE`]
/// bytes.
#[derive(Clone, Debug, Default)]
pub struct JsonDocuments {
    /// The field of objects that holds decks, if there is one.
    field: Option<Vec<u8>>,
    /// The number of line ends so far.
    ends: u64,
    /// The open arrays and objects.
    open: Vec<Container>,
    /// The text of the innermost array, from its bracket; none if it has closed.
    array: Option<Vec<u8>>,
    /// The string that is open, from the byte after its quote, or that was the last token.
    string: Vec<u8>,
    within: Within,
    /// The quotation mark that ends the string.
    quote: u8,
    /// The last line with an error: one error is reported for each line.
    wrong: u64,
}

#[derive(Clone, Copy, Debug)]
struct Container {
    is_object: bool,
    /// Whether the next value of an object, or all values of an array, are those of the field.
    is_matched: bool,
    /// Whether the next string of an object is a value.
    is_value: bool,
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
        JsonDocuments { field: field.map(|field| field.as_bytes().to_vec()), ..JsonDocuments::default() }
    }

    /// Calls `deck` with the line and the text of every array that ends in this piece, until it breaks. O(length).
    pub fn cut<B>(
        &mut self,
        piece: &[u8],
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for &byte in piece {
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

    /// Reports text that ends within an array or an object.
    pub fn finish<B>(
        &mut self,
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.open.is_empty() {
            ControlFlow::Continue(())
        } else {
            self.error(LineErrorKind::JsonEnd, deck)
        }
    }

    pub fn has_field(&self) -> bool {
        self.field.is_some()
    }

    /// Returns the number of lines that have begun.
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
            (Within::Value, b'[' | b'(' | b'{') => self.open(byte == b'{'),
            (Within::Value, b']' | b')' | b'}') => return self.close(byte == b'}', deck),
            (Within::Value, b':') => self.key_ends(),
            (Within::Value, b',') => {
                if let Some(object) = self.open.last_mut().filter(|one| one.is_object) {
                    object.is_value = false;
                }
            }
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
        self.within = if escapes { Within::Escape } else { Within::String };
    }

    /// A string that is the value of the field is a deck in words.
    fn string_ends<B>(
        &mut self,
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.within = Within::Value;
        let is_deck = |one: &Container| one.is_object && one.is_value && one.is_matched;
        if !self.open.last().is_some_and(is_deck) {
            return ControlFlow::Continue(());
        }
        self.string.push(self.quote);
        match unescaped(&self.string, self.quote) {
            Some((text, _)) => deck(self.lines(), Ok(&text)),
            None => self.error(LineErrorKind::Json, deck),
        }
    }

    fn key_ends(&mut self) {
        let is_field = self.field.as_deref() == Some(&self.string);
        if let Some(object) = self.open.last_mut().filter(|one| one.is_object) {
            (object.is_value, object.is_matched) = (true, is_field);
        }
    }

    fn open(&mut self, is_object: bool) {
        let is_matched = match self.open.last() {
            Some(outer) => outer.is_matched && !is_object,
            None => self.field.is_none(),
        };
        self.open.push(Container { is_object, is_matched, is_value: false });
        self.array = (!is_object && is_matched).then(|| vec![b'[']);
    }

    fn close<B>(
        &mut self,
        is_object: bool,
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.open.pop() {
            Some(closed) if closed.is_object == is_object => {}
            _ => return self.error(LineErrorKind::Json, deck),
        }
        if is_object && self.field.is_none() {
            return self.error(LineErrorKind::Object, deck);
        }
        match self.array.take() {
            Some(array) => deck(self.lines(), Ok(&array)),
            None => ControlFlow::Continue(()),
        }
    }

    fn error<B>(
        &mut self,
        kind: LineErrorKind,
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let line = self.lines();
        if std::mem::replace(&mut self.wrong, line) == line {
            return ControlFlow::Continue(());
        }
        deck(line, Err(kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decks(field: Option<&str>, text: &str, size: usize) -> Vec<(u64, Result<String, LineErrorKind>)> {
        let (mut documents, mut found) = (JsonDocuments::new(field), Vec::new());
        let mut deck = |line, text: Result<&[u8], LineErrorKind>| {
            found.push((line, text.map(|text| String::from_utf8(text.to_vec()).unwrap())));
            ControlFlow::<()>::Continue(())
        };
        for piece in text.as_bytes().chunks(size) {
            assert!(documents.cut(piece, &mut deck).is_continue());
        }
        assert!(documents.finish(&mut deck).is_continue());
        found
    }

    fn assert_decks(field: Option<&str>, text: &str, expected: &[(u64, &str)]) {
        let expected: Vec<_> = expected.iter().map(|&(line, text)| (line, Ok(text.to_string()))).collect();
        for size in 1..=text.len() {
            assert_eq!(decks(field, text, size), expected, "{text} in pieces of {size}");
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
        assert_decks(None, r"[('A)', '\')'), ('B',)]", &[(1, r"['A)', '\')']"), (1, "['B',]")]);
    }

    #[test]
    fn fields_of_objects() {
        let text = "{\"seed\": [1, 2], \"deck\": [2, 1]}\n{\"a\": {\"deck\": [1]}, \"b\": \"deck\"}\n";
        assert_decks(Some("deck"), text, &[(1, "[2, 1]"), (2, "[1]")]);
        assert_decks(Some("deck"), "{'deck': ['2\"', 'A']}", &[(1, "['2\"', 'A']")]);
        assert_decks(Some("deck"), r#"{"deck": "A\u2660 K", "k": "deck"}"#, &[(1, "A♠ K")]);
        assert_decks(Some("d"), r#"{"d": [[1, 2], [2, 1]], "e": [[3]]}"#, &[(1, "[1, 2]"), (1, "[2, 1]")]);
    }

    #[test]
    fn what_is_no_document() {
        let kinds = |field, text: &str| -> Vec<_> {
            decks(field, text, 3).into_iter().filter_map(|(line, text)| Some((line, text.err()?))).collect()
        };
        assert_eq!(kinds(None, "[[1, 2],\n"), [(2, LineErrorKind::JsonEnd)]);
        assert_eq!(kinds(None, "[[1}]"), [(1, LineErrorKind::Json)]);
        assert_eq!(kinds(None, "[{\"deck\": [1, 2]}]"), [(1, LineErrorKind::Object)]);
        assert_eq!(kinds(Some("deck"), "begin!\n{\"deck\": [1]}"), [(1, LineErrorKind::Json)]);
    }
}
