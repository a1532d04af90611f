//! Compares the mixing of a person's riffles with ideal riffles.
//!
//! A simulation gives a lower bound of the number of the person's riffles that mix as well as a given number
//! of ideal riffles.

use thiserror::Error;

use super::Recorded;
use super::habits::TAIL;
use super::model::{Fit, Model, Riffler, better_side_up};
use crate::riffle::Mixing;
use faro_math::number::elementary::{exp, ln};
use faro_math::statistics::{Law, student_quantile};
use faro_sample::shuffle::{Generator, Seed, Shuffle};

/// The interval of total variation distances at which riffles are compared. Outside it, a change of the riffle hardly
/// changes the distance.
const COMPARED_DISTANCES: [f64; 2] = [0.05, 0.95];

/// Divisor of the number of decks. It gives the number of decks in each simulation for the ends of the interval.
const INTERVAL_DIVISOR: usize = 2;

/// The number of a person's riffles that mix as well as a given number of ideal riffles.
#[derive(Clone, Debug, PartialEq)]
pub struct Equivalent {
    /// The exact total variation distance after the ideal riffles.
    pub target: f64,
    /// A lower bound of the distance after 1, 2, … of the person's riffles, down to the target.
    pub rows: Vec<DistanceBound>,
    /// The number of the person's riffles, or the reason why there is none.
    pub comparison: Result<RiffleComparison, NotComparable>,
}

/// A lower bound of the number of riffles that mix as well as the ideal ones.
///
/// It is the number of riffles after which a lower bound of the person's distance equals the distance of the
/// ideal riffles, interpolated between integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RiffleComparison {
    /// The number of riffles, with a fraction.
    pub riffles: f64,
    /// The standard error of the simulation.
    pub standard_error: f64,
    /// The 95 % interval, or `None` for fewer than 2 riffles.
    ///
    /// It allows for the small number of recorded riffles and for the error of the simulation.
    pub interval: Option<[f64; 2]>,
}

/// The reason why riffles cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotComparable {
    /// The ideal riffles leave the deck too near to random, or too far from it.
    #[error("the distance of the ideal riffles is not between 0.05 and 0.95")]
    Target {
        /// A number of ideal riffles that can be compared, or `None` if there is no such number.
        instead: Option<u32>,
    },
    /// The distance of the person's riffles stays above the target.
    #[error("{MOST_RIFFLES} of these riffles do not mix as well")]
    Unreached,
}

impl Equivalent {
    /// Compares a person's riffles with `ideal` ideal riffles, by simulation of the fitted [`Model`].
    ///
    /// The total variation distance of k riffles of the model is not known exactly. The distance of the number of
    /// rising sequences alone is a lower bound of it. So the number of riffles at which this bound falls to the
    /// exact distance of the ideal riffles is itself a lower bound: the person needs at least that number.
    ///
    /// The interval is computed by the delta method. Each of the four parameters of the model is changed by a
    /// standard error in both directions. The squares of the resulting changes of the logarithm of the number
    /// are added, and the root is multiplied by Student's quantile. With m riffles, the variances of the cuts
    /// and of the drops have m − 1 degrees of freedom each. The degrees of freedom of their sum follow
    /// Satterthwaite (1946).
    ///
    /// Without riffles the comparison is [`NotComparable::Target`].
    ///
    /// # Panics
    ///
    /// If `decks` is less than 4.
    pub fn new(riffles: &[Recorded], ideal: u32, decks: usize, seed: &Seed) -> Equivalent {
        assert!(decks >= 2 * INTERVAL_DIVISOR, "{decks} decks are too few");
        let cards = riffles.first().map_or(0, Recorded::cards);
        let target = distance(cards, ideal).unwrap_or(0.0);
        if !is_comparable(target) {
            // Suggests the first number of ideal riffles with a distance below one half, if it can be compared.
            let instead = (1..64)
                .find(|&ideal| distance(cards, ideal).is_some_and(|distance| distance < 0.5));
            let instead =
                instead.filter(|&ideal| distance(cards, ideal).is_some_and(is_comparable));
            return Equivalent {
                target,
                rows: Vec::new(),
                comparison: Err(NotComparable::Target { instead }),
            };
        }
        let (riffles, fit) = better_side_up(riffles);
        let fall = Fall::new(
            &Model::with_drops(&riffles, fit.coefficients),
            target,
            decks,
            seed,
        );
        let comparison =
            fall.reached
                .ok_or(NotComparable::Unreached)
                .map(|[count, standard_error]| RiffleComparison {
                    riffles: count,
                    standard_error,
                    interval: interval(&riffles, &fit, [count, standard_error], |model| {
                        Fall::new(model, target, decks / INTERVAL_DIVISOR, seed)
                            .reached
                            .map(|[count, _]| ln(count.max(0.01)))
                    }),
                });
        Equivalent {
            target,
            rows: fall.rows,
            comparison,
        }
    }
}

fn distance(cards: usize, riffles: u32) -> Option<f64> {
    Some(
        Mixing::new(cards as u64)
            .ok()?
            .after_riffles(riffles)
            .ok()?
            .total_variation,
    )
}

fn is_comparable(target: f64) -> bool {
    (COMPARED_DISTANCES[0]..=COMPARED_DISTANCES[1]).contains(&target)
}

/// Returns the interval of the number of riffles. `number` maps a model to the logarithm of its number.
fn interval(
    riffles: &[Recorded],
    fit: &Fit,
    [count, error]: [f64; 2],
    number: impl Fn(&Model) -> Option<f64>,
) -> Option<[f64; 2]> {
    let freedom = (riffles.len() as u64)
        .checked_sub(1)
        .filter(|&degrees| degrees > 0)?;
    let mut variances = [0.0; 4];
    for (variance, [low, high]) in variances.iter_mut().zip(neighbours(riffles, fit, freedom)) {
        let half = (number(&high)? - number(&low)?) / 2.0;
        *variance = half * half;
    }
    let [mean, spread, first_direction, second_direction] = variances;
    let simulation = (error / count) * (error / count);
    let variance = mean + spread + first_direction + second_direction + simulation;
    // The errors of the spread of the cuts and of the simulation need no degrees of freedom: they are known.
    let estimated =
        mean * mean + (first_direction + second_direction) * (first_direction + second_direction);
    let freedom =
        (freedom as f64 * variance * variance / estimated.max(f64::MIN_POSITIVE)).min(1e6) as u64;
    let half_width = student_quantile(TAIL, freedom) * variance.sqrt();
    Some([count * exp(-half_width), count * exp(half_width)])
}

/// Returns, for each parameter, the models one standard error below and above the fitted model.
fn neighbours(riffles: &[Recorded], fit: &Fit, freedom: u64) -> [[Model; 2]; 4] {
    let fitted = Model::with_drops(riffles, fit.coefficients);
    let deviation = fitted.cut_deviation.max(0.3);
    let below_and_above = |change: &dyn Fn(f64) -> Model| [-1.0, 1.0].map(change);
    let drops = |[persistence, balance]: [f64; 2]| {
        below_and_above(&|sign| Model {
            persistence: fitted.persistence + sign * persistence,
            balance: fitted.balance + sign * balance,
            ..fitted
        })
    };
    let mean_error = deviation / (riffles.len() as f64).sqrt();
    let relative_error = 1.0 / (2.0 * freedom as f64).sqrt();
    [
        below_and_above(&|sign| Model {
            cut_mean: fitted.cut_mean + sign * mean_error,
            ..fitted
        }),
        below_and_above(&|sign| Model {
            cut_deviation: deviation * exp(sign * relative_error),
            ..fitted
        }),
        drops(fit.steps[0]),
        drops(fit.steps[1]),
    ]
}

/// Maximum number of riffles that are simulated.
pub const MOST_RIFFLES: u32 = 150;

/// A lower bound of the total variation distance from a random deck, estimated by simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DistanceBound {
    /// The number of riffles.
    pub riffles: u32,
    /// The estimated lower bound of the total variation distance.
    pub total_variation: f64,
    /// The standard error of the estimate.
    pub standard_error: f64,
}

/// A lower bound of the distance after each number of riffles, down to a target distance.
pub struct Fall {
    /// The bound after 1, 2, … riffles. Only the last one may be at most the target.
    pub rows: Vec<DistanceBound>,
    /// The number of riffles at which the bound equals the target, and its standard error.
    ///
    /// Between integers the logarithm of the bound is interpolated. The error is the error of the
    /// simulation. `None` if [`MOST_RIFFLES`] riffles do not reach the target.
    pub reached: Option<[f64; 2]>,
}

impl Fall {
    /// Simulates decks until the bound is at most `target`.
    ///
    /// The bound is the probability of at most t rising sequences, minus the same probability in a random deck.
    /// One half of the decks chooses the t with the largest difference, and the other half estimates the
    /// difference. So the estimate of a lower bound is unbiased, whichever t was chosen. For ideal riffles the
    /// bound is the total variation distance itself (Bayer and Diaconis 1992). O(cards · decks · riffles).
    pub fn new(model: &Model, target: f64, decks: usize, seed: &Seed) -> Fall {
        let (riffler, random) = (model.riffler(), cumulated(&Law::descents(model.cards)));
        let mut simulated = RiffledDecks::new(model.cards, decks, seed);
        let (mut rows, mut before) = (Vec::new(), 1.0 - random[0]);
        for riffles in 1..=MOST_RIFFLES {
            let halves = simulated.next(&riffler);
            let [total_variation, standard_error] = bound(&halves, &random, decks / 2);
            rows.push(DistanceBound {
                riffles,
                total_variation,
                standard_error,
            });
            if total_variation <= target {
                let part =
                    (ln(before / target) / ln(before / total_variation.max(1e-9))).clamp(0.0, 1.0);
                let slope = (before - total_variation).max(1e-9);
                let at = f64::from(riffles - 1) + part;
                return Fall {
                    rows,
                    reached: Some([at, standard_error / slope]),
                };
            }
            before = total_variation;
        }
        Fall {
            rows,
            reached: None,
        }
    }
}

/// Returns the probabilities of at most 0, 1, … descents.
fn cumulated(law: &Law) -> Vec<f64> {
    let sum = |sum: &mut f64, chance: &f64| {
        *sum += chance;
        Some(*sum)
    };
    law.probabilities().iter().scan(0.0, sum).collect()
}

/// Returns the bound and its standard error, given the counts of decks by descents in the two halves.
fn bound(halves: &[Vec<u32>; 2], random: &[f64], decks: usize) -> [f64; 2] {
    let decks = decks as f64;
    let [choosing, estimating] = halves.each_ref().map(|counts| {
        let sum = |sum: &mut f64, &count: &u32| {
            *sum += f64::from(count);
            Some(*sum / decks)
        };
        counts.iter().scan(0.0, sum).collect::<Vec<f64>>()
    });
    let gain = |t: &usize| choosing[*t] - random[*t];
    let t = (0..random.len())
        .max_by(|a, b| gain(a).total_cmp(&gain(b)))
        .unwrap_or(0);
    // Counting one more deck on each side keeps the error above 0 if all decks are alike.
    let share = (estimating[t] * decks + 1.0) / (decks + 2.0);
    [
        estimating[t] - random[t],
        (share * (1.0 - share) / decks).sqrt(),
    ]
}

/// Two halves of random decks that are riffled together.
struct RiffledDecks {
    cards: usize,
    decks: Vec<u32>,
    choices: Vec<Generator>,
    places: Vec<u32>,
}

impl RiffledDecks {
    fn new(cards: usize, decks: usize, seed: &Seed) -> RiffledDecks {
        let new = (0..decks).flat_map(|_| 0..cards as u32);
        let choices = (0..2).map(|half| Generator::unit(seed, half)).collect();
        RiffledDecks {
            cards,
            decks: new.collect(),
            choices,
            places: vec![0; cards],
        }
    }

    /// Riffles each deck once more. Returns, for each half, the counts of decks by the number of rising
    /// sequences minus 1: the descents of the cards' positions.
    fn next(&mut self, model: &Riffler) -> [Vec<u32>; 2] {
        let mut counts = [vec![0; self.cards], vec![0; self.cards]];
        let half = self.decks.len() / self.cards / 2;
        for (index, deck) in self.decks.chunks_exact_mut(self.cards).enumerate() {
            let half = usize::from(index >= half);
            model.shuffle(deck, &mut self.choices[half]);
            for (place, &card) in (0..).zip(deck.iter()) {
                self.places[card as usize] = place;
            }
            let descents = self
                .places
                .windows(2)
                .filter(|pair| pair[1] < pair[0])
                .count();
            counts[half][descents] += 1;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::riffle::Mixing;
    use faro_sample::shuffle::Generator;

    fn recorded(model: &Model, riffles: usize, person: u64) -> Vec<Recorded> {
        let (riffler, mut choices) = (model.riffler(), Generator::unit(&Seed::from(5), person));
        (0..riffles).map(|_| riffler.record(&mut choices)).collect()
    }

    const CLUMPY: Model = Model {
        cards: 52,
        cut_mean: 27.5,
        cut_deviation: 2.5,
        persistence: 0.5,
        balance: 0.6,
    };

    /// Returns the proportion of people with habits of `model` whose interval contains the model's true number.
    fn covered(model: &Model, riffles: usize, people: u64) -> f64 {
        let target = distance(52, 7).unwrap();
        let [truth, _] = Fall::new(model, target, 200_000, &Seed::from(9))
            .reached
            .unwrap();
        let covers = |person: &u64| {
            let seed = Seed::from(1000 + person);
            let compared =
                Equivalent::new(&recorded(model, riffles, *person), 7, 2000, &seed).comparison;
            // The true number has a simulation error too, which the intervals allow for.
            compared.is_ok_and(|number| {
                number
                    .interval
                    .is_some_and(|[low, high]| low <= truth && truth <= high)
            })
        };
        (0..people).filter(covers).count() as f64 / people as f64
    }

    #[test]
    fn ideal_riffles_are_worth_themselves() {
        let target = distance(52, 7).unwrap();
        let [count, error] = Fall::new(&Model::ideal(52), target, 4000, &Seed::from(1))
            .reached
            .unwrap();
        assert!(
            (count - 7.0).abs() < 4.0 * error + 0.02,
            "{count} ± {error}"
        );
    }

    #[test]
    fn what_cannot_be_compared() {
        let riffles = |cards: usize| recorded(&Model::ideal(cards), 5, 1);
        let few = Equivalent::new(&riffles(10), 7, 1000, &Seed::from(1)).comparison;
        assert_eq!(few, Err(NotComparable::Target { instead: Some(3) }));
        assert!(
            Equivalent::new(&riffles(10), 3, 1000, &Seed::from(1))
                .comparison
                .is_ok()
        );
        // A cut with all cards in one packet leaves the deck as it is.
        let idle: Vec<Recorded> = vec!["L".repeat(52).parse().unwrap(); 3];
        assert_eq!(
            Equivalent::new(&idle, 7, 100, &Seed::from(1)).comparison,
            Err(NotComparable::Unreached)
        );
    }

    /// Tests 40 intervals. If 95 % of intervals contain the number, fewer than 33 of 40 contain it with a
    /// probability below 0.1 % (a binomial tail).
    #[test]
    fn intervals_cover_the_number() {
        assert!(covered(&CLUMPY, 20, 40) > 0.82);
    }

    /// Takes about ten minutes.
    #[test]
    #[ignore = "slow; see CONTRIBUTING.md"]
    fn intervals_cover_the_number_in_95_percent() {
        for (name, model) in [("ideal", Model::ideal(52)), ("clumpy", CLUMPY)] {
            for riffles in [5, 20] {
                let covered = covered(&model, riffles, 2000);
                assert!(
                    (covered - 0.95).abs() <= 0.015,
                    "{name}, {riffles} riffles: {covered}"
                );
            }
        }
    }

    /// For ideal riffles the bound is the exact total variation distance.
    #[test]
    fn ideal_riffles_have_the_exact_distance() {
        let fall = Fall::new(&Model::ideal(52), 0.2, 4000, &Seed::from(1));
        assert_eq!(fall.rows.len(), 8);
        let mixing = Mixing::new(52).unwrap();
        for row in &fall.rows {
            let exact = mixing.after_riffles(row.riffles).unwrap().total_variation;
            let error = (row.total_variation - exact).abs();
            assert!(error < 4.0 * row.standard_error + 0.005, "{row:?}: {exact}");
        }
    }

    /// The bound is at most the distance from the counts of all orders of four cards, after up to three
    /// riffles.
    #[test]
    fn the_distance_of_few_cards() {
        let model = Model {
            persistence: 1.0,
            ..Model::ideal(4)
        };
        let (riffler, decks) = (model.riffler(), 40_000);
        let mut simulated = RiffledDecks::new(4, decks, &Seed::from(3));
        for _ in 0..3 {
            let halves = simulated.next(&riffler);
            let [least, error] = bound(&halves, &cumulated(&Law::descents(4)), decks / 2);
            let mut counts = std::collections::HashMap::new();
            simulated
                .decks
                .chunks(4)
                .for_each(|deck| *counts.entry(deck.to_vec()).or_insert(0.0) += 1.0);
            let total: f64 = counts
                .values()
                .map(|count| f64::max(count / decks as f64 - 1.0 / 24.0, 0.0))
                .sum();
            assert!(least < total + 4.0 * error, "{least} {total}");
        }
    }
}
