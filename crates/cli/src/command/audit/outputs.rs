//! The output files of an audit.

use std::path::{Path, PathBuf};

use super::report::AuditReport;
use super::{folder, html, junit};
use faro_console::args::{Format, OutputArgs};
use faro_console::{destination, output, overwrite};

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
        let named = self.named().map(|(path, argument)| (path.into(), argument));
        let written = args.written().map(|(path, argument)| (path.into(), argument));
        let all = self.report.iter().flat_map(|path| folder::files(path));
        written.into_iter().chain(named).chain(all.map(|path| (path, folder::REPORT))).collect()
    }

    /// Creates the folder for all formats, if the user named one.
    pub fn create_folder(&self) -> anyhow::Result<()> {
        self.folder().map_or(Ok(()), folder::create)
    }

    /// Checks that the files can be written and that none is also read, before the work begins.
    pub fn check(&self, read: &[PathBuf], args: &OutputArgs) -> anyhow::Result<()> {
        self.create_folder()?;
        let files = self.files(args);
        let read = read.iter().map(PathBuf::as_path);
        overwrite::check(read, files.iter().map(|(path, argument)| (path.as_path(), *argument)))?;
        files.iter().try_for_each(|(path, argument)| output::check_file(path, argument, args))
    }

    fn named(&self) -> impl Iterator<Item = (&Path, &'static str)> {
        let named = [(self.html.as_deref(), HTML), (self.junit.as_deref(), JUNIT)];
        named.into_iter().filter_map(|(path, argument)| path.map(|path| (path, argument)))
    }

    /// Returns the name of the first of these arguments that the user gave.
    pub fn given(&self) -> Option<&'static str> {
        let folder = self.report.is_some().then_some(folder::REPORT);
        self.named().map(|(_, argument)| argument).chain(folder).next()
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
        let page =
            page.map(|path| output::in_addition(path, HTML, args, &mut |out| html::write(report, out)));
        let build = self.junit.as_ref();
        let build = build.map(|path| destination::write(path, JUNIT, &mut |out| junit::write(report, out)));
        let all = self.report.as_ref().map(|path| folder::write(path, report));
        [Some(printed), page, build, all].into_iter().flatten().collect()
    }

    /// Writes a JUnit report of an error, for builds that require a report file.
    pub fn note_failure(&self, error: &anyhow::Error) {
        let write = |path: &Path, argument| {
            // The error itself is reported in any case.
            let _ = destination::write(path, argument, &mut |out| junit::error("audit", error, out));
        };
        if let Some(path) = &self.junit {
            write(path, JUNIT);
        }
        if let Some(path) = self.report.as_ref().filter(|path| path.is_dir()) {
            write(&path.join(folder::BUILD), folder::REPORT);
        }
    }
}
