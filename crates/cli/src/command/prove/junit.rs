//! The proof as JUnit XML for continuous integration.

use std::io::{self, Write};
use std::time::Duration;

use super::report::ProveReport;
use super::verdict::Kind;
use crate::command::audit::junit::{Outcome, Suite};
use faro_console::exit::Exit;

pub fn write(report: &ProveReport, elapsed: Duration, out: &mut dyn Write) -> io::Result<()> {
    let said = report.sentence();
    let lines = report.lines().into_iter().map(|(head, line)| format!("{head}: {line}"));
    let lines = lines.collect::<Vec<_>>().join("\n");
    let undecided = report.verdict.kind == Kind::Undecided || report.verdict.partial;
    let outcome = match report.exit() {
        _ if undecided => Outcome::Skipped(said),
        Exit::Success => Outcome::Passed(format!("{said}\n{lines}")),
        _ => Outcome::Failed(said, lines),
    };
    let properties = [
        ("program", report.program.clone()),
        ("cards", report.cards.to_string()),
        ("version", format!("faro {}", env!("CARGO_PKG_VERSION"))),
    ];
    Suite { command: "prove", elapsed, properties: &properties }.write(&outcome, out)
}
