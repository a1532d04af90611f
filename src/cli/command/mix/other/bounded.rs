use std::num::NonZero;

use faro::mixing::{CONFIDENCE, Distances, LowerBounds, MAX_LOWER_BOUND_CARDS};
use faro::riffle::Magnitude;
use faro::shuffle::Seed;
use faro::word::Routine;

use super::rounds::{Given, Rounds};
use crate::cli::command::mix::value::{Value, Values};
use crate::cli::watch::Watch;

/// Any shuffle of a deck that is too large for its law: lower bounds from random decks.
struct BoundedRounds {
    bounds: LowerBounds,
    routine: Routine,
    samples: u32,
    seed: Seed,
    threads: NonZero<usize>,
}

/// The random decks of a row: this number, or fewer of large decks so that they have this number of cards.
const USUAL_SAMPLES: u32 = 20_000;
const USUAL_CARDS: u32 = 20_000_000;

/// The most shuffles of a row.
const MAX_ROUNDS: u64 = 10_000;

/// The most rows if none is given, and about the most cards that are moved for them.
const ROWS: u64 = 20;
const MOVES: f64 = 2e9;

/// The significant digits of a bound.
const DIGITS: u32 = 6;

pub fn new(given: &Given<'_>) -> anyhow::Result<Box<dyn Rounds>> {
    let why = || format!("expected 2 to {MAX_LOWER_BOUND_CARDS} cards for this shuffle");
    let bounds = LowerBounds::new(given.cards).ok_or_else(|| given.invalid_cards(why()))?;
    let usual = USUAL_SAMPLES.min(USUAL_CARDS / given.cards as u32);
    let samples = given.mix.samples.unwrap_or(usual);
    let (routine, threads) = (given.routine.clone(), given.mix.threads.count());
    Ok(Box::new(BoundedRounds { bounds, routine, samples, seed: given.mix.seed, threads }))
}

fn values(method: &'static str, variation: Value, statistic: Value, confidence: Value) -> Values {
    vec![
        ("method", Value::Text(method)),
        ("total_variation", variation),
        ("confidence", confidence),
        ("statistic", statistic),
    ]
}

impl Rounds for BoundedRounds {
    fn most(&self) -> u64 {
        MAX_ROUNDS
    }

    /// Returns a number of rows that take some seconds together.
    fn usual_last(&self) -> u64 {
        let row = self.routine.moves() * f64::from(self.samples);
        let rows = (2.0 * MOVES / row).sqrt();
        (rows as u64).clamp(1, ROWS)
    }

    fn drawn(&self) -> Option<(u32, Seed)> {
        Some((self.samples, self.seed))
    }

    fn at_start(&mut self, cards: usize, _watch: &Watch) -> Option<Values> {
        let row = Distances::certain(cards);
        let variation = Value::Part(row.total_variation, row.total_variation_complement);
        Some(values("exact", variation, Value::None, Value::None))
    }

    fn values(&mut self, times: u64, watch: &Watch) -> Option<Values> {
        let goes_on = |decks| watch.goes_on_by(decks);
        let (routine, times) = (&self.routine, times as u32);
        let bound = self.bounds.after(routine, times, self.samples, &self.seed, self.threads, goes_on)?;
        let variation = Value::with_digits(bound.total_variation, DIGITS, 5);
        let statistic = bound.statistic.map_or(Value::None, Value::Text);
        let confidence = Value::Real(Magnitude::scaled(CONFIDENCE, 0), 2);
        Some(values("lower bound", variation, statistic, confidence))
    }
}
