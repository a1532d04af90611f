//! Draws the history of a deck on a terminal: a row of coloured cells for each deck.

use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};

use super::palette::Depth;
use crate::one_based;
use crate::view::{Page, Strip, StripRow, Tint};

/// Assumed width of a page if the output is not a terminal.
const DEFAULT_WIDTH: usize = 80;

/// Width of the widest cells, for small decks, in characters.
const MAX_CELL_WIDTH: usize = 3;

/// Number of lines of the terminal that are left free.
const FREE_LINES: u64 = 3;

/// Maximum number of positions in a printed path.
const MAX_PATH: usize = 400;

/// Draws each deck as a row of cells, followed by the paths of tracked cards.
///
/// If the decks outnumber the lines of the terminal, two decks share a line of half blocks. Wide cells show the
/// names of their cards. In narrow cells tracked cards are letters.
pub fn strip_text(strip: Strip, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let width = page.width.unwrap_or(DEFAULT_WIDTH);
    let room = width.saturating_sub(strip.label_width + 1).max(1);
    let names = names(&strip, room);
    let longest = names
        .iter()
        .map(|name| name.chars().count() + 1)
        .max()
        .unwrap_or(MAX_CELL_WIDTH);
    let cell = (room / strip.cards.max(1)).clamp(1, longest);
    let drawing = TextStrip {
        label_width: strip.label_width,
        cell,
        shown: strip.cards.min(room / cell),
        depth: Depth::from_environment(),
        marks: match names.is_empty() {
            true => strip.marks(cell),
            false => strip
                .tracked
                .iter()
                .map(|card| names[card.index as usize].clone())
                .collect(),
        },
        names,
        tint: &strip.tint,
        tracked: strip.tracked.iter().map(|card| card.index).collect(),
    };
    let lines = page
        .width
        .and_then(|_| terminal_size::terminal_size())
        .map(|(_, height)| height.0.into());
    let has_text = !strip.tracked.is_empty() || !drawing.names.is_empty();
    let dense = !has_text && lines.is_some_and(|lines: u64| strip.count + FREE_LINES > lines);
    let paths = if dense {
        drawing.pairs(strip.rows, out)?
    } else {
        drawing.rows(strip.rows, out)?
    };
    if page.quiet {
        return Ok(());
    }
    if let Some(note) = note(&drawing, strip.name.is_some(), strip.cards) {
        page.write(out, Style::new().dimmed(), &note)?;
        writeln!(out)?;
    }
    for ((card, path), mark) in strip.tracked.iter().zip(paths).zip(&drawing.marks) {
        drawing.mark(card.index, mark, mark.chars().count(), out)?;
        // A name that equals the number of the card is left out, since the path begins with this number.
        let is_face = *mark != card.name && card.name != one_based::number(card.index).to_string();
        let name = if is_face {
            format!(" {}:", card.name)
        } else {
            ":".into()
        };
        write_path(&name, mark.chars().count(), &path, width, out)?;
    }
    Ok(())
}

/// Draws the decks of a strip without names, two decks a line in half blocks, a column a card.
pub fn strip_in_half_lines(strip: Strip, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let room = page
        .width
        .unwrap_or(DEFAULT_WIDTH)
        .saturating_sub(strip.label_width + 1)
        .max(1);
    let drawing = TextStrip {
        label_width: strip.label_width,
        cell: 1,
        shown: strip.cards.min(room),
        depth: Depth::from_environment(),
        marks: Vec::new(),
        names: Vec::new(),
        tint: &strip.tint,
        tracked: Vec::new(),
    };
    drawing.pairs(strip.rows, out).map(|_| ())
}

/// Returns a note about what the drawing leaves out and how to see it, or `None` if it shows everything.
fn note(drawing: &TextStrip, has_names: bool, cards: usize) -> Option<String> {
    if drawing.shown < cards {
        return Some(format!(
            "the first {} of {cards} cards; --color never lists all",
            drawing.shown
        ));
    }
    let is_narrow = has_names && drawing.names.is_empty();
    is_narrow
        .then(|| "the cells are too narrow for names; --color never lists the cards by name".into())
}

/// Returns the names of all cards if each fits its cell, otherwise an empty list. 10 is shortened to T if
/// necessary.
fn names(strip: &Strip, room: usize) -> Vec<String> {
    let Some(name) = strip.name.as_ref().filter(|_| strip.cards <= room) else {
        return Vec::new();
    };
    let fits = |name: &String| name.chars().count() * strip.cards <= room;
    let fitting = |name: String| Some(name).filter(fits);
    let short = |name: String| match name.strip_prefix("10") {
        Some(suit) if !fits(&name) && suit.chars().count() == 1 => format!("T{suit}"),
        _ => name,
    };
    let names = (0..strip.cards as u64)
        .map(name)
        .map(|name| fitting(short(name)));
    names.collect::<Option<_>>().unwrap_or_default()
}

struct TextStrip<'a> {
    label_width: usize,
    /// Width of a cell in characters.
    cell: usize,
    /// Number of cards that fit on a line.
    shown: usize,
    depth: Depth,
    marks: Vec<String>,
    /// Names of all cards if they fit, otherwise empty.
    names: Vec<String>,
    tint: &'a dyn Fn(u64) -> Tint,
    tracked: Vec<u64>,
}

impl TextStrip<'_> {
    /// Draws one deck per line, and returns the paths of the tracked cards.
    fn rows<'r>(
        &self,
        rows: impl Iterator<Item = StripRow<'r>>,
        out: &mut dyn Write,
    ) -> io::Result<Vec<Vec<u64>>> {
        let mut paths = vec![Vec::new(); self.tracked.len()];
        for row in rows {
            paths
                .iter_mut()
                .zip(&row.places)
                .for_each(|(path, &place)| {
                    if path.len() <= MAX_PATH {
                        path.push(place);
                    }
                });
            label(&row.label, self.label_width, out)?;
            let mut last = None;
            for index in row.deck.take(self.shown) {
                match self.tracked.iter().position(|&tracked| tracked == index) {
                    Some(tracked) => {
                        reset(last.take(), out)?;
                        self.mark(index, &self.marks[tracked], self.cell, out)?;
                    }
                    None if !self.names.is_empty() => {
                        self.written(
                            index,
                            &self.names[index as usize],
                            Effects::new(),
                            self.cell,
                            out,
                        )?;
                    }
                    None => {
                        let style =
                            Style::new().fg_color(Some(self.depth.paint((self.tint)(index))));
                        styled(style, &mut last, out)?;
                        self.block(out)?;
                    }
                }
            }
            reset(last, out)?;
            writeln!(out)?;
        }
        Ok(paths)
    }

    /// Writes the cell of a card that is not tracked. If there are tracked cards, which are full blocks, it is
    /// a half block.
    fn block(&self, out: &mut dyn Write) -> io::Result<()> {
        let block = if self.tracked.is_empty() {
            "█"
        } else {
            "▄"
        };
        (0..self.cell).try_for_each(|_| out.write_all(block.as_bytes()))
    }

    /// Writes the cell of a tracked card: its letter or name.
    fn mark(&self, index: u64, mark: &str, width: usize, out: &mut dyn Write) -> io::Result<()> {
        let effects = if self.names.is_empty() {
            Effects::BOLD
        } else {
            Effects::BOLD | Effects::UNDERLINE
        };
        self.written(index, mark, effects, width, out)
    }

    /// Writes a text on the colour of a card.
    fn written(
        &self,
        index: u64,
        text: &str,
        effects: Effects,
        width: usize,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let tint = (self.tint)(index);
        let ink = if tint.is_dark() {
            AnsiColor::BrightWhite
        } else {
            AnsiColor::Black
        };
        let style = Style::new()
            .bg_color(Some(self.depth.paint(tint)))
            .fg_color(Some(ink.into()));
        let style = style | effects;
        write!(out, "{style}{text:^width$}{style:#}")
    }

    /// Draws two decks per line.
    fn pairs<'r>(
        &self,
        mut rows: impl Iterator<Item = StripRow<'r>>,
        out: &mut dyn Write,
    ) -> io::Result<Vec<Vec<u64>>> {
        while let Some(upper) = rows.next() {
            label(&upper.label, self.label_width, out)?;
            let mut lower = rows.next().map(|row| row.deck);
            let mut last = None;
            for index in upper.deck.take(self.shown) {
                let colour = |index| self.depth.paint((self.tint)(index));
                let below = lower.as_mut().and_then(|deck| deck.next()).map(colour);
                let style = Style::new().fg_color(Some(colour(index))).bg_color(below);
                styled(style, &mut last, out)?;
                (0..self.cell).try_for_each(|_| out.write_all("▀".as_bytes()))?;
            }
            reset(last, out)?;
            writeln!(out)?;
        }
        Ok(Vec::new())
    }
}

fn label(label: &str, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let style = Style::new().dimmed();
    write!(out, "{style}{label:<width$}{style:#} ")
}

/// Begins a style, unless it is already active.
fn styled(style: Style, last: &mut Option<Style>, out: &mut dyn Write) -> io::Result<()> {
    if *last != Some(style) {
        reset(last.replace(style), out)?;
        write!(out, "{style}")?;
    }
    Ok(())
}

fn reset(last: Option<Style>, out: &mut dyn Write) -> io::Result<()> {
    last.map_or(Ok(()), |style| write!(out, "{style:#}"))
}

/// Writes a path such as `: 2 → 3 → 5` after a mark. Lines break after an arrow.
fn write_path(
    name: &str,
    mark: usize,
    path: &[u64],
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "{name}")?;
    let indent = mark + name.chars().count();
    let mut column = indent;
    for (step, &place) in path.iter().enumerate() {
        let place = if step < MAX_PATH {
            one_based::number(place).to_string()
        } else {
            "…".into()
        };
        let arrow = if step + 1 < path.len() { " →" } else { "" };
        let taken = 1 + place.chars().count() + arrow.chars().count();
        if column + taken > width && column > indent {
            write!(out, "\n{:indent$}", "")?;
            column = indent;
        }
        write!(out, " {place}{arrow}")?;
        column += taken;
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Thread;

    /// Draws three out-shuffles of 8 cards, without escape sequences.
    fn drawn(track: &[u64], name: Option<&str>, width: usize) -> String {
        let decks = [
            [0, 1, 2, 3, 4, 5, 6, 7],
            [0, 4, 1, 5, 2, 6, 3, 7],
            [0, 2, 4, 6, 1, 3, 5, 7],
        ];
        let rows = decks.into_iter().enumerate().map(|(row, deck)| StripRow {
            label: row.to_string(),
            places: track
                .iter()
                .map(|card| deck.iter().position(|other| other == card).unwrap() as u64)
                .collect(),
            deck: Box::new(deck.into_iter()),
        });
        let strip = Strip {
            cards: 8,
            count: 3,
            label_width: 1,
            rows: Box::new(rows),
            tint: Box::new(|index| Tint::step(index, 8)),
            tracked: track
                .iter()
                .map(|&index| Thread {
                    index,
                    name: (index + 1).to_string(),
                })
                .collect(),
            name: name.map(|name| {
                let name = name.to_string();
                Box::new(move |index: u64| format!("{name}{}", index + 1))
                    as Box<dyn Fn(u64) -> String>
            }),
        };
        let mut out = Vec::new();
        let page = Page {
            width: Some(width),
            colour: true,
            ..Page::default()
        };
        strip_text(strip, &page, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let plain = text
            .split('\x1b')
            .enumerate()
            .map(|(part, text)| match part {
                0 => text,
                _ => text.split_once('m').unwrap().1,
            });
        plain.collect()
    }

    #[test]
    fn tracked_cards_are_letters_followed_by_their_paths() {
        assert_eq!(
            drawn(&[1, 2], None, 11),
            "0 ▄23▄▄▄▄▄\n1 ▄▄2▄3▄▄▄\n2 ▄3▄▄2▄▄▄\n2: 2 → 3 →\n   5\n3: 3 → 5 →\n   2\n"
        );
    }

    #[test]
    fn names_are_in_the_cells_if_they_fit() {
        let named = drawn(&[], Some("A"), 30);
        assert!(
            named.starts_with("0 A1 A2 A3 A4 A5 A6 A7 A8 \n1 A1 A5 A2"),
            "{named}"
        );
        assert!(drawn(&[], Some("A"), 18).starts_with("0 A1A2A3A4A5A6A7A8\n1 A1A5A2"));
        assert!(drawn(&[2], Some("1"), 18).starts_with("0 1112131415161718\n"));
        let narrow = drawn(&[1], Some("A"), 17);
        assert!(narrow.starts_with("0 ▄2▄▄▄▄▄▄\n"), "{narrow}");
        assert!(narrow.contains(
            "the cells are too narrow for names; --color never lists the cards by name\n2:"
        ));
    }

    #[test]
    fn small_decks_have_wide_cells_and_wide_decks_are_cut() {
        assert!(drawn(&[], None, 80).starts_with(&format!("0 {}\n1 ", "█".repeat(24))));
        let cut = drawn(&[7], None, 8);
        assert!(cut.starts_with("0 ▄▄▄▄▄▄\n"), "{cut}");
        assert!(
            cut.contains("the first 6 of 8 cards; --color never lists all\n8: 8 →\n"),
            "{cut}"
        );
    }
}
