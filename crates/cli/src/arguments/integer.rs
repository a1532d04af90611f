//! Integers of any length and ranges: parsed from arguments, and written as JSON.

use std::fmt;
use std::io::{self, Write};
use std::ops::{RangeBounds, RangeInclusive};

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{CheckedSub, One, Signed, ToPrimitive, Zero};
use serde::{Serialize, Serializer};

/// Maximum number of digits of a parsed number.
const MAX_DIGITS: usize = 1000;

/// An integer of any length that is a plain number in JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Integer(BigInt);

impl<T: Into<BigInt>> From<T> for Integer {
    fn from(value: T) -> Integer {
        Integer(value.into())
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonInteger(&self.0).serialize(serializer)
    }
}

/// Serialises a value that prints as an integer as a plain number in JSON.
#[derive(Debug)]
pub struct JsonInteger<T>(pub T);

impl<T: fmt::Display> Serialize for JsonInteger<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number: serde_json::Number = self
            .0
            .to_string()
            .parse()
            .map_err(serde::ser::Error::custom)?;
        number.serialize(serializer)
    }
}

/// Parses an integer, possibly negative, such as `52`, `1_000_000`, `1e6`, `1.5e3`, `10^18` or `10^18+9`.
pub fn parse(text: &str) -> Result<BigInt, String> {
    if let Some((first, second)) = text.rsplit_once('+') {
        return Ok(parse(first)? + parse(second)?);
    }
    let magnitude = text.strip_prefix('-').unwrap_or(text);
    let number = if let Some((base, exponent)) = magnitude.split_once('^') {
        power(&digits(base)?, &digits(exponent)?)?
    } else if let Some((factor, exponent)) = magnitude.split_once(['e', 'E']) {
        let (whole, decimals) = factor.split_once('.').unwrap_or((factor, ""));
        let exponent = digits(exponent)?.checked_sub(&decimals.len().into());
        let exponent = exponent.ok_or_else(not_whole)?;
        digits(&[whole, decimals].concat())? * power(&BigUint::from(10u32), &exponent)?
    } else {
        digits(magnitude)?
    };
    let length = number.to_string().len();
    if length > MAX_DIGITS {
        return Err(too_long(length));
    }
    let sign = if magnitude == text {
        Sign::Plus
    } else {
        Sign::Minus
    };
    Ok(BigInt::from_biguint(sign, number))
}

/// Parses digits with single underscores between them.
fn digits(text: &str) -> Result<BigUint, String> {
    let is_group =
        |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    let mut groups = text.split(',');
    let are_thousands = groups.next().is_some_and(is_group)
        && text.contains(',')
        && groups.all(|group| group.len() == 3 && is_group(group));
    if are_thousands {
        return Err(format!(
            "expected a number without commas; type {}",
            text.replace(',', "")
        ));
    }
    if !text.split('_').all(is_group) {
        return Err(not_whole());
    }
    let digits = text.replace('_', "");
    if digits.len() > MAX_DIGITS {
        return Err(too_long(digits.len()));
    }
    Ok(digits.parse().expect("digits"))
}

fn not_whole() -> String {
    "expected a whole number, such as 52, 1_000_000, 1e6 or 10^18".into()
}

fn power(base: &BigUint, exponent: &BigUint) -> Result<BigUint, String> {
    if *base <= BigUint::one() {
        return Ok(if exponent.is_zero() {
            BigUint::one()
        } else {
            base.clone()
        });
    }
    // If b has n bits, b^k has more than (n - 1) · k bits. A decimal digit has fewer than 4 bits.
    let bits = BigUint::from(base.bits() - 1) * exponent;
    match exponent.to_u32() {
        Some(exponent) if bits <= BigUint::from(4 * MAX_DIGITS) => Ok(base.pow(exponent)),
        _ => Err(format!(
            "the number is too long; expected at most {MAX_DIGITS} digits"
        )),
    }
}

fn too_long(digits: usize) -> String {
    format!("{digits} digits are too many; expected at most {MAX_DIGITS}")
}

/// Parses an integer of at least 1.
pub fn parse_positive(text: &str) -> Result<BigUint, String> {
    let number = parse(text)?;
    if number.is_negative() || number.is_zero() {
        return Err("expected 1 or more".into());
    }
    Ok(number.into_parts().1)
}

/// Converts a number that is in `range`. `expected` is the end of the message for others.
pub fn within<N, T: TryFrom<N> + PartialOrd>(
    number: N,
    range: impl RangeBounds<T>,
    expected: impl fmt::Display,
) -> Result<T, String> {
    let number = T::try_from(number).ok();
    number
        .filter(|number| range.contains(number))
        .ok_or_else(|| format!("expected {expected}"))
}

/// Parses an integer that is in `range`. The message for any other text is the same.
pub fn parse_within<T: TryFrom<BigInt> + PartialOrd>(
    text: &str,
    range: impl RangeBounds<T>,
    expected: impl fmt::Display,
) -> Result<T, String> {
    match parse(text) {
        Ok(number) => within(number, range, expected),
        Err(_) => Err(format!("expected {expected}")),
    }
}

/// Parses a decimal number that is in `range`.
pub fn parse_decimal_within(
    text: &str,
    range: impl RangeBounds<f64>,
    expected: impl fmt::Display,
) -> Result<f64, String> {
    within(parse_decimal(text).unwrap_or(f64::NAN), range, expected)
}

/// Parses a decimal number, such as `0.001`, `1e-3`, `10^-3` or `0.1%`.
pub fn parse_decimal(text: &str) -> Option<f64> {
    if let Some(percent) = text.strip_suffix('%') {
        return percent
            .trim_end()
            .parse()
            .ok()
            .map(|percent: f64| percent / 100.0);
    }
    match text.split_once('^') {
        Some(("10", exponent)) => format!("1e{exponent}").parse().ok(),
        Some(_) => None,
        None => text.parse().ok(),
    }
}

/// Writes a line about the probable primes of a result, unless there are none.
///
/// They passed a primality test but are not proved prime.
pub fn note_probable(primes: &[Integer], out: &mut dyn Write) -> io::Result<()> {
    match primes {
        [] => Ok(()),
        [prime] => writeln!(
            out,
            "probable: correct if {prime} is prime (it passed the Baillie-PSW test)"
        ),
        [prime, others @ ..] => {
            let others = others.len();
            writeln!(
                out,
                "probable: correct if {prime} and {others} more are prime (they passed the Baillie-PSW test)"
            )
        }
    }
}

/// Largest deck size in a range. The moduli of such decks fit into 64 bits.
const MAX_CARDS: u64 = 1 << 63;

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
            let cards = BigInt::from(parse_positive(text)?).to_u64();
            cards
                .filter(|&cards| cards <= MAX_CARDS)
                .ok_or_else(|| format!("expected a range that ends at {MAX_CARDS} cards or before"))
        };
        parse_range(text, "2..=1000", size)
    }

    pub fn of_counts(text: &str) -> Result<Range, String> {
        let number = |text: &str| {
            let number = parse(text)?.to_u64();
            number.ok_or_else(|| "expected numbers of cards from 0".to_string())
        };
        parse_range(text, "7..=14", number)
    }

    pub fn of_shuffles(text: &str) -> Result<Range, String> {
        let number = |text: &str| {
            let number = parse(text)?.to_u64();
            number.ok_or_else(|| "expected numbers of riffles from 0 to 480".to_string())
        };
        parse_range(text, "1..=14", number)
    }

    /// Returns a note if the range excludes its last number, as in Rust and unlike in a shell.
    pub fn note(&self) -> Option<String> {
        self.without_last.as_ref().map(|text| {
            let (end, inclusive) = (self.numbers.end(), text.replace("..", "..="));
            format!(
                "{text} ends at {end}; write {inclusive} to include {}",
                end + 1
            )
        })
    }
}

/// Parses `A..=B`, `A-B` or `A:B` (with B), `A..B` (without B), or one number.
fn parse_range(
    text: &str,
    example: &str,
    number: impl Fn(&str) -> Result<u64, String>,
) -> Result<Range, String> {
    let expected = |_| format!("expected a range such as {example}");
    let (from, to, with_last) = match (text.split_once(".."), text.split_once(['-', '–', ':'])) {
        (Some((from, to)), _) => (
            from,
            to.strip_prefix('=').unwrap_or(to),
            to.starts_with('='),
        ),
        (None, Some((from, to))) if !from.is_empty() => (from, to, true),
        _ => {
            let only = if text.starts_with('-') {
                number(text)?
            } else {
                number(text).map_err(expected)?
            };
            return Ok(Range {
                numbers: only..=only,
                without_last: None,
            });
        }
    };
    let end = |text| {
        number(text).map_err(|why| match why == not_whole() {
            true => expected(why),
            false => why,
        })
    };
    let (from, to) = (end(from)?, end(to)?);
    let last = if with_last {
        Some(to)
    } else {
        to.checked_sub(1)
    };
    match last {
        Some(last) if last >= from => {
            let without_last = (!with_last).then(|| text.to_string());
            Ok(Range {
                numbers: from..=last,
                without_last,
            })
        }
        _ if to < from => Err(format!("the range is empty; expected {to}..={from}")),
        _ => Err(format!(
            "the range is empty; expected {from}..={from} for one number"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_text_is_an_error() {
        let broken = [
            "", "-", "abc", "+5", " 5", "5.0", "0x10", "٣", "--5", "1__0", "_1", "1_", "10^", "^2",
            "1e",
        ];
        for text in broken.into_iter().chain([
            "e6", "1e-3", "10^-2", "2^3^2", "1e2e3", "1.55e1", "1.e", "2^1e2",
        ]) {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse(&"9".repeat(MAX_DIGITS)).is_ok());
        assert_eq!(
            parse(&"9".repeat(1001)).unwrap_err(),
            "1001 digits are too many; expected at most 1000"
        );
        assert!(parse_positive("0").is_err() && parse_positive("-1").is_err());
    }

    #[test]
    fn numbers_are_written_in_several_ways() {
        for (text, number) in [
            ("1_000_000", "1000000"),
            ("1e6", "1000000"),
            ("1.5e6", "1500000"),
            ("25E1", "250"),
            ("10^18", "1000000000000000000"),
            ("-2^10", "-1024"),
            ("1_0^0_2", "100"),
            ("0^0", "1"),
            ("0^99999999999999999999", "0"),
            ("1^99999999999999999999", "1"),
            ("0e5", "0"),
            ("-0", "0"),
            ("007", "7"),
        ] {
            assert_eq!(parse(text), Ok(number.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn a_power_has_at_most_a_thousand_digits() {
        assert_eq!(parse("10^999").unwrap().to_string().len(), MAX_DIGITS);
        assert_eq!(parse("2^3321"), Ok(BigInt::from(2).pow(3321)));
        for text in [
            "10^1000",
            "1e1000",
            "2^3322",
            "1_1e999",
            "9^99999999999999999999",
            "1e18446744073709551616",
        ] {
            assert!(
                parse(text)
                    .unwrap_err()
                    .ends_with("expected at most 1000 digits")
                    || parse(text)
                        .unwrap_err()
                        .ends_with("digits are too many; expected at most 1000"),
                "{text}"
            );
        }
    }

    #[test]
    fn json_prints_all_digits() {
        let digits = "123456789012345678901234567890";
        let number = Integer::from(digits.parse::<BigInt>().unwrap());
        assert_eq!(serde_json::to_string(&number).unwrap(), digits);
        assert_eq!(serde_json::to_string(&Integer::from(-3)).unwrap(), "-3");
    }

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
            assert_eq!(
                Range::of_sizes(text).unwrap().without_last.is_some(),
                is_note,
                "{text}"
            );
        }
        assert_eq!(Range::of_shuffles("0..=3").unwrap().numbers, 0..=3);
    }

    #[test]
    fn other_text_is_no_range() {
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
