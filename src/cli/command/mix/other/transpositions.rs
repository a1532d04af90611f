use std::num::NonZero;

use faro::mixing::{
    MAX_BOUNDED_TRANSPOSITION_CARDS, MAX_TRANSPOSITION_CARDS, TranspositionBound, TranspositionMixing,
};

use super::rounds::{Given, Rounds, exact, with_method};
use super::stepped::{Advance, Stepped};
use crate::cli::command::mix::row::Values;
use crate::cli::command::mix::value::Value;
use crate::cli::watch::Watch;

/// Random transpositions, with a number of swaps in each round: exact if the cycle types are few enough, and bounded
/// from above otherwise.
pub fn new(given: &Given<'_>, each: u64) -> anyhow::Result<Box<dyn Rounds>> {
    let n = given.cards as f64;
    // Two n more than the cutoff n log n/2.
    let usual_last = (n * (n.ln() / 2.0 + 2.0) / each as f64).ceil() as u64;
    if given.cards <= MAX_TRANSPOSITION_CARDS {
        let mixing = TranspositionMixing::new(given.cards)
            .ok_or_else(|| given.invalid_cards("expected at least one card"))?;
        let mixing = Threaded { mixing, threads: given.mix.threads.count() };
        return Ok(Box::new(Stepped { mixing, each, done: 0, usual_last }));
    }
    let why =
        || format!("expected at most {MAX_BOUNDED_TRANSPOSITION_CARDS} cards for random transpositions");
    let bound = TranspositionBound::new(given.cards).ok_or_else(|| given.invalid_cards(why()))?;
    Ok(Box::new(Bounded { bound, each, usual_last }))
}

struct Threaded {
    mixing: TranspositionMixing,
    threads: NonZero<usize>,
}

impl Advance for Threaded {
    fn advance(&mut self) {
        self.mixing.advance(self.threads);
    }

    fn values(&self) -> Values {
        exact(&self.mixing.distances())
    }
}

struct Bounded {
    bound: TranspositionBound,
    each: u64,
    usual_last: u64,
}

impl Rounds for Bounded {
    fn usual_last(&self) -> u64 {
        self.usual_last
    }

    fn values(&mut self, times: u64, _watch: &Watch) -> Option<Values> {
        let values = with_method("upper bound", &self.bound.after(times.saturating_mul(self.each)));
        // Bounds of the distances bound nothing else.
        let is_bounded = |key: &str| !key.ends_with("complement") && key != "entropy_bits";
        Some(
            values
                .into_iter()
                .map(|(key, value)| (key, if is_bounded(key) { value } else { Value::None }))
                .collect(),
        )
    }
}
