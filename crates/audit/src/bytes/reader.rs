//! Splits bytes into decks: raw decks, or the rows of a numpy array.

use std::ops::ControlFlow;

use super::element::Element;
use super::header::{ArrayError, Header, UNKNOWN_DECKS};
use crate::lines::{LineErrorKind, Mismatch};

/// Splits bytes into decks, and tests whether each is a permutation of the cards.
///
/// ```
/// use std::ops::ControlFlow;
/// use faro_audit::bytes::ByteReader;
///
/// let mut reader = ByteReader::raw(3);
/// let mut decks: Vec<Result<Vec<u32>, String>> = Vec::new();
/// let _: ControlFlow<()> = reader.read(&[2, 0, 1, 1, 1, 2], |row| {
///     decks.push(row.deck.map(<[u32]>::to_vec).map_err(|error| format!("deck {}: {error}", row.number)));
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(decks, [Ok(vec![2, 0, 1]), Err("deck 2: card 1 twice, card 0 missing".into())]);
/// # Ok::<(), faro_audit::bytes::ArrayError>(())
/// ```
#[derive(Debug)]
pub struct ByteReader {
    /// The bytes of the header or deck that is not complete yet.
    rest: Vec<u8>,
    /// The layout of the decks, or `None` before the header of an array is complete.
    layout: Option<Header>,
    /// The number of the first card, 0 or 1, or `None` before the first deck shows it.
    first: Option<u32>,
    decks: u64,
    /// For each card, the number of the last deck in which it occurred.
    seen: Vec<u64>,
    deck: Vec<u32>,
}

/// A row of the input, which should be a deck.
#[derive(Debug)]
pub struct Row<'a> {
    /// The number of the row, from 1.
    pub number: u64,
    /// The deck, each card by its position in the starting order, from 0, or an error if the row is not a deck.
    pub deck: Result<&'a [u32], LineErrorKind>,
    element: Element,
    bytes: &'a [u8],
}

impl Row<'_> {
    /// Returns the numbers in the row, separated by spaces, even if the row is not a deck.
    pub fn line(&self) -> String {
        let numbers = self
            .bytes
            .chunks_exact(self.element.size())
            .map(|own| self.element.value(own).to_string());
        numbers.collect::<Vec<_>>().join(" ")
    }
}

impl ByteReader {
    /// Returns a reader for raw decks of `cards` cards, counted from 0.
    pub fn raw(cards: usize) -> ByteReader {
        let layout = Header {
            element: Element::for_cards(cards),
            decks: UNKNOWN_DECKS,
            cards,
        };
        ByteReader {
            first: Some(0),
            ..ByteReader::with(Some(layout))
        }
    }

    /// Returns a reader for a numpy array with a deck in each row.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use faro_audit::bytes::ByteReader;
    ///
    /// let dictionary = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3)}\n";
    /// let mut npy = b"\x93NUMPY\x01\x00".to_vec();
    /// npy.extend((dictionary.len() as u16).to_le_bytes());
    /// npy.extend(dictionary.bytes());
    /// npy.extend([3, 1, 2, 1, 2, 3]);
    ///
    /// let (mut reader, mut decks) = (ByteReader::array(), Vec::new());
    /// let _: ControlFlow<()> = reader.read(&npy, |row| {
    ///     decks.push(row.deck.unwrap().to_vec());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(decks, [[2, 0, 1], [0, 1, 2]]); // the array counts from 1
    /// # Ok::<(), faro_audit::bytes::ArrayError>(())
    /// ```
    pub fn array() -> ByteReader {
        ByteReader::with(None)
    }

    fn with(layout: Option<Header>) -> ByteReader {
        let cards = layout.map_or(0, |layout| layout.cards);
        ByteReader {
            rest: Vec::new(),
            layout,
            first: None,
            decks: 0,
            seen: vec![0; cards],
            deck: vec![0; cards],
        }
    }

    /// Returns the number of the first card, 0 or 1, or `None` before the first deck shows it.
    pub fn first(&self) -> Option<u32> {
        self.first
    }

    /// Returns the number of rows read, including those that are not decks.
    pub fn decks(&self) -> u64 {
        self.decks
    }

    /// Adds a piece of the input, and calls `each` with every row that it completes. If `each` breaks, its value is
    /// returned.
    ///
    /// # Errors
    ///
    /// If the header of the input is not that of an array of decks.
    pub fn read<B>(
        &mut self,
        piece: &[u8],
        mut each: impl FnMut(Row) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, ArrayError> {
        let Some(layout) = self.layout else {
            self.rest.extend_from_slice(piece);
            let Some((header, end)) = Header::parse(&self.rest)? else {
                return Ok(ControlFlow::Continue(()));
            };
            self.learn(header)?;
            let data = self.rest.split_off(end);
            self.rest.clear();
            return Ok(self.rows(header, &data, &mut each));
        };
        Ok(self.rows(layout, piece, &mut each))
    }

    fn learn(&mut self, header: Header) -> Result<(), ArrayError> {
        if header.cards > crate::lines::MAX_CARDS || header.cards == 0 {
            return Err(ArrayError::Shape(format!(
                "({}, {})",
                header.decks, header.cards
            )));
        }
        *self = ByteReader {
            rest: std::mem::take(&mut self.rest),
            ..ByteReader::with(Some(header))
        };
        Ok(())
    }

    fn rows<B>(
        &mut self,
        layout: Header,
        mut piece: &[u8],
        each: &mut impl FnMut(Row) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let length = layout.cards * layout.element.size();
        if !self.rest.is_empty() {
            let missing = (length - self.rest.len()).min(piece.len());
            self.rest.extend_from_slice(&piece[..missing]);
            piece = &piece[missing..];
            if self.rest.len() < length {
                return ControlFlow::Continue(());
            }
            let row = std::mem::take(&mut self.rest);
            self.row(layout, &row, each)?;
        }
        let rows = piece.chunks_exact(length);
        self.rest.extend_from_slice(rows.remainder());
        for row in rows {
            self.row(layout, row, each)?;
        }
        ControlFlow::Continue(())
    }

    fn row<B>(
        &mut self,
        Header { element, decks, .. }: Header,
        bytes: &[u8],
        each: &mut impl FnMut(Row) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.decks += 1;
        if self.decks > decks {
            let deck = Err(LineErrorKind::AfterArray { decks });
            return each(Row {
                number: self.decks,
                deck,
                element,
                bytes,
            });
        }
        let has_zero = || {
            bytes
                .chunks_exact(element.size())
                .any(|own| element.value(own) == 0)
        };
        let first = *self.first.get_or_insert_with(|| u32::from(!has_zero()));
        element.read_into(bytes, first, &mut self.deck);
        let deck = match self.is_deck() {
            true => Ok(self.deck.as_slice()),
            false => Err(error_kind(element, bytes, first)),
        };
        each(Row {
            number: self.decks,
            deck,
            element,
            bytes,
        })
    }

    fn is_deck(&mut self) -> bool {
        let (number, seen) = (self.decks, &mut self.seen);
        if let 1..=64 = seen.len() {
            // A value that is not a card, or a repeated card, leaves a bit of a card unset, or sets a bit that belongs
            // to no card.
            let each = self
                .deck
                .iter()
                .map(|&card| 1u64.checked_shl(card).unwrap_or(0));
            return each.fold(0, |all, card| all | card) == u64::MAX >> (64 - seen.len());
        }
        self.deck.iter().all(|&card| {
            let Some(last) = seen.get_mut(card as usize) else {
                return false;
            };
            std::mem::replace(last, number) != number
        })
    }

    /// Ends the input, and returns its last error, if there is one, with the number of a row. It is an error if the
    /// input ends within a deck, has fewer decks than the header of the array announces, or has bytes after the last
    /// deck.
    ///
    /// # Errors
    ///
    /// If the input ends within the header of an array.
    pub fn finish(&self) -> Result<Option<(u64, LineErrorKind)>, ArrayError> {
        let layout = self.layout.ok_or(ArrayError::CutShort)?;
        let next = self.decks + 1;
        let expected = layout.cards * layout.element.size();
        Ok(match self.rest.len() {
            found @ 1.. if self.decks < layout.decks => {
                Some((next, LineErrorKind::CutShort { found, expected }))
            }
            1.. => Some((
                next,
                LineErrorKind::AfterArray {
                    decks: layout.decks,
                },
            )),
            0 if layout.decks != UNKNOWN_DECKS && self.decks < layout.decks => Some((
                next,
                LineErrorKind::Missing {
                    decks: layout.decks,
                },
            )),
            _ => None,
        })
    }
}

/// Returns the error that describes why a row is not a deck.
#[cold]
fn error_kind(element: Element, bytes: &[u8], first: u32) -> LineErrorKind {
    let values: Vec<i64> = bytes
        .chunks_exact(element.size())
        .map(|bytes| element.value(bytes))
        .collect();
    let cards = values.len();
    let place = |value: i64| {
        let place = value
            .checked_sub(first.into())
            .and_then(|place| usize::try_from(place).ok());
        place.filter(|&place| place < cards)
    };
    let mut counts = vec![0; cards];
    values
        .iter()
        .filter_map(|&value| place(value))
        .for_each(|place| counts[place] += 1);
    let name = |place: usize| (place + first as usize).to_string();
    let unknown = values
        .iter()
        .find(|&&value| place(value).is_none())
        .map(i64::to_string);
    let mismatch = Mismatch::of_counts(unknown, (cards, &counts), |_| 1, name);
    mismatch.error_kind(|card| LineErrorKind::Beyond { card, cards, first })
}

/// Returns the rows of a numpy array as lines of numbers separated by spaces.
///
/// # Errors
///
/// A description of the error if the header is not that of an array of decks, if rows are missing, or if bytes follow
/// the last row.
///
/// ```
/// # use faro_audit::bytes::lines;
/// assert!(lines(b"\x93NUMPY").unwrap_err().contains("ends within the header"));
/// ```
pub fn lines(bytes: &[u8]) -> Result<String, String> {
    let (mut reader, mut text) = (ByteReader::array(), String::new());
    let read = reader.read(bytes, |row| {
        if let Err(error @ LineErrorKind::AfterArray { .. }) = row.deck {
            return ControlFlow::Break(format!("deck {}: {error}", row.number));
        }
        text += &row.line();
        text.push('\n');
        ControlFlow::Continue(())
    });
    if let ControlFlow::Break(why) = read.map_err(|error| error.to_string())? {
        return Err(why);
    }
    match reader.finish().map_err(|error| error.to_string())? {
        Some((number, error)) => Err(format!("deck {number}: {error}")),
        None => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(name: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        let text = format!("{{'descr': '{name}', 'fortran_order': False, 'shape': {shape}, }}\n");
        [
            b"\x93NUMPY\x01\x00".as_slice(),
            &(text.len() as u16).to_le_bytes(),
            text.as_bytes(),
            data,
        ]
        .concat()
    }

    /// Reads `bytes` in pieces of `step` bytes, and returns the decks and the last error.
    fn decks(mut reader: ByteReader, bytes: &[u8], step: usize) -> (Vec<Vec<u32>>, Option<String>) {
        let (mut decks, mut error) = (Vec::new(), None);
        for piece in bytes.chunks(step) {
            let read: Result<ControlFlow<()>, ArrayError> = reader.read(piece, |row| {
                match row.deck {
                    Ok(deck) => decks.push(deck.to_vec()),
                    Err(kind) => error = Some(format!("{}: {kind}", row.number)),
                }
                ControlFlow::Continue(())
            });
            assert!(read.is_ok());
        }
        let end = reader.finish().unwrap();
        (
            decks,
            error.or(end.map(|(number, kind)| format!("{number}: {kind}"))),
        )
    }

    #[test]
    fn decks_in_pieces_of_any_length() {
        let rows = [[2i64, 0, 1], [1, 2, 0], [0, 1, 2]];
        for (name, first) in [("|u1", 0), ("<i8", 1), (">i2", 0), (">u4", 1)] {
            let element = Element::parse(name).unwrap();
            let mut data = Vec::new();
            element.write(
                rows.iter().flatten().map(|&card| (card + first) as u32),
                &mut data,
            );
            let bytes = array(name, "(3, 3)", &data);
            for step in [1, 2, 7, 80, 1000] {
                let expected = rows.map(|row| row.map(|card| card as u32).to_vec());
                assert_eq!(
                    decks(ByteReader::array(), &bytes, step),
                    (expected.to_vec(), None),
                    "{name} {step}"
                );
            }
        }
    }

    #[test]
    fn wrong_decks_are_named() {
        let raw = |bytes: &[u8]| decks(ByteReader::raw(3), bytes, 2);
        assert_eq!(
            raw(&[0, 1, 2, 0, 3, 1]).1.unwrap(),
            "2: there is no card 3 in a deck of 3 counted from 0"
        );
        assert_eq!(
            raw(&[0, 1, 2, 0, 0, 1, 2, 1, 0]),
            (
                vec![vec![0, 1, 2], vec![2, 1, 0]],
                Some("2: card 0 twice, card 2 missing".into())
            )
        );
        assert_eq!(raw(&[0, 1, 2, 0]).1.unwrap(), "2: cut short: 1 of 3 bytes");
        let refused = |shape: &str, data: &[u8]| {
            decks(ByteReader::array(), &array("|i1", shape, data), 9)
                .1
                .unwrap()
        };
        assert_eq!(
            refused("(3, 2)", &[0, 1]),
            "2: missing; the header of the array announces 3 decks"
        );
        assert_eq!(
            refused("(1, 2)", &[0, 1, 1]),
            "2: after the end of the array, which has 1 deck"
        );
        assert_eq!(
            refused("(1, 2)", &[0, 1, 1, 0]),
            "2: after the end of the array, which has 1 deck"
        );
        assert_eq!(
            refused("(1, 2)", &[0, 255]),
            "1: there is no card -1 in a deck of 2 counted from 0"
        );
    }

    /// A row is accepted exactly if it has each card once. The decks have sizes around 64. Two cards at the top and two
    /// at the bottom are replaced by all combinations of six values.
    #[test]
    fn decks_are_permutations() {
        for cards in [4, 63, 64, 65, 256] {
            let mut reader = ByteReader::raw(cards);
            for number in 0..6u32.pow(4) {
                let mut deck: Vec<u8> = (0..cards).map(|card| card as u8).collect();
                let mut left = number;
                for place in [0, 1, cards - 2, cards - 1] {
                    let value = [0, 1, cards - 2, cards - 1, cards, 255][left as usize % 6];
                    (deck[place], left) = (value as u8, left / 6);
                }
                let mut sorted = deck.clone();
                sorted.sort_unstable();
                let expected = (0..cards).eq(sorted.into_iter().map(usize::from));
                let _ = reader.read::<()>(&deck, |row| {
                    assert_eq!(row.deck.is_ok(), expected, "{deck:?}");
                    ControlFlow::Continue(())
                });
            }
        }
    }

    #[test]
    fn arrays_become_lines() {
        assert_eq!(
            lines(&array("<i2", "(2, 2)", &[1, 0, 2, 0, 2, 0, 1, 0])).unwrap(),
            "1 2\n2 1\n"
        );
        assert_eq!(lines(&array("|u1", "(3,)", &[7, 7, 9])).unwrap(), "7 7 9\n");
        assert_eq!(
            lines(&array("|u1", "(2, 2)", &[0, 1, 1])).unwrap_err(),
            "deck 2: cut short: 1 of 2 bytes"
        );
    }
}
