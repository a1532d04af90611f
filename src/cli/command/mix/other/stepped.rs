use faro::mixing::{
    MAX_BOUNDED_TRANSPOSITION_CARDS, MAX_TOP_TO_RANDOM_CARDS, MAX_TRANSPOSITION_CARDS, SmallMixing,
    TopToRandomMixing, TranspositionBound, TranspositionMixing,
};

use super::rounds::{Given, Rounds, exact, with_method};
use crate::cli::command::mix::value::{Value, Values};
use crate::cli::watch::Watch;

/// A law that is followed shuffle by shuffle.
struct Stepped<M, A> {
    mixing: M,
    /// Shuffles once more.
    advance: A,
    values: fn(&M) -> Values,
    /// The number of shuffles in a round.
    each: u64,
    /// The number of rounds done so far.
    done: u64,
    usual_last: u64,
}

impl<M, A: Fn(&mut M)> Rounds for Stepped<M, A> {
    fn usual_last(&self) -> u64 {
        self.usual_last
    }

    fn values(&mut self, times: u64, watch: &Watch) -> Option<Values> {
        while self.done < times {
            for _ in 0..self.each {
                if !watch.goes_on_by(0) {
                    return None;
                }
                (self.advance)(&mut self.mixing);
            }
            self.done += 1;
        }
        Some((self.values)(&self.mixing))
    }
}

/// The number of rows of a small deck if none is given.
const USUAL_ROUNDS: u64 = 20;

/// Any shuffle of a small deck.
pub fn small(given: &Given<'_>) -> anyhow::Result<Box<dyn Rounds>> {
    let remedy = "try fewer cards or a shorter word";
    let mixing = given.routine.small_mixing();
    let mixing = mixing.map_err(|error| given.invalid_cards(format!("{error}; {remedy}")))?;
    let values = |mixing: &SmallMixing| exact(&mixing.distances());
    let advance = SmallMixing::advance;
    Ok(Box::new(Stepped { mixing, advance, values, each: 1, done: 0, usual_last: USUAL_ROUNDS }))
}

/// Top to random or random to top, with a number of moves in each round.
pub fn top_to_random(given: &Given<'_>, each: u32) -> anyhow::Result<Box<dyn Rounds>> {
    let why =
        || format!("expected at most {MAX_TOP_TO_RANDOM_CARDS} cards for top-to-random and random-to-top");
    let mixing = TopToRandomMixing::new(given.cards).ok_or_else(|| given.invalid_cards(why()))?;
    // Two n more than the cutoff n log n.
    let n = given.cards as f64;
    let usual_last = (n * (n.ln() + 2.0) / f64::from(each)).ceil() as u64;
    let values = |mixing: &TopToRandomMixing| {
        let values = exact(&mixing.distances());
        if mixing.is_complete() { values } else { without_extremes(values) }
    };
    let advance = TopToRandomMixing::advance;
    Ok(Box::new(Stepped { mixing, advance, values, each: each.into(), done: 0, usual_last }))
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

/// Random transpositions, with a number of swaps in each round: exact if the cycle types are few enough, and bounded
/// from above otherwise.
pub fn transpositions(given: &Given<'_>, each: u64) -> anyhow::Result<Box<dyn Rounds>> {
    let n = given.cards as f64;
    // Two n more than the cutoff n log n/2.
    let usual_last = (n * (n.ln() / 2.0 + 2.0) / each as f64).ceil() as u64;
    if given.cards <= MAX_TRANSPOSITION_CARDS {
        let mixing = TranspositionMixing::new(given.cards)
            .ok_or_else(|| given.invalid_cards("expected at least one card"))?;
        let threads = given.mix.threads.count();
        let advance = move |mixing: &mut TranspositionMixing| mixing.advance(threads);
        let values = |mixing: &TranspositionMixing| exact(&mixing.distances());
        return Ok(Box::new(Stepped { mixing, advance, values, each, done: 0, usual_last }));
    }
    let why =
        || format!("expected at most {MAX_BOUNDED_TRANSPOSITION_CARDS} cards for random transpositions");
    let bound = TranspositionBound::new(given.cards).ok_or_else(|| given.invalid_cards(why()))?;
    Ok(Box::new(Bounded { bound, each, usual_last }))
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
        let kept = |key: &str, value| if is_bounded(key) { value } else { Value::None };
        Some(values.into_iter().map(|(key, value)| (key, kept(key, value))).collect())
    }
}
