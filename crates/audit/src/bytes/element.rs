//! The integer types in which cards can be encoded as bytes.

/// An integer type of 1, 2, 4 or 8 bytes, signed or unsigned, in either byte order. It encodes cards as bytes.
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
    /// Returns the type of raw decks of `cards` cards. It is the smallest unsigned little-endian type that can hold
    /// `cards` − 1.
    pub fn for_cards(cards: usize) -> Element {
        let size = match cards {
            ..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 4,
        };
        Element {
            size,
            is_signed: false,
            is_big_endian: false,
        }
    }

    /// Parses the name of a type in numpy, such as `|u1`, `<i8` or `>u2`. Returns `None` if it is not an integer type.
    pub fn parse(name: &str) -> Option<Element> {
        let mut letters = name.chars();
        let order = letters.next().filter(|order| "<>|=".contains(*order))?;
        let is_signed = match letters.next()? {
            'u' => false,
            'i' => true,
            _ => return None,
        };
        let size = letters
            .as_str()
            .parse()
            .ok()
            .filter(|size| [1, 2, 4, 8].contains(size))?;
        Some(Element {
            size,
            is_signed,
            is_big_endian: order == '>',
        })
    }

    /// Returns the name of this type in numpy.
    pub fn name(self) -> String {
        let order = match (self.size, self.is_big_endian) {
            (1, _) => '|',
            (_, true) => '>',
            (_, false) => '<',
        };
        format!(
            "{order}{}{}",
            if self.is_signed { 'i' } else { 'u' },
            self.size
        )
    }

    /// Returns the number of bytes of a value.
    pub fn size(self) -> usize {
        self.size
    }

    /// Appends the encoded `cards` to `bytes`. If a card needs more bytes than the type has, its highest bytes are
    /// dropped.
    pub fn write(self, cards: impl Iterator<Item = u32>, bytes: &mut Vec<u8>) {
        match (self.size, self.is_big_endian) {
            (1, _) => bytes.extend(cards.map(|card| card as u8)),
            (size, true) => {
                cards.for_each(|card| bytes.extend(&u64::from(card).to_be_bytes()[8 - size..]));
            }
            (size, false) => {
                cards.for_each(|card| bytes.extend(&u64::from(card).to_le_bytes()[..size]));
            }
        }
    }

    /// Returns the value at the start of `bytes`. Values above 2^63 − 1 become that number.
    ///
    /// # Panics
    ///
    /// If `bytes` is shorter than [`size`](Element::size).
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

    /// Decodes `bytes` into `deck`, with `first` subtracted from each value. Values below `first` or above 2^32 − 2
    /// become 2^32 − 1.
    pub(super) fn read_into(self, bytes: &[u8], first: u32, deck: &mut [u32]) {
        match self.size {
            1 if !self.is_signed => {
                let each = deck.iter_mut().zip(bytes);
                each.for_each(|(card, &byte)| {
                    *card = u32::from(byte).checked_sub(first).unwrap_or(u32::MAX);
                });
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

    #[test]
    fn sizes_follow_the_number_of_cards() {
        let size = |cards| Element::for_cards(cards).size();
        assert_eq!(
            [1, 256, 257, 65_536, 65_537, 10_000_000].map(size),
            [1, 1, 2, 2, 4, 4]
        );
    }

    /// For each type, decks are decoded to the same values as by [`Element::value`].
    #[test]
    fn decks_have_the_values() {
        let bytes: Vec<u8> = (0..=255).rev().chain([0; 8]).chain([255; 8]).collect();
        for (name, first) in ["|u1", "|i1", "<u2", ">i2", "<i4", ">u8"]
            .into_iter()
            .flat_map(|name| [(name, 0), (name, 1)])
        {
            let element = Element::parse(name).unwrap();
            let mut deck = vec![0; bytes.len() / element.size()];
            element.read_into(&bytes, first, &mut deck);
            for (card, own) in deck.into_iter().zip(bytes.chunks_exact(element.size())) {
                let value = element.value(own).checked_sub(first.into());
                assert_eq!(
                    card,
                    value
                        .and_then(|value| value.try_into().ok())
                        .unwrap_or(u32::MAX),
                    "{name} {own:?}"
                );
            }
        }
    }

    #[test]
    fn values_of_all_types() {
        let value =
            |name: &str, bytes: &[u8]| Element::parse(name).map(|element| element.value(bytes));
        assert_eq!(value("|i1", &[255]), Some(-1));
        assert_eq!(value("|u1", &[255]), Some(255));
        assert_eq!(value(">i4", &[255, 255, 255, 254]), Some(-2));
        assert_eq!(value("<u8", &[255; 8]), Some(i64::MAX));
        assert_eq!(value("<i8", &[255; 8]), Some(-1));
        for name in ["", "u1", "<f8", "|b1", "<u3", "<U1", "|O", "é"] {
            assert_eq!(Element::parse(name), None, "{name}");
        }
        for name in ["|u1", "|i1", "<u2", ">i2", "<i4", ">u8"] {
            assert_eq!(
                Element::parse(name).map(Element::name).as_deref(),
                Some(name)
            );
        }
    }
}
