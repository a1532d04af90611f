//! Profiles of decks: the numbers by which the decks of an audit are compared with the simulated decks of known faulty
//! shuffles.
//!
//! A profile has scaled means of the tables, such as the frequency of each card at each position.
//! [`FairMoments::score`](super::score::FairMoments::score) is the log-likelihood ratio of a faulty shuffle to a fair one, given the observed profile and
//! the profile of the faulty shuffle.

use std::ops::Range;

use crate::tables::{PairCounts, Pass, Tables};

use faro_math::number::elementary::powi;
use faro_permutation::Statistic;

/// The mean features of a stream of decks, and the moments of their statistics. Under a fair shuffle, the
/// features have mean 0, and variance 1 in every direction in which they vary.
///
/// Consider M decks with mean features p, and a law near the fair one with mean features q. Their
/// log-likelihood ratio to the fair law is M·(⟨p, q⟩ − |q|²/2) to second order. For any law, its expectation
/// is largest if q is the true mean.
#[derive(Clone, Debug)]
pub struct Profile {
    pub parts: Vec<Features>,
    /// The moments of each statistic in [`Statistic::OF_DECKS`].
    pub values: Vec<StatisticMoments>,
    /// The shares of even orders, and of decks whose first card is above the last. Both are 1/2 if fair.
    pub halves: [Share; 2],
}

/// The share of decks with an event of probability 1/2 under a fair shuffle.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    pub share: f64,
    pub decks: f64,
}

/// The mean features that are computed from one table.
#[derive(Clone, Debug)]
pub struct Features {
    pub mean: Vec<f64>,
    /// The squared length of the features of one deck, which is the same for all decks.
    pub own: f64,
    /// The number of decks over which the mean is taken. It is infinite for an exact law.
    pub decks: f64,
}

/// The mean and the variance of a statistic.
#[derive(Clone, Copy, Debug)]
pub struct StatisticMoments {
    pub mean: f64,
    pub variance: f64,
    pub decks: f64,
}

/// The index in `halves` of the event that the first card is above the last.
pub const FIRST_ABOVE_LAST: usize = 1;

/// The index in `parts` of the features of cards at positions.
pub const POSITIONS: usize = 0;

/// The indices in `parts` of the features of neighbours and of their order.
pub const NEIGHBOURS: Range<usize> = 1..3;

/// The index in `parts` of the features of the draws of the downward Fisher–Yates pass.
pub const DRAWS_DOWN: usize = 7;

/// Deviation in standard deviations below which a part of the observed profile counts as fair (tuned).
const OBSERVED_DEVIATIONS: f64 = 5.0;

impl Profile {
    /// Returns the profile of the decks in `tables`, which must have at least one deck. O(n²).
    pub fn new(tables: &Tables) -> Profile {
        let decks = tables.decks() as f64;
        let (neighbours, order) = neighbours(tables.successors(), decks);
        let (places, precedence) = order_parts(tables.precedence(), decks);
        let more = tables.draw_tables();
        let (cards, position_precedence) =
            order_parts(more.position_precedence(), more.decks as f64);
        let draws = Pass::ALL.map(|pass| draws(more.draws.of(pass), more.decks as f64));
        let positions = positions(&tables.positions(), decks);
        let mut parts = vec![
            positions,
            neighbours,
            order,
            places,
            precedence,
            cards,
            position_precedence,
        ];
        parts.extend(draws);
        let values = Statistic::OF_DECKS.map(|statistic| value(tables, statistic));
        let above = tables.precedence().at(0, tables.cards() - 1) as f64 / decks;
        let halves = [tables.even() as f64 / decks, above].map(|share| Share { share, decks });
        Profile {
            parts,
            values: values.to_vec(),
            halves,
        }
    }

    /// Returns the profile with the numbers of decks of another profile, and unchanged means.
    pub fn with_decks_of(mut self, other: &Profile) -> Profile {
        self.parts
            .iter_mut()
            .zip(&other.parts)
            .for_each(|(one, other)| one.decks = other.decks);
        self.values
            .iter_mut()
            .zip(&other.values)
            .for_each(|(one, other)| one.decks = other.decks);
        self.halves
            .iter_mut()
            .zip(&other.halves)
            .for_each(|(one, other)| one.decks = other.decks);
        self
    }

    /// Returns the smallest number of decks over which a part of the profile is averaged.
    pub fn fewest_decks(&self) -> f64 {
        self.parts
            .iter()
            .map(|part| part.decks)
            .fold(self.halves[0].decks, f64::min)
    }
}

fn part(mean: Vec<f64>, own: f64, decks: f64) -> Features {
    Features { mean, own, decks }
}

impl Features {
    /// Returns the exact features of independent draws. Each row has the probabilities of one draw.
    pub fn from_draws(rows: &[Vec<f64>]) -> Features {
        let scaled = |row: &Vec<f64>| {
            let bound = row.len() as f64;
            row.iter()
                .map(move |chance| (chance - 1.0 / bound) * bound.sqrt())
                .collect::<Vec<f64>>()
        };
        let own = rows.iter().map(|row| row.len() as f64 - 1.0).sum();
        part(rows.iter().flat_map(scaled).collect(), own, f64::INFINITY)
    }

    /// Returns the exact features if each card stays in place with probability `stays`. Cards that move are
    /// equally likely at all other positions.
    pub fn from_staying(stays: f64, cards: usize) -> Features {
        let n = cards as f64;
        let cell = |(row, column)| {
            if row == column {
                stays
            } else {
                (1.0 - stays) / (n - 1.0)
            }
        };
        let cells = (0..cards).flat_map(|row| (0..cards).map(move |column| (row, column)));
        let mean = cells
            .map(cell)
            .map(|chance| scaled_cell(chance, n))
            .collect();
        part(mean, powi(n - 1.0, 2), f64::INFINITY)
    }

    /// Returns an unbiased estimate of the squared length of the mean.
    pub fn square(&self) -> f64 {
        let square: f64 = self.mean.iter().map(|mean| mean * mean).sum();
        match self.decks {
            exact if exact.is_infinite() => square,
            decks => (decks * square - self.own) / (decks - 1.0).max(1.0),
        }
    }

    /// Returns the distance of the mean from the fair mean in standard deviations.
    ///
    /// It is 0 if no feature varies.
    pub fn deviations(&self) -> f64 {
        match (self.own > 0.0, self.decks.is_infinite()) {
            (false, _) => 0.0,
            (true, true) => f64::INFINITY,
            (true, false) => self.square() * self.decks / (2.0 * self.own).sqrt(),
        }
    }

    /// Returns whether the observed features deviate from a fair shuffle by more than noise.
    pub fn is_observed(&self) -> bool {
        self.deviations() > OBSERVED_DEVIATIONS
    }

    pub fn dot(&self, other: &Features) -> f64 {
        self.mean
            .iter()
            .zip(&other.mean)
            .map(|(one, other)| one * other)
            .sum()
    }
}

fn scaled_cell(share: f64, n: f64) -> f64 {
    (share - 1.0 / n) * (n - 1.0).sqrt()
}

/// Returns the features of cards at positions, which have covariance 1/(n − 1).
fn positions(table: &PairCounts, decks: f64) -> Features {
    let n = table.side() as f64;
    let scaled = |&count: &u64| scaled_cell(count as f64 / decks, n);
    part(
        table.counts().iter().map(scaled).collect(),
        powi(n - 1.0, 2),
        decks,
    )
}

fn pairs(side: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..side).flat_map(move |row| (row + 1..side).map(move |column| (row, column)))
}

/// Returns the features of which cards are neighbours, and of the order of neighbours. Their covariances are
/// about 2/n and 2(n + 1)/(n(n − 1)).
fn neighbours(table: &PairCounts, decks: f64) -> (Features, Features) {
    let n = table.side() as f64;
    let order = (n * (n - 1.0) / (2.0 * (n + 1.0))).sqrt();
    let both = |(row, column)| (table.at(row, column) as f64, table.at(column, row) as f64);
    let either = |(one, other): (f64, f64)| ((one + other) / decks - 2.0 / n) * (n / 2.0).sqrt();
    let directed = |(one, other): (f64, f64)| (one - other) / decks * order;
    let side = table.side();
    (
        part(
            pairs(side).map(both).map(either).collect(),
            (n - 1.0) * (n - 2.0) / 2.0,
            decks,
        ),
        part(
            pairs(side).map(both).map(directed).collect(),
            (n - 1.0) * order * order,
            decks,
        ),
    )
}

/// Returns the features of which of two cards comes first, in two parts.
///
/// The first part has the mean positions of the cards, with covariance (n + 1)/3. The second has the rest,
/// with covariance 1/3.
fn order_parts(table: &PairCounts, decks: f64) -> (Features, Features) {
    let (n, side) = (table.side() as f64, table.side());
    let lead = |(first, second)| 2.0 * table.at(first, second) as f64 / decks - 1.0;
    let mut leads = vec![0.0; side];
    for (first, second) in pairs(side) {
        leads[first] += lead((first, second));
        leads[second] -= lead((first, second));
    }
    let rest =
        |pair: (usize, usize)| (lead(pair) - (leads[pair.0] - leads[pair.1]) / n) * 3f64.sqrt();
    let rest = part(
        pairs(side).map(rest).collect(),
        (n - 1.0) * (n - 2.0) / 2.0,
        decks,
    );
    let scale = (3.0 / (n * (n + 1.0))).sqrt();
    (
        part(
            leads.iter().map(|lead| lead * scale).collect(),
            n - 1.0,
            decks,
        ),
        rest,
    )
}

/// Returns the features of the draws of a pass, which are independent under a fair shuffle.
fn draws(table: &PairCounts, decks: f64) -> Features {
    let row = |index: usize| {
        let counts = &table.counts()[index * table.side()..][..=index];
        counts
            .iter()
            .map(|&count| count as f64 / decks)
            .collect::<Vec<f64>>()
    };
    let rows: Vec<Vec<f64>> = (1..table.side()).map(row).collect();
    Features {
        decks,
        ..Features::from_draws(&rows)
    }
}

fn value(tables: &Tables, statistic: Statistic) -> StatisticMoments {
    let moments = tables
        .statistics()
        .histogram(statistic)
        .expect("it is counted")
        .moments();
    let count = moments.count as f64;
    let mean = moments.sum as f64 / count;
    let variance = (moments.squares as f64 - moments.sum as f64 * mean) / count;
    StatisticMoments {
        mean,
        variance: variance.max(0.0),
        decks: count,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_permutation::Permutation;
    use faro_sample::simulate::Tally;

    fn of(decks: &[u32], cards: usize) -> Profile {
        let mut tables = Tables::new(cards);
        tables.add(decks, cards);
        Profile::new(&tables)
    }

    /// Over all orders the means are 0. The squared length of the features of each deck is `own`.
    #[test]
    fn features_are_centred_and_of_known_length() {
        for cards in 2..=5 {
            let orders: u32 = (1..=cards as u32).product();
            let deck = |rank| Permutation::unrank(cards, rank).unwrap().to_deck();
            let all: Vec<u32> = (0..orders).flat_map(deck).collect();
            for part in of(&all, cards).parts {
                assert!(part.mean.iter().all(|mean| mean.abs() < 1e-9));
            }
            for rank in 0..orders {
                for part in of(&deck(rank), cards).parts {
                    let square: f64 = part.mean.iter().map(|mean| mean * mean).sum();
                    assert!(
                        (square - part.own).abs() < 1e-9,
                        "{cards} {square} {}",
                        part.own
                    );
                }
            }
        }
    }
}
