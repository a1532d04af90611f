//! The columns of a table with a row for each card.

use super::tokens::{fields, name};

/// The columns of a table: of the deck, if it has one, and of the card or of its rank and its suit.
#[derive(Clone, Debug)]
pub struct Columns {
    pub heading: Vec<String>,
    pub deck: Option<usize>,
    card: Vec<usize>,
}

/// Names of the column that tells decks apart.
const DECK: [&str; 6] = ["game", "deck", "shuffle", "hand", "round", "id"];

const CARD: [&str; 3] = ["card", "face", "code"];
const RANK: [&str; 4] = ["rank", "value", "number", "name"];
const SUIT: [&str; 3] = ["suit", "color", "colour"];

impl Columns {
    /// Returns the columns of a table with this first line, or `None` if it has no column of cards.
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

    /// Returns the name of the card in a row.
    pub fn card(&self, fields: &[String]) -> Option<String> {
        let parts: Option<Vec<&str>> = self
            .card
            .iter()
            .map(|&column| fields.get(column).map(String::as_str))
            .collect();
        parts.map(|parts| name(&parts.join(" ")))
    }
}
