//! Shuffles that label each card independently at random and gather the cards by label.

/// A label: its probability, and whether its cards keep their order.
pub struct Label {
    pub chance: f64,
    pub keeps: bool,
}

/// Returns the card × position matrix, row by row. A card moves behind all cards of lower labels and those of its own
/// label that precede it. The numbers of such cards above it and below it are two binomials.
/// O(labels · n² · √n).
pub fn matrix(cards: usize, labels: &[Label]) -> Vec<f64> {
    let mut cells = vec![0.0; cards * cards];
    let mut lower = 0.0;
    for label in labels {
        let up_to = lower + label.chance;
        let (above, below) = if label.keeps { (up_to, lower) } else { (lower, up_to) };
        let (above, below) = (binomials(cards, above), binomials(cards, below));
        for (card, row) in cells.chunks_exact_mut(cards.max(1)).enumerate() {
            spread(label.chance, &above[card], &below[cards - 1 - card], row);
        }
        lower = up_to;
    }
    cells
}

/// The probabilities of a range of numbers of successes, without those that are negligible.
struct Binomial {
    first: usize,
    chances: Vec<f64>,
}

/// Probabilities below this are left out: for 1000 cards their sum is less than a rounding error.
const NEGLIGIBLE: f64 = 1e-26;

/// Returns the binomials of 0, 1, … `count` − 1 trials, each from the one before (Pascal). All terms are positive.
fn binomials(count: usize, chance: f64) -> Vec<Binomial> {
    let chance = chance.clamp(0.0, 1.0);
    let mut rows = vec![Binomial { first: 0, chances: vec![1.0] }];
    while rows.len() < count {
        let row = next(&rows[rows.len() - 1], chance);
        rows.push(row);
    }
    rows
}

fn next(row: &Binomial, chance: f64) -> Binomial {
    let mut chances = vec![0.0; row.chances.len() + 1];
    for (successes, &before) in row.chances.iter().enumerate() {
        chances[successes] += before * (1.0 - chance);
        chances[successes + 1] += before * chance;
    }
    let matters = |&chance: &f64| chance > NEGLIGIBLE;
    let start = chances.iter().position(matters).unwrap_or(0);
    let end = chances.iter().rposition(matters).map_or(0, |last| last + 1);
    Binomial { first: row.first + start, chances: chances[start..end].to_vec() }
}

/// Adds the distribution of the sum of the two.
fn spread(times: f64, above: &Binomial, below: &Binomial, row: &mut [f64]) {
    for (index, &chance) in above.chances.iter().enumerate() {
        let place = above.first + below.first + index;
        for (cell, &other) in row[place..].iter_mut().zip(&below.chances) {
            *cell += times * chance * other;
        }
    }
}
