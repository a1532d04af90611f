//! The exact distances of a small deck, while a row takes at most some seconds.

use std::collections::HashSet;

use super::{MAX_ROUNDS, RoutineMixing, interruptible};
use crate::mixing::{Distances, SmallMixing};
use crate::word::Routine;
use faro_sample::shuffle::{Generator, Seed, Shuffle};
use faro_sample::zoo::RandomShuffle;

struct Small {
    routine: Routine,
    steps: Steps,
    /// Whether [`Routine::law`] may be able to compute the law.
    has_law: bool,
}

/// The law that is followed round by round.
enum Steps {
    NotBegun,
    /// The law, and the number of rounds after which it holds.
    After(Box<SmallMixing>, u64),
    TooSlow,
}

/// Returns the rounds of any shuffle of a small deck.
///
/// They are exact if [`Routine::law`] can compute the law and while a round takes at most some seconds. Later rounds
/// come from `other`.
pub fn mixing(mut other: RoutineMixing) -> RoutineMixing {
    let routine = other.routine.clone();
    let usual_rounds = usual_rounds(&routine);
    // The law of short keys has a closed form, which is faster than many rounds.
    let closed = matches!(routine.only_shuffle(), Some((RandomShuffle::ShortKeys(_), _)));
    let steps = if closed { Steps::TooSlow } else { Steps::NotBegun };
    let mut small = Small { routine: routine.clone(), steps, has_law: true };
    let (samples, risk) = (other.samples, other.risk);
    let rounds = RoutineMixing::with_rounds(routine, usual_rounds, move |rounds, goes_on| {
        match small.after(rounds, goes_on)? {
            Some(row) => Some(row.into()),
            None => (other.after)(rounds, goes_on),
        }
    });
    RoutineMixing { max_rounds: MAX_ROUNDS, samples, risk, ..rounds }
}

impl Small {
    /// Returns the distances after `rounds` rounds.
    ///
    /// The outer value is `None` if `goes_on` returned false. The inner value is `None` if the distances take too
    /// long.
    fn after(&mut self, rounds: u64, goes_on: &mut dyn FnMut(u64) -> bool) -> Option<Option<Distances>> {
        if let Steps::NotBegun = self.steps {
            let routine = self.routine.clone();
            let mixing = interruptible(move || routine.small_mixing().ok(), goes_on)?;
            self.steps = mixing.map_or(Steps::TooSlow, |mixing| Steps::After(Box::new(mixing), 0));
        }
        if let Some(row) = self.steps.advance(rounds, goes_on)? {
            return Some(Some(row));
        }
        if !self.has_law {
            return Some(None);
        }
        let repeated = self.routine.repeated(rounds as u32);
        let row = interruptible(move || repeated.law().ok().map(|law| Distances::of_law(&law)), goes_on)?;
        self.has_law = row.is_some();
        Some(row)
    }
}

impl Steps {
    /// Advances the law to `rounds` rounds, and returns its distances.
    ///
    /// The result is as for [`Small::after`].
    fn advance(&mut self, rounds: u64, goes_on: &mut dyn FnMut(u64) -> bool) -> Option<Option<Distances>> {
        let Steps::After(mixing, done) = self else { return Some(None) };
        while *done < rounds {
            if !mixing.can_advance() {
                *self = Steps::TooSlow;
                return Some(None);
            }
            if !goes_on(0) || !mixing.advance_while(&mut || goes_on(0)) {
                return None;
            }
            *done += 1;
        }
        Some(Some(mixing.distances()))
    }
}

/// Maximum and minimum usual number of rounds, and the approximate number of pairs of an order and a move in
/// all of them.
const MOST_ROUNDS: f64 = 20.0;
const FEWEST_ROUNDS: f64 = 4.0;
const PAIRS: f64 = 1e10;

/// Number of random decks from which the number of moves of a round is estimated.
const DECKS: u64 = 2000;

fn usual_rounds(routine: &Routine) -> u64 {
    if let Some((RandomShuffle::Transpositions(_), _)) = routine.only_shuffle() {
        return MOST_ROUNDS as u64;
    }
    let mut decks = HashSet::new();
    for unit in 0..DECKS {
        let mut deck: Vec<u32> = (0..routine.cards() as u32).collect();
        routine.shuffle(&mut deck, &mut Generator::unit(&Seed::from(0), unit));
        decks.insert(deck);
    }
    let orders: f64 = (1..=routine.cards()).map(|i| i as f64).product();
    (PAIRS / (decks.len() as f64 * orders)).clamp(FEWEST_ROUNDS, MOST_ROUNDS) as u64
}
