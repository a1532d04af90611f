//! Heat maps on a terminal, with axes and a scale: half blocks in the colours of the picture, or characters.

use std::io::{self, Write};

use anstyle::{Ansi256Color, Color, RgbColor, Style};

use super::heat::{hue, number};
use super::rainbow::Depth;
use crate::view::{HeatMap, Labels, Page};

/// Maximum number of drawn columns and rows. Larger maps show the means of blocks of cells.
const MAX_SIDE: usize = 104;

/// Palette of 256-colour terminals: purple (much too rare), white (fair), orange (much too frequent).
const RAMP: [u8; 11] = [54, 97, 140, 146, 189, 255, 230, 223, 215, 208, 166];

/// Number of cells of the scale.
const SCALE: usize = 22;

/// Draws the map for a terminal.
///
/// With many colours a line is two rows of half blocks. Without colours, or with few, each cell is one
/// character.
pub fn heat_text(map: &HeatMap, ascii: bool, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let margin = widest(map) + 1;
    let (rows, width) = (map.side, page.width.unwrap_or(MAX_SIDE + margin).saturating_sub(margin).max(1));
    let map = &map.coarse(width.min(MAX_SIDE));
    let axis = Axis { labels: &map.labels, rows, side: map.side, margin };
    axis.write_top(out)?;
    if ascii || !page.colour || page.few_colours {
        letters(map, &axis, out)
    } else {
        half_blocks(map, &axis, out)
    }
}

/// Returns the length of the longest label of a row.
fn widest(map: &HeatMap) -> usize {
    let rows = &map.labels[0];
    let letters = |number| rows.of(number, ROW_LETTERS).chars().count();
    (rows.first()..rows.first() + map.side).map(letters).max().unwrap_or(0)
}

/// Maximum number of letters of the label of a row.
const ROW_LETTERS: usize = 7;

/// The labels of the rows and columns of a map.
struct Axis<'a> {
    labels: &'a [Labels; 2],
    /// Number of rows of the whole map.
    rows: usize,
    /// Number of rows that are drawn.
    side: usize,
    /// Number of characters to the left of the map.
    margin: usize,
}

impl Axis<'_> {
    /// Returns the numbers that have a tick: `first`, and the multiples of 10 or of a larger round number.
    fn ticks(&self, first: usize) -> impl Iterator<Item = usize> + '_ {
        let few = |step: &usize| self.rows / step <= (self.side / (self.margin + 1)).clamp(1, 12);
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(few).unwrap_or(1000);
        let multiples =
            (1..=(first + self.rows).saturating_sub(1) / step).map(move |multiple| multiple * step);
        std::iter::once(first).chain(multiples.filter(move |&tick| tick > first))
    }

    /// Returns the drawn row or column of the number `tick`, which is counted from `first`.
    fn place(&self, tick: usize, first: usize) -> usize {
        (tick - first) * self.side / self.rows
    }

    fn write_top(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut line = " ".repeat(self.margin);
        let (columns, first) = (&self.labels[1], self.labels[1].first());
        for tick in self.ticks(first) {
            let column = self.margin + self.place(tick, first);
            let label = columns.of(tick, ROW_LETTERS);
            let (length, width) = (line.chars().count(), label.chars().count());
            if (length <= column || tick == first) && column + width <= self.margin + self.side.max(1) {
                line += &format!("{}{label} ", " ".repeat(column - length.min(column)));
            }
        }
        writeln!(out, "{}", line.trim_end())
    }

    /// Writes the label of the first labelled row among `rows`, or spaces.
    fn write_left(&self, rows: std::ops::Range<usize>, out: &mut dyn Write) -> io::Result<()> {
        let first = self.labels[0].first();
        let label = self.ticks(first).find(|&tick| rows.contains(&self.place(tick, first)));
        let label = label.map_or(String::new(), |tick| self.labels[0].of(tick, ROW_LETTERS));
        write!(out, "{label:>0$} ", self.margin - 1)
    }
}

fn half_blocks(map: &HeatMap, axis: &Axis, out: &mut dyn Write) -> io::Result<()> {
    let true_colour = Depth::from_environment() == Depth::True;
    for (line, pair) in map.cells.chunks(2 * map.side).enumerate() {
        axis.write_left(2 * line..2 * line + 2, out)?;
        let (upper, lower) = pair.split_at(map.side);
        for (column, &cell) in upper.iter().enumerate() {
            let style = Style::new().fg_color(Some(paint(map.shade(cell), true_colour)));
            let below = lower.get(column).map(|&cell| paint(map.shade(cell), true_colour));
            let style = style.bg_color(below);
            write!(out, "{style}▀{style:#}")?;
        }
        writeln!(out)?;
    }
    scale(map, axis, true_colour, out)
}

/// Writes the scale from the rarest to the most frequent shade, with its ends in units of the fair level.
fn scale(map: &HeatMap, axis: &Axis, true_colour: bool, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{:1$}{2} ", "", axis.margin, number(map.least()))?;
    for step in 0..SCALE {
        let part = (step as f64 + 0.5) / SCALE as f64;
        let times = map.least() + part * (1.0 + map.reach - map.least());
        let style = Style::new().fg_color(Some(paint(map.shade(times), true_colour)));
        write!(out, "{style}█{style:#}")?;
    }
    let more = if map.is_clipped() { " or more" } else { "" };
    writeln!(out, " {}{more} times fair", number(1.0 + map.reach))
}

fn paint(shade: f64, true_colour: bool) -> Color {
    let colorous::Color { r, g, b } = hue(shade);
    if true_colour { RgbColor(r, g, b).into() } else { Ansi256Color(ramp(shade)).into() }
}

fn ramp(shade: f64) -> u8 {
    let steps = RAMP.len() as f64;
    RAMP[((shade + 1.0) / 2.0 * steps).floor().clamp(0.0, steps - 1.0) as usize]
}

/// Characters for the fifths of the scale, from much too rare to much too frequent.
const LETTERS: [char; 5] = ['=', '-', '.', '+', '#'];

fn letters(map: &HeatMap, axis: &Axis, out: &mut dyn Write) -> io::Result<()> {
    for (line, row) in map.cells.chunks(map.side).enumerate() {
        axis.write_left(line..line + 1, out)?;
        let line: String = row.iter().map(|&cell| letter(map.shade(cell))).collect();
        writeln!(out, "{line}")?;
    }
    let part = |fifth: f64| percent(map.reach * fifth);
    let (first, second) = (part(0.2), part(0.6));
    writeln!(out, ". within {first} of fair, + and - up to {second} more or less, # and = beyond")
}

fn letter(shade: f64) -> char {
    LETTERS[((shade + 1.0) * 2.5).floor().clamp(0.0, 4.0) as usize]
}

fn percent(part: f64) -> String {
    format!("{} %", number(100.0 * part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_by_fifths() {
        let letters = [-1.0, -0.61, -0.5, -0.2, 0.0, 0.19, 0.21, 0.7, 1.0].map(letter);
        assert_eq!(letters.iter().collect::<String>(), "==-...+##");
    }

    #[test]
    fn the_ramp_ends_in_purple_and_orange_and_is_white_in_the_middle() {
        assert_eq!([-1.0, -0.05, 0.0, 0.05, 1.0].map(ramp), [54, 255, 255, 255, 166]);
    }

    #[test]
    fn axes_and_scale() {
        let map = HeatMap::new(String::new(), 52, vec![1.0; 52 * 52], None);
        let page = |colour| Page { width: Some(80), colour, ..Page::default() };
        let mut out = Vec::new();
        heat_text(&map, true, &page(false), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "   1   5    10   15   20   25   30   35   40   45   50");
        assert_eq!(lines[1], format!(" 1 {}", ".".repeat(52)));
        assert!(lines[10].starts_with("10 ."));
        let mut out = Vec::new();
        heat_text(&map, false, &page(true), &mut out).unwrap();
        assert!(String::from_utf8(out).unwrap().lines().last().unwrap().ends_with(" 2 times fair"));
    }
}
