//! Writes results to standard output or to a file.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
use clap::builder::StyledStr;

use super::answer::Part;
use super::args::{Colour, Format, OutputArgs};
use super::destination::{self, buffered, closed_is_done};
use super::printable::printable_lines;
use super::render;
use super::stdout;
use super::view::{Figure, Page, Report};

/// The assumed width of a terminal whose width is unknown.
const USUAL_WIDTH: usize = 80;

/// The argument that names the file of a picture.
pub const SVG: &str = "--svg <FILE>";

/// Writes a report in the requested format, also an unfinished one.
pub fn report<R: Report>(report: &R, args: &OutputArgs) -> anyhow::Result<()> {
    let page = page(args);
    write_to(args, |out| match args.format {
        Format::Text => report.text(&page, out),
        Format::Json => render::json(report, out),
        Format::Csv => render::csv(report.table(), out),
    })?;
    match report.unfinished() {
        Some(what) => Err(anyhow::anyhow!(what)),
        None => Ok(()),
    }
}

/// Writes a figure to its file instead of the result.
pub fn picture(figure: &Figure, path: &Path, args: &OutputArgs) -> anyhow::Result<()> {
    drawing(path, args, |out| render::svg(figure, out))
}

/// Writes any other picture to its file instead of the result.
pub fn drawing(
    path: &Path,
    args: &OutputArgs,
    draw: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    match args.answer() {
        Some(answer) => answer.collect(Part::Picture, draw),
        None => destination::write_result(path, SVG, draw),
    }
}

/// Writes a picture or a page to its file in addition to the result.
pub fn in_addition(
    path: &Path,
    argument: &str,
    args: &OutputArgs,
    draw: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    match args.answer() {
        Some(answer) => answer.collect(Part::Picture, draw),
        None => destination::write(path, argument, draw),
    }
}

/// Writes a help text.
pub fn help(help: &StyledStr, args: &OutputArgs) -> anyhow::Result<()> {
    let coloured = page(args).colour;
    write_to(args, |out| if coloured { write!(out, "{}", help.ansi()) } else { write!(out, "{help}") })
}

/// Writes bytes as they are: a shard, a completion script, a manual page.
pub fn bytes(bytes: &[u8], args: &OutputArgs) -> anyhow::Result<()> {
    write_to(args, |out| out.write_all(bytes))
}

/// Checks before the work begins that a file can be written.
pub fn check_file(path: &Path, argument: &str, args: &OutputArgs) -> anyhow::Result<()> {
    if args.answer().is_some() { Ok(()) } else { destination::check(path, argument) }
}

/// Checks before the work begins that the result can be written.
pub fn check(args: &OutputArgs) -> anyhow::Result<()> {
    match args.written() {
        _ if args.answer().is_some() => Ok(()),
        Some((path, argument)) => destination::check(path, argument),
        None => stdout::open().map(drop).context(STDOUT),
    }
}

/// The context of errors of standard output.
const STDOUT: &str = "cannot write to standard output";

/// Writes a note to standard error.
pub fn note(text: &str) {
    // If standard error is closed, the note is lost.
    let _ = writeln!(io::stderr(), "note: {}", printable_lines(text));
}

fn write_to(args: &OutputArgs, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    if let Some(answer) = args.answer() {
        return answer.collect(Part::Result, write);
    }
    if let Some((path, argument)) = args.written() {
        return destination::write_result(path, argument, write);
    }
    let written = stdout::open().and_then(|stdout| buffered(stdout.lock(), write));
    closed_is_done(written).context(STDOUT)
}

fn page(args: &OutputArgs) -> Page {
    let terminal = args.to_file().is_none() && io::stdout().is_terminal();
    let width = || terminal_size::terminal_size().map_or(USUAL_WIDTH, |(width, _)| width.0.into());
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && std::env::var_os("TERM").is_none_or(|value| value != "dumb");
    let colour = match args.color {
        Colour::Auto => terminal && wanted,
        Colour::Always => true,
        Colour::Never => false,
    };
    Page { width: terminal.then(width), colour, quiet: args.quiet }
}
