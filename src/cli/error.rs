//! Refusals: one line that names the argument, the value, and what would do.

use std::ffi::OsString;
use std::fmt::Display;
use std::ops::Range;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use num_bigint::BigUint;

use super::printable::printable;
use super::underline;

/// A longer value is cut in messages; nobody wants ten thousand digits back.
const MAX_SHOWN: usize = 60;

/// A reason that repeats a long word is cut too.
const MAX_REASON: usize = 600;

/// A value that fits its argument alone, but not with the rest of the command line.
pub fn invalid(argument: &str, value: impl Display, why: impl Display) -> anyhow::Error {
    let (value, why) = (value.to_string(), why.to_string());
    anyhow::anyhow!("invalid value '{}' for '{argument}': {}", shortened(&value), bounded(&why))
}

/// A reason, and below it the text with carets under what is meant.
pub fn with_caret(why: impl Display, text: &str, span: Range<usize>) -> String {
    if text.is_empty() { why.to_string() } else { format!("{why}\n{}", underline::with_carets(text, span)) }
}

/// Refuses arguments that no message could show as they are; what another program is told may have lines.
pub fn check_readable(arguments: &[OsString]) -> anyhow::Result<()> {
    let mut for_other = false;
    for argument in arguments.iter().skip(1) {
        let is_command = argument.to_str().is_some_and(|text| text.starts_with("--exec="));
        let shown = shortened(&argument.to_string_lossy());
        match argument.to_str() {
            None => anyhow::bail!("invalid argument '{shown}': expected text in UTF-8"),
            Some(text) if text.contains(char::is_control) && !for_other && !is_command => {
                anyhow::bail!("invalid argument '{shown}': expected text without control characters")
            }
            Some("--") => return Ok(()),
            Some(text) => for_other = text == "--exec",
        }
    }
    Ok(())
}

/// A number in a message, cut where it is long.
pub fn brief(number: &BigUint) -> String {
    shortened(&number.to_string())
}

/// What the argument parser has to say, as one line.
pub fn one_line(mut error: clap::Error) -> anyhow::Error {
    for kind in [ContextKind::InvalidValue, ContextKind::InvalidArg, ContextKind::InvalidSubcommand] {
        if let Some(ContextValue::String(value)) = error.get(kind) {
            let value = ContextValue::String(shortened(value));
            error.insert(kind, value);
        }
    }
    let usage = usage(&error);
    let text = error.render().to_string();
    let message = text.strip_prefix("error: ").unwrap_or(&text);
    let lines = message.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let joined = lines.filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let mut sentence = String::new();
    for line in joined {
        let glue = glue(&sentence, line);
        sentence.extend([glue, line]);
    }
    anyhow::anyhow!(sentence + &usage)
}

/// How the command is used, for one that found an argument it cannot name a better one for.
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

fn glue(sentence: &str, next: &str) -> &'static str {
    match sentence.chars().last() {
        None => "",
        Some(':') => " ",
        Some(_) if next.starts_with('[') => " ",
        Some(_) if next.starts_with('-') || next.starts_with("<-") => ", ",
        Some(_) => "; ",
    }
}

/// What stands below the line of a reason is bounded by itself.
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
