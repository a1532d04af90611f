//! The likeliest causes, in words.

use faro::audit::{Candidate, Cause, Diagnosis, Estimate, Stream};
use serde::Serialize;

use super::findings::number;
use crate::cli::plural::measured;

/// The most possible causes that are listed if none is known.
const POSSIBLE: usize = 2;

/// Returns a cause with its parameter: "too few riffles: 7 riffles (from 6 to 8)".
pub fn named(candidate: &Candidate) -> String {
    let Some(Estimate { value, low, high }) = candidate.estimate else { return candidate.name() };
    let unit = candidate.cause.unit().map_or(String::new(), |unit| format!(" {unit}"));
    let range =
        if low < high { format!(" (from {} to {})", number(low), number(high)) } else { String::new() };
    let value = if unit == " chance" {
        format!("probability {}", number(value))
    } else {
        measured(&number(value), &unit)
    };
    format!("{}: {value}{range}", candidate.name())
}

/// Returns how much of the evidence a cause explains, and whether the rest is noise.
fn fit(candidate: &Candidate) -> String {
    let share = format!("explains {:.0} % of the evidence", 100.0 * candidate.fit);
    match candidate.left_over {
        Some(_) if candidate.explains() => share + "; what is left over is within chance",
        Some(_) => "ruled out as the only cause: what it leaves over is not chance".into(),
        None => share,
    }
}

/// Returns why no cause is called the likeliest.
fn unknown(diagnosis: &Diagnosis) -> &'static str {
    if diagnosis.candidates.iter().any(Candidate::is_possible) {
        "undecided: more decks are needed to tell the possible causes apart"
    } else {
        "unknown: none of the known causes explains it"
    }
}

/// Returns the lines of a diagnosis, each a heading and its text. `may_start_elsewhere`: the decks may be
/// shuffled from another order than the one assumed.
pub fn lines(diagnosis: &Diagnosis, cards: usize, may_start_elsewhere: bool) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    match diagnosis.known() {
        Some(first) => {
            lines.push(("likeliest cause", format!("{}; {}", named(first), fit(first))));
            let or = |variant| format!("{}; these decks do not exclude it", named(variant));
            lines.extend(diagnosis.variants().map(|variant| ("or", or(variant))));
            lines.push(("common in", first.cause.found().into()));
            lines.push(("fix", first.cause.cure().into()));
            let same = |word| format!("faro deck --cards {cards} --shuffle '{word}' --samples 1000");
            lines.extend(first.word.as_ref().map(|word| ("similar decks", same(word))));
        }
        None => {
            lines.push(("likeliest cause", unknown(diagnosis).into()));
            let possible = diagnosis.candidates.iter().filter(|one| one.is_possible()).take(POSSIBLE);
            lines.extend(possible.map(|one| ("possible", format!("{}; {}", named(one), fit(one)))));
        }
    }
    lines.extend(other_start(diagnosis, may_start_elsewhere).map(|line| ("or", line.into())));
    lines
}

/// Returns the other explanation of biased decks: that the starting order is not the one assumed.
fn other_start(diagnosis: &Diagnosis, may_start_elsewhere: bool) -> Option<&'static str> {
    match diagnosis.known() {
        Some(first)
            if may_start_elsewhere && first.stream == Stream::Steps && first.cause != Cause::Again =>
        {
            Some(
                "each deck is shuffled from the same order, but not from the one assumed: give it with --start",
            )
        }
        _ => None,
    }
}

/// A diagnosis in JSON.
#[derive(Serialize)]
pub struct JsonDiagnosis<'a> {
    known: bool,
    /// The names of the variants of the first cause that the decks do not exclude.
    variants: Vec<String>,
    candidates: Vec<JsonCandidate<'a>>,
}

#[derive(Serialize)]
struct JsonCandidate<'a> {
    cause: String,
    of: Stream,
    word: Option<&'a str>,
    score: f64,
    fit: f64,
    left_over_p_value: Option<f64>,
    unit: Option<&'static str>,
    /// The value, and the smallest and largest that are about equally likely.
    estimate: Option<[f64; 3]>,
    met_in: &'static str,
    cure: &'static str,
}

impl JsonDiagnosis<'_> {
    pub fn new(diagnosis: &Diagnosis) -> JsonDiagnosis<'_> {
        let candidates = diagnosis.candidates.iter().map(JsonCandidate::new).collect();
        let variants = diagnosis.variants().map(Candidate::name).collect();
        JsonDiagnosis { known: diagnosis.known().is_some(), variants, candidates }
    }
}

impl JsonCandidate<'_> {
    fn new(candidate: &Candidate) -> JsonCandidate<'_> {
        let Candidate { cause, stream, word, score, fit, left_over, estimate } = candidate;
        JsonCandidate {
            cause: candidate.name(),
            of: *stream,
            word: word.as_deref(),
            score: *score,
            fit: *fit,
            left_over_p_value: *left_over,
            unit: cause.unit(),
            estimate: estimate.map(|Estimate { value, low, high }| [value, low, high]),
            met_in: cause.found(),
            cure: cause.cure(),
        }
    }
}
