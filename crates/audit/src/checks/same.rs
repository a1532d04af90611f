use super::found::{Found, of_pairs};
use crate::check::Check;
use crate::finding::Effect;
use crate::tables::{Pass, Tables, coincidences};
use faro_math::statistics::{PairSum, coincidences_tail, pairs};

/// Tests coincidences of decks: equal orders, equal top cards, and equal draws of Fisher–Yates passes.
pub fn check(tables: &Tables) -> Vec<Found> {
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
