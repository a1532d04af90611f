//! Looks for the cause of a bias in the starting orders that programs usually give a pack.
//!
//! Without `--start`, faces are taken to start in the order of a new pack. A program often begins with suits in another
//! order, each from ace to king or from two to ace, or with the ranks in turn.

use faro::stacks::Face;
use faro_audit::{Cause, Evidence, diagnose_while, judge, naive_positions};

use crate::arguments::{effort, playing_card};
use crate::output::signals;

/// Minimum number of standard deviations of the best order's statistic. Fair decks exceed it in any of the orders about once in
/// a hundred times. The decks are known to be unfair, and the diagnosis decides whether a cause explains them.
const MIN_DEVIATION: f64 = 4.0;

/// By how many standard deviations a statistic of decks in a starting order differs from its mean after a fair shuffle. The best
/// order of each statistic is diagnosed, in this order.
const STATISTICS: [fn(&Table, &[usize]) -> f64; 4] = [
    Table::in_order,
    Table::staying,
    Table::naive,
    Table::likeness,
];

/// Returns the usual starting order, and the cause in words, under which the bias of decks has a known cause.
///
/// The cards of the decks have the numbers of their places in a new pack.
pub fn explaining(decks: &[Vec<u32>], alpha: f64) -> Option<(String, String)> {
    let pack = playing_card::pack(decks.first()?.len())?;
    let table = Table::new(decks);
    let orders = orders(&pack);
    let mut best: Vec<&Vec<usize>> = Vec::new();
    for deviation in STATISTICS {
        let measured = orders.iter().map(|order| (deviation(&table, order), order));
        let most = measured.max_by(|(a, _), (b, _)| a.total_cmp(b));
        let most =
            most.filter(|(deviation, order)| *deviation >= MIN_DEVIATION && !best.contains(order));
        best.extend(most.map(|(_, order)| order));
    }
    best.into_iter().find_map(|order| {
        let cause = cause(decks, order, alpha)?;
        let names: Vec<String> = order.iter().map(|&card| pack[card].clone()).collect();
        Some((playing_card::in_words(&names), cause))
    })
}

/// Returns the known cause of the bias of decks that were shuffled from an order.
fn cause(decks: &[Vec<u32>], order: &[usize], alpha: f64) -> Option<String> {
    let mut evidence = Evidence::new(order.len()).ok()?;
    for deck in relabelled(decks, order) {
        evidence.add(&deck).ok()?;
    }
    let judgement = judge(&mut evidence, alpha);
    let diagnosis = diagnose_while(&mut evidence, &judgement, effort::cores(), &mut |_| {
        !signals::requested()
    });
    diagnosis
        .known()
        .filter(|known| !is_flexible(known.cause))?;
    let cause = diagnosis.to_string();
    Some(cause.split("; ").next().unwrap_or_default().into())
}

/// Returns whether a cause has the frequencies of nearly any decks, so that it does not show the order.
pub fn is_flexible(cause: Cause) -> bool {
    matches!(
        cause,
        Cause::UnevenIndex | Cause::Favoured | Cause::CardReturns
    )
}

/// Returns the usual orders of a pack, as indices in the order of a new pack. Jokers come last.
fn orders(pack: &[String]) -> Vec<Vec<usize>> {
    let suit_of = |face: &str| "SHDC".find(face.chars().last().unwrap_or_default());
    let rank_of = |face: &str| {
        let rank = &face[..face.len() - 1];
        Face::RANKS.iter().position(|other| *other == rank)
    };
    let cards: Vec<(usize, Option<(usize, usize)>)> = pack
        .iter()
        .map(|face| suit_of(face).zip(rank_of(face)))
        .enumerate()
        .collect();
    let mut found = Vec::new();
    for suits in (0..256).map(|code| [code % 4, code / 4 % 4, code / 16 % 4, code / 64]) {
        if (0..4).any(|suit| !suits.contains(&suit)) {
            continue;
        }
        for (ace_is_high, is_falling, in_ranks) in
            (0..8).map(|bits| (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0))
        {
            let key = |place: Option<(usize, usize)>| {
                let Some((suit, rank)) = place else {
                    return (usize::MAX, 0);
                };
                let rank = (rank + 13 - usize::from(ace_is_high)) % 13;
                let rank = if is_falling { 12 - rank } else { rank };
                match in_ranks {
                    true => (rank, suits[suit]),
                    false => (suits[suit], rank),
                }
            };
            let mut order = cards.clone();
            order.sort_by_key(|&(_, place)| key(place));
            found.push(order.into_iter().map(|(card, _)| card).collect());
        }
    }
    found
}

/// Returns the decks with the places of their cards in another starting order.
fn relabelled(decks: &[Vec<u32>], order: &[usize]) -> Vec<Vec<u32>> {
    let mut places = vec![0; order.len()];
    for (place, &card) in (0..).zip(order) {
        places[card] = place;
    }
    let deck = |deck: &Vec<u32>| deck.iter().map(|&card| places[card as usize]).collect();
    decks.iter().map(deck).collect()
}

/// Where the cards of decks are.
struct Table {
    decks: f64,
    /// How often each card (row) is at each position.
    counts: Vec<Vec<f64>>,
    /// In how many decks each card (row) is above each other one.
    above: Vec<Vec<f64>>,
    /// After a naive shuffle, by how much a card (row) is at a position more often than after a fair one.
    naive: Vec<Vec<f64>>,
}

impl Table {
    fn new(decks: &[Vec<u32>]) -> Table {
        let cards = decks.first().map_or(0, Vec::len);
        let [mut counts, mut above] = [(); 2].map(|()| vec![vec![0.0; cards]; cards]);
        for deck in decks {
            for (position, &card) in deck.iter().enumerate() {
                counts[card as usize][position] += 1.0;
                for &below in &deck[position + 1..] {
                    above[card as usize][below as usize] += 1.0;
                }
            }
        }
        Table {
            decks: decks.len() as f64,
            counts,
            above,
            naive: naive_positions(cards)
                .chunks_exact(cards)
                .map(|row| {
                    row.iter()
                        .map(|chance| chance - 1.0 / cards as f64)
                        .collect()
                })
                .collect(),
        }
    }

    /// Returns by how many standard deviations more or fewer cards are where they started.
    fn staying(&self, order: &[usize]) -> f64 {
        let cards = order.iter().enumerate();
        let stay: f64 = cards.map(|(place, &card)| self.counts[card][place]).sum();
        (stay - self.decks).abs() / self.decks.sqrt()
    }

    /// Returns by how many standard deviations cards come more or less often where the naive shuffle leaves them.
    fn naive(&self, order: &[usize]) -> f64 {
        let rows = order.iter().zip(&self.naive);
        let weighted = |(&card, weights): (&usize, &Vec<f64>)| -> f64 {
            let cells = self.counts[card].iter().zip(weights);
            cells.map(|(count, weight)| count * weight).sum()
        };
        let squares = self.naive.iter().flatten().map(|weight| weight * weight);
        let variance = self.decks * squares.sum::<f64>() / (order.len() as f64 - 1.0);
        rows.map(weighted).sum::<f64>().abs() / variance.sqrt()
    }

    /// Returns by how many standard deviations cards come above the next ones of an order too often. In a fair deck, the number
    /// of such cards has the law of the ascents of a permutation.
    fn in_order(&self, order: &[usize]) -> f64 {
        let cards = order.len() as f64;
        let found: f64 = order
            .windows(2)
            .map(|pair| self.above[pair[0]][pair[1]])
            .sum();
        (found - self.decks * (cards - 1.0) / 2.0) / (self.decks * (cards + 1.0) / 12.0).sqrt()
    }

    /// Returns by how many standard deviations cards that started near each other come at the same positions too often. Returns 0
    /// if the cards come rather in the opposite order, which has the same likeness.
    fn likeness(&self, order: &[usize]) -> f64 {
        let cards = order.len() as f64;
        let mean = self.decks / cards;
        let excess = |card: usize| self.counts[card].iter().map(|count| count - mean);
        let (mut common, mut squares, mut moved) = (0.0, 0.0, 0.0);
        for (place, &card) in order.iter().enumerate() {
            let from_middle = |at: usize| at as f64 - (cards - 1.0) / 2.0;
            let at = excess(card)
                .enumerate()
                .map(|(position, more)| from_middle(position) * more);
            moved += from_middle(place) * at.sum::<f64>();
            for (before, &other) in order[..place].iter().enumerate() {
                let weight = 1.0 - 2.0 * (place - before) as f64 / cards;
                let product: f64 = excess(card).zip(excess(other)).map(|(a, b)| a * b).sum();
                common += weight * product;
                squares += weight * weight * cards;
            }
        }
        if moved > 0.0 {
            common / mean / squares.sqrt()
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::arguments::playing_card::PACKS;

    use super::*;

    /// An order in words is read as `--start` reads it.
    #[test]
    fn orders_in_words_are_read() {
        for pack in PACKS.map(|cards| playing_card::pack(cards).unwrap()) {
            for order in orders(&pack) {
                let names: Vec<String> = order.iter().map(|&card| pack[card].clone()).collect();
                let words = playing_card::in_words(&names);
                assert_eq!(playing_card::of_words(&words), Some(names), "{words}");
            }
        }
        for other in [
            "",
            "AS",
            " to ",
            "AS to ",
            "AS to KH",
            "x to y",
            "AS AH to KS",
            "AS KH to KS AH",
            "RJ to BJ",
        ] {
            assert_eq!(playing_card::of_words(other), None, "{other}");
        }
    }

    #[test]
    fn usual_orders_are_different_orders_of_all_cards() {
        for cards in [32, 52, 54] {
            let orders = orders(&playing_card::pack(cards).unwrap());
            let different: HashSet<&Vec<usize>> = orders.iter().collect();
            assert_eq!((orders.len(), different.len()), (192, 192));
            for order in orders {
                let cards: HashSet<usize> = order.iter().copied().collect();
                assert_eq!(cards.len(), order.len());
            }
        }
    }
}
