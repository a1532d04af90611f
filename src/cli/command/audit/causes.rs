//! The likeliest causes, in words.

use std::io::{self, Write};

use faro::audit::{Candidate, Cause, Diagnosis, Estimate, Stream};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::findings::number;
use super::report::AuditReport;
use crate::cli::view::Sequence;

/// So many causes are told beside the first, if they explain so much.
const OTHERS: usize = 2;
const WORTH_TELLING: f64 = 0.1;

/// A cause with its parameter: "too few riffles: 7 (6 to 8)".
pub fn named(candidate: &Candidate) -> String {
    let Some(Estimate { value, low, high }) = candidate.estimate else { return candidate.name() };
    let unit = candidate.cause.unit().map_or(String::new(), |unit| format!(" {unit}"));
    let range =
        if low < high { format!(" (from {} to {})", number(low), number(high)) } else { String::new() };
    let told = if unit == " chance" { format!("chance {}", number(value)) } else { number(value) + &unit };
    format!("{}: {told}{range}", candidate.name())
}

/// How much of what was seen a cause explains.
fn fit(candidate: &Candidate) -> String {
    format!("explains {:.0} % of it", 100.0 * candidate.fit)
}

/// The lines of a diagnosis: a heading, and what belongs to it.
pub fn lines(report: &AuditReport) -> Vec<(&'static str, String)> {
    let (mut lines, cards) = (Vec::new(), report.cards);
    let Some(diagnosis) = &report.diagnosis else { return lines };
    match diagnosis.known() {
        Some(first) => {
            lines.push(("likeliest cause", format!("{}; {}", named(first), fit(first))));
            lines.push(("met in", first.cause.found().into()));
            lines.push(("cure", first.cause.cure().into()));
            let same = |word| format!("faro deck --cards {cards} --shuffle '{word}' --samples 1000");
            lines.extend(first.word.as_ref().map(|word| ("decks like these", same(word))));
        }
        None => lines.push(("likeliest cause", "none of the known ones".into())),
    }
    lines.extend(other_start(report, diagnosis).map(|line| ("or", line.into())));
    let others = diagnosis.candidates.iter().skip(usize::from(diagnosis.known().is_some()));
    let others = others.filter(|other| other.fit >= WORTH_TELLING).take(OTHERS);
    lines.extend(others.map(|other| ("less likely", format!("{}; {}", named(other), fit(other)))));
    lines
}

/// Where decks are no fairer than steps, they may only be held against the wrong order.
fn other_start(report: &AuditReport, diagnosis: &Diagnosis) -> Option<&'static str> {
    let decks = !report.chain && report.judgement.tells_of(Stream::Decks);
    match diagnosis.known() {
        None if decks => {
            Some("a known one, from a starting order that is not the one assumed: --start tells it")
        }
        Some(first) if decks && first.stream == Stream::Steps && first.cause != Cause::Again => {
            Some("each from the same order, if that is not the one assumed: --start tells it")
        }
        _ => None,
    }
}

pub fn write(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    lines(report).iter().try_for_each(|(head, line)| writeln!(out, "{head}: {line}"))
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
