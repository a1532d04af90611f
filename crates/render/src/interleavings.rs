//! Draws riffles as SVG: one row per riffle, one cell per card, in the hues of the two packets.

use std::io::{self, Write};

use super::svg::{Caption, HUES, canvas, label};
use crate::view::{Interleaving, Interleavings, Sheet};

/// Width of a row of cells in pixels.
const ROW_WIDTH: f64 = 728.0;

/// Maximum width of a cell in pixels.
const MAX_CELL_WIDTH: f64 = 28.0;

const LEFT: f64 = 52.0;
const RIGHT: f64 = 64.0;
const TOP: f64 = 88.0;
const ROW: f64 = 18.0;
const HEIGHT: f64 = 14.0;
const BOTTOM: f64 = 14.0;

/// Minimum width of a picture, enough for its title and legend.
const MIN_WIDTH: f64 = 480.0;

/// Minimum width of a cell that is separated from its neighbours by a gap, in pixels.
const MIN_SEPARATE_WIDTH: f64 = 5.0;

/// Draws the riffles. On a sheet, the distance of the rows is such that the drawing fills it.
pub fn interleavings(
    picture: &Interleavings,
    sheet: Option<Sheet>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let cards = picture.rows.first().map_or(1, |row| row.left.len()) as f64;
    let cell = (ROW_WIDTH / cards).min(MAX_CELL_WIDTH);
    let right = LEFT + cell * cards;
    let width = (right + RIGHT).max(MIN_WIDTH);
    let count = picture.rows.len() as f64;
    let pitch = sheet.map_or(ROW, |sheet| {
        let rows = width * sheet.ratio() - TOP - BOTTOM;
        (rows / count.max(1.0)).clamp(12.0, 4.0 * ROW)
    });
    let height = TOP + pitch * count + BOTTOM;
    let caption = Caption {
        title: &picture.title,
        description: &picture.description,
    };
    canvas([width, height], sheet, &caption, out, |out| {
        legend(out)?;
        writeln!(out, r#"<g font-size="11" fill-opacity=".75">"#)?;
        label(
            [LEFT, TOP - 8.0],
            "start",
            "first drop, the bottom card",
            out,
        )?;
        if right > LEFT + 300.0 {
            label([right, TOP - 8.0], "end", "last drop, the top card", out)?;
        }
        label([right + 12.0, TOP - 8.0], "start", "cut", out)?;
        for (place, row) in picture.rows.iter().enumerate() {
            let baseline = TOP + pitch * (place as f64 + HEIGHT / ROW / 2.0) + 4.0;
            label([LEFT - 10.0, baseline], "end", &row.label, out)?;
            label([right + 12.0, baseline], "start", &row.note, out)?;
        }
        writeln!(out, "</g>")?;
        cells(&picture.rows, [cell, pitch], true, HUES[0], out)?;
        cells(&picture.rows, [cell, pitch], false, HUES[1], out)
    })
}

fn legend(out: &mut dyn Write) -> io::Result<()> {
    for (x, hue, name) in [
        (LEFT, HUES[0], "left: the packet from the top"),
        (LEFT + 220.0, HUES[1], "right: from the bottom"),
    ] {
        writeln!(
            out,
            r#"<rect x="{x}" y="40" width="12" height="12" fill="{hue}"/>"#
        )?;
        label([x + 18.0, 51.0], "start", name, out)?;
    }
    Ok(())
}

/// Draws the cells of one packet as one path. Wide cells are separated by gaps; runs of narrow cells are
/// joined.
fn cells(
    rows: &[Interleaving],
    [cell, pitch]: [f64; 2],
    of_left: bool,
    hue: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, r#"<path fill="{hue}" d=""#)?;
    let gap = if cell >= MIN_SEPARATE_WIDTH { 1.0 } else { 0.0 };
    let height = HEIGHT / ROW * pitch;
    for (place, row) in rows.iter().enumerate() {
        let y = TOP + pitch * place as f64;
        let mut start = 0;
        for run in row.left.chunk_by(|a, b| a == b && gap == 0.0) {
            if run[0] == of_left {
                let (x, width) = (LEFT + cell * start as f64, cell * run.len() as f64 - gap);
                write!(out, "M{x:.1} {y:.0}h{width:.1}v{height:.0}h-{width:.1}z")?;
            }
            start += run.len();
        }
    }
    writeln!(out, r#""/>"#)
}
