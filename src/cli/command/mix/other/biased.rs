use std::num::NonZero;

use faro::mixing::{BiasedRiffles, Distances, MAX_BIASED_CARDS, MAX_BIASED_RIFFLES, MAX_LIKELIHOOD_CARDS};
use faro::shuffle::{Chance, Seed};

use super::rounds::{Given, Rounds};
use crate::cli::command::mix::value::{Value, Values};
use crate::cli::watch::Watch;

/// Riffles with a biased cut: separation and L-infinity are exact, total variation is an estimate.
struct BiasedRounds {
    mixing: BiasedRiffles,
    cards: usize,
    /// The number of riffles in a round.
    each: u32,
    samples: u32,
    seed: Seed,
    threads: NonZero<usize>,
}

/// The random decks of a row: some seconds for one pack, and as many for two.
const USUAL_SAMPLES: u32 = 10_000;
const FEW_SAMPLES: u32 = 1000;
const ONE_PACK: usize = 60;

/// The most rows if none are given.
const USUAL_RIFFLES: u32 = 100;

/// The significant digits of an estimate.
const DIGITS: u32 = 12;

/// Creates it for a number of riffles in each round.
pub fn new(given: &Given<'_>, top: Chance, each: u32) -> anyhow::Result<Box<dyn Rounds>> {
    let cards = given.cards;
    let why = || format!("expected 1 to {MAX_BIASED_CARDS} cards for riffles with a biased cut");
    let mixing = BiasedRiffles::new(cards, top).ok_or_else(|| given.invalid_cards(why()))?;
    if each > MAX_BIASED_RIFFLES {
        return Err(given.invalid_shuffle(&format!("expected at most {MAX_BIASED_RIFFLES} riffles")));
    }
    let usual = if cards <= ONE_PACK { USUAL_SAMPLES } else { FEW_SAMPLES };
    let samples = given.mix.samples.unwrap_or(usual);
    let threads = given.mix.threads.count();
    Ok(Box::new(BiasedRounds { mixing, cards, each, samples, seed: given.mix.seed, threads }))
}

impl BiasedRounds {
    /// Returns total variation and its standard error, if it is an estimate. Of large decks it is unknown.
    fn variation(&self, riffles: u32, watch: &Watch) -> Option<[Value; 2]> {
        if riffles == 0 {
            let row = Distances::certain(self.cards);
            return Some([Value::Part(row.total_variation, row.total_variation_complement), Value::None]);
        }
        if self.cards > MAX_LIKELIHOOD_CARDS {
            return Some([Value::None, Value::None]);
        }
        let goes_on = |decks| watch.goes_on_by(decks);
        let found = self.mixing.total_variation(riffles, self.samples, &self.seed, self.threads, goes_on)?;
        let error = found.standard_error.unwrap_or(0.0);
        Some([found.value, error].map(|number| Value::with_digits(number, DIGITS, 5)))
    }
}

impl Rounds for BiasedRounds {
    fn most(&self) -> u64 {
        u64::from(MAX_BIASED_RIFFLES / self.each)
    }

    /// Returns three more than the cutoff of the separation, 2 log n/log 1/(p² + (1 − p)²).
    fn usual_last(&self) -> u64 {
        let alike = self.mixing.largest().powi(2) + (1.0 - self.mixing.largest()).powi(2);
        let riffles = -2.0 * (self.cards as f64).ln() / alike.ln() / f64::from(self.each);
        // Without a cut the deck is never mixed.
        riffles.min(f64::from(USUAL_RIFFLES)).ceil() as u64 + 3
    }

    fn drawn(&self) -> Option<(u32, Seed)> {
        (self.cards <= MAX_LIKELIHOOD_CARDS).then_some((self.samples, self.seed))
    }

    fn at_start(&mut self, _cards: usize, watch: &Watch) -> Option<Values> {
        self.values(0, watch)
    }

    fn values(&mut self, times: u64, watch: &Watch) -> Option<Values> {
        let riffles = times as u32 * self.each;
        let [variation, error] = self.variation(riffles, watch)?;
        let method = if matches!(error, Value::None) { "exact" } else { "estimate" };
        let row = self.mixing.extremes(riffles);
        Some(vec![
            ("method", Value::Text(method)),
            ("total_variation", variation),
            ("standard_error", error),
            ("separation", Value::Part(row.separation, row.separation_complement)),
            ("separation_complement", Value::Size(row.separation_complement)),
            ("l_infinity", Value::Size(row.l_infinity)),
        ])
    }
}
