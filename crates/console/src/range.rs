use std::ops::RangeInclusive;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::integer;

/// Largest deck size in a range. The moduli of such decks fit into 64 bits.
const MOST_CARDS: u64 = 1 << 63;

/// A non-empty range of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub numbers: RangeInclusive<u64>,
    /// The text of the argument, if its range excludes its last number.
    without_last: Option<String>,
}

impl Range {
    pub fn of_sizes(text: &str) -> Result<Range, String> {
        let size = |text: &str| {
            let cards = BigInt::from(integer::parse_positive(text)?).to_u64();
            cards
                .filter(|&cards| cards <= MOST_CARDS)
                .ok_or_else(|| format!("expected a range that ends at {MOST_CARDS} cards or before"))
        };
        parse(text, "2..=1000", size)
    }

    pub fn of_shuffles(text: &str) -> Result<Range, String> {
        let number = |text: &str| {
            let number = integer::parse(text)?.to_u64();
            number.ok_or_else(|| "expected numbers of riffles from 0 to 480".to_string())
        };
        parse(text, "1..=14", number)
    }

    /// Returns a note if the range excludes its last number, as in Rust and unlike in a shell.
    pub fn note(&self) -> Option<String> {
        self.without_last.as_ref().map(|text| {
            let (end, inclusive) = (self.numbers.end(), text.replace("..", "..="));
            format!("{text} ends at {end}; write {inclusive} to include {}", end + 1)
        })
    }
}

/// Parses `A..=B` or `A-B` (with B), `A..B` (without B), or one number.
fn parse(text: &str, example: &str, number: impl Fn(&str) -> Result<u64, String>) -> Result<Range, String> {
    let expected = |_| format!("expected a range such as {example}");
    let (from, to, with_last) = match (text.split_once(".."), text.split_once(['-', '–'])) {
        (Some((from, to)), _) => (from, to.strip_prefix('=').unwrap_or(to), to.starts_with('=')),
        (None, Some((from, to))) if !from.is_empty() => (from, to, true),
        _ => {
            let only = if text.starts_with('-') { number(text)? } else { number(text).map_err(expected)? };
            return Ok(Range { numbers: only..=only, without_last: None });
        }
    };
    let (from, to) = (number(from)?, number(to)?);
    let last = if with_last { Some(to) } else { to.checked_sub(1) };
    match last {
        Some(last) if last >= from => {
            let without_last = (!with_last).then(|| text.to_string());
            Ok(Range { numbers: from..=last, without_last })
        }
        _ => Err(format!("the range is empty; expected {from}..={from} for one number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(text: &str) -> Option<RangeInclusive<u64>> {
        Range::of_sizes(text).ok().map(|range| range.numbers)
    }

    #[test]
    fn ranges_with_and_without_their_last_number() {
        for (text, numbers) in [
            ("2..=10", 2..=10),
            ("2-10", 2..=10),
            ("2–1_0", 2..=10),
            ("2..10", 2..=9),
            ("7..=7", 7..=7),
            ("52", 52..=52),
            ("1..=9223372036854775808", 1..=1 << 63),
        ] {
            assert_eq!(sizes(text), Some(numbers), "{text}");
            let is_note = text.contains("..") && !text.contains('=');
            assert_eq!(Range::of_sizes(text).unwrap().without_last.is_some(), is_note, "{text}");
        }
        assert_eq!(Range::of_shuffles("0..=3").unwrap().numbers, 0..=3);
    }

    #[test]
    fn other_text_is_an_error() {
        for text in [
            "",
            "..",
            "2..",
            "..=5",
            "0..=5",
            "7..7",
            "5..=2",
            "5-2",
            "-5",
            "5-",
            "1-2-3",
            "a..=b",
            "2..=9223372036854775809",
        ] {
            assert_eq!(sizes(text), None, "{text}");
        }
    }
}
