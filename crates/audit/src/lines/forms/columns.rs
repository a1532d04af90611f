//! Finds the columns of a table that has a row for each card, from the values of its rows.

use super::face::{hand, numbered_face};
use super::place::are_known;
use super::tokens::{MIN_CARDS, fields, name, sorted};
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
        let by_value = (0..width).map(|column| (Some(column), column));
        let by_restart = (0..width).map(|column| (None, column));
        let tables = by_value.chain(by_restart).filter_map(|(deck, column)| {
            let decks = match deck {
                Some(column) => runs(&rows, |row, last| row[column] != last[column]),
                None => restarts(&rows, column)?,
            };
            let roles = roles(&decks, deck, heading.as_deref())?;
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
                true => hand(&fields, &self.card)
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

fn joined(row: &[String], columns: &[usize]) -> String {
    let parts: Vec<&str> = columns.iter().map(|&column| row[column].as_str()).collect();
    name(&parts.join(" "))
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

/// The columns of the position and the card, and the sorted cards of a deck.
struct Roles {
    position: Option<usize>,
    card: Vec<usize>,
    cards: Vec<String>,
}

/// Returns the roles of the columns, if most decks have the same cards. A single deck is accepted if the table has a
/// heading and its cards are distinct.
fn roles(
    decks: &[&[Vec<String>]],
    deck: Option<usize>,
    heading: Option<&[String]>,
) -> Option<Roles> {
    // The first and the last deck may be incomplete.
    let size = decks.iter().take(2).map(|deck| deck.len()).max()?;
    let mut whole: Vec<&[Vec<String>]> = decks.to_vec();
    whole.retain(|deck| deck.len() == size);
    let least = MIN_CARDS + usize::from(heading.is_none());
    let is_table =
        2 * whole.len() >= decks.len() && whole.len() + usize::from(heading.is_some()) > 1;
    if !is_table || size < least {
        return None;
    }
    let cards = |deck: &[Vec<String>], columns: &[usize]| {
        sorted(deck.iter().map(|row| joined(row, columns)).collect())
    };
    // The cards in these columns of the last whole deck, if most decks have the same.
    let equal = |columns: &[usize]| {
        let last = cards(whole[whole.len() - 1], columns);
        let are_distinct = || last.windows(2).all(|pair| pair[0] != pair[1]);
        let differ = last.first() != last.last() && (whole.len() > 1 || are_distinct());
        let same = || {
            whole
                .iter()
                .filter(|deck| cards(deck, columns) == last)
                .count()
        };
        (differ && 2 * same() > whole.len()).then_some(last)
    };
    let columns: Vec<usize> = (0..decks[0][0].len())
        .filter(|&column| Some(column) != deck)
        .collect();
    let is_face = |columns: &Vec<usize>| {
        let row_is = |row: &Vec<String>| numbered_face(&joined(row, columns)).is_some();
        whole[whole.len() - 1].iter().all(row_is) && equal(columns).is_some()
    };
    let is_number = |card: &String| card.parse::<u64>().is_ok();
    let (numbers, names): (Vec<usize>, Vec<usize>) = columns
        .iter()
        .filter_map(|&column| Some((column, equal(&[column])?)))
        .filter(|(_, cards)| !cards.iter().any(is_number) || are_known(cards))
        .map(|(column, cards)| (column, is_number(&cards[0])))
        .fold(
            (Vec::new(), Vec::new()),
            |(mut numbers, mut names), (column, is_number)| {
                if is_number { &mut numbers } else { &mut names }.push(column);
                (numbers, names)
            },
        );
    let ascends = |column: &&usize| {
        let number = |row: &Vec<String>| row[**column].parse::<u64>().ok();
        whole.iter().all(|deck| deck.is_sorted_by_key(number))
    };
    let is_named_card = |column: &&usize| {
        heading.is_some_and(|heading| heading[**column].to_lowercase().contains("card"))
    };
    let card_names: Vec<usize> = names.iter().filter(is_named_card).copied().collect();
    let names = if card_names.is_empty() {
        names
    } else {
        card_names
    };
    let one = columns.iter().map(|&column| vec![column]);
    let two = columns.iter().flat_map(|&a| {
        columns
            .iter()
            .filter(move |&&b| a != b)
            .map(move |&b| vec![a, b])
    });
    // Two columns that are no cards alone, such as rank and suit, are the cards if a deck has all pairs of their values.
    let is_grid = |columns: &Vec<usize>| {
        let kinds = |columns: &[usize]| {
            let mut cards = cards(whole[whole.len() - 1], columns);
            cards.dedup();
            cards.len()
        };
        let [a, b] = [columns[0], columns[1]].map(|column| kinds(&[column]));
        a.min(b) > 1 && a * b == size && kinds(columns) == size && equal(columns).is_some()
    };
    let position_of = |card: &[usize]| {
        let others = numbers.iter().filter(|column| !card.contains(column));
        let position = others.clone().find(ascends).or(others.clone().next());
        position.copied()
    };
    let pairs = two
        .clone()
        .filter(|columns| columns[0] < columns[1] && is_grid(columns));
    let known = one.chain(two.clone()).filter(is_face).chain(pairs);
    let known = known.map(|card| (position_of(&card), card));
    let other = match (&names[..], &numbers[..]) {
        ([name], _) => Some((position_of(&[*name]), vec![*name])),
        ([], [card]) => Some((None, vec![*card])),
        ([], [a, b]) => {
            let card = [a, b]
                .into_iter()
                .find(is_named_card)
                .or_else(|| [b, a].into_iter().find(|column| !ascends(column)));
            let position = [a, b].into_iter().find(|column| Some(*column) != card);
            let both = position.zip(card);
            both.filter(|(position, card)| ascends(position) || is_named_card(card))
                .map(|(position, card)| (Some(*position), vec![*card]))
        }
        _ => None,
    };
    // The cards of a row, or the names of players, are in the same order in all decks.
    let differ = |(position, card): &(Option<usize>, Vec<usize>)| {
        let in_order = |deck: &&[Vec<String>]| {
            let mut rows: Vec<&Vec<String>> = deck.iter().collect();
            let number = |row: &&Vec<String>| position.and_then(|at| row[at].parse::<u64>().ok());
            rows.sort_by_key(number);
            let cards = rows.iter().map(|row| joined(row, card));
            cards.collect::<Vec<String>>()
        };
        let mut decks = whole.iter().map(in_order);
        let first = decks.next();
        whole.len() == 1 || decks.any(|deck| Some(&deck) != first.as_ref())
    };
    let (position, card) = known.chain(other).find(differ)?;
    // If other columns hold playing cards, or are called so, these columns are no cards.
    let last = whole[whole.len() - 1];
    let is_left_out = |others: &Vec<usize>| {
        let is_other = others
            .iter()
            .all(|&column| !card.contains(&column) && Some(column) != position);
        let is_named = others.len() == 1 && is_named_card(&&others[0]);
        is_other && (is_named || last.iter().all(|row| hand(row, others).is_some()))
    };
    let mut others = columns.iter().map(|&column| vec![column]).chain(two);
    if !is_face(&card) && others.any(|others| is_left_out(&others)) {
        return None;
    }
    Some(Roles {
        position,
        cards: equal(&card)?,
        card,
    })
}
