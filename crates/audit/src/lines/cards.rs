//! Splits a line of text into the names of cards, and reads lists of playing cards.

use std::collections::HashSet;

use super::error::{LineError, LineErrorKind, brief};

use faro::stacks::Face;

/// Calls `card` with the text of each card of a line, until `card` returns an error.
///
/// A JSON array has numbers and strings, also strings in single quotes as Python prints them. Any other line is split
/// at tabs if it has any, otherwise at commas, otherwise at white space. So a name may contain spaces if the line has
/// commas or tabs, and commas if it has tabs. A line of numbers may mix separators.
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
    if line
        .iter()
        .all(|byte| byte.is_ascii_digit() || is_separator(*byte))
    {
        return by_commas(line, &mut |part| words(part, card));
    }
    match (has(b'\t'), has(b',')) {
        (true, _) => line
            .split(|&byte| byte == b'\t')
            .map(<[u8]>::trim_ascii)
            .try_for_each(named(card)),
        (false, true) => by_commas(line, card),
        (false, false) => words(line, card),
    }
}

/// Returns the index of the first occurrence of `text` in `line`, or `None` if it does not occur.
pub fn contains(line: &[u8], text: &[u8]) -> Option<usize> {
    if text.is_empty() {
        return Some(0);
    }
    line.windows(text.len()).position(|window| window == text)
}

/// Returns a line with each `separator` replaced by a comma, and without a separator at its start.
///
/// Returns `None` if the line does not contain `separator`, or if it contains a comma or a tab.
pub fn with_commas(line: &[u8], separator: u8) -> Option<Vec<u8>> {
    let is_other = line.iter().any(|byte| matches!(byte, b',' | b'\t'));
    if is_other || !line.contains(&separator) {
        return None;
    }
    let line = line.trim_ascii();
    let inside = line.strip_prefix(&[separator]).unwrap_or(line);
    Some(
        inside
            .iter()
            .map(|&byte| if byte == separator { b',' } else { byte })
            .collect(),
    )
}

pub fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',')
}

fn words(
    line: &[u8],
    card: &mut impl FnMut(&[u8]) -> Result<(), LineErrorKind>,
) -> Result<(), LineErrorKind> {
    line.split(u8::is_ascii_whitespace)
        .try_for_each(named(card))
}

/// Returns a function that skips empty fields and calls `card` with all others.
fn named<'a>(
    card: &'a mut impl FnMut(&[u8]) -> Result<(), LineErrorKind>,
) -> impl FnMut(&[u8]) -> Result<(), LineErrorKind> + 'a {
    |name| if name.is_empty() { Ok(()) } else { card(name) }
}

/// Calls `piece` with the text of each piece between commas. One comma may follow the last piece.
fn by_commas(
    line: &[u8],
    piece: &mut impl FnMut(&[u8]) -> Result<(), LineErrorKind>,
) -> Result<(), LineErrorKind> {
    let line = line.strip_suffix(b",").unwrap_or(line);
    line.split(|&byte| byte == b',')
        .map(<[u8]>::trim_ascii)
        .try_for_each(|name| match name {
            b"" => Err(LineErrorKind::Nothing),
            name => piece(name),
        })
}

/// Calls `card` with each element of a JSON array such as `[1, "A♠", "\u2660"]`. One comma may follow the last element.
fn json(
    line: &[u8],
    card: &mut impl FnMut(&[u8]) -> Result<(), LineErrorKind>,
) -> Result<(), LineErrorKind> {
    let inside = line
        .strip_prefix(b"[")
        .and_then(|line| line.strip_suffix(b"]"));
    let mut rest = inside.ok_or(LineErrorKind::Json)?.trim_ascii();
    while !rest.is_empty() {
        rest = match rest.split_first() {
            Some((&quote @ (b'"' | b'\''), quoted)) => string(quoted, quote, card)?,
            _ => {
                let end = rest
                    .iter()
                    .position(|&byte| byte == b',')
                    .unwrap_or(rest.len());
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

/// Calls `card` with an unquoted element of a JSON array, which must be a number as in JSON.
fn number(
    text: &[u8],
    card: &mut impl FnMut(&[u8]) -> Result<(), LineErrorKind>,
) -> Result<(), LineErrorKind> {
    match text {
        b"" => Err(LineErrorKind::Nothing),
        digits if digits.iter().all(u8::is_ascii_digit) => card(digits),
        other => Err(LineErrorKind::NotANumber {
            found: brief(other),
        }),
    }
}

/// Calls `card` with the string that starts after its opening quote in `quoted`. Returns the text after its closing
/// quote.
fn string<'a>(
    quoted: &'a [u8],
    quote: u8,
    card: &mut impl FnMut(&[u8]) -> Result<(), LineErrorKind>,
) -> Result<&'a [u8], LineErrorKind> {
    let end = quoted
        .iter()
        .position(|byte| [quote, b'\\'].contains(byte))
        .ok_or(LineErrorKind::Json)?;
    if quoted[end] == quote {
        card(&quoted[..end])?;
        return Ok(&quoted[end + 1..]);
    }
    let (name, rest) = unescaped(quoted, quote).ok_or(LineErrorKind::Json)?;
    card(&name)?;
    Ok(rest)
}

/// Returns the string before the closing quote, and the text after that quote. Escape sequences in the string are
/// replaced.
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

/// Returns the character that an escape sequence stands for, and the text after the sequence. `rest` starts after the
/// backslash. The sequences are those of JSON (RFC 8259, section 7) and `\'`.
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

/// Returns the character with the UTF-16 code of four hexadecimal digits, or of a surrogate pair, and the text after
/// it. A surrogate pair is two groups of four digits with `\u` between them.
fn code_point(rest: &[u8]) -> Option<(char, &[u8])> {
    let (unit, behind) = unit(rest)?;
    if !(0xd800..0xdc00).contains(&unit) {
        return Some((char::from_u32(unit)?, behind));
    }
    let (low, behind) = self::unit(behind.strip_prefix(b"\\u")?)?;
    let low = low.checked_sub(0xdc00).filter(|&low| low < 0x400)?;
    Some((
        char::from_u32(0x10000 + ((unit - 0xd800) << 10) + low)?,
        behind,
    ))
}

fn unit(rest: &[u8]) -> Option<(u32, &[u8])> {
    let digits = rest
        .get(..4)
        .filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))?;
    Some((
        u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?,
        &rest[4..],
    ))
}

/// A list of playing cards in order from the top, read from a text.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct List<'a> {
    /// The cards as the text spells them.
    pub cards: Vec<&'a str>,
    /// The lines of the text before the first card.
    pub headings: Vec<&'a str>,
}

/// The playing cards of a line, each with the number before or after it, if there is one.
type Numbered<'a> = Vec<(Option<u32>, &'a str)>;

impl<'a> List<'a> {
    /// Reads a list of playing cards. Returns `None` if the text has fewer than two playing cards, or if it is a list
    /// of names of any kind: all its playing cards are single words without numbers, and other lines follow them.
    ///
    /// # Errors
    ///
    /// If a line after the first card has no playing card, and the text is not a list of names of any kind. If the
    /// cards have numbers that are not consecutive from 0 or 1.
    pub fn read(text: &'a str) -> Result<Option<List<'a>>, LineError> {
        let mut list = List::default();
        let (mut numbered, mut is_plain, mut no_cards) = (Vec::new(), true, None);
        for (line, content) in lines(text) {
            match cards(content) {
                Some(found) => {
                    is_plain &= found
                        .iter()
                        .all(|(number, card)| number.is_none() && Face::words(card).count() == 1);
                    numbered.extend(found);
                }
                None if numbered.is_empty() => list.headings.push(content),
                None => no_cards = no_cards.or(Some((line, content))),
            }
        }
        match no_cards {
            _ if numbered.len() < 2 => return Ok(None),
            Some(_) if is_plain => return Ok(None),
            Some((line, content)) => {
                let kind = LineErrorKind::NotAFace {
                    found: brief(content.as_bytes()),
                };
                return Err(LineError { line, kind });
            }
            None => {}
        }
        list.cards = in_order(numbered)?;
        Ok(Some(list))
    }
}

/// Returns the lines of a text with their line numbers, from 1, without empty lines and comments such as `# a stack`.
fn lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    let is_comment = |line: &str| line == "#" || line.starts_with("# ");
    (1..)
        .zip(text.lines().map(str::trim))
        .filter(move |(_, line)| !line.is_empty() && !is_comment(line))
}

/// Returns the names in a list with one card on each line, or `None` if a line has another form. A line is a number and
/// a name, such as `1. The Fool`, with consecutive numbers from 0 or 1, or a name with `of`, such as `Ace of Cups`.
pub fn one_a_line(text: &str) -> Option<Vec<&str>> {
    let (mut names, mut first) = (Vec::new(), None);
    for (_, line) in lines(text) {
        let digits = line.len()
            - line
                .trim_start_matches(|letter: char| letter.is_ascii_digit())
                .len();
        let rest = line[digits..]
            .strip_prefix(['.', ')', ':'])
            .map(str::trim)
            .filter(|name| !name.is_empty());
        names.push(match (line[..digits].parse::<usize>(), rest) {
            (Ok(number), Some(name)) => {
                let expected = *first.get_or_insert(number.min(1)) + names.len();
                (number == expected).then_some(name)?
            }
            _ => Some(line).filter(|line| line.contains(" of ") && !line.contains([',', '\t']))?,
        });
    }
    (names.len() > 1).then_some(names)
}

/// Reads a line of playing cards, each with or without a number before it, or `None` if the line has other words. If
/// the line has one card, the number may follow the card.
fn cards(line: &str) -> Option<Numbered<'_>> {
    let places: Vec<_> = Face::words(line).collect();
    let texts: Vec<&str> = places.iter().map(|place| &line[place.clone()]).collect();
    let (mut cards, mut at) = (Vec::new(), 0);
    while at < texts.len() {
        let number = texts[at]
            .parse()
            .ok()
            .filter(|_| Face::first(&texts[at..]).is_none());
        at += usize::from(number.is_some());
        let Some((_, used)) = Face::first(&texts[at..]) else {
            return match (number, &mut cards[..]) {
                (Some(_), [(none @ None, _)]) if at == texts.len() => {
                    *none = number;
                    Some(cards)
                }
                _ => None,
            };
        };
        let card = &line[places[at].start..places[at + used - 1].end];
        cards.push((number, card));
        at += used;
    }
    (!cards.is_empty()).then_some(cards)
}

/// Returns the cards sorted by their numbers if all have numbers, otherwise in the order of the text.
fn in_order(mut cards: Numbered<'_>) -> Result<Vec<&str>, LineError> {
    let numbers: Option<Vec<u32>> = cards.iter().map(|(number, _)| *number).collect();
    if let Some(numbers) = numbers {
        let first = u32::from(!numbers.contains(&0));
        let mut seen = HashSet::new();
        let last = first + cards.len() as u32 - 1;
        let wrong = numbers
            .iter()
            .position(|number| !(first..=last).contains(number) || !seen.insert(number));
        if let Some(place) = wrong {
            let (number, card) = (numbers[place], brief(cards[place].1.as_bytes()));
            let kind = LineErrorKind::Numbering {
                number,
                card,
                first,
                last,
            };
            return Err(LineError {
                line: place as u64 + 1,
                kind,
            });
        }
        cards.sort_unstable_by_key(|(number, _)| *number);
    }
    Ok(cards.into_iter().map(|(_, card)| card).collect())
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
            (
                "ace of spades, 2 of hearts",
                vec!["ace of spades", "2 of hearts"],
            ),
            (
                "ace of spades\t2 of hearts\r",
                vec!["ace of spades", "2 of hearts"],
            ),
            ("", vec![]),
            ("[]", vec![]),
            ("[1,2 , 3]", vec!["1", "2", "3"]),
            ("[ \"A, B\", \"C\" , 7,]", vec!["A, B", "C", "7"]),
            (
                r#"['3S', '7\u2660', "it's", '"', '\'']"#,
                vec!["3S", "7♠", "it's", "\"", "'"],
            ),
            (
                r#"["10\u2660", "\ud83c\udca1", "\"\\\/\t"]"#,
                vec!["10♠", "🂡", "\"\\/\t"],
            ),
        ] {
            assert_eq!(cards(line).unwrap(), expected, "{line}");
        }
    }

    #[test]
    fn separators_in_the_place_of_commas() {
        for (line, expected) in [
            ("1;2; 3", Some("1,2, 3")),
            ("1,2;3", None),
            ("1\t2;3", None),
            ("1 2", None),
        ] {
            let found = with_commas(line.as_bytes(), b';');
            assert_eq!(found.as_deref(), expected.map(str::as_bytes), "{line}");
        }
        assert_eq!(
            with_commas(b"|A|K|", b'|').as_deref(),
            Some(b"A,K,".as_slice())
        );
    }

    #[test]
    fn what_is_no_list() {
        for line in ["1,,2", ",1", "a,,b", "[1,,2]", "[,]", "1, ,2"] {
            assert_eq!(cards(line), Err(LineErrorKind::Nothing), "{line}");
        }
        for line in [
            "[1",
            "[\"a]",
            "[\"a\" \"b\"]",
            "[\"\\x\"]",
            "[\"\\ud800\"]",
            "[\"\\u12\"]",
            "[\"a\\",
            "['a\"]",
        ] {
            assert_eq!(cards(line), Err(LineErrorKind::Json), "{line}");
        }
        for (line, piece) in [
            ("[null]", "null"),
            ("[1.5]", "1.5"),
            ("[-1]", "-1"),
            ("[[1]]", "[1]"),
        ] {
            assert_eq!(
                cards(line),
                Err(LineErrorKind::NotANumber {
                    found: piece.into()
                }),
                "{line}"
            );
        }
    }
}

#[cfg(test)]
mod list_tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<&str>> {
        List::read(text).unwrap().map(|list| list.cards)
    }

    #[test]
    fn lists_of_cards() {
        for text in [
            "AS KH 10D",
            "as, kh, td",
            "AS\r\nKH\r\n10D\r\n",
            "1. AS\n2. KH\n3. 10D",
            "1) AS 2) KH 3) 10D",
            "1  Ace of Spades\n2  King of Hearts\n3  10 of Diamonds",
            "Ace of Spades King of Hearts Ten of Diamonds",
            "My stack\nposition,card\n1,A♠\n2,K♥\n3,10♦",
            "# comment\n\n\"AS\",\"KH\",\"10D\"",
            "[\"AS\", \"KH\", \"10D\"]",
            "- A♠\n- K♥\n- 10♦",
            "KH 2\n10D 3\nAS 1",
            "0: AS\n1: KH\n2: 10D",
            "ace_of_spades\nking_of_hearts\n10_of_diamonds",
            "🂡 🂾 🃊",
        ] {
            let faces: Vec<String> = read(text)
                .unwrap()
                .iter()
                .map(|card| Face::parse(card).unwrap().to_string())
                .collect();
            assert_eq!(faces, ["AS", "KH", "10D"], "{text:?}");
        }
        assert_eq!(
            read("2. Ace of Spades\n1. a♠"),
            Some(vec!["a♠", "Ace of Spades"])
        );
    }

    #[test]
    fn other_cards() {
        for text in [
            "",
            "AS",
            "1 2 3",
            "A B C",
            "1. A\n2. B",
            "AS KH X",
            "AS\nKH\nmine",
            "C2 C3",
            "AS 1 2",
        ] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }

    #[test]
    fn other_names_one_a_line() {
        let names = Some(vec!["The Fool", "Ace of Cups"]);
        assert_eq!(one_a_line("1. The Fool\r\n2) Ace of Cups\n"), names);
        assert_eq!(one_a_line("# Tarot\n0: The Fool\n1: Ace of Cups"), names);
        assert_eq!(
            one_a_line("Ace of Cups\n\nTwo of Cups"),
            Some(vec!["Ace of Cups", "Two of Cups"])
        );
        for text in [
            "A\nB",
            "1. A\n3. B",
            "1.\n2.",
            "1. A",
            "A of B, C\nD of E",
            "1 A\n2 B",
        ] {
            assert_eq!(one_a_line(text), None, "{text:?}");
        }
    }

    #[test]
    fn wrong_lists() {
        for (text, error) in [
            (
                "1. AS\n2. King of Harts\n3. 2C",
                "line 2: '2. King of Harts' is not a playing card; expected for example AS, 10♥ or Queen of Hearts",
            ),
            (
                "1. AS\n2. KH\n2. 2C",
                "line 3: the number 2 of 2C; expected each number from 1 to 3 once",
            ),
            (
                "0. AS\n1. KH\n3. 2C",
                "line 3: the number 3 of 2C; expected each number from 0 to 2 once",
            ),
        ] {
            assert_eq!(List::read(text).unwrap_err().to_string(), error);
        }
    }
}
