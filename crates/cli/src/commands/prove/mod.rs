//! `faro prove`: drives a program's random choices, and reports the exact law of its shuffle or a certificate.

mod report;
mod samples;
mod words;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use faro::distribution::{Choice, Law, Leaf};
use faro_math::number::Bound;
use faro_prove::{
    HiddenSource, Program, ProgramError, Run, Settings, Verdict, WIDE, adapters, bound,
    certify_while, hidden_source, read_recorded, walk_while,
};
use faro_render::numbers::counted;
use num_traits::ToPrimitive;

use self::report::{write_html, write_junit};
use self::samples::{MAX_LAW_SAMPLES, needed_samples};
use crate::arguments::integer;
use crate::arguments::script::not_started;
use crate::arguments::seed::SeedArgs;
use crate::child::driven::{Driven, Limits};
use crate::child::flow::Patience;
use crate::child::group;
use crate::child::link::{Origin, Socket};
use crate::child::program::{CommandLine, PlaceholderValues};
use crate::commands::audit::outputs::PageArgs;
use crate::commands::law::{self, MAX_DRAWN, MAX_LEAVES, Sort};
use crate::output::error::{Exit, failed, invalid};
use crate::output::options::OutputArgs;
use crate::output::signals;
use crate::output::watch::Watch;
use crate::output::{self, PictureArgs};

pub use self::report::ProveReport;

/// What does a program's shuffle do? A proof by its own choices.
///
/// The program draws its random numbers through an adapter, which --adapter prints for its language; one call, serve,
/// hands over the shuffle. Every sequence of choices of a small deck is run, which gives the exact law. With --certify a
/// model of the shuffle of a large deck is learned, compared with the program on random choices, and proved fair or
/// unfair. The program is run without a shell; {cards} in its arguments is replaced.
///
/// A deck must follow from the draws alone: thousands of runs are repeated to find programs whose decks do not. Ctrl-C ends
/// the work with what is known by then.
///
/// The exit code is 0 if the shuffle is fair (also up to a bound), 1 if it is unfair, 2 if nothing is decided, or if
/// the work was ended early. With --at-most D it is 0 if the distance from uniform is shown to be at most D, and 1 if
/// the distance, or the bound if only a bound is known, is above D.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("html", |html| html.help("Also write an HTML page to this file")))]
#[command(mut_arg("junit", |junit| junit))] // follows the page again
pub struct ProveArgs {
    /// Run this program with these arguments
    #[arg(last = true, value_name = "PROGRAM", required_unless_present_any = ["adapter", "example", "recorded", "listen"])]
    program: Vec<String>,

    /// The number of cards [default: 6, or 52 with --certify]
    #[arg(long, short = 'n', value_name = "N", value_parser = integer::parse_positive)]
    cards: Option<num_bigint::BigUint>,

    /// Print the adapter of this language, and end
    #[arg(long, value_enum, value_name = "LANGUAGE", exclusive = true)]
    adapter: Option<Language>,

    /// Print a whole small program in this language, with its adapter, that can be proved as it is, and end
    #[arg(long, value_enum, value_name = "LANGUAGE", exclusive = true)]
    example: Option<Example>,

    /// Wait for a program that connects to a Unix socket at PATH and speaks the protocol of the adapters; - for the
    /// standard streams, with --output
    #[arg(long, value_name = "PATH", conflicts_with_all = ["program", "adapter", "recorded"])]
    listen: Option<PathBuf>,

    /// Read the runs that another driver has recorded, from standard input, instead of running a program
    #[arg(long, hide = true, conflicts_with_all = ["program", "certify", "tree", "seed"])]
    recorded: bool,

    /// Certify a deck that is too large for its law
    #[arg(long)]
    certify: bool,

    /// The number of random lists of choices. With them a certificate is tested [default: 1000000], or a law whose draws
    /// have too many values to run each [default: 100000]. With --at-most D the default is the number that D needs: from
    /// 100000 to 10^7, or to 5000000 for a law
    #[arg(long, value_name = "M", value_parser = parse_count)]
    samples: Option<u64>,

    /// The highest probability with which a test with random lists may give a wrong result
    #[arg(long, value_name = "D", default_value = "0.000001", value_parser = parse_confidence)]
    confidence: f64,

    /// Exit with 0 only if the distance is at most D. The total variation distance from uniform is shown to be at most D
    #[arg(long, value_name = "D", value_parser = parse_distance)]
    #[arg(conflicts_with = "tree")]
    at_most: Option<f64>,

    #[command(flatten)]
    seed: SeedArgs,

    /// The maximum number of runs of the program for its law
    #[arg(long, value_name = "R", default_value = "20000000", value_parser = parse_count, conflicts_with = "certify")]
    runs: u64,

    /// List the orders alphabetically, or by probability
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "HOW",
        conflicts_with = "certify"
    )]
    sort: Sort,

    /// Show the tree of choices instead. It has one leaf per run, at most 1000
    #[arg(long, conflicts_with_all = ["format", "certify"])]
    tree: bool,

    #[command(flatten)]
    pub picture: PictureArgs,

    /// The seconds of silence, and in all. Give up if the program does not answer for SILENCE seconds [default: 60], and end after ALL seconds with what is
    /// known
    #[arg(long, value_name = "SILENCE[,ALL]", value_parser = Patience::parse)]
    timeout: Option<Patience>,

    #[command(flatten)]
    pages: PageArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro prove --example python > fair.py; faro prove -- python3 fair.py
  faro prove --adapter python > faro_choices.py      for a program of your own
  faro prove --cards 6 -- python3 game.py
  faro prove --cards 3 --tree -- python3 game.py
  faro prove --cards 52 --certify --samples 1e6 --confidence 1e-6 -- python3 game.py
  faro prove --certify --at-most 10^-4 -- python3 game.py    138,294 lists of choices";

/// The names of arguments in error messages.
const CARDS: &str = "--cards <N>";
const SAMPLES_OPTION: &str = "--samples <M>";
const AT_MOST: &str = "--at-most <D>";
const PROGRAM: &str = "[PROGRAM]...";
const LISTEN: &str = "--listen <PATH>";

const RECORDED: &str = "recorded runs";

/// Maximum number of cards for a certificate.
const MAX_CERTIFIED: usize = 512;

/// Maximum value of `--runs` and `--samples`.
const MAX_COUNT: u64 = 1_000_000_000_000_000;

/// Default number of cards for a law.
const DEFAULT_LAW_CARDS: usize = 6;

/// Default number of cards for a certificate.
const DEFAULT_CERTIFIED_CARDS: usize = 52;

/// Default number of random lists of choices for a certificate.
const DEFAULT_SAMPLES: u64 = 1_000_000;

/// Default number of random lists of choices for a law.
const DEFAULT_LAW_SAMPLES: u64 = 100_000;

/// Maximum number of random lists of choices for `--at-most` if `--samples` is not given.
const MAX_UNASKED: u64 = 10_000_000;

/// Default time limit for an answer of the program.
const DEFAULT_SILENCE: Duration = Duration::from_secs(60);

fn parse_count(text: &str) -> Result<u64, String> {
    let expected = "a number from 1 to 10^15, for example 1e6";
    integer::within(integer::parse_positive(text)?, ..=MAX_COUNT, expected)
}

fn parse_confidence(text: &str) -> Result<f64, String> {
    let expected = "a probability from 1e-100 to 0.5, for example 1e-6";
    integer::parse_decimal_within(text, 1e-100..=0.5, expected)
}

fn parse_distance(text: &str) -> Result<f64, String> {
    let expected = "a distance from 0 to 1, for example 0.001";
    integer::parse_decimal_within(text, 0.0..=1.0, expected)
}

impl ProveArgs {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<Exit> {
        if let Some(language) = self.adapter {
            return output::bytes(language.adapter().as_bytes(), args).map(|()| Exit::Success);
        }
        if let Some(example) = self.example {
            return output::bytes(example.text().as_bytes(), args).map(|()| Exit::Success);
        }
        output::check([], self.files(args), args)?;
        let started = Instant::now();
        let report = self
            .proved(args)
            .inspect_err(|error| self.pages.note_failure("prove", error))?;
        let Some(report) = report else {
            return Ok(Exit::Success);
        };
        let printed = self
            .picture
            .show(&report, args, &mut |sheet, out| match &report.law {
                Some(law) => faro_render::bars(&law.bars(), sheet, out),
                None => Err(std::io::Error::other("there is no law to draw")),
            });
        let pages = self.pages.write(
            &mut |out| write_html(&report, out),
            &mut |out| write_junit(&report, started.elapsed(), out),
            args,
        );
        pages.and(printed)?;
        Ok(report.exit())
    }

    fn files<'a>(
        &'a self,
        args: &'a OutputArgs,
    ) -> impl Iterator<Item = (&'a Path, &'static str)> + Clone {
        let picture = self.picture.svg.path().map(|path| (path, output::SVG));
        let picture = args.written().into_iter().chain(picture);
        picture.chain(self.pages.files())
    }

    fn number_of_cards(&self) -> anyhow::Result<usize> {
        let max = match self.certify {
            true => MAX_CERTIFIED,
            false if self.picture.svg.path().is_some() => MAX_DRAWN,
            false => Law::MAX_CARDS,
        };
        let Some(cards) = &self.cards else {
            return Ok(if self.certify {
                DEFAULT_CERTIFIED_CARDS
            } else {
                DEFAULT_LAW_CARDS
            });
        };
        cards
            .to_usize()
            .filter(|&cards| cards <= max)
            .ok_or_else(|| {
                let remedy = if self.certify {
                    ""
                } else {
                    "; larger decks are certified with --certify"
                };
                invalid(
                    CARDS,
                    cards,
                    format!("expected at most {max} cards{remedy}"),
                )
            })
    }

    fn number_of_samples(&self) -> anyhow::Result<u64> {
        let max = if self.certify {
            MAX_COUNT
        } else {
            MAX_LAW_SAMPLES
        };
        match (self.samples, self.at_most) {
            (None, None) if self.certify => Ok(DEFAULT_SAMPLES),
            (None, None) => Ok(DEFAULT_LAW_SAMPLES),
            (None, Some(distance)) => {
                // The rounding of the draws adds a little to the distance of a law, so slightly more lists are needed.
                let needed = 1.001 * needed_samples(distance, self.confidence);
                Ok((needed as u64).clamp(DEFAULT_LAW_SAMPLES, max.min(MAX_UNASKED)))
            }
            (Some(samples), _) if samples <= max => Ok(samples),
            (Some(samples), _) => {
                let why =
                    format!("expected at most {max} for a law; more are possible with --certify");
                Err(invalid(SAMPLES_OPTION, samples, why))
            }
        }
    }

    /// Returns an error if the random lists of a certificate are too few to show the distance of `--at-most`.
    fn check_at_most(&self, settings: &Settings) -> anyhow::Result<()> {
        let Settings {
            samples,
            confidence,
            ..
        } = *settings;
        let Some(max) = self
            .at_most
            .filter(|&max| self.certify && max < bound(samples, confidence))
        else {
            return Ok(());
        };
        let needed = needed_samples(max, confidence);
        let expected = match needed <= MAX_COUNT as f64 {
            true => format!("expected --samples {needed} or more"),
            false => "expected a larger distance".into(),
        };
        let least = Bound::Upper.digits(bound(samples, confidence), report::BOUND_DIGITS);
        let lists = counted(samples, "list");
        Err(invalid(
            AT_MOST,
            max,
            format!("{lists} of choices show a bound of {least} at best; {expected}"),
        ))
    }

    /// Runs the program and returns the report. With `--tree`, writes the tree of choices and returns `None`.
    pub fn proved(&self, args: &OutputArgs) -> anyhow::Result<Option<ProveReport>> {
        let cards = self.number_of_cards()?;
        let seed = self.seed.seed()?;
        let settings = Settings {
            max_runs: self.runs,
            samples: self.number_of_samples()?,
            confidence: self.confidence,
            seed,
        };
        self.check_at_most(&settings)?;
        if self.recorded {
            let walk = read_recorded(cards, std::io::stdin().lock()).map_err(not_recorded)?;
            return Ok(Some(self.report(
                cards,
                RECORDED.into(),
                Verdict::of_walk(walk, &settings),
            )));
        }
        // From here on, a first signal ends the work with a result, and a second signal ends this program at once.
        signals::poll();
        signals::before_exit(group::end_at_once);
        signals::include_quit();
        let patience = self.timeout.unwrap_or(Patience {
            silence: None,
            whole: None,
        });
        let silence = patience.silence.unwrap_or(DEFAULT_SILENCE);
        let limits = Limits {
            silence,
            whole: patience.whole,
            stop: signals::requested,
        };
        let (origin, name) = self.origin(cards, &seed.to_string(), args)?;
        let mut program =
            Driven::start(origin, cards, limits).map_err(|error| match &self.listen {
                Some(path) => invalid(LISTEN, path.display(), error),
                None => invalid(PROGRAM, &name, not_started(&name, &error)),
            })?;
        let greeted = program.greet();
        if self.tree {
            return self.tree(greeted, &mut program, &name, args).map(|()| None);
        }
        let verdict = greeted.and_then(|()| match self.certify {
            true => certified(&mut program, &settings, args),
            false => walked(&mut program, &settings, args),
        });
        let verdict = verdict
            .or_else(|error| refused(&mut program, error))
            .map_err(|error| failed(&name, error))?;
        program.close();
        Ok(Some(self.report(cards, name, verdict)))
    }

    /// Returns the program to run or to wait for, and its name.
    fn origin(
        &self,
        cards: usize,
        seed: &str,
        args: &OutputArgs,
    ) -> anyhow::Result<(Origin, String)> {
        let Some(path) = &self.listen else {
            let first = self.program.first().map_or("", String::as_str);
            let line = CommandLine::from_words(self.program.clone())
                .map_err(|why| invalid(PROGRAM, first, why))?;
            let values = PlaceholderValues {
                cards: Some(cards),
                decks: 0,
                seed: seed.into(),
            };
            return Ok((Origin::Command(line.filled(&values)), line.to_string()));
        };
        if path.as_os_str() != "-" {
            let socket = Socket::bind(path.clone()).map_err(|error| {
                invalid(
                    LISTEN,
                    path.display(),
                    format!("{error}; expected the path of a new file"),
                )
            })?;
            return Ok((
                Origin::Socket(socket),
                format!("the program at {}", path.display()),
            ));
        }
        if args.written().is_none() || self.tree {
            let why =
                "expected --output FILE for the result, since standard output has the requests";
            return Err(invalid(LISTEN, "-", why));
        }
        Ok((
            Origin::Standard,
            "the program at the standard streams".into(),
        ))
    }

    fn report(&self, cards: usize, name: String, verdict: Verdict) -> ProveReport {
        let is_command = !self.certify && !self.recorded && self.listen.is_none();
        let certify = is_command.then(|| format!("faro prove --certify -- {name}"));
        let mut report = ProveReport::new(
            cards,
            name,
            verdict,
            (self.certify, self.at_most),
            (self.sort, self.picture.ascii),
        );
        report.command = certify;
        report
    }

    fn tree(
        &self,
        greeted: Result<(), ProgramError>,
        program: &mut Driven,
        name: &str,
        args: &OutputArgs,
    ) -> anyhow::Result<()> {
        let mut leaves = Vec::new();
        let mut has_wide_draw = false;
        let visit = &mut |run: &Run| {
            has_wide_draw |= run.bounds().any(|bound| bound >= WIDE);
            leaves.push(law::leaf(&leaf(run)));
        };
        let walked = greeted.and_then(|()| program.walk(&[], MAX_LEAVES as u64 + 1, visit));
        walked.map_err(|error| match error {
            ProgramError::Interrupted => {
                anyhow::anyhow!("{}: nothing was finished", report::ending())
            }
            error => failed(name, error),
        })?;
        program.close();
        if has_wide_draw {
            let why = format!(
                "a draw has {WIDE} values or more, such as a floating-point number; its tree is too large"
            );
            return Err(failed(name, why));
        }
        let title = format!("{name}, {}", counted(program.cards(), "card"));
        law::show_tree(&title, leaves, &self.picture, args, |why| {
            invalid(CARDS, program.cards(), why)
        })
    }
}

/// Returns the verdict on a program that was refused for `error`. If its randomness is hidden, the source is searched
/// for.
fn refused(program: &mut Driven, error: ProgramError) -> Result<Verdict, ProgramError> {
    if error != ProgramError::HiddenRandomness {
        return Verdict::refused(error);
    }
    Ok(Verdict::hidden(
        hidden_source(program).unwrap_or(HiddenSource::Unknown),
    ))
}

fn walked(
    program: &mut Driven,
    settings: &Settings,
    args: &OutputArgs,
) -> Result<Verdict, ProgramError> {
    let watch = Watch::before(settings.max_runs, args);
    Ok(Verdict::of_walk(
        walk_while(program, settings, &mut watch.goes_on_after())?,
        settings,
    ))
}

fn certified(
    program: &mut Driven,
    settings: &Settings,
    args: &OutputArgs,
) -> Result<Verdict, ProgramError> {
    let watch = Watch::before(settings.samples, args);
    Ok(Verdict::of_certificate(
        certify_while(program, settings, &mut watch.goes_on_after())?,
        settings,
    ))
}

/// Returns the error for recorded runs that cannot be used.
fn not_recorded(error: ProgramError) -> anyhow::Error {
    match error {
        ProgramError::Recorded {
            line: Some(line),
            why,
        } => invalid("--recorded", format!("line {line}"), why),
        ProgramError::Recorded { line: None, why } => invalid("--recorded", "standard input", why),
        error => error.into(),
    }
}

/// Returns a run as a leaf of the tree of choices, for output.
fn leaf(run: &Run) -> Leaf {
    let choice = |draw: &faro_prove::Draw| {
        let number = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
        Choice {
            index: number(draw.value),
            weight: 1,
            total: number(draw.bound),
        }
    };
    Leaf {
        path: run.draws.iter().map(choice).collect(),
        deck: run.deck.clone(),
    }
}

/// The languages for which `--adapter` prints an adapter.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Language {
    /// faro_choices.py: random, secrets
    #[value(aliases = ["py", "python3"])]
    Python,
    /// faro_numpy.py, beside faro_choices.py: numpy.random
    Numpy,
    /// faro_choices.js, for Node.js: Math.random, crypto
    #[value(aliases = ["js", "node", "typescript"])]
    Javascript,
    /// FaroChoices.java: a java.util.Random for the shuffle
    Java,
    /// faro_choices.rs, without dependencies
    #[value(alias = "rs")]
    Rust,
    /// faro_choices.h, for C and C++: rand, random, arc4random_uniform
    #[value(aliases = ["c++", "cpp"])]
    C,
    /// faro_choices.rb: a generator for shuffle, rand, SecureRandom
    Ruby,
    /// FaroChoices.php: a Random\Randomizer
    Php,
    /// faro_choices.go: a source for math/rand, crypto/rand
    #[value(alias = "golang")]
    Go,
    /// faro_preload.c, for compiled programs as they are, on Linux: rand, getrandom, std::random_device
    Preload,
}

/// The languages for which `--example` prints a program.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Example {
    /// fair.py: faro prove -- python3 fair.py
    #[value(aliases = ["py", "python3"])]
    Python,
    /// fair.js: faro prove -- node fair.js
    #[value(aliases = ["js", "node", "typescript"])]
    Javascript,
    /// Fair.java: faro prove -- java Fair.java
    Java,
    /// fair.rs: rustc fair.rs; faro prove -- ./fair
    #[value(alias = "rs")]
    Rust,
    /// fair.c: cc -o fair fair.c; faro prove -- ./fair
    #[value(aliases = ["c++", "cpp"])]
    C,
}

impl Example {
    fn text(self) -> String {
        match self {
            Example::Python => adapters::python_example(),
            Example::Javascript => adapters::javascript_example(),
            Example::Java => adapters::java_example(),
            Example::Rust => adapters::rust_example(),
            Example::C => adapters::c_example(),
        }
    }
}

impl Language {
    fn adapter(self) -> &'static str {
        match self {
            Language::Python => adapters::PYTHON,
            Language::Numpy => adapters::NUMPY,
            Language::Javascript => adapters::JAVASCRIPT,
            Language::Java => adapters::JAVA,
            Language::Rust => adapters::RUST,
            Language::C => adapters::C,
            Language::Ruby => adapters::RUBY,
            Language::Php => adapters::PHP,
            Language::Go => adapters::GO,
            Language::Preload => adapters::PRELOAD,
        }
    }
}
