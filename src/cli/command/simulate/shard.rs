//! Part of a simulation in a file: what was asked, which units of work were done, and what was
//! counted, as JSON; at its end a checksum of all that stands before. The checksum finds damage and edits by
//! hand; it is no signature.
//!
//! Bins and places of orders count from 0, as the library does; the card that is followed from 1.

use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use faro::permutation::Statistic;
use faro::simulate::{Histogram, MAX_CARDS, MAX_ORDERED, MAX_SAMPLES, Orders, Problem, Statistics};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Part;
use super::outcome::Outcome;
use super::question::{Counts, Question};
use crate::cli::args::{OutputArgs, routine};
use crate::cli::{one_based, output};

const FORMAT: &str = "faro-shard";

/// To be raised whenever the same fields mean something else.
const FORMAT_NUMBER: u32 = 4;

/// No shard of ours is longer: 2 · 10! counts.
const MAX_BYTES: u64 = 1 << 27;

/// The fields that tell what the others mean.
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
    /// Which part this is, from 1, and of how many.
    part: (u64, u64),
    /// The first unit of work that was done, and the first that was not any more.
    units: (u64, u64),
    /// Whether all were done that were asked for.
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

/// The filled bins of a histogram with their counts, and the sums that they may not tell.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tallied {
    name: String,
    sum: u128,
    squares: u128,
    bins: Vec<(u64, u64)>,
}

/// Writes what was counted.
pub fn write(outcome: &Outcome, part: Part, args: &OutputArgs) -> anyhow::Result<()> {
    output::bytes(&sealed(&serde_json::to_vec(&Shard::of(outcome, part))?), args)?;
    match &outcome.interrupted {
        Some(what) => Err(anyhow::anyhow!(what.clone())),
        None => Ok(()),
    }
}

/// What stands before the checksum, and after it.
const BEFORE: &[u8] = b",\"checksum\":\"";
const AFTER: &[u8] = b"\"}\n";

/// A JSON object with the SHA-256 of its fields as one field more.
fn sealed(object: &[u8]) -> Vec<u8> {
    let fields = object.strip_suffix(b"}").unwrap_or(object);
    [fields, BEFORE, checksum(fields).as_bytes(), AFTER].concat()
}

fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The object that was sealed, where that was done with these bytes.
fn unsealed(bytes: &[u8]) -> Option<Vec<u8>> {
    let length = bytes.len().checked_sub(BEFORE.len() + 2 * Sha256::output_size() + AFTER.len())?;
    let object = [&bytes[..length], b"}"].concat();
    (sealed(&object) == bytes).then_some(object)
}

impl Shard {
    fn of(outcome: &Outcome, part: Part) -> Shard {
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
            counts: Counted::of(counts),
            against_counts: against.as_ref().map(Counted::of),
        }
    }

    /// From a file.
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
            return Err(format!("a shard has at most {MAX_BYTES} bytes"));
        }
        let no_shard = |_| "expected a shard that `faro simulate --shard` wrote".to_string();
        let header: Header = serde_json::from_slice(&bytes).map_err(no_shard)?;
        match (header.format.as_str(), header.format_number) {
            (FORMAT, FORMAT_NUMBER) => {}
            (FORMAT, other) => {
                return Err(format!(
                    "it has format {other}, and this program reads format {FORMAT_NUMBER}; run its part again"
                ));
            }
            _ => return Err("expected a shard that `faro simulate --shard` wrote".into()),
        }
        let object = unsealed(&bytes)
            .ok_or("its checksum does not match: it was changed after it was written; run its part again")?;
        serde_json::from_slice(&object).map_err(|error| damaged(&error))
    }

    /// What must agree among the parts of a whole, by name.
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

    /// Whether all units of its part were done.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Which part it is.
    ///
    /// # Errors
    ///
    /// A reason, where there is no such part, or it has other units of work.
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
            false => Err(format!("units {} to {} are not those of its part", units.start, units.end)),
        }
    }

    /// What was asked.
    ///
    /// # Errors
    ///
    /// A reason, where nobody could have asked it.
    pub fn question(&self) -> Result<Question, String> {
        let cards = (1..=MAX_CARDS).contains(&self.cards) && (!self.orders || self.cards <= MAX_ORDERED);
        let card = self.card.is_none_or(|card| (1..=self.cards).contains(&(card as usize)));
        if !cards || !card || !(1..=MAX_SAMPLES).contains(&self.samples) {
            return Err("it tells of cards or samples that cannot be".into());
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

    /// What was counted, of both shuffles.
    ///
    /// # Errors
    ///
    /// A reason, where it is not what these units of work could give. They are those of [`Shard::part`].
    pub fn counts(&self, question: &Question) -> Result<(Counts, Option<Counts>), String> {
        let decks = question.problem.decks_of(self.units());
        let damaged = || "its counts do not belong together".to_string();
        let read = |counted: &Counted| counted.read(question, decks).ok_or_else(damaged);
        if self.against_counts.is_some() != question.against.is_some() {
            return Err(damaged());
        }
        Ok((read(&self.counts)?, self.against_counts.as_ref().map(read).transpose()?))
    }
}

impl Counted {
    fn of((statistics, orders): &Counts) -> Counted {
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

/// Carets below a word would make a second line.
fn first_line(error: &anyhow::Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_string()
}
