//! Error messages: one line with the argument, its value and the accepted values. Exit codes.

use std::fmt::Display;
use std::ops::Range;
use std::process::ExitCode;

use faro_render::printable::{is_printable, printable};
use num_bigint::BigUint;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Maximum number of characters of a value in a message.
const MAX_SHOWN: usize = 60;

/// Maximum number of characters of a reason. A reason may repeat a long word.
const MAX_REASON: usize = 600;

/// Returns the error of a value that its argument does not accept.
pub fn invalid(argument: &str, value: impl Display, why: impl Display) -> anyhow::Error {
    let (value, why) = (value.to_string(), why.to_string());
    anyhow::anyhow!(
        "invalid value '{}' for '{argument}': {}",
        shortened(&value),
        bounded(&why)
    )
}

/// Returns the error of a program that failed, or of an input that could not be read.
///
/// The message does not say that the argument naming the program or the input is invalid.
pub fn failed(name: impl Display, why: impl Display) -> anyhow::Error {
    anyhow::anyhow!(
        "'{}': {}",
        shortened(&name.to_string()),
        bounded(&why.to_string())
    )
}

/// Returns a reason followed by `text` with carets under the bytes in `span`.
pub fn with_caret(why: impl Display, text: &str, span: Range<usize>) -> String {
    if text.is_empty() {
        why.to_string()
    } else {
        format!("{why}\n{}", with_carets(text, span))
    }
}

/// Returns a number for a message, shortened if it is long.
pub fn brief(number: &BigUint) -> String {
    shortened(&number.to_string())
}

/// Shortens the first line of a reason for a message. Lines below it, with carets, are short already.
fn bounded(why: &str) -> String {
    let (line, below) = why.split_at(why.find('\n').unwrap_or(why.len()));
    match line.char_indices().nth(MAX_REASON) {
        Some((end, _)) => format!("{}…{below}", &line[..end]),
        None => why.into(),
    }
}

pub fn shortened(value: &str) -> String {
    let value = &printable(value);
    match value.chars().count() {
        0..=MAX_SHOWN => value.clone(),
        length => format!(
            "{}… ({length} characters)",
            value.chars().take(20).collect::<String>()
        ),
    }
}

/// Maximum width of the text before the marked part, in columns.
const MAX_BEFORE: usize = 30;

/// Maximum width of the marked part, in columns.
const MAX_MARKED: usize = 30;

/// Maximum width of the marked part with the text after it, in columns. With [`MAX_BEFORE`] it fits on one
/// line.
const MAX_TO_END: usize = 44;

/// Returns two lines: the text, or a window of a long text, and the carets. `span` is in bytes.
fn with_carets(text: &str, span: Range<usize>) -> String {
    let [before, marked, after] =
        [&text[..span.start], &text[span.clone()], &text[span.end..]].map(single_line);
    let before = last_columns(&before, MAX_BEFORE);
    let marked = first_columns(&marked, MAX_MARKED);
    let after = first_columns(&after, MAX_TO_END - marked.width());
    let (indent, carets) = (
        " ".repeat(before.width()),
        "^".repeat(marked.width().max(1)),
    );
    let shown = format!("  {before}{marked}{after}");
    format!("{}\n  {indent}{carets}", shown.trim_end())
}

/// Replaces each unprintable character by one replacement character, so that the carets stay aligned.
fn single_line(text: &str) -> String {
    text.chars()
        .map(|letter| {
            if is_printable(letter) {
                letter
            } else {
                char::REPLACEMENT_CHARACTER
            }
        })
        .collect()
}

/// Returns the text if it fits, otherwise its beginning and an ellipsis.
fn first_columns(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.into();
    }
    fitting(text.chars(), columns) + "…"
}

/// Returns the text if it fits, otherwise an ellipsis and its end.
fn last_columns(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.into();
    }
    let backwards = fitting(text.chars().rev(), columns);
    "…".to_string() + &backwards.chars().rev().collect::<String>()
}

/// Takes the characters that fit into `columns` columns minus one for an ellipsis.
fn fitting(letters: impl Iterator<Item = char>, columns: usize) -> String {
    let mut taken = 1;
    let fits = |letter: &char| {
        taken += letter.width().unwrap_or(0);
        taken <= columns
    };
    letters.take_while(fits).collect()
}

/// The result of a command that did not fail, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command did what was asked.
    Success,
    /// The verdict of an audit or of a proof is that the shuffle is unfair.
    Unfair,
    /// An audit or a certificate with too few decks to decide.
    TooFewDecks,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        match exit {
            Exit::Success => ExitCode::SUCCESS,
            Exit::Unfair => ExitCode::from(1),
            // Exit code 2 is for errors.
            Exit::TooFewDecks => ExitCode::from(3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_are_below_the_marked_part() {
        assert_eq!(with_carets("in cut:9", 3..8), "  in cut:9\n     ^^^^^");
        assert_eq!(with_carets("in^", 3..3), "  in^\n     ^");
        assert_eq!(with_carets("in  ", 4..4), "  in\n      ^");
    }

    #[test]
    fn unprintable_characters_take_one_column() {
        assert_eq!(
            with_carets("\x1b[2J in\n cut", 8..11),
            "  \u{fffd}[2J in\u{fffd} cut\n          ^^^"
        );
    }

    #[test]
    fn wide_letters_take_two_columns() {
        assert_eq!(with_carets("牌 in", 0..3), "  牌 in\n  ^^");
        assert_eq!(with_carets("牌 in", 4..6), "  牌 in\n     ^^");
    }

    #[test]
    fn a_window_of_a_long_text_is_shown() {
        let text = "in ".repeat(1000) + "cut:99" + &" out".repeat(1000);
        let shown = with_carets(&text, 3000..3006);
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines[0].width() <= 78 && lines[0].starts_with("  …") && lines[0].ends_with('…'));
        let at = lines[1].width() - 6;
        assert_eq!(
            lines[0].chars().skip(at).take(6).collect::<String>(),
            "cut:99"
        );
        assert!(
            with_carets(&"x".repeat(1000), 0..1000)
                .lines()
                .all(|line| line.width() <= 78)
        );
    }
}
