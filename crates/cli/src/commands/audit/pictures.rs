//! Heat maps of how often cards are at positions and directly above other cards.

use faro_audit::{CardNames, Evidence, Frequency};
use faro_render::view::{AxisLabels, HeatMap};

/// Maximum number of cards for which each cell of a heat map has a text.
const MAX_TIPS: usize = 104;

/// Returns the axis labels of the first `cards` cards.
fn labels(names: &CardNames, cards: usize) -> AxisLabels {
    match names {
        CardNames::Numbers(first) => AxisLabels::From(*first),
        CardNames::Names(_) => {
            AxisLabels::Names((0..cards).map(|card| names.label(card)).collect())
        }
    }
}

/// Returns two tables of counts, row by row. They count each card at each position, and each card (row) directly above
/// each other card.
pub fn counts(evidence: &mut Evidence) -> [Vec<u64>; 2] {
    let tables = evidence.tables(evidence.first());
    [
        tables.positions().counts().to_vec(),
        tables.successors().counts().to_vec(),
    ]
}

/// Returns a heat map of the counts of each card at each position.
pub fn positions(counts: &[u64], decks: u64, names: &CardNames) -> HeatMap {
    let tip =
        |card: usize, position: usize| format!("{} at position {}", names.name(card), position + 1);
    let map = map(
        "each card at each position",
        counts,
        decks,
        |_, _| true,
        tip,
    );
    let cards = labels(names, map.side);
    map.with_labels([cards, AxisLabels::From(1)])
}

/// Returns a heat map of the counts of each card directly above each other card. The cells on the diagonal, which cannot
/// occur, are 1.
pub fn neighbours(counts: &[u64], decks: u64, names: &CardNames) -> HeatMap {
    let title = "each card directly below each other card";
    let tip = |card: usize, below: usize| {
        format!("{} directly below {}", names.name(below), names.name(card))
    };
    let map = map(title, counts, decks, |card, below| card != below, tip);
    let cards = [(); 2].map(|()| labels(names, map.side));
    map.with_labels(cards).with_axes(["card", "card below"])
}

/// Returns a heat map of counts, divided by the expected count, with their noise. `is_possible` and `tip` get the row and
/// the column of a cell.
fn map(
    title: &str,
    counts: &[u64],
    decks: u64,
    is_possible: impl Fn(usize, usize) -> bool,
    tip: impl Fn(usize, usize) -> String,
) -> HeatMap {
    let side = counts.len().isqrt();
    let cell = |(index, &count): (usize, &u64)| match is_possible(index / side, index % side) {
        true => count as f64 * side as f64 / decks as f64,
        false => 1.0,
    };
    // The event of a cell, its count, and its expected count after a fair shuffle.
    let text = |(index, &count): (usize, &u64)| {
        let frequency = Frequency {
            count,
            decks,
            chance: 1.0 / side as f64,
        };
        format!("{}: {frequency}", tip(index / side, index % side))
    };
    let cells = counts.iter().enumerate().map(cell).collect();
    let noise = 2.0 * ((side as f64 - 1.0) / decks as f64).sqrt();
    let tips = match side > MAX_TIPS {
        true => Vec::new(),
        false => counts.iter().enumerate().map(text).collect(),
    };
    HeatMap::new(title.into(), side, cells, Some(noise))
        .with_pale_chance()
        .with_tips(tips)
}
