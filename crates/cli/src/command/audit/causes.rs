//! Describes the likeliest causes in words.

use faro_audit::{Candidate, Cause, Diagnosis, Estimate, LEAST_LEFT_OVER, Stream};
use serde::Serialize;

use super::findings::{chance, number};
use faro_render::plural::measured;

/// Maximum number of possible causes that are listed if none is known.
const POSSIBLE: usize = 2;

/// Maximum number of seeds or key values that is written as a number. Larger numbers are given in bits.
const FEW_VALUES: f64 = 1e6;

/// Returns a cause with its parameter, such as "too few riffles: 7 riffles (from 6 to 8)".
pub fn named(candidate: &Candidate) -> String {
    let Some(estimate) = candidate.estimate else { return candidate.name() };
    let Estimate { value, low, high } = estimate;
    if let Some(values) = candidate.values().filter(|values| values.high <= FEW_VALUES) {
        return format!("{}: {}", candidate.name(), of_values(values, value));
    }
    let unit = candidate.cause.unit().map_or(String::new(), |unit| format!(" {unit}"));
    let range = interval(estimate);
    let value = if unit == " chance" {
        format!("probability {}", number(value))
    } else {
        measured(&number(value), &unit)
    };
    let about = if low < high || candidate.is_rough() { "about " } else { "" };
    format!("{}: {about}{value}{range}", candidate.name())
}

/// Returns " (from 6 to 8)", or an empty string if both ends are written the same.
fn interval(Estimate { low, high, .. }: Estimate) -> String {
    let [low, high] = [low, high].map(number);
    if low == high { String::new() } else { format!(" (from {low} to {high})") }
}

/// Returns a number of equally likely values, also in bits.
fn of_values(values: Estimate, bits: f64) -> String {
    let about = if values.low < values.high { "about " } else { "" };
    let [value, bits] = [values.value, (100.0 * bits).round() / 100.0].map(number);
    format!("{about}{}{}, {}", measured(&value, " values"), interval(values), measured(&bits, " bits"))
}

/// Returns the share of the evidence that a cause explains.
fn share(candidate: &Candidate) -> String {
    if candidate.fit < 0.01 {
        return "explains less than 1 % of the evidence".into();
    }
    format!("explains {:.0} % of the evidence", 100.0 * candidate.fit)
}

/// Returns the share of the evidence that a cause explains, and whether the rest is noise.
fn fit(candidate: &Candidate) -> String {
    let share = share(candidate);
    match candidate.left_over {
        Some(_) if candidate.explains() => share + "; what is left over is within chance",
        Some(_) => "ruled out as the only cause: what it leaves over is not chance".into(),
        None => share,
    }
}

/// Returns the same for a candidate that is not named as the cause: the share it explains, and the rest.
fn remainder(candidate: &Candidate) -> String {
    let share = share(candidate);
    let why = match candidate.left_over {
        Some(_) if candidate.explains() => {
            "what is left over is within chance, but it does not explain enough".into()
        }
        Some(p_value) => format!(
            "what is left over has p = {}, and of a cause it is above {LEAST_LEFT_OVER} in nine of ten audits",
            chance(p_value)
        ),
        None => "what is left over was not tested".into(),
    };
    format!("{share}, but is not called the cause: {why}")
}

/// Returns the reason why no cause is named as the likeliest.
fn unknown(diagnosis: &Diagnosis) -> &'static str {
    if is_serial(diagnosis) {
        "undecided: each deck follows from the one before, in one of two ways"
    } else if diagnosis.candidates.iter().any(Candidate::is_possible) {
        "undecided: more decks are needed to tell the possible causes apart"
    } else if diagnosis.candidates.is_empty() {
        "unknown: no known cause is closer to it than a fair shuffle"
    } else {
        "unknown: none of the known causes explains it"
    }
}

/// Returns whether successive seeds and low bits of one generator are both possible.
fn is_serial(diagnosis: &Diagnosis) -> bool {
    let has = |cause| diagnosis.candidates.iter().any(|one| one.cause == cause && one.is_possible());
    has(Cause::SuccessiveSeeds) && has(Cause::LowBits)
}

/// The test that decides between successive seeds and one generator.
const DECIDE: &str = "draw one number more after each deck and discard it: a generator that is seeded anew for each deck \
                      then makes the same decks as before, one generator for all decks makes others";

/// Returns the lines of a diagnosis, each a heading and its text.
///
/// With `may_start_elsewhere` the decks may have been shuffled from another order than the assumed one.
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
        None => lines.extend(of_unknown(diagnosis)),
    }
    lines.extend(other_start(diagnosis, may_start_elsewhere).map(|line| ("or", line.into())));
    lines
}

/// Returns the possible causes if none is known, and the closest candidate if it is not possible.
fn of_unknown(diagnosis: &Diagnosis) -> Vec<(&'static str, String)> {
    let mut lines = vec![("likeliest cause", unknown(diagnosis).into())];
    let possible: Vec<&Candidate> =
        diagnosis.candidates.iter().filter(|one| one.is_possible()).take(POSSIBLE).collect();
    lines.extend(possible.iter().map(|one| ("possible", format!("{}; {}", named(one), fit(one)))));
    let closest =
        diagnosis.closest().filter(|closest| !possible.iter().any(|one| one.cause == closest.cause));
    lines.extend(closest.map(|one| ("closest candidate", format!("{}; {}", named(one), remainder(one)))));
    lines.extend(is_serial(diagnosis).then(|| ("to decide", DECIDE.into())));
    lines
}

/// Returns the other explanation of biased decks: the starting order is not the assumed one.
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
    /// The name of the candidate that is closest to the decks, whether or not it is known to be the cause.
    closest: Option<String>,
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
    /// The value and the two ends of its 95 % interval.
    estimate: Option<[f64; 3]>,
    values: Option<JsonValues>,
    met_in: &'static str,
    cure: &'static str,
}

/// The number of equally likely values of a seed or a key, and its 95 % interval.
#[derive(Serialize)]
struct JsonValues {
    estimate: u64,
    low: u64,
    high: u64,
}

impl JsonValues {
    fn new(Estimate { value, low, high }: Estimate) -> JsonValues {
        JsonValues { estimate: value as u64, low: low as u64, high: high as u64 }
    }
}

impl JsonDiagnosis<'_> {
    pub fn new(diagnosis: &Diagnosis) -> JsonDiagnosis<'_> {
        let candidates = diagnosis.candidates.iter().map(JsonCandidate::new).collect();
        let variants = diagnosis.variants().map(Candidate::name).collect();
        let closest = diagnosis.known().or_else(|| diagnosis.closest()).map(Candidate::name);
        JsonDiagnosis { known: diagnosis.known().is_some(), variants, closest, candidates }
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
            values: candidate.values().map(JsonValues::new),
            met_in: cause.found(),
            cure: cause.cure(),
        }
    }
}
