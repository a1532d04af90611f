//! Decks as bytes: raw cards, and arrays in the `.npy` files of numpy.
//!
//! Raw decks follow one another without separators. Each card is an unsigned integer of 1, 2 or 4 bytes, little-endian,
//! counted from 0: one byte for decks of at most 256 cards, two for at most 65,536, otherwise four.
//!
//! An array has one deck a row. Its elements are integers of any size, signed or not, in either byte order. They count from
//! 0 if the first deck has a 0, otherwise from 1, as in [lines of text](crate::lines).
//!
//! A [`ByteReader`] splits bytes into decks and holds no more than one deck. [`lines`] turns a small array into text.
//!
//! Headers are parsed here, because arrays come from pipes in pieces and from strangers. The crate `npyz` reads a header at once,
//! and reserves the length that the file announces, up to 4 GB. It and `ndarray-npy` need some 30 crates, one of them in C.

mod reader;

use thiserror::Error;

use crate::lines::brief;

pub use reader::{ByteReader, Row, lines};

/// The first bytes of a `.npy` file. Text in UTF-8 never begins with the first of them.
pub const MAGIC: &[u8] = b"\x93NUMPY";

/// Maximum number of bytes of a dictionary. numpy writes about a hundred.
const MAX_DICTIONARY: usize = 1 << 16;

/// The value of [`Header::decks`] for bytes without a header, whose number of decks is unknown. It is larger than any
/// number of decks.
const UNKNOWN_DECKS: u64 = u64::MAX;

/// An error in the header of an array.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArrayError {
    /// The input begins with the first byte of a numpy array, but the next bytes differ.
    #[error(
        "the first byte is that of a numpy array, but the next ones are not; expected text or a .npy file"
    )]
    Magic,
    /// A format version that this reader does not know.
    #[error("a .npy file of version {0}; expected 1, 2 or 3")]
    Version(u8),
    /// The input ends within the header.
    #[error("the input ends within the header of the array")]
    CutShort,
    /// A dictionary without type, order or shape.
    #[error("the header of the array has no '{0}' that could be read")]
    Key(&'static str),
    /// Elements that are not integers.
    #[error("an array of type {0}; expected integers, for example decks.astype('uint8')")]
    NotIntegers(String),
    /// Columns stored one after another.
    #[error("an array in Fortran order; expected rows one after another: numpy.ascontiguousarray(decks)")]
    FortranOrder,
    /// An array that is not a list of decks.
    #[error("an array of shape {0}; expected two dimensions: decks × cards")]
    Shape(String),
}

/// The parts of a header that decks depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Header {
    pub element: Element,
    /// Number of decks, and number of cards of each.
    pub decks: u64,
    pub cards: usize,
}

impl Header {
    /// Parses the header at the start of `bytes`. Returns it with its length, or `None` if more bytes are needed.
    pub fn parse(bytes: &[u8]) -> Result<Option<(Header, usize)>, ArrayError> {
        let common = bytes.len().min(MAGIC.len());
        if bytes[..common] != MAGIC[..common] {
            return Err(ArrayError::Magic);
        }
        let Some((start, length)) = dictionary_bounds(bytes)? else { return Ok(None) };
        if length > MAX_DICTIONARY {
            return Err(ArrayError::Key("shape"));
        }
        let Some(dictionary) = bytes.get(start..start + length) else { return Ok(None) };
        Header::from_dictionary(&String::from_utf8_lossy(dictionary))
            .map(|header| Some((header, start + length)))
    }

    fn from_dictionary(text: &str) -> Result<Header, ArrayError> {
        let name = value(text, "descr")?;
        let name = name.split_once(['\'', '"']).filter(|(before, _)| before.is_empty());
        let name = name.and_then(|(_, rest)| rest.split(['\'', '"']).next());
        let shown =
            || brief(value(text, "descr").unwrap_or_default().trim_matches(['\'', '"', ',', ' ']).as_bytes());
        let element = name
            .and_then(Element::parse)
            .ok_or_else(|| ArrayError::NotIntegers(name.map_or_else(shown, Into::into)))?;
        if !value(text, "fortran_order")?.starts_with("False") {
            return Err(ArrayError::FortranOrder);
        }
        let shape = value(text, "shape")?.strip_prefix('(').and_then(|rest| rest.split(')').next());
        let shape = shape.ok_or(ArrayError::Key("shape"))?;
        let lengths: Option<Vec<u64>> = shape
            .split(',')
            .map(str::trim)
            .filter(|length| !length.is_empty())
            .map(|length| length.parse().ok())
            .collect();
        let (decks, cards) = match lengths.ok_or(ArrayError::Key("shape"))?[..] {
            [cards] => (1, cards),
            [decks, cards] => (decks, cards),
            _ => return Err(ArrayError::Shape(format!("({shape})"))),
        };
        if decks == UNKNOWN_DECKS {
            return Err(ArrayError::Shape(format!("({shape})")));
        }
        let cards = usize::try_from(cards).map_err(|_| ArrayError::Shape(format!("({shape})")))?;
        Ok(Header { element, decks, cards })
    }
}

/// Returns where the dictionary starts and its length, or `None` if more bytes are needed.
fn dictionary_bounds(bytes: &[u8]) -> Result<Option<(usize, usize)>, ArrayError> {
    let Some(&version) = bytes.get(MAGIC.len()) else { return Ok(None) };
    let start = MAGIC.len() + 2;
    let width = match version {
        1 => 2,
        2 | 3 => 4,
        other => return Err(ArrayError::Version(other)),
    };
    let Some(length) = bytes.get(start..start + width) else { return Ok(None) };
    let length = length.iter().rev().fold(0, |length, &byte| length << 8 | usize::from(byte));
    Ok(Some((start + width, length)))
}

/// Returns the text after a key of the dictionary.
fn value<'a>(text: &'a str, key: &'static str) -> Result<&'a str, ArrayError> {
    let quoted = [format!("'{key}'"), format!("\"{key}\"")];
    let after =
        quoted.iter().find_map(|key| text.split_once(key.as_str())).map(|(_, after)| after.trim_start());
    after.and_then(|after| after.strip_prefix(':')).map(str::trim_start).ok_or(ArrayError::Key(key))
}

/// An integer type of cards: 1, 2, 4 or 8 bytes, signed or not, in either byte order.
///
/// ```
/// use faro_audit::bytes::Element;
///
/// let element = Element::for_cards(300);
/// let mut bytes = Vec::new();
/// element.write([258].into_iter(), &mut bytes);
/// assert_eq!((element.name(), bytes), ("<u2".to_owned(), vec![2, 1]));
/// assert_eq!(Element::parse(">i2").map(|element| element.value(&[1, 2])), Some(258));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    size: usize,
    is_signed: bool,
    is_big_endian: bool,
}

impl Element {
    /// Returns the element of raw decks of `cards` cards: the smallest unsigned little-endian type.
    pub fn for_cards(cards: usize) -> Element {
        let size = match cards {
            ..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 4,
        };
        Element { size, is_signed: false, is_big_endian: false }
    }

    /// Parses a type of numpy such as `|u1`, `<i8` or `>u2`. Returns `None` if it is not an integer type.
    pub fn parse(name: &str) -> Option<Element> {
        let mut letters = name.chars();
        let order = letters.next().filter(|order| "<>|=".contains(*order))?;
        let is_signed = match letters.next()? {
            'u' => false,
            'i' => true,
            _ => return None,
        };
        let size = letters.as_str().parse().ok().filter(|size| [1, 2, 4, 8].contains(size))?;
        Some(Element { size, is_signed, is_big_endian: order == '>' })
    }

    /// Returns the name of the type in numpy.
    pub fn name(self) -> String {
        let order = match (self.size, self.is_big_endian) {
            (1, _) => '|',
            (_, true) => '>',
            (_, false) => '<',
        };
        format!("{order}{}{}", if self.is_signed { 'i' } else { 'u' }, self.size)
    }

    /// Returns the number of bytes.
    pub fn size(self) -> usize {
        self.size
    }

    /// Appends `cards` to `bytes`. A card that needs more bytes loses its highest ones.
    pub fn write(self, cards: impl Iterator<Item = u32>, bytes: &mut Vec<u8>) {
        match (self.size, self.is_big_endian) {
            (1, _) => bytes.extend(cards.map(|card| card as u8)),
            (size, true) => cards.for_each(|card| bytes.extend(&u64::from(card).to_be_bytes()[8 - size..])),
            (size, false) => cards.for_each(|card| bytes.extend(&u64::from(card).to_le_bytes()[..size])),
        }
    }

    /// Returns the value of one element. Values above 2^63 − 1 become that number.
    ///
    /// # Panics
    ///
    /// If `bytes` is shorter than the element.
    pub fn value(self, bytes: &[u8]) -> i64 {
        match self.size {
            1 => self.value_of::<1>(bytes),
            2 => self.value_of::<2>(bytes),
            4 => self.value_of::<4>(bytes),
            _ => self.value_of::<8>(bytes),
        }
    }

    #[inline(always)]
    fn value_of<const SIZE: usize>(self, bytes: &[u8]) -> i64 {
        let mut wide = [0; 8];
        wide[..SIZE].copy_from_slice(&bytes[..SIZE]);
        if self.is_big_endian {
            wide[..SIZE].reverse();
        }
        let (value, unused) = (i64::from_le_bytes(wide), 64 - 8 * SIZE);
        match (self.is_signed, value < 0) {
            (true, _) => value << unused >> unused,
            (false, true) => i64::MAX,
            (false, false) => value,
        }
    }

    /// Writes the values minus `first` into `deck`. Values below `first` or above 2^32 − 2 become 2^32 − 1.
    fn read_into(self, bytes: &[u8], first: u32, deck: &mut [u32]) {
        match self.size {
            1 if !self.is_signed => {
                let each = deck.iter_mut().zip(bytes);
                each.for_each(|(card, &byte)| *card = u32::from(byte).checked_sub(first).unwrap_or(u32::MAX));
            }
            1 => self.fill::<1>(bytes, first, deck),
            2 => self.fill::<2>(bytes, first, deck),
            4 => self.fill::<4>(bytes, first, deck),
            _ => self.fill::<8>(bytes, first, deck),
        }
    }

    fn fill<const SIZE: usize>(self, bytes: &[u8], first: u32, deck: &mut [u32]) {
        for (card, own) in deck.iter_mut().zip(bytes.chunks_exact(SIZE)) {
            let value = self.value_of::<SIZE>(own).wrapping_sub(first.into());
            *card = u32::try_from(value).unwrap_or(u32::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<(u64, usize, String), ArrayError> {
        Header::from_dictionary(text).map(|header| (header.decks, header.cards, header.element.name()))
    }

    #[test]
    fn dictionaries() {
        let dictionary = |descr: &str, order: &str, shape: &str| {
            parsed(&format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}      \n"))
        };
        assert_eq!(dictionary("'|u1'", "False", "(3, 52)"), Ok((3, 52, "|u1".into())));
        assert_eq!(dictionary("'>i8'", "False", "(52,)"), Ok((1, 52, ">i8".into())));
        assert_eq!(dictionary("'|u1'", "False", "(0, 52)"), Ok((0, 52, "|u1".into())));
        assert_eq!(dictionary("'<f8'", "False", "(3, 52)"), Err(ArrayError::NotIntegers("<f8".into())));
        assert_eq!(dictionary("'|u1'", "True", "(3, 52)"), Err(ArrayError::FortranOrder));
        assert_eq!(dictionary("'|u1'", "False", "(3, 4, 13)"), Err(ArrayError::Shape("(3, 4, 13)".into())));
        assert_eq!(dictionary("'|u1'", "False", "()"), Err(ArrayError::Shape("()".into())));
        let too_large = "(18446744073709551615, 52)";
        assert_eq!(dictionary("'|u1'", "False", too_large), Err(ArrayError::Shape(too_large.into())));
        assert_eq!(dictionary("'|u1'", "False", "(-3, 52)"), Err(ArrayError::Key("shape")));
        assert_eq!(parsed("{'fortran_order': False}"), Err(ArrayError::Key("descr")));
        let is_refused = |error| matches!(error, Err(ArrayError::NotIntegers(_)));
        assert!(is_refused(dictionary("[('a', '<u8'), ('b', '<u8')]", "False", "(3,)")));
    }

    #[test]
    fn headers_arrive_in_pieces() {
        let text = "{'descr': '<u2', 'fortran_order': False, 'shape': (2, 3), }\n";
        for (version, length) in [(1, vec![text.len() as u8, 0]), (2, vec![text.len() as u8, 0, 0, 0])] {
            let bytes = [MAGIC, &[version, 0], &length, text.as_bytes()].concat();
            assert!((1..bytes.len()).all(|end| Header::parse(&bytes[..end]) == Ok(None)));
            let (header, end) = Header::parse(&[&bytes, &[9, 9][..]].concat()).unwrap().unwrap();
            assert_eq!((header.decks, header.cards, end), (2, 3, bytes.len()));
        }
        assert_eq!(Header::parse(b"\x93Hello"), Err(ArrayError::Magic));
        assert_eq!(Header::parse(b"\x93NUMPY\x09"), Err(ArrayError::Version(9)));
    }

    #[test]
    fn sizes_follow_the_number_of_cards() {
        let size = |cards| Element::for_cards(cards).size();
        assert_eq!([1, 256, 257, 65_536, 65_537, 10_000_000].map(size), [1, 1, 2, 2, 4, 4]);
    }

    /// Elements of each size are read as [`Element::value`] reads them.
    #[test]
    fn decks_have_the_values() {
        let bytes: Vec<u8> = (0..=255).rev().chain([0; 8]).chain([255; 8]).collect();
        for (name, first) in
            ["|u1", "|i1", "<u2", ">i2", "<i4", ">u8"].into_iter().flat_map(|name| [(name, 0), (name, 1)])
        {
            let element = Element::parse(name).unwrap();
            let mut deck = vec![0; bytes.len() / element.size()];
            element.read_into(&bytes, first, &mut deck);
            for (card, own) in deck.into_iter().zip(bytes.chunks_exact(element.size())) {
                let value = element.value(own).checked_sub(first.into());
                assert_eq!(
                    card,
                    value.and_then(|value| value.try_into().ok()).unwrap_or(u32::MAX),
                    "{name} {own:?}"
                );
            }
        }
    }

    #[test]
    fn values_of_all_types() {
        let value = |name: &str, bytes: &[u8]| Element::parse(name).map(|element| element.value(bytes));
        assert_eq!(value("|i1", &[255]), Some(-1));
        assert_eq!(value("|u1", &[255]), Some(255));
        assert_eq!(value(">i4", &[255, 255, 255, 254]), Some(-2));
        assert_eq!(value("<u8", &[255; 8]), Some(i64::MAX));
        assert_eq!(value("<i8", &[255; 8]), Some(-1));
        for name in ["", "u1", "<f8", "|b1", "<u3", "<U1", "|O", "é"] {
            assert_eq!(Element::parse(name), None, "{name}");
        }
        for name in ["|u1", "|i1", "<u2", ">i2", "<i4", ">u8"] {
            assert_eq!(Element::parse(name).map(Element::name).as_deref(), Some(name));
        }
    }
}
