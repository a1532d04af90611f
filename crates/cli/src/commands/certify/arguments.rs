//! The arguments of `faro certify`.

use std::path::PathBuf;

use crate::arguments::integer;
use crate::arguments::seed::SeedArgs;

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
/// document is not confirmed; 2 if it could not be tested; 3 if there are too few decks for a verdict.
#[derive(Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CertifyArgs {
    /// Decks to audit instead of a program
    #[arg(value_name = "FILE", conflicts_with = "program")]
    pub file: Option<PathBuf>,

    /// Run this program with these arguments
    #[arg(last = true, value_name = "PROGRAM")]
    pub program: Vec<String>,

    /// The number of cards
    #[arg(long, short = 'n', value_name = "N", default_value = "52", value_parser = parse_cards)]
    pub cards: usize,

    /// The number of decks [default: all of a file; of a program 100000]
    #[arg(long, value_name = "M", value_parser = parse_decks, conflicts_with = "plan")]
    pub decks: Option<u64>,

    /// Take enough decks to detect a bias of P, such as 0.1%. A Fisher-Yates pass that skips each swap with probability P is detected
    #[arg(long, value_name = "P", value_parser = parse_share, allow_hyphen_values = true)]
    pub plan: Option<f64>,

    /// The highest probability with which a fair shuffle may be called unfair
    #[arg(long, value_name = "A", default_value = "0.001", value_parser = parse_alpha)]
    pub alpha: f64,

    #[command(flatten)]
    pub seed: SeedArgs,

    /// The number of random lists of choices of the proof
    #[arg(long, value_name = "M", default_value = "100000", value_parser = parse_decks)]
    pub samples: u64,

    /// Leave the proof out
    #[arg(long)]
    pub no_proof: bool,

    /// The number of bits of the generator's state or seed
    #[arg(long, value_name = "B", value_parser = parse_bits)]
    pub state_bits: Option<u32>,

    /// What is tested, by its name and version
    #[arg(long, value_name = "TEXT")]
    pub subject: Option<String>,

    /// The person or laboratory that tests
    #[arg(long, value_name = "TEXT")]
    pub operator: Option<String>,

    /// The place of the test
    #[arg(long, value_name = "TEXT")]
    pub place: Option<String>,

    /// The date of the test
    #[arg(long, value_name = "TEXT")]
    pub date: Option<String>,

    /// Where the seed, the numbers of decks and lists, and the number of attempts were fixed before the run
    #[arg(long, value_name = "TEXT")]
    pub declared: Option<String>,

    /// A file of the program, whose SHA-256 is recorded; those in the command line are recorded anyway
    #[arg(long, value_name = "FILE")]
    pub source: Vec<PathBuf>,

    /// Also write the document as an HTML page for print
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Check this document, in JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["html", "plan", "decks", "seed", "samples", "subject", "operator", "place", "date", "declared"])]
    pub check: Option<PathBuf>,
}

pub const EXAMPLES: &str = "\
Examples:
  faro certify --plan 1%
  faro certify --cards 52 --date 2026-11-23 --html page.html -- python3 game.py
  faro certify --format json --output document.json -- python3 game.py
  faro certify --check document.json -- python3 game.py";

/// Names of arguments in error messages.
pub const HTML: &str = "--html <FILE>";

pub const PLAN: &str = "--plan <P>";

pub const CHECK: &str = "--check <FILE>";

pub const SOURCE: &str = "--source <FILE>";

/// Maximum number of decks, and of samples.
pub const MAX_DECKS: u64 = 1_000_000_000;

pub fn parse_cards(text: &str) -> Result<usize, String> {
    let max = faro_audit::MAX_CARDS;
    integer::parse_within(text, 2..=max, format_args!("2 to {max} cards"))
}

pub fn parse_decks(text: &str) -> Result<u64, String> {
    let expected = "a number from 1 to 10^9, for example 1e5";
    integer::parse_within(text, 1..=MAX_DECKS, expected)
}

pub fn parse_bits(text: &str) -> Result<u32, String> {
    let max = faro::seed::Coverage::MAX_STATE_BITS;
    let expected = format_args!("a number of bits from 0 to {max}, for example 32");
    integer::parse_within(text, ..=max, expected)
}

pub fn parse_alpha(text: &str) -> Result<f64, String> {
    let expected = "a probability from 1e-12 to 0.5, for example 0.001";
    integer::parse_decimal_within(text, 1e-12..=0.5, expected)
}

pub fn parse_share(text: &str) -> Result<f64, String> {
    integer::parse_decimal(text)
        .filter(|share| (1e-6..=0.5).contains(share))
        .ok_or_else(|| "expected a share from 0.0001% to 50%, for example 0.1%".into())
}
