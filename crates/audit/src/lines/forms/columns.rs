//! Finds the columns of a table that has a row for each card.

use super::tokens::{fields, name};

/// Which columns of a table name the deck, if there is such a column, and the card or its rank and suit.
#[derive(Clone, Debug)]
pub struct Columns {
    pub heading: Vec<String>,
    pub deck: Option<usize>,
    card: Vec<usize>,
}

/// Possible headings of the column that numbers or names the deck.
const DECK: [&str; 6] = ["game", "deck", "shuffle", "hand", "round", "id"];

const CARD: [&str; 3] = ["card", "face", "code"];
const RANK: [&str; 4] = ["rank", "value", "number", "name"];
const SUIT: [&str; 3] = ["suit", "color", "colour"];

impl Columns {
    /// Returns the columns of a table with the first line `line`. Returns `None` if no column has a heading for cards.
    pub fn of(line: &str) -> Option<Columns> {
        let heading = fields(line);
        let column = |names: &[&str]| {
            let is_named = |field: &String| names.contains(&field.to_lowercase().as_str());
            heading.iter().position(is_named)
        };
        let card = match column(&CARD) {
            Some(card) => vec![card],
            None => [column(&RANK), column(&SUIT)]
                .into_iter()
                .flatten()
                .collect(),
        };
        let deck = column(&DECK);
        (heading.len() > 1 && !card.is_empty()).then_some(Columns {
            heading,
            deck,
            card,
        })
    }

    /// Returns the name of the card in the row with the given fields, or `None` if the row is too short.
    pub fn card(&self, fields: &[String]) -> Option<String> {
        let parts: Option<Vec<&str>> = self
            .card
            .iter()
            .map(|&column| fields.get(column).map(String::as_str))
            .collect();
        parts.map(|parts| name(&parts.join(" ")))
    }
}
