//! Reads the cards of a hand in one or several fields of a row.

use super::bridge::dotted;
use super::face::numbered_face;
use super::run::longest_run;

/// Number of cards in a pack without jokers.
pub const PACK: usize = 52;

/// Returns the playing cards in the fields of a row: each field has one, several, or a hand of bridge, or two fields are
/// the rank and the suit of one. Returns `None` if there are other words.
pub fn hand(row: &[String], columns: &[usize]) -> Option<Vec<String>> {
    let one = |text: &str| numbered_face(text).map(|face| vec![face]);
    let of_bridge = |field: &str| dotted(field).filter(|hand| hand.len() == 13);
    let joined = |field: &str| {
        let (place, cards) = longest_run(field)?;
        let is_whole = place == (0..field.len());
        let cards = cards.into_iter().map(numbered_face);
        is_whole.then(|| cards.collect()).flatten()
    };
    let several = |field: &String| {
        let cards = field.split('_').map(numbered_face);
        one(field)
            .or_else(|| cards.collect())
            .or_else(|| joined(field))
            .or_else(|| of_bridge(field))
    };
    let fields: Vec<&String> = columns.iter().map(|&column| &row[column]).collect();
    let each: Option<Vec<Vec<String>>> = fields.iter().map(|field| several(field)).collect();
    match (each, &fields[..]) {
        (Some(hands), _) => Some(hands.concat()),
        (None, [a, b]) => one(&format!("{a} {b}")),
        _ => None,
    }
}

/// Returns the playing cards in the fields of a row, or its numbers up to that of the cards of a pack.
pub fn row_of(row: &[String], columns: &[usize]) -> Option<Vec<String>> {
    let is_number = |field: &String| field.parse().is_ok_and(|number: usize| number <= PACK);
    let numbers = columns.iter().map(|&column| row[column].clone());
    let numbers = || {
        numbers
            .map(|field| is_number(&field).then_some(field))
            .collect()
    };
    hand(row, columns).or_else(numbers)
}
