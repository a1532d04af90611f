//! Bar charts with a mark at the fair level, as text and as SVG, and panels of histograms as SVG.
//!
//! In a panel, bars in the first hue are the counts, a line in the text colour is the uniform law, and a line in the
//! second hue is another shuffle.

use std::io::{self, Write};

use super::svg::{Caption, HUES, canvas, escaped, frame, heading, label};
use crate::numbers::{counted, widest};
use crate::view::{Bar, Bars, Page, Panel, Panels, Sheet};

/// Length of the longest bar, in characters.
const COLUMNS: usize = 40;

const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// Writes one line per bar: its name, its exact length as text, its decimal length, and the bar.
pub fn bars_text(bars: &Bars, ascii: bool, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let names = widest(bars.bars.iter().map(|bar| &bar.name));
    let exacts = widest(bars.bars.iter().map(|bar| &bar.exact));
    let longest = bars.longest();
    let columns = page.width.map_or(COLUMNS, |width| {
        width.saturating_sub(names + exacts + 15).clamp(10, COLUMNS)
    });
    let scaled = |length: f64| length / longest * columns as f64;
    for bar in &bars.bars {
        write!(
            out,
            "{:<names$}  {:>exacts$}  {:.6}  ",
            bar.name, bar.exact, bar.length
        )?;
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
const MAX_NAMED: usize = 120;

pub fn bars(bars: &Bars, sheet: Option<Sheet>, out: &mut dyn Write) -> io::Result<()> {
    if bars.bars.len() <= MAX_NAMED {
        with_names(bars, sheet, out)
    } else {
        outline(bars, sheet, out)
    }
}

fn caption(bars: &Bars) -> Caption<'_> {
    let description = "One bar for each order of the deck, as long as its probability is large. The dashed line is \
                       the probability in a fair shuffle.";
    Caption {
        title: &bars.title,
        description,
    }
}

/// Maximum number of bars below one another. Further bars are drawn in columns to the right.
const MAX_STACKED: usize = 40;

/// Draws horizontal bars with names, one per row.
fn with_names(bars: &Bars, sheet: Option<Sheet>, out: &mut dyn Write) -> io::Result<()> {
    let letters = widest(bars.bars.iter().map(|bar| &bar.name));
    let names = 30.0 + 7.5 * letters as f64;
    let columns = bars.bars.len().div_ceil(MAX_STACKED).max(1);
    // Three columns of 40 bars are 800 wide, so that a page shows their text in its nominal size.
    let extent = if columns == 1 { 560.0 } else { 110.0 };
    let longest = widest(bars.bars.iter().map(bar_text));
    let after = |columns: usize| match (sheet, columns) {
        (Some(_), _) => 30.0 + 7.5 * longest as f64,
        (None, 1) => 150.0,
        (None, _) => 90.0,
    };
    let rows = |columns: usize| bars.bars.len().div_ceil(columns);
    let size = |(columns, extent): (usize, f64)| {
        let width = names + extent + after(columns);
        let height = TOP + ROW * rows(columns) as f64 + 20.0;
        [width * columns as f64, height]
    };
    let layouts = || {
        let extents = [110.0, 140.0, 170.0, 210.0, 260.0, 320.0, 400.0, 560.0];
        (1..=4).flat_map(move |columns| extents.map(|extent| (columns, extent)))
    };
    let (columns, extent) = sheet.map_or((columns, extent), |sheet| sheet.best(layouts(), size));
    let size = size((columns, extent));
    let [_, lower] = sheet.map_or([0.0; 2], |sheet| sheet.missing(size));
    let (rows, width) = (rows(columns).max(1), names + extent + after(columns));
    let pitch = (ROW + lower / rows as f64).min(3.0 * ROW);
    let height = size[1] + (pitch - ROW) * rows as f64;
    canvas([size[0], height], sheet, &caption(bars), out, |out| {
        for (place, column) in bars.bars.chunks(rows).enumerate() {
            let left = names + width * place as f64;
            stacked(column, bars, left, [extent, pitch], out)?;
        }
        Ok(())
    })
}

const ROW: f64 = 20.0;
const TOP: f64 = 64.0;

/// Returns the exact length of a bar if it is short, otherwise six decimals.
fn bar_text(bar: &Bar) -> String {
    if bar.exact.len() <= 12 {
        bar.exact.clone()
    } else {
        format!("{:.6}", bar.length)
    }
}

/// Draws the bars of one column from `left` on, and the fair level over them.
fn stacked(
    column: &[Bar],
    bars: &Bars,
    left: f64,
    [extent, pitch]: [f64; 2],
    out: &mut dyn Write,
) -> io::Result<()> {
    let x = |length: f64| left + length / bars.longest() * extent;
    for (row, bar) in column.iter().enumerate() {
        let y = TOP + pitch * row as f64;
        let baseline = y + pitch / 2.0 + 4.0;
        label([left - 10.0, baseline], "end", &bar.name, out)?;
        rectangle([left, y + 2.0, x(bar.length) - left, pitch - 4.0], out)?;
        label(
            [x(bar.length).max(x(bars.fair)) + 6.0, baseline],
            "start",
            &bar_text(bar),
            out,
        )?;
    }
    let bottom = TOP + pitch * column.len() as f64 + 4.0;
    level([x(bars.fair), TOP - 8.0, x(bars.fair), bottom], out)?;
    label([x(bars.fair), TOP - 13.0], "middle", &bars.fair_name, out)
}

/// Draws vertical bars without names, as one outline.
fn outline(bars: &Bars, sheet: Option<Sheet>, out: &mut dyn Write) -> io::Result<()> {
    let (left, top) = (90.0, 64.0);
    let [width, height] = sheet.map_or([874.0, 444.0], |sheet| sheet.of_area(874.0 * 444.0));
    let (width, height) = (width - left - 24.0, height - top - 40.0);
    let y = |length: f64| top + height - length / bars.longest() * height;
    let x = |bar: usize| left + width * bar as f64 / bars.bars.len() as f64;
    canvas(
        [left + width + 24.0, top + height + 40.0],
        sheet,
        &caption(bars),
        out,
        |out| {
            write!(out, r#"<path fill="{}" d="M{left} {:.1}"#, HUES[0], y(0.0))?;
            for (index, bar) in bars.bars.iter().enumerate() {
                write!(out, "V{:.1}H{:.2}", y(bar.length), x(index + 1))?;
            }
            writeln!(out, r#"V{:.1}Z"/>"#, y(0.0))?;
            level([left, y(bars.fair), left + width, y(bars.fair)], out)?;
            label([left - 8.0, y(bars.fair) + 4.5], "end", "fair", out)?;
            label([left - 8.0, y(0.0) + 4.5], "end", "0", out)?;
            // The label of the longest bar is left out where it would touch the label of the fair level.
            if y(bars.fair) - top > 16.0 {
                label(
                    [left - 8.0, top + 4.5],
                    "end",
                    &format!("{:.2e}", bars.longest()),
                    out,
                )?;
            }
            let orders = format!("{}; {}", counted(bars.bars.len(), "order"), bars.fair_name);
            label(
                [left + width / 2.0, top + height + 26.0],
                "middle",
                &orders,
                out,
            )
        },
    )
}

fn rectangle([x, y, width, height]: [f64; 4], out: &mut dyn Write) -> io::Result<()> {
    let hue = HUES[0];
    writeln!(
        out,
        r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" fill="{hue}"/>"#
    )
}

/// Draws the fair level as a dashed line over the bars.
fn level([x1, y1, x2, y2]: [f64; 4], out: &mut dyn Write) -> io::Result<()> {
    let hue = HUES[1];
    writeln!(
        out,
        r#"<path d="M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}" stroke="{hue}" stroke-width="2" stroke-dasharray="6 4"/>"#
    )
}

/// Size of a panel and of the margins around it, in pixels.
const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 150.0;
const PANEL_GAP: f64 = 40.0;
const PANELS_TOP: f64 = 80.0;
const MAX_COLUMNS: usize = 2;
/// Distance from the bottom of a panel to the top of the next: labels and a title.
const PANEL_DISTANCE: f64 = 58.0;

pub fn panels(panels: &Panels, sheet: Option<Sheet>, out: &mut dyn Write) -> io::Result<()> {
    let count = panels.panels.len().max(1);
    let size = |columns: usize| {
        let rows = count.div_ceil(columns) as f64;
        let width = columns as f64 * (WIDTH + PANEL_GAP) + PANEL_GAP;
        [width, PANELS_TOP + rows * (HEIGHT + PANEL_DISTANCE) - 14.0]
    };
    let columns = sheet.map_or(count.min(MAX_COLUMNS), |sheet| sheet.best(1..=count, size));
    let [width, height] = size(columns);
    // A letter is about three fifths as wide as it is high.
    let room = (width - 2.0 * PANEL_GAP) / 0.6;
    let fitting = |text: &str, max: f64| max.min(room / text.chars().count().max(1) as f64);
    let drawn: Vec<&str> = panels
        .panels
        .iter()
        .map(|panel| panel.title.as_str())
        .collect();
    let description = format!("Histograms: {}.", drawn.join(", "));
    let caption = Caption {
        title: &panels.title,
        description: &description,
    };
    frame([width, height], sheet, &caption, out, |out| {
        heading(PANEL_GAP, &panels.title, fitting(&panels.title, 15.0), out)?;
        let (y, size) = (height - 10.0, fitting(&panels.note, 10.0));
        writeln!(
            out,
            r#"<text x="{PANEL_GAP}" y="{y}" font-size="{size:.1}">{}</text>"#,
            escaped(&panels.note)
        )?;
        writeln!(out, r#"<g font-size="12">"#)?;
        legend(panels, out)?;
        for (place, panel) in panels.panels.iter().enumerate() {
            let (column, row) = (place % columns, place / columns);
            let left = PANEL_GAP + column as f64 * (WIDTH + PANEL_GAP);
            writeln!(
                out,
                r#"<g transform="translate({left} {})">"#,
                PANELS_TOP + row as f64 * (HEIGHT + PANEL_DISTANCE)
            )?;
            draw_panel(panel, out)?;
            writeln!(out, "</g>")?;
        }
        writeln!(out, "</g>")
    })
}

fn legend(panels: &Panels, out: &mut dyn Write) -> io::Result<()> {
    let mut left = PANEL_GAP;
    for (name, hue) in panels.names.iter().zip([HUES[0], INK, HUES[1]]) {
        let Some(name) = name else { continue };
        writeln!(
            out,
            r#"<rect x="{left}" y="36" width="10" height="10"{} fill="{hue}"/><text x="{}" y="45">{}</text>"#,
            if hue == INK { r#" class="ink""# } else { "" },
            left + 15.0,
            escaped(name)
        )?;
        left += 34.0 + 7.0 * name.chars().count() as f64;
    }
    Ok(())
}

fn draw_panel(panel: &Panel, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        r#"<text y="-6" font-weight="bold">{}</text>"#,
        escaped(&panel.title)
    )?;
    let bars = &panel.bars;
    let counts: Vec<f64> = bars.counts.iter().map(|&count| count as f64).collect();
    let scale = Scale {
        bars: counts.len() as f64,
        highest: bars.highest(),
    };
    write!(out, r#"<path fill="{}" fill-opacity=".75" d=""#, HUES[0])?;
    for (bar, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0.0) {
        let (from, to) = (scale.x(bar as f64 + 0.06), scale.x(bar as f64 + 0.94));
        write!(
            out,
            "M{from:.1} {HEIGHT}V{:.1}H{to:.1}V{HEIGHT}Z",
            scale.y(count)
        )?;
    }
    writeln!(out, r#""/>"#)?;
    // The uniform law comes last and is dashed, so that it and the other shuffle show where they coincide.
    if let Some(others) = &bars.others {
        steps(
            others.iter().map(|&count| count as f64),
            &scale,
            HUES[1],
            out,
        )?;
    }
    if let Some(expected) = &bars.expected {
        steps(expected.iter().copied(), &scale, INK, out)?;
    }
    writeln!(
        out,
        r#"<text x="-5" y="9" text-anchor="end" font-size="10">{:.0}</text>"#,
        bars.highest()
    )?;
    writeln!(
        out,
        r#"<text x="-5" y="{HEIGHT}" text-anchor="end" font-size="10">0</text>"#
    )?;
    writeln!(
        out,
        r##"<path d="M0 {HEIGHT}H{WIDTH}" class="line" stroke="#222" stroke-opacity=".4"/>"##
    )?;
    for (bar, value) in panel.labelled() {
        let x = scale.x(bar as f64 + 0.5);
        writeln!(
            out,
            r#"<text x="{x:.1}" y="{}" text-anchor="middle">{value}</text>"#,
            HEIGHT + 15.0
        )?;
    }
    Ok(())
}

/// Draws a line with a level step over each bar.
fn steps(
    heights: impl Iterator<Item = f64>,
    scale: &Scale,
    hue: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let dashes = if hue == INK {
        r#" class="line" stroke-dasharray="5 3""#
    } else {
        ""
    };
    write!(
        out,
        r#"<path fill="none"{dashes} stroke="{hue}" stroke-width="1.6" d="M0 {HEIGHT}"#
    )?;
    for (bar, height) in heights.enumerate() {
        write!(
            out,
            "V{:.1}H{:.1}",
            scale.y(height),
            scale.x(bar as f64 + 1.0)
        )?;
    }
    writeln!(out, r#"V{HEIGHT}"/>"#)
}

/// The colour of text and of the uniform law.
const INK: &str = "#222";

/// Converts bar numbers and heights to pixels.
struct Scale {
    bars: f64,
    highest: f64,
}

impl Scale {
    fn x(&self, bars: f64) -> f64 {
        bars / self.bars * WIDTH
    }

    fn y(&self, height: f64) -> f64 {
        HEIGHT * (1.0 - height / self.highest)
    }
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
