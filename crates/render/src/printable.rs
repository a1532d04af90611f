//! Makes text from arguments, files and other programs safe for terminals and web pages. Characters that move
//! the cursor, change colours or the writing direction, or are invisible, are escaped as `\u{1b}` or `\n`.
//! Printable text is not changed.

/// Escapes the unprintable characters of a text, including line ends.
pub fn printable(text: &str) -> String {
    text.chars()
        .fold(String::with_capacity(text.len()), |mut shown, letter| {
            match is_printable(letter) {
                true => shown.push(letter),
                false => shown.extend(letter.escape_default()),
            }
            shown
        })
}

/// Escapes the unprintable characters of each line and keeps the line ends.
pub fn printable_lines(text: &str) -> String {
    text.split('\n')
        .map(printable)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns whether a character is visible, alone or as a combining mark after another character.
pub fn is_printable(letter: char) -> bool {
    match letter {
        ' '..='~' => true,
        _ if letter.is_ascii() => false,
        _ => format!("a{letter}").escape_debug().nth(2).is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printable_text_is_unchanged() {
        for text in [
            "",
            "A♠ 10♥ \u{2660}\u{fe0f}",
            "牌 É e\u{301} 'a' \"b\" \\u{1b}",
            "·–…",
        ] {
            assert_eq!(printable(text), text);
        }
    }

    /// Control characters of 7 and 8 bits, writing directions, line ends, unassigned characters.
    #[test]
    fn unprintable_characters_are_escaped() {
        let controls = (0..0x20)
            .chain(0x7f..0xa0)
            .chain([0x61c, 0xad, 0x200b, 0xfeff, 0xffff, 0xe0041]);
        let directions = (0x200e..0x2010).chain(0x2028..0x202f).chain(0x2066..0x206a);
        for letter in controls
            .chain(directions)
            .map(|number| char::from_u32(number).unwrap())
        {
            let shown = printable(&format!("a{letter}b"));
            assert!(
                shown.starts_with("a\\") && shown.ends_with('b') && shown.is_ascii(),
                "{letter:?}: {shown}"
            );
            assert_eq!(printable(&shown), shown);
        }
        assert_eq!(printable("a\x1b[31m\n\u{9b}2J"), r"a\u{1b}[31m\n\u{9b}2J");
        assert_eq!(printable_lines("a\n\tb\r\n"), "a\n\\tb\\r\n");
    }
}
