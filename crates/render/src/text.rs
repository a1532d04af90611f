use std::io::{self, Write};

use tabled::builder::Builder;
use tabled::settings::style::Style;
use tabled::settings::{Alignment, Padding};

use crate::view::{Page, Table};

/// Number of spaces between two columns.
const GAP: usize = 2;

/// Writes a table as text, with right-aligned columns under their names.
///
/// Columns that do not fit on the page follow below, each time with the first column repeated.
pub fn text(table: Table, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let names = table.columns.iter().map(ToString::to_string).collect();
    let lines: Vec<Vec<String>> = std::iter::once(names).chain(table.rows).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    let blocks = blocks(&widths, page.width.unwrap_or(usize::MAX));
    for (place, columns) in blocks.iter().enumerate() {
        if place > 0 {
            writeln!(out, "\nThe other columns, which do not fit beside these:")?;
        }
        write_block(&lines, columns, out)?;
    }
    Ok(())
}

/// Splits columns into blocks of at most `most` characters, each with the first column.
fn blocks(widths: &[usize], most: usize) -> Vec<Vec<usize>> {
    let (mut blocks, mut taken) = (vec![vec![0]], widths.first().copied().unwrap_or(0));
    for (column, width) in widths.iter().enumerate().skip(1) {
        let last = blocks.last_mut().expect("there is a first block");
        if taken + GAP + width > most && last.len() > 1 {
            blocks.push(vec![0, column]);
            taken = widths[0] + GAP + width;
        } else {
            last.push(column);
            taken += GAP + width;
        }
    }
    blocks
}

fn write_block(lines: &[Vec<String>], columns: &[usize], out: &mut dyn Write) -> io::Result<()> {
    let mut builder = Builder::default();
    lines.iter().for_each(|line| builder.push_record(columns.iter().map(|&column| line[column].as_str())));
    let mut drawn = builder.build();
    drawn.with(Style::empty()).with(Alignment::right()).with(Padding::new(0, GAP, 0, 0));
    drawn.to_string().lines().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(width: Option<usize>) -> String {
        let rows = [["1", "10", "long cell"], ["22", "3", ""]].map(|row| row.map(String::from).to_vec());
        let table = Table::new(["n", "two", "three"], rows.into_iter());
        let mut out = Vec::new();
        text(table, &Page { width, ..Page::default() }, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_are_right_aligned() {
        let whole = " n  two      three\n 1   10  long cell\n22    3\n";
        assert_eq!([written(None), written(Some(18))], [whole, whole]);
    }

    #[test]
    fn columns_that_do_not_fit_follow_below() {
        let (first, second) = (" n  two\n 1   10\n22    3\n", " n      three\n 1  long cell\n22\n");
        let note = "\nThe other columns, which do not fit beside these:\n";
        assert_eq!(written(Some(17)), format!("{first}{note}{second}"));
        assert_eq!(written(Some(1)), written(Some(13)));
    }
}
