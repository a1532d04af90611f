//! A model of the riffles of one person, fitted to recorded riffles, and a shuffle by this model.

use super::habits::{moments, ratio_error, same_sides, sums};
use super::{Recorded, Side};
use faro_math::number::elementary::{exp, ln, ln_1p};
use faro_math::statistics::normal_survival;
use faro_sample::shuffle::{Choices, Shuffle};

/// Number of bits of a random draw. A power of two needs no rejections.
const DRAW_BITS: u32 = 31;

/// The variance of rounding a cut to an integer.
const ROUNDING_VARIANCE: f64 = 1.0 / 12.0;

/// Minimum variance of a cut before it is rounded.
const MIN_VARIANCE: f64 = 1e-4;

/// A model of a person's riffle with two packets.
///
/// The number of cards of the left packet is a normal number, rounded. The log odds that a card drops from the
/// same side as the card before are persistence + balance · ln(cards left on that side / cards left on the
/// other). The first card has no card before it, and so its log odds are without the persistence.
///
/// With persistence 0 and balance 1, the probability of a side is its share of the remaining cards: the model
/// of Gilbert, Shannon and Reeds. With balance 0 it is the riffle `gsr:clump=C` of the language of shuffles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The number of cards of the deck.
    pub cards: usize,
    /// The mean of the cut.
    pub cut_mean: f64,
    /// The standard deviation of the cut.
    pub cut_deviation: f64,
    /// The log odds of a drop from the same side again, if both sides have equally many cards.
    pub persistence: f64,
    /// The weight of the ratio of the remaining packets in the log odds; 0 if the drops ignore it.
    pub balance: f64,
}

impl Model {
    /// Fits the model to recorded riffles, with maximum likelihood for the drops.
    ///
    /// The riffles are turned upside down if that fits better. The law of the rising sequences is the same
    /// either way.
    ///
    /// # Panics
    ///
    /// If there are no riffles.
    pub fn fit(riffles: &[Recorded]) -> Model {
        let (riffles, fit) = better_side_up(riffles);
        Model::with_drops(&riffles, fit.coefficients)
    }

    /// Returns the model of ideal riffles, with a rounded normal cut in place of the binomial cut.
    pub fn ideal(cards: usize) -> Model {
        let half = cards as f64 / 2.0;
        Model {
            cards,
            cut_mean: half,
            cut_deviation: (half / 2.0).sqrt(),
            persistence: 0.0,
            balance: 1.0,
        }
    }

    pub(super) fn with_drops(riffles: &[Recorded], [persistence, balance]: [f64; 2]) -> Model {
        let cuts: Vec<f64> = riffles.iter().map(|riffle| riffle.cut() as f64).collect();
        let [cut_mean, variance] = moments(&cuts);
        Model {
            cards: riffles[0].cards(),
            cut_mean,
            cut_deviation: variance.sqrt(),
            persistence,
            balance,
        }
    }

    /// Returns a shuffle with this model's probabilities in tables. O(cards²).
    pub fn riffler(&self) -> Riffler {
        let all = f64::from(1u32 << DRAW_BITS);
        let chance = |chance: f64| (chance * all).round() as u32;
        let deviation = (self.cut_deviation * self.cut_deviation - ROUNDING_VARIANCE)
            .max(MIN_VARIANCE)
            .sqrt();
        let at_most =
            |cut: usize| 1.0 - normal_survival((cut as f64 + 0.5 - self.cut_mean) / deviation);
        let size = self.cards + 1;
        let table = |persistence: f64| {
            let cell = |cell: usize| match (cell / size, cell % size) {
                (0, _) => 0,
                (_, 0) => 1 << DRAW_BITS,
                (current, other) => chance(logistic(
                    persistence + self.balance * ln(current as f64 / other as f64),
                )),
            };
            (0..size * size).map(cell).collect()
        };
        Riffler {
            cards: self.cards,
            cuts: (0..self.cards).map(|cut| chance(at_most(cut))).collect(),
            first: table(0.0),
            later: table(self.persistence),
        }
    }
}

/// A shuffle that riffles by a [`Model`], with tables of probabilities in units of 2^−31.
///
/// ```
/// use faro::hands::Model;
/// use faro::shuffle::{Generator, Seed};
/// let riffler = Model::ideal(52).riffler();
/// assert_eq!(riffler.record(&mut Generator::unit(&Seed::from(1), 0)).cards(), 52);
/// ```
#[derive(Clone, Debug)]
pub struct Riffler {
    cards: usize,
    /// For 0, 1, … cards, the probability that the left packet has at most that number.
    cuts: Vec<u32>,
    /// The probability of a side, by the cards left on it and on the other side. `first` is for the first drop
    /// and the left side; `later` is for later drops and the side of the drop before.
    first: Vec<u32>,
    later: Vec<u32>,
}

impl Riffler {
    /// Draws a random riffle.
    ///
    /// # Panics
    ///
    /// If there are fewer than 2 cards, or more than 1000.
    pub fn record<C: Choices + ?Sized>(&self, choices: &mut C) -> Recorded {
        let mut drops = Vec::with_capacity(self.cards);
        self.riffle(choices, |side| drops.push([Side::Left, Side::Right][side]));
        Recorded::new(drops).expect("a number of cards that can be recorded")
    }

    /// Calls `drop` with the side of each drop, 0 for left, in the order of the drops.
    fn riffle<C: Choices + ?Sized>(&self, choices: &mut C, mut drop: impl FnMut(usize)) {
        let drawn = choices.below(1 << DRAW_BITS);
        let cut = self.cuts.partition_point(|&at_most| at_most <= drawn);
        let mut left = [cut, self.cards - cut];
        let (mut side, mut table) = (0, &self.first);
        while left[0] + left[1] > 0 {
            let chance = table[left[side] * (self.cards + 1) + left[1 - side]];
            side ^= usize::from(choices.below(1 << DRAW_BITS) >= chance);
            left[side] -= 1;
            table = &self.later;
            drop(side);
        }
    }
}

impl Shuffle for Riffler {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        let mut sides = Vec::with_capacity(self.cards);
        self.riffle(choices, |side| sides.push(side));
        let cut = sides.iter().filter(|&&side| side == 0).count();
        let before = deck.to_vec();
        let mut next = [cut, self.cards];
        for (place, side) in deck.iter_mut().rev().zip(sides) {
            next[side] -= 1;
            *place = before[next[side]];
        }
    }
}

/// The prior of the two coefficients: its means and the inverses of its variances. The means are the values
/// of ideal riffles. The prior keeps the coefficients finite if all drops are alike, and has little weight
/// beside one riffle of 52 cards.
const PRIOR: [(f64, f64); 2] = [(0.0, 0.25), (1.0, 1.0)];

const MAX_STEPS: usize = 100;

/// Maximum change of a coefficient in one step, which keeps Newton's method from overshooting.
const MAX_CHANGE: f64 = 1.0;

/// A logistic regression of the drops on the cards left.
///
/// The log odds that a card drops from the same side again are persistence + balance · ln(cards left on that
/// side / cards left on the other).
pub struct Fit {
    /// The persistence and the balance.
    pub coefficients: [f64; 2],
    /// Two changes of the coefficients, each by one standard error, in independent directions.
    ///
    /// They are the columns of a Cholesky factor of the covariance of the coefficients.
    pub steps: [[f64; 2]; 2],
    likelihood: f64,
}

/// Returns the riffles and their fit, or the riffles turned upside down if their fit is better.
///
/// A record does not show from which end of the deck the drops depend on one another.
pub fn better_side_up(riffles: &[Recorded]) -> (Vec<Recorded>, Fit) {
    let turned: Vec<Recorded> = riffles.iter().map(Recorded::turned).collect();
    let [fit, turned_fit] = [Fit::new(riffles), Fit::new(&turned)];
    if turned_fit.likelihood > fit.likelihood {
        (turned, turned_fit)
    } else {
        (riffles.to_vec(), fit)
    }
}

/// The gradient, and the negative matrix of second derivatives.
type Derivatives = ([f64; 2], [[f64; 2]; 2]);

impl Fit {
    /// Fits the persistence and the balance to recorded riffles, by Newton's method. The logarithm of the
    /// likelihood is concave.
    pub fn new(riffles: &[Recorded]) -> Fit {
        let drops: Vec<(f64, f64)> = riffles
            .iter()
            .flat_map(Recorded::choices)
            .map(observed)
            .collect();
        let mut coefficients = PRIOR.map(|(mean, _)| mean);
        for _ in 0..MAX_STEPS {
            let (gradient, information) = derivatives(&drops, coefficients);
            let step = applied(inverse(information), gradient);
            let longest = step[0].abs().max(step[1].abs());
            // A step that is too long is shortened, in its own direction.
            let scale = if longest > MAX_CHANGE {
                MAX_CHANGE / longest
            } else {
                1.0
            };
            coefficients = [
                coefficients[0] + scale * step[0],
                coefficients[1] + scale * step[1],
            ];
            if longest < 1e-10 {
                break;
            }
        }
        let covariance = inverse(derivatives(&drops, coefficients).1);
        let likelihood = drops
            .iter()
            .map(|drop| ln_likelihood(*drop, coefficients))
            .sum();
        Fit {
            coefficients,
            steps: columns(covariance, dispersion(riffles)),
            likelihood,
        }
    }
}

/// Returns 1 if the drop is from the same side again and 0 otherwise. Also returns the logarithm of the ratio
/// of the cards left.
fn observed((same, left): (bool, [usize; 2])) -> (f64, f64) {
    (f64::from(same), ln(left[0] as f64 / left[1] as f64))
}

fn ln_likelihood((same, x): (f64, f64), at: [f64; 2]) -> f64 {
    let odds = at[0] + at[1] * x;
    -ln_1p(exp(if same == 1.0 { -odds } else { odds }))
}

fn derivatives(drops: &[(f64, f64)], at: [f64; 2]) -> Derivatives {
    let mut gradient = [0, 1].map(|i| PRIOR[i].1 * (PRIOR[i].0 - at[i]));
    let mut information = [[PRIOR[0].1, 0.0], [0.0, PRIOR[1].1]];
    for &(same, x) in drops {
        let chance = logistic(at[0] + at[1] * x);
        let weight = chance * (1.0 - chance);
        gradient[0] += same - chance;
        gradient[1] += (same - chance) * x;
        information[0][0] += weight;
        information[0][1] += weight * x;
        information[1][1] += weight * x * x;
    }
    information[1][0] = information[0][1];
    (gradient, information)
}

pub fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + exp(-odds))
}

fn inverse([[a, b], [c, d]]: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let determinant = a * d - b * c;
    [
        [d / determinant, -b / determinant],
        [-c / determinant, a / determinant],
    ]
}

fn applied(matrix: [[f64; 2]; 2], vector: [f64; 2]) -> [f64; 2] {
    matrix.map(|row| row[0] * vector[0] + row[1] * vector[1])
}

/// Returns the dispersion of riffles relative to independent drops.
///
/// It is the variance of the proportion of drops from the same side, divided by its variance in independent
/// trials. For m riffles with independent drops it has the chi-square law with m − 1 degrees of freedom,
/// divided by m − 1.
fn dispersion(riffles: &[Recorded]) -> f64 {
    let counts = same_sides(riffles);
    let [same, all] = sums(&counts);
    let expected = same / all * (1.0 - same / all) / all;
    if riffles.len() < 2 || expected.is_nan() || expected <= 0.0 {
        return 1.0;
    }
    let error = ratio_error(&counts);
    error * error / expected
}

fn columns([[a, b], [_, d]]: [[f64; 2]; 2], dispersion: f64) -> [[f64; 2]; 2] {
    let scale = dispersion.sqrt();
    let first = a.sqrt();
    let rest = (d - b * b / a).max(0.0).sqrt();
    [[scale * first, scale * b / first], [0.0, scale * rest]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::shuffle::{Generator, Seed};

    fn simulated(model: &Model, riffles: usize) -> Vec<Recorded> {
        let (riffler, mut choices) = (model.riffler(), Generator::unit(&Seed::from(1), 0));
        (0..riffles).map(|_| riffler.record(&mut choices)).collect()
    }

    /// Given the cut, all arrangements are equally likely. Five cards with 2 in the left packet have ten
    /// arrangements.
    #[test]
    fn ideal_drops_are_uniform_given_the_cut() {
        let riffles = simulated(
            &Model {
                cut_mean: 2.0,
                cut_deviation: 0.0,
                ..Model::ideal(5)
            },
            20_000,
        );
        let mut counts = std::collections::HashMap::new();
        riffles
            .iter()
            .for_each(|riffle| *counts.entry(riffle.clone()).or_insert(0u32) += 1);
        assert_eq!(counts.len(), 10);
        // The expected count is 2000, with a standard deviation of 42.
        assert!(
            counts.values().all(|count| count.abs_diff(2000) < 170),
            "{counts:?}"
        );
    }

    #[test]
    fn the_fit_finds_the_model() {
        let model = Model {
            cards: 52,
            cut_mean: 24.0,
            cut_deviation: 2.0,
            persistence: 0.8,
            balance: 0.5,
        };
        let fit = Model::fit(&simulated(&model, 2000));
        assert!(
            (fit.cut_mean - 24.0).abs() < 0.2 && (fit.cut_deviation - 2.0).abs() < 0.15,
            "{fit:?}"
        );
        assert!(
            (fit.persistence - 0.8).abs() < 0.04 && (fit.balance - 0.5).abs() < 0.06,
            "{fit:?}"
        );
    }

    /// The shuffled deck, read back as a record, has the drops that the model drew.
    #[test]
    fn a_shuffled_deck_is_the_record_of_its_drops() {
        let riffler = Model::ideal(20).riffler();
        for unit in 0..50 {
            let [mut one, mut two] = [0, 1].map(|_| Generator::unit(&Seed::from(2), unit));
            let mut deck: Vec<u32> = (0..20).collect();
            riffler.shuffle(&mut deck, &mut one);
            assert_eq!(Recorded::from_deck(&deck), Ok(riffler.record(&mut two)));
        }
    }

    /// At the fit the gradient is 0, and both standard errors are positive.
    #[test]
    fn the_gradient_is_zero_at_the_fit() {
        let riffles: Vec<Recorded> = ["LLRRLRLRRLLLRLRRLRLR", "RRLRLLLRRRRLLRLLRLRL"]
            .map(|text| text.parse().unwrap())
            .into();
        let drops: Vec<_> = riffles
            .iter()
            .flat_map(Recorded::choices)
            .map(observed)
            .collect();
        let fit = Fit::new(&riffles);
        assert!(
            derivatives(&drops, fit.coefficients)
                .0
                .iter()
                .all(|slope| slope.abs() < 1e-8)
        );
        assert!(fit.steps[0][0] > 0.0 && fit.steps[1][1] > 0.0);
    }

    #[test]
    fn drops_that_are_all_alike_have_a_fit() {
        let perfect: Vec<Recorded> = vec!["RL".repeat(26).parse().unwrap(); 20];
        let fit = Fit::new(&perfect);
        assert!(
            fit.coefficients[0] < -3.0 && fit.coefficients.iter().all(|value| value.is_finite())
        );
        assert!(fit.steps.iter().flatten().all(|step| step.is_finite()));
    }
}
