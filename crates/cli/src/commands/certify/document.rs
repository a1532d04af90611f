//! The document that `faro certify` makes.
//!
//! It says what was tested, by which methods, what was found, and how it is repeated.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use faro::seed::Coverage;
use faro_audit::Verdict;
use faro_audit::{Alternative, Check, LaboratoryTest, power};
use faro_math::number::log2_factorial;
use faro_prove::adapters::FILE_NAMES;
use faro_render::numbers::agreeing;
use faro_sample::shuffle::Seed;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::arguments::{CertifyArgs, MAX_DECKS, SOURCE};
use super::measured::TestResults;
use crate::commands::audit::sha256;
use crate::output::error::invalid;
use crate::output::probability::Number;

/// Approximate number of checks of an audit, for a plan.
const CHECKS: usize = 70;

/// The document. Its digest is over all other fields.
#[derive(Serialize)]
pub struct Document {
    pub subject: Subject,
    pub verdict: &'static str,
    pub methods: Vec<Method>,
    pub laboratory: Vec<Laboratory>,
    pub plan: AuditPlan,
    pub audit: Option<Value>,
    pub prove: Option<Value>,
    pub bits: Option<StateBits>,
    pub not_tested: Vec<String>,
    pub repeat: Repeat,
    pub digest: String,
}

/// A method by its name, with what it counts and its law under a fair shuffle, with the source.
#[derive(Serialize)]
pub struct Method {
    pub name: String,
    pub counts: String,
    pub law: String,
}

/// A test that laboratories list for random numbers, and the methods of the audit that do it.
#[derive(Serialize)]
pub struct Laboratory {
    pub test: &'static str,
    /// The checks of this audit that do the test. Empty if the test was not made.
    pub checks: Vec<String>,
    pub remark: &'static str,
}

/// The number of decks of an audit, and the biases that it detects with probability 99 %.
#[derive(Serialize)]
pub struct AuditPlan {
    /// The probability of skipped swaps for whose detection the number of decks was planned.
    pub skipped_swaps: Option<f64>,
    pub decks: Option<u64>,
    pub alpha: f64,
    pub power: f64,
    pub detectable: Vec<String>,
}

/// The bits of the generator's state, beside the bits that all orders of the deck need.
#[derive(Serialize)]
pub struct StateBits {
    pub state_bits: u32,
    pub bits_needed: f64,
    pub reachable_fraction: Number,
    pub largest_deck: u64,
    pub total_variation_at_least: f64,
}

/// The commands and the settings that repeat the tests of a document.
#[derive(Serialize)]
pub struct Repeat {
    pub commands: Vec<String>,
    pub cards: usize,
    pub decks: Option<u64>,
    pub alpha: f64,
    pub seed: Option<Seed>,
    pub samples: u64,
    /// Where the plan of the tests was fixed before the run, as the caller gave it.
    ///
    /// The plan is the seed, the numbers of decks and lists, and the number of attempts.
    pub declared: Option<String>,
    /// Whether the tests can be repeated with the same decks.
    ///
    /// This is so for decks from a file, or from a program that takes the seed.
    pub same_decks: bool,
}

impl Laboratory {
    /// Returns the checks in words.
    pub fn made(&self) -> String {
        match self.checks.is_empty() {
            true => "not made here".into(),
            false => self.checks.join(", "),
        }
    }
}

impl Document {
    pub fn new(
        certify: &CertifyArgs,
        subject: Subject,
        decks: Option<u64>,
        measured: &TestResults,
    ) -> anyhow::Result<Document> {
        let bits = certify
            .state_bits
            .map(|bits| seeding(certify.cards, bits))
            .transpose()?;
        let audited = measured.audited();
        let takes_seed = certify.program.iter().any(|word| word.contains("{seed}"));
        let mut document = Document {
            subject,
            verdict: verdict(measured, bits.as_ref()),
            methods: methods(measured, certify.state_bits.is_some()),
            laboratory: laboratory(measured),
            plan: plan(certify, decks.or(audited), audited),
            audit: measured
                .audit
                .as_ref()
                .map(serde_json::to_value)
                .transpose()?,
            prove: measured
                .proof
                .as_ref()
                .map(serde_json::to_value)
                .transpose()?,
            bits,
            not_tested: missing_decks(decks, audited)
                .into_iter()
                .chain(not_tested(certify, measured, takes_seed))
                .collect(),
            repeat: Repeat {
                commands: measured.commands.clone(),
                cards: certify.cards,
                decks: decks.or(audited),
                alpha: certify.alpha,
                seed: measured.seed,
                samples: certify.samples,
                declared: certify.declared.clone(),
                same_decks: certify.file.is_some() || takes_seed,
            },
            digest: String::new(),
        };
        document.digest = digest(&serde_json::to_value(&document)?);
        Ok(document)
    }
}

/// Returns the SHA-256 of a document without its digest.
///
/// The hash is of JSON without white space, with the fields of each object sorted by name.
pub fn digest(document: &Value) -> String {
    let mut document = document.clone();
    if let Some(fields) = document.as_object_mut() {
        fields.remove("digest");
    }
    data_encoding::HEXLOWER.encode(&Sha256::digest(sorted(&document).to_string()))
}

/// Returns a JSON value with the fields of all its objects in alphabetical order.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields: BTreeMap<&String, Value> = fields
                .iter()
                .map(|(name, value)| (name, sorted(value)))
                .collect();
            fields
                .into_iter()
                .map(|(name, value)| (name.clone(), value))
                .collect()
        }
        Value::Array(values) => values.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

/// Returns the fewest decks that detect, with power 99 %, swaps skipped with probability `share`.
pub fn decks_for(cards: usize, share: f64, alpha: f64) -> Option<u64> {
    let (alternative, size) = match cards {
        // The only swap of two cards is found by its share of even orders.
        2 => (Alternative::EvenOrders, (1.0 + share) / 2.0),
        _ => (Alternative::SkippedSwaps, share),
    };
    let is_seen = |decks: u64| {
        let found = power(cards, decks, alpha, CHECKS);
        let of_plan = found
            .into_iter()
            .find(|power| power.alternative == alternative);
        of_plan
            .and_then(|power| power.seen)
            .is_some_and(|seen| seen <= size)
    };
    if !is_seen(MAX_DECKS) {
        return None;
    }
    let (mut low, mut high) = (1, MAX_DECKS);
    while low < high {
        let middle = low + (high - low) / 2;
        if is_seen(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(low)
}

/// Returns a sentence if fewer decks were read than asked for.
pub fn missing_decks(decks: Option<u64>, audited: Option<u64>) -> Option<String> {
    let (decks, audited) = decks
        .zip(audited)
        .filter(|(decks, audited)| audited < decks)?;
    Some(format!(
        "{} of the {decks} decks: only {audited} {} read",
        decks - audited,
        agreeing(audited, "were")
    ))
}

/// Returns the plan. `audited` is the number of audited decks, which limits the biases that the audit can
/// show.
fn plan(certify: &CertifyArgs, decks: Option<u64>, audited: Option<u64>) -> AuditPlan {
    let detectable = audited
        .or(decks)
        .into_iter()
        .flat_map(|decks| power(certify.cards, decks, certify.alpha, CHECKS));
    AuditPlan {
        skipped_swaps: certify.plan,
        decks,
        alpha: certify.alpha,
        power: 0.99,
        detectable: detectable.map(|power| power.to_string()).collect(),
    }
}

fn seeding(cards: usize, state_bits: u32) -> anyhow::Result<StateBits> {
    let coverage = Coverage::new(cards as u64, state_bits)?;
    let log2 = coverage.log2_reachable();
    Ok(StateBits {
        state_bits,
        bits_needed: log2_factorial(cards as f64),
        reachable_fraction: Number::from_log2(log2),
        largest_deck: coverage.largest_deck(),
        total_variation_at_least: 1.0 - log2.exp2(),
    })
}

fn methods(measured: &TestResults, has_bits: bool) -> Vec<Method> {
    let method = |name: &str, counts: &str, law: &str| Method {
        name: name.into(),
        counts: counts.into(),
        law: law.into(),
    };
    let made = checks_made(measured);
    let mut methods: Vec<Method> = Check::each()
        .filter(|check| made.contains(check))
        .map(|check| method(&check.identifier(), &check.meaning(), check.law()))
        .collect();
    if measured.audit.is_some() {
        methods.push(method(
            "holm-1979/1",
            "the verdict of all checks together",
            "a fair shuffle is called unfair with probability at most alpha: the k-th smallest of m p-values is multiplied by m - k + 1 (Holm 1979)",
        ));
    }
    if let Some(proof) = &measured.proof {
        let (name, law) = match proof.verdict.law {
            Some(_) => (
                "law",
                "every sequence of choices is run; total variation is half the sum of |P(order) - 1/n!|",
            ),
            None => (
                "certificate",
                "if m random lists agree with a proved model, the distance is at most 1 - d^(1/m) with confidence 1 - d (Blum, Luby, Rubinfeld 1993)",
            ),
        };
        methods.push(method(name, "the program's own random choices", law));
    }
    if has_bits {
        methods.push(method(
            "bits",
            "states of the generator",
            "B bits reach at most 2^B of n! orders; the distance is at least 1 - 2^B/n!",
        ));
    }
    methods
}

/// Returns the checks that were made.
fn checks_made(measured: &TestResults) -> Vec<Check> {
    let findings = measured
        .audit
        .iter()
        .flat_map(|audit| &audit.conclusion.judgement.findings);
    findings.map(|finding| finding.check).collect()
}

fn laboratory(measured: &TestResults) -> Vec<Laboratory> {
    let made = checks_made(measured);
    let test = |test: &LaboratoryTest| {
        let checks = test.checks.iter().filter(|check| made.contains(check));
        Laboratory {
            test: test.name,
            checks: checks.map(|check| check.identifier()).collect(),
            remark: test.remark,
        }
    };
    LaboratoryTest::ALL.iter().map(test).collect()
}

fn not_tested(certify: &CertifyArgs, measured: &TestResults, takes_seed: bool) -> Vec<String> {
    let mut left_out: Vec<String> = measured.unproved.iter().cloned().collect();
    if measured.audit.is_none() {
        left_out.push("everything: this is a plan".into());
    }
    if certify.state_bits.is_none() {
        left_out
            .push("the state and the seeding of the generator: --state-bits was not given".into());
    }
    if !certify.program.is_empty() && !takes_seed {
        left_out.push(
            "the same decks again: the program takes no {seed}, so that another run has other decks".into(),
        );
    }
    let always = [
        "decks of other sizes",
        "the interpreter, the libraries and the machine on which the program runs: only the listed files are hashed",
        "whether the program in use is the one that was tested",
        "what becomes of a deck after the shuffle: dealing, showing, storing, and who can see it",
        "whether the next deck can be predicted from those before",
    ];
    left_out.extend(always.map(String::from));
    left_out
}

/// What was tested, by whom, where and when.
#[derive(Serialize)]
pub struct Subject {
    pub name: Option<String>,
    /// The program and its arguments, or the file of decks.
    pub command: Vec<String>,
    pub files: Vec<HashedFile>,
    pub operator: Option<String>,
    pub place: Option<String>,
    pub date: Option<String>,
    pub cards: usize,
    /// The version of faro.
    pub version: &'static str,
}

#[derive(Serialize)]
pub struct HashedFile {
    pub path: String,
    pub sha256: String,
}

impl Subject {
    pub fn new(certify: &CertifyArgs) -> anyhow::Result<Subject> {
        let file = certify.file.iter().map(|path| path.display().to_string());
        Ok(Subject {
            name: certify.subject.clone(),
            command: file.chain(certify.program.iter().cloned()).collect(),
            files: hashed(certify)?,
            operator: certify.operator.clone(),
            place: certify.place.clone(),
            date: certify.date.clone(),
            cards: certify.cards,
            version: env!("CARGO_PKG_VERSION"),
        })
    }
}

/// Returns the hashes of the files in the command line, of the adapters beside them, and of the files that the user named.
fn hashed(certify: &CertifyArgs) -> anyhow::Result<Vec<HashedFile>> {
    let hash = |path: &Path| {
        Some(HashedFile {
            path: path.display().to_string(),
            sha256: sha256(path)?,
        })
    };
    let words: Vec<PathBuf> = certify.program.iter().map(PathBuf::from).collect();
    let folders: BTreeSet<&Path> = words
        .iter()
        .filter(|path| path.is_file())
        .filter_map(|path| path.parent())
        .collect();
    let beside = |folder: &&Path| FILE_NAMES.map(|name| folder.join(name));
    let adapters = folders
        .iter()
        .flat_map(beside)
        .filter(|path| !words.contains(path) && !certify.source.contains(path));
    let named = words.iter().cloned().chain(certify.file.clone());
    let mut files: Vec<HashedFile> = named
        .chain(adapters)
        .filter_map(|path| hash(&path))
        .collect();
    for path in &certify.source {
        let hashed =
            hash(path).ok_or_else(|| invalid(SOURCE, path.display(), "cannot read this file"))?;
        files.push(hashed);
    }
    Ok(files)
}

/// Returns the overall verdict.
fn verdict(measured: &TestResults, bits: Option<&StateBits>) -> &'static str {
    use faro_prove::VerdictKind::{Undecided, Unfair};
    let audited = measured
        .audit
        .as_ref()
        .map(|audit| audit.conclusion.judgement.verdict);
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
