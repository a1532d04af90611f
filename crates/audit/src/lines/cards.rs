//! Splits a line into cards.

use super::error::{LineErrorKind, brief};

/// Calls `card` with each card of a line, until an error.
///
/// A JSON array has numbers and strings, also strings in single quotes as Python prints them. Any other line is split
/// at commas if it has any, otherwise at tabs, otherwise at white space. So a name may contain spaces if the line has
/// commas or tabs. A line of numbers may mix separators.
pub fn each(
    line: &[u8],
    card: &mut impl FnMut(&[u8]) -> Result<(), LineErrorKind>,
) -> Result<(), LineErrorKind> {
    let line = line.trim_ascii();
    match line.first() {
        None => return Ok(()),
        Some(b'[') => return json(line, card),
        Some(_) => {}
    }
    let has = |separator: u8| line.contains(&separator);
    if line.iter().all(|byte| byte.is_ascii_digit() || is_separator(*byte)) {
        return by_commas(line, &mut |part| words(part, card));
    }
    match (has(b','), has(b'\t')) {
        (true, _) => by_commas(line, card),
        (false, true) => line.split(|&byte| byte == b'\t').map(<[u8]>::trim_ascii).try_for_each(named(card)),
        (false, false) => words(line, card),
    }
}

/// Returns the index of the first occurrence of `text` in a line.
pub fn contains(line: &[u8], text: &[u8]) -> Option<usize> {
    if text.is_empty() {
        return Some(0);
    }
    line.windows(text.len()).position(|window| window == text)
}

/// Returns a line with each `separator` replaced by a comma.
///
/// Returns `None` if the line has none of them, or has a comma or a tab. A separator at the start of the line is
/// removed.
pub fn with_commas(line: &[u8], separator: u8) -> Option<Vec<u8>> {
    let is_other = line.iter().any(|byte| matches!(byte, b',' | b'\t'));
    if is_other || !line.contains(&separator) {
        return None;
    }
    let line = line.trim_ascii();
    let inside = line.strip_prefix(&[separator]).unwrap_or(line);
    Some(inside.iter().map(|&byte| if byte == separator { b',' } else { byte }).collect())
}

pub fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',')
}

fn words(
    line: &[u8],
    card: &mut impl FnMut(&[u8]) -> Result<(), LineErrorKind>,
) -> Result<(), LineErrorKind> {
    line.split(u8::is_ascii_whitespace).try_for_each(named(card))
}

/// Skips empty fields.
fn named<'a>(
    card: &'a mut impl FnMut(&[u8]) -> Result<(), LineErrorKind>,
) -> impl FnMut(&[u8]) -> Result<(), LineErrorKind> + 'a {
    |name| if name.is_empty() { Ok(()) } else { card(name) }
}

/// Calls `piece` with the pieces between commas. One comma may follow the last piece.
fn by_commas(
    line: &[u8],
    piece: &mut impl FnMut(&[u8]) -> Result<(), LineErrorKind>,
) -> Result<(), LineErrorKind> {
    let line = line.strip_suffix(b",").unwrap_or(line);
    line.split(|&byte| byte == b',').map(<[u8]>::trim_ascii).try_for_each(|name| match name {
        b"" => Err(LineErrorKind::Nothing),
        name => piece(name),
    })
}

/// Splits a JSON array such as `[1, "A♠", "\u2660"]`. One comma may follow the last card.
fn json(line: &[u8], card: &mut impl FnMut(&[u8]) -> Result<(), LineErrorKind>) -> Result<(), LineErrorKind> {
    let inside = line.strip_prefix(b"[").and_then(|line| line.strip_suffix(b"]"));
    let mut rest = inside.ok_or(LineErrorKind::Json)?.trim_ascii();
    while !rest.is_empty() {
        rest = match rest.split_first() {
            Some((&quote @ (b'"' | b'\''), quoted)) => string(quoted, quote, card)?,
            _ => {
                let end = rest.iter().position(|&byte| byte == b',').unwrap_or(rest.len());
                number(rest[..end].trim_ascii_end(), card)?;
                &rest[end..]
            }
        };
        rest = match rest.trim_ascii_start() {
            [] => rest.trim_ascii_start(),
            [b',', behind @ ..] => behind.trim_ascii_start(),
            _ => return Err(LineErrorKind::Json),
        };
    }
    Ok(())
}

/// An unquoted field must be a number, as in JSON.
fn number(
    text: &[u8],
    card: &mut impl FnMut(&[u8]) -> Result<(), LineErrorKind>,
) -> Result<(), LineErrorKind> {
    match text {
        b"" => Err(LineErrorKind::Nothing),
        digits if digits.iter().all(u8::is_ascii_digit) => card(digits),
        other => Err(LineErrorKind::NotANumber { found: brief(other) }),
    }
}

/// Reads a string, given from the byte after its opening quote, and returns the text after the closing quote.
fn string<'a>(
    quoted: &'a [u8],
    quote: u8,
    card: &mut impl FnMut(&[u8]) -> Result<(), LineErrorKind>,
) -> Result<&'a [u8], LineErrorKind> {
    let end = quoted.iter().position(|byte| [quote, b'\\'].contains(byte)).ok_or(LineErrorKind::Json)?;
    if quoted[end] == quote {
        card(&quoted[..end])?;
        return Ok(&quoted[end + 1..]);
    }
    let (name, rest) = unescaped(quoted, quote).ok_or(LineErrorKind::Json)?;
    card(&name)?;
    Ok(rest)
}

/// Returns the string before the closing quote without its escapes, and the text after it.
pub fn unescaped(quoted: &[u8], quote: u8) -> Option<(Vec<u8>, &[u8])> {
    let (mut name, mut rest) = (Vec::new(), quoted);
    loop {
        let (&byte, behind) = rest.split_first()?;
        rest = behind;
        match byte {
            _ if byte == quote => return Some((name, rest)),
            b'\\' => {
                let (letter, behind) = escape(rest)?;
                name.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
                rest = behind;
            }
            _ => name.push(byte),
        }
    }
}

/// Returns the character of an escape sequence, given from the byte after the backslash, and the text after it (RFC
/// 8259, section 7, and single quotes).
fn escape(rest: &[u8]) -> Option<(char, &[u8])> {
    let (&letter, behind) = rest.split_first()?;
    let plain = match letter {
        b'"' | b'\'' | b'\\' | b'/' => letter,
        b'b' => 8,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'u' => return code_point(behind),
        _ => return None,
    };
    Some((plain.into(), behind))
}

/// Returns the character of four hexadecimal digits, or of a surrogate pair: two times four digits with `\u` between
/// them.
fn code_point(rest: &[u8]) -> Option<(char, &[u8])> {
    let (unit, behind) = unit(rest)?;
    if !(0xd800..0xdc00).contains(&unit) {
        return Some((char::from_u32(unit)?, behind));
    }
    let (low, behind) = self::unit(behind.strip_prefix(b"\\u")?)?;
    let low = low.checked_sub(0xdc00).filter(|&low| low < 0x400)?;
    Some((char::from_u32(0x10000 + ((unit - 0xd800) << 10) + low)?, behind))
}

fn unit(rest: &[u8]) -> Option<(u32, &[u8])> {
    let digits = rest.get(..4).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))?;
    Some((u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?, &rest[4..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(line: &str) -> Result<Vec<String>, LineErrorKind> {
        let mut cards = Vec::new();
        each(line.as_bytes(), &mut |card| {
            cards.push(String::from_utf8(card.to_vec()).unwrap());
            Ok(())
        })?;
        Ok(cards)
    }

    #[test]
    fn separators() {
        for (line, expected) in [
            ("1 2  3", vec!["1", "2", "3"]),
            ("1, 2,3 ,", vec!["1", "2", "3"]),
            ("1\t2, 3", vec!["1", "2", "3"]),
            ("  A♠\tB ", vec!["A♠", "B"]),
            ("ace of spades, 2 of hearts", vec!["ace of spades", "2 of hearts"]),
            ("ace of spades\t2 of hearts\r", vec!["ace of spades", "2 of hearts"]),
            ("", vec![]),
            ("[]", vec![]),
            ("[1,2 , 3]", vec!["1", "2", "3"]),
            ("[ \"A, B\", \"C\" , 7,]", vec!["A, B", "C", "7"]),
            (r#"['3S', '7\u2660', "it's", '"', '\'']"#, vec!["3S", "7♠", "it's", "\"", "'"]),
            (r#"["10\u2660", "\ud83c\udca1", "\"\\\/\t"]"#, vec!["10♠", "🂡", "\"\\/\t"]),
        ] {
            assert_eq!(cards(line).unwrap(), expected, "{line}");
        }
    }

    #[test]
    fn separators_in_the_place_of_commas() {
        for (line, expected) in [("1;2; 3", Some("1,2, 3")), ("1,2;3", None), ("1\t2;3", None), ("1 2", None)]
        {
            let found = with_commas(line.as_bytes(), b';');
            assert_eq!(found.as_deref(), expected.map(str::as_bytes), "{line}");
        }
        assert_eq!(with_commas(b"|A|K|", b'|').as_deref(), Some(b"A,K,".as_slice()));
    }

    #[test]
    fn what_is_no_list() {
        for line in ["1,,2", ",1", "a,,b", "[1,,2]", "[,]", "1, ,2"] {
            assert_eq!(cards(line), Err(LineErrorKind::Nothing), "{line}");
        }
        for line in
            ["[1", "[\"a]", "[\"a\" \"b\"]", "[\"\\x\"]", "[\"\\ud800\"]", "[\"\\u12\"]", "[\"a\\", "['a\"]"]
        {
            assert_eq!(cards(line), Err(LineErrorKind::Json), "{line}");
        }
        for (line, piece) in [("[null]", "null"), ("[1.5]", "1.5"), ("[-1]", "-1"), ("[[1]]", "[1]")] {
            assert_eq!(cards(line), Err(LineErrorKind::NotANumber { found: piece.into() }), "{line}");
        }
    }
}
