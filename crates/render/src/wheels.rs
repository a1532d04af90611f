//! Draws cycles as SVG: a wheel for each cycle, with a spoke for each card.

use std::f64::consts::TAU;
use std::io::{self, Write};

use super::palette::rgb;
use super::svg::{Caption, canvas, escaped, label, text_with};
use crate::numbers::widest;
use crate::view::{Sheet, Wheel, Wheels};

/// Minimum width of a row of wheels without a sheet.
const WIDTH: f64 = 940.0;

/// Maximum length of a cycle whose cards are drawn as discs. Cards of longer cycles are dots with names
/// outside.
const MAX_DISCS: usize = 60;

const MARGIN: f64 = 20.0;

const TOP: f64 = 44.0;

/// Draws the wheels in rows, the longest first.
pub fn wheels(picture: &Wheels, sheet: Option<Sheet>, out: &mut dyn Write) -> io::Result<()> {
    let disc = 5.0 + 4.2 * longest(&picture.wheels).clamp(2, 8) as f64;
    let mut sorted: Vec<WheelFrame> = picture
        .wheels
        .iter()
        .map(|wheel| WheelFrame::new(wheel, disc))
        .collect();
    sorted.sort_by_key(|drawn| std::cmp::Reverse(drawn.wheel.names.len()));
    let largest = sorted.first().map_or(1.0, |drawn| drawn.side);
    let width = match sheet {
        None => width(&sorted),
        Some(sheet) => sheet.best((0..=40).map(|step| largest * 1.1f64.powi(step)), |width| {
            size(width, &rows(&sorted, width))
        }),
    };
    let rows = rows(&sorted, width);
    let caption = Caption {
        title: &picture.title,
        description: &picture.description,
    };
    canvas(size(width, &rows), sheet, &caption, out, |out| {
        let mut y = TOP;
        for row in &rows {
            let used: f64 = row.iter().map(|drawn| drawn.side).sum();
            let mut x = MARGIN + (width - used) / 2.0;
            for drawn in *row {
                drawn.draw([x + drawn.side / 2.0, y + height(row) / 2.0], out)?;
                x += drawn.side;
            }
            y += height(row);
        }
        Ok(())
    })
}

/// Splits the wheels into rows that are at most `width` wide.
fn rows<'a, 'b>(sorted: &'a [WheelFrame<'b>], width: f64) -> Vec<&'a [WheelFrame<'b>]> {
    let (mut rows, mut begin, mut x) = (Vec::new(), 0, 0.0);
    for (index, drawn) in sorted.iter().enumerate() {
        if x + drawn.side > width && index > begin {
            rows.push(&sorted[begin..index]);
            (begin, x) = (index, 0.0);
        }
        x += drawn.side;
    }
    rows.push(&sorted[begin..]);
    rows
}

/// Returns the height of a row, whose first wheel is its largest.
fn height(row: &[WheelFrame]) -> f64 {
    row.first().map_or(0.0, |drawn| drawn.side)
}

fn size(width: f64, rows: &[&[WheelFrame]]) -> [f64; 2] {
    let height = rows.iter().map(|row| height(row)).sum::<f64>();
    [width + 2.0 * MARGIN, TOP + height + MARGIN]
}

/// Returns the width of the rows without a sheet. It is at least the width of the widest wheel, and more for many large
/// wheels.
fn width(wheels: &[WheelFrame]) -> f64 {
    let area: f64 = wheels.iter().map(|drawn| drawn.side * drawn.side).sum();
    wheels
        .iter()
        .map(|drawn| drawn.side)
        .fold(WIDTH.max(1.4 * area.sqrt()), f64::max)
}

fn longest(wheels: &[Wheel]) -> usize {
    widest(wheels.iter().flat_map(|wheel| &wheel.names))
}

struct WheelFrame<'a> {
    wheel: &'a Wheel,
    /// Radius of a disc.
    disc: f64,
    radius: f64,
    /// Side of the square around the wheel.
    side: f64,
}

impl<'a> WheelFrame<'a> {
    fn new(wheel: &'a Wheel, disc: f64) -> WheelFrame<'a> {
        let length = wheel.names.len();
        let (spacing, outside) = match length > MAX_DISCS {
            true => (
                13.0,
                14.0 + 7.0 * longest(std::slice::from_ref(wheel)) as f64,
            ),
            false => (2.0 * disc + 14.0, disc + 6.0),
        };
        let least = if length == 1 { 0.0 } else { disc + 12.0 };
        let radius = (spacing * length as f64 / TAU).max(least) * f64::from(u8::from(length > 1));
        WheelFrame {
            wheel,
            disc,
            radius,
            side: 2.0 * (radius + outside),
        }
    }

    fn draw(&self, [x, y]: [f64; 2], out: &mut dyn Write) -> io::Result<()> {
        let (colour, length) = (rgb(self.wheel.tint), self.wheel.names.len());
        if length > 1 {
            writeln!(
                out,
                r#"<circle cx="{x:.1}" cy="{y:.1}" r="{:.1}" fill="none" stroke="{colour}" stroke-width="3"/>"#,
                self.radius
            )?;
        }
        if self.radius > 30.0 {
            label([x, y + 4.5], "middle", &format!("{length} ↻"), out)?;
        }
        for (index, name) in self.wheel.names.iter().enumerate() {
            let turn = TAU * index as f64 / length as f64;
            let place = [x + self.radius * turn.sin(), y - self.radius * turn.cos()];
            match length > MAX_DISCS {
                true => self.dot([x, y], turn, name, out)?,
                false => self.name(place, name, out)?,
            }
        }
        Ok(())
    }

    /// Draws a card as a disc with its name.
    fn name(&self, [x, y]: [f64; 2], name: &str, out: &mut dyn Write) -> io::Result<()> {
        let ink = if self.wheel.tint.is_dark() {
            "#fff"
        } else {
            "#111"
        };
        let (colour, disc) = (rgb(self.wheel.tint), self.disc);
        // A long name is written smaller.
        let size = (1.9 * disc / name.chars().count().max(1) as f64 * 1.6).clamp(4.0, 12.0);
        writeln!(
            out,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{disc:.1}" fill="{colour}"/>"#
        )?;
        let style = format!(r#"text-anchor="middle" font-size="{size:.1}" fill="{ink}""#);
        text_with([x, y + 0.35 * size], &style, name, out)
    }

    /// Draws a card as a dot, with its name along the spoke outside.
    fn dot(&self, [x, y]: [f64; 2], turn: f64, name: &str, out: &mut dyn Write) -> io::Result<()> {
        let degrees = turn.to_degrees() - 90.0;
        let is_left = turn > TAU / 2.0;
        let (rotate, at, anchor) = match is_left {
            true => (degrees + 180.0, -self.radius - 9.0, "end"),
            false => (degrees, self.radius + 9.0, "start"),
        };
        let dot = if is_left { -self.radius } else { self.radius };
        let colour = rgb(self.wheel.tint);
        writeln!(
            out,
            r#"<g transform="translate({x:.1} {y:.1})rotate({rotate:.2})"><circle cx="{dot:.1}" r="4.5" fill="{colour}"/><text x="{at:.1}" y="3.8" font-size="10.5" text-anchor="{anchor}">{}</text></g>"#,
            escaped(name)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Tint;

    fn drawn(lengths: &[usize]) -> String {
        let wheel = |&length: &usize| Wheel {
            names: (1..=length).map(|card| card.to_string()).collect(),
            tint: Tint::Neutral,
        };
        let wheels = lengths.iter().map(wheel).collect();
        let picture = Wheels {
            title: "cycles".into(),
            description: String::new(),
            wheels,
        };
        let mut out = Vec::new();
        super::wheels(&picture, None, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_card_has_its_name() {
        for lengths in [
            &[][..],
            &[1],
            &[2, 1],
            &[8, 8, 2],
            &[60],
            &[61],
            &[300, 166, 1],
        ] {
            let (picture, cards) = (drawn(lengths), lengths.iter().sum::<usize>());
            let (rings, lengths_named) = (
                lengths.iter().filter(|&&length| length > 1).count(),
                picture.matches('↻').count(),
            );
            // The additional text is the title.
            assert_eq!(
                picture.matches("<text").count(),
                1 + cards + lengths_named,
                "{lengths:?}"
            );
            assert_eq!(
                picture.matches("<circle").count(),
                cards + rings,
                "{lengths:?}"
            );
            assert!(
                !picture.contains("NaN") && !picture.contains("inf"),
                "{lengths:?}"
            );
        }
    }
}
