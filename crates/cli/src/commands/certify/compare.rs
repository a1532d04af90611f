//! Checks the digest of a document, and its results if the program or the decks are given.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use faro_render::palette;
use faro_render::printable::printable;
use faro_render::view::{Page, Report, Table};
use faro_sample::shuffle::Seed;
use serde::Serialize;
use serde_json::Value;

use super::arguments::{CHECK, CertifyArgs, MAX_DECKS};
use super::document::{Document, Subject, digest};
use super::measured::{LEFT_OUT, TestResults};
use crate::commands::verify;
use crate::intake::unambiguous;
use crate::output::error::{Exit, failed, invalid};
use crate::output::options::OutputArgs;

/// The result of a check.
#[derive(Serialize)]
pub struct Confirmation {
    confirmed: bool,
    digest: String,
    /// The digest in the document.
    recorded: String,
    /// Whether the tests were repeated.
    repeated: bool,
    /// Whether the document has a proof.
    #[serde(skip)]
    proved: bool,
    /// Whether the tests were repeated with the same decks.
    #[serde(skip)]
    same_decks: bool,
    /// The results that differ.
    differences: Vec<String>,
}

impl Confirmation {
    pub fn exit(&self) -> Exit {
        if self.confirmed {
            Exit::Success
        } else {
            Exit::Unfair
        }
    }

    fn sentence(&self) -> String {
        match (&self.differences[..], self.repeated) {
            ([], false) => {
                "confirmed: the digest fits the document; the tests were not repeated, and whoever changes a document can compute its digest"
                    .into()
            }
            ([], true) if self.proved => "confirmed: the digest fits, and the tests have the same results".into(),
            ([], true) => {
                let results = if self.same_decks { "results" } else { "verdict on other decks" };
                format!("confirmed: the digest fits, and the audit has the same {results}; there is no proof")
            }
            ([first, ..], _) => format!("not confirmed: {}", printable(first)),
        }
    }
}

impl CertifyArgs {
    /// Checks the digest of the document in `path`, and repeats its tests if the file or program is given.
    pub fn checked(&self, path: &Path, args: &OutputArgs) -> anyhow::Result<Confirmation> {
        let refused = |why: String| invalid(CHECK, path.display(), why);
        if path
            .extension()
            .is_some_and(|extension| extension == "html")
        {
            return Err(refused(
                "expected the document in JSON, as --format json prints it".into(),
            ));
        }
        let text = verify::text(path, CHECK)?;
        let text = faro_prove::scheme::clean(&text);
        let document: Value = unambiguous::parse(text).map_err(|error| {
            refused(format!(
                "this is not a document of faro certify in JSON: {error}"
            ))
        })?;
        let recorded = document
            .get("digest")
            .and_then(Value::as_str)
            .map(String::from);
        let recorded = recorded.ok_or_else(|| refused("the document has no digest; expected one that `faro certify --format json` printed".into()))?;
        let digest = digest(&document);
        let mut differences = Vec::new();
        if digest != recorded {
            differences
                .push("the document was changed after it was written: its digest differs".into());
        }
        let repeated = self.file.is_some() || !self.program.is_empty();
        if repeated {
            let again = self
                .repeated(&document, args)
                .map_err(|error| failed(path.display(), error))?;
            differences.extend(differing(&document, &again));
        }
        Ok(Confirmation {
            confirmed: differences.is_empty(),
            digest,
            recorded,
            repeated,
            proved: document["prove"].is_object(),
            same_decks: has_same_decks(&document),
            differences,
        })
    }

    /// Repeats the tests with the numbers in the document, and the program of this command line.
    fn repeated(&self, document: &Value, args: &OutputArgs) -> anyhow::Result<Value> {
        let repeat = document.get("repeat").cloned().unwrap_or_default();
        let number = |name: &str| repeat.get(name).and_then(Value::as_u64);
        let missing = || anyhow::anyhow!("the document does not say how to repeat it");
        let seed = match repeat.get("seed") {
            Some(Value::String(seed)) => seed.clone(),
            Some(Value::Number(seed)) => seed.to_string(),
            _ => return Err(missing()),
        };
        let seed: Seed = seed.parse().map_err(|_| missing())?;
        let cards = number("cards").ok_or_else(missing)? as usize;
        anyhow::ensure!((2..=faro_audit::MAX_CARDS).contains(&cards), missing());
        let again = CertifyArgs {
            file: self.file.clone(),
            program: self.program.clone(),
            source: self.source.clone(),
            cards,
            alpha: repeat
                .get("alpha")
                .and_then(Value::as_f64)
                .ok_or_else(missing)?,
            samples: number("samples").ok_or_else(missing)?,
            no_proof: document["not_tested"]
                .as_array()
                .is_some_and(|all| all.contains(&LEFT_OUT.into())),
            state_bits: document
                .pointer("/bits/state_bits")
                .and_then(Value::as_u64)
                .map(|bits| bits as u32),
            ..CertifyArgs::default()
        };
        // If the recorded command line has no `--decks`, the number of decks was the default, and is not repeated.
        let is_given = repeat
            .pointer("/commands/0")
            .and_then(Value::as_str)
            .is_none_or(|line| line.contains(" --decks "));
        let decks = number("decks").filter(|_| is_given);
        anyhow::ensure!(decks.is_none_or(|decks| decks <= MAX_DECKS), missing());
        let measured = TestResults::new(&again, decks, seed, args)?;
        Ok(serde_json::to_value(Document::new(
            &again,
            Subject::new(&again)?,
            decks,
            &measured,
        )?)?)
    }
}

/// Returns whether the tests of a document are repeated with the same decks.
fn has_same_decks(document: &Value) -> bool {
    document.pointer("/repeat/same_decks") == Some(&Value::Bool(true))
}

/// The parts of the audit that are compared if the decks are different.
const OF_OTHER_DECKS: &[&str] = &["verdict", "cards", "decks", "alpha"];

/// Returns the parts in which the documents `document` and `again` differ, in words. A part may also be missing. If
/// the tests were repeated with the same decks, the audit must be the same in every digit.
fn differing(document: &Value, again: &Value) -> Vec<String> {
    let same_decks = has_same_decks(document);
    let same_command = document.pointer("/subject/command") == again.pointer("/subject/command");
    let [document, again] =
        [document, again].map(|whole| comparable(whole, same_decks, same_command));
    let mut different = Vec::new();
    for part in names(&document, &again) {
        let [old, new] = [&document, &again].map(|whole| whole.get(part).unwrap_or(&Value::Null));
        let fields = names(old, new);
        let differs = |field: &&str| old.get(field) != new.get(field);
        different.extend(
            fields
                .iter()
                .copied()
                .filter(differs)
                .map(|field| format!("{part}: {field} differs")),
        );
        if fields.is_empty() && old != new {
            different.push(format!("{part} differs"));
        }
    }
    // The verdict comes first, because it is the most important difference.
    different.sort_by_key(|part| part != "verdict differs");
    different
}

/// Returns the names of the fields of two objects, or an empty set if one of the values is no object.
fn names<'a>(left: &'a Value, right: &'a Value) -> BTreeSet<&'a str> {
    let (Some(left), Some(right)) = (left.as_object(), right.as_object()) else {
        return BTreeSet::new();
    };
    left.keys()
        .chain(right.keys())
        .map(String::as_str)
        .collect()
}

/// Returns a document without the digest and without the fields that a repetition cannot know. These are the
/// facts that the caller gave, and the paths of the program and its files, which may differ. Commands are
/// left if the program is the same.
fn comparable(document: &Value, same_decks: bool, same_command: bool) -> Value {
    let mut document = document.clone();
    let mut remove = |parent: &str, fields: &[&str]| {
        if let Some(parent) = document.pointer_mut(parent).and_then(Value::as_object_mut) {
            parent.retain(|name, _| !fields.contains(&name.as_str()));
        }
    };
    remove("", &["digest"]);
    remove(
        "/subject",
        &["name", "operator", "place", "date", "command", "version"],
    );
    remove("/plan", &["skipped_swaps"]);
    remove("/repeat", &["declared"]);
    remove("/audit", &["source"]);
    if !same_command {
        remove("/repeat", &["commands"]);
    }
    if !same_decks {
        remove("", &["methods", "laboratory"]);
    }
    if !same_decks && let Some(audit) = document.get_mut("audit").and_then(Value::as_object_mut) {
        audit.retain(|name, _| OF_OTHER_DECKS.contains(&name.as_str()));
    }
    if let Some(files) = document
        .pointer_mut("/subject/files")
        .and_then(Value::as_array_mut)
    {
        files
            .iter_mut()
            .filter_map(Value::as_object_mut)
            .for_each(|file| {
                file.remove("path");
            });
    }
    document
}

impl Report for Confirmation {
    fn table(&self) -> Table<'_> {
        Table::with_one_row([
            ("confirmed", Some(self.confirmed.to_string())),
            ("digest", Some(self.digest.clone())),
            ("recorded", Some(self.recorded.clone())),
            ("repeated", Some(self.repeated.to_string())),
            ("differences", Some(self.differences.join("; "))),
        ])
    }

    fn headline(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let colour = if self.confirmed {
            palette::GREEN
        } else {
            palette::RED
        };
        page.line(out, colour.on_default().bold(), &self.sentence())
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        self.headline(page, out)?;
        self.differences
            .iter()
            .skip(1)
            .try_for_each(|line| writeln!(out, "and {}", printable(line)))?;
        writeln!(out, "digest  {}", self.digest)
    }
}
