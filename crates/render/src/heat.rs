//! Heat maps as SVG. Orange cells are more frequent than fair, purple cells are rarer, and fair cells have the
//! colour of the page. Colour-blind readers can distinguish the two hues.

use std::io::{self, Write};

use anstyle::{Ansi256Color, Color, RgbColor, Style};

use super::palette::Depth;
use super::svg::{Caption, canvas, escaped, label};
use crate::view::{AxisLabels, HeatMap, Page, Sheet};

/// Returns the colour of a shade from -1 (purple) to 1 (orange). The ends of the palette are near black and are
/// not used.
pub fn hue(shade: f64) -> colorous::Color {
    colorous::PURPLE_ORANGE.eval_continuous(0.5 + 0.42 * shade)
}

/// Inverts lightness on a dark page, so that fair cells are dark, and keeps the hues.
const DARK_FILTER: &str = "<style>@media(prefers-color-scheme:dark){.shades{filter:invert(.93) hue-rotate(180deg)}}</style>";

/// Maximum number of rows and columns of a picture. Cells then have at least two pixels.
const MAX_SVG_SIDE: usize = 312;

/// Maximum number of letters of the label of a row. Longer labels would leave the picture.
const MAX_ROW_LETTERS: usize = 5;

/// Maximum number of letters of the label of a column. Longer labels would touch.
const MAX_COLUMN_LETTERS: usize = 3;

/// Draws the map as SVG, with labels and the scale of colours.
///
/// Rows go from top to bottom. The scale is at the right, or below the map on an upright sheet.
pub fn heat(map: &HeatMap, sheet: Option<Sheet>, out: &mut dyn Write) -> io::Result<()> {
    let (left, top, extent) = (64.0, 66.0, 624.0);
    let [down, across] = map.axes;
    // The labels count the rows of the whole map. A drawn cell may cover several of them.
    let row_size = extent / map.side as f64;
    let [rows, columns] = map
        .labels
        .each_ref()
        .map(|labels| labelled(map.side, labels.first()));
    let map = &map.coarse(MAX_SVG_SIDE);
    let size = extent / map.side as f64;
    let description = format!(
        "One row for each {down}, one column for each {across}. Orange is more frequent than in a fair shuffle, \
         purple less frequent, the colour of the page fair."
    );
    let caption = Caption {
        title: &map.title,
        description: &description,
    };
    let below = sheet.is_some_and(Sheet::is_upright).then_some(extent);
    let beside = if below.is_some() {
        [28.0, 110.0]
    } else {
        [150.0, 30.0]
    };
    canvas(
        [left + extent + beside[0], top + extent + beside[1]],
        sheet,
        &caption,
        out,
        |out| {
            label([left + extent / 2.0, 44.0], "middle", across, out)?;
            writeln!(
                out,
                r#"<text x="16" y="{0:.1}" text-anchor="middle" transform="rotate(-90 16 {0:.1})">{down}</text>"#,
                top + extent / 2.0
            )?;
            let [of_rows, of_columns] = &map.labels;
            let middle = |index: usize, labels: &AxisLabels| {
                row_size * ((index - labels.first()) as f64 + 0.5)
            };
            for index in columns {
                let text = of_columns.of(index, MAX_COLUMN_LETTERS);
                label(
                    [left + middle(index, of_columns), top - 7.0],
                    "middle",
                    &text,
                    out,
                )?;
            }
            for index in rows {
                let text = of_rows.of(index, MAX_ROW_LETTERS);
                label(
                    [left - 7.0, top + middle(index, of_rows) + 4.5],
                    "end",
                    &text,
                    out,
                )?;
            }
            writeln!(
                out,
                r#"{DARK_FILTER}<g class="shades" shape-rendering="crispEdges">"#
            )?;
            for (row, cells) in map.cells.chunks(map.side).enumerate() {
                squares(
                    map,
                    (row, cells),
                    [left, top + size * row as f64],
                    size,
                    out,
                )?;
            }
            writeln!(out, "</g>")?;
            match below {
                Some(_) => scale(map, [left, top + extent + 16.0], below, out),
                None => scale(map, [left + extent + 28.0, top], below, out),
            }
        },
    )
}

/// Draws a row of cells. Neighbours of one colour are one rectangle, unless the cells have texts.
fn squares(
    map: &HeatMap,
    (row, cells): (usize, &[f64]),
    [x, y]: [f64; 2],
    size: f64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let colour = |cell: &f64| format!("{:x}", hue(map.shade(*cell)));
    let mut column = 0;
    for run in cells.chunk_by(|a, b| map.tips.is_empty() && colour(a) == colour(b)) {
        let (fill, x, width) = (
            colour(&run[0]),
            x + size * column as f64,
            size * run.len() as f64,
        );
        write!(
            out,
            r##"<rect x="{x:.2}" y="{y:.2}" width="{width:.2}" height="{size:.2}" fill="#{fill}""##
        )?;
        match map.tips.get(row * map.side + column) {
            Some(tip) => writeln!(out, "><title>{}</title></rect>", escaped(tip))?,
            None => writeln!(out, "/>")?,
        }
        column += run.len();
    }
    Ok(())
}

/// Returns the numbers of the rows that have a label, counted from `first`. They are the first row, the last
/// row, and round numbers between them.
fn labelled(side: usize, first: usize) -> Vec<usize> {
    let step = [1, 2, 5, 10, 20, 50, 100, 200]
        .into_iter()
        .find(|step| side / step <= 26)
        .unwrap_or(200);
    let last = (first + side).saturating_sub(1);
    if step == 1 {
        return (first..=last).collect();
    }
    let between = (1..=last / step).map(|multiple| multiple * step);
    let between = between.filter(|index| 2 * (*index - first) > step && 2 * (last - index) > step);
    [first].into_iter().chain(between).chain([last]).collect()
}

/// Draws the scale of shades, with the fair level and the noise around it. The most frequent shade is at the top or, on a
/// scale of the width `across`, at the right.
fn scale(
    map: &HeatMap,
    [x, top]: [f64; 2],
    across: Option<f64>,
    out: &mut dyn Write,
) -> io::Result<()> {
    const STEPS: usize = 100;
    let (height, reach, bar) = (320.0, map.reach, top + 24.0);
    let y = |times: f64| bar + height * (1.0 - (times - 1.0) / reach) / 2.0;
    let unit = across.map_or(height / 2.0 / reach, |width| {
        width / (1.0 + reach - map.least())
    });
    let right = |times: f64| x + unit * (times - map.least());
    label([x, top + 8.0], "start", "times fair", out)?;
    writeln!(out, r#"<g class="shades">"#)?;
    for step in 0..STEPS {
        let times = 1.0 + reach * (1.0 - 2.0 * (step as f64 + 0.5) / STEPS as f64);
        if times < 0.0 {
            break;
        }
        let colorous::Color { r, g, b } = hue(map.shade(times));
        let half = reach / STEPS as f64;
        let [left, upper, width, part] = match across {
            Some(_) => [
                right(times - half),
                bar,
                (200.0 * half * unit).round() / 100.0 + 0.5,
                18.0,
            ],
            None => {
                let y = bar + height * step as f64 / STEPS as f64;
                [x, y, 18.0, height / STEPS as f64 + 0.5]
            }
        };
        writeln!(
            out,
            r##"<rect x="{left:.1}" y="{upper:.2}" width="{width}" height="{part:.2}" fill="#{r:02x}{g:02x}{b:02x}"/>"##
        )?;
    }
    writeln!(out, "</g>")?;
    let more = if map.is_clipped() { " or more" } else { "" };
    let ends = [
        (1.0 + reach, more),
        (1.0 + reach / 2.0, ""),
        (1.0 - reach / 2.0, ""),
        (1.0 - reach, ""),
        (1.0, " fair"),
    ];
    for (times, more) in ends.into_iter().filter(|(times, _)| *times >= 0.0) {
        let (place, anchor) = match across {
            Some(_) if times > 1.0 + 0.9 * reach => ([right(times), bar + 34.0], "end"),
            Some(_) => ([right(times), bar + 34.0], "middle"),
            None => ([x + 26.0, y(times) + 4.5], "start"),
        };
        label(place, anchor, &format!("{}{more}", number(times)), out)?;
    }
    let Some(noise) = map.noise else {
        let place = across.map_or([x, top + height + 52.0], |width| [x + width, top + 8.0]);
        let anchor = if across.is_some() { "end" } else { "start" };
        return label(place, anchor, "exact", out);
    };
    let [above, below] = [reach, 1.0 - map.least()].map(|max| noise.min(max) * unit);
    let fair = if across.is_some() { right(1.0) } else { y(1.0) };
    let path = match across {
        Some(_) => {
            let (over, from, to) = (bar - 6.0, fair - below, fair + above);
            format!("M{from:.1} {bar:.1}V{over:.1}H{to:.1}V{bar:.1}")
        }
        None => {
            let (beside, from, to) = (x - 6.0, fair - above, fair + below);
            format!("M{x:.1} {from:.1}H{beside:.1}V{to:.1}H{x:.1}")
        }
    };
    writeln!(
        out,
        r##"<path d="{path}" fill="none" class="line" stroke="#222" stroke-width="1.5"/>"##
    )?;
    let places = if noise < 0.1 { 2 } else { 0 };
    let [name, size] = [
        "bracket: chance".into(),
        format!("± {:.places$} %, 2 sd", 100.0 * noise),
    ];
    match across {
        Some(width) => label(
            [x + width, top + 8.0],
            "end",
            &format!("{name} {size}"),
            out,
        ),
        None => {
            label([x, bar + height + 28.0], "start", &name, out)?;
            label([x, bar + height + 45.0], "start", &size, out)
        }
    }
}

/// Formats a number with at most three decimals.
pub fn number(times: f64) -> String {
    format!("{times:.3}")
        .trim_end_matches('0')
        .trim_end_matches('.')
        .into()
}

/// Maximum number of drawn columns and rows. Larger maps show the means of blocks of cells.
const MAX_SIDE: usize = 104;

/// Palette of 256-colour terminals: purple (much too rare), white (fair), orange (much too frequent).
const RAMP: [u8; 11] = [54, 97, 140, 146, 189, 255, 230, 223, 215, 208, 166];

/// Number of cells of the scale.
const SCALE_CELLS: usize = 22;

/// Draws the map for a terminal.
///
/// With many colours a line is two rows of half blocks. Without colours, or with few, each cell is one
/// character. The map is reduced to the width of the page and to `lines`, without the lines of its scales. Returns
/// whether it was reduced.
pub fn heat_text(
    map: &HeatMap,
    ascii: bool,
    lines: Option<usize>,
    page: &Page,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let has_letters = ascii || !page.colour || page.few_colours;
    let margin = widest(map) + 1;
    let width = page
        .width
        .unwrap_or(MAX_SIDE + margin)
        .saturating_sub(margin);
    let height = lines.map_or(
        MAX_SIDE,
        |lines| if has_letters { lines } else { 2 * lines },
    );
    let drawn = &map.coarse(width.min(height).clamp(1, MAX_SIDE));
    let axis = Axis {
        labels: &drawn.labels,
        rows: map.side,
        side: drawn.side,
        margin,
    };
    axis.write_top(out)?;
    if has_letters {
        letters(drawn, &axis, out)?;
    } else {
        half_blocks(drawn, &axis, out)?;
    }
    Ok(drawn.side < map.side)
}

/// Returns the length of the longest label of a row.
fn widest(map: &HeatMap) -> usize {
    let rows = &map.labels[0];
    let letters = |number| rows.of(number, MAX_MARGIN).chars().count();
    (rows.first()..rows.first() + map.side)
        .map(letters)
        .max()
        .unwrap_or(0)
}

/// Maximum number of letters of the label of a row.
const MAX_MARGIN: usize = 7;

/// The labels of the rows and columns of a map.
struct Axis<'a> {
    labels: &'a [AxisLabels; 2],
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
        let is_readable =
            |step: &usize| self.rows / step <= (self.side / (self.margin + 1)).clamp(1, 12);
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500]
            .into_iter()
            .find(is_readable)
            .unwrap_or(1000);
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
            let label = columns.of(tick, MAX_MARGIN);
            let (length, width) = (line.chars().count(), label.chars().count());
            if (length <= column || tick == first)
                && column + width <= self.margin + self.side.max(1)
            {
                line += &format!("{}{label} ", " ".repeat(column - length.min(column)));
            }
        }
        writeln!(out, "{}", line.trim_end())
    }

    /// Writes the label of the first labelled row among `rows`, or spaces.
    fn write_left(&self, rows: std::ops::Range<usize>, out: &mut dyn Write) -> io::Result<()> {
        let first = self.labels[0].first();
        let label = self
            .ticks(first)
            .find(|&tick| rows.contains(&self.place(tick, first)));
        let label = label.map_or(String::new(), |tick| self.labels[0].of(tick, MAX_MARGIN));
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
            let below = lower
                .get(column)
                .map(|&cell| paint(map.shade(cell), true_colour));
            let style = style.bg_color(below);
            write!(out, "{style}▀{style:#}")?;
        }
        writeln!(out)?;
    }
    text_scale(map, axis, true_colour, out)
}

/// Writes the scale from the rarest to the most frequent shade, with its ends in units of the fair level.
fn text_scale(
    map: &HeatMap,
    axis: &Axis,
    true_colour: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "{:1$}{2} ", "", axis.margin, number(map.least()))?;
    for step in 0..SCALE_CELLS {
        let part = (step as f64 + 0.5) / SCALE_CELLS as f64;
        let times = map.least() + part * (1.0 + map.reach - map.least());
        let style = Style::new().fg_color(Some(paint(map.shade(times), true_colour)));
        write!(out, "{style}█{style:#}")?;
    }
    let more = if map.is_clipped() { " or more" } else { "" };
    writeln!(out, " {}{more} times fair", number(1.0 + map.reach))
}

fn paint(shade: f64, true_colour: bool) -> Color {
    let colorous::Color { r, g, b } = hue(shade);
    if true_colour {
        RgbColor(r, g, b).into()
    } else {
        Ansi256Color(ramp(shade)).into()
    }
}

fn ramp(shade: f64) -> u8 {
    let steps = RAMP.len() as f64;
    RAMP[((shade + 1.0) / 2.0 * steps)
        .floor()
        .clamp(0.0, steps - 1.0) as usize]
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
    writeln!(
        out,
        ". within {first} of fair, + and - up to {second} more or less, # and = beyond"
    )
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
    fn labels_do_not_touch() {
        assert_eq!(labelled(10, 1), (1..=10).collect::<Vec<_>>());
        assert_eq!(labelled(10, 0), (0..=9).collect::<Vec<_>>());
        assert_eq!(
            labelled(52, 1),
            [
                &[1][..],
                &(2..=25).map(|pair| 2 * pair).collect::<Vec<_>>(),
                &[52]
            ]
            .concat()
        );
        assert_eq!(
            labelled(52, 0),
            [
                &[0][..],
                &(1..=24).map(|pair| 2 * pair).collect::<Vec<_>>(),
                &[51]
            ]
            .concat()
        );
        assert_eq!(
            labelled(1000, 1).first().zip(labelled(1000, 1).last()),
            Some((&1, &1000))
        );
    }

    #[test]
    fn letters_by_fifths() {
        let letters = [-1.0, -0.61, -0.5, -0.2, 0.0, 0.19, 0.21, 0.7, 1.0].map(letter);
        assert_eq!(letters.iter().collect::<String>(), "==-...+##");
    }

    #[test]
    fn the_ramp_ends_in_purple_and_orange_and_is_white_in_the_middle() {
        assert_eq!(
            [-1.0, -0.05, 0.0, 0.05, 1.0].map(ramp),
            [54, 255, 255, 255, 166]
        );
    }

    #[test]
    fn axes_and_scale() {
        let map = HeatMap::new(String::new(), 52, vec![1.0; 52 * 52], None);
        let page = |colour| Page {
            width: Some(80),
            colour,
            ..Page::default()
        };
        let mut out = Vec::new();
        heat_text(&map, true, None, &page(false), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "   1   5    10   15   20   25   30   35   40   45   50"
        );
        assert_eq!(lines[1], format!(" 1 {}", ".".repeat(52)));
        assert!(lines[10].starts_with("10 ."));
        let mut out = Vec::new();
        heat_text(&map, false, None, &page(true), &mut out).unwrap();
        assert!(
            String::from_utf8(out)
                .unwrap()
                .lines()
                .last()
                .unwrap()
                .ends_with(" 2 times fair")
        );
    }

    /// The lines of a map leave room for the numbers above it and the scale below it.
    #[test]
    fn maps_fit_the_lines_of_a_screen() {
        let map = HeatMap::new(String::new(), 52, vec![1.0; 52 * 52], None);
        for (colour, lines, drawn) in [
            (false, 14, 14),
            (true, 14, 14),
            (true, 26, 26),
            (true, 100, 26),
            (false, 0, 1),
        ] {
            let page = Page {
                width: Some(80),
                colour,
                ..Page::default()
            };
            let mut out = Vec::new();
            let is_reduced = heat_text(&map, false, Some(lines), &page, &mut out).unwrap();
            assert_eq!(
                String::from_utf8(out).unwrap().lines().count(),
                drawn + 2,
                "{colour} {lines}"
            );
            assert_eq!(is_reduced, if colour { lines < 26 } else { lines < 52 });
        }
    }
}
