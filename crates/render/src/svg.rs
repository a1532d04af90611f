//! Draws a figure as SVG, for a file or a page.

use std::io::{self, Write};

use crate::printable::printable_lines;
use crate::view::{Axis, Figure, Grid, Marks, Point, Series, Sheet};

/// Size of a plot and of the margins around it, in pixels. Without a sheet it has 700 by 380 pixels, so that grid cells
/// are whole pixels.
const WIDTH: f64 = 808.0;
const HEIGHT: f64 = 500.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 28.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 56.0;

/// Maximum number of points of a curve that are drawn as dots. More dots would touch.
const MAX_MARKED: usize = 70;

/// The opacities of cells, from the sparsest to the densest.
const OPACITIES: [f64; 4] = [0.2, 0.4, 0.65, 1.0];

pub fn svg(figure: &Figure, sheet: Option<Sheet>, out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<&str> = figure
        .series
        .iter()
        .map(|series| series.name.as_str())
        .collect();
    let [up, across] = [&figure.up.name, &figure.across.name];
    let description = format!("{}: a plot of {up} against {across}.", names.join(" and "));
    let caption = Caption {
        title: &figure.title,
        description: &description,
    };
    // Dots of several series would hide one another, so each series has its own plot.
    let dots = figure
        .series
        .iter()
        .any(|series| matches!(series.marks, Marks::Dots(_)));
    let plots: Vec<&[Series]> = figure
        .series
        .chunks(if dots { 1 } else { HUES.len() })
        .collect();
    let count = plots.len().max(1) as f64;
    let [width, height] = match sheet {
        None => [WIDTH, HEIGHT],
        Some(sheet) => {
            let [width, height] = sheet.of_area(WIDTH * HEIGHT * count);
            [width, (height / count).max(220.0)]
        }
    };
    let plot = PlotArea { width, height };
    frame([width, height * count], sheet, &caption, out, |out| {
        let size = title_size(&figure.title, width - LEFT - RIGHT, sheet);
        heading(LEFT, &figure.title, size, out)?;
        for (place, series) in plots.iter().enumerate() {
            writeln!(
                out,
                r#"<g transform="translate(0 {})">"#,
                height * place as f64
            )?;
            plot.axis_across(&figure.across, out)?;
            plot.axis_up(&figure.up, out)?;
            plot.all_series(series, &HUES[place..], out)?;
            writeln!(out, "</g>")?;
        }
        Ok(())
    })
}

/// The size of a plot with its margins, in pixels.
struct PlotArea {
    width: f64,
    height: f64,
}

impl PlotArea {
    fn all_series(&self, all: &[Series], hues: &[&str], out: &mut dyn Write) -> io::Result<()> {
        for (place, (series, hue)) in all.iter().zip(hues).enumerate() {
            // The first series is wider, so that it stays visible under the second.
            let wider = if place + 1 < all.len() { 1.8 } else { 1.0 };
            match &series.marks {
                Marks::Dots(grid) => self.dots(grid, hue, wider, out)?,
                Marks::Curve(points) => self.curve(points, hue, wider, out)?,
            }
            let before = all[..place]
                .iter()
                .map(|series| legend_width(&series.name))
                .sum();
            legend(before, &series.name, hue, out)?;
        }
        Ok(())
    }

    fn x(&self, part: f64) -> f64 {
        LEFT + part * (self.width - LEFT - RIGHT)
    }

    fn y(&self, part: f64) -> f64 {
        self.height - BOTTOM - part * (self.height - TOP - BOTTOM)
    }

    fn axis_across(&self, axis: &Axis, out: &mut dyn Write) -> io::Result<()> {
        // If the axis begins at a large number and is narrow, its labels are the differences from its beginning.
        let base = if axis.from / 10 > axis.to - axis.from {
            axis.from
        } else {
            0
        };
        let shown = Axis {
            name: String::new(),
            from: axis.from - base,
            to: axis.to - base,
        };
        for tick in shown.ticks(self.most_labels(shown.to)) {
            let x = self.x(shown.part(tick));
            write_rule([x, self.y(0.0), x, self.y(1.0)], out)?;
            writeln!(
                out,
                r#"<text x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
                self.y(0.0) + 19.0,
                number(tick)
            )?;
        }
        let less = if base == 0 {
            String::new()
        } else {
            format!(" − {base}")
        };
        let (middle, below) = (self.x(0.5), self.height - 12.0);
        label(
            [middle, below],
            "middle",
            &format!("{}{less}", axis.name),
            out,
        )
    }

    fn axis_up(&self, axis: &Axis, out: &mut dyn Write) -> io::Result<()> {
        for tick in axis.ticks(8) {
            let y = self.y(axis.part(tick));
            write_rule([self.x(0.0), y, self.x(1.0), y], out)?;
            writeln!(
                out,
                r#"<text x="{}" y="{:.1}" text-anchor="end">{}</text>"#,
                LEFT - 8.0,
                y + 4.5,
                number(tick)
            )?;
        }
        let (beside, middle) = (18.0, self.y(0.5));
        let turned = format!("rotate(-90 {beside} {middle})");
        writeln!(
            out,
            r#"<text x="{beside}" y="{middle}" text-anchor="middle" transform="{turned}">{}</text>"#,
            escaped(&axis.name)
        )
    }

    /// Returns the maximum number of labels, of numbers up to `to`, that fit below the plot.
    fn most_labels(&self, to: u64) -> u64 {
        let label = 8.0 * f64::from(to.max(1).ilog10() + 1) + 6.0;
        ((self.width - LEFT - RIGHT) / label) as u64
    }

    /// Draws one path per opacity. Single dots are lines with round ends, each from the middle of a cell to the
    /// middle of the last filled neighbour. Densities are bars from edge to edge, so that no seams are visible.
    fn dots(&self, grid: &Grid, hue: &str, wider: f64, out: &mut dyn Write) -> io::Result<()> {
        let (width, inset, how) = match grid.dots() {
            _ if !grid.is_fine() => (
                grid.height() * (self.height - TOP - BOTTOM),
                0.0,
                r#"shape-rendering="crispEdges""#,
            ),
            dots => (
                diameter(dots) * wider,
                grid.width() / 2.0,
                r#"stroke-linecap="round""#,
            ),
        };
        for (min, max, opacity) in opacities(grid) {
            write!(
                out,
                r#"<path fill="none" stroke="{hue}" stroke-opacity="{opacity}" {how}"#
            )?;
            write!(out, r#" stroke-width="{width:.2}" d=""#)?;
            for (from, to, up) in grid.filled(min, max) {
                write!(
                    out,
                    "M{:.1} {:.1}H{:.1}",
                    self.x(from + inset),
                    self.y(up),
                    self.x(to - inset)
                )?;
            }
            writeln!(out, r#""/>"#)?;
        }
        Ok(())
    }

    /// Draws a line with error bars, and with a dot at each point if there are few.
    fn curve(
        &self,
        points: &[Point],
        hue: &str,
        wider: f64,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let placed = points
            .iter()
            .map(|point| format!("{:.1} {:.1}", self.x(point.across), self.y(point.up)));
        let path = placed.collect::<Vec<_>>().join("L");
        writeln!(
            out,
            r#"<path fill="none" stroke="{hue}" stroke-width="{:.1}" stroke-linejoin="round" d="M{path}"/>"#,
            2.0 * wider
        )?;
        for point in points.iter().filter(|_| points.len() <= MAX_MARKED) {
            writeln!(
                out,
                r#"<circle cx="{:.1}" cy="{:.1}" r="{:.1}" fill="{hue}"/>"#,
                self.x(point.across),
                self.y(point.up),
                2.5 + 1.5 * wider
            )?;
        }
        points
            .iter()
            .try_for_each(|point| self.error_bar(point, hue, out))
    }

    fn error_bar(&self, point: &Point, hue: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(ends) = point.error_bar() else {
            return Ok(());
        };
        let ([low, high], [left, right]) = (
            ends.map(|up| self.y(up)),
            [-5.0, 5.0].map(|aside| self.x(point.across) + aside),
        );
        writeln!(
            out,
            r#"<path fill="none" stroke="{hue}" stroke-width="1.5" d="M{left:.1} {low:.1}H{right:.1}M{0:.1} {low:.1}V{high:.1}M{left:.1} {high:.1}H{right:.1}"/>"#,
            self.x(point.across)
        )
    }
}

fn write_rule([x1, y1, x2, y2]: [f64; 4], out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        r##"<path d="M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}" class="line" stroke="#222" stroke-opacity=".15"/>"##
    )
}

/// Returns an upper bound of the width of a legend entry: a dot and a name.
fn legend_width(name: &str) -> f64 {
    36.0 + 8.0 * name.chars().count() as f64
}

/// Writes a dot and a name below the title, `before` pixels after the left margin.
fn legend(before: f64, name: &str, hue: &str, out: &mut dyn Write) -> io::Result<()> {
    let x = LEFT + 5.0 + before;
    writeln!(
        out,
        r#"<circle cx="{x}" cy="43" r="5" fill="{hue}"/><text x="{}" y="48">{}</text>"#,
        x + 10.0,
        escaped(name)
    )
}

/// Returns the diameter of dots, which is smaller for more dots.
fn diameter(dots: u64) -> f64 {
    match dots {
        0..=300 => 5.0,
        301..=3000 => 3.0,
        3001..=20_000 => 1.8,
        _ => 1.2,
    }
}

/// Returns the ranges of dots per cell with their opacities. Single dots have one range. Densities have ranges
/// of equal ratio up to the densest cell.
fn opacities(grid: &Grid) -> Vec<(u32, u32, f64)> {
    if grid.is_fine() {
        return vec![(1, u32::MAX, 0.85)];
    }
    let root = f64::from(grid.densest()).powf(1.0 / OPACITIES.len() as f64);
    let upper = |step: i32| root.powi(step).round() as u32;
    let steps = (1..)
        .zip(OPACITIES)
        .map(|(step, opacity)| (upper(step - 1) + u32::from(step > 1), upper(step), opacity));
    steps.filter(|(min, upper, _)| min <= upper).collect()
}

/// Formats a round number: in full below a million, otherwise as digits times a power of ten.
fn number(value: u64) -> String {
    if value < 1_000_000 {
        return value.to_string();
    }
    let digits = value.to_string();
    let (first, rest) = digits.split_at(1);
    let (rest, exponent) = (rest.trim_end_matches('0'), rest.len());
    let digits = match (first, rest) {
        ("1", "") => String::new(),
        (_, "") => format!("{first}·"),
        _ => format!("{first}.{rest}·"),
    };
    format!(r#"{digits}10<tspan dy="-5" font-size="9">{exponent}</tspan>"#)
}

/// The colours of the first and the second series. Colour-blind readers can distinguish them, on white and on
/// black.
pub const HUES: [&str; 2] = ["#2f81d6", "#d17a0a"];

/// Sets the colours on dark pages: the background (class `page`), text, shapes (class `ink`) and lines (class
/// `line`). The light colours are attributes, so that a renderer without style sheets draws them.
const STYLE: &str =
    "@media(prefers-color-scheme:dark){svg,.ink{fill:#ddd}.line{stroke:#ddd}.page{fill:#121212}}";

/// The visible title of a picture, and a description for readers who cannot see it.
pub struct Caption<'a> {
    pub title: &'a str,
    pub description: &'a str,
}

/// Writes a picture of the given size with a visible title.
pub fn canvas(
    [width, height]: [f64; 2],
    sheet: Option<Sheet>,
    caption: &Caption,
    out: &mut dyn Write,
    draw: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    frame([width, height], sheet, caption, out, |out| {
        let size = title_size(caption.title, width - 40.0, sheet);
        heading(20.0, caption.title, size, out)?;
        draw(out)
    })
}

/// Returns the font size of a title, which fits in `room` pixels on a sheet.
pub fn title_size(title: &str, room: f64, sheet: Option<Sheet>) -> f64 {
    // A letter is about half as wide as it is high.
    let fitting = room / (0.52 * title.chars().count().max(1) as f64);
    if sheet.is_some() {
        fitting.min(15.0)
    } else {
        15.0
    }
}

/// Writes a picture of the given size around the drawing, in the middle of the sheet if there is one. Screen readers
/// read the title and the description.
pub fn frame(
    [width, height]: [f64; 2],
    sheet: Option<Sheet>,
    caption: &Caption,
    out: &mut dyn Write,
    draw: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let (size, origin, corner, outer) = match sheet {
        None => (
            String::new(),
            "0 0".into(),
            String::new(),
            [width, height].map(|side| format!("{side:.0}")),
        ),
        Some(sheet) => {
            let [outer_width, outer_height] = sheet.around([width, height]);
            let (x, y) = ((width - outer_width) / 2.0, (height - outer_height) / 2.0);
            (
                format!(
                    r#"width="{0}{2}" height="{1}{2}" "#,
                    sheet.width, sheet.height, sheet.unit
                ),
                format!("{x:.2} {y:.2}"),
                format!(r#"x="{x:.2}" y="{y:.2}" "#),
                [outer_width, outer_height].map(|side| format!("{side:.2}")),
            )
        }
    };
    let [width, height] = outer;
    writeln!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" {size}viewBox="{origin} {width} {height}" role="img" font-family="Helvetica,Arial,sans-serif" font-size="13" fill="#222" stroke="none">"##
    )?;
    writeln!(out, "<title>{}</title>", escaped(caption.title))?;
    writeln!(out, "<desc>{}</desc>", escaped(caption.description))?;
    writeln!(out, "<style>{STYLE}</style>")?;
    writeln!(
        out,
        r##"<rect class="page" {corner}width="{width}" height="{height}" fill="#fff"/>"##
    )?;
    draw(out)?;
    writeln!(out, "</svg>")
}

pub fn heading(x: f64, title: &str, size: f64, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        r#"<text x="{x}" y="24" font-size="{size:.1}">{}</text>"#,
        escaped(title)
    )
}

/// Escapes text for XML and HTML, between tags and in quotes. Control characters, which XML forbids, are
/// escaped too.
pub fn escaped(text: &str) -> String {
    let text = printable_lines(text).replace('&', "&amp;");
    text.replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

/// Writes a text that begins (`start`), is centred (`middle`) or ends (`end`) at `place`.
pub fn label(place: [f64; 2], anchor: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    text_with(place, &format!(r#"text-anchor="{anchor}""#), text, out)
}

/// Writes a text with the given SVG attributes.
pub fn text_with(
    [x, y]: [f64; 2],
    attributes: &str,
    text: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(
        out,
        r#"<text x="{x:.1}" y="{y:.1}" {attributes}>{}</text>"#,
        escaped(text)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(
            number(1_000_000),
            r#"10<tspan dy="-5" font-size="9">6</tspan>"#
        );
        assert_eq!(number(200_000), "200000");
        assert_eq!(
            number(2_000_000),
            r#"2·10<tspan dy="-5" font-size="9">6</tspan>"#
        );
        assert_eq!(
            number(1_500_000_000),
            r#"1.5·10<tspan dy="-5" font-size="9">9</tspan>"#
        );
    }

    #[test]
    fn a_picture_has_a_title_a_description_and_a_background() {
        let (mut out, caption) = (
            Vec::new(),
            Caption {
                title: "a < b",
                description: "Two \"letters\"",
            },
        );
        canvas([20.0, 10.0], None, &caption, &mut out, |_| Ok(())).unwrap();
        let picture = String::from_utf8(out).unwrap();
        let expected = [
            "<title>a &lt; b</title>",
            "<desc>Two &quot;letters&quot;</desc>",
            r##"<rect class="page" width="20" height="10" fill="#fff"/>"##,
            r##"fill="#222" stroke="none""##,
            "@media(prefers-color-scheme:dark)",
        ];
        assert!(
            expected.iter().all(|part| picture.contains(part)),
            "{picture}"
        );
    }
}
