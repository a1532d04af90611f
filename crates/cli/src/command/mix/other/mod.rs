//! Computes the distances of shuffles that are not riffles of equal packets.

mod biased;
mod bounded;
mod rounds;
mod shelves;
mod small;
mod stepped;

use faro::Word;
use faro::distribution::Law;
use faro::word::{Confinement, Routine};
use faro_sample::zoo::{RandomShuffle, Riffle, Shelves, Transpositions};
use num_traits::ToPrimitive;

use super::arguments::Mix;
use faro_console::error::invalid;
use faro_console::watch::Watch;
use faro_console::word::fit_error;
use rounds::{Given, Rounds};

/// A random shuffle that is not a riffle of equal packets.
pub struct OtherShuffle {
    /// The word.
    pub name: String,
    pub rounds: Rounds,
    routine: Routine,
}

impl OtherShuffle {
    pub fn new(mix: &Mix, cards: u64, word: &Word, name: String) -> anyhow::Result<OtherShuffle> {
        let argument = mix.given.shuffle_or("gsr").argument;
        if mix.composition.is_some() || mix.deck.is_some() || mix.card.is_some() {
            let why = "expected a riffle with --composition, --deck and --card, for example gsr";
            return Err(invalid(argument, &name, why));
        }
        let many = || mix.given.cards.error(format!("expected at most {} cards", u32::MAX));
        let cards = cards.to_usize().filter(|&cards| cards <= u32::MAX as usize).ok_or_else(many)?;
        let routine = word.routine(cards).map_err(|error| fit_error(argument, &name, word, &error))?;
        let rounds = rounds(&Given { mix, name: &name, cards, routine: routine.clone() })?;
        Ok(OtherShuffle { name, rounds, routine })
    }

    /// Returns what keeps the deck away from a random one, if something is known to.
    ///
    /// The outer value is `None` if a signal or the timeout came first.
    pub fn confinement(&self, watch: &Watch) -> Option<Option<Confinement>> {
        let routine = self.routine.clone();
        watch.wait_for(move || routine.confinement())
    }
}

/// Chooses a method for the distances: a formula if one is known, the probabilities of all orders for small
/// decks, or lower bounds from random decks.
fn rounds(given: &Given<'_>) -> anyhow::Result<Rounds> {
    use RandomShuffle::{RandomToTop, TopToRandom, Transpositions as Swaps};
    let only = given.routine.only_shuffle();
    if let Some((RandomShuffle::Shelves(Shelves(shelves)), passes)) = only {
        return shelves::new(given, shelves, passes);
    }
    if given.mix.exact {
        let why = format!(
            "expected a riffle or shelf:M with --exact; `faro law` has the fractions of any shuffle of at most {} cards",
            Law::MAX_CARDS
        );
        return Err(given.invalid_shuffle(&why));
    }
    match only {
        Some((TopToRandom | RandomToTop, each)) => stepped::top_to_random(given, each),
        Some((Swaps(Transpositions::Pairs(swaps)), times)) => {
            stepped::transpositions(given, u64::from(swaps) * u64::from(times))
        }
        _ if given.cards > 1 && given.routine.is_uniform() => Ok(Rounds::uniform(given.cards)),
        Some((RandomShuffle::Riffle(Riffle::Cut(top)), each)) => small(given, biased::new(given, top, each)),
        _ => small(given, bounded::new(given)),
    }
}

/// Follows the law of a small deck while that is fast, and uses `other` for later rounds.
fn small(given: &Given<'_>, other: anyhow::Result<Rounds>) -> anyhow::Result<Rounds> {
    match other {
        // A deck of one card has an exact law only.
        Err(_) if given.cards < 2 => Ok(small::new(given, Rounds::uniform(given.cards))),
        Ok(other) if given.cards <= Law::MAX_CARDS => Ok(small::new(given, other)),
        other => other,
    }
}
