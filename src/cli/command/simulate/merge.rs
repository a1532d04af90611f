use std::ops::Range;
use std::path::{Path, PathBuf};

use faro::simulate::Merge as _;

use super::PictureArgs;
use super::outcome::Outcome;
use super::question::{Counts, Question};
use super::shard::Shard;
use crate::cli::args::OutputArgs;
use crate::cli::refusal::invalid;

/// Add the parts of a simulation.
///
/// Each part is a file that `faro simulate --shard` wrote. The result is, byte for byte, that of the simulation in one piece.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Merge {
    /// The shards, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Make do with the parts that are there
    #[arg(long)]
    partial: bool,

    #[command(flatten)]
    pictures: PictureArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro simulate --cards 9 --shuffle gsr --samples 99 --seed 1 --shard 1/1 > 1
  faro merge 1
  faro merge 1 --partial --format json";

/// The parts that were added so far.
struct Sum {
    question: Question,
    /// What the first part says was asked, and its file.
    asked: [(&'static str, String); 8],
    file: PathBuf,
    counts: (Counts, Option<Counts>),
    /// The units of each part, with its place among the files.
    units: Vec<(Range<u64>, usize)>,
}

impl Merge {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        self.pictures.check_files(self.files.iter().map(PathBuf::as_path), args)?;
        let mut sum = None;
        for (place, file) in self.files.iter().enumerate() {
            add(&mut sum, place, file).map_err(|why| refused(file, why))?;
        }
        let mut sum = sum.expect("at least one file");
        self.check_overlap(&mut sum.units)?;
        let outcome = sum.outcome();
        if !outcome.is_complete() && !self.partial {
            return Err(self.gap(&outcome));
        }
        self.pictures.show(&outcome, args)
    }

    /// Sorts the parts; no unit of work may be in two of them.
    fn check_overlap(&self, units: &mut [(Range<u64>, usize)]) -> anyhow::Result<()> {
        units.sort_unstable_by_key(|(units, place)| (units.start, units.end, *place));
        for pair in units.windows(2) {
            let [(before, first), (after, second)] = pair else { continue };
            if after.start < before.end {
                let (first, second) = (first.min(second), first.max(second));
                let (shown, why) = (&self.files[*first], "some of its decks are in");
                return Err(refused(&self.files[*second], format!("{why} '{}' too", shown.display())));
            }
        }
        Ok(())
    }

    fn gap(&self, outcome: &Outcome) -> anyhow::Error {
        let missing = outcome.question.problem.samples() - outcome.decks;
        let samples = outcome.question.problem.samples();
        let files = self.files.last().map_or(Path::new(""), PathBuf::as_path);
        let before = if self.files.len() == 1 { "alone it lacks" } else { "with it there still lack" };
        refused(files, format!("{before} {missing} of {samples} decks; --partial would make do"))
    }
}

fn refused(file: &Path, why: String) -> anyhow::Error {
    invalid("<FILE>...", file.display(), why)
}

/// Adds a part.
fn add(sum: &mut Option<Sum>, place: usize, file: &Path) -> Result<(), String> {
    let shard = Shard::read(file)?;
    let Some(sum) = sum else {
        let question = shard.question()?;
        let counts = shard.counts(&question)?;
        let units = vec![(shard.units(), place)];
        *sum = Some(Sum { question, asked: shard.asked(), file: file.into(), counts, units });
        return Ok(());
    };
    for ((what, first), (_, this)) in sum.asked.iter().zip(shard.asked()) {
        if *first != this {
            return Err(format!("its {what} is {this}, that of '{}' is {first}", sum.file.display()));
        }
    }
    sum.counts.merge(shard.counts(&sum.question)?);
    // Parts of no units overlap with nothing.
    sum.units.extend(Some((shard.units(), place)).filter(|(units, _)| !units.is_empty()));
    Ok(())
}

impl Sum {
    fn outcome(self) -> Outcome {
        let Sum { question, counts: (counts, against), units, .. } = self;
        let decks = units.iter().map(|(units, _)| question.problem.decks_of(units.clone())).sum();
        let units = units.into_iter().map(|(units, _)| units).collect();
        Outcome { question, decks, counts, against, units, interrupted: None }
    }
}
