//! The audit and the proof of a document.

use clap::{Args, Parser};
use faro_sample::shuffle::Seed;

use super::arguments::CertifyArgs;
use crate::commands::audit::{AuditArgs, AuditReport};
use crate::commands::prove::{ProveArgs, ProveReport};
use crate::output::options::OutputArgs;

/// The results of the audit and of the proof that a certificate is made from.
#[derive(Default)]
pub struct TestResults {
    pub seed: Option<Seed>,
    pub audit: Option<AuditReport>,
    pub proof: Option<ProveReport>,
    /// The reason why the certificate has no proof.
    pub unproved: Option<String>,
    /// The command lines that repeat the audit and the proof.
    pub commands: Vec<String>,
}

impl TestResults {
    /// Returns the number of audited decks.
    pub fn audited(&self) -> Option<u64> {
        let audit = self.audit.as_ref()?;
        Some(audit.conclusion.judgement.decks)
    }

    pub fn new(
        certify: &CertifyArgs,
        decks: Option<u64>,
        seed: Seed,
        args: &OutputArgs,
    ) -> anyhow::Result<TestResults> {
        let mut measured = TestResults {
            seed: Some(seed),
            ..TestResults::default()
        };
        let words = audit_words(certify, decks, &seed);
        measured.commands.push(shown(&words));
        measured.audit = Some(parsed::<AuditArgs>(&words)?.report_only(args)?);
        measured.unproved = match (certify.no_proof, certify.program.is_empty()) {
            (_, true) => Some("decks in a file cannot be proved".into()),
            (true, _) => Some(LEFT_OUT.into()),
            _ => None,
        };
        if measured.unproved.is_none() {
            let words = prove_words(certify, &seed);
            measured.commands.push(shown(&words));
            match parsed::<ProveArgs>(&words)?.proved(args) {
                Ok(proof) => measured.proof = proof,
                Err(error) => {
                    measured.unproved = Some(format!("the program could not be proved: {error}"));
                }
            }
        }
        Ok(measured)
    }
}

/// Maximum number of cards whose law is proved; larger decks are certified.
const MAX_LAW: usize = 6;

/// The entry of `not_tested` of a document whose proof was left out.
pub const LEFT_OUT: &str = "the proof was left out";

/// Seconds of silence after which a program that does not answer has no adapter.
const SILENCE_SECONDS: &str = "20";

/// Arguments of a command with its output options. They are parsed together, since some of them exclude each other.
#[derive(Parser)]
struct Line<T: Args> {
    #[command(flatten)]
    command: T,

    #[command(flatten)]
    output: OutputArgs,
}

/// Parses the command line of an audit or a proof.
fn parsed<T: Args>(words: &[String]) -> anyhow::Result<T> {
    let line = Line::<T>::try_parse_from(words);
    let line = line.map_err(|error| anyhow::anyhow!(first_line(&error)))?;
    Ok(line.command)
}

fn audit_words(certify: &CertifyArgs, decks: Option<u64>, seed: &Seed) -> Vec<String> {
    let mut words: Vec<String> = ["audit", "--cards"].map(String::from).into();
    words.push(certify.cards.to_string());
    words.extend(
        decks
            .iter()
            .flat_map(|decks| ["--decks".into(), decks.to_string()]),
    );
    words.extend([
        "--alpha".into(),
        certify.alpha.to_string(),
        "--seed".into(),
        seed.to_string(),
    ]);
    match &certify.file {
        Some(path) => words.push(path.display().to_string()),
        None => words.extend(std::iter::once("--".into()).chain(certify.program.iter().cloned())),
    }
    words
}

fn prove_words(certify: &CertifyArgs, seed: &Seed) -> Vec<String> {
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
    format!(
        "faro {}",
        line.map_or_else(|_| words.join(" "), |line| line.to_string())
    )
}

fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    text.lines()
        .next()
        .unwrap_or_default()
        .trim_start_matches("error: ")
        .into()
}
