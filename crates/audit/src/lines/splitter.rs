//! Splits the input into the texts of decks: lines, or the arrays of a JSON document.
//!
//! A pattern finds the deck in a line of a log.

use std::ops::ControlFlow;

use super::cards::contains;
use super::error::{LineErrorKind, MAX_LINE};
use super::json_documents::{JsonDocuments, has_cards};

use thiserror::Error;

/// Splits bytes into the texts of decks: lines, or the arrays of a JSON document.
///
/// A text is a JSON document if it starts with two brackets, as `[[1, 2], [2, 1]]`, with an array that continues on the
/// next line, or with an object that has an array, as `{"deck": [1, 2]}`. Any other text consists of lines.
///
/// ```
/// use std::ops::ControlFlow;
/// use faro_audit::lines::Splitter;
///
/// let (mut splitter, mut decks) = (Splitter::new(None), Vec::new());
/// let _: ControlFlow<()> = splitter.cut(b"[[1, 2],\n [2, 1]]", |line, text| {
///     decks.push((line, text.map(<[u8]>::to_vec)));
///     ControlFlow::Continue(())
/// });
/// assert_eq!(decks, [(1, Ok(b"[1, 2]".to_vec())), (2, Ok(b"[2, 1]".to_vec()))]);
/// ```
#[derive(Clone, Debug)]
pub struct Splitter {
    state: InputFormat,
    /// Number of lines read.
    lines: u64,
}

#[derive(Clone, Debug)]
enum InputFormat {
    /// The first bytes of the input, before they show whether it is lines or JSON.
    Undecided(Vec<u8>),
    Lines(Cutter),
    Json(JsonDocuments),
}

impl Splitter {
    /// Returns a splitter that splits at line ends only.
    pub fn of_lines() -> Splitter {
        Splitter {
            state: InputFormat::Lines(Cutter::default()),
            lines: 0,
        }
    }

    /// Returns a splitter that recognises JSON documents.
    ///
    /// If `field` is given, the input is JSON, and decks are read from the fields of objects with this name, or with a
    /// path that ends with these keys, for example `shuffle.deck`.
    pub fn new(field: Option<&str>) -> Splitter {
        let state = match field {
            Some(_) => InputFormat::Json(JsonDocuments::new(field)),
            None => InputFormat::Undecided(Vec::new()),
        };
        Splitter { state, lines: 0 }
    }

    /// Calls `deck` with the line number, from 1, and the text of every deck in a whole text. O(length).
    pub fn each(
        text: &[u8],
        field: Option<&str>,
        mut deck: impl FnMut(u64, Result<&[u8], LineErrorKind>),
    ) {
        let mut splitter = Splitter::new(field);
        let mut each = |line, text: Result<&[u8], _>| -> ControlFlow<()> {
            deck(line, text);
            ControlFlow::Continue(())
        };
        let _ = splitter.cut(text, &mut each);
        let _ = splitter.finish(&mut each);
    }

    /// Calls `deck` with every deck that ends in `piece`, as its line number, from 1, and its text or an error.
    /// O(length).
    ///
    /// If `deck` breaks, the rest of `piece` is not read.
    pub fn cut<B>(
        &mut self,
        piece: &[u8],
        mut deck: impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let InputFormat::Undecided(first) = &mut self.state else {
            return self.cut_decided(piece, &mut deck);
        };
        first.extend_from_slice(piece);
        let Some(is_document) = is_document(first) else {
            return ControlFlow::Continue(());
        };
        let first = std::mem::take(first);
        self.decide(is_document);
        self.cut_decided(&first, &mut deck)
    }

    /// Ends the input. Calls `deck` with the last line if it has no line end. Must be called after all bytes were
    /// passed to `cut`.
    pub fn finish<B>(
        &mut self,
        mut deck: impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if let InputFormat::Undecided(first) = &mut self.state {
            let first = std::mem::take(first);
            self.decide(false);
            self.cut_decided(&first, &mut deck)?;
        }
        match &mut self.state {
            InputFormat::Json(documents) => documents.finish(&mut deck),
            InputFormat::Lines(cutter) if !cutter.rest().is_empty() => {
                self.lines += 1;
                deck(self.lines, Ok(cutter.rest()))
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Returns whether decks are read only from a named field of JSON objects.
    pub fn has_field(&self) -> bool {
        matches!(&self.state, InputFormat::Json(documents) if documents.has_field())
    }

    /// Returns the number of lines read.
    pub fn lines(&self) -> u64 {
        match &self.state {
            InputFormat::Json(documents) => documents.lines(),
            _ => self.lines,
        }
    }

    fn decide(&mut self, is_document: bool) {
        self.state = match is_document {
            true => InputFormat::Json(JsonDocuments::new(None)),
            false => InputFormat::Lines(Cutter::default()),
        };
    }

    fn cut_decided<B>(
        &mut self,
        piece: &[u8],
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match &mut self.state {
            InputFormat::Json(documents) => documents.cut(piece, deck),
            InputFormat::Lines(cutter) => cutter.cut(piece, |line| {
                self.lines += 1;
                deck(self.lines, Ok(line))
            }),
            InputFormat::Undecided(_) => ControlFlow::Continue(()),
        }
    }
}

/// Returns whether a text that starts with the bytes `first` is a JSON document, or `None` if more bytes are needed.
fn is_document(first: &[u8]) -> Option<bool> {
    let text = first
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(first)
        .trim_ascii_start();
    match text.split_first() {
        None if first.len() <= MAX_LINE => None,
        Some((b'[', inside)) => {
            let next = inside.iter().position(|byte| !byte.is_ascii_whitespace());
            let line_ends = inside.iter().position(|&byte| byte == b'\n');
            let closes = inside.iter().position(|&byte| byte == b']');
            match (next.map(|next| inside[next]), line_ends, closes) {
                (Some(b'[' | b'(' | b'{'), ..) => Some(true),
                (_, Some(end), closes) => Some(closes.is_none_or(|closes| end < closes)),
                (_, None, Some(_)) => Some(false),
                (_, None, None) => (first.len() > MAX_LINE).then_some(false),
            }
        }
        Some((b'{', inside)) => match inside.iter().position(|byte| b"[(}".contains(byte)) {
            Some(end) => Some(inside[end] != b'}' || has_cards(&inside[..end])),
            None => (first.len() > MAX_LINE).then_some(false),
        },
        _ => Some(false),
    }
}

/// Splits bytes into lines. The bytes are given in pieces of any size.
///
/// A cutter holds at most one line of at most [`MAX_LINE`] + 1 bytes. A longer line is passed on after that many bytes,
/// so that the reader rejects it, and its remaining bytes are dropped.
///
/// ```
/// use std::ops::ControlFlow;
/// use faro_audit::lines::Cutter;
///
/// let (mut cutter, mut lines) = (Cutter::default(), Vec::new());
/// for piece in [b"1 2\n2 ".as_slice(), b"1\n1 2"] {
///     let _: ControlFlow<()> = cutter.cut(piece, |line| {
///         lines.push(line.to_vec());
///         ControlFlow::Continue(())
///     });
/// }
/// assert_eq!(lines, [b"1 2", b"2 1"]);
/// assert_eq!(cutter.rest(), b"1 2");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cutter {
    rest: Vec<u8>,
    /// Whether the cutter is skipping the rest of a line that was too long.
    is_skipping: bool,
}

impl Cutter {
    /// Calls `line` with every line that ends in `piece`, without its line end. O(length).
    ///
    /// If `line` breaks, the rest of `piece` is not read.
    pub fn cut<B>(
        &mut self,
        mut piece: &[u8],
        mut line: impl FnMut(&[u8]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        while let Some(end) = end_of_line(piece) {
            let last = &piece[..end];
            piece = &piece[end + 1..];
            match (std::mem::take(&mut self.is_skipping), self.rest.is_empty()) {
                (true, _) => {}
                (false, true) => line(last)?,
                (false, false) => {
                    self.keep(last);
                    self.hand_over(&mut line)?;
                }
            }
        }
        if !self.is_skipping {
            self.keep(piece);
            if self.rest.len() > MAX_LINE {
                self.is_skipping = true;
                self.hand_over(&mut line)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn hand_over<B>(&mut self, line: &mut impl FnMut(&[u8]) -> ControlFlow<B>) -> ControlFlow<B> {
        let handed_over = line(&self.rest);
        self.rest.clear();
        handed_over
    }

    /// Returns the bytes after the last line end. After the whole input they are its last line.
    pub fn rest(&self) -> &[u8] {
        &self.rest
    }

    fn keep(&mut self, piece: &[u8]) {
        let room = (MAX_LINE + 1).saturating_sub(self.rest.len());
        self.rest.extend_from_slice(&piece[..piece.len().min(room)]);
    }
}

/// Returns the index of the first line end, if there is one. Searches in blocks, because the compiler vectorises a loop
/// over a block of fixed size.
fn end_of_line(piece: &[u8]) -> Option<usize> {
    const BLOCK: usize = 64;
    let has_end = |block: &[u8]| {
        block
            .iter()
            .fold(false, |found, &byte| found | (byte == b'\n'))
    };
    let blocks = piece
        .chunks(BLOCK)
        .take_while(|block| !has_end(block))
        .count();
    let passed = (BLOCK * blocks).min(piece.len());
    piece[passed..]
        .iter()
        .position(|&byte| byte == b'\n')
        .map(|end| passed + end)
}

/// A pattern that finds the deck in lines of a log.
///
/// In the pattern, `{deck}` stands for the deck and `*` for any text. Lines that do not match have no deck.
///
/// ```
/// use faro_audit::lines::Pattern;
///
/// let pattern: Pattern = "*deck: {deck} (*".parse()?;
/// assert_eq!(pattern.deck(b"12:01 INFO deck: 3 1 2 (5 ms)"), Some(b"3 1 2".as_slice()));
/// assert_eq!(pattern.deck(b"12:01 INFO started"), None);
/// # Ok::<(), faro_audit::lines::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The texts before the deck. The line starts with the first one. Each further text is found at its first
    /// occurrence after the previous one.
    before: Vec<Vec<u8>>,
    /// The texts after the deck.
    after: Vec<Vec<u8>>,
}

/// The error for a pattern that does not contain `{deck}` exactly once, or that has `*` directly after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "expected {{deck}} once, in the place of the deck, and * in that of any text, for example '* deck: {{deck}}'"
)]
pub struct PatternError;

impl std::str::FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let (before, after) = text.split_once("{deck}").ok_or(PatternError)?;
        if after.contains("{deck}") || after.starts_with('*') {
            return Err(PatternError);
        }
        let parts = |text: &str| {
            text.split('*')
                .map(|part| part.as_bytes().to_vec())
                .collect()
        };
        Ok(Pattern {
            before: parts(before),
            after: parts(after),
        })
    }
}

impl Pattern {
    /// Returns the decks in the lines of `text`, one a line.
    pub fn decks(&self, text: &[u8]) -> Vec<u8> {
        let mut decks = Vec::new();
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let bare = line.strip_suffix(b"\n");
            if let Some(deck) = self.deck(bare.unwrap_or(line)) {
                decks.extend(deck);
                decks.extend(bare.map(|_| b'\n'));
            }
        }
        decks
    }

    /// Returns the part of `line` that is the deck, or `None` if the line does not match. O(length).
    pub fn deck<'a>(&self, line: &'a [u8]) -> Option<&'a [u8]> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let behind = after_parts(line, &self.before)?;
        let (next, others) = self.after.split_first()?;
        let end = match (next.as_slice(), others) {
            (b"", []) => behind.len(),
            (last, []) => behind.strip_suffix(last)?.len(),
            (first, _) => contains(behind, first)?,
        };
        let deck = &behind[..end];
        let rest = self::after_parts(&behind[end..], &self.after)?;
        let is_open = self.after.last().is_none_or(Vec::is_empty);
        (rest.is_empty() || is_open).then_some(deck)
    }
}

/// Returns the text after all `parts`, or `None` if one is missing. The line must start with the first part. Each
/// further part is found at its first occurrence after the previous one.
fn after_parts<'a>(line: &'a [u8], parts: &[Vec<u8>]) -> Option<&'a [u8]> {
    let (first, others) = parts.split_first()?;
    let mut rest = line.strip_prefix(first.as_slice())?;
    for part in others {
        rest = &rest[contains(rest, part)? + part.len()..];
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines are numbered from 1, blank ones included, regardless of the size of the pieces.
    #[test]
    fn texts_of_decks() {
        for (text, expected) in [
            ("1 2\n\n2 1", vec![(1, "1 2"), (2, ""), (3, "2 1")]),
            (
                "\n[1, 2]\n[2, 1]\n",
                vec![(1, ""), (2, "[1, 2]"), (3, "[2, 1]")],
            ),
            ("[1,\n2]", vec![(2, "[1, 2]")]),
            (" [ [1, 2], [2, 1] ]", vec![(1, "[1, 2]"), (1, "[2, 1]")]),
            (
                "[('A', 'B'),\n ('B', 'A')]",
                vec![(1, "['A', 'B']"), (2, "['B', 'A']")],
            ),
            ("[\n1, 2\n]", vec![(3, "[ 1, 2 ]")]),
            ("[1, 2]", vec![(1, "[1, 2]")]),
            (
                "{\"deck\": \"0 2 4 6 8 1 3 5 7 9\"}",
                vec![(1, "0 2 4 6 8 1 3 5 7 9")],
            ),
            (
                "{\n\"deck\": [1, 2]}\n{\"deck\": [2, 1]}",
                vec![(2, "[1, 2]"), (3, "[2, 1]")],
            ),
            (
                "{\"level\": \"info\"}\n1 2",
                vec![(1, "{\"level\": \"info\"}"), (2, "1 2")],
            ),
            ("{", vec![(1, "{")]),
            ("", vec![]),
        ] {
            for size in 1..=text.len().max(1) {
                let (mut splitter, mut found) = (Splitter::new(None), Vec::new());
                let mut deck = |line, text: Result<&[u8], LineErrorKind>| {
                    found.push((line, String::from_utf8(text.unwrap().to_vec()).unwrap()));
                    ControlFlow::<()>::Continue(())
                };
                for piece in text.as_bytes().chunks(size) {
                    assert!(splitter.cut(piece, &mut deck).is_continue());
                }
                assert!(splitter.finish(&mut deck).is_continue());
                let expected: Vec<_> = expected
                    .iter()
                    .map(|&(line, text)| (line, text.to_string()))
                    .collect();
                assert_eq!(found, expected, "{text} in pieces of {size}");
            }
        }
    }
}

#[cfg(test)]
mod pattern_tests {
    use super::*;

    #[test]
    fn decks_in_lines() {
        for (pattern, line, deck) in [
            ("{deck}", "1 2\r", Some("1 2")),
            ("deck: {deck}", "deck: 1 2", Some("1 2")),
            ("deck: {deck}", "a deck: 1 2", None),
            ("*deck: {deck}", "a deck: 1 2", Some("1 2")),
            ("*] *: {deck}", "[info] game 7: A K", Some("A K")),
            ("<{deck}>", "<1 2>", Some("1 2")),
            ("<{deck}>", "<1 2> ", None),
            ("<{deck}>*", "<1 2> and more", Some("1 2")),
            ("{deck};*;end", "1 2;7;end", Some("1 2")),
            ("{deck};*;end", "1 2;7;", None),
        ] {
            let pattern: Pattern = pattern.parse().unwrap();
            assert_eq!(
                pattern.deck(line.as_bytes()),
                deck.map(str::as_bytes),
                "{pattern:?} {line}"
            );
        }
        assert_eq!("deck".parse::<Pattern>(), Err(PatternError));
        assert_eq!("{deck}*".parse::<Pattern>(), Err(PatternError));
        assert_eq!("{deck}{deck}".parse::<Pattern>(), Err(PatternError));
    }
}
