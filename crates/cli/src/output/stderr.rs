//! What goes to standard error: errors and notes.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use faro_render::printable::printable_lines;
use faro_sample::shuffle::Seed;

use crate::output::options::{Colour, OutputArgs};
use crate::output::{signals, spinner};

/// Assumed width of a terminal whose width is unknown.
pub const DEFAULT_WIDTH: usize = 80;

/// Writes an error to standard error. The arguments may be wrong, so `--color` is searched in `arguments`.
pub fn print_error(error: &anyhow::Error, arguments: impl Iterator<Item = OsString>) {
    let text = printable_lines(&format!("{error:#}"));
    let style = match has_colour(requested_colour(arguments), io::stderr().is_terminal()) {
        true => Style::new().bold().fg_color(Some(AnsiColor::Red.into())),
        false => Style::new(),
    };
    write_error(&format!("{style}error:{style:#} {text}\n"));
}

/// Returns the last value of `--color` before the arguments of another program.
fn requested_colour(arguments: impl Iterator<Item = OsString>) -> Colour {
    let (mut colour, mut is_next) = (Colour::Auto, false);
    for argument in arguments
        .map(|argument| argument.to_string_lossy().into_owned())
        .take_while(|text| text != "--")
    {
        let value = if is_next {
            Some(&*argument)
        } else {
            argument.strip_prefix("--color=")
        };
        colour = value
            .and_then(|value| Colour::from_str(value, false).ok())
            .unwrap_or(colour);
        is_next = argument == "--color";
    }
    colour
}

/// Announces work that may be long.
///
/// A terminal shows the elapsed time. A signal that ends the work is reported.
pub fn working(args: &OutputArgs) {
    signals::before_exit(interrupted);
    spinner::begin(args.quiet);
}

fn interrupted() {
    spinner::end();
    print_error(
        &anyhow::anyhow!("interrupted before the result was finished"),
        std::env::args_os(),
    );
}

/// Writes a note about an argument to standard error, unless notes are off.
pub fn remark(text: Option<&str>, args: &OutputArgs) {
    text.iter()
        .filter(|_| !args.quiet && args.answer().is_none())
        .for_each(|text| note(text));
}

pub fn note(text: &str) {
    write_error(&format!(
        "{}note: {}\n",
        spinner::erased(),
        printable_lines(text)
    ));
}

/// Writes how to repeat a result that depends on random numbers. A long seed is on a line of its own.
pub fn note_seed(seed: &Seed) {
    let seed = seed.to_string();
    let space = if seed.len() > DEFAULT_WIDTH / 2 {
        '\n'
    } else {
        ' '
    };
    note(&format!("repeat this result with{space}--seed {seed}"));
}

/// Writes to standard error. On a terminal, long lines are broken between words.
fn write_error(text: &str) {
    let stderr = io::stderr();
    let size = stderr
        .is_terminal()
        .then(terminal_size::terminal_size)
        .flatten();
    let mut out = stderr.lock();
    let mut wrap = faro_render::Wrap::new(size.map(|(width, _)| width.0.into()), &mut out);
    // If standard error is closed, the text is lost and only the exit code remains.
    let _ = wrap.write_all(text.as_bytes()).and_then(|()| wrap.end());
}

pub fn has_colour(requested: Colour, terminal: bool) -> bool {
    let is_allowed = || {
        std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            && std::env::var_os("TERM").is_none_or(|value| value != "dumb")
    };
    match requested {
        Colour::Auto => terminal && is_allowed(),
        Colour::Always => true,
        Colour::Never => false,
    }
}
