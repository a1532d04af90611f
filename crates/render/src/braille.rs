//! Draws the curves of a figure on a terminal in Braille characters. Each has two dots across and four down.

use std::io::{self, Write};

use anstyle::Style;

use crate::palette::SERIES;
use crate::view::{Axis, Figure, Marks, Page, Point};

/// Maximum width of the plot in characters.
const MAX_WIDTH: usize = 64;

/// Height of the plot in characters.
const HEIGHT: usize = 12;

/// Width of the margin for numbers at the left, in characters.
const LEFT: usize = 6;

/// The bits of a Braille character's dots, by row and column (Unicode 3.0, U+2800).
const DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

pub fn braille(figure: &Figure, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let columns = page
        .width
        .unwrap_or(usize::MAX)
        .saturating_sub(LEFT + 4)
        .clamp(10, MAX_WIDTH);
    writeln!(out, "{:LEFT$} {}", "", figure.title)?;
    let canvas = Canvas::new(figure, columns);
    for row in 0..HEIGHT {
        write!(out, "{:>LEFT$} ", label_up(&figure.up, row))?;
        for cell in &canvas.cells[row * columns..][..columns] {
            let style = cell.curve.map_or(Style::new(), |curve| {
                SERIES[curve % SERIES.len()].on_default()
            });
            page.write(out, style, &cell.letter().to_string())?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "{:LEFT$} {}",
        "",
        labels_across(&figure.across, columns)
    )?;
    writeln!(out, "{:LEFT$} {}", "", figure.across.name)?;
    legend(figure, page, out)
}

fn legend(figure: &Figure, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{:LEFT$}", "")?;
    for (place, series) in figure.series.iter().enumerate() {
        let sample = if place == 0 { "⠒⠒⠒" } else { "⠂⠂⠂" };
        write!(out, " ")?;
        page.write(out, SERIES[place % SERIES.len()].on_default(), sample)?;
        write!(out, " {} ", series.name)?;
    }
    writeln!(out)
}

#[derive(Clone, Default)]
struct BrailleCell {
    dots: u32,
    /// The first curve with a dot in this cell. The cell has its colour.
    curve: Option<usize>,
}

impl BrailleCell {
    fn letter(&self) -> char {
        if self.dots == 0 {
            ' '
        } else {
            char::from_u32(0x2800 + self.dots).expect("a Braille pattern")
        }
    }
}

struct Canvas {
    columns: usize,
    cells: Vec<BrailleCell>,
}

impl Canvas {
    fn new(figure: &Figure, columns: usize) -> Canvas {
        let mut canvas = Canvas {
            columns,
            cells: vec![BrailleCell::default(); columns * HEIGHT],
        };
        for (curve, series) in figure.series.iter().enumerate() {
            if let Marks::Curve(points) = &series.marks {
                canvas.draw(curve, points);
                points
                    .iter()
                    .for_each(|point| canvas.error_bar(curve, point));
            }
        }
        canvas
    }

    /// Draws the first curve as a line and the others as dotted lines, so that they differ without colour.
    fn draw(&mut self, curve: usize, points: &[Point]) {
        let steps = 8 * self.columns;
        let spaced = if curve == 0 { 1 } else { 3 };
        for step in 0..=steps {
            let across = step as f64 / steps as f64;
            let column = (across * (2 * self.columns - 1) as f64).round() as usize;
            if let Some(up) = height(points, across).filter(|_| column.is_multiple_of(spaced)) {
                self.dot(curve, column, row(up));
            }
        }
    }

    fn error_bar(&mut self, curve: usize, point: &Point) {
        let Some(ends) = point.error_bar() else {
            return;
        };
        let column = (point.across * (2 * self.columns - 1) as f64).round() as usize;
        let [low, high] = ends.map(row);
        (high..=low).for_each(|row| self.dot(curve, column, row));
    }

    fn dot(&mut self, curve: usize, column: usize, row: usize) {
        let cell = &mut self.cells[row / 4 * self.columns + column / 2];
        cell.dots |= DOTS[row % 4][column % 2];
        cell.curve.get_or_insert(curve);
    }
}

/// Returns the row of dots at the height `up`, a fraction of the plot's height.
fn row(up: f64) -> usize {
    ((1.0 - up.clamp(0.0, 1.0)) * (4 * HEIGHT - 1) as f64).round() as usize
}

/// Returns the height at `across` of the polygonal line through `points`.
fn height(points: &[Point], across: f64) -> Option<f64> {
    let next = points.iter().position(|point| point.across >= across)?;
    let (after, before) = (points[next], points[next.saturating_sub(1)]);
    let width = after.across - before.across;
    let part = if width > 0.0 {
        (across - before.across) / width
    } else {
        1.0
    };
    (across >= before.across).then_some(before.up + part * (after.up - before.up))
}

/// Returns the number to the left of `row`: the rows at the top, in the middle and at the bottom have one.
fn label_up(axis: &Axis, row: usize) -> String {
    let middle = axis.from + (axis.to - axis.from) / 2;
    match row {
        0 => axis.to.to_string(),
        _ if row == HEIGHT / 2 => middle.to_string(),
        _ if row == HEIGHT - 1 => axis.from.to_string(),
        _ => String::new(),
    }
}

/// Returns the line of tick labels below the plot. Labels that would touch are left out.
fn labels_across(axis: &Axis, columns: usize) -> String {
    let mut line = String::new();
    let digits = axis.to.to_string().len();
    for tick in axis.ticks((columns / (digits + 1)) as u64) {
        let label = tick.to_string();
        let at = (axis.part(tick) * (columns - 1) as f64).round() as usize;
        let from = at
            .saturating_sub(label.len() / 2)
            .max(usize::from(!line.is_empty()) + line.len());
        if from <= at {
            line += &" ".repeat(from - line.len());
            line += &label;
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Series;

    fn points(places: &[(f64, f64)]) -> Vec<Point> {
        places
            .iter()
            .map(|&(across, up)| Point {
                across,
                up,
                error: 0.0,
            })
            .collect()
    }

    fn drawn(curves: &[&[(f64, f64)]]) -> Vec<String> {
        drawn_points(&curves.iter().map(|curve| points(curve)).collect::<Vec<_>>())
    }

    fn drawn_points(curves: &[Vec<Point>]) -> Vec<String> {
        let curve = |points: &Vec<Point>| Series {
            name: "distance".into(),
            marks: Marks::Curve(points.clone()),
        };
        let across = Axis {
            name: "riffles".into(),
            from: 1,
            to: 9,
        };
        let up = Axis {
            name: "percent".into(),
            from: 0,
            to: 100,
        };
        let series = curves.iter().map(curve).collect();
        let figure = Figure {
            title: "falls".into(),
            across,
            up,
            series,
        };
        let mut out = Vec::new();
        braille(
            &figure,
            &Page {
                width: Some(22),
                ..Page::default()
            },
            &mut out,
        )
        .unwrap();
        String::from_utf8(out)
            .unwrap()
            .lines()
            .map(|line| line.trim_end().to_owned())
            .collect()
    }

    /// The first curve is a line, the second has every third dot. Both are at an edge of the plot.
    #[test]
    fn level_lines() {
        let lines = drawn(&[&[(0.0, 1.0), (1.0, 1.0)], &[(0.0, 0.0), (1.0, 0.0)]]);
        assert_eq!(lines[1], format!("   100 {}", "⠉".repeat(12)));
        assert_eq!(lines[12], format!("     0 {}", "⡀⢀ ".repeat(4)).trim_end());
        assert!(
            lines[2..7]
                .iter()
                .all(|line| line.trim_start_matches([' ', '5', '0']).is_empty())
        );
        assert_eq!(lines[13], "        2  4  6  8");
    }

    /// The line falls four dots for every two dots across, which is one cell down for each cell across.
    #[test]
    fn a_falling_line() {
        let lines = drawn(&[&[(0.0, 1.0), (1.0, 0.0)]]);
        for (row, line) in lines[1..=12].iter().enumerate() {
            let column = line.chars().position(|letter| letter > '\u{2800}').unwrap();
            assert!(column.abs_diff(LEFT + 1 + row) <= 1, "{line}");
        }
    }

    #[test]
    fn error_bars() {
        let half = |across: f64| Point {
            across,
            up: 0.5,
            error: 0.25,
        };
        let lines = drawn_points(&[vec![half(0.0), half(1.0)]]);
        let bar = |line: &String| {
            line.chars()
                .nth(LEFT + 1)
                .filter(|&letter| letter > '\u{2800}')
        };
        assert_eq!(lines[1..=12].iter().filter_map(bar).count(), 6);
    }

    #[test]
    fn heights_between_points() {
        let points = points(&[(0.0, 1.0), (0.5, 0.5), (1.0, 0.5)]);
        assert_eq!(
            [0.0, 0.25, 0.75].map(|across| height(&points, across)),
            [Some(1.0), Some(0.75), Some(0.5)]
        );
        assert_eq!(height(&points[1..], 0.25), None);
    }
}
