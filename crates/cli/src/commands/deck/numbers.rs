//! Decks as lines of numbers or faces. On a terminal the number of cards per line divides the number of cards
//! if possible, and the margin shows the position of the first card of each line.

use std::io::{self, Write};

use anstyle::{Effects, Style};
use faro_render::numbers::widest;
use faro_render::one_based;
use faro_render::palette::RED;
use faro_render::view::{Flow, Page, TextCell};

use super::history::State;
use super::report::DeckReport;

impl DeckReport {
    pub(super) fn write_numbers(
        &self,
        limit: u64,
        page: &Page,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for state in self.states().take(limit.try_into().unwrap_or(usize::MAX)) {
            let label = self.label(&state, page);
            match (self.columns, page.width) {
                (Some(columns), _) => self.write_rows(&label, state, columns, page, out)?,
                (None, None) => self.write_line(&label, state, page, out)?,
                (None, Some(width)) => self.write_lines(&label, state, width, page, out)?,
            }
        }
        Ok(())
    }

    /// Returns the label of a deck: `3: `, or `3 cut:9: `.
    fn label(&self, state: &State, page: &Page) -> String {
        if !self.history.each {
            return String::new();
        }
        let width = page.width.map_or(0, |_| self.history.label_width());
        let name = state
            .last_move()
            .map(|name| format!(" {name}"))
            .unwrap_or_default();
        format!("{:>width$}{name}: ", state.number())
    }

    /// Writes rows of `columns` cards, which are aligned.
    fn write_rows(
        &self,
        label: &str,
        state: State,
        columns: usize,
        page: &Page,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let cards: Vec<TextCell> = state.deck.map(|index| self.cell(index)).collect();
        let width = widest(cards.iter().map(|cell| &cell.text));
        if !label.is_empty() {
            page.write(out, Style::new().dimmed(), label.trim_end())?;
            writeln!(out)?;
        }
        for row in cards.chunks(columns) {
            for (place, cell) in row.iter().enumerate() {
                let space = width - cell.text.chars().count() + usize::from(place > 0);
                write!(out, "{:space$}", "")?;
                page.write(out, cell.style, &cell.text)?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn write_line(
        &self,
        label: &str,
        state: State,
        page: &Page,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let label = TextCell {
            text: label.into(),
            style: Style::new().dimmed(),
        };
        let mut flow = Flow::with_label(&label, page, out)?;
        for index in state.deck {
            flow.cell(&self.cell(index), 0)?;
        }
        flow.end()
    }

    fn write_lines(
        &self,
        label: &str,
        state: State,
        width: usize,
        page: &Page,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let cards = self.cards();
        let (cell, tracked) = (self.cell_width(), !self.track.is_empty());
        let own_line = state.last_move().is_some();
        let indent = if own_line {
            self.history.label_width() + 2
        } else {
            label.chars().count()
        };
        let digits = cards.to_string().len();
        let room = width.saturating_sub(indent);
        let all = room / cell;
        let per_line = per_line(
            cards,
            if cards <= all {
                all
            } else {
                room.saturating_sub(digits + 2) / cell
            },
        );
        page.write(out, Style::new().dimmed(), label)?;
        for (position, index) in state.deck.enumerate() {
            if position % per_line == 0 {
                if position > 0 || own_line {
                    write!(out, "\n{:indent$}", "")?;
                }
                if per_line < cards {
                    let margin = format!("{:>digits$} |", one_based::number(position));
                    page.write(out, Style::new().dimmed(), &margin)?;
                }
            }
            let name = self.cell(index);
            // The brackets of a marked card replace the spaces beside its neighbours, so that the cards stay
            // aligned.
            let after = if tracked && !self.track.contains_key(&index) {
                " "
            } else {
                ""
            };
            let taken = name.text.chars().count() + after.len();
            write!(out, "{:1$}", "", cell.saturating_sub(taken))?;
            page.write(out, name.style, &name.text)?;
            write!(out, "{after}")?;
        }
        writeln!(out)
    }

    /// Returns the cell of a card. A marked card is in brackets, and bold if there is colour.
    fn cell(&self, index: u64) -> TextCell {
        let name = self.name(index);
        let style = Style::new().fg_color(self.is_red(index).then_some(RED.into()));
        match self.track.contains_key(&index) {
            true => TextCell {
                text: format!("[{name}]"),
                style: style | Effects::BOLD | Effects::INVERT,
            },
            false => TextCell { text: name, style },
        }
    }

    /// Returns the width of a cell on a terminal: a space and the name, or brackets around it.
    fn cell_width(&self) -> usize {
        let name = match (self.names.start(), &self.faces) {
            (Some(names), _) => widest((0..names.len() as u64).map(|index| self.name(index))),
            (None, Some(_)) => "10S".len(),
            (None, None) => self.cards().to_string().len(),
        };
        if self.track.is_empty() {
            1 + name
        } else {
            "[]".len() + name
        }
    }
}

/// Returns the number of cards per line if at most `most` fit. This is all cards if they fit, otherwise the
/// largest divisor of `cards` if it fills half of the line, otherwise a multiple of ten.
fn per_line(cards: usize, most: usize) -> usize {
    if cards <= most {
        return cards.max(1);
    }
    let divisor = (1..=most)
        .rev()
        .find(|divisor| cards.is_multiple_of(*divisor))
        .unwrap_or(1);
    match most {
        _ if 2 * divisor >= most => divisor.max(1),
        10.. => most / 10 * 10,
        5.. => 5,
        _ => most.max(1),
    }
}

#[cfg(test)]
mod tests {
    use super::per_line;

    #[test]
    fn lines_break_where_people_count() {
        for (cards, most, line) in [
            (52, 60, 52),
            (52, 51, 26),
            (52, 25, 13),
            (52, 13, 13),
            (52, 12, 10),
            (8, 20, 8),
            (104, 19, 13),
            (1000, 14, 10),
            (53, 25, 20),
            (53, 7, 5),
            (53, 3, 3),
            (53, 0, 1),
            (0, 9, 1),
        ] {
            assert_eq!(per_line(cards, most), line, "{cards} cards, {most} fit");
        }
    }
}
