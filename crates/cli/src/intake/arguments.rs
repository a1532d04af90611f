//! Parses the values of arguments.

use std::path::Path;

use faro_audit::lines::{Pattern, Start, deck_list};
use faro_render::printable::printable;

use crate::arguments::integer;
use crate::arguments::playing_card;
use crate::arguments::stack;

/// The cards of each deck that are seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VisibleCards {
    First(usize),
    Hands(Vec<usize>),
}

pub fn parse_cards(text: &str) -> Result<usize, String> {
    cards_up_to(faro_audit::MAX_PARTIAL_CARDS, text)
}

/// Parses the number of cards of decks in bytes.
pub fn parse_raw(text: &str) -> Result<usize, String> {
    cards_up_to(faro_audit::MAX_CARDS, text)
}

fn cards_up_to(max: usize, text: &str) -> Result<usize, String> {
    let cards = integer::parse(text)?;
    integer::within(
        cards,
        2..=max,
        format_args!("2 to {max} cards, for example 52"),
    )
}

pub fn parse_decks(text: &str) -> Result<u64, String> {
    let expected = "a number from 1 to 2^64 - 1, for example 1000";
    integer::within(integer::parse_positive(text)?, .., expected)
}

pub fn parse_pattern(text: &str) -> Result<Pattern, String> {
    text.parse()
        .map_err(|error: faro_audit::lines::PatternError| error.to_string())
}

/// Parses the name of a field, or a path of names.
pub fn parse_field(text: &str) -> Result<String, String> {
    let expected = || "expected a name, or a path such as shuffle.deck".into();
    (!text.is_empty()).then(|| text.into()).ok_or_else(expected)
}

pub fn parse_bad(text: &str) -> Result<u64, String> {
    integer::within(integer::parse(text)?, .., "a number from 0 to 2^64 - 1")
}

/// Minimum level, because smaller p-values are not computed.
const MIN_ALPHA: f64 = 1e-100;

pub fn parse_alpha(text: &str) -> Result<f64, String> {
    let expected = format_args!("a probability from {MIN_ALPHA:e} to 0.5, such as 0.001");
    integer::parse_decimal_within(text, MIN_ALPHA..=0.5, expected)
}

pub fn parse_see(text: &str) -> Result<usize, String> {
    let max = faro_audit::MAX_CARDS;
    let seen = integer::parse_positive(text)?;
    integer::within(
        seen,
        ..=max,
        format_args!("1 to {max} cards, for example 7"),
    )
}

pub fn parse_hands(text: &str) -> Result<VisibleCards, String> {
    let expected = || {
        "expected the cards of each hand, separated by commas, for example 13,13,13,13".to_string()
    };
    let hand = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|hand| (1..=faro_audit::MAX_CARDS).contains(hand))
    };
    if let Some((count, cards)) = text.split_once('x')
        && let (Some(count @ 1..=52), Some(cards)) = (count.parse().ok(), hand(cards))
    {
        let hands = vec![cards.to_string(); count].join(",");
        return Err(format!(
            "hands in rounds, as `faro deck --deal` deals them, are not counted; expected {hands}, the cards of each hand one after another"
        ));
    }
    let hands: Vec<usize> = text
        .split(',')
        .map(hand)
        .collect::<Option<_>>()
        .ok_or_else(expected)?;
    Ok(VisibleCards::Hands(hands))
}

/// Parses the cards of a deck, some of which look alike.
///
/// The text is a file, or entries such as `24 land` separated by line ends or commas. A list that a card game exports is
/// read without its sideboard. `8 packs` are eight packs of 52 faces, and `8 packs of 54` include jokers. If all entries are numbers, such as `26,26`, the kinds are named 1, 2, ….
pub fn composition(text: &str) -> Result<Start, String> {
    let is_file = !stack::refused_files() && Path::new(text).is_file();
    let contents = if is_file {
        stack::contents(text)?
    } else {
        text.into()
    };
    let contents = numbered(&contents).unwrap_or(contents);
    let mut names = Vec::new();
    let refuse = |entry: &str| {
        let entry = printable(&entry.chars().take(20).collect::<String>());
        format!(
            "'{entry}' is no file, and no number with a name; expected a file, first, or entries such as '24 land, 36 spell' or '8 packs'"
        )
    };
    for (count, name) in deck_list(&contents).map_err(|entry| refuse(&entry))? {
        let cards = packed(&name).unwrap_or_else(|| Ok(vec![name]))?;
        if count.saturating_mul(cards.len()) + names.len() > faro_audit::MAX_PARTIAL_CARDS {
            return Err(format!(
                "more than {} cards; expected at most as many",
                faro_audit::MAX_PARTIAL_CARDS
            ));
        }
        (0..count).for_each(|_| names.extend(cards.iter().cloned()));
    }
    let start: Start = names.iter().collect();
    match start.kinds().len() {
        0 | 1 => {
            Err("fewer than two kinds of cards; expected for example '24 land, 36 spell'".into())
        }
        _ => Ok(start),
    }
}

/// Returns `26 1, 26 2` for `26,26`, or `None` if the entries have names.
fn numbered(text: &str) -> Option<String> {
    let counts = text
        .trim()
        .split(',')
        .map(|count| count.trim().parse::<u32>().ok())
        .collect::<Option<Vec<_>>>()?;
    let named = counts
        .iter()
        .zip(1..)
        .map(|(count, kind)| format!("{count} {kind}"));
    (counts.len() > 1).then(|| named.collect::<Vec<_>>().join(","))
}

/// Returns the faces of a pack for `packs` or `packs of 54`, or `None` for the name of a card.
fn packed(name: &str) -> Option<Result<Vec<String>, String>> {
    let rest = name
        .strip_prefix("packs")
        .or_else(|| name.strip_prefix("pack"))?;
    let size = if rest.is_empty() {
        "52"
    } else {
        rest.trim_start().strip_prefix("of ")?
    };
    let size: usize = size.trim().parse().ok()?;
    let why = || {
        format!(
            "there is no pack of {size}; expected packs of {}",
            playing_card::packs()
        )
    };
    Some(playing_card::pack(size).ok_or_else(why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compositions() {
        assert_eq!(
            composition("2 land, 1x big spell\n3 land").unwrap().kinds(),
            [5, 1]
        );
        assert_eq!(composition("2 packs").unwrap().kinds(), [2; 52]);
        assert_eq!(composition("26, 26").unwrap().kinds(), [26, 26]);
        assert_eq!(composition("1 pack, 2 packs of 24").unwrap().cards(), 100);
        assert_eq!(composition("4 packs of 54").unwrap().kinds(), [4; 54]);
        assert!(
            composition("2 packs of 53")
                .unwrap_err()
                .starts_with("there is no pack of 53; expected")
        );
        assert_eq!(composition("2 packet, 1 pack of dogs").unwrap().cards(), 3);
        for text in ["land", "x land", "0 land, 1 spell", "24", "-1 a, 2 b"] {
            assert!(
                composition(text)
                    .unwrap_err()
                    .contains("expected a file, first, or entries"),
                "{text}"
            );
        }
        assert!(
            composition("3 land")
                .unwrap_err()
                .starts_with("fewer than two kinds")
        );
        assert!(composition("1200 land, 1 x").is_err());
    }
}
