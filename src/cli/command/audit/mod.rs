//! Is a program's shuffle fair? Its decks, read from anywhere.

// | file | idea |
// |---|---|
// | `source` | where the decks come from: a file, standard input, a program |
// | `program`, `group`, `guard`, `strays`, `last_words` | a program that runs: its words, its end and that of what it
// started, its standard error |
// | `flow` | bytes as they come |
// | `listen` | until it is enough |
// | `intake` | bytes to decks to evidence |
// | `findings`, `causes`, `power` | what a check found, why, and what could have been seen, in words |
// | `report` | what is said of it |
// | `html`, `junit` | the same as a page, and for continuous integration |

mod causes;
mod findings;
mod flow;
mod group;
pub mod guard;
mod html;
mod intake;
mod junit;
mod listen;
mod orphans;
mod power;
mod program;
mod report;
mod source;
mod stderr_tail;

use std::path::{Path, PathBuf};
use std::time::Duration;

use faro::audit::Verdict;
use faro::audit::lines::{Naming, Reader, Start};
use faro::shuffle::{Choices, Generator, Seed};
use faro::stacks::Stack;
use num_traits::ToPrimitive;

use crate::cli::args::{Format, OutputArgs, SeedArgs};
use crate::cli::error::invalid;
use crate::cli::exit::Exit;
use crate::cli::plural::counted;
use crate::cli::view::Report;
use crate::cli::watch::Watch;
use crate::cli::{destination, integer, output, overwrite, signals, stack, threads};
use intake::Intake;
use listen::{End, Patience, listen};
use program::{CommandLine, Values};
use report::AuditReport;
use source::Source;

/// Is a program's shuffle fair?
///
/// Decks are read one a line, top card first: numbers from 0 or from 1 parted by spaces, commas or tabs,
/// JSON arrays, or card names in a starting order that --start tells. Each is taken to be shuffled from
/// that order; with --chain, from the deck before.
///
/// A program is run without a shell, and ended with all that it started when enough decks have come;
/// {cards}, {decks} and {seed} in its arguments stand for those numbers.
///
/// Decks have 2 to 512 cards; a program that prints one deck is run in a loop of a shell. The exit code is 0
/// where nothing was seen (too few decks too), 1 where the shuffle is unfair, 2 where the decks could not be
/// read. What is looked at: faro list checks.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Audit {
    /// Read decks from this file [default: standard input]
    #[arg(value_name = "FILE", conflicts_with_all = ["exec", "program"])]
    file: Option<PathBuf>,

    /// Run this program and read what it prints; quotes are those of a shell
    #[arg(long, value_name = "CMD", conflicts_with = "program", allow_hyphen_values = true)]
    exec: Option<String>,

    /// Run this program with these arguments
    #[arg(last = true, value_name = "PROGRAM")]
    program: Vec<String>,

    /// The cards of a deck [default: as many as the first has]
    #[arg(long, value_name = "N", value_parser = parse_cards, allow_negative_numbers = true)]
    cards: Option<usize>,

    /// Read so many decks [default: all; of a program 100000]
    #[arg(long, value_name = "M", value_parser = parse_decks, allow_negative_numbers = true)]
    decks: Option<u64>,

    #[command(flatten)]
    seed: SeedArgs,

    /// Call a fair shuffle unfair no more often than this
    #[arg(long, value_name = "A", default_value = "0.001", value_parser = parse_alpha, allow_negative_numbers = true)]
    alpha: f64,

    /// Each deck was shuffled from the one before
    #[arg(long)]
    chain: bool,

    /// The order of the cards before the shuffle: a file, a stack by its name, or `first`, the first line
    #[arg(long, value_name = "FILE|first")]
    start: Option<String>,

    /// Pass over up to so many lines that are no decks
    #[arg(long, value_name = "N", default_value = "0", value_parser = parse_bad, allow_negative_numbers = true)]
    skip_bad: u64,

    /// Give up after so many seconds without a deck [default: of a program 60], and stop after so many in all
    #[arg(long, value_name = "SILENCE[,ALL]", value_parser = parse_patience, allow_negative_numbers = true)]
    timeout: Option<Patience>,

    /// Stop as soon as the decks decide
    #[arg(long)]
    until_decided: bool,

    /// Write a page with pictures to this file too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write a report for continuous integration, JUnit XML, to this file too
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  faro deck --cards 52 --shuffle fisher-yates --samples 500 --seed 1 | faro audit
  faro audit --exec 'yes 2,0,1' --cards 3 --decks 40
  faro audit --start first --decks 40 -- yes 'A K Q'";

/// Decks of a program, where their number is not said.
const DECKS: u64 = 100_000;

/// How long a program may be silent, where that is not said.
const SILENCE: Duration = Duration::from_secs(60);

fn parse_cards(text: &str) -> Result<usize, String> {
    let most = faro::audit::MAX_CARDS;
    let cards = integer::parse(text)?.to_usize().filter(|cards| (2..=most).contains(cards));
    cards.ok_or_else(|| format!("decks of 2 to {most} cards are audited"))
}

fn parse_decks(text: &str) -> Result<u64, String> {
    let decks = integer::parse_positive(text)?.to_u64();
    decks.ok_or_else(|| "up to 2^64 - 1 decks are read".into())
}

fn parse_bad(text: &str) -> Result<u64, String> {
    let number = integer::parse(text)?.to_u64();
    number.ok_or_else(|| "expected a number from 0 to 2^64 - 1".into())
}

/// Below the least p-values that are computed there is nothing to compare with.
const LEAST_ALPHA: f64 = 1e-100;

fn parse_alpha(text: &str) -> Result<f64, String> {
    let alpha: Option<f64> = text.parse().ok().filter(|alpha| (LEAST_ALPHA..=0.5).contains(alpha));
    alpha.ok_or_else(|| format!("expected a chance from {LEAST_ALPHA:e} to 0.5, such as 0.001"))
}

fn parse_patience(text: &str) -> Result<Patience, String> {
    let seconds = |text: &str| {
        let seconds: Option<f64> = text.trim().parse().ok().filter(|&seconds| seconds > 0.0);
        seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    };
    let expected = || "expected seconds above 0, such as 10, or for silence and in all 10,300".to_string();
    let (silence, whole) =
        text.split_once(',').map_or((text, None), |(silence, whole)| (silence, Some(whole)));
    let whole = whole.map(|whole| seconds(whole).ok_or_else(expected)).transpose()?;
    Ok(Patience { silence: Some(seconds(silence).ok_or_else(expected)?), whole })
}

impl Audit {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<Exit> {
        let source = self.source()?;
        overwrite::check(self.read_from(&source), self.files(args))?;
        let report = self.audited(&source, args).inspect_err(|error| self.note_failure(error))?;
        report.warn(args.quiet || report.unfinished().is_some());
        // What can't be written of one must not take the others with it.
        let told = output::report(&report, args);
        let page =
            self.html.as_ref().map(|path| destination::write(path, HTML, |out| html::write(&report, out)));
        let build =
            self.junit.as_ref().map(|path| destination::write(path, JUNIT, |out| junit::write(&report, out)));
        [Some(told), page, build].into_iter().flatten().collect::<Result<(), _>>()?;
        Ok(report.exit())
    }

    /// A build that looks for a report finds one, whatever happened.
    fn note_failure(&self, error: &anyhow::Error) {
        if let Some(path) = &self.junit {
            // It is told anyway why there is no report.
            let _ = destination::write(path, JUNIT, |out| junit::error(error, out));
        }
    }

    fn audited(&self, source: &Source, args: &OutputArgs) -> anyhow::Result<AuditReport> {
        self.check_cards(source)?;
        let seed = self.drawn_seed(source)?;
        let reader = self.reader(&seed)?;
        output::check(args)?;
        for (path, argument) in self.files(args) {
            destination::check(path, argument)?;
        }
        let known = self.decks.or(source.is_program().then_some(DECKS));
        let watch = known.map_or_else(Watch::without_progress, |decks| Watch::before(decks, args));
        let decks = known.unwrap_or(u64::MAX);
        if source.is_program() {
            signals::before_exit(group::end_at_once);
            signals::include_quit();
        }
        let values = Values { cards: self.cards, decks, seed: seed.to_string() };
        let mut open = source.open(&values)?;
        let intake = Intake::new(reader, self.chain, decks, self.skip_bad);
        let mut intake = if self.until_decided { intake.until_decided(self.alpha) } else { intake };
        let end = listen(&mut open, &mut intake, self.patience(source), &watch)?;
        drop(watch); // the bar is cleared before anything is written
        if end == End::PipeHeldOpen {
            output::note(
                "the program has ended, and something that it started held its output; that was ended",
            );
        }
        self.note_missing(source, &end, intake.decks());
        Ok(self.report(source, seed, intake, end, self.is_explained(args)))
    }

    /// Whether anybody is going to read why.
    fn is_explained(&self, args: &OutputArgs) -> bool {
        !args.quiet || self.html.is_some() || self.junit.is_some() || !matches!(args.format, Format::Text)
    }

    /// What is read from, as far as it is files.
    fn read_from<'a>(&'a self, source: &'a Source) -> impl Iterator<Item = &'a Path> {
        let decks = match source {
            Source::File(path) => Some(path.as_path()),
            Source::Standard => Some(Path::new(overwrite::STDIN)),
            Source::Program { .. } => None,
        };
        let start = self.start.as_deref().filter(|text| *text != "first").map(Path::new);
        decks.into_iter().chain(start)
    }

    /// What is written to.
    fn files<'a>(&'a self, args: &'a OutputArgs) -> impl Iterator<Item = (&'a Path, &'static str)> {
        let files = [(self.html.as_deref(), HTML), (self.junit.as_deref(), JUNIT)];
        let files = files.into_iter().filter_map(|(path, argument)| path.map(|path| (path, argument)));
        args.written().into_iter().chain(files)
    }

    fn source(&self) -> anyhow::Result<Source> {
        match (&self.file, &self.exec, self.program.as_slice()) {
            (_, Some(text), _) => {
                let line = CommandLine::split(text).map_err(|why| invalid(EXEC, text, why))?;
                Ok(Source::Program { argument: EXEC, written: text.clone(), line })
            }
            (_, _, words @ [first, ..]) => {
                let line =
                    CommandLine::from_words(words.to_vec()).map_err(|why| invalid(PROGRAM, first, why))?;
                Ok(Source::Program { argument: PROGRAM, written: line.to_string(), line })
            }
            (Some(path), ..) if path.as_os_str() != "-" => Ok(Source::File(path.clone())),
            _ => Ok(Source::Standard),
        }
    }

    fn check_cards(&self, source: &Source) -> anyhow::Result<()> {
        match source.program() {
            Some(line) if line.mentions("{cards}") && self.cards.is_none() => {
                Err(source.refuse("what {cards} stands for is not said; --cards would do"))
            }
            _ => Ok(()),
        }
    }

    /// Where none is given: for a program that is told, one that any program reads.
    fn drawn_seed(&self, source: &Source) -> anyhow::Result<Seed> {
        let seed = self.seed.seed()?;
        let is_told = source.program().is_some_and(|line| line.mentions("{seed}"));
        if self.seed.is_given() || !is_told {
            return Ok(seed);
        }
        Ok(Seed::from(u64::from(Generator::unit(&seed, 0).below(1 << 31))))
    }

    fn reader(&self, seed: &Seed) -> anyhow::Result<Reader> {
        let reader = match self.start.as_deref() {
            None => Reader::new(),
            Some("first") => Reader::starting_with_first(seed),
            Some(text) => {
                let start = self.starting_order(text)?;
                if let Some(cards) = self.cards.filter(|&cards| cards != start.cards()) {
                    let why = format!("this order has {} cards, --cards says {cards}", start.cards());
                    return Err(invalid(START, text, why));
                }
                Reader::starting_with(&start, seed)
            }
        };
        Ok(match self.cards {
            Some(cards) => reader.of_cards(cards),
            None => reader,
        })
    }

    fn starting_order(&self, text: &str) -> anyhow::Result<Start> {
        if let Some(stack) = Stack::named(text) {
            return Ok(stack.cards().iter().collect());
        }
        let bytes = stack::contents(text).map_err(|why| invalid(START, text, why))?;
        Start::parse(bytes.as_bytes()).map_err(|error| invalid(START, text, error))
    }

    fn patience(&self, source: &Source) -> Patience {
        let silence = source.is_program().then_some(SILENCE);
        self.timeout.unwrap_or(Patience { silence, whole: None })
    }

    /// A program that was asked for more decks than it gave may not have meant to.
    fn note_missing(&self, source: &Source, end: &End, came: u64) {
        match (end, self.decks) {
            (End::Deadline, _) => output::note(&format!("the time was over after {}", counted(came, "deck"))),
            (End::Eof | End::PipeHeldOpen, Some(asked)) if source.is_program() => {
                output::note(&format!("the program ended after {came} of {asked} decks"));
            }
            _ => {}
        }
    }

    fn report(&self, source: &Source, seed: Seed, intake: Intake, end: End, explained: bool) -> AuditReport {
        let naming = intake.naming().expect("decks came");
        let is_told = source.program().is_some_and(|line| line.mentions("{seed}"));
        let is_drawn_from = is_told || naming == Naming::Alike;
        let (mut evidence, judgement, bad) = intake.judged(self.alpha);
        let cards = evidence.cards();
        // A diagnosis of what was read before Ctrl-C is still wanted; another Ctrl-C ends the program.
        let (watch, already) = (Watch::without_progress(), end == End::Interrupted);
        let diagnosis = (explained && judgement.verdict == Verdict::Unfair)
            .then(|| evidence.diagnose(&judgement, threads::cores(), |_| already || !watch.interrupted()));
        let checks = judgement.findings.len().max(1);
        AuditReport {
            cards,
            detectable: faro::audit::power(cards, judgement.decks, self.alpha, checks),
            diagnosis,
            judgement,
            positions: report::positions(&mut evidence),
            neighbours: report::neighbours(&mut evidence),
            source: source.name(),
            naming,
            chain: self.chain,
            seed: is_drawn_from.then_some(seed),
            bad: (bad.number, bad.shown),
            end,
        }
    }
}

/// The arguments, as refusals name them.
const START: &str = "--start <FILE|first>";
const EXEC: &str = "--exec <CMD>";
const PROGRAM: &str = "[PROGRAM]...";
const HTML: &str = "--html <FILE>";
const JUNIT: &str = "--junit <FILE>";
