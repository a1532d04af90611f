//! Files with a part of a simulation: its arguments, its units of work and its counts.
//!
//! Bins and ranks of orders are counted from 0, the followed card from 1.

use std::ops::Range;
use std::path::Path;

use faro_permutation::Statistic;
use faro_sample::simulate::{Histogram, MAX_CARDS, MAX_ORDERED, MAX_SAMPLES, Orders, Problem, Statistics};
use serde::{Deserialize, Serialize};

use super::{Counts, Outcome, Simulation};
use faro_console::args::{OutputArgs, routine};
use faro_console::output;
use faro_console::parts::ShardPart;
use faro_console::sealed::Sealed;
use faro_render::one_based;

/// A shard has at most 2 · 10! counts.
const SEALED: Sealed =
    Sealed { format: "faro-shard", number: 4, command: "faro simulate --shard", most: 1 << 27 };

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SimulationShard {
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
    /// The number of the part, counted from 1, and the number of parts.
    part: (u64, u64),
    /// The first unit of work that was done, and the unit after the last.
    units: (u64, u64),
    /// Whether all units of the part were done.
    pub complete: bool,
    counts: Counted,
    against_counts: Option<Counted>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    statistics: Vec<Tallied>,
    orders: Option<Vec<(u64, u64)>>,
}

/// The nonempty bins of a histogram with their counts, and the sums, which wide bins do not determine.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tallied {
    name: String,
    sum: u128,
    squares: u128,
    bins: Vec<(u64, u64)>,
}

pub fn write(outcome: &Outcome, part: ShardPart, args: &OutputArgs) -> anyhow::Result<()> {
    output::bytes(&SEALED.seal(&SimulationShard::new(outcome, part))?, args)?;
    match &outcome.interrupted {
        Some(what) => Err(anyhow::anyhow!(what.clone())),
        None => Ok(()),
    }
}

impl SimulationShard {
    fn new(outcome: &Outcome, part: ShardPart) -> SimulationShard {
        let Outcome { question, units, counts, against, interrupted, .. } = outcome;
        let units = units.first().map_or((0, 0), |units| (units.start, units.end));
        SimulationShard {
            format: SEALED.format.into(),
            format_number: SEALED.number,
            version: env!("CARGO_PKG_VERSION").into(),
            cards: question.problem.cards(),
            shuffle: question.name.clone(),
            samples: question.problem.samples(),
            seed: question.seed.to_string(),
            against: question.against_name().map(String::from),
            card: question.card.map(one_based::number),
            orders: question.orders,
            part: part.number(),
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
    /// The reason, in words that follow the name of the file.
    pub fn read(path: &Path) -> Result<SimulationShard, String> {
        SEALED.read(path).map(|(shard, _)| shard)
    }

    /// Returns the names and values of the arguments that all parts must share.
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

    /// Returns the part.
    ///
    /// # Errors
    ///
    /// The reason, if there is no such part or it has other units of work.
    pub fn part(&self, question: &Simulation) -> Result<ShardPart, String> {
        let (number, parts) = self.part;
        let absent = || format!("there is no part {number} of {parts}");
        let part = ShardPart::numbered(self.part).ok_or_else(absent)?;
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
    /// The reason, if the arguments are invalid.
    pub fn question(&self) -> Result<Simulation, String> {
        let cards = (1..=MAX_CARDS).contains(&self.cards) && (!self.orders || self.cards <= MAX_ORDERED);
        let card = self.card.is_none_or(|card| (1..=self.cards).contains(&(card as usize)));
        if !cards || !card || !(1..=MAX_SAMPLES).contains(&self.samples) {
            return Err("its numbers of cards or samples are out of range".into());
        }
        let word = |text: &str| routine("shuffle", text, self.cards).map_err(|error| first_line(&error));
        let (shuffle, name) = word(&self.shuffle)?;
        Ok(Simulation {
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
    /// The reason, if the counts do not fit the units of work, which [`SimulationShard::part`] has checked.
    pub fn counts(&self, question: &Simulation) -> Result<(Counts, Option<Counts>), String> {
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

    fn read(&self, question: &Simulation, decks: u64) -> Option<Counts> {
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

/// Returns the message of an error without the line with carets.
fn first_line(error: &anyhow::Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_string()
}
