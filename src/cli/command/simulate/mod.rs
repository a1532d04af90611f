//! `faro simulate` and `faro merge`: statistics of many shuffled decks, compared with the uniform law.

mod counting;
mod merge;
mod orders;
mod outcome;
mod panels;
mod parts;
mod question;
mod report;
mod shard;
mod summary;
mod tables;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use faro::permutation::Statistic;
use faro::simulate::{MAX_CARDS, MAX_ORDERED, MAX_SAMPLES, Problem};
use num_traits::ToPrimitive;

use crate::cli::args::{Format, NamedRoutine, OutputArgs, SeedArgs, ShuffleArgs, routine};
use crate::cli::error::invalid;
use crate::cli::threads::ThreadsArgs;
use crate::cli::watch::Watch;
use crate::cli::{destination, integer, one_based, output, overwrite, render};
pub use merge::Merge;
use outcome::Outcome;
use question::Question;
use report::SimulationReport;

/// The statistics of many shuffled decks, compared with random ones.
///
/// Shuffles new decks and counts their cycles, fixed points, descents, rising sequences, inversions, longest
/// increasing subsequences and displacements. The same seed gives the same result on any number of threads,
/// and in parts that `faro merge` adds.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Simulate {
    #[command(flatten)]
    shuffle: ShuffleArgs,

    /// The number of decks to shuffle
    #[arg(long, value_name = "M", value_parser = parse_samples, allow_negative_numbers = true)]
    samples: u64,

    #[command(flatten)]
    seed: SeedArgs,

    /// Simulate this shuffle too, with other random numbers, for comparison
    #[arg(long, value_name = "WORD")]
    against: Option<String>,

    /// Count the position of this card too
    #[arg(long, value_name = "C", value_parser = integer::parse_positive, allow_negative_numbers = true)]
    card: Option<num_bigint::BigUint>,

    /// Count every order, of up to 10 cards
    #[arg(long)]
    orders: bool,

    #[command(flatten)]
    pictures: PictureArgs,

    /// Simulate only part I of N and write its counts as a shard for `faro merge`
    #[arg(long, value_name = "I/N", value_parser = parse_part, requires = "seed",
          conflicts_with_all = ["svg", "histogram", "format"], allow_hyphen_values = true)]
    shard: Option<Part>,

    #[command(flatten)]
    threads: ThreadsArgs,
}

/// The pictures of a result.
#[derive(clap::Args)]
pub struct PictureArgs {
    /// Draw histograms of these statistics, or of all, in the text
    #[arg(long, value_name = "STATISTIC", value_enum, value_delimiter = ',')]
    histogram: Vec<Drawn>,

    /// Draw the histograms in this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  faro simulate --cards 52 --shuffle gsr^7 --samples 10000 --seed 1
  faro simulate --cards 52 --shuffle gsr --samples 1000 --against fisher-yates
  faro simulate --cards 3 --shuffle gsr --samples 6000 --orders --seed tea
  faro simulate --cards 52 --shuffle gsr^3 --samples 1000 --histogram all
  faro simulate --cards 52 --shuffle gsr --samples 9000 --card 1 --svg gsr.svg
  faro simulate --cards 52 --shuffle gsr --samples 9000 --seed 1 --shard 1/2";

/// A statistic by name, or all of them.
#[derive(Clone, Copy)]
enum Drawn {
    All,
    One(Statistic),
}

impl ValueEnum for Drawn {
    fn value_variants<'a>() -> &'a [Drawn] {
        const VARIANTS: [Drawn; Statistic::ALL.len() + 1] = {
            let mut variants = [Drawn::All; Statistic::ALL.len() + 1];
            let mut index = 0;
            while index < Statistic::ALL.len() {
                variants[index + 1] = Drawn::One(Statistic::ALL[index]);
                index += 1;
            }
            variants
        };
        &VARIANTS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        static NAMES: LazyLock<[String; Statistic::ALL.len()]> =
            LazyLock::new(|| Statistic::ALL.map(|statistic| statistic.name().replace('_', "-")));
        Some(PossibleValue::new(match self {
            Drawn::All => "all",
            Drawn::One(statistic) => &NAMES[*statistic as usize],
        }))
    }
}

impl Drawn {
    fn includes(self, statistic: Statistic) -> bool {
        match self {
            Drawn::All => true,
            Drawn::One(one) => one == statistic,
        }
    }
}

impl PictureArgs {
    /// Returns whether text has a histogram of the statistic.
    fn draws(&self, statistic: Statistic) -> bool {
        self.histogram.iter().any(|drawn| drawn.includes(statistic))
    }

    /// Returns whether the picture has a histogram of the statistic: the named ones, or all if none is named.
    fn pictures(&self, statistic: Statistic) -> bool {
        self.histogram.is_empty() || self.draws(statistic)
    }

    /// Checks before the work begins that the files can be written.
    fn check_files<'a>(
        &'a self,
        read: impl IntoIterator<Item = &'a Path>,
        args: &'a OutputArgs,
    ) -> anyhow::Result<()> {
        overwrite::check(read, self.files(args))?;
        self.files(args).try_for_each(|(path, argument)| destination::check(path, argument))
    }

    /// Returns the files that are written.
    fn files<'a>(&'a self, args: &'a OutputArgs) -> impl Iterator<Item = (&'a Path, &'static str)> {
        self.svg.as_deref().map(|path| (path, output::SVG)).into_iter().chain(args.written())
    }

    /// Writes the result, and its picture if one is requested.
    fn show(&self, outcome: &Outcome, args: &OutputArgs) -> anyhow::Result<()> {
        let drawn = Statistic::ALL.into_iter().filter(|&statistic| self.draws(statistic)).collect();
        let written = output::report(&SimulationReport::new(outcome, drawn), args);
        let drawn = self.svg.as_ref().map(|path| {
            let panels = panels::panels(outcome, |statistic| self.pictures(statistic));
            destination::write(path, output::SVG, |out| render::panels(&panels, out))
        });
        // An error of one file does not prevent the other.
        written.and(drawn.unwrap_or(Ok(())))
    }
}

/// Part `index` of `parts`, from 0.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Part {
    index: u64,
    parts: u64,
}

fn parse_part(text: &str) -> Result<Part, String> {
    let expected = || "expected I/N with I from 1 to N, such as 3/8".to_string();
    let (index, parts) = text.split_once('/').ok_or_else(expected)?;
    let number = |text| integer::parse_positive(text).ok().and_then(|number| number.to_u64());
    match (number(index), number(parts)) {
        (Some(index), Some(parts)) if index <= parts => Ok(Part { index: one_based::index(index), parts }),
        _ => Err(expected()),
    }
}

fn parse_samples(text: &str) -> Result<u64, String> {
    let samples = integer::parse_positive(text)?.to_u64().filter(|&samples| samples <= MAX_SAMPLES);
    samples.ok_or_else(|| format!("expected at most {MAX_SAMPLES} decks"))
}

impl Simulate {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        let question = self.question()?;
        self.pictures.check_files([], args)?;
        let problem = question.problem;
        let units = self.shard.map_or(0..problem.units(), |part| problem.part(part.index, part.parts));
        let watch = Watch::before(problem.decks_of(units.clone()), args);
        let outcome = counting::outcome(question, units, self.threads.count(), &watch);
        drop(watch); // clears the progress bar before the output
        if let Some(part) = self.shard {
            return shard::write(&outcome, part, args);
        }
        if !self.seed.is_given() && matches!(args.format, Format::Csv) {
            output::note(&format!("repeat this result with --seed {}", outcome.question.seed));
        }
        self.pictures.show(&outcome, args)
    }

    fn question(&self) -> anyhow::Result<Question> {
        let NamedRoutine { cards, name, routine: shuffle } = self.shuffle.routine(MAX_CARDS)?;
        let against = self.against.as_deref().map(|text| routine("--against <WORD>", text, cards));
        if self.orders && cards > MAX_ORDERED {
            let why = format!("expected at most {MAX_ORDERED} cards with --orders");
            return Err(self.shuffle.invalid_cards(why));
        }
        Ok(Question {
            problem: Problem::new(cards, self.samples),
            name,
            shuffle,
            against: against.transpose()?,
            seed: self.seed.seed()?,
            card: self.card(cards)?,
            orders: self.orders,
        })
    }

    /// Returns the card that is followed, from 0.
    fn card(&self, cards: usize) -> anyhow::Result<Option<u32>> {
        let Some(card) = &self.card else { return Ok(None) };
        let within = card.to_u32().filter(|&card| card as usize <= cards);
        let error = || invalid("--card <C>", card, format!("expected a card from 1 to {cards}"));
        Ok(Some(one_based::index(within.ok_or_else(error)?)))
    }
}
