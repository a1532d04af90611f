//! Draws the history of a deck as SVG: a row of cells for each deck, and threads that follow the cards. On an upright
//! sheet each deck is a column.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::palette::rgb;
use super::svg::{Caption, frame, heading, label, text_with, title_size};
use crate::numbers::widest;
use crate::one_based;
use crate::view::{Sheet, Strip, Tint};

/// Maximum number of cards for which all cards have threads. With more, only tracked cards have threads.
const MAX_THREADS: usize = 104;

/// Maximum number of rows for which all cards have threads.
const MAX_THREADED_ROWS: usize = 30;

/// Width of a row of many cards.
const WIDTH: f64 = 988.0;

const TOP: f64 = 78.0;

/// Height above the columns of an upright strip whose labels are not turned.
const UPRIGHT_TOP: f64 = 62.0;

/// Number of square pixels of a drawing for a sheet, for which texts have a readable size.
const AREA: f64 = 760_000.0;

/// Maximum width of a cell and maximum distance between decks on a sheet.
const MAX_SIDE: f64 = 120.0;

/// Outlines tracked threads in the colour of the background, light or dark.
const STYLE: &str =
    "<style>.gap{stroke:#fff}@media(prefers-color-scheme:dark){.gap{stroke:#121212}}</style>";

/// Draws each deck as a row of cells, with a thread for each card or each tracked card.
pub fn strip_svg(
    strip: Strip,
    title: &str,
    sheet: Option<Sheet>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Strip {
        cards,
        tracked,
        rows,
        tint,
        name,
        ..
    } = strip;
    let names = name
        .map(|name| (0..cards as u64).map(name).collect())
        .unwrap_or_default();
    let mut decks = Vec::new();
    let mut labels = Vec::new();
    for row in rows {
        labels.push(row.label);
        decks.push(row.deck.collect::<Vec<u64>>());
    }
    let tracked: Vec<(u64, String)> = tracked
        .into_iter()
        .map(|card| (card.index, card.name))
        .collect();
    let mut picture = Picture {
        names,
        ..Picture::new(cards, decks, labels, tint, tracked)
    };
    if let Some(sheet) = sheet {
        picture.fit(sheet);
    }
    let description = picture.description();
    let size = picture.size();
    frame(
        size,
        sheet,
        &Caption {
            title,
            description: &description,
        },
        out,
        |out| {
            writeln!(out, "{STYLE}")?;
            let left = if picture.is_upright {
                20.0
            } else {
                picture.left
            };
            heading(
                left,
                title,
                title_size(title, size[0] - left - 20.0, sheet),
                out,
            )?;
            picture.positions(out)?;
            picture.threads(out)?;
            picture.rows(out)
        },
    )
}

struct Picture<'a> {
    cards: usize,
    decks: Vec<Vec<u64>>,
    labels: Vec<String>,
    /// The positions of each card in all decks.
    places: Vec<Vec<usize>>,
    tint: Box<dyn Fn(u64) -> Tint + 'a>,
    tracked: Vec<(u64, String)>,
    /// The names of all cards, or an empty list.
    names: Vec<String>,
    /// Whether all cards have threads.
    is_woven: bool,
    /// Whether each deck is a column with its top card at the top.
    is_upright: bool,
    /// Number of characters of the longest label.
    letters: usize,
    left: f64,
    top: f64,
    /// Width of a cell including its gap, height of a cell, and distance between rows.
    cell: f64,
    height: f64,
    pitch: f64,
}

impl<'a> Picture<'a> {
    fn new(
        cards: usize,
        decks: Vec<Vec<u64>>,
        labels: Vec<String>,
        tint: Box<dyn Fn(u64) -> Tint + 'a>,
        tracked: Vec<(u64, String)>,
    ) -> Picture<'a> {
        let mut places = vec![vec![0; decks.len()]; cards];
        for (row, deck) in decks.iter().enumerate() {
            deck.iter()
                .enumerate()
                .for_each(|(place, &card)| places[card as usize][row] = place);
        }
        let letters = widest(&labels);
        let rows = decks.len().max(1) as f64;
        let is_woven = cards <= MAX_THREADS && decks.len() <= MAX_THREADED_ROWS;
        let is_threaded = is_woven || !tracked.is_empty();
        let (pitch, part) = match is_threaded {
            true => ((1000.0 / rows).clamp(16.0, 60.0), 0.32),
            false => ((640.0 / rows).clamp(4.0, 26.0), 0.84),
        };
        Picture {
            cards,
            decks,
            labels,
            places,
            tint,
            names: Vec::new(),
            tracked,
            is_woven,
            is_upright: false,
            letters,
            top: TOP,
            left: 30.0 + 7.5 * letters as f64,
            cell: (WIDTH / cards.max(1) as f64).clamp(2.0, 44.0),
            height: pitch * part,
            pitch,
        }
    }

    /// Changes the size of the cells so that the drawing has the ratio of the sheet.
    fn fit(&mut self, sheet: Sheet) {
        let rows = self.decks.len().max(1) as f64;
        let part = self.height / self.pitch;
        let [width, height] = sheet.of_area(AREA);
        self.is_upright = sheet.is_upright();
        if self.is_upright {
            self.left = 48.0;
            let is_turned = 7.5 * self.letters as f64 > (width - self.left - 28.0) / rows;
            self.top = UPRIGHT_TOP
                + if is_turned {
                    7.5 * self.letters as f64
                } else {
                    0.0
                };
        }
        let (across, down) = (width - self.left - 28.0, height - self.top - 24.0);
        let (along, pitch) = if self.is_upright {
            (down, across)
        } else {
            (across, down)
        };
        // There are distances between the decks only, and none after the last.
        let (cell, pitch) = (
            along / self.cards.max(1) as f64,
            pitch / (rows - 1.0 + part),
        );
        let larger = (2.0 / cell).max(4.0 / pitch).max(1.0);
        self.cell = (cell * larger).min(MAX_SIDE);
        self.pitch = (pitch * larger).min(MAX_SIDE);
        self.height = self.pitch * part;
    }

    fn size(&self) -> [f64; 2] {
        let along = self.cell * self.cards as f64;
        let across = self.pitch * self.decks.len().saturating_sub(1) as f64 + self.height;
        let [width, height] = self.point([along, across]);
        [
            (self.left + width + 28.0).max(320.0),
            self.top + height + 24.0,
        ]
    }

    /// Returns a distance along a deck and a distance across decks as horizontal and vertical.
    fn point(&self, [along, across]: [f64; 2]) -> [f64; 2] {
        if self.is_upright {
            [across, along]
        } else {
            [along, across]
        }
    }

    /// Returns where a row begins, across the decks.
    fn across(&self, row: usize) -> f64 {
        let [_, begin] = self.point([self.left, self.top]);
        begin + self.pitch * row as f64
    }

    /// Returns the middle of the cell at `place`, along a deck.
    fn along(&self, place: usize) -> f64 {
        let [begin, _] = self.point([self.left, self.top]);
        begin + self.cell * (place as f64 + 0.5)
    }

    fn description(&self) -> String {
        let [deck, side] = match self.is_upright {
            true => ["column", "at the top"],
            false => ["row", "on the left"],
        };
        let mut text = format!(
            "Each {deck} is the deck after one more shuffle, top card {side}. A card keeps its colour."
        );
        for (card, name) in &self.tracked {
            let path: Vec<String> = self.places[*card as usize]
                .iter()
                .map(|&place| one_based::number(place).to_string())
                .collect();
            // Writing to a string never fails.
            let _ = write!(
                text,
                " The thread of card {name} passes positions {}.",
                path.join(", ")
            );
        }
        text
    }

    /// Writes the numbers of some positions beside the first deck.
    fn positions(&self, out: &mut dyn Write) -> io::Result<()> {
        let unit = if self.cards.is_multiple_of(13) {
            13
        } else {
            10
        };
        let room = if self.is_upright { 12.0 } else { 30.0 };
        let step = (1..)
            .map(|times| unit * times)
            .find(|step| self.cell * *step as f64 > room + 4.0)
            .unwrap_or(unit);
        let near = |position: &usize| self.cell * (self.cards - position) as f64 > room;
        let between = (1..)
            .map(|times| times * step)
            .take_while(|position| *position < self.cards)
            .filter(near);
        let between = between.filter(|position| self.cell * (*position - 1) as f64 > room);
        let last = (self.cards > 1).then_some(self.cards);
        writeln!(out, r#"<g font-size="11" opacity=".6">"#)?;
        for position in [1].into_iter().chain(between).chain(last) {
            let along = self.along(position - 1);
            let (place, anchor) = match self.is_upright {
                true => ([self.left - 9.0, along + 4.0], "end"),
                false => ([along, self.top - 9.0], "middle"),
            };
            label(place, anchor, &position.to_string(), out)?;
        }
        writeln!(out, "</g>")
    }

    /// Draws the threads of all cards in a small picture, and the threads of tracked cards above them.
    fn threads(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_woven {
            let opacity = if self.tracked.is_empty() { 0.7 } else { 0.4 };
            let width = (0.11 * self.cell).clamp(1.0, 2.6);
            writeln!(out, r#"<g stroke-width="{width:.2}">"#)?;
            for card in 0..self.cards {
                let colour = rgb((self.tint)(card as u64));
                writeln!(
                    out,
                    r#"<path fill="none" stroke="{colour}" stroke-opacity="{opacity}" d="{}"/>"#,
                    self.thread(card)
                )?;
            }
            writeln!(out, "</g>")?;
        }
        writeln!(out, r#"<g stroke-linejoin="round">"#)?;
        for (card, _) in &self.tracked {
            let (thread, colour) = (self.thread(*card as usize), rgb((self.tint)(*card)));
            writeln!(
                out,
                r##"<path class="gap" fill="none" stroke="#fff" stroke-width="8" d="{thread}"/>"##
            )?;
            writeln!(
                out,
                r##"<path class="line" fill="none" stroke="#222" stroke-width="5" d="{thread}"/>"##
            )?;
            writeln!(
                out,
                r#"<path fill="none" stroke="{colour}" stroke-width="2.6" d="{thread}"/>"#
            )?;
        }
        writeln!(out, "</g>")
    }

    /// Returns the path of a card: straight through its cells, with a smooth curve between two rows.
    fn thread(&self, card: usize) -> String {
        let places = &self.places[card];
        let point = |along, across| {
            let [x, y] = self.point([along, across]);
            format!("{x:.1} {y:.1}")
        };
        let mut path = String::new();
        for (row, place) in places.iter().enumerate() {
            let (along, begin) = (self.along(*place), self.across(row));
            let bend = 0.55 * (self.pitch - self.height);
            let middle = point(along, begin + self.height / 2.0);
            // Writing to a string never fails.
            let _ = match row.checked_sub(1).map(|before| self.along(places[before])) {
                None => write!(path, "M{middle}"),
                Some(before) => {
                    let end = begin - self.pitch + self.height;
                    write!(
                        path,
                        // Some renderers take V after C for a line below the start of the path.
                        "L{}C{} {} {}",
                        point(before, end),
                        point(before, end + bend),
                        point(along, begin - bend),
                        point(along, begin)
                    )
                }
            };
            let _ = write!(path, "L{middle}");
        }
        path
    }

    fn rows(&self, out: &mut dyn Write) -> io::Result<()> {
        let step = (14.0 / self.pitch).ceil().max(1.0) as usize;
        for (row, (deck, name)) in self.decks.iter().zip(&self.labels).enumerate() {
            let middle = self.across(row) + self.height / 2.0;
            if row % step == 0 || row + 1 == self.decks.len() && row % step > step / 2 {
                let above = self.top - 10.0;
                let (place, how) = match self.is_upright {
                    false => ([self.left - 10.0, middle + 4.5], r#""end""#.into()),
                    true if self.top == UPRIGHT_TOP => ([middle, above], r#""middle""#.into()),
                    true => {
                        let x = middle + 4.5;
                        let how = format!(r#""start" transform="rotate(-90 {x:.1} {above:.1})""#);
                        ([x, above], how)
                    }
                };
                let style = format!(r#"text-anchor={how} opacity=".75""#);
                text_with(place, &style, name.trim(), out)?;
            }
            for (place, &card) in deck.iter().enumerate() {
                self.card(row, place, card, out)?;
            }
        }
        Ok(())
    }

    /// Draws a cell with its card's name if there is space. The cell of a tracked card has an outline.
    fn card(&self, row: usize, place: usize, card: u64, out: &mut dyn Write) -> io::Result<()> {
        let space = (0.14 * self.cell).min(3.0);
        let length = self.cell - space;
        let [x, y] = self.point([self.along(place) - length / 2.0, self.across(row)]);
        let [width, height] = self.point([length, self.height]);
        let radius = (0.24 * width.min(height)).min(5.0);
        let tint = (self.tint)(card);
        let colour = rgb(tint);
        write!(
            out,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="{radius:.1}" fill="{colour}""#
        )?;
        let tracked = self.tracked.iter().find(|(tracked, _)| *tracked == card);
        writeln!(
            out,
            "{}/>",
            if tracked.is_some() {
                r##" class="line" stroke="#222" stroke-width="1.6""##
            } else {
                ""
            }
        )?;
        let name = tracked
            .map(|(_, name)| name)
            .or_else(|| self.names.get(card as usize));
        let Some(name) = name else { return Ok(()) };
        if 6.6 * name.chars().count() as f64 > width || height < 11.0 {
            return Ok(());
        }
        let ink = if tint.is_dark() { "#fff" } else { "#111" };
        let style =
            format!(r#"text-anchor="middle" font-size="11" font-weight="bold" fill="{ink}""#);
        text_with([x + width / 2.0, y + height / 2.0 + 4.0], &style, name, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{StripRow, Thread};

    /// Draws decks of cards numbered from 0, with the threads of cards 1 and 2.
    fn drawn<'a>(decks: &[&'a [u64]]) -> String {
        let cards = decks[0].len();
        let row = |(row, deck): (usize, &&'a [u64])| StripRow {
            label: row.to_string(),
            places: Vec::new(),
            deck: Box::new(deck.iter().copied()),
        };
        let strip = Strip {
            cards,
            count: decks.len() as u64,
            label_width: 1,
            rows: Box::new(
                decks
                    .iter()
                    .enumerate()
                    .map(row)
                    .collect::<Vec<_>>()
                    .into_iter(),
            ),
            tint: Box::new(move |card| Tint::step(card, cards as u64)),
            tracked: [0, 1]
                .map(|index| Thread {
                    index,
                    name: format!("<{index}>"),
                })
                .into(),
            name: None,
        };
        let mut out = Vec::new();
        strip_svg(strip, "4 cards", None, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// The threads of all cards would hide the cells.
    #[test]
    fn long_histories_have_the_tracked_threads_only() {
        let deck: &[u64] = &[0, 1, 2, 3];
        assert_eq!(
            drawn(&[deck; MAX_THREADED_ROWS]).matches("<path").count(),
            4 + 2 * 3
        );
        assert_eq!(
            drawn(&[deck; MAX_THREADED_ROWS + 1])
                .matches("<path")
                .count(),
            2 * 3
        );
    }

    #[test]
    fn cells_and_threads() {
        let picture = drawn(&[&[0, 1, 2, 3], &[0, 2, 1, 3], &[0, 1, 2, 3]]);
        // The additional rectangle is the background. A tracked card adds three paths.
        assert_eq!(picture.matches("<rect").count(), 1 + 12);
        assert_eq!(picture.matches("<path").count(), 4 + 2 * 3);
        assert!(picture.contains("The thread of card &lt;1&gt; passes positions 2, 3, 2."));
        // The thread of the top card is straight.
        let top = picture
            .lines()
            .find(|line| line.starts_with("<path"))
            .unwrap();
        assert!(
            top.split(['M', 'C', ' '])
                .filter(|part| part.starts_with("59.5"))
                .count()
                >= 5,
            "{top}"
        );
    }
}
