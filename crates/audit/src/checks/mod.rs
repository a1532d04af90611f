//! The checks. Each computes a statistic from the tables, and its p-value under a fair shuffle.
//!
//! Under a fair shuffle decks are independent and uniform, and so are the steps from deck to deck. The statistic of a
//! table is a sum over pairs of decks of a measure of their similarity ([`PairSum`]). Its moments are exact for any
//! number of decks, so that no minimum expected count of a cell is needed.
//!
//! [`PairSum`]: faro_math::statistics::PairSum

mod found;
mod pairs_of_cards;
mod short_draws;
mod values;

use faro_math::number::elementary::powi;
use faro_math::statistics::{
    PairSum, binomial_lower_tail, binomial_upper_tail, coincidences_tail, least_of, pairs,
};

use crate::check::Check;
use crate::finding::Effect;
use crate::tables::{Cell, PairCounts, Pass, Tables, coincidences};

pub(super) use found::{Found, cells, of_pairs};
pub use values::Fair;
pub(super) use values::of_statistics;

/// Minimum number of cards for sums over pairs of decks, except the sum of equal orders. For fewer cards the counts of
/// orders contain all information, and the other sums take too few values.
const MIN_CARDS: usize = 4;

/// Returns the result of every check of the tables.
pub fn all(tables: &Tables, fair: &Fair) -> Vec<Found> {
    if tables.decks() == 0 {
        return Vec::new();
    }
    if tables.cards() == 2 {
        // Two cards have one even and one odd order, so that every check is equivalent to the count of even orders.
        return vec![values::sign(tables)];
    }
    let mut found = check_same(tables);
    if tables.cards() >= MIN_CARDS {
        let of_pairs = [
            check_positions,
            pairs_of_cards::check,
            pairs_of_cards::check_precedence,
        ];
        found.extend(of_pairs.iter().flat_map(|check| check(tables)));
    }
    found.extend(check_cell(tables));
    found.extend(short_draws::check(tables));
    found.extend(values::check(tables, fair));
    found
}

/// Tests the largest and the smallest cell of each table, and returns the less likely one. Uses the exact binomial law
/// of a cell and the number of cells.
fn check_cell(tables: &Tables) -> Vec<Found> {
    let n = tables.cards() as f64;
    let decks = tables.decks();
    let upper = |row: usize, column: usize| row < column;
    let halves = (n * (n - 1.0) / 2.0, 0.5);
    let apart = |row: usize, column: usize| row != column;
    let found = [
        extreme_cell(
            Check::CardPositionCell,
            &tables.positions(),
            decks,
            |_, _| true,
            (n * n, 1.0 / n),
        ),
        extreme_cell(
            Check::NeighbourCell,
            tables.successors(),
            decks,
            apart,
            (n * (n - 1.0), 1.0 / n),
        ),
        extreme_cell(
            Check::PrecedenceCell,
            tables.precedence(),
            decks,
            upper,
            halves,
        ),
        tables.position_precedence().and_then(|table| {
            extreme_cell(Check::PositionPrecedenceCell, table, decks, upper, halves)
        }),
    ];
    found.into_iter().flatten().collect()
}

fn extreme_cell(
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
        effect: Effect::Cell {
            row,
            column,
            count,
            times: count as f64 / (decks as f64 * chance),
        },
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
fn check_positions(tables: &Tables) -> Vec<Found> {
    let sum = tables.positions().agreements() - pairs(tables.decks());
    of_pairs(
        Check::CardPosition,
        positions_law(tables.cards()),
        sum,
        tables.decks(),
    )
    .into_iter()
    .collect()
}

/// Returns the law of the sum over pairs of decks that [`check_positions`] tests, for `cards` cards.
pub(super) fn positions_law(cards: usize) -> PairSum {
    let n = cards as f64;
    let cube = if cards > 2 { 1.0 } else { 0.0 };
    PairSum::from_features(&[(1.0 / (n - 1.0), powi(n - 1.0, 2))], cube, 1.0, 1.0)
}

/// Tests how many pairs of decks have equal orders, equal top cards, or equal draws of a Fisher–Yates pass.
fn check_same(tables: &Tables) -> Vec<Found> {
    let n = tables.cards() as f64;
    let orders = tables
        .orders()
        .map(|orders| cells(Check::Orders, orders.counts(), tables.decks(), None));
    // A deck of fewer cards is determined by its top cards, so that their check would repeat that of the orders.
    let of_tops = |check: Check, counts: &[u64], tops: usize, possible: f64| {
        let is_part = tables.cards() > tops + 1 && !counts.is_empty();
        is_part.then(|| cells(check, counts, tables.decks(), Some(possible)))
    };
    let pair = of_tops(
        Check::FirstTwo,
        tables.first_pairs().counts(),
        2,
        n * (n - 1.0),
    );
    let triple = of_tops(
        Check::FirstThree,
        tables.first_triples(),
        3,
        n * (n - 1.0) * (n - 2.0),
    );
    let draws = Pass::ALL
        .into_iter()
        .filter(|_| tables.cards() > 3)
        .filter_map(|pass| drawn(tables, pass));
    orders
        .into_iter()
        .chain(pair)
        .chain(triple)
        .chain(draws)
        .collect()
}

/// Tests the draws of `pass`. In a fair deck, draw b is uniform among b + 1 numbers and independent of the others.
fn drawn(tables: &Tables, pass: Pass) -> Option<Found> {
    let (table, decks) = (tables.draws()?.of(pass), tables.decks());
    // The step is 1, since the statistic is a sum of integers.
    let (mut sum, mut law) = (
        0.0,
        PairSum {
            step: 1.0,
            ..PairSum::default()
        },
    );
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
pub(super) fn collisions(equal_pairs: f64, decks: u64, orders: f64) -> Found {
    let fair = pairs(decks) / orders;
    Found {
        check: Check::Collisions,
        statistic: equal_pairs,
        p_value: coincidences_tail(equal_pairs, decks, orders),
        effect: Effect::Collisions {
            pairs: equal_pairs,
            fair,
            states: (equal_pairs > 0.0).then(|| pairs(decks) / equal_pairs),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use faro_math::statistics::PairSum;
    use faro_permutation::Permutation;
    use faro_sample::simulate::Tally;

    use super::*;

    fn all_decks(cards: usize) -> Vec<Vec<u32>> {
        let orders: u32 = (1..=cards as u32).product();
        (0..orders)
            .map(|rank| Permutation::unrank(cards, rank).unwrap().to_deck())
            .collect()
    }

    /// Asserts that `law` has the exact moments of `kernel` over all decks.
    ///
    /// Mean 0, the variance, the third moment and the bound of the fourth are compared over all quotients of two decks.
    /// The triangle is compared over all triples (a, b, c) in which a is the new deck.
    pub fn assert_law(law: PairSum, cards: usize, kernel: impl Fn(&[u32]) -> f64) {
        let decks = all_decks(cards);
        let values: Vec<f64> = decks.iter().map(|deck| kernel(deck)).collect();
        let moment = |power| {
            values
                .iter()
                .map(|value: &f64| value.powi(power))
                .sum::<f64>()
                / decks.len() as f64
        };
        assert!(moment(1).abs() < 1e-9, "{cards}: {}", moment(1));
        assert!(
            (moment(2) - law.variance).abs() < 1e-9,
            "{cards}: {} {law:?}",
            moment(2)
        );
        assert!(
            (moment(3) - law.cube).abs() < 1e-9,
            "{cards}: {} {law:?}",
            moment(3)
        );
        let fourth = moment(4) - 3.0 * moment(2) * moment(2);
        assert!(fourth < law.fourth + 1e-9, "{cards}: {fourth} {law:?}");
        if cards <= 4 {
            let orders: Vec<Permutation> = decks
                .iter()
                .map(|deck| Permutation::from_deck(deck.clone()).unwrap())
                .collect();
            let mut triangle = 0.0;
            for (b, at_b) in orders.iter().zip(&values) {
                for (c, at_c) in orders.iter().zip(&values) {
                    triangle += at_b * at_c * kernel(&b.inverse().then(c).to_deck());
                }
            }
            triangle /= (decks.len() * decks.len()) as f64;
            assert!(
                (triangle - law.triangle).abs() < 1e-9,
                "{cards}: {triangle} {law:?}"
            );
        }
    }

    /// Calls `holds` with tables of two decks: the new deck and each deck, which is also their quotient.
    pub fn two_decks(cards: usize, holds: impl Fn(&Tables, &[u32])) {
        for deck in all_decks(cards) {
            let mut tables = Tables::new(cards);
            tables.add(&(0..cards as u32).collect::<Vec<_>>(), cards);
            tables.add(&deck, cards);
            holds(&tables, &deck);
        }
    }

    /// Calls `with` for each outcome of `decks` decks, that is, the counts of each order. The second argument
    /// is the probability of these counts.
    fn each_outcome(orders: usize, decks: u64, with: &mut impl FnMut(&[u64], f64)) {
        fn fill(
            counts: &mut Vec<u64>,
            left: u64,
            chance: f64,
            orders: usize,
            with: &mut impl FnMut(&[u64], f64),
        ) {
            if counts.len() == orders - 1 {
                counts.push(left);
                with(counts, chance);
                counts.pop();
                return;
            }
            let (mut chance, rest) = (chance, orders - counts.len());
            // The number of remaining decks with the next order is binomial.
            let next = 1.0 / rest as f64;
            chance *= (1.0 - next).powi(left as i32);
            for count in 0..=left {
                counts.push(count);
                fill(counts, left - count, chance, orders, with);
                counts.pop();
                chance *= (left - count) as f64 / (count + 1) as f64 * next / (1.0 - next);
            }
        }
        fill(&mut Vec::new(), decks, 1.0, orders, with);
    }

    /// For all outcomes of a few decks, the probability of a p-value of at most x is at most x.
    #[test]
    fn p_values_of_few_decks_are_not_too_small() {
        for (cards, decks) in (2..=9)
            .map(|decks| (3, decks))
            .chain([(2, 9), (4, 2), (4, 3)])
        {
            let (all, fair) = (all_decks(cards), Fair::new(cards));
            let mut found: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
            each_outcome(all.len(), decks, &mut |counts, chance| {
                let mut tables = Tables::new(cards);
                for (deck, &count) in all.iter().zip(counts) {
                    (0..count).for_each(|_| tables.add(deck, cards));
                }
                for result in super::all(&tables, &fair) {
                    found
                        .entry(result.check.name())
                        .or_default()
                        .push((result.p_value, chance));
                }
            });
            for (check, values) in found {
                assert_conservative(
                    values,
                    &format!("{check} of {decks} decks of {cards} cards"),
                );
            }
        }
    }

    /// Takes p-values with their probabilities. Asserts that each is at least the total probability of all p-values up
    /// to it.
    fn assert_conservative(mut values: Vec<(f64, f64)>, what: &str) {
        values.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut whole = 0.0;
        for same in values.chunk_by(|a, b| b.0 <= a.0 * (1.0 + 1e-9)) {
            whole += same.iter().map(|(_, chance)| chance).sum::<f64>();
            let p_value = same[0].0;
            assert!(
                whole <= p_value * (1.0 + 1e-6),
                "{what}: {whole} at {p_value}"
            );
        }
    }

    #[test]
    fn fixed_points_are_common_positions() {
        for cards in 2..=6 {
            let common = |deck: &[u32]| {
                deck.iter()
                    .zip(0..)
                    .filter(|(card, place)| *card == place)
                    .count() as f64
                    - 1.0
            };
            let law = PairSum::from_features(
                &[(1.0 / (cards as f64 - 1.0), (cards as f64 - 1.0).powi(2))],
                if cards > 2 { 1.0 } else { 0.0 },
                1.0,
                1.0,
            );
            assert_law(law, cards, common);
            two_decks(cards, |tables, quotient| {
                assert_eq!(tables.positions().agreements() - 1.0, common(quotient));
            });
        }
    }
}
