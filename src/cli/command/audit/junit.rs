//! The audit as JUnit XML for continuous integration, with a test case for each check.

use std::io::{self, Write};

use faro::audit::{Finding, Verdict};

use super::findings;
use super::report::AuditReport;
use crate::cli::render::escaped;

pub fn write(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    let judgement = &report.judgement;
    let unfair = usize::from(judgement.verdict == Verdict::Unfair);
    let too_few = usize::from(judgement.verdict == Verdict::TooFewDecks);
    let (significant, others) = judgement.findings.split_at(judgement.significant().len());
    suite("faro audit", [judgement.findings.len() + 1, significant.len() + unfair, 0, too_few], out, |out| {
        verdict(report, out)?;
        significant.iter().try_for_each(|finding| check(finding, true, out))?;
        others.iter().try_for_each(|finding| check(finding, false, out))
    })
}

/// Writes a report of a command that failed.
pub fn error(command: &str, why: &anyhow::Error, out: &mut dyn Write) -> io::Result<()> {
    let said = escaped(&why.to_string());
    suite(&format!("faro {command}"), [1, 0, 1, 0], out, |out| {
        writeln!(
            out,
            r#"  <testcase classname="faro.{command}" name="verdict"><error message="{said}"/></testcase>"#
        )
    })
}

/// Writes a suite of test cases, with their numbers.
pub fn suite(
    name: &str,
    [tests, failures, errors, skipped]: [usize; 4],
    out: &mut dyn Write,
    cases: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(
        out,
        r#"<testsuite name="{name}" tests="{tests}" failures="{failures}" errors="{errors}" skipped="{skipped}">"#
    )?;
    cases(out)?;
    writeln!(out, "</testsuite>")
}

fn verdict(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    let said = escaped(&report.verdict());
    write!(out, r#"  <testcase classname="faro.audit" name="verdict">"#)?;
    match report.judgement.verdict {
        Verdict::Unfair => {
            let lines = report.causes().into_iter();
            let why: Vec<String> = lines.map(|(head, line)| escaped(&format!("{head}: {line}"))).collect();
            write!(out, r#"<failure message="{said}">{}</failure>"#, why.join("\n"))?;
        }
        Verdict::TooFewDecks => write!(out, r#"<skipped message="{said}"/>"#)?,
        Verdict::Fair => write!(out, "<system-out>{said}</system-out>")?,
    }
    writeln!(out, "</testcase>")
}

fn check(finding: &Finding, failed: bool, out: &mut dyn Write) -> io::Result<()> {
    let (group, name) = (finding.stream.name(), finding.check.name());
    let seen = escaped(&findings::seen(finding));
    write!(out, r#"  <testcase classname="faro.audit.{group}" name="{name}">"#)?;
    if failed {
        let p_value = escaped(&findings::chance(finding.adjusted_p_value));
        write!(out, r#"<failure message="{seen}; p {p_value}"/>"#)?;
    }
    writeln!(out, "</testcase>")
}
