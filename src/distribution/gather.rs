//! Cards that are labelled at random, independently, and gathered by labels.

/// One label: its chance, and whether its cards keep their order.
pub struct Label {
    pub chance: f64,
    pub keeps: bool,
}

/// The card × position matrix, row by row. Card i with a label goes behind all cards of lower labels and
/// those of its own that come before it: how many of the cards above it, and how many below, are two
/// binomials. O(labels · n² · √n).
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

/// The chances of 0, 1, 2, … successes that are not too small to matter, from the first of them.
struct Binomial {
    first: usize,
    chances: Vec<f64>,
}

/// Chances below this are left out: all that are, of a deck of 1000 cards, are less than a rounding.
const NEGLIGIBLE: f64 = 1e-26;

/// Of 0, 1, … trials up to `count` − 1, each from the one before (Pascal): all terms are positive.
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

/// Adds the chances of the sum of the two.
fn spread(times: f64, above: &Binomial, below: &Binomial, row: &mut [f64]) {
    for (index, &chance) in above.chances.iter().enumerate() {
        let place = above.first + below.first + index;
        for (cell, &other) in row[place..].iter_mut().zip(&below.chances) {
            *cell += times * chance * other;
        }
    }
}
