use faro::Error;
use faro::mixing::{TopToRandomMixing, TranspositionBound, TranspositionMixing};

use super::rounds::{Given, Rounds, exact, with_method};
use crate::command::mix::value::{Value, Values};
use faro_console::watch::Watch;

/// Creates the rounds of a law that is followed shuffle by shuffle. A round has `each` shuffles.
fn stepped<M: 'static>(
    given: &Given<'_>,
    usual_last: u64,
    each: u64,
    mut mixing: M,
    advance: impl Fn(&mut M) + 'static,
    values: fn(&M) -> Values,
) -> Rounds {
    let mut done = 0;
    Rounds::new(given.cards, usual_last, move |times, watch| {
        while done < times {
            for _ in 0..each {
                if !watch.goes_on_by(0) {
                    return None;
                }
                advance(&mut mixing);
            }
            done += 1;
        }
        Some(values(&mixing))
    })
}

/// Creates the rounds of top to random or random to top. A round has `each` moves.
pub fn top_to_random(given: &Given<'_>, each: u32) -> anyhow::Result<Rounds> {
    let mixing = TopToRandomMixing::new(given.cards)
        .map_err(|error| given.refused_cards(&error, "for top-to-random and random-to-top"))?;
    // The default is n log n + 2n moves, which is 2n more than the cutoff n log n.
    let n = given.cards as f64;
    let usual_last = (n * (n.ln() + 2.0) / f64::from(each)).ceil() as u64;
    let values = |mixing: &TopToRandomMixing| {
        let values = exact(&mixing.distances());
        if mixing.is_complete() { values } else { without_extremes(values) }
    };
    Ok(stepped(given, usual_last, each.into(), mixing, TopToRandomMixing::advance, values))
}

/// Returns the values without the ones that depend on probabilities too small to be kept.
fn without_extremes(values: Values) -> Values {
    let kept = |key: &str, value| match value {
        _ if key.ends_with("complement") || key == "l_infinity" || key == "chi_square" => Value::None,
        Value::Part(part, _) => Value::Real(part, 10),
        value => value,
    };
    values.into_iter().map(|(key, value)| (key, kept(key, value))).collect()
}

/// Creates the rounds of random transpositions. A round has `each` swaps.
///
/// The distances are exact if there are few cycle types, otherwise upper bounds.
pub fn transpositions(given: &Given<'_>, each: u64) -> anyhow::Result<Rounds> {
    let n = given.cards as f64;
    // The default is n log n/2 + 2n swaps, which is 2n more than the cutoff n log n/2.
    let usual_last = (n * (n.ln() / 2.0 + 2.0) / each as f64).ceil() as u64;
    let refused = |error| given.refused_cards(&error, "for random transpositions");
    match TranspositionMixing::new(given.cards) {
        Ok(mixing) => {
            let threads = given.mix.threads.count();
            let advance = move |mixing: &mut TranspositionMixing| mixing.advance(threads);
            let values = |mixing: &TranspositionMixing| exact(&mixing.distances());
            return Ok(stepped(given, usual_last, each, mixing, advance, values));
        }
        Err(Error::TooManyCards { .. }) => {}
        Err(error) => return Err(refused(error)),
    }
    let bound = TranspositionBound::new(given.cards).map_err(refused)?;
    let values = move |times: u64, _: &Watch| {
        let values = with_method("upper bound", &bound.after(times.saturating_mul(each)));
        // Upper bounds of the distances are not bounds of the complements and the entropy.
        let is_bounded = |key: &str| !key.ends_with("complement") && key != "entropy_bits";
        let kept = |key: &str, value| if is_bounded(key) { value } else { Value::None };
        Some(values.into_iter().map(|(key, value)| (key, kept(key, value))).collect())
    };
    Ok(Rounds::new(given.cards, usual_last, values))
}
