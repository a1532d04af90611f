use super::found::Found;
use crate::check::Check;
use crate::finding::Effect;
use crate::tables::{Cell, PairCounts, Tables};
use faro_math::statistics::{binomial_lower_tail, binomial_upper_tail, least_of};

/// Tests the largest and the smallest cell of each table, and returns the less likely one. Uses the exact binomial law
/// of a cell and the number of cells.
pub fn check(tables: &Tables) -> Vec<Found> {
    let n = tables.cards() as f64;
    let decks = tables.decks();
    let upper = |row: usize, column: usize| row < column;
    let halves = (n * (n - 1.0) / 2.0, 0.5);
    let apart = |row: usize, column: usize| row != column;
    let found = [
        of(Check::CardPositionCell, &tables.positions(), decks, |_, _| true, (n * n, 1.0 / n)),
        of(Check::NeighbourCell, tables.successors(), decks, apart, (n * (n - 1.0), 1.0 / n)),
        of(Check::PrecedenceCell, tables.precedence(), decks, upper, halves),
        tables
            .position_precedence()
            .and_then(|table| of(Check::PositionPrecedenceCell, table, decks, upper, halves)),
    ];
    found.into_iter().flatten().collect()
}

fn of(
    check: Check,
    table: &PairCounts,
    decks: u64,
    counted: impl Fn(usize, usize) -> bool + Copy,
    (cells, chance): (f64, f64),
) -> Option<Found> {
    let (least, largest) = table.extremes(counted)?;
    let above = least_of(binomial_upper_tail(largest.count, decks, chance), cells);
    let below = least_of(binomial_lower_tail(least.count, decks, chance), cells);
    let Cell { row, column, count } = if above <= below { largest } else { least };
    Some(Found {
        check,
        statistic: count as f64,
        p_value: least_of(below.min(above), 2.0),
        effect: Effect::Cell { row, column, count, times: count as f64 / (decks as f64 * chance) },
    })
}
