//! Writes results to standard output or to a file.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Context;
use clap::builder::StyledStr;
use faro_render::view::{ByteForm, Page, Report};

use crate::output::answer::Part;
use crate::output::destination::{self, Content, buffered, closed_is_done};
use crate::output::options::{Format, OutputArgs};
use crate::output::overwrite;
use crate::output::spinner;
use crate::output::stderr::{DEFAULT_WIDTH, has_colour, remark};

/// Name of the argument for the file of a picture.
pub const SVG: &str = "--svg <FILE>";

/// Writes a report in the requested format, even if the work was stopped early.
pub fn report<R: Report>(report: &R, args: &OutputArgs) -> anyhow::Result<()> {
    if let Some(answer) = args.answer().filter(|answer| answer.is_for(Part::Table)) {
        answer.keep_table(report)?;
        return finished(report.unfinished());
    }
    let page = page(args);
    write_to(args, &mut |out| match args.format {
        Format::Text => text(report, &page, out),
        Format::Json => faro_render::json(report, out),
        Format::Csv => report
            .numbers(out)
            .unwrap_or_else(|| faro_render::csv(report.table(), out)),
        Format::Raw => bytes_of(report, ByteForm::Raw, out),
        Format::Npy => bytes_of(report, ByteForm::Npy, out),
    })?;
    remark(other_format(args).as_deref(), args);
    finished(report.unfinished())
}

/// Returns a sentence about a file of text whose name promises another format.
fn other_format(args: &OutputArgs) -> Option<String> {
    let path = args
        .to_file()
        .filter(|_| matches!(args.format, Format::Text))?;
    let format = path.extension()?.to_str()?;
    if ["svg", "png", "pdf"].contains(&format) {
        return Some(format!(
            "{} is text; a picture is drawn by --svg FILE, where a command has it",
            path.display()
        ));
    }
    let is_format = ["json", "csv"].contains(&format);
    is_format.then(|| {
        format!(
            "{} is text; --format {format} writes {}",
            path.display(),
            format.to_uppercase()
        )
    })
}

/// Returns an error if something is missing because the work was stopped early.
pub fn finished(missing: Option<String>) -> anyhow::Result<()> {
    missing.map_or(Ok(()), |missing| Err(anyhow::anyhow!(missing)))
}

fn bytes_of<R: Report>(report: &R, form: ByteForm, out: &mut dyn Write) -> io::Result<()> {
    report
        .bytes(form, out)
        .unwrap_or_else(|| Err(io::Error::other("the result has no form in bytes")))
}

/// Returns an error if the requested form of bytes cannot be written, or would go to a terminal.
pub fn check_bytes(forms: &[ByteForm], args: &OutputArgs) -> anyhow::Result<()> {
    let (name, form, writers) = match args.format.byte_form() {
        None => return Ok(()),
        Some(form @ ByteForm::Raw) => ("raw", form, "faro deck writes raw decks"),
        Some(form @ ByteForm::Npy) => ("npy", form, "faro deck, matrix and sweep write arrays"),
    };
    let refused = |why: &str| {
        Err(crate::output::error::invalid(
            "--format <FORMAT>",
            name,
            why,
        ))
    };
    if !forms.contains(&form) {
        return refused(&format!("expected text, json or csv here; {writers}"));
    }
    let is_shown =
        args.answer().is_none() && args.to_file().is_none() && io::stdout().is_terminal();
    if is_shown {
        refused("a terminal cannot show bytes; use a pipe, or --output FILE")
    } else {
        Ok(())
    }
}

/// Writes a report as text. If the lines do not fit on the terminal, the headline is repeated at the end.
fn text<R: Report>(report: &R, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let mut wrap = faro_render::Wrap::new(page.width, out);
    report.text(page, &mut wrap)?;
    // One screen row is left for the prompt of the shell.
    if page.rows.is_some_and(|rows| wrap.lines >= rows) {
        report.headline(page, &mut wrap)?;
    }
    wrap.end()
}

/// Writes a picture or a page to its file in addition to the result.
pub fn in_addition(
    path: &Path,
    argument: &str,
    args: &OutputArgs,
    draw: Content,
) -> anyhow::Result<()> {
    match args.answer() {
        Some(answer) => answer.collect(Part::Picture, draw),
        None => destination::write(path, argument, draw),
    }
}

pub fn help_page(
    args: &OutputArgs,
    write: impl Fn(&Page, &mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let page = page(args);
    write_to(args, &mut |out| write(&page, out))
}

/// Writes a page of help, through the pager on a terminal where one is set.
pub fn help(help: &StyledStr, args: &OutputArgs) -> anyhow::Result<()> {
    let pager = std::env::var("PAGER").unwrap_or_default();
    if io::stdout().is_terminal()
        && !pager.trim().is_empty()
        && page_through(&pager, &help.ansi().to_string())
    {
        return Ok(());
    }
    let coloured = page(args).colour;
    write_to(args, &mut |out| {
        if coloured {
            write!(out, "{}", help.ansi())
        } else {
            write!(out, "{help}")
        }
    })
}

/// Shows a text by the user's pager. Returns whether the pager could be started.
fn page_through(pager: &str, text: &str) -> bool {
    let mut command = Command::new("sh");
    command.args(["-c", pager]).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // git's settings for `less`: end at once if the text fits the screen, keep colours, and leave the text on
        // the screen.
        command.env("LESS", "FRX");
    }
    let Ok(mut child) = command.spawn() else {
        return false;
    };
    // The user may end the pager before the end of the text.
    let _ = child
        .stdin
        .take()
        .map(|mut input| input.write_all(text.as_bytes()));
    child.wait().is_ok_and(|status| status.code() != Some(127))
}

/// Writes bytes unchanged, such as a shard, a completion script or a manual page.
pub fn bytes(bytes: &[u8], args: &OutputArgs) -> anyhow::Result<()> {
    write_to(args, &mut |out| out.write_all(bytes))
}

/// Returns an error if the file `path` cannot be written, before the work begins.
pub fn check_file(path: &Path, argument: &str, args: &OutputArgs) -> anyhow::Result<()> {
    if args.answer().is_some() {
        Ok(())
    } else {
        destination::check(path, argument)
    }
}

/// Returns an error if one of `files`, each with its argument, cannot be written, before the work begins.
///
/// None may be a file that is read.
pub fn check<'a>(
    read: impl IntoIterator<Item = &'a Path>,
    files: impl Iterator<Item = (&'a Path, &'static str)> + Clone,
    args: &OutputArgs,
) -> anyhow::Result<()> {
    if args.answer().is_some() {
        return Ok(());
    }
    overwrite::check(read, files.clone())?;
    files
        .into_iter()
        .try_for_each(|(path, argument)| destination::check(path, argument))
}

fn write_to(args: &OutputArgs, write: Content) -> anyhow::Result<()> {
    if let Some(answer) = args.answer() {
        return answer.collect(Part::Result, write);
    }
    if let Some((path, argument)) = args.written() {
        return destination::write_result(path, argument, write);
    }
    spinner::end();
    closed_is_done(buffered(io::stdout().lock(), write)).context("cannot write to standard output")
}

fn page(args: &OutputArgs) -> Page {
    let terminal = args.to_file().is_none() && io::stdout().is_terminal();
    let size = terminal.then(terminal_size::terminal_size).flatten();
    let width = || size.map_or(DEFAULT_WIDTH, |(width, _)| width.0.into());
    Page {
        width: terminal.then(width),
        rows: size.map(|(_, height)| height.0.into()),
        colour: has_colour(args.color, terminal),
        few_colours: terminal && faro_render::has_few_colours(),
        quiet: args.quiet,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_render::view::Table;
    use serde::Serialize;

    /// A report whose text is a headline and three lines. A page of ten columns breaks one line.
    #[derive(Serialize)]
    struct Four;

    impl Report for Four {
        fn table(&self) -> Table<'_> {
            Table::with_one_row([])
        }

        fn headline(&self, _: &Page, out: &mut dyn Write) -> io::Result<()> {
            writeln!(out, "headline")
        }

        fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
            self.headline(page, out)?;
            write!(out, "one\ntwo\nthree and four\n")
        }
    }

    #[test]
    fn a_text_longer_than_the_terminal_ends_with_its_headline() {
        for (rows, is_repeated) in [
            (None, false),
            (Some(6), false),
            (Some(5), true),
            (Some(1), true),
        ] {
            let mut out = Vec::new();
            let page = Page {
                width: Some(10),
                rows,
                ..Page::default()
            };
            text(&Four, &page, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert_eq!(
                text.ends_with("three and\nfour\nheadline\n"),
                is_repeated,
                "{rows:?}"
            );
            assert_eq!(
                text.matches("headline").count(),
                1 + usize::from(is_repeated),
                "{rows:?}"
            );
        }
    }
}
