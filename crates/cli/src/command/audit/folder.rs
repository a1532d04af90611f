//! Writes every form of the report to one folder. Other files in the folder are not touched.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use faro_audit::Check;
use serde::Serialize;

use super::report::AuditReport;
use super::{html, junit, laboratory};
use faro_console::destination;
use faro_console::error::invalid;
use faro_render::printable::printable;
use faro_render::view::{Page, Report};

/// The name of the argument in error messages.
pub const REPORT: &str = "--report <DIR>";

/// The name of the file for continuous integration.
pub const BUILD: &str = "junit.xml";

/// Width of the text report in columns.
const WIDTH: usize = 100;

type WriteReport = fn(&AuditReport, &mut dyn Write) -> io::Result<()>;

/// The files, each with the function that writes it.
const FILES: [(&str, WriteReport); 10] = [
    ("report.html", html::write),
    ("report.json", |report, out| faro_render::json(report, out)),
    ("report.txt", text),
    (BUILD, junit::write),
    ("method.json", method),
    ("checks.csv", |report, out| faro_render::csv(report.table(), out)),
    ("cards-at-positions.csv", |report, out| faro_render::csv(laboratory::positions(report), out)),
    ("neighbours.csv", |report, out| faro_render::csv(laboratory::neighbours(report), out)),
    ("chi-squares.csv", |report, out| faro_render::csv(laboratory::chi_squares(report), out)),
    ("power.csv", |report, out| faro_render::csv(laboratory::power(report), out)),
];

/// Returns the paths of the files that are written to `folder`.
pub fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    FILES.iter().map(move |(name, _)| folder.join(name))
}

/// Creates the folder unless it exists.
pub fn create(folder: &Path) -> anyhow::Result<()> {
    let refused = |error| invalid(REPORT, folder.display(), format!("cannot create this folder: {error}"));
    match folder.is_dir() {
        true => Ok(()),
        false if folder.exists() => {
            Err(invalid(REPORT, folder.display(), "expected a folder, this is a file"))
        }
        false => fs::create_dir_all(folder).map_err(refused),
    }
}

/// Writes every file. An error of one file does not prevent the others.
pub fn write(folder: &Path, report: &AuditReport) -> anyhow::Result<()> {
    let write = |(name, write): &(&str, WriteReport)| {
        destination::write(&folder.join(name), REPORT, &mut |out| write(report, out))
    };
    FILES.iter().map(write).collect::<Vec<_>>().into_iter().collect()
}

fn text(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    let page = Page { width: Some(WIDTH), ..Page::default() };
    let mut wrap = faro_render::Wrap::new(page.width, out);
    report.text(&page, &mut wrap)?;
    wrap.end()?;
    writeln!(out)?;
    report.properties().iter().try_for_each(|(name, value)| writeln!(out, "{name}: {}", printable(value)))
}

/// The information with which another program can repeat the audit.
#[derive(Serialize)]
struct Method<'a> {
    version: &'static str,
    source: Option<&'a str>,
    /// The hash of the input, if all of it was read or it is a file.
    input_sha256: Option<&'a str>,
    decks: u64,
    alpha: f64,
    correction: &'static str,
    /// The checks that were made, with the numbers of their methods.
    checks: Vec<String>,
}

fn method(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    let mut checks: Vec<(Check, &str)> = report
        .conclusion
        .judgement
        .findings
        .iter()
        .map(|finding| (finding.check, finding.stream.name()))
        .collect();
    let listed: Vec<Check> = Check::each().collect();
    checks.sort_by_key(|(check, stream)| (*stream, listed.iter().position(|other| other == check)));
    let method = Method {
        version: env!("CARGO_PKG_VERSION"),
        source: report.input.source.as_deref(),
        input_sha256: report.input.sha256.as_deref(),
        decks: report.conclusion.judgement.decks,
        alpha: report.conclusion.judgement.alpha,
        correction: "holm-1979/1",
        checks: checks.into_iter().map(|(check, of)| format!("{of}:{}", check.identifier())).collect(),
    };
    faro_render::json(&method, out)
}
