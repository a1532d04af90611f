//! The audit for continuous integration, in the format that JUnit made usual: a test case a check.

use std::io::{self, Write};

use faro::audit::{Finding, Verdict};

use super::report::AuditReport;
use super::{causes, findings};
use crate::cli::render::escaped;

pub fn write(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    let judgement = &report.judgement;
    let failed = judgement.findings.iter().filter(|finding| is_failed(finding, judgement.alpha)).count();
    let too_few = judgement.verdict == Verdict::TooFewDecks;
    let (tests, skipped) = (judgement.findings.len() + 1, usize::from(too_few));
    let failures = failed + usize::from(judgement.verdict == Verdict::Unfair);
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(
        out,
        r#"<testsuite name="faro audit" tests="{tests}" failures="{failures}" errors="0" skipped="{skipped}">"#
    )?;
    verdict(report, out)?;
    judgement.findings.iter().try_for_each(|finding| check(finding, judgement.alpha, out))?;
    writeln!(out, "</testsuite>")
}

/// Where nothing could be judged.
pub fn error(why: &anyhow::Error, out: &mut dyn Write) -> io::Result<()> {
    let said = escaped(&why.to_string());
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<testsuite name="faro audit" tests="1" failures="0" errors="1" skipped="0">"#)?;
    writeln!(
        out,
        r#"  <testcase classname="faro.audit" name="verdict"><error message="{said}"/></testcase>"#
    )?;
    writeln!(out, "</testsuite>")
}

fn is_failed(finding: &Finding, alpha: f64) -> bool {
    finding.adjusted_p_value <= alpha
}

fn verdict(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    let said = escaped(&report.verdict());
    write!(out, r#"  <testcase classname="faro.audit" name="verdict">"#)?;
    match report.judgement.verdict {
        Verdict::Unfair => {
            let lines = causes::lines(report).into_iter();
            let why: Vec<String> = lines.map(|(head, line)| escaped(&format!("{head}: {line}"))).collect();
            write!(out, r#"<failure message="{said}">{}</failure>"#, why.join("\n"))?;
        }
        Verdict::TooFewDecks => write!(out, r#"<skipped message="{said}"/>"#)?,
        Verdict::Fair => write!(out, "<system-out>{said}</system-out>")?,
    }
    writeln!(out, "</testcase>")
}

fn check(finding: &Finding, alpha: f64, out: &mut dyn Write) -> io::Result<()> {
    let (group, name) = (finding.stream.name(), finding.check.name());
    let seen = escaped(&findings::seen(finding));
    write!(out, r#"  <testcase classname="faro.audit.{group}" name="{name}">"#)?;
    if is_failed(finding, alpha) {
        let p_value = escaped(&findings::chance(finding.adjusted_p_value));
        write!(out, r#"<failure message="{seen}; p {p_value}"/>"#)?;
    }
    writeln!(out, "</testcase>")
}
