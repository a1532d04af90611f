//! Bar charts with a mark at the fair level.

use std::io::{self, Write};

use super::svg::{Caption, HUES, canvas, label};
use crate::plural::counted;
use crate::view::{Bar, Bars, Page};

/// Length of the longest bar, in characters.
const COLUMNS: usize = 40;

const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// Writes one line per bar: its name, its exact length as text, its decimal length, and the bar.
pub fn bars_text(bars: &Bars, ascii: bool, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let width =
        |text: fn(&Bar) -> &str| bars.bars.iter().map(|bar| text(bar).chars().count()).max().unwrap_or(0);
    let (names, exacts) = (width(|bar| &bar.name), width(|bar| &bar.exact));
    let longest = bars.longest();
    let columns =
        page.width.map_or(COLUMNS, |width| width.saturating_sub(names + exacts + 15).clamp(10, COLUMNS));
    let scaled = |length: f64| length / longest * columns as f64;
    for bar in &bars.bars {
        write!(out, "{:<names$}  {:>exacts$}  {:.6}  ", bar.name, bar.exact, bar.length)?;
        let drawn = drawn(scaled(bar.length), scaled(bars.fair), columns, ascii);
        page.bar(out, drawn.trim_end())?;
        writeln!(out)?;
    }
    Ok(())
}

/// Draws a bar, with a stroke in the column in which the fair level ends.
fn drawn(length: f64, fair: f64, columns: usize, ascii: bool) -> String {
    let eighths = (length * 8.0).round() as usize;
    let [full, stroke] = if ascii { ['#', '|'] } else { ['█', '│'] };
    let marked = (fair.ceil() as usize).max(1) - 1;
    let cell = |column: usize| match eighths.saturating_sub(8 * column) {
        _ if column == marked => stroke,
        8.. => full,
        4.. if ascii => full,
        _ if ascii => ' ',
        part => EIGHTHS[part],
    };
    (0..=columns).map(cell).collect()
}

/// Maximum number of bars that are drawn with their names.
const NAMED: usize = 120;

pub fn bars(bars: &Bars, out: &mut dyn Write) -> io::Result<()> {
    if bars.bars.len() <= NAMED { named(bars, out) } else { dense(bars, out) }
}

fn caption(bars: &Bars) -> Caption<'_> {
    let description = "One bar for each order of the deck, as long as its probability is large. The dashed line is \
                       the probability in a fair shuffle.";
    Caption { title: &bars.title, description }
}

/// Maximum number of bars below one another. Further bars are drawn in columns to the right.
const STACKED: usize = 40;

/// Draws horizontal bars with names, one per row.
fn named(bars: &Bars, out: &mut dyn Write) -> io::Result<()> {
    let letters = bars.bars.iter().map(|bar| bar.name.chars().count()).max().unwrap_or(0);
    let columns = bars.bars.len().div_ceil(STACKED).max(1);
    let rows = bars.bars.len().div_ceil(columns);
    let names = 30.0 + 7.5 * letters as f64;
    // Three columns of 40 bars are 800 wide, so that a page shows their type at its size.
    let extent = if columns == 1 { 560.0 } else { 110.0 };
    let width = names + extent + if columns == 1 { 150.0 } else { 90.0 };
    let height = TOP + ROW * rows as f64 + 20.0;
    canvas(width * columns as f64, height, &caption(bars), out, |out| {
        for (place, column) in bars.bars.chunks(rows.max(1)).enumerate() {
            let left = names + width * place as f64;
            stacked(column, bars, left, extent, out)?;
        }
        Ok(())
    })
}

const ROW: f64 = 20.0;
const TOP: f64 = 64.0;

/// Draws the bars of one column from `left` on, and the fair level over them.
fn stacked(column: &[Bar], bars: &Bars, left: f64, extent: f64, out: &mut dyn Write) -> io::Result<()> {
    let x = |length: f64| left + length / bars.longest() * extent;
    for (row, bar) in column.iter().enumerate() {
        let y = TOP + ROW * row as f64;
        label([left - 10.0, y + 14.0], "end", &bar.name, out)?;
        rectangle([left, y + 2.0, x(bar.length) - left, ROW - 4.0], out)?;
        let text = if bar.exact.len() <= 12 { bar.exact.clone() } else { format!("{:.6}", bar.length) };
        label([x(bar.length).max(x(bars.fair)) + 6.0, y + 14.0], "start", &text, out)?;
    }
    let bottom = TOP + ROW * column.len() as f64 + 4.0;
    level([x(bars.fair), TOP - 8.0, x(bars.fair), bottom], out)?;
    label([x(bars.fair), TOP - 13.0], "middle", &bars.fair_name, out)
}

/// Draws vertical bars without names, as one outline.
fn dense(bars: &Bars, out: &mut dyn Write) -> io::Result<()> {
    let (left, top, width, height) = (90.0, 64.0, 760.0, 340.0);
    let y = |length: f64| top + height - length / bars.longest() * height;
    let x = |bar: usize| left + width * bar as f64 / bars.bars.len() as f64;
    canvas(left + width + 24.0, top + height + 40.0, &caption(bars), out, |out| {
        write!(out, r#"<path fill="{}" d="M{left} {:.1}"#, HUES[0], y(0.0))?;
        for (index, bar) in bars.bars.iter().enumerate() {
            write!(out, "V{:.1}H{:.2}", y(bar.length), x(index + 1))?;
        }
        writeln!(out, r#"V{:.1}Z"/>"#, y(0.0))?;
        level([left, y(bars.fair), left + width, y(bars.fair)], out)?;
        label([left - 8.0, y(bars.fair) + 4.5], "end", "fair", out)?;
        label([left - 8.0, y(0.0) + 4.5], "end", "0", out)?;
        // Otherwise the label would touch the label of the fair level.
        if y(bars.fair) - top > 16.0 {
            label([left - 8.0, top + 4.5], "end", &format!("{:.2e}", bars.longest()), out)?;
        }
        let orders = format!("{}; {}", counted(bars.bars.len(), "order"), bars.fair_name);
        label([left + width / 2.0, top + height + 26.0], "middle", &orders, out)
    })
}

fn rectangle([x, y, width, height]: [f64; 4], out: &mut dyn Write) -> io::Result<()> {
    let hue = HUES[0];
    writeln!(out, r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" fill="{hue}"/>"#)
}

/// Draws the fair level as a dashed line over the bars.
fn level([x1, y1, x2, y2]: [f64; 4], out: &mut dyn Write) -> io::Result<()> {
    let hue = HUES[1];
    writeln!(
        out,
        r#"<path d="M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}" stroke="{hue}" stroke-width="2" stroke-dasharray="6 4"/>"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fair_level_is_visible_inside_and_outside_of_bars() {
        assert_eq!(drawn(4.5, 8.0, 40, false).trim_end(), "████▌  │");
        assert_eq!(drawn(8.0, 4.0, 40, false).trim_end(), "███│████");
        assert_eq!(drawn(0.0, 2.0, 40, true).trim_end(), " |");
        assert_eq!(drawn(3.6, 2.0, 40, true).trim_end(), "#|##");
    }
}
