//! Writes the audit as JUnit XML for continuous integration: one test case, whose failure contains the whole report.

use std::io::{self, Write};
use std::time::Duration;

use faro_audit::words::p_value;
use faro_audit::{FairShuffle, Verdict};
use faro_render::escaped;
use faro_render::numbers::joined;

use super::report::{AuditReport, DETECTABLE};

/// A JUnit test suite with one test case.
pub struct Suite<'a> {
    pub command: &'static str,
    pub elapsed: Duration,
    /// Names and values that describe the run, such as the command and its input.
    pub properties: &'a [(&'static str, String)],
}

/// The outcome of a test case: a message, and for a failure also the text of its details.
pub enum Outcome {
    Passed(String),
    Failed(String, String),
    Skipped(String),
    Error(String),
}

pub fn write(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    let said = report.verdict();
    let outcome = match report.conclusion.judgement.verdict {
        Verdict::Unfair => Outcome::Failed(headline(report), details(report)),
        Verdict::TooFewDecks => Outcome::Error(said),
        Verdict::Fair => {
            let shown = report
                .conclusion
                .detectable
                .iter()
                .map(|power| format!("\n{power}"));
            Outcome::Passed(format!(
                "{said}\n{DETECTABLE}:{}",
                shown.collect::<String>()
            ))
        }
    };
    let suite = Suite {
        command: "audit",
        elapsed: report.elapsed,
        properties: &report.properties(),
    };
    suite.write(&outcome, out)
}

/// Returns one line with the verdict and the largest effect.
fn headline(report: &AuditReport) -> String {
    let effect = report.conclusion.effects().into_iter().next();
    joined([report.verdict()].into_iter().chain(effect), "; ")
}

/// Returns the details of a failure: the effects, the cause, the next steps, a fair shuffle, and the significant
/// checks.
fn details(report: &AuditReport) -> String {
    let FairShuffle { language, code } = report.cure();
    let mut lines = report.conclusion.effects();
    lines.extend(
        report
            .causes()
            .into_iter()
            .map(|(head, line)| format!("{head}: {line}")),
    );
    lines.extend(
        report
            .next_steps()
            .into_iter()
            .map(|step| format!("next: {step}")),
    );
    lines.push(format!("a fair shuffle in {language}:\n{code}"));
    lines.push("significant checks:".into());
    lines.extend(
        report
            .conclusion
            .judgement
            .significant()
            .iter()
            .map(|finding| {
                let (observation, p_value) = (
                    finding.observation(&report.input.names),
                    p_value(finding.adjusted_p_value),
                );
                format!("{}: {observation}; p {p_value}", finding.meaning())
            }),
    );
    lines.join("\n")
}

/// Writes a test suite whose test case failed with the error `why`, for a command that returned an error.
pub fn error(command: &'static str, why: &anyhow::Error, out: &mut dyn Write) -> io::Result<()> {
    let suite = Suite {
        command,
        elapsed: Duration::ZERO,
        properties: &[],
    };
    suite.write(&Outcome::Error(why.to_string()), out)
}

impl Suite<'_> {
    pub fn write(&self, outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
        let numbers = outcome.numbers();
        let (command, seconds) = (self.command, self.elapsed.as_secs_f64());
        writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
        writeln!(
            out,
            r#"<testsuites name="faro" {numbers} time="{seconds:.3}">"#
        )?;
        writeln!(
            out,
            r#"<testsuite name="faro {command}" {numbers} time="{seconds:.3}">"#
        )?;
        if !self.properties.is_empty() {
            writeln!(out, "  <properties>")?;
            for (name, value) in self.properties {
                writeln!(
                    out,
                    r#"    <property name="{name}" value="{}"/>"#,
                    escaped(value)
                )?;
            }
            writeln!(out, "  </properties>")?;
        }
        write!(
            out,
            r#"  <testcase classname="faro.{command}" name="verdict" time="{seconds:.3}">"#
        )?;
        outcome.write(out)?;
        writeln!(out, "</testcase>\n</testsuite>\n</testsuites>")
    }
}

impl Outcome {
    fn numbers(&self) -> String {
        let [failures, errors, skipped] = match self {
            Outcome::Passed(_) => [0, 0, 0],
            Outcome::Failed(..) => [1, 0, 0],
            Outcome::Error(_) => [0, 1, 0],
            Outcome::Skipped(_) => [0, 0, 1],
        };
        format!(r#"tests="1" failures="{failures}" errors="{errors}" skipped="{skipped}""#)
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Outcome::Passed(text) => write!(out, "<system-out>{}</system-out>", escaped(text)),
            Outcome::Failed(message, text) => {
                write!(
                    out,
                    r#"<failure message="{}">{}</failure>"#,
                    escaped(message),
                    escaped(text)
                )
            }
            Outcome::Skipped(message) => {
                write!(out, r#"<skipped message="{}"/>"#, escaped(message))
            }
            Outcome::Error(message) => write!(out, r#"<error message="{}"/>"#, escaped(message)),
        }
    }
}
