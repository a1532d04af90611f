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

/// Returns a heat map of the counts of each card at each position, with their noise. Counts are divided by the expected
/// count.
pub fn positions(evidence: &mut Evidence, names: &CardNames) -> HeatMap {
    let (cards, decks) = (evidence.cards() as f64, evidence.decks() as f64);
    let counts = evidence.tables(evidence.first()).positions();
    let cells = counts
        .counts()
        .iter()
        .map(|&count| count as f64 * cards / decks)
        .collect();
    let noise = 2.0 * ((cards - 1.0) / decks).sqrt();
    let tip =
        |card: usize, position: usize| format!("{} at position {}", names.name(card), position + 1);
    let tips = tips(counts.counts(), (cards as usize, decks as u64), tip);
    let map = HeatMap::new(
        "each card at each position".into(),
        cards as usize,
        cells,
        Some(noise),
    );
    map.with_labels([labels(names, cards as usize), AxisLabels::From(1)])
        .with_pale_chance()
        .with_tips(tips)
}

/// Returns the text of each cell: the event, its count, and its expected count after a fair shuffle.
fn tips(
    counts: &[u64],
    (cards, decks): (usize, u64),
    tip: impl Fn(usize, usize) -> String,
) -> Vec<String> {
    if cards > MAX_TIPS {
        return Vec::new();
    }
    let text = |(index, &count): (usize, &u64)| {
        let frequency = Frequency {
            count,
            decks,
            chance: 1.0 / cards as f64,
        };
        format!("{}: {frequency}", tip(index / cards, index % cards))
    };
    counts.iter().enumerate().map(text).collect()
}

/// Returns a heat map of the counts of each card directly above each other card. Counts are divided by the expected
/// count. The cells on the diagonal, which cannot occur, are 1.
pub fn neighbours(evidence: &mut Evidence, names: &CardNames) -> HeatMap {
    let (side, number) = (evidence.cards(), evidence.decks());
    let decks = number as f64;
    let counts = evidence.tables(evidence.first()).successors().counts();
    let cell = |(index, &count): (usize, &u64)| {
        if index / side == index % side {
            1.0
        } else {
            count as f64 * side as f64 / decks
        }
    };
    let cells = counts.iter().enumerate().map(cell).collect();
    let noise = 2.0 * ((side as f64 - 1.0) / decks).sqrt();
    let title = "each card directly below each other card".into();
    let tip = |card: usize, below: usize| {
        format!("{} directly below {}", names.name(below), names.name(card))
    };
    let tips = tips(counts, (side, number), tip);
    let map = HeatMap::new(title, side, cells, Some(noise)).with_axes(["card", "card below"]);
    map.with_labels([(); 2].map(|()| labels(names, side)))
        .with_pale_chance()
        .with_tips(tips)
}
