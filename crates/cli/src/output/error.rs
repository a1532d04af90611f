//! Error messages: one line with the argument, its value and the accepted values. Exit codes.

use std::ffi::OsString;
use std::fmt::Display;
use std::ops::Range;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use faro_render::printable::{is_printable, printable};
use num_bigint::BigUint;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::arguments::tips;

/// Maximum number of characters of a value in a message.
const MAX_SHOWN: usize = 60;

/// Maximum number of characters of a reason. A reason may repeat a long word.
const MAX_REASON: usize = 600;

/// Returns the error of a value that its argument does not accept.
pub fn invalid(argument: &str, value: impl Display, why: impl Display) -> anyhow::Error {
    let (value, why) = (value.to_string(), why.to_string());
    anyhow::anyhow!("invalid value '{}' for '{argument}': {}", shortened(&value), bounded(&why))
}

/// Returns the error of a program that failed, or of an input that could not be read.
///
/// The message does not say that the argument naming the program or the input is invalid.
pub fn failed(name: impl Display, why: impl Display) -> anyhow::Error {
    anyhow::anyhow!("'{}': {}", shortened(&name.to_string()), bounded(&why.to_string()))
}

/// Returns a reason followed by `text` with carets under the bytes in `span`.
pub fn with_caret(why: impl Display, text: &str, span: Range<usize>) -> String {
    if text.is_empty() { why.to_string() } else { format!("{why}\n{}", with_carets(text, span)) }
}

/// Checks that arguments are UTF-8 text without control characters, so that messages can show them.
///
/// The command line of an audited program may contain line ends.
pub fn check_readable(arguments: &[OsString]) -> anyhow::Result<()> {
    // A pasted deck may have several lines.
    let may_have_lines = arguments.get(1).is_some_and(|command| command == "inspect");
    let is_refused = |letter: char| letter.is_control() && !(may_have_lines && letter.is_whitespace());
    let mut for_other = false;
    for argument in arguments.iter().skip(1) {
        let is_command = argument.to_str().is_some_and(|text| text.starts_with("--exec="));
        let shown = shortened(&argument.to_string_lossy());
        match argument.to_str() {
            None => anyhow::bail!("invalid argument '{shown}': expected text in UTF-8"),
            Some(text) if text.contains(is_refused) && !for_other && !is_command => {
                anyhow::bail!("invalid argument '{shown}': expected text without control characters")
            }
            Some("--") => return Ok(()),
            Some(text) => for_other = text == "--exec",
        }
    }
    Ok(())
}

/// Returns a number for a message, shortened if it is long.
pub fn brief(number: &BigUint) -> String {
    shortened(&number.to_string())
}

/// Turns an error of the argument parser into one line.
pub fn one_line(mut error: clap::Error, arguments: &[OsString], program: &clap::Command) -> anyhow::Error {
    if let Some(range) = negative_range(&error, arguments) {
        return invalid("[SIZES]", range, "expected 1 or more, for example 2..=1000");
    }
    if error.kind() == ErrorKind::UnknownArgument {
        // clap's advice to pass an option as a value does not help here.
        error.remove(ContextKind::Suggested);
    }
    let tip = tips::tip(&error, arguments)
        .or_else(|| tips::commands(&error, program))
        .or_else(|| tips::options(&error, arguments, program));
    if tip.is_some() {
        for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::Suggested] {
            error.remove(kind);
        }
    }
    for kind in [ContextKind::InvalidValue, ContextKind::InvalidArg, ContextKind::InvalidSubcommand] {
        if let Some(ContextValue::String(value)) = error.get(kind) {
            let value = ContextValue::String(shortened(value));
            error.insert(kind, value);
        }
    }
    let usage = tip.map_or_else(|| usage(&error), |tip| format!("; {tip}"));
    let text = error.render().to_string();
    let message = text.strip_prefix("error: ").unwrap_or(&text);
    let lines = message.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let joined = lines.filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let mut sentence = String::new();
    for line in joined {
        let separator = separator(&sentence, line);
        sentence.extend([separator, line]);
    }
    anyhow::anyhow!(sentence + &usage)
}

/// Returns a range of deck sizes that begins below 0, which the parser has taken for an option.
fn negative_range<'a>(error: &clap::Error, arguments: &'a [OsString]) -> Option<&'a str> {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else { return None };
    let mut texts = arguments.iter().skip(1).filter_map(|argument| argument.to_str());
    let is_sweep = error.kind() == ErrorKind::UnknownArgument && texts.by_ref().any(|text| text == "sweep");
    let is_number = unknown.strip_prefix('-')?.bytes().all(|byte| byte.is_ascii_digit());
    let is_range = |text: &&str| {
        let rest = text.strip_prefix(unknown.as_str());
        rest.is_some_and(|rest| !rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    texts.find(is_range).filter(|_| is_sweep && is_number)
}

/// Returns the usage of the command if an unknown argument is not similar to a known one.
fn usage(error: &clap::Error) -> String {
    let unknown =
        error.kind() == ErrorKind::UnknownArgument && error.get(ContextKind::SuggestedArg).is_none();
    match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) if unknown => {
            format!("; {}", usage.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
        }
        _ => String::new(),
    }
}

fn separator(sentence: &str, next: &str) -> &'static str {
    match sentence.chars().last() {
        None => "",
        Some(':') => " ",
        Some(_) if next.starts_with('[') => " ",
        Some(_) if next.starts_with('-') || next.starts_with("<-") => ", ",
        Some(_) => "; ",
    }
}

/// Shortens the first line of a reason. The text below it is limited by other code.
fn bounded(why: &str) -> String {
    let (line, below) = why.split_at(why.find('\n').unwrap_or(why.len()));
    match line.char_indices().nth(MAX_REASON) {
        Some((end, _)) => format!("{}…{below}", &line[..end]),
        None => why.into(),
    }
}

fn shortened(value: &str) -> String {
    let value = &printable(value);
    match value.chars().count() {
        0..=MAX_SHOWN => value.clone(),
        length => format!("{}… ({length} characters)", value.chars().take(20).collect::<String>()),
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
    let (indent, carets) = (" ".repeat(before.width()), "^".repeat(marked.width().max(1)));
    let shown = format!("  {before}{marked}{after}");
    format!("{}\n  {indent}{carets}", shown.trim_end())
}

/// Replaces each unprintable character by one replacement character, so that the carets stay aligned.
fn single_line(text: &str) -> String {
    text.chars()
        .map(|letter| if is_printable(letter) { letter } else { char::REPLACEMENT_CHARACTER })
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
    /// An audit with too few decks for the decision that the user required.
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
        assert_eq!(with_carets("\x1b[2J in\n cut", 8..11), "  \u{fffd}[2J in\u{fffd} cut\n          ^^^");
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
        assert_eq!(lines[0].chars().skip(at).take(6).collect::<String>(), "cut:99");
        assert!(with_carets(&"x".repeat(1000), 0..1000).lines().all(|line| line.width() <= 78));
    }
}
