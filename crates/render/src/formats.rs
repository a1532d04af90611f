//! Writes reports as text, JSON, CSV and `.npy` files of numpy, version 1.0.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use tabled::builder::Builder;
use tabled::settings::style::Style;
use tabled::settings::{Alignment, Padding};

use crate::numbers::widest;
use crate::printable::{is_printable, printable};
use crate::view::{Page, Table};

/// Number of spaces between two columns: the usual number, and the number if the table would be too wide with it.
const GAPS: [usize; 2] = [2, 1];

/// Number of characters of a line up to which the usual gap is used, if the width of the page is unknown.
const USUAL_WIDTH: usize = 80;

/// Writes a table as text, with right-aligned columns under their names.
///
/// Columns that do not fit on the page follow below, each time with the first column repeated.
pub fn text(table: Table, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let names = table.columns.iter().map(ToString::to_string).collect();
    let lines: Vec<Vec<String>> = std::iter::once(names).chain(table.rows).collect();
    let width = |column: usize| widest(lines.iter().map(|line| &line[column]));
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    let wide = page.width.unwrap_or(USUAL_WIDTH);
    let total = |gap: usize| widths.iter().sum::<usize>() + gap * widths.len().saturating_sub(1);
    let gap = GAPS
        .into_iter()
        .find(|&gap| total(gap) <= wide)
        .unwrap_or(GAPS[0]);
    let blocks = blocks(&widths, gap, page.width.unwrap_or(usize::MAX));
    for (place, columns) in blocks.iter().enumerate() {
        if place > 0 {
            writeln!(out, "\nThe other columns, which do not fit beside these:")?;
        }
        write_block(&lines, columns, gap, out)?;
    }
    Ok(())
}

/// Splits columns into blocks of at most `max` characters, each with the first column.
fn blocks(widths: &[usize], gap: usize, max: usize) -> Vec<Vec<usize>> {
    let (mut blocks, mut taken) = (vec![vec![0]], widths.first().copied().unwrap_or(0));
    for (column, width) in widths.iter().enumerate().skip(1) {
        let last = blocks.last_mut().expect("there is a first block");
        if taken + gap + width > max && last.len() > 1 {
            blocks.push(vec![0, column]);
            taken = widths[0] + gap + width;
        } else {
            last.push(column);
            taken += gap + width;
        }
    }
    blocks
}

fn write_block(
    lines: &[Vec<String>],
    columns: &[usize],
    gap: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut builder = Builder::default();
    lines
        .iter()
        .for_each(|line| builder.push_record(columns.iter().map(|&column| line[column].as_str())));
    let mut drawn = builder.build();
    drawn
        .with(Style::empty())
        .with(Alignment::right())
        .with(Padding::new(0, gap, 0, 0));
    drawn
        .to_string()
        .lines()
        .try_for_each(|line| writeln!(out, "{}", line.trim_end()))
}

/// Writes comma-separated values (RFC 4180, with bare line feeds): a header and one line per row.
pub fn csv(table: Table, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    let names = table.columns.iter().map(ToString::to_string).collect();
    for row in std::iter::once(names).chain(table.rows) {
        row.iter()
            .try_for_each(|cell| writer.write_field(&*csv_cell(cell)))
            .map_err(io_error)?;
        writer.write_record(None::<&[u8]>).map_err(io_error)?;
    }
    writer.flush()
}

/// Escapes the unprintable characters of a cell, and puts an apostrophe before a text that a spreadsheet would compute.
///
/// Numbers are not changed. A tab or a line end at the beginning is escaped.
fn csv_cell(cell: &str) -> Cow<'_, str> {
    let is_number = || {
        let is_digit = |letter: char| letter.is_ascii_digit() || " ./+-".contains(letter);
        cell.chars().all(is_digit) || cell.parse::<f64>().is_ok()
    };
    match (
        cell.starts_with(['=', '+', '-', '@']) && !is_number(),
        cell.chars().all(is_printable),
    ) {
        (false, true) => Cow::Borrowed(cell),
        (false, false) => printable(cell).into(),
        (true, _) => format!("'{}", printable(cell)).into(),
    }
}

/// Keeps the kind of the error, so that callers can distinguish a closed pipe from a full disk.
fn io_error(error: ::csv::Error) -> io::Error {
    match error.into_kind() {
        ::csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

pub fn json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *out, Printable))?;
    writeln!(out)
}

/// Escapes unprintable characters in addition to those that JSON requires.
struct Printable;

impl Formatter for Printable {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(|letter| !is_printable(letter)) {
            out.write_all(&rest.as_bytes()[..at])?;
            let letter = rest[at..].chars().next().unwrap_or_default();
            letter
                .encode_utf16(&mut [0; 2])
                .iter()
                .try_for_each(|unit| write!(out, "\\u{unit:04x}"))?;
            rest = &rest[at + letter.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}

/// Breaks lines that are wider than the page between words, never within one.
///
/// Continuation lines have the indent of the first line. Escape sequences of styles have no width.
pub struct Wrap<'a> {
    /// Width of the page in columns, or `None` for lines of any length.
    width: Option<usize>,
    out: &'a mut dyn Write,
    /// The current line, which has no line end yet.
    line: Vec<u8>,
    /// Number of lines written so far, if the page has a width.
    pub lines: usize,
}

impl<'a> Wrap<'a> {
    pub fn new(width: Option<usize>, out: &'a mut dyn Write) -> Wrap<'a> {
        Wrap {
            width,
            out,
            line: Vec::new(),
            lines: 0,
        }
    }

    /// Writes the last line, if it has no line end.
    pub fn end(mut self) -> io::Result<()> {
        self.write_line()
    }

    fn write_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        self.lines += 1;
        match self.width {
            // A character takes at most as many columns as bytes, so shorter lines always fit.
            Some(width) if line.len() > width => {
                self.lines += broken(&String::from_utf8_lossy(&line), width, self.out)?;
                Ok(())
            }
            _ => self.out.write_all(&line),
        }
    }
}

impl Write for Wrap<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.width.is_none() {
            return self.out.write(bytes);
        }
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.write_line()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a line, broken at spaces, and returns the number of breaks.
fn broken(line: &str, width: usize, out: &mut dyn Write) -> io::Result<usize> {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let (mut column, mut escaped, mut breaks) = (0, false, 0);
    // `from` is the first byte that is not written. `space` is the last space after it, with its column.
    let (mut from, mut space) = (0, None);
    for (at, letter) in line.char_indices() {
        escaped |= letter == '\x1b';
        if escaped || letter == '\n' {
            escaped &= !letter.is_ascii_alphabetic();
            continue;
        }
        if letter == ' ' && column > indent {
            space = Some((at, column));
        }
        column += 1;
        if column <= width || letter == ' ' {
            continue;
        }
        if let Some((end, before)) = space.take() {
            writeln!(out, "{}", line[from..end].trim_end_matches(' '))?;
            write!(out, "{:indent$}", "")?;
            (from, column) = (end + 1, indent + column - before - 1);
            breaks += 1;
        }
    }
    out.write_all(&line.as_bytes()[from..])?;
    Ok(breaks)
}

/// Returns the header of an array of the given shape. The elements follow the header row by row.
///
/// `descr` is the type as numpy prints it: a quoted name such as `'<f8'`, or a list of the names and types of columns.
///
/// ```
/// let header = faro_render::npy_header("'|u1'", &[1000, 52]);
/// assert_eq!(header.len() % 64, 0);
/// assert!(header.ends_with(b"\n") && header.starts_with(b"\x93NUMPY\x01\x00"));
/// ```
pub fn npy_header(descr: &str, shape: &[u64]) -> Vec<u8> {
    let shape = match shape {
        [length] => format!("({length},)"),
        lengths => format!(
            "({})",
            lengths
                .iter()
                .map(u64::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        ),
    };
    let mut text = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}");
    // Spaces and a line end let the elements begin at a multiple of 64 bytes.
    let before = b"\x93NUMPY\x01\x00??".len() + text.len() + 1;
    text += &" ".repeat(before.next_multiple_of(64) - before);
    text.push('\n');
    [
        b"\x93NUMPY\x01\x00".as_slice(),
        &(text.len() as u16).to_le_bytes(),
        text.as_bytes(),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(width: Option<usize>) -> String {
        let rows =
            [["1", "10", "long cell"], ["22", "3", ""]].map(|row| row.map(String::from).to_vec());
        let table = Table::new(["n", "two", "three"], rows.into_iter());
        let mut out = Vec::new();
        text(
            table,
            &Page {
                width,
                ..Page::default()
            },
            &mut out,
        )
        .unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_are_right_aligned() {
        let whole = " n  two      three\n 1   10  long cell\n22    3\n";
        assert_eq!([written(None), written(Some(18))], [whole, whole]);
    }

    #[test]
    fn columns_that_do_not_fit_follow_below() {
        let (first, second) = (
            " n  two\n 1   10\n22    3\n",
            " n      three\n 1  long cell\n22\n",
        );
        let note = "\nThe other columns, which do not fit beside these:\n";
        assert_eq!(written(Some(15)), format!("{first}{note}{second}"));
        let narrow = " n two     three\n 1  10 long cell\n22   3\n";
        assert_eq!(written(Some(17)), narrow);
        assert_eq!(written(Some(1)), written(Some(13)));
    }

    #[test]
    fn csv_cells_are_no_formulas_and_no_escape_sequences() {
        for number in [
            "-1.5e-300",
            "+7",
            "-5/27",
            "-3.5e-428348737",
            "12",
            "",
            "-",
            "-inf",
            "-1 2 3",
        ] {
            assert_eq!(csv_cell(number), number);
        }
        for (text, written) in [
            ("=cmd!A0", "'=cmd!A0"),
            ("+A1", "'+A1"),
            ("-E5", "'-E5"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=A1", "\\t=A1"),
            ("\x1b]0;p\x07", "\\u{1b}]0;p\\u{7}"),
            ("A♠ =x", "A♠ =x"),
        ] {
            assert_eq!(csv_cell(text), written);
        }
    }

    #[test]
    fn strings_are_printable_and_unchanged() {
        let text = "a\x1b\x7f\u{9b}2J\u{202e}\u{e0041}\n\"\\ A♠ 牌";
        let mut bytes = Vec::new();
        json(&text, &mut bytes).unwrap();
        let written = String::from_utf8(bytes).unwrap();
        assert_eq!(
            written,
            "\"a\\u001b\\u007f\\u009b2J\\u202e\\udb40\\udc41\\n\\\"\\\\ A♠ 牌\"\n"
        );
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }

    fn wrapped(text: &str, width: usize) -> String {
        let mut out = Vec::new();
        let mut wrap = Wrap::new(Some(width), &mut out);
        // Writers may split a text anywhere.
        text.as_bytes()
            .chunks(3)
            .for_each(|part| wrap.write_all(part).unwrap());
        wrap.end().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(
            wrapped("one two three\nfour\n", 8),
            "one two\nthree\nfour\n"
        );
        assert_eq!(wrapped("one two three", 7), "one two\nthree");
        assert_eq!(wrapped("a b c d", 1), "a\nb\nc\nd");
    }

    #[test]
    fn words_are_never_broken() {
        assert_eq!(
            wrapped("1234567 12 1234567890 1\n", 4),
            "1234567\n12\n1234567890\n1\n"
        );
    }

    #[test]
    fn indents_are_kept() {
        assert_eq!(wrapped("  one two three\n", 9), "  one two\n  three\n");
        assert_eq!(
            wrapped("  onetwothree four\n", 9),
            "  onetwothree\n  four\n"
        );
    }

    #[test]
    fn styles_have_no_width() {
        assert_eq!(
            wrapped("\x1b[1mone two\x1b[0m\n", 7),
            "\x1b[1mone two\x1b[0m\n"
        );
        assert_eq!(
            wrapped("\x1b[1mone\x1b[0m ██ █ two\n", 6),
            "\x1b[1mone\x1b[0m ██\n█ two\n"
        );
    }

    #[test]
    fn a_pipe_has_lines_of_any_length() {
        let mut out = Vec::new();
        let mut wrap = Wrap::new(None, &mut out);
        wrap.write_all(b"one two").unwrap();
        wrap.end().unwrap();
        assert_eq!(out, b"one two");
    }
}
