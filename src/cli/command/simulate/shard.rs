//! Files with a part of a simulation: its arguments, its units of work and its counts as JSON, and a checksum
//! of the text before it. The checksum detects damage and edits by hand; it is not a signature.
//!
//! Bins and ranks of orders are counted from 0, the followed card from 1.

use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use faro::permutation::Statistic;
use faro::simulate::{Histogram, MAX_CARDS, MAX_ORDERED, MAX_SAMPLES, Orders, Problem, Statistics};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::outcome::Outcome;
use super::parts::Part;
use super::question::{Counts, Question};
use crate::cli::args::{OutputArgs, routine};
use crate::cli::{one_based, output};

const FORMAT: &str = "faro-shard";

/// The version of the format. It is raised whenever the meaning of a field changes.
const FORMAT_NUMBER: u32 = 4;

/// The most bytes of a shard, which has at most 2 · 10! counts.
const MAX_BYTES: u64 = 1 << 27;

/// The fields that identify the format.
#[derive(Deserialize)]
struct Header {
    format: String,
    format_number: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    format: String,
    format_number: u32,
    version: String,
    cards: usize,
    shuffle: String,
    samples: u64,
    seed: String,
    against: Option<String>,
    card: Option<u32>,
    orders: bool,
    /// The part, counted from 1, and the number of parts.
    part: (u64, u64),
    /// The first unit of work that was done, and the first one after the last.
    units: (u64, u64),
    /// Whether all units of the part were done.
    complete: bool,
    counts: Counted,
    against_counts: Option<Counted>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    statistics: Vec<Tallied>,
    orders: Option<Vec<(u64, u64)>>,
}

/// The filled bins of a histogram with their counts, and the sums, which wide bins do not determine.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tallied {
    name: String,
    sum: u128,
    squares: u128,
    bins: Vec<(u64, u64)>,
}

/// Writes the counts.
pub fn write(outcome: &Outcome, part: Part, args: &OutputArgs) -> anyhow::Result<()> {
    output::bytes(&sealed(&serde_json::to_vec(&Shard::new(outcome, part))?), args)?;
    match &outcome.interrupted {
        Some(what) => Err(anyhow::anyhow!(what.clone())),
        None => Ok(()),
    }
}

/// The text before the checksum and after it.
const BEFORE: &[u8] = b",\"checksum\":\"";
const AFTER: &[u8] = b"\"}\n";

/// Adds the SHA-256 of the fields of a JSON object as another field.
fn sealed(object: &[u8]) -> Vec<u8> {
    let fields = object.strip_suffix(b"}").unwrap_or(object);
    [fields, BEFORE, checksum(fields).as_bytes(), AFTER].concat()
}

fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the object without its checksum, if the checksum matches.
fn unsealed(bytes: &[u8]) -> Option<Vec<u8>> {
    let length = bytes.len().checked_sub(BEFORE.len() + 2 * Sha256::output_size() + AFTER.len())?;
    let object = [&bytes[..length], b"}"].concat();
    (sealed(&object) == bytes).then_some(object)
}

impl Shard {
    fn new(outcome: &Outcome, part: Part) -> Shard {
        let Outcome { question, units, counts, against, interrupted, .. } = outcome;
        let units = units.first().map_or((0, 0), |units| (units.start, units.end));
        Shard {
            format: FORMAT.into(),
            format_number: FORMAT_NUMBER,
            version: env!("CARGO_PKG_VERSION").into(),
            cards: question.problem.cards(),
            shuffle: question.name.clone(),
            samples: question.problem.samples(),
            seed: question.seed.to_string(),
            against: question.against_name().map(String::from),
            card: question.card.map(one_based::number),
            orders: question.orders,
            part: (one_based::number(part.index), part.parts),
            units,
            complete: interrupted.is_none(),
            counts: Counted::new(counts),
            against_counts: against.as_ref().map(Counted::new),
        }
    }

    /// Reads a shard from a file.
    ///
    /// # Errors
    ///
    /// A reason, in words that follow the name of the file.
    pub fn read(path: &Path) -> Result<Shard, String> {
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(|error| format!("cannot read it: {error}"))?;
        file.take(MAX_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| format!("cannot read it: {error}"))?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(format!("the file is too long; expected a shard of at most {MAX_BYTES} bytes"));
        }
        let no_shard = |_| "expected a shard that `faro simulate --shard` wrote".to_string();
        let header: Header = serde_json::from_slice(&bytes).map_err(no_shard)?;
        match (header.format.as_str(), header.format_number) {
            (FORMAT, FORMAT_NUMBER) => {}
            (FORMAT, other) => {
                return Err(format!(
                    "its format is {other}; expected format {FORMAT_NUMBER} (run this part again)"
                ));
            }
            _ => return Err("expected a shard that `faro simulate --shard` wrote".into()),
        }
        let object = unsealed(&bytes)
            .ok_or("its checksum does not match, so it was changed or damaged; run this part again")?;
        serde_json::from_slice(&object).map_err(|error| damaged(&error))
    }

    /// Returns the arguments that all parts must share, by name.
    pub fn asked(&self) -> [(&'static str, String); 8] {
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "none".into());
        [
            ("version", self.version.clone()),
            ("number of cards", self.cards.to_string()),
            ("shuffle", self.shuffle.clone()),
            ("number of samples", self.samples.to_string()),
            ("seed", self.seed.clone()),
            ("other shuffle", or_none(self.against.clone())),
            ("card", or_none(self.card.map(|card| card.to_string()))),
            ("orders", if self.orders { "counted" } else { "not counted" }.into()),
        ]
    }

    pub fn units(&self) -> Range<u64> {
        self.units.0..self.units.1
    }

    /// Returns whether all units of its part were done.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns the part.
    ///
    /// # Errors
    ///
    /// A reason, if there is no such part or it has other units of work.
    pub fn part(&self, question: &Question) -> Result<Part, String> {
        let (number, parts) = self.part;
        if !(1..=parts).contains(&number) {
            return Err(format!("there is no part {number} of {parts}"));
        }
        let part = Part { index: one_based::index(number), parts };
        let (units, whole) = (self.units(), question.problem.part(part.index, parts));
        let within = units.start == whole.start && (units.start..=whole.end).contains(&units.end);
        match within && self.complete == (units == whole) {
            true => Ok(part),
            false => Err(format!("units {} to {} do not belong to its part", units.start, units.end)),
        }
    }

    /// Returns the arguments of the simulation.
    ///
    /// # Errors
    ///
    /// A reason, if the arguments are invalid.
    pub fn question(&self) -> Result<Question, String> {
        let cards = (1..=MAX_CARDS).contains(&self.cards) && (!self.orders || self.cards <= MAX_ORDERED);
        let card = self.card.is_none_or(|card| (1..=self.cards).contains(&(card as usize)));
        if !cards || !card || !(1..=MAX_SAMPLES).contains(&self.samples) {
            return Err("its numbers of cards or samples are out of range".into());
        }
        let word = |text: &str| routine("shuffle", text, self.cards).map_err(|error| first_line(&error));
        let (shuffle, name) = word(&self.shuffle)?;
        Ok(Question {
            problem: Problem::new(self.cards, self.samples),
            name,
            shuffle,
            against: self.against.as_deref().map(word).transpose()?,
            seed: self.seed.parse().map_err(|error| format!("its seed: {error}"))?,
            card: self.card.map(one_based::index),
            orders: self.orders,
        })
    }

    /// Returns the counts of both shuffles.
    ///
    /// # Errors
    ///
    /// A reason, if the counts do not fit the units of work, which [`Shard::part`] has checked.
    pub fn counts(&self, question: &Question) -> Result<(Counts, Option<Counts>), String> {
        let decks = question.problem.decks_of(self.units());
        let damaged = || "its counts are inconsistent".to_string();
        let read = |counted: &Counted| counted.read(question, decks).ok_or_else(damaged);
        if self.against_counts.is_some() != question.against.is_some() {
            return Err(damaged());
        }
        Ok((read(&self.counts)?, self.against_counts.as_ref().map(read).transpose()?))
    }
}

impl Counted {
    fn new((statistics, orders): &Counts) -> Counted {
        let tallied = |(statistic, histogram): (Statistic, &Histogram)| {
            let moments = histogram.moments();
            let (sum, squares) = (moments.sum, moments.squares);
            Tallied { name: statistic.name().into(), sum, squares, bins: histogram.filled().collect() }
        };
        let filled = |orders: &Orders| {
            let places = (0..).zip(orders.counts().iter().copied());
            places.filter(|&(_, count)| count > 0).collect()
        };
        Counted { statistics: statistics.each().map(tallied).collect(), orders: orders.as_ref().map(filled) }
    }

    fn read(&self, question: &Question, decks: u64) -> Option<Counts> {
        let cards = question.problem.cards();
        let mut names = Statistic::ALL.into_iter();
        let histogram = |tallied: &Tallied| {
            let statistic = names.next().filter(|statistic| statistic.name() == tallied.name)?;
            let (bins, sums) = (tallied.bins.iter().copied(), (tallied.sum, tallied.squares));
            Histogram::restored(statistic.largest(cards), decks, bins, sums).ok()
        };
        let histograms = self.statistics.iter().map(histogram).collect::<Option<Vec<_>>>()?;
        let statistics = Statistics::restored(cards, question.card, histograms)?;
        let orders = match (&self.orders, question.orders) {
            (Some(places), true) => Some(Orders::restored(cards, decks, places.iter().copied())?),
            (None, false) => None,
            _ => return None,
        };
        Some((statistics, orders))
    }
}

fn damaged(error: &serde_json::Error) -> String {
    format!("it is damaged at line {}, column {}", error.line(), error.column())
}

/// Drops the line with carets.
fn first_line(error: &anyhow::Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_string()
}
