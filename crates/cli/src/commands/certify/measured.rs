//! The audit and the proof of a document.

use clap::Parser;
use faro_sample::shuffle::Seed;

use super::arguments::Certify;
use crate::commands::audit::{Audit, AuditReport};
use crate::commands::prove::{Prove, ProveReport};
use crate::output::options::OutputArgs;

/// The results of the audit and of the proof that a certificate is made from.
#[derive(Default)]
pub struct Measured {
    pub seed: Option<Seed>,
    pub audit: Option<AuditReport>,
    pub proof: Option<ProveReport>,
    /// The reason why the certificate has no proof.
    pub unproved: Option<String>,
    /// The command lines that repeat the audit and the proof.
    pub commands: Vec<String>,
}

impl Measured {
    pub fn new(
        certify: &Certify,
        decks: Option<u64>,
        seed: Seed,
        args: &OutputArgs,
    ) -> anyhow::Result<Measured> {
        let mut measured = Measured {
            seed: Some(seed),
            ..Measured::default()
        };
        let words = audit_words(certify, decks, &seed);
        measured.commands.push(shown(&words));
        let line = AuditLine::try_parse_from(&words)
            .map_err(|error| anyhow::anyhow!(first_line(&error)))?;
        measured.audit = Some(line.audit.report_only(args)?);
        measured.unproved = match (certify.no_proof, certify.program.is_empty()) {
            (_, true) => Some("decks in a file cannot be proved".into()),
            (true, _) => Some(LEFT_OUT.into()),
            _ => None,
        };
        if measured.unproved.is_none() {
            let words = prove_words(certify, &seed);
            measured.commands.push(shown(&words));
            let line = ProveLine::try_parse_from(&words)
                .map_err(|error| anyhow::anyhow!(first_line(&error)))?;
            match line.prove.report_only(args) {
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
pub const MAX_LAW: usize = 6;

/// The entry of `not_tested` of a document whose proof was left out.
pub const LEFT_OUT: &str = "the proof was left out";

/// Seconds of silence after which a program that does not answer has no adapter.
pub const SILENCE_SECONDS: &str = "20";

/// Arguments of `faro audit` with its output options. They are parsed together, since some of them exclude each other.
#[derive(Parser)]
#[command(name = "audit")]
pub struct AuditLine {
    #[command(flatten)]
    pub audit: Audit,

    #[command(flatten)]
    pub output: OutputArgs,
}

/// The command line of `faro prove`.
#[derive(Parser)]
#[command(name = "prove")]
pub struct ProveLine {
    #[command(flatten)]
    pub prove: Prove,

    #[command(flatten)]
    pub output: OutputArgs,
}

pub fn audit_words(certify: &Certify, decks: Option<u64>, seed: &Seed) -> Vec<String> {
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

pub fn prove_words(certify: &Certify, seed: &Seed) -> Vec<String> {
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
pub fn shown(words: &[String]) -> String {
    let line = crate::child::program::CommandLine::from_words(words.to_vec());
    format!(
        "faro {}",
        line.map_or_else(|_| words.join(" "), |line| line.to_string())
    )
}

pub fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    text.lines()
        .next()
        .unwrap_or_default()
        .trim_start_matches("error: ")
        .into()
}
