//! Finds the columns of a table that has several rows of cards for each deal.

use std::collections::HashSet;

use super::columns::{Columns, rows, runs};
use super::face::hand;

/// Minimum number of deals, of which the last may be incomplete, that show the columns of a table.
const MIN_DEALS: usize = 3;

impl Columns {
    /// Returns the columns of a table in which a deal has several rows, and the number of cards in each row of a deal.
    ///
    /// The cards are playing cards, and those of a deal are distinct. Returns `None` for any other table.
    pub fn of_deals(lines: &[&str]) -> Option<(Columns, Vec<usize>)> {
        let is_json = |line: &&str| line.trim_start().starts_with(['{', '[']);
        if lines.first().is_some_and(is_json) {
            return None;
        }
        let (heading, rows) = rows(lines).ok()?;
        let width = rows.first()?.len();
        let has_cards = |columns: &[usize]| rows.iter().all(|row| hand(row, columns).is_some());
        let mut card: Vec<usize> = (0..width).filter(|&column| has_cards(&[column])).collect();
        if card.is_empty() {
            let pairs = (0..width).flat_map(|a| (0..width).map(move |b| vec![a, b]));
            card = pairs
                .filter(|pair| pair[0] != pair[1])
                .find(|pair| has_cards(pair))?;
        }
        let others = (0..width).filter(|column| !card.contains(column));
        let sizes_of = |deal: &[Vec<String>]| -> Option<Vec<usize>> {
            let hands: Vec<Vec<String>> = deal
                .iter()
                .map(|row| hand(row, &card))
                .collect::<Option<_>>()?;
            let mut seen = HashSet::new();
            let are_distinct = hands.iter().flatten().all(|card| seen.insert(card));
            (are_distinct && hands.len() > 1).then(|| hands.iter().map(Vec::len).collect())
        };
        let deals_of = |column: usize| runs(&rows, |row, last| row[column] != last[column]);
        let tables = others.clone().filter_map(|column| {
            let deals = deals_of(column);
            let whole = deals.split_last()?.1;
            let sizes = whole.first().and_then(|deal| sizes_of(deal))?;
            let are_equal = whole
                .iter()
                .all(|deal| sizes_of(deal).as_ref() == Some(&sizes));
            (deals.len() >= MIN_DEALS && are_equal).then_some((column, sizes))
        });
        let (deck, sizes) = tables.max_by_key(|(_, sizes)| sizes.len())?;
        let deals = deals_of(deck);
        let numbers = |deal: &[Vec<String>], column: usize| {
            let mut numbers: Vec<u64> = deal
                .iter()
                .filter_map(|row| row[column].parse().ok())
                .collect();
            numbers.sort_unstable();
            numbers
        };
        let counts = |column: &usize, first: u64| {
            deals[..deals.len() - 1]
                .iter()
                .all(|deal| (first..first + deal.len() as u64).eq(numbers(deal, *column)))
        };
        let is_single = sizes.iter().all(|&size| size == 1);
        let position = others
            .filter(|column| *column != deck && is_single)
            .flat_map(|column| [(column, 0), (column, 1)])
            .find(|(column, first)| counts(column, *first));
        let columns = Columns {
            heading,
            width,
            deck: Some(deck),
            position: position.map(|(column, _)| column),
            first: position.map_or(0, |(_, first)| first),
            card,
            is_dealt: true,
            cards: Vec::new(),
        };
        Some((columns, sizes))
    }
}
