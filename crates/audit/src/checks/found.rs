use crate::check::Check;
use crate::finding::Effect;
use crate::tables::{Cell, PairCounts, Pass, Tables, coincidences};

use faro_math::number::elementary::powi;
use faro_math::statistics::{
    PairSum, binomial_lower_tail, binomial_upper_tail, coincidences_tail, least_of, pairs,
};

/// The result of a check, not yet corrected for the number of checks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    pub check: Check,
    pub statistic: f64,
    pub p_value: f64,
    pub effect: Effect,
}

/// Returns the result of a check whose statistic is a sum over pairs of decks.
pub fn of_pairs(check: Check, law: PairSum, sum: f64, decks: u64) -> Option<Found> {
    let deviation = law.deviation(decks);
    (deviation > 0.0).then(|| Found {
        check,
        statistic: sum / deviation,
        p_value: law.upper_tail(sum, decks),
        effect: Effect::Distance(sum / pairs(decks)),
    })
}

/// Tests the largest and the smallest cell of each table, and returns the less likely one. Uses the exact binomial law
/// of a cell and the number of cells.
pub fn check_cell(tables: &Tables) -> Vec<Found> {
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

/// Tests the card × position table.
///
/// The statistic sums the number of cards at the same position over all pairs of decks. For two decks this is the
/// number of fixed points of their quotient. For uniform orders, its mean, its variance and its third central moment
/// are 1, and its fourth central moment is 4. For fewer cards than the order of the moment, the moment is smaller.
///
/// The table's features span n − 1 copies of the representation of degree n − 1 on vectors with sum 0. The covariance
/// there is 1/(n − 1). So for many decks the statistic is (n − 1)/n of Pearson's statistic with (n − 1)² degrees of
/// freedom, in the right scale.
pub fn check_positions(tables: &Tables) -> Vec<Found> {
    let sum = tables.positions().agreements() - pairs(tables.decks());
    of_pairs(Check::CardPosition, law(tables.cards()), sum, tables.decks()).into_iter().collect()
}

/// Returns the law of the check's sum for `cards` cards.
pub fn law(cards: usize) -> PairSum {
    let n = cards as f64;
    let cube = if cards > 2 { 1.0 } else { 0.0 };
    PairSum::from_features(&[(1.0 / (n - 1.0), powi(n - 1.0, 2))], cube, 1.0, 1.0)
}

/// Tests coincidences of decks: equal orders, equal top cards, and equal draws of Fisher–Yates passes.
pub fn check_same(tables: &Tables) -> Vec<Found> {
    let n = tables.cards() as f64;
    let orders = tables.orders().map(|orders| cells(Check::Orders, orders.counts(), tables.decks(), None));
    // For fewer cards, the top cards determine the whole order.
    let of_tops = |check: Check, counts: &[u64], tops: usize, possible: f64| {
        let is_part = tables.cards() > tops + 1 && !counts.is_empty();
        is_part.then(|| cells(check, counts, tables.decks(), Some(possible)))
    };
    let pair = of_tops(Check::FirstTwo, tables.first_pairs().counts(), 2, n * (n - 1.0));
    let triple = of_tops(Check::FirstThree, tables.first_triples(), 3, n * (n - 1.0) * (n - 2.0));
    let draws = Pass::ALL.into_iter().filter(|_| tables.cards() > 3).filter_map(|pass| drawn(tables, pass));
    orders.into_iter().chain(pair).chain(triple).chain(draws).collect()
}

/// Tests equally likely cells. `possible` is the number of cells that can occur, if some cannot.
pub fn cells(check: Check, counts: &[u64], decks: u64, possible: Option<f64>) -> Found {
    let (same, cells) = (coincidences(counts), possible.unwrap_or(counts.len() as f64));
    let fair = pairs(decks) / cells;
    Found {
        check,
        statistic: same,
        p_value: coincidences_tail(same, decks, cells),
        effect: Effect::Distance(if fair > 0.0 { same / fair - 1.0 } else { 0.0 }),
    }
}

/// Tests the draws of `pass`. In a fair deck, draw b is uniform among b + 1 numbers and independent of the others.
fn drawn(tables: &Tables, pass: Pass) -> Option<Found> {
    let (table, decks) = (tables.draws()?.of(pass), tables.decks());
    // The terms of the sum are integers.
    let (mut sum, mut law) = (0.0, PairSum { step: 1.0, ..PairSum::default() });
    for (index, row) in table.counts().chunks(table.side()).enumerate().skip(1) {
        let bound = (index + 1) as f64;
        sum += bound * coincidences(row) - pairs(decks);
        law = law.plus(PairSum::from_equal_cells(bound));
    }
    of_pairs(Check::Draws(pass), law, sum, decks)
}

/// Tests the number of pairs of equal decks among `orders` equally likely orders.
///
/// These are all orders, or a share of them.
pub fn collisions(same: f64, decks: u64, orders: f64) -> Found {
    let fair = pairs(decks) / orders;
    Found {
        check: Check::Collisions,
        statistic: same,
        p_value: coincidences_tail(same, decks, orders),
        effect: Effect::Collisions { pairs: same, fair, states: (same > 0.0).then(|| pairs(decks) / same) },
    }
}
