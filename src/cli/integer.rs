//! Integers of any length: parsed from arguments, written in JSON.

use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};
use serde::{Serialize, Serializer};

/// The most digits of a number that is read.
const MAX_DIGITS: usize = 1000;

/// An integer that is a plain number in JSON, of any length.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// A value that prints as an integer and is a plain number in JSON.
pub struct JsonInteger<T>(pub T);

impl<T: fmt::Display> Serialize for JsonInteger<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number: serde_json::Number = self.0.to_string().parse().map_err(serde::ser::Error::custom)?;
        number.serialize(serializer)
    }
}

/// Parses an integer, which may be negative.
pub fn parse(text: &str) -> Result<BigInt, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("expected a whole number in digits, such as 52".into());
    }
    if digits.len() > MAX_DIGITS {
        return Err(format!("{} digits are too many; expected at most {MAX_DIGITS}", digits.len()));
    }
    Ok(text.parse().expect("a sign and digits"))
}

/// Parses an integer of at least 1.
pub fn parse_positive(text: &str) -> Result<BigUint, String> {
    let number = parse(text)?;
    if number.is_negative() || number.is_zero() {
        return Err("expected 1 or more".into());
    }
    Ok(number.into_parts().1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_text_is_an_error() {
        for text in ["", "-", "abc", "1e3", "+5", " 5", "5.0", "0x10", "٣", "--5"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse(&"9".repeat(MAX_DIGITS)).is_ok());
        assert_eq!(parse(&"9".repeat(1001)).unwrap_err(), "1001 digits are too many; expected at most 1000");
        assert!(parse_positive("0").is_err() && parse_positive("-1").is_err());
    }

    #[test]
    fn json_prints_all_digits() {
        let digits = "123456789012345678901234567890";
        let number = Integer::from(digits.parse::<BigInt>().unwrap());
        assert_eq!(serde_json::to_string(&number).unwrap(), digits);
        assert_eq!(serde_json::to_string(&Integer::from(-3)).unwrap(), "-3");
    }
}
