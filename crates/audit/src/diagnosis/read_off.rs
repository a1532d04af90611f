//! Families whose parameter is estimated directly from the tables.

use std::num::NonZero;

use super::at_once::GoesOn;
use super::cause::Cause;
use super::draw_laws::{by_draws, skips};
use super::estimates::{Likeliest, interval};
use super::family::{Family, Recipe};
use super::key_sorts::sorts_by_keys;
use super::parts::parts;
use crate::tables::{Pass, Tables};

use faro_math::number::elementary::{ln, powi};
use faro_permutation::Statistic;
use faro_sample::program::{Action, DrawRange, Loop, Move, Numbers, Program};

/// Minimum number of decks. Fewer decks can agree by chance.
const FEWEST: u64 = 8;

/// Smallest probability with which a card returns or stays that is tried.
const LEAST_CHANCE: f64 = 0.001;

/// Returns the families whose parameter is estimated directly from the tables.
///
/// Their shuffles omit swaps, sort by short keys, shuffle only a part, stop before the end of a pass, return
/// one card to a position, or leave some cards in place. Runs on `threads` threads, while `goes_on` returns `true`.
pub fn read_off(tables: &Tables, threads: NonZero<usize>, goes_on: &mut GoesOn) -> Vec<Family> {
    let skips = Pass::ALL.into_iter().filter_map(|pass| skips(tables, pass));
    let any_size = skips.chain(sorts_by_keys(tables));
    if tables.decks() < FEWEST || tables.cards() < 5 {
        return any_size.collect();
    }
    let others = parts(tables)
        .into_iter()
        .chain(returns(tables))
        .chain(missed_places(tables));
    any_size
        .chain(others)
        .chain(by_draws(tables, threads, goes_on))
        .chain(drawn_in_part(tables))
        .chain(in_place(tables))
        .chain(favoured(tables))
        .collect()
}

/// Minimum evidence in nats for different weights, in the mean positions of the cards. Weights fit the noise of few decks.
const LEAST_NATS: f64 = 160.0;

/// Maximum correlation of the logarithms of weights with the places of their cards before the shuffle.
const MAX_CORRELATION: f64 = 0.9;

/// Number of steps of the fit of weights.
const STEPS: usize = 50;

/// Returns the family that draws each card in proportion to its weight, with the likeliest weights.
///
/// A card with weight a is above one with weight b with probability a/(a + b). The weights are fitted to these frequencies
/// by the method of Hunter, *MM algorithms for generalized Bradley–Terry models*, 2004.
fn favoured(tables: &Tables) -> Option<Family> {
    let (cards, decks) = (tables.cards(), tables.decks() as f64);
    let others = |card: usize| (0..cards).filter(move |&other| other != card);
    let above = |card: usize| {
        let counts = others(card).map(|other| match card < other {
            true => tables.precedence().at(card, other),
            false => tables.decks() - tables.precedence().at(other, card),
        });
        counts.sum::<u64>() as f64
    };
    let above: Vec<f64> = (0..cards).map(above).collect();
    let (n, mean) = (cards as f64, decks * (cards as f64 - 1.0) / 2.0);
    let squares: f64 = above.iter().map(|above| powi(above - mean, 2)).sum();
    // The mean positions of n cards of fair decks give n - 1 in place of this chi-square on average.
    let square = squares / decks * 12.0 / (n * (n + 1.0));
    if above.contains(&0.0) || (square - (n - 1.0)) / 2.0 < LEAST_NATS {
        return None;
    }
    let mut weights = vec![1.0; cards];
    for _ in 0..STEPS {
        let fitted = |card: usize| {
            let pairs = others(card).map(|other| decks / (weights[card] + weights[other]));
            above[card] / pairs.sum::<f64>()
        };
        weights = (0..cards).map(fitted).collect();
    }
    // Weights that fall or rise along the deck are the order before the shuffle, which is left in part.
    let logarithms: Vec<f64> = weights.iter().copied().map(ln).collect();
    if correlation_with_index(&logarithms).abs() > MAX_CORRELATION {
        return None;
    }
    Some(Family::of(Cause::Favoured, Program::Favoured(weights), 1.0))
}

/// Returns the correlation of values with their indices.
fn correlation_with_index(values: &[f64]) -> f64 {
    let middle = (values.len() as f64 - 1.0) / 2.0;
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let products = (0..).zip(values).map(|(index, value)| {
        let (index, value) = (f64::from(index) - middle, value - mean);
        [index * value, index * index, value * value]
    });
    let [both, indices, squares] =
        products.fold([0.0; 3], |[a, b, c], [x, y, z]| [a + x, b + y, c + z]);
    both / (indices * squares).sqrt()
}

/// Returns the families that leave too many cards in place, with parameters from the mean number of cards in
/// place.
///
/// Each card stays with one probability, and about one of the shuffled cards returns to its place by chance.
/// Or the top card is swapped k times, which leaves (n − 1)/n·(1 − 2/n)·(1 − 1/n)^(k − 1) more cards in place
/// than chance. The intervals are those of two standard errors of the mean, whose variance is the one observed.
fn in_place(tables: &Tables) -> Vec<Family> {
    let Some(fixed) = tables.statistics().histogram(Statistic::FixedPoints) else {
        return Vec::new();
    };
    let (counted, n, decks) = (
        fixed.moments(),
        tables.cards() as f64,
        tables.decks() as f64,
    );
    let mean = counted.sum as f64 / decks;
    let error = ((counted.squares as f64 / decks - mean * mean).max(0.0) / decks).sqrt();
    let excess = [-2.0, 0.0, 2.0].map(|errors| (mean - 1.0 + errors * error) / n);
    if !(LEAST_CHANCE..1.0).contains(&excess[1]) {
        return Vec::new();
    }
    let swaps =
        |excess: f64| 1.0 + ln(excess * n / (n - 1.0) / (1.0 - 2.0 / n)) / ln(1.0 - 1.0 / n);
    let [most, likeliest, least] =
        excess.map(|excess| swaps(excess.max(LEAST_CHANCE)).round().max(1.0));
    let family = |cause, one, value, [low, high]: [f64; 2]| {
        let estimate = Likeliest { value, low, high };
        Family::estimated(cause, Recipe::Program(one), estimate)
    };
    let [low, stay, high] = excess.map(|excess| excess.clamp(0.0, 1.0));
    vec![
        family(
            Cause::TopSwaps,
            Program::Moves(Move::TopSwap),
            likeliest,
            [least, most],
        ),
        family(Cause::SomeStay, Program::SomeStay, stay, [low, high]),
    ]
}

/// Minimum share of decks in which the card of a position that a loop misses stays there. It is (1 − 1/n)^m or more for m
/// swaps with any position, so above 1/e. A position that is swapped keeps its card in about one of n decks.
const MISSED: f64 = 0.25;

/// Returns the families of loops that swap some of the positions, each with any position. The swapped positions are
/// those whose cards seldom stay.
fn missed_places(tables: &Tables) -> Vec<Family> {
    let (positions, cards) = (tables.positions(), tables.cards());
    let stays = |place: usize| positions.at(place, place) as f64 / tables.decks() as f64;
    let places: Vec<u32> = (0..cards)
        .filter(|&place| stays(place) < MISSED)
        .map(|place| place as u32)
        .collect();
    if places.len() < 2 || places.len() == cards {
        return Vec::new();
    }
    let family = |places| {
        let one = Program::swaps(places, DrawRange::All, Numbers::Exact);
        Family::of(Cause::MissedPlaces, one, 1.0)
    };
    let down = places.iter().rev().copied().collect();
    vec![family(places), family(down)]
}

/// Returns the family that puts one card in one position with some probability.
///
/// The card and the position are the most frequent pair, and its frequency estimates the probability.
fn returns(tables: &Tables) -> Option<Family> {
    let (positions, cards) = (tables.positions(), tables.cards());
    let (cell, &count) = positions
        .counts()
        .iter()
        .enumerate()
        .max_by_key(|(_, count)| **count)?;
    let (share, fair) = (count as f64 / tables.decks() as f64, 1.0 / cards as f64);
    let [card, position] = [cell / cards, cell % cards].map(|number| number as u32);
    let chance = |share: f64| ((share - fair) / (1.0 - fair)).clamp(0.0, 1.0);
    let estimate = interval(share, tables.decks() as f64).map(chance);
    let pattern = Recipe::Program(Program::Returns(card, position));
    let family = Family::estimated(Cause::CardReturns, pattern, estimate);
    (estimate.value >= LEAST_CHANCE).then_some(family)
}

/// Minimum number of cards that follow in their old order.
const FEWEST_LEFT: usize = 3;

/// Returns the families that draw some cards without repeat, and put them before or behind the others, which keep their
/// order.
fn drawn_in_part(tables: &Tables) -> Vec<Family> {
    let (table, cards) = (tables.draw_tables().position_precedence(), tables.cards());
    let is_in_order = |place: usize| table.at(place, place + 1) == tables.draw_tables().decks;
    let left_after = 1
        + (0..cards - 1)
            .rev()
            .take_while(|&place| is_in_order(place))
            .count();
    let left_before = 1
        + (0..cards - 1)
            .take_while(|&place| is_in_order(place))
            .count();
    let family = |places: Vec<u32>, range| {
        let drawn = places.len() as f64;
        let (numbers, action) = (Numbers::Exact, Action::Take);
        let one = Program::Loop(Loop {
            places,
            range,
            numbers,
            action,
        });
        Family::of(Cause::DrawnInPart, one, drawn)
    };
    let is_part = |left: usize| (FEWEST_LEFT..cards).contains(&left);
    let first = || family((0..(cards - left_after) as u32).collect(), DrawRange::From);
    let last = || {
        family(
            (left_before as u32..cards as u32).rev().collect(),
            DrawRange::UpTo,
        )
    };
    let found = [
        is_part(left_after).then(first),
        is_part(left_before).then(last),
    ];
    found.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::shuffle::{Generator, Seed, Shuffle};
    use faro_sample::simulate::Tally;
    use faro_sample::zoo::Transpositions;

    fn tables(program: &Program, parameter: f64, cards: usize, decks: u32) -> Tables {
        let mut tables = Tables::new(cards);
        let mut generator = Generator::unit(&Seed::from(5), 0);
        for _ in 0..decks {
            let mut deck: Vec<u32> = (0..cards as u32).collect();
            program.shuffle(parameter, &mut deck, &mut generator);
            tables.add(&deck, cards);
        }
        tables
    }

    /// With probability 0.001, a 95 % interval misses the true probability in more than 9 of 60 runs.
    #[test]
    fn intervals_hold_the_truth() {
        let truths = [
            (Program::SomeStay, 0.1, Cause::SomeStay, 20),
            (Program::Returns(0, 0), 0.2, Cause::CardReturns, 20),
        ];
        for (program, truth, cause, cards) in truths {
            let mut misses = 0;
            for run in 0..60 {
                let (mut tables, mut generator) =
                    (Tables::new(cards), Generator::unit(&Seed::from(6), run));
                for _ in 0..200 {
                    let mut deck: Vec<u32> = (0..cards as u32).collect();
                    program.shuffle(truth, &mut deck, &mut generator);
                    tables.add(&deck, cards);
                }
                let families = in_place(&tables).into_iter().chain(returns(&tables));
                let family = families
                    .into_iter()
                    .find(|family| family.cause == cause)
                    .unwrap();
                let [low, high] = family.known.unwrap();
                assert!(
                    low < high && (low..=high).contains(&family.grid[0]),
                    "{family:?}"
                );
                misses += usize::from(!(low..=high).contains(&truth));
            }
            assert!(misses <= 9, "{cause:?}: {misses}");
        }
    }

    /// The estimate is within three standard errors of the true probability, for 2,000 decks.
    #[test]
    fn swaps_that_are_left_out() {
        let mut tables = Tables::new(10);
        let skip = Transpositions::Skip("0.1".parse().unwrap());
        let mut generator = Generator::unit(&Seed::from(5), 0);
        for _ in 0..2000 {
            let mut deck: Vec<u32> = (0..10).collect();
            skip.shuffle(&mut deck, &mut generator);
            tables.add(&deck, 10);
        }
        let family = skips(&tables, Pass::Down).unwrap();
        let (value, [low, high]) = (family.grid[0], family.known.unwrap());
        assert!(
            (value - 0.1).abs() < 1.5 * (value - low) && high < 0.13,
            "{low} {value} {high}"
        );
    }

    /// A loop over any set of positions, in both directions.
    #[test]
    fn places_of_a_loop() {
        let places: Vec<u32> = (0..20)
            .filter(|place| place % 3 == 0 || *place > 15)
            .collect();
        let one = |places| Program::swaps(places, DrawRange::All, Numbers::Exact);
        let found = missed_places(&tables(&one(places.clone()), 0.0, 20, 400));
        assert_eq!(found[0].pattern, Recipe::Program(one(places)));
        assert!(missed_places(&tables(&one((0..20).collect()), 0.0, 20, 400)).is_empty());
    }

    #[test]
    fn cards_that_stay_in_place() {
        for (one, parameter) in [
            (Program::Moves(Move::TopSwap), 20.0),
            (Program::SomeStay, 0.2),
        ] {
            let families = in_place(&tables(&one, parameter, 10, 2000));
            let pattern = Recipe::Program(one);
            let family = families
                .iter()
                .find(|family| family.pattern == pattern)
                .unwrap();
            let [low, high] = family.known.unwrap();
            assert!(
                low <= parameter && parameter <= high && high < 1.2 * low,
                "{:?}",
                family.known
            );
        }
    }

    #[test]
    fn a_card_that_returns() {
        let family = returns(&tables(&Program::Returns(3, 7), 0.4, 10, 600)).unwrap();
        assert_eq!(family.pattern, Recipe::Program(Program::Returns(3, 7)));
        let [low, high] = family.known.unwrap();
        assert!(
            low < 0.4 && 0.4 < high && high - low < 0.1,
            "{:?}",
            family.known
        );
    }

    /// The first card is drawn three times as often as each other. Few fair decks show no weights.
    #[test]
    fn weights_of_cards() {
        let weights = [&[3.0][..], &[1.0; 9]].concat();
        let family = favoured(&tables(&Program::Favoured(weights), 0.0, 10, 4000)).unwrap();
        let Recipe::Program(Program::Favoured(fitted)) = family.pattern else {
            panic!("{:?}", family.pattern);
        };
        let others = fitted[1..].iter().sum::<f64>() / 9.0;
        assert!((fitted[0] / others - 3.0).abs() < 0.3, "{fitted:?}");
        assert!(favoured(&tables(&Program::Even, 0.0, 10, 60)).is_none());
        let falling = (0..10).map(|card| 0.5f64.powi(card)).collect();
        assert!(favoured(&tables(&Program::Favoured(falling), 0.0, 10, 4000)).is_none());
    }
}
