use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::printable::is_printable;

pub fn json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *out, Printable))?;
    writeln!(out)
}

/// Escapes unprintable characters in addition to those that JSON requires.
struct Printable;

impl Formatter for Printable {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(|letter| !is_printable(letter)) {
            out.write_all(&rest.as_bytes()[..at])?;
            let letter = rest[at..].chars().next().unwrap_or_default();
            letter.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))?;
            rest = &rest[at + letter.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_printable_and_unchanged() {
        let text = "a\x1b\x7f\u{9b}2J\u{202e}\u{e0041}\n\"\\ A♠ 牌";
        let mut bytes = Vec::new();
        json(&text, &mut bytes).unwrap();
        let written = String::from_utf8(bytes).unwrap();
        assert_eq!(written, "\"a\\u001b\\u007f\\u009b2J\\u202e\\udb40\\udc41\\n\\\"\\\\ A♠ 牌\"\n");
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }
}
