//! Finds the columns of a table that has a row for each card, from the values of its rows.

use super::face::numbered_face;
use super::hand::row_of;
use super::roles::{Roles, joined};
use super::tokens::fields;
use crate::words::counted;

/// The columns of a table that name the deck, the position of a card in it, and the card or its rank and suit.
#[derive(Clone, Debug)]
pub struct Columns {
    /// The fields of the first line, if it names the columns.
    pub(super) heading: Option<Vec<String>>,
    /// Number of fields in a row.
    pub(super) width: usize,
    /// The column that is the same for all cards of a deck. If there is none, a deck begins where positions begin
    /// again.
    pub(super) deck: Option<usize>,
    pub(super) position: Option<usize>,
    /// The position of the first card of a deck.
    pub(super) first: u64,
    pub(super) card: Vec<usize>,
    /// Whether a row has the cards that a deal gives to one player or in one turn. Otherwise a row has one card of a
    /// whole deck.
    pub is_dealt: bool,
    /// The cards of a deck, sorted.
    pub cards: Vec<String>,
}

/// A row of a table: its cards, with their deck and their position if the table has these columns.
pub struct Row {
    pub cards: Vec<String>,
    pub deck: Option<String>,
    pub position: Option<u64>,
    /// Whether the row begins a deck of a table that has no column for the deck.
    pub begins: bool,
}

/// Maximum number of columns of a table that has a row for each card.
const MAX_COLUMNS: usize = 100;

const EXPECTED: &str =
    "expected a row for each card with its deck, its position, and the card, such as deal,pos,card";

impl Columns {
    /// Returns the columns of a table whose first lines are `lines`. The last deck may be incomplete.
    ///
    /// The rows of a deck follow one another. All decks have the same cards, so that their values show the columns.
    ///
    /// # Errors
    ///
    /// A description of the first difference from such a table.
    pub fn of(lines: &[&str]) -> Result<Columns, String> {
        let (heading, rows) = rows(lines)?;
        let width = rows.first().map_or(0, Vec::len);
        if width > MAX_COLUMNS {
            return Err(format!("{EXPECTED}, and not {width} columns"));
        }
        let by_value = (0..width).map(|column| (Some(column), column));
        let by_restart = (0..width).map(|column| (None, column));
        let tables = by_value.chain(by_restart).filter_map(|(deck, column)| {
            let decks = match deck {
                Some(column) => runs(&rows, |row, last| row[column] != last[column]),
                None => restarts(&rows, column)?,
            };
            let roles = Roles::find(&decks, deck, heading.as_deref())?;
            let position = deck.map_or(Some(column), |_| roles.position);
            let is_card = roles.card.contains(&column);
            (!is_card).then_some((deck, Roles { position, ..roles }))
        });
        let (deck, roles) = tables
            .min_by_key(|(_, roles)| roles.cards.len())
            .ok_or_else(|| {
                format!(
                    "{EXPECTED}; no such columns make decks of the same cards in several orders"
                )
            })?;
        let Roles {
            position,
            card,
            cards,
        } = roles;
        let number = |column: usize| rows.iter().filter_map(|row| row[column].parse().ok()).min();
        let first = position.and_then(number).unwrap_or(0);
        Ok(Columns {
            heading,
            width,
            deck,
            position,
            first,
            card,
            is_dealt: false,
            cards,
        })
    }

    /// Returns the cards in a row, or `None` if the line is blank or names the columns.
    ///
    /// # Errors
    ///
    /// If the row has another number of fields, or no number at the place of the position.
    pub fn row(&self, line: &str) -> Result<Option<Row>, String> {
        let fields = fields(line);
        if line.is_empty() || self.heading.as_ref() == Some(&fields) {
            return Ok(None);
        }
        if fields.len() != self.width {
            return Err(format!("{} fields instead of {}", fields.len(), self.width));
        }
        let position = match self
            .position
            .map(|column| (fields[column].parse(), &fields[column]))
        {
            Some((Err(_), found)) => return Err(format!("the position '{found}' is not a number")),
            position => position.and_then(|(number, _)| number.ok()),
        };
        Ok(Some(Row {
            cards: match self.is_dealt {
                true => row_of(&fields, &self.card)
                    .ok_or("there are other words than playing cards in the columns of cards")?,
                false => vec![joined(&fields, &self.card)],
            },
            deck: self.deck.map(|column| fields[column].clone()),
            position,
            begins: self.deck.is_none() && position == Some(self.first),
        }))
    }

    /// Returns the cards of a deck in the order of their positions.
    ///
    /// # Errors
    ///
    /// If the positions are not consecutive.
    pub fn in_order(&self, mut rows: Vec<(Option<u64>, String)>) -> Result<Vec<String>, String> {
        rows.sort_by_key(|(position, _)| *position);
        let gap = (self.first..)
            .zip(&rows)
            .find(|(expected, (found, _))| found.is_some_and(|found| found != *expected));
        match gap {
            Some((expected, _)) => Err(format!(
                "the deck that ends here lacks position {expected}, or has one twice"
            )),
            None => Ok(rows.into_iter().map(|(_, card)| card).collect()),
        }
    }
}

/// The fields of each row.
pub(super) type TableRows = Vec<Vec<String>>;

/// Returns the names of the columns of a table, if its first line has them, and its rows.
///
/// # Errors
///
/// If at least half of the lines have another number of fields than the first one.
pub(super) fn rows(lines: &[&str]) -> Result<(Option<Vec<String>>, TableRows), String> {
    let (mut rows, mut wrong): (TableRows, Vec<String>) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(lines).filter(|(_, line)| !line.trim().is_empty()) {
        let row = fields(line);
        let width = rows.first().map_or(row.len().max(2), Vec::len);
        match row.len() == width {
            true => rows.push(row),
            false => wrong.push(format!("line {number} has {}", counted(row.len(), "field"))),
        }
    }
    if let Some(wrong) = wrong.first().filter(|_| wrong.len() >= rows.len()) {
        return Err(format!("{EXPECTED}; {wrong}"));
    }
    let is_number = |field: &String| field.parse::<f64>().is_ok();
    let is_value = |field: &String| is_number(field) || numbered_face(field).is_some();
    // A column may be called c1, which is a playing card too.
    let has_heading = match &rows[..] {
        [first, second, ..] if second.iter().any(is_number) => !first.iter().any(is_number),
        [first, ..] => !first.iter().any(is_value),
        [] => false,
    };
    let heading = has_heading.then(|| rows.remove(0));
    Ok((heading, rows))
}

/// Splits rows where `is_new` holds for a row and the row before it.
pub(super) fn runs(
    rows: &[Vec<String>],
    is_new: impl Fn(&[String], &[String]) -> bool,
) -> Vec<&[Vec<String>]> {
    rows.chunk_by(|last, row| !is_new(row, last)).collect()
}

/// Splits rows where the numbers of a column begin again. Returns `None` if they do not count up from 0 or 1.
fn restarts(rows: &[Vec<String>], column: usize) -> Option<Vec<&[Vec<String>]>> {
    let decks = runs(rows, |row, _| row[column] == rows[0][column]);
    let first: u64 = rows.first()?[column]
        .parse()
        .ok()
        .filter(|&first| first <= 1)?;
    let counts = |deck: &&[Vec<String>]| {
        (first..)
            .zip(*deck)
            .all(|(number, row)| row[column].parse() == Ok(number))
    };
    let counted = decks.iter().filter(|deck| counts(deck)).count();
    (2 * counted > decks.len()).then_some(decks)
}
