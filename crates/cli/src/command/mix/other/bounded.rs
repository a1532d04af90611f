use std::fmt;

use faro::mixing::LowerBounds;
use faro::riffle::Magnitude;

use super::rounds::{Given, Rounds, certain};
use crate::command::mix::arguments::Mix;
use crate::command::mix::value::{Value, Values};
use faro_console::range::Range;
use faro_console::watch::Watch;

/// Default number of random decks per row. Large decks have fewer, so that they have at most [`USUAL_CARDS`]
/// cards together.
const USUAL_SAMPLES: u32 = 20_000;
const USUAL_CARDS: u32 = 20_000_000;

/// Maximum number of shuffles of a row.
const MAX_ROUNDS: u64 = 10_000;

/// Default maximum number of rows, and the approximate maximum number of cards that are moved for them.
const ROWS: u64 = 20;
const MOVES: f64 = 2e9;

/// Number of significant digits of a bound.
const DIGITS: u32 = 6;

/// Creates the rounds of any shuffle of a deck that is too large for its law. They are lower bounds from random
/// decks.
pub fn new(given: &Given<'_>) -> anyhow::Result<Rounds> {
    let cards = given.cards;
    let mut bounds = LowerBounds::new(cards).map_err(|error| match error {
        faro::Error::TooManyCards { at_most, .. } => {
            given.invalid_cards(format!("expected 2 to {at_most} cards for this shuffle"))
        }
        error => given.refused_cards(&error, "for this shuffle"),
    })?;
    let usual = USUAL_SAMPLES.min(USUAL_CARDS / cards as u32);
    let samples = given.mix.samples.unwrap_or(usual);
    let (routine, seed, threads) = (given.routine.clone(), given.mix.seed, given.mix.threads.count());
    // The rows take some seconds together.
    let rows = (2.0 * MOVES / (routine.moves() * f64::from(samples))).sqrt();
    let usual_last = (rows as u64).clamp(1, ROWS);
    let share = Share::new(given.mix, usual_last);
    let together = Some(share.to_string());
    let values = move |times, watch: &Watch| {
        if times == 0 {
            return Some(values("exact", certain(cards), Value::None, Value::None));
        }
        let goes_on = |decks| watch.goes_on_by(decks);
        bounds.set_risk((1.0 - LowerBounds::CONFIDENCE) * share.of_row(times));
        let bound = bounds.after(&routine, times as u32, samples, &seed, threads, goes_on)?;
        let variation = Value::with_digits(bound.total_variation, DIGITS, 5);
        let statistic = bound.statistic.map_or(Value::None, Value::Text);
        let confidence = Value::Real(Magnitude::scaled(LowerBounds::CONFIDENCE, 0), 2);
        Some(values("lower bound", variation, statistic, confidence))
    };
    let drawn = Some((samples, seed));
    Ok(Rounds { most: MAX_ROUNDS, usual_last, drawn, together, values: Box::new(values) })
}

/// The share of the probability of an error that each row may use, so that all rows hold together (Bonferroni).
enum Share {
    /// Equal shares. The value is the number of rows.
    Equal(u64),
    /// 1/(k(k + 1)) for the row after k shuffles. The number of rows is not known in advance.
    Falling,
}

impl Share {
    fn new(mix: &Mix, usual_last: u64) -> Share {
        match &mix.riffles {
            _ if mix.until.is_some() => Share::Falling,
            // The row of no shuffles is exact.
            Some(Range { numbers, .. }) => {
                Share::Equal(numbers.end().saturating_sub(*numbers.start().max(&1)).saturating_add(1))
            }
            None => Share::Equal(usual_last),
        }
    }

    fn of_row(&self, times: u64) -> f64 {
        match *self {
            Share::Equal(rows) => 1.0 / rows as f64,
            Share::Falling => 1.0 / (times as f64 * (times as f64 + 1.0)),
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Share::Equal(1) => Ok(()),
            Share::Equal(rows) => write!(f, "{rows} rows together (Bonferroni), "),
            Share::Falling => {
                f.write_str("all rows together (Bonferroni, 1/(k(k + 1)) of the risk for row k), ")
            }
        }
    }
}

fn values(method: &'static str, variation: Value, statistic: Value, confidence: Value) -> Values {
    vec![
        ("method", Value::Text(method)),
        ("total_variation", variation),
        ("confidence", confidence),
        ("statistic", statistic),
    ]
}
