//! Parses lines of numbers into decks. Lines of plain numbers take a fast path.

use super::cards::{each, is_separator};
use super::error::{LineErrorKind, brief};
use crate::lines::error::Mismatch;

/// Maximum number of a card. Larger numbers are read as this maximum.
pub const MAX_NUMBER: usize = 1_000_000;

/// The entry of `places` for a number that no card has.
const NONE: u32 = u32::MAX;

/// The cards of a deck that are named by distinct numbers.
#[derive(Debug)]
pub struct CardNumbers {
    /// For each number, the position of its card in the starting order, or `NONE`.
    places: Vec<u32>,
    /// For each position in the starting order, the number of its card.
    numbers: Vec<u32>,
    /// The number of the first card, if cards are numbered consecutively.
    pub first: Option<u32>,
    /// For each card, the last line on which it occurred.
    seen: Vec<u64>,
    lines: u64,
}

impl CardNumbers {
    /// Returns the names of `cards` cards that are numbered consecutively from `first`.
    pub fn counted(cards: usize, first: u32) -> CardNumbers {
        CardNumbers {
            first: Some(first),
            ..CardNumbers::in_order((first..).take(cards).collect())
        }
    }

    /// Returns the names of cards that have the numbers `numbers` in the starting order.
    pub fn in_order(numbers: Vec<u32>) -> CardNumbers {
        let length = numbers
            .iter()
            .max()
            .map_or(0, |&length| length as usize + 1);
        let mut places = vec![NONE; length];
        for (place, &number) in (0..).zip(&numbers) {
            places[number as usize] = place;
        }
        let seen = vec![0; numbers.len()];
        CardNumbers {
            places,
            numbers,
            first: None,
            seen,
            lines: 0,
        }
    }

    pub fn cards(&self) -> usize {
        self.numbers.len()
    }

    /// Reads a line into `deck`, as positions in the starting order, top card first.
    pub fn read(&mut self, line: &[u8], deck: &mut [u32]) -> Result<(), LineErrorKind> {
        if self.plain(line, deck) == Some(deck.len()) {
            return Ok(());
        }
        let spelled = spelled(line)?;
        if self.plain(&spelled, deck) == Some(deck.len()) {
            Ok(())
        } else {
            Err(self.error_kind(&spelled))
        }
    }

    /// Reads a line of plain numbers into `deck`, and returns the number of cards. Returns `None` if the line has
    /// anything else or repeats a card.
    ///
    /// Makes one pass over the bytes. A line of 52 cards takes about 0.1 µs.
    fn plain(&mut self, line: &[u8], deck: &mut [u32]) -> Option<usize> {
        self.lines += 1;
        let (mut rest, mut cards) = (bare(line), 0);
        while !rest.is_empty() {
            let number = leading(&mut rest)?;
            let place = *self.places.get(number)?;
            let seen = self.seen.get_mut(place as usize)?;
            if *seen == self.lines {
                return None;
            }
            *seen = self.lines;
            *deck.get_mut(cards)? = place;
            cards += 1;
            pass_separators(&mut rest)?;
        }
        Some(cards)
    }

    /// Returns the error that describes why a line of numbers is not a deck.
    #[cold]
    fn error_kind(&self, spelled: &[u8]) -> LineErrorKind {
        let (mut found, mut counts, mut unknown) = (0, vec![0; self.cards()], None);
        for field in spelled
            .split(|&byte| byte == b' ')
            .filter(|field| !field.is_empty())
        {
            found += 1;
            match number(field).and_then(|number| self.places.get(number)) {
                Some(&place) if place != NONE => counts[place as usize] += 1,
                _ => unknown = unknown.or(Some(brief(field))),
            }
        }
        let name = |place: usize| self.numbers[place].to_string();
        let mismatch = Mismatch::of_counts(unknown, (found, &counts), |_| 1, name);
        mismatch.error_kind(|card| match self.first {
            Some(first) => LineErrorKind::Beyond {
                card,
                cards: self.cards(),
                first,
            },
            None => LineErrorKind::Unknown { card },
        })
    }
}

/// Reads the numbers of a line with JSON strings or unusual white space, and returns them separated by spaces.
#[cold]
fn spelled(line: &[u8]) -> Result<Vec<u8>, LineErrorKind> {
    let mut spelled = Vec::new();
    each(line, &mut |field| {
        number(field).ok_or_else(|| LineErrorKind::NotANumber {
            found: brief(field),
        })?;
        spelled.extend_from_slice(field);
        spelled.push(b' ');
        Ok(())
    })?;
    Ok(spelled)
}

/// Returns a line without leading and trailing white space, and without the brackets of a JSON array.
fn bare(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    match line {
        [b'[', inside @ .., b']'] => inside.trim_ascii(),
        _ => line,
    }
}

/// Reads the number at the start of `rest` and removes its digits. `None` if `rest` does not start with a digit.
#[inline(always)]
fn leading(rest: &mut &[u8]) -> Option<usize> {
    let mut number = digit(*rest.first()?)?;
    *rest = &rest[1..];
    while let Some(digit) = rest.first().and_then(|&byte| digit(byte)) {
        number = (10 * number + digit).min(MAX_NUMBER);
        *rest = &rest[1..];
    }
    Some(number)
}

#[inline(always)]
fn digit(byte: u8) -> Option<usize> {
    let digit = byte.wrapping_sub(b'0');
    (digit < 10).then_some(digit.into())
}

/// Removes the separators at the start of `rest`. `None` if they include more than one comma.
#[inline(always)]
fn pass_separators(rest: &mut &[u8]) -> Option<()> {
    let mut commas = 0;
    while let Some(&byte) = rest.first().filter(|&&byte| is_separator(byte)) {
        commas += u32::from(byte == b',');
        *rest = &rest[1..];
    }
    (commas <= 1).then_some(())
}

/// Returns the value of a field that consists of digits only, otherwise `None`.
pub fn number(field: &[u8]) -> Option<usize> {
    let mut rest = field;
    leading(&mut rest).filter(|_| rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(numbers: &mut CardNumbers, line: &str) -> Result<Vec<u32>, String> {
        let mut deck = vec![0; numbers.cards()];
        numbers
            .read(line.as_bytes(), &mut deck)
            .map_err(|error| error.to_string())?;
        Ok(deck)
    }

    #[test]
    fn decks() {
        let mut numbers = CardNumbers::counted(3, 1);
        for line in [
            "3 1 2",
            "3,1,2",
            "3,  1\t2",
            " 03 001 2 ",
            "[3, 1, 2]",
            "3, 1, 2,",
            "[\"3\",1,\"2\"]",
            "3\x0c1 2",
        ] {
            assert_eq!(read(&mut numbers, line), Ok(vec![2, 0, 1]), "{line}");
        }
        assert_eq!(
            read(&mut CardNumbers::counted(3, 0), "2 0 1"),
            Ok(vec![2, 0, 1])
        );
        assert_eq!(
            read(&mut CardNumbers::in_order(vec![70, 5, 9]), "9 70 5"),
            Ok(vec![2, 0, 1])
        );
    }

    #[test]
    fn no_decks() {
        for (line, why) in [
            ("1 2 2", "card 2 twice, card 3 missing"),
            ("1 1 1", "card 1 comes 3 times, card 2 missing"),
            ("1 2", "2 cards instead of 3: card 3 missing"),
            ("1", "1 card instead of 3"),
            ("1 2 3 3", "4 cards instead of 3: card 3 twice"),
            ("1 2 3 4", "4 cards instead of 3: no card is called 4"),
            ("1 2 4", "there is no card 4 in a deck of 3 counted from 1"),
            ("0 1 2", "there is no card 0 in a deck of 3 counted from 1"),
            (
                "1 2 99999999999999999999",
                "there is no card 99999999999999999999 in a deck of 3 counted from 1",
            ),
            ("1 2 x", "'x' is not a number"),
            ("1 2 -3", "'-3' is not a number"),
            ("[\"1 2\", 3]", "'1 2' is not a number"),
            ("1,,2", "there is nothing between two commas"),
            (
                "[1, 2",
                "this is not a JSON array of cards on one line; expected for example [1, 2, 3]",
            ),
        ] {
            assert_eq!(
                read(&mut CardNumbers::counted(3, 1), line).unwrap_err(),
                why,
                "{line}"
            );
        }
        let unknown = read(&mut CardNumbers::in_order(vec![70, 5, 9]), "9 70 6").unwrap_err();
        assert_eq!(unknown, "no card is called '6'");
    }
}
