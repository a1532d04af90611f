//! The exact probability of each card at each position after a shuffle.
//!
//! It comes from a formula if one is known for the shuffle, and otherwise from replaying every sequence of
//! choices.

use std::collections::HashMap;

use super::{Leaves, odometer};
use crate::{Error, Permutation};
use faro_math::number::Natural;
use faro_sample::shuffle::{Chance, Shuffle};
use faro_sample::zoo::{RandomShuffle, Riffle, Transpositions, WeightedStep};

/// The probability of each card at each position, with cards named by their starting positions.
///
/// Rows and columns sum to 1. About fourteen digits are correct, since nearly all sums have positive terms.
/// After a riffle of more than 128 cards, a 0 may stand for a probability below 10^-26.
///
/// ```
/// use faro::distribution::Matrix;
/// use faro::zoo::{RandomShuffle, Transpositions};
/// let naive = Matrix::new(RandomShuffle::Transpositions(Transpositions::Naive), 52)?;
/// assert_eq!(format!("{:.4}", naive.extremes().1 * 52.0), "1.3522"); // times the fair level
/// # Ok::<(), faro::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    cards: usize,
    /// The probabilities, row by row.
    cells: Vec<f64>,
}

impl Matrix {
    /// Maximum number of cards of an exact matrix.
    pub const MAX_CARDS: usize = MAX_CARDS;

    /// Returns the matrix of the shuffle that moves no card.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCards`] if `cards` exceeds [`Matrix::MAX_CARDS`].
    pub fn identity(cards: usize) -> Result<Matrix, Error> {
        Error::check_cards(cards as u64, 0..=MAX_CARDS as u64)?;
        Ok(Matrix::from_fn(cards, |card, position| {
            if card == position { 1.0 } else { 0.0 }
        }))
    }

    /// Returns the relative frequencies of cards at positions in shuffled decks.
    ///
    /// The entry of a card and a position is `counts[card · n + position]` divided by `samples`.
    ///
    /// # Panics
    ///
    /// If `counts` does not have n² entries, or `samples` is 0.
    pub fn from_counts(cards: usize, counts: &[u64], samples: u64) -> Matrix {
        assert_eq!(
            counts.len(),
            cards * cards,
            "expected a count for each card and position"
        );
        assert!(samples > 0, "expected at least one sample");
        Matrix {
            cards,
            cells: counts
                .iter()
                .map(|&count| count as f64 / samples as f64)
                .collect(),
        }
    }

    /// Returns the exact matrix of a shuffle.
    ///
    /// It uses the shuffle's formula if one is known, and otherwise replays every sequence of choices.
    ///
    /// # Errors
    ///
    /// [`Error`] if neither is possible.
    pub fn new(shuffle: RandomShuffle, cards: usize) -> Result<Matrix, Error> {
        let identity = Matrix::identity(cards)?;
        match shuffle {
            _ if shuffle.is_uniform() => Ok(Matrix::from_fn(cards, |_, _| 1.0 / cards as f64)),
            RandomShuffle::Transpositions(plan) => identity.then_transpositions(plan),
            RandomShuffle::Riffle(Riffle::Packets(packets)) => riffle(cards, packets),
            RandomShuffle::Riffle(Riffle::Cut(top)) => {
                Ok(gathered(cards, &[(part(top), true), (1.0 - part(top), true)])?.transposed())
            }
            RandomShuffle::ShortKeys(keys) => {
                let sorted_by_a_bit = gathered(cards, &[(0.5, true); 2])?;
                sorted_by_a_bit.pow(keys.0)
            }
            RandomShuffle::Shelves(shelves) => {
                let chance = 0.5 / f64::from(shelves.0);
                let labels: Vec<_> = (0..2 * shelves.0)
                    .map(|label| (chance, label % 2 == 0))
                    .collect();
                gathered(cards, &labels)
            }
            RandomShuffle::Thorp => Ok(thorp(cards)),
            RandomShuffle::TopToRandom => Ok(top_to_random(cards)),
            RandomShuffle::RandomToTop => Ok(top_to_random(cards).transposed()),
            RandomShuffle::Overhand(cut) => Ok(overhand(cards, part(cut))),
            _ => Matrix::from_runs(&shuffle, cards),
        }
    }

    /// Returns the matrix of any shuffle, by replaying every sequence of choices. O(sequences · n).
    ///
    /// # Errors
    ///
    /// [`Error::NoFormula`] if there are too many sequences of choices.
    pub fn from_runs(shuffle: &impl Shuffle, cards: usize) -> Result<Matrix, Error> {
        let mut matrix = Matrix::identity(cards)?;
        check_runs(odometer::leaves(shuffle, cards), cards)?;
        matrix.cells.fill(0.0);
        for leaf in Leaves::new(shuffle, cards) {
            let part = |choice: &super::Choice| f64::from(choice.weight) / f64::from(choice.total);
            let chance: f64 = leaf.path.iter().map(part).product();
            for (position, &card) in leaf.deck.iter().enumerate() {
                matrix.cells[card as usize * cards + position] += chance;
            }
        }
        Ok(matrix)
    }

    /// Returns the matrix whose entry for a card and a position is `chance(card, position)`.
    pub fn from_fn(cards: usize, chance: impl Fn(usize, usize) -> f64) -> Matrix {
        let cells = (0..cards * cards)
            .map(|cell| chance(cell / cards, cell % cards))
            .collect();
        Matrix { cards, cells }
    }

    /// Returns the number of cards.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Returns the probabilities of `card`, position by position.
    ///
    /// # Panics
    ///
    /// If `card` is not in the deck.
    pub fn row(&self, card: usize) -> &[f64] {
        &self.cells[card * self.cards..(card + 1) * self.cards]
    }

    /// Returns the smallest and the largest probability, or 0 and 0 if there are no cards.
    pub fn extremes(&self) -> (f64, f64) {
        let least = self.cells.iter().copied().reduce(f64::min).unwrap_or(0.0);
        (
            least,
            self.cells.iter().copied().reduce(f64::max).unwrap_or(0.0),
        )
    }

    /// Returns an error if `products` matrix products and the matrices of `shuffles` would together take too long.
    pub(crate) fn check_all(
        cards: usize,
        products: f64,
        shuffles: impl IntoIterator<Item = RandomShuffle>,
    ) -> Result<(), Error> {
        Error::check_cards(cards as u64, 0..=MAX_CARDS as u64)?;
        let mut operations = products * (cards as f64).powi(3);
        check_work(operations)?;
        let mut costs = HashMap::new();
        for shuffle in shuffles {
            operations += match costs.get(&shuffle) {
                Some(cost) => *cost,
                None => *costs
                    .entry(shuffle)
                    .or_insert(operations_of(shuffle, cards)?),
            };
            check_work(operations)?;
        }
        Ok(())
    }

    /// Returns the matrix of this shuffle followed by `next`: the product of the matrices. O(n³).
    ///
    /// # Panics
    ///
    /// If the numbers of cards differ.
    pub fn then(&self, next: &Matrix) -> Matrix {
        assert_eq!(self.cards, next.cards, "the numbers of cards must be equal");
        let mut cells = vec![0.0; self.cells.len()];
        for (card, row) in cells.chunks_exact_mut(self.cards.max(1)).enumerate() {
            for (position, &chance) in self
                .row(card)
                .iter()
                .enumerate()
                .filter(|(_, chance)| **chance != 0.0)
            {
                row.iter_mut()
                    .zip(next.row(position))
                    .for_each(|(cell, other)| *cell += chance * other);
            }
        }
        Matrix {
            cards: self.cards,
            cells,
        }
    }

    /// Returns the matrix of this shuffle followed by a permutation. O(n²).
    ///
    /// # Panics
    ///
    /// If the numbers of cards differ.
    pub fn then_permutation(&self, permutation: &Permutation) -> Matrix {
        let sources = permutation.to_deck();
        assert_eq!(
            sources.len(),
            self.cards,
            "the numbers of cards must be equal"
        );
        Matrix::from_fn(self.cards, |card, position| {
            self.row(card)[sources[position] as usize]
        })
    }

    /// Returns the matrix to the power `times`, by squaring. O(n³ · log times).
    ///
    /// # Errors
    ///
    /// [`Error`] if it would take too long.
    pub fn pow(&self, times: u32) -> Result<Matrix, Error> {
        check_work(power(self.cards, times))?;
        let (mut power, mut square) = (Matrix::identity(self.cards)?, self.clone());
        for bit in 0..u32::BITS - times.leading_zeros() {
            if bit > 0 {
                square = square.then(&square);
            }
            if times >> bit & 1 == 1 {
                power = power.then(&square);
            }
        }
        Ok(power)
    }

    /// Returns the matrix of this shuffle followed by a pass of transpositions, step by step. O(n² · steps).
    ///
    /// # Errors
    ///
    /// [`Error`] if it would take too long.
    pub fn then_transpositions(mut self, plan: Transpositions) -> Result<Matrix, Error> {
        check_work(steps(plan, self.cards) * (self.cards as f64).powi(2))?;
        let mut buffer = vec![0.0; 2 * self.cards];
        for mixture in plan.steps(self.cards as u32) {
            self.cells
                .chunks_exact_mut(self.cards.max(1))
                .for_each(|row| step(row, &mixture, &mut buffer));
        }
        Ok(self)
    }

    fn transposed(&self) -> Matrix {
        Matrix::from_fn(self.cards, |card, position| self.row(position)[card])
    }
}

/// Applies a step to one row. Each position exchanges probability with the positions that it may be swapped
/// with. The part that stays and the part that arrives are added, so that nothing cancels and an exact 0 is
/// kept. `buffer` has twice the length of `row`.
fn step(row: &mut [f64], mixture: &WeightedStep, buffer: &mut [f64]) {
    let (stay, arrive) = buffer.split_at_mut(row.len());
    stay.fill(1.0);
    arrive.fill(0.0);
    let weights: u32 = mixture.iter().map(|(weight, _)| weight).sum();
    for (weight, step) in mixture.iter() {
        let span = |range: &std::ops::Range<u32>| range.start as usize..range.end as usize;
        let (first, second) = (span(&step.first), span(&step.second));
        for (range, other) in [(&first, &second), (&second, &first)] {
            let moved = f64::from(weight) / (f64::from(weights) * range.len() as f64);
            let arriving = moved * (row[other.clone()].iter().sum::<f64>() / other.len() as f64);
            stay[range.clone()]
                .iter_mut()
                .for_each(|stay| *stay -= moved);
            arrive[range.clone()]
                .iter_mut()
                .for_each(|arrive| *arrive += arriving);
        }
    }
    for (chance, (stay, arrive)) in row.iter_mut().zip(stay.iter().zip(arrive)) {
        *chance = *chance * stay + *arrive;
    }
}

/// Returns the matrix of a riffle as a product over the prime factors of the number of packets.
///
/// An ab-shuffle is an a-shuffle followed by a b-shuffle (Bayer and Diaconis 1992).
fn riffle(cards: usize, packets: u32) -> Result<Matrix, Error> {
    let mut matrix = Matrix::identity(cards)?;
    for (prime, exponent) in prime_powers(packets) {
        let labels = vec![(1.0 / prime as f64, true); prime];
        matrix = matrix.then(&gathered(cards, &labels)?.transposed().pow(exponent)?);
    }
    Ok(matrix)
}

/// Returns the prime factors of the number of packets with their exponents.
fn prime_powers(packets: u32) -> Vec<(usize, u32)> {
    let factors = u64::from(packets).factor().expect("words are factored");
    let powers = factors.powers().iter();
    powers
        .map(|power| (power.prime as usize, power.exponent))
        .collect()
}

fn part(chance: Chance) -> f64 {
    let [odds, odds_against] = chance.odds();
    f64::from(odds) / f64::from(odds + odds_against)
}

fn thorp(cards: usize) -> Matrix {
    let half = cards / 2;
    Matrix::from_fn(cards, |card, position| match card {
        _ if card >= 2 * half => f64::from(card == position),
        _ => 0.5 * f64::from(position / 2 == card % half.max(1) && position < 2 * half),
    })
}

fn top_to_random(cards: usize) -> Matrix {
    let whole = cards as f64;
    Matrix::from_fn(cards, |card, position| match card {
        0 => 1.0 / whole,
        _ if position == card => card as f64 / whole,
        _ if position + 1 == card => (whole - card as f64) / whole,
        _ => 0.0,
    })
}

/// Returns the matrix of an overhand shuffle. A card with l others above it in its packet and r below it moves to
/// position n − 1 − (card + r) + l.
fn overhand(cards: usize, cut: f64) -> Matrix {
    let mut matrix = Matrix::from_fn(cards, |_, _| 0.0);
    // The probability that the next `length` gaps have no cut, and that a cut or the end of the deck follows.
    let run = |length: usize, max: usize| {
        (1.0 - cut).powi(length as i32) * if length < max { cut } else { 1.0 }
    };
    for card in 0..cards {
        let cards_below = cards - 1 - card;
        let row = &mut matrix.cells[card * cards..(card + 1) * cards];
        let below: Vec<f64> = (0..=cards_below)
            .map(|length| run(length, cards_below))
            .collect();
        for above in 0..=card {
            let chance = run(above, card);
            for (length, other) in below.iter().enumerate() {
                row[cards_below - length + above] += chance * other;
            }
        }
    }
    matrix
}

/// Returns the matrix of a stable sort of the cards by random labels.
///
/// `labels` has the probability of each label, and whether cards with this label keep their order; otherwise their order
/// is reversed. A card moves behind all cards of lower labels and behind the cards of its own label that precede it. The
/// numbers of such cards above it and below it are two binomial variables. O(labels · n² · √n).
fn gathered(cards: usize, labels: &[(f64, bool)]) -> Result<Matrix, Error> {
    check_work(labelled(cards, labels.len()))?;
    let mut cells = vec![0.0; cards * cards];
    let mut lower = 0.0;
    for &(chance, keeps_order) in labels {
        let up_to = lower + chance;
        let (above, below) = if keeps_order {
            (up_to, lower)
        } else {
            (lower, up_to)
        };
        let (above, below) = (binomials(cards, above), binomials(cards, below));
        for (card, row) in cells.chunks_exact_mut(cards.max(1)).enumerate() {
            add_sum_law(chance, &above[card], &below[cards - 1 - card], row);
        }
        lower = up_to;
    }
    Ok(Matrix { cards, cells })
}

/// A binomial law. Negligible probabilities at both ends are dropped.
struct Binomial {
    first: usize,
    chances: Vec<f64>,
}

/// Bound below which probabilities are dropped in decks of more than [`MAX_COMPLETE`] cards. For 1000 cards
/// their sum is less than a rounding error.
const NEGLIGIBLE: f64 = 1e-26;

/// Maximum number of cards for which all probabilities of a riffle are computed, however small.
const MAX_COMPLETE: usize = 128;

/// Returns the binomial laws of 0, 1, … `count` − 1 trials, each from the one before (Pascal). All terms are
/// positive.
fn binomials(count: usize, chance: f64) -> Vec<Binomial> {
    let chance = chance.clamp(0.0, 1.0);
    let negligible = if count <= MAX_COMPLETE {
        0.0
    } else {
        NEGLIGIBLE
    };
    let mut rows = vec![Binomial {
        first: 0,
        chances: vec![1.0],
    }];
    while rows.len() < count {
        let row = next(&rows[rows.len() - 1], chance, negligible);
        rows.push(row);
    }
    rows
}

fn next(row: &Binomial, chance: f64, negligible: f64) -> Binomial {
    let mut chances = vec![0.0; row.chances.len() + 1];
    for (successes, &before) in row.chances.iter().enumerate() {
        chances[successes] += before * (1.0 - chance);
        chances[successes + 1] += before * chance;
    }
    let matters = |&chance: &f64| chance > negligible;
    let start = chances.iter().position(matters).unwrap_or(0);
    let end = chances.iter().rposition(matters).map_or(0, |last| last + 1);
    Binomial {
        first: row.first + start,
        chances: chances[start..end].to_vec(),
    }
}

/// Adds `times` the law of X + Y to `row`, where X has the law `above` and Y the law `below`.
fn add_sum_law(times: f64, above: &Binomial, below: &Binomial, row: &mut [f64]) {
    for (index, &chance) in above.chances.iter().enumerate() {
        let place = above.first + below.first + index;
        for (cell, &other) in row[place..].iter_mut().zip(&below.chances) {
            *cell += times * chance * other;
        }
    }
}

/// Maximum number of cards of an exact matrix.
pub const MAX_CARDS: usize = 1000;

/// Maximum number of arithmetic operations for a matrix: some seconds.
const MAX_OPERATIONS: f64 = 2e10;

/// Maximum number of cards moved in all runs together, if a matrix is summed run by run.
const MAX_MOVED: f64 = 3e8;

fn check_work(operations: f64) -> Result<(), Error> {
    if operations > MAX_OPERATIONS {
        Err(Error::TooManyOperations { given: operations })
    } else {
        Ok(())
    }
}

/// Estimates the number of arithmetic operations for the matrix of a shuffle.
///
/// # Errors
///
/// [`Error::NoFormula`] if no formula is known and there are too many sequences of choices.
fn operations_of(shuffle: RandomShuffle, cards: usize) -> Result<f64, Error> {
    let n = cards as f64;
    Ok(match shuffle {
        _ if shuffle.is_uniform() => n.powi(2),
        RandomShuffle::Transpositions(plan) => steps(plan, cards) * n.powi(2),
        RandomShuffle::Riffle(Riffle::Packets(packets)) => {
            let prime = |(prime, times)| labelled(cards, prime) + power(cards, times) + n.powi(3);
            prime_powers(packets).into_iter().map(prime).sum()
        }
        RandomShuffle::Riffle(Riffle::Cut(_)) => labelled(cards, 2),
        RandomShuffle::ShortKeys(keys) => labelled(cards, 2) + power(cards, keys.0),
        RandomShuffle::Shelves(shelves) => labelled(cards, 2 * shelves.0 as usize),
        RandomShuffle::Thorp | RandomShuffle::TopToRandom | RandomShuffle::RandomToTop => n.powi(2),
        RandomShuffle::Overhand(_) => n.powi(3),
        _ => {
            let moved = check_runs(odometer::leaves(&shuffle, cards), cards)?;
            moved * MAX_OPERATIONS / MAX_MOVED
        }
    })
}

/// Returns the number of cards that `leaves` runs of a shuffle move together, or an error if it is too large.
fn check_runs(leaves: f64, cards: usize) -> Result<f64, Error> {
    let moved = leaves * cards as f64;
    if moved > MAX_MOVED {
        Err(Error::NoFormula { sequences: leaves })
    } else {
        Ok(moved)
    }
}

fn steps(plan: Transpositions, cards: usize) -> f64 {
    match plan {
        Transpositions::Pairs(times) => f64::from(times),
        _ => cards as f64,
    }
}

/// Returns the number of operations for the matrix of a shuffle that labels each card independently.
///
/// `labels` is the number of labels.
fn labelled(cards: usize, labels: usize) -> f64 {
    // Of a binomial law of n trials, about 10 √n probabilities are not negligible.
    let window = (cards as f64).min(10.0 * (cards as f64).sqrt());
    labels as f64 * cards as f64 * window * window / 4.0
}

/// Returns the number of operations for a matrix power, by squaring.
fn power(cards: usize, times: u32) -> f64 {
    (cards as f64).powi(3) * 2.0 * f64::from(u32::BITS - times.leading_zeros())
}
