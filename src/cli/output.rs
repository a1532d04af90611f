//! Where the bytes go: standard output or a file, and what happens when that fails.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
use clap::builder::StyledStr;

use super::args::{Colour, Format, OutputArgs};
use super::refusal::invalid;
use super::render;
use super::view::{Figure, Page, Report};

/// The width of a terminal that does not tell.
const USUAL_WIDTH: usize = 80;

/// Writes a report in the format that was asked for.
///
/// The file is opened only here, when all that can be refused has been: a refused command
/// leaves what was in it. What was written before a failure or Ctrl-C stays written.
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

/// Writes a figure into its file.
pub fn picture(figure: &Figure, path: &Path) -> anyhow::Result<()> {
    to_file(path, "--svg <FILE>", |out| render::svg(figure, out))
}

/// Writes any other picture into its file.
pub fn drawing(path: &Path, draw: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    to_file(path, "--svg <FILE>", draw)
}

/// Writes a help text.
pub fn help(help: &StyledStr, args: &OutputArgs) -> anyhow::Result<()> {
    let coloured = page(args).colour;
    write_to(args, |out| if coloured { write!(out, "{}", help.ansi()) } else { write!(out, "{help}") })
}

/// Writes what a program reads: a completion script, a manual page.
pub fn bytes(bytes: &[u8], args: &OutputArgs) -> anyhow::Result<()> {
    write_to(args, |out| out.write_all(bytes))
}

/// Refuses a file in a folder that is not there, before the work for it begins.
pub fn check_folder(path: &Path, argument: &str) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.map(fs::metadata) {
        Some(Err(error)) => Err(invalid(argument, path.display(), format!("cannot write to it: {error}"))),
        _ => Ok(()),
    }
}

/// Says something beside the result.
pub fn note(text: &str) {
    // With nowhere to say it, it is not said.
    let _ = writeln!(io::stderr(), "note: {text}");
}

/// Writes what is read again by a program, whole or not at all: into a new file that then takes the
/// place of the old one.
pub fn whole(bytes: &[u8], args: &OutputArgs) -> anyhow::Result<()> {
    match args.to_file() {
        // A pipe or a device cannot be replaced.
        Some(path) if !path.exists() || path.is_file() => {
            let refused =
                |error| invalid("--output <FILE>", path.display(), format!("cannot write to it: {error}"));
            replace(path, bytes).map_err(refused)
        }
        _ => write_to(args, |out| out.write_all(bytes)),
    }
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Behind a link lies the file that is meant.
    let path = if path.exists() { path.canonicalize()? } else { path.to_path_buf() };
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let written = write_through(&part, bytes).and_then(|()| fs::rename(&part, &path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

/// So that the bytes are there before the name is.
fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn write_to(args: &OutputArgs, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    let Some(path) = args.to_file() else {
        return closed_is_done(buffered(io::stdout().lock(), write))
            .context("cannot write to standard output");
    };
    to_file(path, "--output <FILE>", write)
}

/// Writes something beside the result into a file that an argument names.
pub fn to_file(
    path: &Path,
    argument: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let refused = |error| invalid(argument, path.display(), format!("cannot write to it: {error}"));
    if path.as_os_str() == "-" {
        return Err(invalid(argument, "-", "a file is wanted; for one of this name ./- would do"));
    }
    let file = File::create(path).map_err(refused)?;
    closed_is_done(buffered(file, write)).map_err(refused)
}

fn buffered(to: impl Write, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, to);
    write(&mut out)?;
    out.flush()
}

/// A reader that has seen enough closes the pipe: the command has done what it was for.
fn closed_is_done(result: io::Result<()>) -> io::Result<()> {
    result.or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
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
