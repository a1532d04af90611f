//! The output files of an audit. A folder can have the report in every format. Files in it with other names are not
//! touched.

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
use crate::output::destination::{self, Content};
use crate::output::error::invalid;
use crate::output::options::{Format, OutputArgs};

/// Names of arguments in error messages.
const HTML: &str = "--html <FILE>";
const JUNIT: &str = "--junit <FILE>";

/// A page for people and a report for continuous integration, which are written in addition to the output.
#[derive(clap::Args)]
pub struct PageArgs {
    /// Also write an HTML page with pictures to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Also write a JUnit XML report for continuous integration to this file
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

impl PageArgs {
    /// Returns the paths of the files that the user named, each with its option.
    pub fn files(&self) -> impl Iterator<Item = (&Path, &'static str)> + Clone {
        let named = [(self.html.as_deref(), HTML), (self.junit.as_deref(), JUNIT)];
        named
            .into_iter()
            .filter_map(|(path, argument)| path.map(|path| (path, argument)))
    }

    /// Writes the files that the user named. If one of them fails, the other is written.
    pub fn write(&self, html: Content, junit: Content, args: &OutputArgs) -> anyhow::Result<()> {
        let page = self.html.as_ref();
        let page = page.map(|path| output::in_addition(path, HTML, args, html));
        let build = self.junit.as_ref();
        let build = build.map(|path| destination::write(path, JUNIT, junit));
        page.into_iter().chain(build).collect()
    }

    /// Writes a JUnit report of `error`, for builds that require a report file.
    pub fn note_failure(&self, command: &'static str, error: &anyhow::Error) {
        if let Some(path) = &self.junit {
            // A failure to write the JUnit report is ignored, since `error` is printed anyway.
            let _ = destination::write(path, JUNIT, &mut |out| junit::error(command, error, out));
        }
    }
}

/// The options for files that are written in addition to the output.
#[derive(clap::Args)]
pub struct ReportArgs {
    #[command(flatten)]
    pages: PageArgs,

    /// Also write the report in every format, the tables and the method to this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

impl ReportArgs {
    /// Returns the folder for the report in every format, if the user named one.
    pub fn folder(&self) -> Option<&Path> {
        self.report.as_deref()
    }

    /// Returns the paths of all output files, each with the option that names it for error messages.
    pub fn files(&self, args: &OutputArgs) -> Vec<(PathBuf, &'static str)> {
        let named = self
            .pages
            .files()
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

    /// Creates the folder for the report in every format, if the user named one.
    pub fn create_folder(&self) -> anyhow::Result<()> {
        let Some(folder) = self.folder() else {
            return Ok(());
        };
        let end = folder.extension().unwrap_or_default();
        if end == "html" || end == "xml" {
            let option = if end == "html" { "--html" } else { "--junit" };
            let why = format!("expected the name of a folder; a file is written by {option} FILE");
            return Err(invalid(REPORT, folder.display(), why));
        }
        create(folder)
    }

    /// Returns whether at least one output shows the diagnosis.
    pub fn is_explained(&self, args: &OutputArgs) -> bool {
        let has_file = self.report.is_some() || self.pages.files().next().is_some();
        !args.quiet || has_file || !matches!(args.format, Format::Text)
    }

    /// Writes the report to standard output and to every output file. If one of them fails, the rest are written.
    pub fn write(&self, report: &AuditReport, args: &OutputArgs) -> anyhow::Result<()> {
        let printed = output::report(report, args);
        let pages = self.pages.write(
            &mut |out| html::write(report, out),
            &mut |out| junit::write(report, out),
            args,
        );
        let all = self.report.as_ref();
        let all = all.map_or(Ok(()), |path| write_all(path, report));
        printed.and(pages).and(all)
    }

    /// Writes a JUnit report of `error` wherever one is asked for.
    pub fn note_failure(&self, error: &anyhow::Error) {
        self.pages.note_failure("audit", error);
        if let Some(path) = self.report.as_ref().filter(|path| path.is_dir()) {
            let _ = destination::write(&path.join(BUILD), REPORT, &mut |out| {
                junit::error("audit", error, out)
            });
        }
    }
}

/// Name of the option of the folder in error messages.
const REPORT: &str = "--report <DIR>";

/// Name of the JUnit file in the folder.
const BUILD: &str = "junit.xml";

/// Width in columns of the text report in the folder.
const WIDTH: usize = 100;

type WriteReport = fn(&AuditReport, &mut dyn Write) -> io::Result<()>;

/// The names of the files in the folder, each with the function that writes the file.
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

/// Returns the paths of the files in `folder`.
fn files_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    FILES.iter().map(move |(name, _)| folder.join(name))
}

/// Creates `folder` unless it exists.
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

/// Writes every file in `folder`. If one of them fails, the rest are written.
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

/// The parameters with which the audit can be repeated, written as JSON.
#[derive(Serialize)]
struct Method<'a> {
    version: &'static str,
    source: Option<&'a str>,
    /// The SHA-256 of the input, if the whole input was read or it is a file.
    input_sha256: Option<&'a str>,
    decks: u64,
    alpha: f64,
    correction: &'static str,
    /// Each check that was made, with the number of its method.
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
