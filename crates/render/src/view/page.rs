//! The terminal or file that text is written to.

use std::io::{self, Write};

use anstyle::Style;

use crate::palette::{self, BLUE, ORANGE};

/// The properties of the terminal or file that text is written to.
#[derive(Debug, Default)]
pub struct Page {
    /// Width of the terminal in columns. `None` for a pipe or a file, where lines are not broken.
    pub width: Option<usize>,
    pub rows: Option<usize>,
    pub colour: bool,
    /// Whether the terminal has only sixteen colours.
    pub few_colours: bool,
    /// Whether to write only the result, without explanations.
    pub quiet: bool,
}

impl Page {
    /// Writes a text, in its style if colour is on.
    pub fn write(&self, out: &mut dyn Write, style: Style, text: &str) -> io::Result<()> {
        if self.colour && style != Style::new() && !text.is_empty() {
            let style = if self.few_colours {
                palette::in_sixteen(style)
            } else {
                style
            };
            write!(out, "{style}{text}{style:#}")
        } else {
            out.write_all(text.as_bytes())
        }
    }

    /// Writes a text in its style on a line of its own.
    pub fn line(&self, out: &mut dyn Write, style: Style, text: &str) -> io::Result<()> {
        self.write(out, style, text)?;
        writeln!(out)
    }

    pub fn bold(&self, out: &mut dyn Write, text: &str) -> io::Result<()> {
        self.write(out, Style::new().bold(), text)
    }

    /// Writes a bold text on a line of its own.
    pub fn heading(&self, out: &mut dyn Write, text: &str) -> io::Result<()> {
        self.line(out, Style::new().bold(), text)
    }

    /// Writes a bold name and, after at least one space, a text from column `column` on.
    pub fn entry(
        &self,
        out: &mut dyn Write,
        name: &str,
        column: usize,
        text: &str,
    ) -> io::Result<()> {
        self.bold(out, name)?;
        let width = column.saturating_sub(name.len()).max(1);
        writeln!(out, "{:width$}{text}", "")
    }

    /// Writes a bar, with the strokes that mark the fair level in another colour.
    pub fn bar(&self, out: &mut dyn Write, bar: &str) -> io::Result<()> {
        let is_mark = |letter: char| matches!(letter, '│' | '┃' | '|');
        for part in bar.split_inclusive(is_mark) {
            let length = part.trim_end_matches(is_mark).len();
            self.write(out, BLUE.on_default(), &part[..length])?;
            self.write(out, ORANGE.on_default().bold(), &part[length..])?;
        }
        Ok(())
    }
}
