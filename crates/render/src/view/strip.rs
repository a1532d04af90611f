//! The history of a deck as rows of coloured cells, and texts that flow over lines.

use std::io::{self, Write};

use anstyle::Style;

use super::page::Page;
use crate::palette::Tint;

/// The history of a deck: its cards before the first shuffle and after each shuffle, one row each.
pub struct Strip<'a> {
    pub cards: usize,
    /// Number of rows.
    pub count: u64,
    /// Width of the widest label in columns.
    pub label_width: usize,
    pub rows: Box<dyn Iterator<Item = StripRow<'a>> + 'a>,
    /// Returns the colour of a card, by the card's index.
    pub tint: Box<dyn Fn(u64) -> Tint + 'a>,
    pub tracked: Vec<Thread>,
    /// Returns the name of a card. `None` if cards are named by their numbers.
    pub name: Option<Box<dyn Fn(u64) -> String + 'a>>,
}

/// The deck after some shuffles, with a label such as `3` or `3 cut:9`.
pub struct StripRow<'a> {
    pub label: String,
    /// Positions of the tracked cards, as indices.
    pub places: Vec<u64>,
    pub deck: Box<dyn Iterator<Item = u64> + 'a>,
}

/// A card that is followed from row to row.
#[derive(Debug)]
pub struct Thread {
    pub index: u64,
    /// The number or the face of the card.
    pub name: String,
}

/// The letters of tracked cards whose names are too wide for a cell.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl Strip<'_> {
    /// Returns the marks of the tracked cards: their names if all fit in `width` columns, or letters.
    pub fn marks(&self, width: usize) -> Vec<String> {
        let fits = self
            .tracked
            .iter()
            .all(|card| card.name.chars().count() <= width);
        match fits {
            true => self.tracked.iter().map(|card| card.name.clone()).collect(),
            false => {
                let letters = LETTERS.chars().chain(std::iter::repeat('*'));
                letters.take(self.tracked.len()).map(String::from).collect()
            }
        }
    }
}

/// A short text that is never broken across lines.
#[derive(Debug)]
pub struct TextCell {
    pub text: String,
    pub style: Style,
}

impl From<String> for TextCell {
    fn from(text: String) -> TextCell {
        TextCell {
            text,
            style: Style::new(),
        }
    }
}

/// Writes cells separated by spaces, within the width of the terminal.
///
/// Lines after the first are indented.
pub struct Flow<'a> {
    page: &'a Page,
    out: &'a mut dyn Write,
    indent: usize,
    /// Number of columns used on the current line.
    column: usize,
    /// Whether the current line already has a cell.
    follows: bool,
}

impl<'a> Flow<'a> {
    /// Writes a label, and indents further lines by its width.
    pub fn with_label(
        label: &TextCell,
        page: &'a Page,
        out: &'a mut dyn Write,
    ) -> io::Result<Flow<'a>> {
        page.write(out, label.style, &label.text)?;
        let indent = label.text.chars().count();
        Ok(Flow {
            page,
            out,
            indent,
            column: indent,
            follows: false,
        })
    }

    /// Writes the next cell after a space, right-aligned to `width` columns.
    pub fn cell(&mut self, cell: &TextCell, width: usize) -> io::Result<()> {
        self.put(cell, width, usize::from(self.follows))
    }

    /// Writes the next cell without a space.
    pub fn abut(&mut self, cell: &TextCell) -> io::Result<()> {
        self.put(cell, 0, 0)
    }

    /// Begins a new line if cells of `length` columns fit on a whole line, but not on the rest of this one.
    pub fn keep_together(&mut self, length: usize) -> io::Result<()> {
        let line = self.page.width.unwrap_or(usize::MAX);
        if self.follows && self.column + length > line && self.indent + length <= line {
            writeln!(self.out)?;
            pad(self.out, self.indent)?;
            (self.column, self.follows) = (self.indent, false);
        }
        Ok(())
    }

    fn put(&mut self, cell: &TextCell, width: usize, space: usize) -> io::Result<()> {
        match self.page.width {
            None => pad(self.out, space)?,
            Some(line) => self.align(line, cell.text.chars().count(), width, space)?,
        }
        self.follows = true;
        self.page.write(self.out, cell.style, &cell.text)
    }

    /// Moves to the beginning of a cell of `length` columns, on this line or the next.
    fn align(&mut self, line: usize, length: usize, width: usize, space: usize) -> io::Result<()> {
        let taken = length.max(width);
        if self.follows && self.column + space + taken > line {
            writeln!(self.out)?;
            pad(self.out, self.indent)?;
            self.column = self.indent + taken;
        } else {
            pad(self.out, space)?;
            self.column += space + taken;
        }
        pad(self.out, taken - length)
    }

    pub fn end(self) -> io::Result<()> {
        writeln!(self.out)
    }
}

fn pad(out: &mut dyn Write, columns: usize) -> io::Result<()> {
    (0..columns).try_for_each(|_| out.write_all(b" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(names: &[&str]) -> Strip<'static> {
        let thread = |(index, name): (u64, &&str)| Thread {
            index,
            name: (*name).into(),
        };
        Strip {
            cards: 52,
            count: 0,
            label_width: 0,
            rows: Box::new(std::iter::empty()),
            tint: Box::new(|index| Tint::step(index, 52)),
            tracked: (0..).zip(names).map(thread).collect(),
            name: None,
        }
    }

    #[test]
    fn names_that_do_not_fit_become_letters() {
        assert_eq!(strip(&["1", "26"]).marks(2), ["1", "26"]);
        assert_eq!(strip(&["1", "26"]).marks(1), ["a", "b"]);
        assert_eq!(
            strip(&[""; 53].map(|_| "10♠")).marks(1)[50..],
            ["Y", "Z", "*"]
        );
    }

    #[test]
    fn cells_that_fit_on_a_line_are_kept_together() {
        let page = Page {
            width: Some(8),
            ..Page::default()
        };
        let mut out = Vec::new();
        let mut flow = Flow::with_label(&String::new().into(), &page, &mut out).unwrap();
        for group in ["(1 2)", "(3 4)", "(50 60 70 80)"] {
            flow.keep_together(group.len()).unwrap();
            for (place, text) in group.split(' ').enumerate() {
                let cell = text.to_string().into();
                if place == 0 {
                    flow.abut(&cell).unwrap();
                } else {
                    flow.cell(&cell, 0).unwrap();
                }
            }
        }
        flow.end().unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "(1 2)\n(3 4)(50\n60 70\n80)\n"
        );
    }

    fn flowed(label: &str, cells: &[&str], cell_width: usize, width: Option<usize>) -> String {
        let page = Page {
            width,
            ..Page::default()
        };
        let mut out = Vec::new();
        let mut flow = Flow::with_label(&label.to_string().into(), &page, &mut out).unwrap();
        for cell in cells {
            flow.cell(&cell.to_string().into(), cell_width).unwrap();
        }
        flow.end().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_pipe_has_no_width() {
        assert_eq!(flowed("1: ", &["10♥", "A♠"], 0, None), "1: 10♥ A♠\n");
    }

    #[test]
    fn a_terminal_breaks_lines_between_cells() {
        let cells = ["1", "10", "2", "20", "3"];
        assert_eq!(
            flowed("1: ", &cells, 2, Some(9)),
            "1:  1 10\n    2 20\n    3\n"
        );
    }

    #[test]
    fn a_cell_wider_than_the_terminal_has_its_own_line() {
        assert_eq!(flowed("", &["1234", "5678"], 4, Some(3)), "1234\n5678\n");
    }
}
