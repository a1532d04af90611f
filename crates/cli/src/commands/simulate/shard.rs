//! Files with a part of a simulation: its arguments, its units of work and its counts.
//!
//! Bins and ranks of orders are counted from 0, the followed card from 1.

use std::ops::Range;
use std::path::{Path, PathBuf};

use faro_permutation::Statistic;
use faro_render::numbers::counted;
use faro_render::one_based;
use faro_render::printable::printable;
use faro_sample::simulate::{
    Histogram, MAX_CARDS, MAX_ORDERED, MAX_SAMPLES, Merge as _, Orders, Problem, Statistics,
};
use serde::{Deserialize, Serialize};

use super::outcome::{Outcome, ShuffleCounts, SimulationQuestion};
use super::part::{MissingParts, ShardPart};
use super::pictures::PictureArgs;
use super::sealed::{self, FORMAT, FORMAT_NUMBER};
use crate::arguments::shuffle::routine;
use crate::output;
use crate::output::error::invalid;
use crate::output::options::OutputArgs;

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
    /// The range of units of work that were done: the first one, and the one after the last.
    units: (u64, u64),
    /// Whether all units of the part were done.
    pub complete: bool,
    counts: ShardCounts,
    against_counts: Option<ShardCounts>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShardCounts {
    statistics: Vec<Tallied>,
    orders: Option<Vec<(u64, u64)>>,
}

/// The non-empty bins of a histogram with their counts, and the exact sums of the values, which wide bins do not
/// determine.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tallied {
    name: String,
    sum: u128,
    squares: u128,
    bins: Vec<(u64, u64)>,
}

pub fn write(outcome: &Outcome, part: ShardPart, args: &OutputArgs) -> anyhow::Result<()> {
    output::bytes(&sealed::seal(&SimulationShard::new(outcome, part))?, args)?;
    output::finished(outcome.interrupted.clone())
}

impl SimulationShard {
    fn new(outcome: &Outcome, part: ShardPart) -> SimulationShard {
        let Outcome {
            question,
            units,
            counts,
            against,
            interrupted,
            ..
        } = outcome;
        let units = units
            .first()
            .map_or((0, 0), |units| (units.start, units.end));
        SimulationShard {
            format: FORMAT.into(),
            format_number: FORMAT_NUMBER,
            version: env!("CARGO_PKG_VERSION").into(),
            cards: question.problem.cards(),
            shuffle: question.shuffle.name.clone(),
            samples: question.problem.samples(),
            seed: question.seed.to_string(),
            against: question.against_name().map(String::from),
            card: question.card.map(one_based::number),
            orders: question.orders,
            part: part.number(),
            units,
            complete: interrupted.is_none(),
            counts: ShardCounts::new(counts),
            against_counts: against.as_ref().map(ShardCounts::new),
        }
    }

    /// Returns the names and values of the arguments that all parts of a simulation must share.
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
            (
                "orders",
                if self.orders {
                    "counted"
                } else {
                    "not counted"
                }
                .into(),
            ),
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
    pub fn part(&self, question: &SimulationQuestion) -> Result<ShardPart, String> {
        let (number, parts) = self.part;
        let absent = || format!("there is no part {number} of {parts}");
        let part = ShardPart::numbered(self.part).ok_or_else(absent)?;
        let (units, whole) = (self.units(), question.problem.part(part.index, parts));
        let within = units.start == whole.start && (units.start..=whole.end).contains(&units.end);
        match within && self.complete == (units == whole) {
            true => Ok(part),
            false => Err(format!(
                "units {} to {} do not belong to its part",
                units.start, units.end
            )),
        }
    }

    /// Returns the arguments of the simulation.
    ///
    /// # Errors
    ///
    /// The reason, if the arguments are invalid.
    pub fn question(&self) -> Result<SimulationQuestion, String> {
        let cards =
            (1..=MAX_CARDS).contains(&self.cards) && (!self.orders || self.cards <= MAX_ORDERED);
        let card = self
            .card
            .is_none_or(|card| (1..=self.cards).contains(&(card as usize)));
        if !cards || !card || !(1..=MAX_SAMPLES).contains(&self.samples) {
            return Err("its numbers of cards or samples are out of range".into());
        }
        let word =
            |text: &str| routine("shuffle", text, self.cards).map_err(|error| first_line(&error));
        Ok(SimulationQuestion {
            problem: Problem::new(self.cards, self.samples),
            shuffle: word(&self.shuffle)?,
            against: self.against.as_deref().map(word).transpose()?,
            seed: self
                .seed
                .parse()
                .map_err(|error| format!("its seed: {error}"))?,
            card: self.card.map(one_based::index),
            orders: self.orders,
        })
    }

    /// Returns the counts of both shuffles.
    ///
    /// # Errors
    ///
    /// The reason, if the counts do not fit the units of work, which [`SimulationShard::part`] has checked.
    pub fn counts(
        &self,
        question: &SimulationQuestion,
    ) -> Result<(ShuffleCounts, Option<ShuffleCounts>), String> {
        let decks = question.problem.decks_of(self.units());
        let damaged = || "its counts are inconsistent".to_string();
        let read = |counted: &ShardCounts| counted.read(question, decks).ok_or_else(damaged);
        if self.against_counts.is_some() != question.against.is_some() {
            return Err(damaged());
        }
        Ok((
            read(&self.counts)?,
            self.against_counts.as_ref().map(read).transpose()?,
        ))
    }
}

impl ShardCounts {
    fn new((statistics, orders): &ShuffleCounts) -> ShardCounts {
        let tallied = |(statistic, histogram): (Statistic, &Histogram)| {
            let moments = histogram.moments();
            let (sum, squares) = (moments.sum, moments.squares);
            Tallied {
                name: statistic.name().into(),
                sum,
                squares,
                bins: histogram.filled().collect(),
            }
        };
        let filled = |orders: &Orders| {
            let places = (0..).zip(orders.counts().iter().copied());
            places.filter(|&(_, count)| count > 0).collect()
        };
        ShardCounts {
            statistics: statistics.each().map(tallied).collect(),
            orders: orders.as_ref().map(filled),
        }
    }

    fn read(&self, question: &SimulationQuestion, decks: u64) -> Option<ShuffleCounts> {
        let cards = question.problem.cards();
        let mut names = Statistic::ALL.into_iter();
        let histogram = |tallied: &Tallied| {
            let statistic = names
                .next()
                .filter(|statistic| statistic.name() == tallied.name)?;
            let (bins, sums) = (tallied.bins.iter().copied(), (tallied.sum, tallied.squares));
            Histogram::restored(statistic.largest(cards), decks, bins, sums).ok()
        };
        let histograms = self
            .statistics
            .iter()
            .map(histogram)
            .collect::<Option<Vec<_>>>()?;
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
    error
        .to_string()
        .lines()
        .next()
        .unwrap_or_default()
        .to_string()
}

/// Add the parts of a simulation.
///
/// Each part is a file that `faro simulate --shard` wrote. The result has the same bytes as in one piece.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct MergeArgs {
    /// The shards, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Merge the parts that are there, if some are missing
    #[arg(long)]
    partial: bool,

    /// Print the parts that must be run again. They are in the syntax of Slurm's --array, such as 3,7-9
    ///
    /// These are the parts without a file, those that were interrupted, and those whose file is damaged or
    /// cannot be read.
    #[arg(long, conflicts_with_all = ["partial", "histogram", "svg"])]
    missing: bool,

    #[command(flatten)]
    pictures: PictureArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro simulate 9 gsr --samples 99 --seed 1 --shard 1/1 > 1
  faro merge 1
  faro merge 1 --partial --format json
  faro merge 1 --missing";

/// The merged counts of the parts that were read so far.
struct MergedCounts {
    question: SimulationQuestion,
    /// The arguments in the first part, and its file.
    asked: [(&'static str, String); 8],
    file: PathBuf,
    counts: (ShuffleCounts, Option<ShuffleCounts>),
    shards: Vec<Added>,
}

struct Added {
    part: ShardPart,
    units: Range<u64>,
    complete: bool,
    /// The index, in the list of arguments, of the file from which a part was read.
    place: usize,
}

impl MergeArgs {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        self.pictures
            .check_files(self.files.iter().map(PathBuf::as_path), args)?;
        let mut sum = None;
        for (place, file) in self.files.iter().enumerate() {
            let added = match sealed::read::<SimulationShard>(file) {
                Err(why) if self.missing => {
                    output::note(&format!("'{}' is ignored: {why}", file.display()));
                    Ok(())
                }
                shard => shard.and_then(|shard| add(&mut sum, place, file, &shard)),
            };
            added.map_err(|why| invalid_file(file, why))?;
        }
        let Some(mut sum) = sum else {
            return Err(invalid_file(
                &self.files[0],
                "no shard could be read, so the number of parts is unknown".into(),
            ));
        };
        self.check_overlap(&mut sum.shards)?;
        let missing = missing(&sum.shards);
        if self.missing {
            let differ = || "the shards have different numbers of parts".to_string();
            return output::report(
                &missing.ok_or_else(|| invalid_file(&self.files[0], differ()))?,
                args,
            );
        }
        let outcome = sum.outcome();
        let whole = outcome.is_complete() && missing.as_ref().is_none_or(MissingParts::is_empty);
        if !whole && !self.partial {
            return Err(self.gap(&outcome, missing.as_ref()));
        }
        self.pictures.show(&outcome, args)
    }

    /// Sorts the shards, and checks that no part and no unit of work occurs twice. Parts without units overlap
    /// no other part, but may still occur twice.
    fn check_overlap(&self, shards: &mut [Added]) -> anyhow::Result<()> {
        let twice = |shard: &Added, earlier: &Added, what: String| {
            let (first, second) = (
                shard.place.min(earlier.place),
                shard.place.max(earlier.place),
            );
            invalid_file(
                &self.files[second],
                format!("{what} in '{}' too", self.files[first].display()),
            )
        };
        shards.sort_unstable_by_key(|shard| (shard.part.parts, shard.part.index, shard.place));
        if let Some(pair) = shards.windows(2).find(|pair| pair[0].part == pair[1].part) {
            return Err(twice(&pair[0], &pair[1], format!("{} is", pair[0].part)));
        }
        shards.sort_unstable_by_key(|shard| (shard.units.start, shard.units.end, shard.place));
        let filled: Vec<&Added> = shards
            .iter()
            .filter(|shard| !shard.units.is_empty())
            .collect();
        if let Some(pair) = filled
            .windows(2)
            .find(|pair| pair[1].units.start < pair[0].units.end)
        {
            return Err(twice(pair[0], pair[1], "some of its decks are".into()));
        }
        Ok(())
    }

    fn gap(&self, outcome: &Outcome, missing: Option<&MissingParts>) -> anyhow::Error {
        let samples = outcome.question.problem.samples();
        let files = self.files.last().map_or(Path::new(""), PathBuf::as_path);
        let lack = match samples - outcome.decks {
            0 => "all decks are there, but a part without decks has no file".into(),
            lack => format!("{lack} of {} are missing", counted(samples, "deck")),
        };
        let run = missing.map_or(String::new(), |missing| {
            format!("; run {} again", missing.in_words())
        });
        invalid_file(
            files,
            format!("{lack}{run}, or use --partial to merge the parts that are there"),
        )
    }
}

/// Returns the parts that are missing or were interrupted, if all shards have the same number of parts.
fn missing(shards: &[Added]) -> Option<MissingParts> {
    let parts = shards.first()?.part.parts;
    let present = shards
        .iter()
        .filter(|shard| shard.complete)
        .map(|shard| shard.part);
    let same = shards.iter().all(|shard| shard.part.parts == parts);
    same.then(|| MissingParts::new(parts, present))
}

fn invalid_file(file: &Path, why: String) -> anyhow::Error {
    invalid("<FILE>...", file.display(), why)
}

fn add(
    sum: &mut Option<MergedCounts>,
    place: usize,
    file: &Path,
    shard: &SimulationShard,
) -> Result<(), String> {
    let added = |part| Added {
        part,
        units: shard.units(),
        complete: shard.complete,
        place,
    };
    let Some(sum) = sum else {
        let question = shard.question()?;
        let shards = vec![added(shard.part(&question)?)];
        let counts = shard.counts(&question)?;
        *sum = Some(MergedCounts {
            question,
            asked: shard.asked(),
            file: file.into(),
            counts,
            shards,
        });
        return Ok(());
    };
    for ((what, first), (_, this)) in sum.asked.iter().zip(shard.asked()) {
        if *first != this {
            let (this, first, other) = (printable(&this), printable(first), sum.file.display());
            return Err(format!(
                "its {what} is {this}; that of '{other}' is {first}"
            ));
        }
    }
    sum.shards.push(added(shard.part(&sum.question)?));
    sum.counts.merge(shard.counts(&sum.question)?);
    Ok(())
}

impl MergedCounts {
    fn outcome(self) -> Outcome {
        let MergedCounts {
            question,
            counts: (counts, against),
            shards,
            ..
        } = self;
        let units: Vec<Range<u64>> = shards.into_iter().map(|shard| shard.units).collect();
        let decks = units
            .iter()
            .map(|units| question.problem.decks_of(units.clone()))
            .sum();
        let units = units
            .into_iter()
            .filter(|units| !units.is_empty())
            .collect();
        Outcome {
            question,
            decks,
            counts,
            against,
            units,
            interrupted: None,
        }
    }
}
