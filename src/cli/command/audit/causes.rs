//! The likeliest causes, in words.

use faro::audit::{Candidate, Cause, Diagnosis, Estimate, Stream};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::findings::number;
use crate::cli::view::Sequence;

/// The most causes that are listed beside the first, and the least share of the evidence that they explain.
const OTHERS: usize = 2;
const LEAST_FIT: f64 = 0.1;

/// Returns a cause with its parameter: "too few riffles: 7 riffles (from 6 to 8)".
pub fn named(candidate: &Candidate) -> String {
    let Some(Estimate { value, low, high }) = candidate.estimate else { return candidate.name() };
    let unit = candidate.cause.unit().map_or(String::new(), |unit| format!(" {unit}"));
    let range =
        if low < high { format!(" (from {} to {})", number(low), number(high)) } else { String::new() };
    let value = if unit == " chance" { format!("chance {}", number(value)) } else { number(value) + &unit };
    format!("{}: {value}{range}", candidate.name())
}

/// Returns how much of the evidence a cause explains.
fn fit(candidate: &Candidate) -> String {
    format!("explains {:.0} % of the evidence", 100.0 * candidate.fit)
}

/// Returns the lines of a diagnosis, each a heading and its text.
pub fn lines(diagnosis: &Diagnosis, cards: usize, decks_are_unfair: bool) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    match diagnosis.known() {
        Some(first) => {
            lines.push(("likeliest cause", format!("{}; {}", named(first), fit(first))));
            lines.push(("common in", first.cause.found().into()));
            lines.push(("fix", first.cause.cure().into()));
            let same = |word| format!("faro deck --cards {cards} --shuffle '{word}' --samples 1000");
            lines.extend(first.word.as_ref().map(|word| ("similar decks", same(word))));
        }
        None => lines.push(("likeliest cause", "unknown: no known faulty shuffle fits".into())),
    }
    lines.extend(other_start(diagnosis, decks_are_unfair).map(|line| ("or", line.into())));
    let others = diagnosis.candidates.iter().skip(usize::from(diagnosis.known().is_some()));
    let others = others.filter(|other| other.fit >= LEAST_FIT).take(OTHERS);
    lines.extend(others.map(|other| ("less likely", format!("{}; {}", named(other), fit(other)))));
    lines
}

/// Returns the other explanation of biased decks: that the starting order is not the one assumed.
fn other_start(diagnosis: &Diagnosis, decks_are_unfair: bool) -> Option<&'static str> {
    match diagnosis.known() {
        None if decks_are_unfair => Some("the starting order is not the one assumed: give it with --start"),
        Some(first) if decks_are_unfair && first.stream == Stream::Steps && first.cause != Cause::Again => {
            Some(
                "each deck is shuffled from the same order, but not from the one assumed: give it with --start",
            )
        }
        _ => None,
    }
}

/// A diagnosis in JSON.
pub struct Plain<'a>(pub &'a Diagnosis);

impl Serialize for Plain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Diagnosis", 2)?;
        fields.serialize_field("known", &self.0.known().is_some())?;
        fields.serialize_field("candidates", &Sequence::new(self.0.candidates.iter().map(PlainCandidate)))?;
        fields.end()
    }
}

struct PlainCandidate<'a>(&'a Candidate);

impl Serialize for PlainCandidate<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Candidate { cause, stream, word, score, fit, estimate } = self.0;
        let mut fields = serializer.serialize_struct("Candidate", 9)?;
        fields.serialize_field("cause", &self.0.name())?;
        fields.serialize_field("of", stream.name())?;
        fields.serialize_field("word", word)?;
        fields.serialize_field("score", score)?;
        fields.serialize_field("fit", fit)?;
        fields.serialize_field("unit", &cause.unit())?;
        fields
            .serialize_field("estimate", &estimate.map(|Estimate { value, low, high }| [value, low, high]))?;
        fields.serialize_field("met_in", cause.found())?;
        fields.serialize_field("cure", cause.cure())?;
        fields.end()
    }
}
