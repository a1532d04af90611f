//! Mistakes in the command line, each as one line.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::arguments::tips;
use crate::arguments::typed_line::Line;
use crate::help;
use crate::output::SVG;
use crate::output::error::{invalid, shortened};

/// Checks that arguments are UTF-8 text without control characters, so that messages can show them.
///
/// The command line of an audited program may contain line ends.
pub fn check_readable(arguments: &[OsString]) -> anyhow::Result<()> {
    // An argument of `faro inspect` may be a pasted deck of several lines.
    let may_have_lines = arguments.get(1).is_some_and(|command| command == "inspect");
    let is_refused =
        |letter: char| letter.is_control() && !(may_have_lines && letter.is_whitespace());
    let mut for_other = false;
    for argument in arguments.iter().skip(1) {
        let is_command = argument
            .to_str()
            .is_some_and(|text| text.starts_with("--exec="));
        let shown = shortened(&argument.to_string_lossy());
        match argument.to_str() {
            None => anyhow::bail!("invalid argument '{shown}': expected text in UTF-8"),
            Some(text) if text.contains(is_refused) && !for_other && !is_command => {
                anyhow::bail!(
                    "invalid argument '{shown}': expected text without control characters"
                )
            }
            Some("--") => return Ok(()),
            Some(text) => for_other = text == "--exec",
        }
    }
    Ok(())
}

/// Turns an error of the argument parser into one line. `is_accepted` says whether the program accepts a command line.
pub fn of_parser(
    error: &clap::Error,
    arguments: &[OsString],
    program: &clap::Command,
    is_accepted: &dyn Fn(&[String]) -> bool,
) -> anyhow::Error {
    if let Some(range) = negative_range(error, arguments) {
        return invalid("[SIZES]", range, "expected 1 or more, for example 2..=1000");
    }
    let message = message(error);
    let texts = texts(arguments);
    let Some(line) = Line::new(&texts, program) else {
        return anyhow::anyhow!(message);
    };
    let corrected = tips::corrected(&line, is_accepted).map(|line| format!("try `{line}`"));
    match corrected
        .or_else(|| tips::of_parser(error, &line, is_accepted))
        .or_else(|| example(error, &message, &line))
    {
        Some(tip) => anyhow::anyhow!("{message}; {tip}"),
        None => anyhow::anyhow!(message),
    }
}

/// Adds a tip to the first line of a command's error: the command line that was likely meant, if any.
pub fn of_command(
    error: anyhow::Error,
    arguments: &[OsString],
    program: &clap::Command,
    is_accepted: &dyn Fn(&[String]) -> bool,
) -> anyhow::Error {
    let texts = texts(arguments);
    let meant = Line::new(&texts, program).and_then(|line| tips::corrected(&line, is_accepted));
    let Some(meant) = meant else { return error };
    let text = format!("{error:#}");
    let (first, below) = text.split_at(text.find('\n').unwrap_or(text.len()));
    if first.contains(&format!("`{meant}`")) {
        return error;
    }
    // Guesses at the meaning of one word are cut off, because the corrected command line is a better tip.
    let guesses = [
        "; did you mean",
        "; try ",
        "; the number of shuffles is",
        "; moves are separated by",
    ];
    let first = guesses.iter().fold(first, |first, guess| {
        first.split(guess).next().unwrap_or(first)
    });
    anyhow::anyhow!("{first}; try `{meant}`{below}")
}

/// Returns the arguments after the name of the program that are valid text.
fn texts(arguments: &[OsString]) -> Vec<&str> {
    arguments
        .iter()
        .skip(1)
        .filter_map(|argument| argument.to_str())
        .collect()
}

/// Returns the message of the parser's error without its tip.
fn message(error: &clap::Error) -> String {
    let texts = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let first = |kind| shortened(texts(kind).first().map_or("", String::as_str));
    let argument = || first(ContextKind::InvalidArg);
    match error.kind() {
        ErrorKind::InvalidValue if first(ContextKind::InvalidValue).is_empty() => {
            format!(
                "a value is required for '{}' but none was supplied{}",
                argument(),
                accepted(&texts(ContextKind::ValidValue))
            )
        }
        ErrorKind::InvalidValue => {
            let (value, valid) = (
                first(ContextKind::InvalidValue),
                texts(ContextKind::ValidValue),
            );
            format!(
                "invalid value '{value}' for '{}'{}",
                argument(),
                accepted(&valid)
            )
        }
        ErrorKind::ValueValidation if !argument().is_empty() => {
            let why = std::error::Error::source(error)
                .map(ToString::to_string)
                .unwrap_or_default()
                .replace("invalid digit found in string", "expected a whole number");
            format!(
                "invalid value '{}' for '{}': {why}",
                first(ContextKind::InvalidValue),
                argument()
            )
        }
        ErrorKind::UnknownArgument => format!("unexpected argument '{}' found", argument()),
        ErrorKind::InvalidSubcommand => {
            format!(
                "unrecognized subcommand '{}'",
                first(ContextKind::InvalidSubcommand)
            )
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = texts(ContextKind::InvalidArg);
            if missing == [SVG] {
                return "'--size' is the size of a picture; add --svg FILE".into();
            }
            format!(
                "the following required arguments were not provided: {}",
                missing.join(", ")
            )
        }
        ErrorKind::ArgumentConflict => match &texts(ContextKind::PriorArg)[..] {
            [] => format!(
                "the argument '{}' cannot be used with one or more of the other arguments",
                argument()
            ),
            [prior] if *prior == argument() => {
                format!("the argument '{prior}' cannot be used multiple times")
            }
            [prior] => format!(
                "the argument '{}' cannot be used with '{prior}'",
                argument()
            ),
            several => format!(
                "the argument '{}' cannot be used with: {}",
                argument(),
                several.join(", ")
            ),
        },
        // For errors that this program raises while it reads several arguments together, the parser has only their
        // text.
        _ => {
            let text = error.to_string();
            text.trim()
                .trim_start_matches("error: ")
                .lines()
                .next()
                .unwrap_or_default()
                .into()
        }
    }
}

/// Returns the accepted values of an argument, for the end of a message.
fn accepted(values: &[String]) -> String {
    match values {
        [] => String::new(),
        values => format!(" [possible values: {}]", values.join(", ")),
    }
}

/// Returns a range of deck sizes that begins below 0, which the parser has taken for an option.
fn negative_range<'a>(error: &clap::Error, arguments: &'a [OsString]) -> Option<&'a str> {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let mut texts = arguments
        .iter()
        .skip(1)
        .filter_map(|argument| argument.to_str());
    let is_sweep =
        error.kind() == ErrorKind::UnknownArgument && texts.by_ref().any(|text| text == "sweep");
    let is_number = unknown
        .strip_prefix('-')?
        .bytes()
        .all(|byte| byte.is_ascii_digit());
    let is_range = |text: &&str| {
        let rest = text.strip_prefix(unknown.as_str());
        rest.is_some_and(|rest| !rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    texts.find(is_range).filter(|_| is_sweep && is_number)
}

/// Returns an example of the command, for an argument that is missing or surplus. It has the most of the options, and is the
/// first of equals.
fn example(error: &clap::Error, message: &str, line: &Line) -> Option<String> {
    let is_meant = match error.kind() {
        ErrorKind::UnknownArgument | ErrorKind::MissingRequiredArgument => true,
        ErrorKind::InvalidValue => message.ends_with("none was supplied"),
        _ => message.contains("is missing") && !message.contains("for example"),
    };
    if !is_meant || message.contains("; ") {
        return None;
    }
    let Some(command) = line.program.find_subcommand(line.command) else {
        return Some("'faro --help' lists the commands".into());
    };
    let examples = help::examples(command);
    let missing = message.split_whitespace();
    let options: Vec<&str> = missing
        .chain(line.options())
        .filter(|word| word.starts_with("--"))
        .collect();
    let common = |example: &&String| {
        let found = options.iter().filter(|option| example.contains(**option));
        found.count()
    };
    let example = examples.iter().rev().max_by_key(common)?;
    if common(&example) == 0 && error.kind() == ErrorKind::InvalidValue {
        let option = message.split('\'').nth(1)?.replace(['<', '>'], "");
        return Some(format!("expected {option}"));
    }
    let example = example.trim().split("   ").next()?;
    Some(format!("expected for example `{example}`"))
}
