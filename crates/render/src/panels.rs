//! Draws histograms as SVG. Bars in the first hue are the counts, a line in the text colour is the uniform law,
//! and a line in the second hue is another shuffle.

use std::io::{self, Write};

use super::svg::{Caption, HUES, escaped, frame, heading};
use crate::view::{Panel, Panels};

/// Size of a panel and of the margins around it, in pixels.
const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 150.0;
const GAP: f64 = 40.0;
const TOP: f64 = 80.0;
const COLUMNS: usize = 2;
/// Distance from the bottom of a panel to the top of the next: labels and a title.
const BETWEEN: f64 = 58.0;

pub fn panels(panels: &Panels, out: &mut dyn Write) -> io::Result<()> {
    let columns = panels.panels.len().clamp(1, COLUMNS);
    let rows = panels.panels.len().div_ceil(columns).max(1) as f64;
    let width = columns as f64 * (WIDTH + GAP) + GAP;
    let height = TOP + rows * (HEIGHT + BETWEEN) - 14.0;
    // A letter is about three fifths as wide as it is high.
    let room = (width - 2.0 * GAP) / 0.6;
    let fitting = |text: &str, most: f64| most.min(room / text.chars().count().max(1) as f64);
    let drawn: Vec<&str> = panels.panels.iter().map(|panel| panel.title.as_str()).collect();
    let description = format!("Histograms: {}.", drawn.join(", "));
    let caption = Caption { title: &panels.title, description: &description };
    frame([width, height], &caption, out, |out| {
        heading(GAP, &panels.title, fitting(&panels.title, 15.0), out)?;
        let (y, size) = (height - 10.0, fitting(&panels.note, 10.0));
        writeln!(out, r#"<text x="{GAP}" y="{y}" font-size="{size:.1}">{}</text>"#, escaped(&panels.note))?;
        writeln!(out, r#"<g font-size="12">"#)?;
        legend(panels, out)?;
        for (place, panel) in panels.panels.iter().enumerate() {
            let (column, row) = (place % columns, place / columns);
            let left = GAP + column as f64 * (WIDTH + GAP);
            writeln!(out, r#"<g transform="translate({left} {})">"#, TOP + row as f64 * (HEIGHT + BETWEEN))?;
            one(panel, out)?;
            writeln!(out, "</g>")?;
        }
        writeln!(out, "</g>")
    })
}

fn legend(panels: &Panels, out: &mut dyn Write) -> io::Result<()> {
    let mut left = GAP;
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

fn one(panel: &Panel, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, r#"<text y="-6" font-weight="bold">{}</text>"#, escaped(&panel.title))?;
    let bars = &panel.bars;
    let counts: Vec<f64> = bars.counts.iter().map(|&count| count as f64).collect();
    let scale = Scale { bars: counts.len() as f64, highest: bars.highest() };
    write!(out, r#"<path fill="{}" fill-opacity=".75" d=""#, HUES[0])?;
    for (bar, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0.0) {
        let (from, to) = (scale.x(bar as f64 + 0.06), scale.x(bar as f64 + 0.94));
        write!(out, "M{from:.1} {HEIGHT}V{:.1}H{to:.1}V{HEIGHT}Z", scale.y(count))?;
    }
    writeln!(out, r#""/>"#)?;
    // The uniform law comes last and is dashed, so that it and the other shuffle show where they coincide.
    if let Some(others) = &bars.others {
        steps(others.iter().map(|&count| count as f64), &scale, HUES[1], out)?;
    }
    if let Some(expected) = &bars.expected {
        steps(expected.iter().copied(), &scale, INK, out)?;
    }
    writeln!(out, r#"<text x="-5" y="9" text-anchor="end" font-size="10">{:.0}</text>"#, bars.highest())?;
    writeln!(out, r#"<text x="-5" y="{HEIGHT}" text-anchor="end" font-size="10">0</text>"#)?;
    writeln!(out, r##"<path d="M0 {HEIGHT}H{WIDTH}" class="line" stroke="#222" stroke-opacity=".4"/>"##)?;
    for (bar, value) in panel.labelled() {
        let x = scale.x(bar as f64 + 0.5);
        writeln!(out, r#"<text x="{x:.1}" y="{}" text-anchor="middle">{value}</text>"#, HEIGHT + 15.0)?;
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
    let dashes = if hue == INK { r#" class="line" stroke-dasharray="5 3""# } else { "" };
    write!(out, r#"<path fill="none"{dashes} stroke="{hue}" stroke-width="1.6" d="M0 {HEIGHT}"#)?;
    for (bar, height) in heights.enumerate() {
        write!(out, "V{:.1}H{:.1}", scale.y(height), scale.x(bar as f64 + 1.0))?;
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
