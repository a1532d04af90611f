//! The files that an audit writes.

use std::path::{Path, PathBuf};

use super::report::AuditReport;
use super::{Audit, folder, html, junit};
use crate::cli::args::{Format, OutputArgs};
use crate::cli::{destination, output};

/// The arguments as errors name them.
const HTML: &str = "--html <FILE>";
const JUNIT: &str = "--junit <FILE>";

impl Audit {
    /// Returns the files that are written, with the arguments that name them.
    pub fn files(&self, args: &OutputArgs) -> Vec<(PathBuf, &'static str)> {
        let named = [(self.html.as_deref(), HTML), (self.junit.as_deref(), JUNIT)];
        let named = named.into_iter().filter_map(|(path, argument)| path.map(|path| (path, argument)));
        let named = args.written().into_iter().chain(named).map(|(path, argument)| (path.into(), argument));
        let all = self.report.iter().flat_map(|path| folder::files(path));
        named.chain(all.map(|path| (path, folder::REPORT))).collect()
    }

    /// Returns whether an output shows the diagnosis.
    pub fn is_explained(&self, args: &OutputArgs) -> bool {
        let written = self.html.is_some() || self.junit.is_some() || self.report.is_some();
        !args.quiet || written || !matches!(args.format, Format::Text)
    }

    /// Writes the report to standard output and to every file. One that cannot be written does not prevent the others.
    pub fn write(&self, report: &AuditReport, args: &OutputArgs) -> anyhow::Result<()> {
        let printed = output::report(report, args);
        let page = self.html.as_ref();
        let page = page.map(|path| output::in_addition(path, HTML, args, |out| html::write(report, out)));
        let build = self.junit.as_ref();
        let build = build.map(|path| destination::write(path, JUNIT, |out| junit::write(report, out)));
        let all = self.report.as_ref().map(|path| folder::write(path, report));
        [Some(printed), page, build, all].into_iter().flatten().collect()
    }

    /// Writes a JUnit report of the failure, for builds that require a report.
    pub fn note_failure(&self, error: &anyhow::Error) {
        let write = |path: &Path, argument| {
            // The error itself is reported in any case.
            let _ = destination::write(path, argument, |out| junit::error("audit", error, out));
        };
        if let Some(path) = &self.junit {
            write(path, JUNIT);
        }
        if let Some(path) = self.report.as_ref().filter(|path| path.is_dir()) {
            write(&path.join(folder::BUILD), folder::REPORT);
        }
    }
}
