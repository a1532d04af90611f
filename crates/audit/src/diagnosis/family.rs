//! Families of faulty shuffles. A family is a cause with a list of values of its parameter, and a way to shuffle decks
//! for each value.

use super::cause::Cause;
use super::estimates::Likeliest;
use super::profile::{
    DRAWS_DOWN, FIRST_ABOVE_LAST, Features, POSITIONS, Profile, Share, StatisticMoments,
};
use super::riffled::{Riffled, WHOLE};

use faro::riffle::Mixing;
use faro_math::number::elementary::{exp2, log2, powf};
use faro_math::statistics::Law;
use faro_permutation::Statistic;
use faro_sample::program::{Move, Noise, Program};
use faro_sample::shuffle::Chance;
use faro_sample::zoo::Transpositions;

/// A cause and its parameter: the shuffles whose simulated decks are compared with the observed ones.
#[derive(Clone, Debug)]
pub struct Family {
    pub cause: Cause,
    pub pattern: Recipe,
    /// The values of the parameter that are tried, ascending; a single one if there is no parameter.
    pub grid: Vec<f64>,
    /// The 95 % interval of the parameter, if it is estimated from the decks or from an exact likelihood. No
    /// other values are then tried, because a shuffle that does not depend on the parameter would let noise
    /// choose one.
    pub known: Option<[f64; 2]>,
}

/// How the decks of a family are shuffled.
#[derive(Clone, Debug, PartialEq)]
pub enum Recipe {
    /// A word. The parameter is the number of repetitions.
    Repeated(&'static str),
    /// The word `name:k`, with the parameter as k. It equals k repetitions of `name:1`.
    Counted(&'static str),
    /// A word that ends with the given probability. The parameter is the number of repetitions.
    RepeatedWith(&'static str, f64),
    /// A repeated word, followed by a cut below the given card, or at a random place if there is none. The
    /// parameter is the number of repetitions.
    RepeatedAndCut(&'static str, Option<u32>),
    /// The word `name:k`, with the parameter as k.
    With(&'static str),
    /// A word without a parameter.
    Once(&'static str),
    /// A program that has no word in the language of shuffles, with the parameter.
    Program(Program),
}

impl Recipe {
    /// Returns the word that the recipe repeats, if any.
    pub fn repeated(&self) -> Option<String> {
        match *self {
            Recipe::Repeated(word) | Recipe::RepeatedAndCut(word, _) => Some(word.into()),
            Recipe::Counted(name) => Some(format!("{name}:1")),
            Recipe::RepeatedWith(word, by) => Some(format!("{word}{}", Chance::nearest(by))),
            _ => None,
        }
    }

    /// Returns whether the parameter is a number of repetitions of a word or of a move.
    pub fn is_repeated(&self) -> bool {
        self.repeated().is_some() || matches!(self, Recipe::Program(Program::Moves(_)))
    }
}

impl Family {
    /// Returns a family with the values of its parameter that are tried.
    pub fn tried(cause: Cause, pattern: Recipe, grid: Vec<f64>) -> Family {
        Family {
            cause,
            pattern,
            grid,
            known: None,
        }
    }

    /// Returns a family whose parameter is estimated from the decks.
    pub fn estimated(cause: Cause, pattern: Recipe, estimate: Likeliest) -> Family {
        Family {
            cause,
            pattern,
            grid: vec![estimate.value],
            known: Some([estimate.low, estimate.high]),
        }
    }

    /// Returns the family of a program whose parameter `value` is known.
    pub fn of(cause: Cause, program: Program, value: f64) -> Family {
        Family::estimated(cause, Recipe::Program(program), Likeliest::exact(value))
    }

    /// Returns the family with other values of its parameter.
    pub fn with_grid(&self, grid: Vec<f64>) -> Family {
        Family {
            grid,
            ..self.clone()
        }
    }

    /// Returns the family with one value of its parameter.
    pub fn at(&self, value: f64) -> Family {
        self.with_grid(vec![value])
    }

    /// Returns whether the family is a loop or a sort without a number that is estimated, or draws modulo.
    pub fn is_simple(&self) -> bool {
        let is_one =
            self.grid.len() == 1 && matches!(self.pattern, Recipe::Program(_) | Recipe::Once(_));
        is_one || self.cause == Cause::Modulo
    }

    /// Returns families with a finer grid around the value at `index`.
    ///
    /// If the word ends with a probability, there is a family for each of some nearby probabilities.
    pub fn about(&self, index: usize) -> Vec<Family> {
        self.within(index, 0.07, 1.4)
    }

    /// Returns the same families as [`about`](Self::about), with probabilities that are closer together.
    pub fn closer(&self, index: usize) -> Vec<Family> {
        self.within(index, 0.03, 1.15)
    }

    /// Returns families whose probabilities are `apart` below and above this family's. Overhand shuffles use
    /// a factor instead.
    fn within(&self, index: usize, apart: f64, factor: f64) -> Vec<Family> {
        if self.known.is_some() {
            return vec![self.clone()];
        }
        let near = self.with_grid(self.grid_about(index));
        let Recipe::RepeatedWith(word, by) = self.pattern else {
            return vec![near];
        };
        let by = if self.cause == Cause::Overhand {
            [by / factor, by, by * factor]
        } else {
            [by - apart, by, by + apart]
        };
        let rounded = |by: f64| (100.0 * by).round() / 100.0;
        by.map(|by| Family {
            pattern: Recipe::RepeatedWith(word, rounded(by)),
            ..near.clone()
        })
        .into()
    }

    /// Returns the family with extra values around the value at `index`.
    ///
    /// Whole numbers include the next two numbers on both sides: 31 swaps make odd orders if 30 make even
    /// orders, and many decks show the difference.
    pub fn finer(&self, index: usize) -> Vec<Family> {
        if self.known.is_some() {
            return vec![self.clone()];
        }
        let mut grid = [&self.grid[..], &self.grid_about(index)].concat();
        if self.cause.unit().is_some() && !self.cause.is_continuous() {
            let next = [-2.0, -1.0, 1.0, 2.0].map(|more| self.grid[index] + more);
            grid.extend(next.into_iter().filter(|&value| value >= self.grid[0]));
        }
        grid.sort_by(f64::total_cmp);
        grid.dedup();
        vec![self.with_grid(grid)]
    }

    /// Returns the families whose programs differ a little from this family's, and the family itself.
    pub fn similar(&self) -> Vec<Family> {
        let of = |program| Family {
            pattern: Recipe::Program(program),
            ..self.clone()
        };
        match self.pattern {
            Recipe::Program(Program::Moves(one)) => one
                .similar()
                .into_iter()
                .map(Program::Moves)
                .map(of)
                .collect(),
            Recipe::Program(Program::NoisyPlaces(_)) => [Noise::Uniform, Noise::Normal]
                .map(Program::NoisyPlaces)
                .map(of)
                .into(),
            _ => vec![self.clone()],
        }
    }

    fn grid_about(&self, index: usize) -> Vec<f64> {
        let (first, last) = (
            index.saturating_sub(1),
            (index + 1).min(self.grid.len() - 1),
        );
        let (low, high) = (self.grid[first], self.grid[last]);
        let between = |step: u32| low * powf(high / low, f64::from(step) / 4.0);
        let whole = |value: f64| {
            if self.cause.is_continuous() {
                value
            } else {
                value.round()
            }
        };
        let mut grid: Vec<f64> = (0..=4)
            .map(between)
            .chain([self.grid[index]])
            .map(whole)
            .collect();
        grid.sort_by(f64::total_cmp);
        grid.dedup();
        grid
    }

    /// Returns the family's shuffle in the language of shuffles, or `None` if it has no word.
    pub fn word(&self, value: f64) -> Option<String> {
        let repeated = |word: String| match value as u64 {
            1 => word,
            times => format!("{word}^{times}"),
        };
        let all = self.pattern.repeated().map(repeated);
        match self.pattern {
            Recipe::Repeated(_) | Recipe::RepeatedWith(..) => all,
            Recipe::RepeatedAndCut(_, below) => Some(format!("{} cut:{}", all?, below?)),
            Recipe::Counted(name) => Some(format!("{name}:{value}")),
            Recipe::With(word) if self.cause == Cause::Skip => {
                Some(format!("{word}:{}", Chance::nearest(value)))
            }
            Recipe::With(word) => Some(format!("{word}:{value}")),
            Recipe::Once(word) => Some(word.into()),
            Recipe::Program(_) => None,
        }
    }

    /// Converts a value to the unit of the cause.
    ///
    /// A riffle of 2^k packets equals k riffles, a pass of coins swaps half of the n − 1 pairs of neighbours, and a pass of
    /// near swaps has n of them.
    pub fn in_units(&self, value: f64, cards: usize) -> f64 {
        match self.pattern {
            Recipe::With("riffle") => log2(value),
            Recipe::Program(Program::Moves(Move::NeighbourPass)) => {
                value * (cards as f64 - 1.0) / 2.0
            }
            Recipe::Program(Program::Moves(Move::NearPass(_))) => value * cards as f64,
            _ => value,
        }
    }

    /// Replaces simulated features of a signature by exact ones, if they are known. Variants without a word
    /// keep all simulated features, except the sort by keys.
    pub fn sharpen(&self, value: f64, cards: usize, profile: &mut Profile) {
        if matches!(&self.pattern, Recipe::Program(one) if *one != (Program::Keys { reversed: false }))
        {
            return;
        }
        let packets = exp2(self.in_units(value, cards));
        match self.cause {
            Cause::RifflesAndCut if self.word(value).is_some() => {}
            Cause::Riffles => riffled(Riffled::new(cards, packets), profile),
            Cause::RifflesAndCut => {
                riffled(Riffled::new(cards, packets).map(Riffled::cut), profile);
            }
            Cause::Swaps => {
                profile.parts[POSITIONS] = Features::from_staying(stays(value, cards), cards);
            }
            Cause::ShortKeys => {
                set(
                    profile,
                    Statistic::Descents,
                    &Mixing::descents(cards, packets),
                );
            }
            _ => {}
        }
        if let Some(plan) = self.plan(value) {
            profile.parts[DRAWS_DOWN] = Features::from_draws(&drawn(plan, cards));
        }
    }

    /// Returns the family's shuffle as a Fisher–Yates pass from the last card down, if it is one.
    fn plan(&self, value: f64) -> Option<Transpositions> {
        match self.cause {
            Cause::Sattolo => Some(Transpositions::Sattolo),
            Cause::LastStays => Some(Transpositions::LastStays),
            Cause::FirstStays => Some(Transpositions::FirstStays),
            Cause::StopsEarly => Some(Transpositions::StopsEarly),
            Cause::Modulo => Some(Transpositions::Modulo(value as u32)),
            Cause::Skip => Some(Transpositions::Skip(Chance::nearest(value))),
            _ => None,
        }
    }
}

/// Returns the probability that a card is at its first position after the given number of swaps.
///
/// The two positions of a swap are drawn independently. Each swap multiplies the excess over 1/n by 1 − 2/n.
fn stays(swaps: f64, cards: usize) -> f64 {
    let n = cards as f64;
    1.0 / n + (1.0 - 1.0 / n) * powf(1.0 - 2.0 / n, swaps)
}

/// Sets the mean and variance of a statistic from its exact law, unless probabilities of the law underflowed.
fn set(profile: &mut Profile, statistic: Statistic, law: &Law) {
    if law.probabilities().iter().sum::<f64>() < WHOLE {
        return;
    }
    let place = Statistic::OF_DECKS
        .iter()
        .position(|&one| one == statistic)
        .expect("it is compared");
    profile.values[place] = StatisticMoments {
        mean: law.mean(),
        variance: law.variance(),
        decks: f64::INFINITY,
    };
}

fn riffled(exact: Option<Riffled>, profile: &mut Profile) {
    let Some(exact) = exact else { return };
    set(profile, Statistic::RisingSequences, &exact.rising_sequences);
    profile.halves[FIRST_ABOVE_LAST] = Share {
        share: exact.first_above_last,
        decks: f64::INFINITY,
    };
}

/// Returns the probabilities of each draw of a pass from the last card down.
///
/// Row i has the draw among i + 2 numbers. A position that the pass does not swap draws itself.
fn drawn(plan: Transpositions, cards: usize) -> Vec<Vec<f64>> {
    let itself = |index: usize| {
        (0..=index)
            .map(|drawn| if drawn == index { 1.0 } else { 0.0 })
            .collect()
    };
    let mut rows: Vec<Vec<f64>> = (1..cards).map(itself).collect();
    for mixture in plan.steps(cards as u32) {
        let all: u32 = mixture.iter().map(|(weight, _)| weight).sum();
        let place = mixture.iter().next().expect("a step").1.first.start as usize;
        rows[place - 1].fill(0.0);
        for (weight, step) in mixture.iter() {
            let each = f64::from(weight) / f64::from(all) / step.second.len() as f64;
            step.second
                .clone()
                .for_each(|drawn| rows[place - 1][drawn as usize] += each);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One swap of three cards has nine equally likely pairs of positions. Five of them leave a given card in place:
    /// both positions are the card's, or neither is.
    #[test]
    fn cards_that_stay() {
        assert!((stays(1.0, 3) - 5.0 / 9.0).abs() < 1e-15);
        assert!((stays(0.0, 3) - 1.0).abs() < 1e-15 && (stays(1e3, 3) - 1.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn draws_of_four_cards() {
        let quarter = "0.25".parse().unwrap();
        assert_eq!(
            drawn(Transpositions::Sattolo, 3),
            [vec![1.0, 0.0], vec![0.5, 0.5, 0.0]]
        );
        assert_eq!(
            drawn(Transpositions::LastStays, 3),
            [vec![0.5, 0.5], vec![0.0, 0.0, 1.0]]
        );
        assert_eq!(
            drawn(Transpositions::FirstStays, 3),
            [vec![0.0, 1.0], vec![0.0, 0.5, 0.5]]
        );
        assert_eq!(drawn(Transpositions::StopsEarly, 2), [vec![0.0, 1.0]]);
        assert_eq!(
            drawn(Transpositions::Modulo(2), 3),
            [vec![0.5, 0.5], vec![0.5, 0.25, 0.25]]
        );
        assert_eq!(
            drawn(Transpositions::Skip(quarter), 3),
            [vec![0.375, 0.625], vec![0.25, 0.25, 0.5]]
        );
    }
}
