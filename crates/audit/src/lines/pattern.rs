use thiserror::Error;

use super::cards::contains;

/// A pattern that finds the deck in lines of a log.
///
/// In the pattern, `{deck}` stands for the deck and `*` for any text. Lines that do not match have no deck.
///
/// ```
/// use faro_audit::lines::Pattern;
///
/// let pattern: Pattern = "*deck: {deck} (*".parse()?;
/// assert_eq!(pattern.deck(b"12:01 INFO deck: 3 1 2 (5 ms)"), Some(b"3 1 2".as_slice()));
/// assert_eq!(pattern.deck(b"12:01 INFO started"), None);
/// # Ok::<(), faro_audit::lines::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The texts before the deck. The first one is at the start of the line, and each other one at its first occurrence
    /// after the previous one.
    before: Vec<Vec<u8>>,
    /// The texts after the deck.
    after: Vec<Vec<u8>>,
}

/// The error of a pattern that does not have `{deck}` exactly once, or that has `*` directly after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "expected {{deck}} once, in the place of the deck, and * in that of any text, for example '* deck: {{deck}}'"
)]
pub struct PatternError;

impl std::str::FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let (before, after) = text.split_once("{deck}").ok_or(PatternError)?;
        if after.contains("{deck}") || after.starts_with('*') {
            return Err(PatternError);
        }
        let parts = |text: &str| text.split('*').map(|part| part.as_bytes().to_vec()).collect();
        Ok(Pattern { before: parts(before), after: parts(after) })
    }
}

impl Pattern {
    /// Returns the part of `line` that is the deck, or `None` if the line does not match. O(length).
    pub fn deck<'a>(&self, line: &'a [u8]) -> Option<&'a [u8]> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let behind = behind(line, &self.before)?;
        let (next, others) = self.after.split_first()?;
        let end = match (next.as_slice(), others) {
            (b"", []) => behind.len(),
            (last, []) => behind.strip_suffix(last)?.len(),
            (first, _) => contains(behind, first)?,
        };
        let deck = &behind[..end];
        let rest = self::behind(&behind[end..], &self.after)?;
        let is_open = self.after.last().is_none_or(Vec::is_empty);
        (rest.is_empty() || is_open).then_some(deck)
    }
}

/// Returns the text after all parts: the first part is at the start of the line, and each other one at its first
/// occurrence after the previous one.
fn behind<'a>(line: &'a [u8], parts: &[Vec<u8>]) -> Option<&'a [u8]> {
    let (first, others) = parts.split_first()?;
    let mut rest = line.strip_prefix(first.as_slice())?;
    for part in others {
        rest = &rest[contains(rest, part)? + part.len()..];
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_in_lines() {
        for (pattern, line, deck) in [
            ("{deck}", "1 2\r", Some("1 2")),
            ("deck: {deck}", "deck: 1 2", Some("1 2")),
            ("deck: {deck}", "a deck: 1 2", None),
            ("*deck: {deck}", "a deck: 1 2", Some("1 2")),
            ("*] *: {deck}", "[info] game 7: A K", Some("A K")),
            ("<{deck}>", "<1 2>", Some("1 2")),
            ("<{deck}>", "<1 2> ", None),
            ("<{deck}>*", "<1 2> and more", Some("1 2")),
            ("{deck};*;end", "1 2;7;end", Some("1 2")),
            ("{deck};*;end", "1 2;7;", None),
        ] {
            let pattern: Pattern = pattern.parse().unwrap();
            assert_eq!(pattern.deck(line.as_bytes()), deck.map(str::as_bytes), "{pattern:?} {line}");
        }
        assert_eq!("deck".parse::<Pattern>(), Err(PatternError));
        assert_eq!("{deck}*".parse::<Pattern>(), Err(PatternError));
        assert_eq!("{deck}{deck}".parse::<Pattern>(), Err(PatternError));
    }
}
