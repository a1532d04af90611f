use faro::mixing::{MAX_TOP_TO_RANDOM_CARDS, SmallMixing, TopToRandomMixing};

use super::rounds::{Given, Rounds, exact};
use crate::cli::command::mix::row::Values;
use crate::cli::command::mix::value::Value;
use crate::cli::watch::Watch;

/// A law that is followed shuffle by shuffle.
pub struct Stepped<M> {
    pub mixing: M,
    /// The number of shuffles in a round.
    pub each: u64,
    /// The number of rounds done so far.
    pub done: u64,
    /// The last row if no rows are given.
    pub usual_last: u64,
}

/// A law after a number of shuffles.
pub trait Advance {
    /// Shuffles once more.
    fn advance(&mut self);

    fn values(&self) -> Values;
}

impl<M: Advance> Rounds for Stepped<M> {
    fn usual_last(&self) -> u64 {
        self.usual_last
    }

    fn values(&mut self, times: u64, watch: &Watch) -> Option<Values> {
        while self.done < times {
            for _ in 0..self.each {
                if !watch.goes_on_by(0) {
                    return None;
                }
                self.mixing.advance();
            }
            self.done += 1;
        }
        Some(self.mixing.values())
    }
}

/// The number of rows of a small deck if none is given.
const USUAL_ROUNDS: u64 = 20;

/// Any shuffle of a small deck.
pub fn small(given: &Given<'_>) -> anyhow::Result<Box<dyn Rounds>> {
    let remedy = "try fewer cards or a shorter word";
    let mixing = given.routine.small_mixing();
    let mixing = mixing.map_err(|error| given.invalid_cards(format!("{error}; {remedy}")))?;
    Ok(Box::new(Stepped { mixing, each: 1, done: 0, usual_last: USUAL_ROUNDS }))
}

impl Advance for SmallMixing {
    fn advance(&mut self) {
        SmallMixing::advance(self);
    }

    fn values(&self) -> Values {
        exact(&self.distances())
    }
}

/// Top to random or random to top, with a number of moves in each round.
pub fn top_to_random(given: &Given<'_>, each: u32) -> anyhow::Result<Box<dyn Rounds>> {
    let why =
        || format!("expected at most {MAX_TOP_TO_RANDOM_CARDS} cards for top-to-random and random-to-top");
    let mixing = TopToRandomMixing::new(given.cards).ok_or_else(|| given.invalid_cards(why()))?;
    // Two n more than the cutoff n log n.
    let n = given.cards as f64;
    let usual_last = (n * (n.ln() + 2.0) / f64::from(each)).ceil() as u64;
    Ok(Box::new(Stepped { mixing, each: each.into(), done: 0, usual_last }))
}

impl Advance for TopToRandomMixing {
    fn advance(&mut self) {
        TopToRandomMixing::advance(self);
    }

    fn values(&self) -> Values {
        let values = exact(&self.distances());
        if self.is_complete() { values } else { without_extremes(values) }
    }
}

/// Returns the values without those that depend on probabilities too small to be kept.
fn without_extremes(values: Values) -> Values {
    let kept = |key: &str, value| match value {
        _ if key.ends_with("complement") || key == "l_infinity" || key == "chi_square" => Value::None,
        Value::Part(part, _) => Value::Real(part, 10),
        value => value,
    };
    values.into_iter().map(|(key, value)| (key, kept(key, value))).collect()
}
