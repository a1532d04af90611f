use faro::mixing::BiasedRiffles;
use faro_sample::shuffle::Chance;

use super::rounds::{Given, Rounds, certain};
use crate::command::mix::value::Value;
use faro_console::watch::Watch;

/// Default numbers of random decks per row: the first up to [`ONE_PACK`] cards, the second for more. Both take
/// some seconds.
const USUAL_SAMPLES: u32 = 10_000;
const FEW_SAMPLES: u32 = 1000;
const ONE_PACK: usize = 60;

/// Default maximum number of rows.
const USUAL_RIFFLES: u32 = 100;

/// Number of significant digits of an estimate.
const DIGITS: u32 = 12;

/// Creates the rounds of riffles with a biased cut.
///
/// A round has `each` riffles. Separation and L-infinity are exact, total variation is an estimate.
pub fn new(given: &Given<'_>, top: Chance, each: u32) -> anyhow::Result<Rounds> {
    let cards = given.cards;
    let mixing = BiasedRiffles::new(cards, top)
        .map_err(|error| given.refused_cards(&error, "for riffles with a biased cut"))?;
    let most_riffles = BiasedRiffles::MAX_RIFFLES;
    if each > most_riffles {
        return Err(given.invalid_shuffle(&format!("expected at most {most_riffles} riffles")));
    }
    let usual = if cards <= ONE_PACK { USUAL_SAMPLES } else { FEW_SAMPLES };
    let samples = given.mix.samples.unwrap_or(usual);
    let (seed, threads) = (given.mix.seed, given.mix.threads.count());
    // The default is 3 riffles more than the cutoff of the separation, 2 log n/log(1/(p² + (1 − p)²)).
    let alike = mixing.largest().powi(2) + (1.0 - mixing.largest()).powi(2);
    let riffles = -2.0 * (cards as f64).ln() / alike.ln() / f64::from(each);
    // If every cut leaves a packet empty, the deck is never mixed and the cutoff is infinite.
    let usual_last = riffles.min(f64::from(USUAL_RIFFLES)).ceil() as u64 + 3;
    // Total variation of large decks is unknown.
    let is_estimated = cards <= BiasedRiffles::MAX_ESTIMATED_CARDS;
    let values = move |times, watch: &Watch| {
        let riffles = times as u32 * each;
        let (method, [variation, error]) = if riffles == 0 {
            ("exact", [certain(cards), Value::None])
        } else if is_estimated {
            let goes_on = |decks| watch.goes_on_by(decks);
            let found = mixing.total_variation(riffles, samples, &seed, threads, goes_on)?;
            let error = found.standard_error.unwrap_or(0.0);
            ("estimate", [found.value, error].map(|number| Value::with_digits(number, DIGITS, 5)))
        } else {
            ("exact", [Value::None, Value::None])
        };
        let row = mixing.extremes(riffles);
        Some(vec![
            ("method", Value::Text(method)),
            ("total_variation", variation),
            ("standard_error", error),
            ("separation", Value::Part(row.separation, row.separation_complement)),
            ("separation_complement", Value::Size(row.separation_complement)),
            ("l_infinity", Value::Size(row.l_infinity)),
        ])
    };
    let most = u64::from(most_riffles / each);
    let drawn = is_estimated.then_some((samples, seed));
    Ok(Rounds { most, usual_last, drawn, together: None, values: Box::new(values) })
}
