//! `faro certify`: audit, proof and seeding of a program in one document, which can be checked and repeated.

mod compare;
mod document;
mod report;

use std::path::PathBuf;

use crate::arguments::args::{OutputArgs, SeedArgs};
use crate::arguments::integer;
use crate::output;
use crate::output::destination;
use crate::output::error::{Exit, invalid};
use crate::output::overwrite;
use clap::Parser;
use document::{Document, Subject};
use faro_audit::Verdict;
use faro_sample::shuffle::{Choices, Generator, Seed};
use num_traits::ToPrimitive;
use report::CertifyReport;

use crate::commands::audit::{Audit, AuditReport};
use crate::commands::prove::{Prove, ProveReport};

/// Audit, proof and seeding of a program's shuffle in one document for others.
///
/// The document says what was tested, with the SHA-256 of its files; each method with its law and source; the number of decks
/// and what it could show; the results with their error rates; what was not tested; the command that repeats it; and a digest
/// over all of it. --html writes it for print, JSON is the document itself. The program is audited as by `faro audit`, and proved
/// as by `faro prove` if it has an adapter. Date, place and operator are those that the caller gives.
///
/// --check FILE computes the digest again. With the program or the file of decks at hand it also repeats the tests and compares
/// the results.
///
/// The exit code is 0 if nothing speaks against the shuffle, or the document is confirmed; 1 if the shuffle is unfair, or the
/// document is not confirmed; 2 if it could not be tested.
#[derive(Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Certify {
    /// Decks to audit instead of a program
    #[arg(value_name = "FILE", conflicts_with = "program")]
    file: Option<PathBuf>,

    /// Run this program with these arguments
    #[arg(last = true, value_name = "PROGRAM")]
    program: Vec<String>,

    /// The number of cards
    #[arg(long, value_name = "N", default_value = "52", value_parser = parse_cards, allow_negative_numbers = true)]
    cards: usize,

    /// The number of decks [default: all of a file; of a program 100000]
    #[arg(long, value_name = "M", value_parser = parse_decks, conflicts_with = "plan", allow_negative_numbers = true)]
    decks: Option<u64>,

    /// Enough decks to detect a Fisher-Yates pass that skips each swap with probability P, such as 0.1%
    #[arg(long, value_name = "P", value_parser = parse_share, allow_hyphen_values = true)]
    plan: Option<f64>,

    /// The highest probability with which a fair shuffle may be called unfair
    #[arg(long, value_name = "A", default_value = "0.001", value_parser = parse_alpha, allow_negative_numbers = true)]
    alpha: f64,

    #[command(flatten)]
    seed: SeedArgs,

    /// The number of random lists of choices of the proof
    #[arg(long, value_name = "M", default_value = "100000", value_parser = parse_decks, allow_negative_numbers = true)]
    samples: u64,

    /// Leave the proof out
    #[arg(long)]
    no_proof: bool,

    /// The number of bits of the generator's state or seed
    #[arg(long, value_name = "B", value_parser = parse_bits, allow_negative_numbers = true)]
    state_bits: Option<u32>,

    /// What is tested, by its name and version
    #[arg(long, value_name = "TEXT")]
    subject: Option<String>,

    /// The person or laboratory that tests
    #[arg(long, value_name = "TEXT")]
    operator: Option<String>,

    /// The place of the test
    #[arg(long, value_name = "TEXT")]
    place: Option<String>,

    /// The date of the test
    #[arg(long, value_name = "TEXT")]
    date: Option<String>,

    /// Where the seed, the numbers of decks and lists, and the number of attempts were fixed before the run
    #[arg(long, value_name = "TEXT")]
    declared: Option<String>,

    /// A file of the program, whose SHA-256 is recorded; those in the command line are recorded anyway
    #[arg(long, value_name = "FILE")]
    source: Vec<PathBuf>,

    /// Also write the document as an HTML page for print
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Check this document, in JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["html", "plan", "decks", "seed", "samples", "subject", "operator", "place", "date", "declared"])]
    check: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  faro certify --plan 1%
  faro certify --cards 52 --date 2026-11-23 --html page.html -- python3 game.py
  faro certify --format json --output document.json -- python3 game.py
  faro certify --check document.json -- python3 game.py";

/// Names of arguments in error messages.
const HTML: &str = "--html <FILE>";
const PLAN: &str = "--plan <P>";
const CHECK: &str = "--check <FILE>";
const SOURCE: &str = "--source <FILE>";

/// Maximum number of decks, and of samples.
const MAX_DECKS: u64 = 1_000_000_000;

fn parse_cards(text: &str) -> Result<usize, String> {
    let cards = integer::parse(text).ok().and_then(|cards| cards.to_usize());
    let is_allowed = |cards: &usize| (2..=faro_audit::MAX_CARDS).contains(cards);
    cards.filter(is_allowed).ok_or_else(|| format!("expected 2 to {} cards", faro_audit::MAX_CARDS))
}

fn parse_decks(text: &str) -> Result<u64, String> {
    let decks = integer::parse(text).ok().and_then(|decks| decks.to_u64());
    let decks = decks.filter(|decks| (1..=MAX_DECKS).contains(decks));
    decks.ok_or_else(|| "expected a number from 1 to 10^9, for example 1e5".into())
}

fn parse_bits(text: &str) -> Result<u32, String> {
    let max = faro::seed::Coverage::MAX_STATE_BITS;
    let bits = integer::parse(text).ok().and_then(|bits| bits.to_u32()).filter(|&bits| bits <= max);
    bits.ok_or_else(|| format!("expected a number of bits from 0 to {max}, for example 32"))
}

fn parse_alpha(text: &str) -> Result<f64, String> {
    let alpha: Option<f64> = text.parse().ok().filter(|alpha| (1e-12..=0.5).contains(alpha));
    alpha.ok_or_else(|| "expected a probability from 1e-12 to 0.5, for example 0.001".into())
}

fn parse_share(text: &str) -> Result<f64, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let share = match text.strip_suffix('%') {
        Some(percent) => number(percent).map(|percent| percent / 100.0),
        None => number(text),
    };
    share
        .filter(|share| (1e-6..=0.5).contains(share))
        .ok_or_else(|| "expected a share from 0.0001% to 50%, for example 0.1%".into())
}

impl Certify {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<Exit> {
        if let Some(path) = &self.check {
            let confirmed = self.checked(path, args)?;
            output::report(&confirmed, args)?;
            return Ok(confirmed.exit());
        }
        if let Some(path) = &self.html {
            output::check_file(path, HTML, args)?;
        }
        let written = args.written().into_iter().chain(self.html.as_deref().map(|path| (path, HTML)));
        overwrite::check(self.file.as_deref(), written)?;
        let decks = self.planned()?;
        let subject = Subject::new(self)?;
        let measured = self.measured(decks, args)?;
        let document = Document::new(self, subject, decks, &measured)?;
        let report = CertifyReport::new(document, measured);
        let printed = output::report(&report, args);
        let page = self
            .html
            .as_ref()
            .map(|path| destination::write(path, HTML, &mut |out| report::write(&report, out)));
        [Some(printed), page].into_iter().flatten().collect::<Result<(), _>>()?;
        Ok(report.exit())
    }

    /// Returns the number of decks, if it is given or planned.
    fn planned(&self) -> anyhow::Result<Option<u64>> {
        let Some(share) = self.plan else { return Ok(self.decks) };
        let decks = document::decks_for(self.cards, share, self.alpha);
        decks.map(Some).ok_or_else(|| {
            let why = format!(
                "{MAX_DECKS} decks do not show it for {} cards; expected a larger share or more cards",
                self.cards
            );
            invalid(PLAN, share, why)
        })
    }

    fn measured(&self, decks: Option<u64>, args: &OutputArgs) -> anyhow::Result<Measured> {
        if self.file.is_none() && self.program.is_empty() {
            anyhow::ensure!(
                self.plan.is_some(),
                "expected a program after --, a file of decks, or --plan alone; for example: faro certify -- python3 game.py"
            );
            return Ok(Measured::default());
        }
        Measured::new(self, decks, self.drawn_seed()?, args)
    }
}

impl Certify {
    /// Returns the seed. The default has 31 bits, which any program can read.
    fn drawn_seed(&self) -> anyhow::Result<Seed> {
        let seed = self.seed.seed()?;
        Ok(match self.seed.is_given() {
            true => seed,
            false => Seed::from(u64::from(Generator::unit(&seed, 0).below(1 << 31))),
        })
    }
}

/// Returns the overall verdict.
fn verdict(measured: &Measured, bits: Option<&document::Bits>) -> &'static str {
    use faro_prove::VerdictKind::{Undecided, Unfair};
    let audited = measured.audit.as_ref().map(|audit| audit.conclusion.judgement.verdict);
    let proved = measured.proof.as_ref().map(|proof| proof.verdict.kind);
    let has_too_few_states = bits.is_some_and(|bits| bits.total_variation_at_least > 0.0);
    match (audited, proved) {
        (Some(Verdict::Unfair), _) | (_, Some(Unfair)) => "unfair",
        _ if has_too_few_states => "unfair",
        (None, _) => "planned",
        (Some(Verdict::TooFewDecks), None | Some(Undecided)) => "too few decks",
        _ => "fair",
    }
}

/// Maximum number of cards whose law is proved; larger decks are certified.
const MAX_LAW: usize = 6;

/// The entry of `not_tested` of a document whose proof was left out.
const LEFT_OUT: &str = "the proof was left out";

/// Seconds of silence after which a program that does not answer has no adapter.
const SILENCE_SECONDS: &str = "20";

/// What was measured.
#[derive(Default)]
struct Measured {
    pub seed: Option<Seed>,
    pub audit: Option<AuditReport>,
    pub proof: Option<ProveReport>,
    /// The reason why there is no proof.
    pub unproved: Option<String>,
    /// The commands that repeat the parts.
    pub commands: Vec<String>,
}

/// Arguments of `faro audit` with its output options. They are parsed together, since some of them exclude each other.
#[derive(Parser)]
#[command(name = "audit")]
struct AuditLine {
    #[command(flatten)]
    audit: Audit,

    #[command(flatten)]
    output: OutputArgs,
}

/// The command line of `faro prove`.
#[derive(Parser)]
#[command(name = "prove")]
struct ProveLine {
    #[command(flatten)]
    prove: Prove,

    #[command(flatten)]
    output: OutputArgs,
}

impl Measured {
    pub fn new(
        certify: &Certify,
        decks: Option<u64>,
        seed: Seed,
        args: &OutputArgs,
    ) -> anyhow::Result<Measured> {
        let mut measured = Measured { seed: Some(seed), ..Measured::default() };
        let words = audit_words(certify, decks, &seed);
        measured.commands.push(shown(&words));
        let line = AuditLine::try_parse_from(&words).map_err(|error| anyhow::anyhow!(first_line(&error)))?;
        measured.audit = Some(line.audit.report_only(args)?);
        measured.unproved = match (certify.no_proof, certify.program.is_empty()) {
            (_, true) => Some("decks in a file cannot be proved".into()),
            (true, _) => Some(LEFT_OUT.into()),
            _ => None,
        };
        if measured.unproved.is_none() {
            let words = prove_words(certify, &seed);
            measured.commands.push(shown(&words));
            let line =
                ProveLine::try_parse_from(&words).map_err(|error| anyhow::anyhow!(first_line(&error)))?;
            match line.prove.report_only(args) {
                Ok(proof) => measured.proof = proof,
                Err(error) => measured.unproved = Some(format!("the program could not be proved: {error}")),
            }
        }
        Ok(measured)
    }
}

fn audit_words(certify: &Certify, decks: Option<u64>, seed: &Seed) -> Vec<String> {
    let mut words: Vec<String> = ["audit", "--cards"].map(String::from).into();
    words.push(certify.cards.to_string());
    words.extend(decks.iter().flat_map(|decks| ["--decks".into(), decks.to_string()]));
    words.extend(["--alpha".into(), certify.alpha.to_string(), "--seed".into(), seed.to_string()]);
    match &certify.file {
        Some(path) => words.push(path.display().to_string()),
        None => words.extend(std::iter::once("--".into()).chain(certify.program.iter().cloned())),
    }
    words
}

fn prove_words(certify: &Certify, seed: &Seed) -> Vec<String> {
    let mut words: Vec<String> = ["prove", "--cards"].map(String::from).into();
    words.extend([certify.cards.to_string(), "--seed".into(), seed.to_string()]);
    words.extend([
        "--samples".into(),
        certify.samples.to_string(),
        "--timeout".into(),
        SILENCE_SECONDS.into(),
    ]);
    words.extend((certify.cards > MAX_LAW).then(|| "--certify".into()));
    words.extend(std::iter::once("--".into()).chain(certify.program.iter().cloned()));
    words
}

/// Returns the command line quoted for a shell.
fn shown(words: &[String]) -> String {
    let line = crate::child::program::CommandLine::from_words(words.to_vec());
    format!("faro {}", line.map_or_else(|_| words.join(" "), |line| line.to_string()))
}

fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    text.lines().next().unwrap_or_default().trim_start_matches("error: ").into()
}
