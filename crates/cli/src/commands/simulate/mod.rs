//! `faro simulate` and `faro merge`: statistics of many shuffled decks, compared with the uniform law.

mod part;
mod report;
mod sealed;
mod shard;

use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::arguments::args::{
    Format, NamedRoutine, OutputArgs, SeedArgs, ShuffleArgs, parse_samples, routine,
};
use crate::arguments::effort::ThreadsArgs;
use crate::arguments::start::CardNames;
use crate::output;
use crate::output::overwrite;
use crate::output::watch::Watch;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use faro::word::Routine;
use faro_permutation::Statistic;
use faro_render::numbers::counted;
use faro_render::view::{Panel, Panels};
use faro_sample::shuffle::Seed;
use faro_sample::simulate::{MAX_CARDS, MAX_ORDERED, Orders, Problem, Statistics, over_units};
use num_traits::ToPrimitive;
use part::{ShardPart, parse_part};
use report::{SimulationReport, StatisticSummary};

pub use shard::Merge;

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
    #[arg(long, value_name = "M", value_parser = parse_samples, default_value = "10000", allow_negative_numbers = true)]
    samples: u64,

    #[command(flatten)]
    seed: SeedArgs,

    /// Simulate this shuffle too, with other random numbers, for comparison
    #[arg(long, value_name = "WORD")]
    against: Option<String>,

    /// Count the position of this card too, given by its first position or its face
    #[arg(long, value_name = "C", allow_negative_numbers = true)]
    card: Option<String>,

    /// Count every order, of up to 10 cards
    #[arg(long)]
    orders: bool,

    #[command(flatten)]
    pictures: PictureArgs,

    /// Simulate only part I of N and write its counts as a shard for `faro merge`
    #[arg(long, value_name = "I/N", value_parser = parse_part, requires = "seed",
          conflicts_with_all = ["svg", "histogram", "format"], allow_hyphen_values = true)]
    shard: Option<ShardPart>,

    #[command(flatten)]
    threads: ThreadsArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro simulate 52 gsr^7 --samples 10000 --seed 1
  faro simulate 52 gsr --samples 1000 --against fisher-yates
  faro simulate 3 gsr --samples 6000 --orders --seed tea
  faro simulate 52 gsr^3 --samples 1000 --histogram all
  faro simulate 52 gsr --samples 9000 --card 1 --svg gsr.svg
  faro simulate 52 gsr --samples 9000 --seed 1 --shard 1/2";

impl Simulate {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        let question = self.question()?;
        self.pictures.check_files([], args)?;
        let problem = question.problem;
        let units = self.shard.map_or(0..problem.units(), |part| problem.part(part.index, part.parts));
        let watch = Watch::before(problem.decks_of(units.clone()), args);
        let outcome = outcome(question, units, self.threads.count(), &watch);
        drop(watch); // clears the progress bar before the output
        if let Some(part) = self.shard {
            return shard::write(&outcome, part, args);
        }
        if !self.seed.is_given() && matches!(args.format, Format::Csv) {
            output::note_seed(&outcome.question.seed);
        }
        self.pictures.show(&outcome, args)
    }

    pub fn writes_shard(&self) -> bool {
        self.shard.is_some()
    }

    fn question(&self) -> anyhow::Result<Simulation> {
        let NamedRoutine { cards, name, routine: shuffle } = self.shuffle.routine(MAX_CARDS)?;
        let against = self.against.as_deref().map(|text| routine("--against <WORD>", text, cards));
        if self.orders && cards > MAX_ORDERED {
            let why = format!("expected at most {MAX_ORDERED} cards with --orders");
            return Err(self.shuffle.invalid_cards(why));
        }
        Ok(Simulation {
            problem: Problem::new(cards, self.samples),
            name,
            shuffle,
            against: against.transpose()?,
            seed: self.seed.seed()?,
            card: self.card()?,
            orders: self.orders,
        })
    }

    /// Returns the index of the followed card, counted from 0.
    fn card(&self) -> anyhow::Result<Option<u32>> {
        let Some(card) = &self.card else { return Ok(None) };
        let index = CardNames::new(self.shuffle.cards.clone()).index("--card <C>", card)?;
        Ok(index.to_u32())
    }
}

/// The counts of a simulation or of a part of it.
pub struct Outcome {
    pub question: Simulation,
    /// Number of decks of each shuffle.
    pub decks: u64,
    pub counts: Counts,
    pub against: Option<Counts>,
    /// The units of work that were counted, ascending.
    pub units: Vec<Range<u64>>,
    /// A description of what is missing if Ctrl-C ended the work.
    pub interrupted: Option<String>,
}

impl Outcome {
    /// Returns whether all decks were shuffled.
    pub fn is_complete(&self) -> bool {
        self.decks == self.question.problem.samples()
    }

    /// Returns the title with the seed.
    pub fn heading(&self) -> String {
        format!("{}, seed {}", self.title(), self.question.seed)
    }

    /// Returns a title with the shuffles, the number of cards and the number of decks.
    pub fn title(&self) -> String {
        let Simulation { name, problem, .. } = &self.question;
        let against = self.question.against_name().map_or(String::new(), |other| format!(" against {other}"));
        let decks = if self.is_complete() { String::new() } else { format!("{} of ", self.decks) };
        let (cards, samples) = (problem.cards() as u64, problem.samples());
        format!("{name}{against}, {}, {decks}{}", counted(cards, "card"), counted(samples, "deck"))
    }
}

/// The arguments that the result depends on. All parts of one simulation share them.
pub struct Simulation {
    pub problem: Problem,
    /// The word of the shuffle as it is printed.
    pub name: String,
    pub shuffle: Routine,
    /// The shuffle for comparison, with its name.
    pub against: Option<(Routine, String)>,
    pub seed: Seed,
    /// Index of the followed card, counted from 0.
    pub card: Option<u32>,
    pub orders: bool,
}

/// The counts of the decks of one shuffle.
pub type Counts = (Statistics, Option<Orders>);

impl Simulation {
    pub fn against_name(&self) -> Option<&str> {
        self.against.as_ref().map(|(_, name)| name.as_str())
    }

    /// Returns empty counts for the shuffle, and for the other shuffle if there is one.
    pub fn empty_counts(&self) -> (Counts, Option<Counts>) {
        (self.counts(), self.against.is_some().then(|| self.counts()))
    }

    fn counts(&self) -> Counts {
        let cards = self.problem.cards();
        (Statistics::new(cards, self.card), self.orders.then(|| Orders::new(cards)))
    }
}

/// Maximum memory of all threads' counts, in bytes. It limits the number of threads.
const MAX_COUNTS_BYTES: usize = 1 << 30;

/// Counts the decks of `units`, until Ctrl-C.
pub fn outcome(question: Simulation, units: Range<u64>, threads: NonZero<usize>, watch: &Watch) -> Outcome {
    let problem = question.problem;
    let first = problem.sampler(&question.shuffle, &question.seed);
    let other = question.against.as_ref();
    let other = other.map(|(shuffle, _)| problem.sampler(shuffle, &question.seed).on_other_draws());
    let empty = question.empty_counts();
    let count = |unit, (counts, against): &mut (Counts, Option<Counts>)| {
        first.count(unit, counts);
        if let (Some(other), Some(against)) = (&other, against) {
            other.count(unit, against);
        }
    };
    let decks_of_unit = problem.decks_of(0..1);
    let goes_on = |finished: u64| watch.goes_on_by(finished * decks_of_unit);
    let ((counts, against), done) =
        over_units(units.clone(), affordable(threads, &empty), &empty, count, goes_on);
    drop((first, other));
    let (decks, whole) = (problem.decks_of(done.clone()), problem.decks_of(units.clone()));
    let interrupted =
        (done != units).then(|| format!("interrupted: {decks} of {} were shuffled", counted(whole, "deck")));
    Outcome { question, decks, counts, against, units: vec![done], interrupted }
}

fn affordable(threads: NonZero<usize>, empty: &(Counts, Option<Counts>)) -> NonZero<usize> {
    let bytes = |(statistics, orders): &Counts| {
        let bins: usize = statistics.each().map(|(_, histogram)| histogram.counts().len()).sum();
        8 * (bins + orders.as_ref().map_or(0, |orders| orders.counts().len()))
    };
    let bytes_per_thread = bytes(&empty.0) + empty.1.as_ref().map_or(0, bytes);
    threads.min(NonZero::new(MAX_COUNTS_BYTES / bytes_per_thread.max(1)).unwrap_or(NonZero::<usize>::MIN))
}

/// The pictures of a result.
#[derive(clap::Args)]
struct PictureArgs {
    /// Draw histograms of these statistics, or of all, in the text
    #[arg(long, value_name = "STATISTIC", value_enum, value_delimiter = ',')]
    histogram: Vec<Drawn>,

    /// Draw the histograms in this SVG file too
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

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
            Drawn::One(drawn) => drawn == statistic,
        }
    }
}

impl PictureArgs {
    /// Returns whether text has a histogram of the statistic.
    fn draws(&self, statistic: Statistic) -> bool {
        self.histogram.iter().any(|drawn| drawn.includes(statistic))
    }

    /// Returns whether the picture has a histogram of the statistic. If the user names none, it has all.
    fn pictures(&self, statistic: Statistic) -> bool {
        self.histogram.is_empty() || self.draws(statistic)
    }

    /// Checks that the files can be written, before the work begins.
    pub fn check_files<'a>(
        &'a self,
        read: impl IntoIterator<Item = &'a Path>,
        args: &'a OutputArgs,
    ) -> anyhow::Result<()> {
        let has_text = matches!(args.format, Format::Text) || self.svg.is_some();
        anyhow::ensure!(
            has_text || self.histogram.is_empty(),
            "'--histogram' is for text and --svg; JSON has all histograms, and CSV has none"
        );
        overwrite::check(read, self.files(args))?;
        self.files(args).try_for_each(|(path, argument)| output::check_file(path, argument, args))
    }

    fn files<'a>(&'a self, args: &'a OutputArgs) -> impl Iterator<Item = (&'a Path, &'static str)> {
        self.svg.as_deref().map(|path| (path, output::SVG)).into_iter().chain(args.written())
    }

    /// Writes the result, and its picture if the user named a file for it.
    pub fn show(&self, outcome: &Outcome, args: &OutputArgs) -> anyhow::Result<()> {
        let drawn = Statistic::ALL.into_iter().filter(|&statistic| self.draws(statistic)).collect();
        let report = SimulationReport::new(outcome, drawn);
        output::with_picture(&report, self.svg.as_deref(), args, &mut |out| {
            let panels = panels(outcome, |statistic| self.pictures(statistic));
            faro_render::panels(&panels, out)
        })
    }
}

/// Maximum number of bars in a panel.
const MAX_BARS: usize = 60;

fn panels(outcome: &Outcome, chosen: impl Fn(Statistic) -> bool) -> Panels {
    let question = &outcome.question;
    let summaries = StatisticSummary::all(outcome).into_iter().filter(|summary| chosen(summary.statistic()));
    let names = [
        Some(question.name.clone()),
        Some("uniform orders".into()),
        question.against_name().map(String::from),
    ];
    let (title, note) = (outcome.title(), format!("seed {}", question.seed));
    Panels { title, note, names, panels: summaries.map(|summary| panel(&summary)).collect() }
}

fn panel(summary: &StatisticSummary) -> Panel {
    let bars = summary.bars(MAX_BARS, true);
    let values = bars.begins().map(|bin| summary.comparison.value(bin as u64)).collect();
    Panel { title: summary.title(), bars, values }
}
