//! The output files of an audit, and the folder with every form of the report. Other files in it are not touched.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use faro_audit::Check;
use faro_render::printable::printable;
use faro_render::view::{Page, Report};
use serde::Serialize;

use super::report::AuditReport;
use super::{html, junit, laboratory};
use crate::output;
use crate::output::destination;
use crate::output::error::invalid;
use crate::output::options::{Format, OutputArgs};

/// Names of arguments in error messages.
const HTML: &str = "--html <FILE>";
const JUNIT: &str = "--junit <FILE>";

/// The files that are written in addition to the result.
#[derive(clap::Args)]
pub struct ReportArgs {
    /// Also write an HTML page with pictures to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Also write a JUnit XML report for continuous integration to this file
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// Also write the report in every format, the tables and the method to this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

impl ReportArgs {
    /// Returns the folder for all formats, if the user named one.
    pub fn folder(&self) -> Option<&Path> {
        self.report.as_deref()
    }

    /// Returns the output files, with the arguments that name them.
    pub fn files(&self, args: &OutputArgs) -> Vec<(PathBuf, &'static str)> {
        let named = self
            .given_files()
            .map(|(path, argument)| (path.into(), argument));
        let written = args
            .written()
            .map(|(path, argument)| (path.into(), argument));
        let all = self.report.iter().flat_map(|path| files_in(path));
        written
            .into_iter()
            .chain(named)
            .chain(all.map(|path| (path, REPORT)))
            .collect()
    }

    /// Creates the folder for all formats, if the user named one.
    pub fn create_folder(&self) -> anyhow::Result<()> {
        self.folder().map_or(Ok(()), create)
    }

    fn given_files(&self) -> impl Iterator<Item = (&Path, &'static str)> {
        let named = [(self.html.as_deref(), HTML), (self.junit.as_deref(), JUNIT)];
        named
            .into_iter()
            .filter_map(|(path, argument)| path.map(|path| (path, argument)))
    }

    /// Returns the name of the first option for a report file that the user gave, if any.
    pub fn given(&self) -> Option<&'static str> {
        let folder = self.report.is_some().then_some(REPORT);
        self.given_files()
            .map(|(_, argument)| argument)
            .chain(folder)
            .next()
    }

    /// Returns whether some output shows the diagnosis.
    pub fn is_explained(&self, args: &OutputArgs) -> bool {
        !args.quiet || self.given().is_some() || !matches!(args.format, Format::Text)
    }

    /// Writes the report to standard output and to every file. An error of one output does not prevent the
    /// others.
    pub fn write(&self, report: &AuditReport, args: &OutputArgs) -> anyhow::Result<()> {
        let printed = output::report(report, args);
        let page = self.html.as_ref();
        let page = page
            .map(|path| output::in_addition(path, HTML, args, &mut |out| html::write(report, out)));
        let build = self.junit.as_ref();
        let build =
            build.map(|path| destination::write(path, JUNIT, &mut |out| junit::write(report, out)));
        let all = self.report.as_ref().map(|path| write_all(path, report));
        [Some(printed), page, build, all]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Writes a JUnit report of an error, for builds that require a report file.
    pub fn note_failure(&self, error: &anyhow::Error) {
        let write = |path: &Path, argument| {
            // An error of writing the JUnit report is ignored, since the error that it describes is printed anyway.
            let _ =
                destination::write(path, argument, &mut |out| junit::error("audit", error, out));
        };
        if let Some(path) = &self.junit {
            write(path, JUNIT);
        }
        if let Some(path) = self.report.as_ref().filter(|path| path.is_dir()) {
            write(&path.join(BUILD), REPORT);
        }
    }
}

/// Name of the argument in error messages.
const REPORT: &str = "--report <DIR>";

/// The name of the file for continuous integration.
const BUILD: &str = "junit.xml";

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
    ("checks.csv", |report, out| {
        faro_render::csv(report.table(), out)
    }),
    ("cards-at-positions.csv", |report, out| {
        faro_render::csv(laboratory::positions(report), out)
    }),
    ("neighbours.csv", |report, out| {
        faro_render::csv(laboratory::neighbours(report), out)
    }),
    ("chi-squares.csv", |report, out| {
        faro_render::csv(laboratory::chi_squares(report), out)
    }),
    ("power.csv", |report, out| {
        faro_render::csv(laboratory::power(report), out)
    }),
];

/// Returns the paths of the files that are written to `folder`.
fn files_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    FILES.iter().map(move |(name, _)| folder.join(name))
}

/// Creates the folder unless it exists.
fn create(folder: &Path) -> anyhow::Result<()> {
    let refused = |error| {
        invalid(
            REPORT,
            folder.display(),
            format!("cannot create this folder: {error}"),
        )
    };
    match folder.is_dir() {
        true => Ok(()),
        false if folder.exists() => Err(invalid(
            REPORT,
            folder.display(),
            "expected a folder, this is a file",
        )),
        false => fs::create_dir_all(folder).map_err(refused),
    }
}

/// Writes every file. An error of one file does not prevent the others.
fn write_all(folder: &Path, report: &AuditReport) -> anyhow::Result<()> {
    let write = |(name, write): &(&str, WriteReport)| {
        destination::write(&folder.join(name), REPORT, &mut |out| write(report, out))
    };
    FILES
        .iter()
        .map(write)
        .collect::<Vec<_>>()
        .into_iter()
        .collect()
}

fn text(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    let page = Page {
        width: Some(WIDTH),
        ..Page::default()
    };
    let mut wrap = faro_render::Wrap::new(page.width, out);
    report.text(&page, &mut wrap)?;
    wrap.end()?;
    writeln!(out)?;
    report
        .properties()
        .iter()
        .try_for_each(|(name, value)| writeln!(out, "{name}: {}", printable(value)))
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
        checks: checks
            .into_iter()
            .map(|(check, of)| format!("{of}:{}", check.identifier()))
            .collect(),
    };
    faro_render::json(&method, out)
}
