//! Checks the digest of a document, and its results if the program or the decks are given.

use std::io::{self, Write};
use std::path::Path;

use faro_console::args::OutputArgs;
use faro_console::error::{Exit, failed, invalid};
use faro_render::palette;
use faro_render::printable::printable;
use faro_render::view::{Page, Report, Table};
use faro_sample::shuffle::Seed;
use serde::Serialize;
use serde_json::Value;

use super::document::{Document, Subject, digest};
use super::{CHECK, Certify, MAX_DECKS, Measured};
use crate::{unambiguous, verify};

/// The result of a check.
#[derive(Serialize)]
pub struct Confirmation {
    confirmed: bool,
    digest: String,
    /// The digest in the document.
    recorded: String,
    /// Whether the tests were repeated.
    repeated: bool,
    /// The results that differ.
    differences: Vec<String>,
}

impl Confirmation {
    pub fn exit(&self) -> Exit {
        if self.confirmed { Exit::Success } else { Exit::Unfair }
    }

    fn sentence(&self) -> String {
        match (&self.differences[..], self.repeated) {
            ([], false) => {
                "confirmed: the digest fits the document; the tests were not repeated, and whoever changes a document can compute its digest"
                    .into()
            }
            ([], true) => "confirmed: the document is unchanged, and the tests have the same results".into(),
            ([first, ..], _) => format!("not confirmed: {first}"),
        }
    }
}

impl Certify {
    /// Checks the document in a file.
    pub fn checked(&self, path: &Path, args: &OutputArgs) -> anyhow::Result<Confirmation> {
        let refused = |why: String| invalid(CHECK, path.display(), why);
        let text = verify::text(path, CHECK)?;
        let text = faro_prove::scheme::clean(&text);
        let document: Value = unambiguous::parse(text)
            .map_err(|error| refused(format!("this is not a document of faro certify in JSON: {error}")))?;
        let recorded = document.get("digest").and_then(Value::as_str).map(String::from);
        let recorded = recorded.ok_or_else(|| refused("the document has no digest".into()))?;
        let digest = digest(&document);
        let mut differences = Vec::new();
        if digest != recorded {
            differences.push("the document was changed after it was written: its digest differs".into());
        }
        let repeated = self.file.is_some() || !self.program.is_empty();
        if repeated {
            let again = self.again(&document, args).map_err(|error| failed(path.display(), error))?;
            differences.extend(differing(&document, &again));
        }
        Ok(Confirmation { confirmed: differences.is_empty(), digest, recorded, repeated, differences })
    }

    /// Repeats the tests with the numbers in the document, and the program of this command line.
    fn again(&self, document: &Value, args: &OutputArgs) -> anyhow::Result<Value> {
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
        let again = Certify {
            file: self.file.clone(),
            program: self.program.clone(),
            source: self.source.clone(),
            cards,
            alpha: repeat.get("alpha").and_then(Value::as_f64).ok_or_else(missing)?,
            samples: number("samples").ok_or_else(missing)?,
            no_proof: document.get("prove").is_none_or(Value::is_null),
            state_bits: document.pointer("/bits/state_bits").and_then(Value::as_u64).map(|bits| bits as u32),
            ..Certify::default()
        };
        let decks = number("decks");
        anyhow::ensure!(decks.is_none_or(|decks| decks <= MAX_DECKS), missing());
        let measured = Measured::new(&again, decks, seed, args)?;
        Ok(serde_json::to_value(Document::new(&again, Subject::new(&again)?, decks, &measured)?)?)
    }
}

/// The parts of a document that do not depend on the seed: they are compared even if the decks differ.
const COMPARED: &[&str] = &[
    "/verdict",
    "/subject/files",
    "/plan/decks",
    "/plan/alpha",
    "/plan/power",
    "/plan/detectable",
    "/prove/verdict",
    "/prove/bound",
    "/prove/cards",
    "/prove/confidence",
    "/prove/total_variation",
    "/prove/orders",
    "/bits",
    "/repeat/same_decks",
];

/// The parts that are also compared if the decks are the same.
const SAME_DECKS: &[&str] = &["/methods", "/laboratory", "/audit"];

/// The parts that are also compared if the decks are different.
const OTHER_DECKS: &[&str] = &["/audit/verdict", "/audit/cards", "/audit/decks", "/audit/alpha"];

/// Returns the results that differ. With the same decks, the audit must be the same in every digit.
fn differing(document: &Value, again: &Value) -> Vec<String> {
    let same_decks = document.pointer("/repeat/same_decks") == Some(&Value::Bool(true));
    let compared = COMPARED.iter().chain(if same_decks { SAME_DECKS } else { OTHER_DECKS });
    let differs = |path: &&str| without_source(document, path) != without_source(again, path);
    let named = |path: &str| format!("{} differs", path[1..].replace('/', ": "));
    compared.copied().filter(differs).map(named).collect()
}

/// Returns a part of a document without the name of the audited program, which may lie elsewhere.
fn without_source(document: &Value, path: &str) -> Option<Value> {
    let mut part = document.pointer(path).filter(|part| !part.is_null())?.clone();
    if let Some(fields) = part.as_object_mut() {
        fields.remove("source");
    }
    if let Some(files) = part.as_array_mut() {
        files.iter_mut().filter_map(Value::as_object_mut).for_each(|file| {
            file.remove("path");
        });
    }
    Some(part)
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
        let colour = if self.confirmed { palette::GREEN } else { palette::RED };
        page.write(out, colour.on_default().bold(), &self.sentence())?;
        writeln!(out)
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        self.headline(page, out)?;
        self.differences.iter().skip(1).try_for_each(|line| writeln!(out, "and {}", printable(line)))?;
        writeln!(out, "digest  {}", self.digest)
    }
}
