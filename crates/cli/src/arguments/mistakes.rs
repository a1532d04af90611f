//! Mistakes in the command line, each as one line.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::arguments::tips;
use crate::output::error::{invalid, shortened};

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
