//! Parses the header of a numpy array.
//!
//! The parser is part of this library, because the input arrives in pieces from pipes and is not trusted. The crate
//! `npyz` reads a header at once, and reserves the length that the file announces, up to 4 GB. It and `ndarray-npy`
//! need about 30 crates, one of them in C.

use thiserror::Error;

use super::element::Element;
use crate::lines::brief;

/// The first bytes of a `.npy` file. Text in UTF-8 cannot begin with the first of them.
pub const MAGIC: &[u8] = b"\x93NUMPY";

/// Maximum number of bytes of the dictionary in a header. numpy writes about a hundred.
const MAX_DICTIONARY: usize = 1 << 16;

/// The value of [`Header::decks`] for raw decks, whose number is unknown. It is larger than any possible number of
/// decks.
pub const UNKNOWN_DECKS: u64 = u64::MAX;

/// An error in the header of a numpy array.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArrayError {
    /// The input begins with the first byte of a numpy array, but the next bytes differ.
    #[error(
        "the first byte is that of a numpy array, but the next ones are not; expected text or a .npy file"
    )]
    Magic,
    /// The header has a format version that this parser does not know. The value is the major version.
    #[error("a .npy file of version {0}; expected 1, 2 or 3")]
    Version(u8),
    /// The input ends within the header.
    #[error("the input ends within the header of the array")]
    CutShort,
    /// The dictionary of the header lacks a key, which is the value.
    #[error("the header of the array has no '{0}' that could be read")]
    Key(&'static str),
    /// The elements of the array are not integers. The value is their type.
    #[error("an array of type {0}; expected integers, for example decks.astype('uint8')")]
    NotIntegers(String),
    /// The array is in Fortran order: its columns are stored one after another.
    #[error(
        "an array in Fortran order; expected rows one after another: numpy.ascontiguousarray(decks)"
    )]
    FortranOrder,
    /// The shape of the array is not that of a list of decks. The value is the shape.
    #[error("an array of shape {0}; expected two dimensions: decks × cards")]
    Shape(String),
}

/// The layout of decks in bytes: the type of a card, and the numbers of decks and cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub element: Element,
    /// Number of decks, and number of cards in each deck.
    pub decks: u64,
    pub cards: usize,
}

impl Header {
    /// Parses the header at the start of `bytes`, and returns it with its length in bytes. Returns `None` if more bytes
    /// are needed.
    pub fn parse(bytes: &[u8]) -> Result<Option<(Header, usize)>, ArrayError> {
        let common = bytes.len().min(MAGIC.len());
        if bytes[..common] != MAGIC[..common] {
            return Err(ArrayError::Magic);
        }
        let Some((start, length)) = dictionary_bounds(bytes)? else {
            return Ok(None);
        };
        if length > MAX_DICTIONARY {
            return Err(ArrayError::Key("shape"));
        }
        let Some(dictionary) = bytes.get(start..start + length) else {
            return Ok(None);
        };
        Header::from_dictionary(&String::from_utf8_lossy(dictionary))
            .map(|header| Some((header, start + length)))
    }

    fn from_dictionary(text: &str) -> Result<Header, ArrayError> {
        let name = value(text, "descr")?;
        let name = name
            .split_once(['\'', '"'])
            .filter(|(before, _)| before.is_empty());
        let name = name.and_then(|(_, rest)| rest.split(['\'', '"']).next());
        let shown = || {
            brief(
                value(text, "descr")
                    .unwrap_or_default()
                    .trim_matches(['\'', '"', ',', ' '])
                    .as_bytes(),
            )
        };
        let element = name
            .and_then(Element::parse)
            .ok_or_else(|| ArrayError::NotIntegers(name.map_or_else(shown, Into::into)))?;
        if !value(text, "fortran_order")?.starts_with("False") {
            return Err(ArrayError::FortranOrder);
        }
        let shape = value(text, "shape")?
            .strip_prefix('(')
            .and_then(|rest| rest.split(')').next());
        let shape = shape.ok_or(ArrayError::Key("shape"))?;
        let lengths: Option<Vec<u64>> = shape
            .split(',')
            .map(str::trim)
            .filter(|length| !length.is_empty())
            .map(|length| length.parse().ok())
            .collect();
        // An array with one dimension is a single deck.
        let (decks, cards) = match lengths.ok_or(ArrayError::Key("shape"))?[..] {
            [cards] => (1, cards),
            [decks, cards] => (decks, cards),
            _ => return Err(ArrayError::Shape(format!("({shape})"))),
        };
        if decks == UNKNOWN_DECKS {
            return Err(ArrayError::Shape(format!("({shape})")));
        }
        let cards = usize::try_from(cards).map_err(|_| ArrayError::Shape(format!("({shape})")))?;
        Ok(Header {
            element,
            decks,
            cards,
        })
    }
}

/// Returns the start and the length of the dictionary, or `None` if more bytes are needed.
fn dictionary_bounds(bytes: &[u8]) -> Result<Option<(usize, usize)>, ArrayError> {
    let Some(&version) = bytes.get(MAGIC.len()) else {
        return Ok(None);
    };
    let start = MAGIC.len() + 2;
    let width = match version {
        1 => 2,
        2 | 3 => 4,
        other => return Err(ArrayError::Version(other)),
    };
    let Some(length) = bytes.get(start..start + width) else {
        return Ok(None);
    };
    let length = length
        .iter()
        .rev()
        .fold(0, |length, &byte| length << 8 | usize::from(byte));
    Ok(Some((start + width, length)))
}

/// Returns the text after `key` and its colon in the dictionary `text`.
fn value<'a>(text: &'a str, key: &'static str) -> Result<&'a str, ArrayError> {
    let quoted = [format!("'{key}'"), format!("\"{key}\"")];
    let after = quoted
        .iter()
        .find_map(|key| text.split_once(key.as_str()))
        .map(|(_, after)| after.trim_start());
    after
        .and_then(|after| after.strip_prefix(':'))
        .map(str::trim_start)
        .ok_or(ArrayError::Key(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<(u64, usize, String), ArrayError> {
        Header::from_dictionary(text)
            .map(|header| (header.decks, header.cards, header.element.name()))
    }

    #[test]
    fn dictionaries() {
        let dictionary = |descr: &str, order: &str, shape: &str| {
            parsed(&format!(
                "{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}      \n"
            ))
        };
        assert_eq!(
            dictionary("'|u1'", "False", "(3, 52)"),
            Ok((3, 52, "|u1".into()))
        );
        assert_eq!(
            dictionary("'>i8'", "False", "(52,)"),
            Ok((1, 52, ">i8".into()))
        );
        assert_eq!(
            dictionary("'|u1'", "False", "(0, 52)"),
            Ok((0, 52, "|u1".into()))
        );
        assert_eq!(
            dictionary("'<f8'", "False", "(3, 52)"),
            Err(ArrayError::NotIntegers("<f8".into()))
        );
        assert_eq!(
            dictionary("'|u1'", "True", "(3, 52)"),
            Err(ArrayError::FortranOrder)
        );
        assert_eq!(
            dictionary("'|u1'", "False", "(3, 4, 13)"),
            Err(ArrayError::Shape("(3, 4, 13)".into()))
        );
        assert_eq!(
            dictionary("'|u1'", "False", "()"),
            Err(ArrayError::Shape("()".into()))
        );
        let too_large = "(18446744073709551615, 52)";
        assert_eq!(
            dictionary("'|u1'", "False", too_large),
            Err(ArrayError::Shape(too_large.into()))
        );
        assert_eq!(
            dictionary("'|u1'", "False", "(-3, 52)"),
            Err(ArrayError::Key("shape"))
        );
        assert_eq!(
            parsed("{'fortran_order': False}"),
            Err(ArrayError::Key("descr"))
        );
        let is_refused = |error| matches!(error, Err(ArrayError::NotIntegers(_)));
        assert!(is_refused(dictionary(
            "[('a', '<u8'), ('b', '<u8')]",
            "False",
            "(3,)"
        )));
    }

    #[test]
    fn headers_arrive_in_pieces() {
        let text = "{'descr': '<u2', 'fortran_order': False, 'shape': (2, 3), }\n";
        for (version, length) in [
            (1, vec![text.len() as u8, 0]),
            (2, vec![text.len() as u8, 0, 0, 0]),
        ] {
            let bytes = [MAGIC, &[version, 0], &length, text.as_bytes()].concat();
            assert!((1..bytes.len()).all(|end| Header::parse(&bytes[..end]) == Ok(None)));
            let (header, end) = Header::parse(&[&bytes, &[9, 9][..]].concat())
                .unwrap()
                .unwrap();
            assert_eq!((header.decks, header.cards, end), (2, 3, bytes.len()));
        }
        assert_eq!(Header::parse(b"\x93Hello"), Err(ArrayError::Magic));
        assert_eq!(Header::parse(b"\x93NUMPY\x09"), Err(ArrayError::Version(9)));
    }
}
