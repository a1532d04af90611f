//! Draws the history of a deck as SVG: a row of cells for each deck, and threads that follow the cards.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::palette::rgb;
use super::svg::{Caption, frame, heading, label, text_with};
use crate::one_based;
use crate::view::{Strip, Tint};

/// Maximum number of cards for which all cards have threads. With more, only tracked cards have threads.
const MAX_THREADS: usize = 104;

/// Maximum number of rows for which all cards have threads.
const MAX_THREADED_ROWS: usize = 30;

/// Width of a row of many cards.
const WIDTH: f64 = 988.0;

const TOP: f64 = 78.0;

/// Outlines tracked threads in the colour of the background, light or dark.
const STYLE: &str =
    "<style>.gap{stroke:#fff}@media(prefers-color-scheme:dark){.gap{stroke:#121212}}</style>";

/// Draws each deck as a row of cells, with a thread for each card or each tracked card.
pub fn strip_svg(strip: Strip, title: &str, out: &mut dyn Write) -> io::Result<()> {
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
    let picture = Picture {
        names,
        ..Picture::new(cards, decks, labels, tint, tracked)
    };
    let description = picture.description();
    let (width, height) = (
        picture.left + picture.cell * cards as f64 + 28.0,
        picture.bottom() + 24.0,
    );
    frame(
        [width.max(320.0), height],
        &Caption {
            title,
            description: &description,
        },
        out,
        |out| {
            writeln!(out, "{STYLE}")?;
            heading(picture.left, title, 15.0, out)?;
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
    left: f64,
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
        let letters = labels
            .iter()
            .map(|label| label.chars().count())
            .max()
            .unwrap_or(0);
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
            left: 30.0 + 7.5 * letters as f64,
            cell: (WIDTH / cards.max(1) as f64).clamp(2.0, 44.0),
            height: pitch * part,
            pitch,
        }
    }

    fn y(&self, row: usize) -> f64 {
        TOP + self.pitch * row as f64
    }

    fn bottom(&self) -> f64 {
        self.y(self.decks.len().saturating_sub(1)) + self.height
    }

    /// Returns the horizontal middle of the cell at `place`.
    fn x(&self, place: usize) -> f64 {
        self.left + self.cell * (place as f64 + 0.5)
    }

    fn description(&self) -> String {
        let mut text = String::from(
            "Each row is the deck after one more shuffle, top card on the left. A card keeps its colour.",
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

    /// Writes the numbers of some positions above the first row.
    fn positions(&self, out: &mut dyn Write) -> io::Result<()> {
        let unit = if self.cards.is_multiple_of(13) {
            13
        } else {
            10
        };
        let step = (1..)
            .map(|times| unit * times)
            .find(|step| self.cell * *step as f64 > 34.0)
            .unwrap_or(unit);
        let near = |position: &usize| self.cell * (self.cards - position) as f64 > 30.0;
        let between = (1..)
            .map(|times| times * step)
            .take_while(|position| *position < self.cards)
            .filter(near);
        let between = between.filter(|position| self.cell * (*position - 1) as f64 > 30.0);
        let last = (self.cards > 1).then_some(self.cards);
        writeln!(out, r#"<g font-size="11" opacity=".6">"#)?;
        for position in [1].into_iter().chain(between).chain(last) {
            label(
                [self.x(position - 1), TOP - 9.0],
                "middle",
                &position.to_string(),
                out,
            )?;
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
        let mut path = String::new();
        for (row, place) in places.iter().enumerate() {
            let (x, top, half) = (self.x(*place), self.y(row), self.height / 2.0);
            let bend = 0.55 * (self.pitch - self.height);
            // Writing to a string never fails.
            let _ = match row.checked_sub(1).map(|before| self.x(places[before])) {
                None => write!(path, "M{x:.1} {:.1}", top + half),
                Some(before) => write!(
                    path,
                    // Some renderers take V after C for a line below the start of the path.
                    "L{before:.1} {:.1}C{before:.1} {:.1} {x:.1} {:.1} {x:.1} {top:.1}",
                    top - self.pitch + self.height,
                    top - self.pitch + self.height + bend,
                    top - bend
                ),
            };
            let _ = write!(path, "L{x:.1} {:.1}", top + half);
        }
        path
    }

    fn rows(&self, out: &mut dyn Write) -> io::Result<()> {
        let step = (14.0 / self.pitch).ceil().max(1.0) as usize;
        for (row, (deck, name)) in self.decks.iter().zip(&self.labels).enumerate() {
            let middle = self.y(row) + self.height / 2.0;
            if row % step == 0 || row + 1 == self.decks.len() && row % step > step / 2 {
                let place = [self.left - 10.0, middle + 4.5];
                text_with(
                    place,
                    r#"text-anchor="end" opacity=".75""#,
                    name.trim(),
                    out,
                )?;
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
        let (width, y) = (self.cell - space, self.y(row));
        let x = self.x(place) - width / 2.0;
        let radius = (0.24 * width.min(self.height)).min(5.0);
        let tint = (self.tint)(card);
        let (colour, height) = (rgb(tint), self.height);
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
        text_with([self.x(place), y + height / 2.0 + 4.0], &style, name, out)
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
        strip_svg(strip, "4 cards", &mut out).unwrap();
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
