//! The proof as JUnit XML for continuous integration.

use std::io::{self, Write};

use super::report::ProveReport;
use super::verdict::Kind;
use crate::cli::command::audit::junit::suite;
use crate::cli::render::escaped;

pub fn write(report: &ProveReport, out: &mut dyn Write) -> io::Result<()> {
    let said = escaped(&report.sentence());
    let kind = report.verdict.kind;
    let numbers = [1, usize::from(kind == Kind::Unfair), 0, usize::from(kind == Kind::Undecided)];
    let lines = report.lines().into_iter().map(|(head, line)| escaped(&format!("{head}: {line}")));
    let lines = lines.collect::<Vec<_>>().join("\n");
    suite("faro prove", numbers, out, |out| {
        write!(out, r#"  <testcase classname="faro.prove" name="verdict">"#)?;
        match kind {
            Kind::Unfair => write!(out, r#"<failure message="{said}">{lines}</failure>"#)?,
            Kind::Undecided => write!(out, r#"<skipped message="{said}"/>"#)?,
            _ => write!(out, "<system-out>{said}\n{lines}</system-out>")?,
        }
        writeln!(out, "</testcase>")
    })
}
