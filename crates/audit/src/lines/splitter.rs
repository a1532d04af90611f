use std::ops::ControlFlow;

use super::cutter::Cutter;
use super::error::LineErrorKind;
use super::json_documents::JsonDocuments;
use super::limits::MAX_LINE;

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
    state: State,
    /// Number of lines so far.
    lines: u64,
}

#[derive(Clone, Debug)]
enum State {
    /// The first bytes, from which the format is not known yet.
    Undecided(Vec<u8>),
    Lines(Cutter),
    Json(JsonDocuments),
}

impl Splitter {
    /// Returns a new splitter that splits at line ends only.
    pub fn of_lines() -> Splitter {
        Splitter { state: State::Lines(Cutter::default()), lines: 0 }
    }

    /// Returns a new splitter that recognises JSON documents.
    ///
    /// If `field` is given, decks are read from the fields of JSON objects with this name, or with a path that ends so,
    /// for example `shuffle.deck`.
    pub fn new(field: Option<&str>) -> Splitter {
        let state = match field {
            Some(_) => State::Json(JsonDocuments::new(field)),
            None => State::Undecided(Vec::new()),
        };
        Splitter { state, lines: 0 }
    }

    /// Calls `deck` with the line number, from 1, and the text of every deck that ends in `piece`. O(length).
    ///
    /// If `deck` breaks, the rest of the piece is dropped.
    pub fn cut<B>(
        &mut self,
        piece: &[u8],
        mut deck: impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let State::Undecided(first) = &mut self.state else { return self.decided(piece, &mut deck) };
        first.extend_from_slice(piece);
        let Some(is_document) = is_document(first) else { return ControlFlow::Continue(()) };
        let first = std::mem::take(first);
        self.decide(is_document);
        self.decided(&first, &mut deck)
    }

    /// Calls `deck` with the last line if it has no line end. Must be called when all bytes were split.
    pub fn finish<B>(
        &mut self,
        mut deck: impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if let State::Undecided(first) = &mut self.state {
            let first = std::mem::take(first);
            self.decide(false);
            self.decided(&first, &mut deck)?;
        }
        match &mut self.state {
            State::Json(documents) => documents.finish(&mut deck),
            State::Lines(cutter) if !cutter.rest().is_empty() => {
                self.lines += 1;
                deck(self.lines, Ok(cutter.rest()))
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Returns whether decks are read from a named field of JSON objects.
    pub fn has_field(&self) -> bool {
        matches!(&self.state, State::Json(documents) if documents.has_field())
    }

    /// Returns the number of lines so far.
    pub fn lines(&self) -> u64 {
        match &self.state {
            State::Json(documents) => documents.lines(),
            _ => self.lines,
        }
    }

    fn decide(&mut self, is_document: bool) {
        self.state = match is_document {
            true => State::Json(JsonDocuments::new(None)),
            false => State::Lines(Cutter::default()),
        };
    }

    fn decided<B>(
        &mut self,
        piece: &[u8],
        deck: &mut impl FnMut(u64, Result<&[u8], LineErrorKind>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match &mut self.state {
            State::Json(documents) => documents.cut(piece, deck),
            State::Lines(cutter) => cutter.cut(piece, |line| {
                self.lines += 1;
                deck(self.lines, Ok(line))
            }),
            State::Undecided(_) => ControlFlow::Continue(()),
        }
    }
}

/// Returns whether a text that starts with the bytes `first` is a JSON document, or `None` if more bytes are needed.
fn is_document(first: &[u8]) -> Option<bool> {
    let text = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first).trim_ascii_start();
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
        Some((b'{', inside)) => match inside.iter().find(|byte| b"[(}".contains(byte)) {
            Some(byte) => Some(*byte != b'}'),
            None => (first.len() > MAX_LINE).then_some(false),
        },
        _ => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines are numbered from 1, blank ones included, regardless of the size of the pieces.
    #[test]
    fn texts_of_decks() {
        for (text, expected) in [
            ("1 2\n\n2 1", vec![(1, "1 2"), (2, ""), (3, "2 1")]),
            ("\n[1, 2]\n[2, 1]\n", vec![(1, ""), (2, "[1, 2]"), (3, "[2, 1]")]),
            ("[1,\n2]", vec![(2, "[1, 2]")]),
            (" [ [1, 2], [2, 1] ]", vec![(1, "[1, 2]"), (1, "[2, 1]")]),
            ("[('A', 'B'),\n ('B', 'A')]", vec![(1, "['A', 'B']"), (2, "['B', 'A']")]),
            ("[\n1, 2\n]", vec![(3, "[ 1, 2 ]")]),
            ("[1, 2]", vec![(1, "[1, 2]")]),
            ("{\n\"deck\": [1, 2]}\n{\"deck\": [2, 1]}", vec![(2, "[1, 2]"), (3, "[2, 1]")]),
            ("{\"level\": \"info\"}\n1 2", vec![(1, "{\"level\": \"info\"}"), (2, "1 2")]),
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
                let expected: Vec<_> =
                    expected.iter().map(|&(line, text)| (line, text.to_string())).collect();
                assert_eq!(found, expected, "{text} in pieces of {size}");
            }
        }
    }
}
