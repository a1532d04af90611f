//! `faro simulate` and `faro merge`: statistics of many shuffled decks, compared with the uniform law.

mod outcome;
mod part;
mod pictures;
mod report;
mod sealed;
mod shard;

use faro_sample::simulate::{MAX_CARDS, MAX_ORDERED, Problem};
use num_traits::ToPrimitive;

use crate::arguments::effort::ThreadsArgs;
use crate::arguments::effort::parse_samples;
use crate::arguments::seed::SeedArgs;
use crate::arguments::shuffle::{ShuffleArgs, routine};
use crate::arguments::start::CardNames;
use crate::output;
use crate::output::options::{Format, OutputArgs};
use crate::output::watch::Watch;
use outcome::{SimulationQuestion, outcome};
use part::{ShardPart, parse_part};
use pictures::PictureArgs;

pub use shard::MergeArgs;

/// The statistics of many shuffled decks, compared with random ones.
///
/// Shuffles new decks and counts their cycles, fixed points, descents, rising sequences, inversions, longest
/// increasing subsequences and displacements. The same seed gives the same result on any number of threads,
/// and in parts that `faro merge` adds.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct SimulateArgs {
    #[command(flatten)]
    pub shuffle: ShuffleArgs,

    /// The number of decks to shuffle
    #[arg(long, value_name = "M", value_parser = parse_samples, default_value = "10000")]
    samples: u64,

    #[command(flatten)]
    seed: SeedArgs,

    /// Simulate this shuffle, too, for comparison. It gets other random numbers
    #[arg(long, value_name = "WORD")]
    against: Option<String>,

    /// Count the positions of this card, too. It is given by its first position or its face
    #[arg(long, value_name = "C")]
    card: Option<String>,

    /// Count every order, of up to 10 cards
    #[arg(long)]
    orders: bool,

    #[command(flatten)]
    pictures: PictureArgs,

    /// Simulate part I of N, for `faro merge`. Its counts are written as a shard
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

impl SimulateArgs {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        let question = self.question()?;
        self.pictures.check_files([], args)?;
        let problem = question.problem;
        let units = self.shard.map_or(0..problem.units(), |part| {
            problem.part(part.index, part.parts)
        });
        let watch = Watch::before(problem.decks_of(units.clone()), args);
        let outcome = outcome(question, units, &self.threads, &watch);
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

    fn question(&self) -> anyhow::Result<SimulationQuestion> {
        let shuffle = self.shuffle.routine(MAX_CARDS)?;
        let cards = shuffle.cards;
        let against = self
            .against
            .as_deref()
            .map(|text| routine("--against <WORD>", text, cards));
        if self.orders && cards > MAX_ORDERED {
            let why = format!("expected at most {MAX_ORDERED} cards with --orders");
            return Err(self.shuffle.invalid_cards(why));
        }
        Ok(SimulationQuestion {
            problem: Problem::new(cards, self.samples),
            shuffle,
            against: against.transpose()?,
            seed: self.seed.seed()?,
            card: self.card()?,
            orders: self.orders,
        })
    }

    /// Returns the index of the followed card, counted from 0.
    fn card(&self) -> anyhow::Result<Option<u32>> {
        let Some(card) = &self.card else {
            return Ok(None);
        };
        let index = CardNames::new(self.shuffle.cards.clone()).index("--card <C>", card)?;
        Ok(index.to_u32())
    }
}
