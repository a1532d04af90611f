use std::collections::HashSet;

use faro::mixing::{Distances, SmallMixing};
use faro::word::Routine;
use faro_sample::shuffle::{Generator, Seed, Shuffle};
use faro_sample::zoo::RandomShuffle;

use super::rounds::{Given, MAX_ROUNDS, Rounds, exact};
use faro_console::watch::Watch;

/// The exact distances of a small deck, while a row takes at most some seconds.
struct Small {
    routine: Routine,
    steps: Steps,
    /// Whether `faro law` may be able to compute the law.
    has_law: bool,
}

/// The law that is followed round by round.
enum Steps {
    NotBegun,
    /// The law, and the number of rounds after which it holds.
    After(Box<SmallMixing>, u64),
    TooSlow,
}

/// Creates the rounds of any shuffle of a small deck.
///
/// They are exact if `faro law` can compute the law and while a round takes at most some seconds. Later rounds
/// come from `other`.
pub fn new(given: &Given<'_>, mut other: Rounds) -> Rounds {
    let routine = given.routine.clone();
    let usual_last = usual_rounds(&routine);
    // The law of short keys has a closed form, which is faster than many rounds.
    let closed = matches!(routine.only_shuffle(), Some((RandomShuffle::ShortKeys(_), _)));
    let steps = if closed { Steps::TooSlow } else { Steps::NotBegun };
    let mut small = Small { routine, steps, has_law: true };
    let drawn = other.drawn;
    let together = other.together.take();
    let rounds =
        Rounds::new(given.cards, usual_last, move |times, watch| match small.after(times, watch)? {
            Some(row) => Some(exact(&row)),
            None => (other.values)(times, watch),
        });
    Rounds { most: MAX_ROUNDS, drawn, together, ..rounds }
}

impl Small {
    /// Returns the distances after `times` rounds.
    ///
    /// The outer value is `None` if a signal or the timeout came first. The inner value is `None` if the
    /// distances take too long.
    fn after(&mut self, times: u64, watch: &Watch) -> Option<Option<Distances>> {
        if let Steps::NotBegun = self.steps {
            let routine = self.routine.clone();
            let mixing = watch.wait_for(move || routine.small_mixing().ok())?;
            self.steps = mixing.map_or(Steps::TooSlow, |mixing| Steps::After(Box::new(mixing), 0));
        }
        if let Some(row) = self.steps.advance(times, watch)? {
            return Some(Some(row));
        }
        if !self.has_law {
            return Some(None);
        }
        let repeated = self.routine.repeated(times as u32);
        let row = watch.wait_for(move || repeated.law().ok().map(|law| Distances::of_law(&law)))?;
        self.has_law = row.is_some();
        Some(row)
    }
}

impl Steps {
    /// Advances the law to `times` rounds, and returns its distances.
    ///
    /// The outer value is `None` if a signal or the timeout came first. The inner value is `None` if the
    /// distances take too long.
    fn advance(&mut self, times: u64, watch: &Watch) -> Option<Option<Distances>> {
        let Steps::After(mixing, done) = self else { return Some(None) };
        while *done < times {
            if !mixing.can_advance() {
                *self = Steps::TooSlow;
                return Some(None);
            }
            if !watch.goes_on_by(0) || !mixing.advance_while(&mut || watch.goes_on_by(0)) {
                return None;
            }
            *done += 1;
        }
        Some(Some(mixing.distances()))
    }
}

/// Maximum and minimum default number of rows, and the approximate number of pairs of an order and a move in
/// all of them.
const MOST_ROWS: f64 = 20.0;
const FEWEST_ROWS: f64 = 4.0;
const PAIRS: f64 = 1e10;

/// Number of random decks from which the number of moves of a round is estimated.
const DECKS: u64 = 2000;

/// Returns the default number of rows.
fn usual_rounds(routine: &Routine) -> u64 {
    if let Some((RandomShuffle::Transpositions(_), _)) = routine.only_shuffle() {
        return MOST_ROWS as u64;
    }
    let mut decks = HashSet::new();
    for unit in 0..DECKS {
        let mut deck: Vec<u32> = (0..routine.cards() as u32).collect();
        routine.shuffle(&mut deck, &mut Generator::unit(&Seed::from(0), unit));
        decks.insert(deck);
    }
    let orders: f64 = (1..=routine.cards()).map(|i| i as f64).product();
    (PAIRS / (decks.len() as f64 * orders)).clamp(FEWEST_ROWS, MOST_ROWS) as u64
}
