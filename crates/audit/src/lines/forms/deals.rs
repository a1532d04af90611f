//! Finds the columns of a table that has cards of each deal, in one row or in several.

use std::collections::HashSet;

use super::columns::{Columns, rows, runs};
use super::hand::{PACK, hand, row_of};

/// Minimum number of deals, of which the last may be incomplete, that show the columns of a table.
const MIN_DEALS: usize = 3;

/// Minimum number of different values in a column of cards that are numbers.
const MIN_VALUES: usize = 13;

impl Columns {
    /// Returns the columns of a table of deals, and the number of cards in each row of a deal, or in each column if a deal
    /// has one row.
    ///
    /// The cards are playing cards, or the numbers of a pack below a line that names the columns. Those of a deal are
    /// distinct. A deal in one row has a number or name of its own, and is not a whole pack of one card a column. Returns
    /// `None` for any other table.
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
                .find(|pair| has_cards(pair))
                .or_else(|| numbers_of_pack(&rows).filter(|_| heading.is_some()))?;
        }
        let others = (0..width).filter(|column| !card.contains(column));
        let sizes_of = |deal: &[Vec<String>]| -> Option<Vec<usize>> {
            let hands: Option<Vec<Vec<String>>> = match deal {
                [row] => card.iter().map(|&column| row_of(row, &[column])).collect(),
                rows => rows.iter().map(|row| row_of(row, &card)).collect(),
            };
            let sizes: Vec<usize> = hands.iter().flatten().map(Vec::len).collect();
            let mut seen = HashSet::new();
            let are_distinct = hands?.concat().into_iter().all(|card| seen.insert(card));
            (are_distinct && seen.len() > 1 && sizes.len() < PACK).then_some(sizes)
        };
        let deals_of = |column: usize| runs(&rows, |row, last| row[column] != last[column]);
        let tables = others.clone().filter_map(|column| {
            let deals = deals_of(column);
            let whole = deals.split_last()?.1;
            let sizes = whole.first().and_then(|deal| sizes_of(deal))?;
            let are_equal = whole
                .iter()
                .all(|deal| sizes_of(deal).as_ref() == Some(&sizes));
            let names: HashSet<&String> = rows.iter().map(|row| &row[column]).collect();
            let are_clear = deals.len() < rows.len() || names.len() == rows.len();
            (deals.len() >= MIN_DEALS && are_equal && are_clear).then_some((column, sizes))
        });
        let (deck, sizes) = tables.max_by_key(|(_, sizes)| sizes.iter().sum::<usize>())?;
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
        let is_single = deals.len() < rows.len() && sizes.iter().all(|&size| size == 1);
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

/// Returns the columns of many numbers that are not sorted, if all their numbers are those of a pack.
fn numbers_of_pack(rows: &[Vec<String>]) -> Option<Vec<usize>> {
    let numbers = |column: usize| -> Option<Vec<usize>> {
        rows.iter().map(|row| row[column].parse().ok()).collect()
    };
    let is_card = |column: &usize| {
        numbers(*column).is_some_and(|numbers| {
            let different: HashSet<&usize> = numbers.iter().collect();
            different.len() >= MIN_VALUES && !numbers.is_sorted()
        })
    };
    let columns: Vec<usize> = (0..rows.first()?.len()).filter(is_card).collect();
    let numbers: Vec<usize> = columns
        .iter()
        .filter_map(|&column| numbers(column))
        .flatten()
        .collect();
    let (first, last) = (numbers.iter().min()?, numbers.iter().max()?);
    (*first <= 1 && last - first + 1 == PACK).then_some(columns)
}
