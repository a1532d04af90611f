//! The audit as a self-contained page, without network or script.

use std::io::{self, Write};

use faro::audit::{Finding, Verdict};

use super::report::AuditReport;
use super::{findings, power};
use crate::cli::render::{self, escaped};

const STYLE: &str = "\
:root{color-scheme:light dark}
body{font-family:sans-serif;line-height:1.45;max-width:62rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
.verdict{font-size:1.15rem;padding:.7rem 1rem;border-left:.4rem solid}
.unfair{border-color:#dd8a1f}.fair{border-color:#2f81d6}.few{border-color:#888}
table{border-collapse:collapse;font-size:.9rem}
th,td{text-align:left;padding:.2rem .9rem .2rem 0;border-bottom:1px solid #8884;vertical-align:top}
th{white-space:nowrap}
td.number{text-align:right;font-variant-numeric:tabular-nums}
tr.seen td{font-weight:bold}
svg{max-width:100%;height:auto}svg .page{fill:none}
.maps{display:flex;flex-wrap:wrap;gap:1rem}.maps svg{flex:1 1 24rem}";

pub fn write(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    let class = match report.judgement.verdict {
        Verdict::Unfair => "unfair",
        Verdict::Fair => "fair",
        Verdict::TooFewDecks => "few",
    };
    let head =
        [&format!("faro audit: {}", report.heading()), "Is this shuffler fair?", class, &report.verdict()];
    page(head, out, |out| {
        diagnosis(report, out)?;
        inputs(report, out)?;
        pictures(report, out)?;
        checks(report, out)?;
        detectable(report, out)
    })
}

/// Writes a page of a verdict: its title, its heading, the class and the text of the verdict, and what follows.
pub fn page(
    [title, question, class, verdict]: [&str; 4],
    out: &mut dyn Write,
    rest: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width\">")?;
    writeln!(out, "<title>{}</title>", escaped(title))?;
    writeln!(out, "<style>\n{STYLE}\n</style></head>\n<body>")?;
    writeln!(out, "<h1>{}</h1>", escaped(question))?;
    writeln!(out, "<p class=\"verdict {class}\">{}</p>", escaped(verdict))?;
    rest(out)?;
    writeln!(out, "</body>\n</html>")
}

fn diagnosis(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    if report.diagnosis.is_none() {
        return Ok(());
    }
    heading("Likely cause", out)?;
    table(&report.causes(), out)
}

fn detectable(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    heading("What these decks can show", out)?;
    writeln!(out, "<p>{}:</p>\n<ul>", escaped(power::HEADING))?;
    for one in &report.detectable {
        writeln!(out, "<li>{}</li>", escaped(&power::line(one)))?;
    }
    writeln!(out, "</ul>")
}

/// Writes the table of what was audited.
fn inputs(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    heading("What was audited", out)?;
    let order = if report.chain { "the deck before" } else { "the same starting order" };
    let rows = [
        ("decks", report.heading()),
        ("from", report.source.clone().unwrap_or_else(|| "standard input".into())),
        ("each shuffled from", order.into()),
        ("lines skipped", report.bad.0.to_string()),
        ("alpha", report.judgement.alpha.to_string()),
        ("seed", report.seed.as_ref().map_or_else(|| "not needed".into(), ToString::to_string)),
        ("version", format!("faro {}", env!("CARGO_PKG_VERSION"))),
    ];
    table(&rows, out)
}

/// Writes a table of names and values.
pub fn table(rows: &[(&str, String)], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<table>")?;
    for (name, value) in rows {
        writeln!(out, "<tr><th>{name}</th><td>{}</td></tr>", escaped(value))?;
    }
    writeln!(out, "</table>")
}

fn pictures(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    heading("Pictures", out)?;
    writeln!(out, "<div class=\"maps\">")?;
    render::heat(&report.positions, out)?;
    render::heat(&report.neighbours, out)?;
    writeln!(out, "</div>")?;
    writeln!(
        out,
        "<p>Each cell is the observed count divided by the count that is expected of a fair shuffler: 1 is fair. The \
         bracket at the scale spans two standard deviations to either side, which holds about 95 of 100 cells of \
         a fair shuffler. Values beyond the scale have the colour of its end.</p>"
    )
}

fn checks(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    heading("Every check", out)?;
    writeln!(
        out,
        "<p>p: the probability that a fair shuffle deviates at least as much in this check; corrected: for the number \
         of checks, {}. Checks with a corrected p of {} or less are evidence of a bias, and are set in bold.</p>",
        report.judgement.findings.len(),
        report.judgement.alpha
    )?;
    writeln!(
        out,
        "<table>\n<tr><th>check</th><th>observed</th><th>statistic</th><th>p</th><th>corrected</th></tr>"
    )?;
    let (significant, others) = report.judgement.findings.split_at(report.judgement.significant().len());
    significant.iter().try_for_each(|finding| row(finding, true, out))?;
    others.iter().try_for_each(|finding| row(finding, false, out))?;
    writeln!(out, "</table>")
}

fn row(finding: &Finding, significant: bool, out: &mut dyn Write) -> io::Result<()> {
    let class = if significant { " class=\"seen\"" } else { "" };
    let [name, seen] = [findings::name(finding), findings::seen(finding)].map(|text| escaped(&text));
    let law = escaped(finding.check.law());
    write!(out, "<tr{class}><td title=\"{law}\">{name}</td><td>{seen}</td>")?;
    let statistic = findings::number(finding.statistic);
    let [p_value, adjusted] = [finding.p_value, finding.adjusted_p_value].map(findings::chance);
    for number in [statistic, p_value, adjusted] {
        write!(out, "<td class=\"number\">{}</td>", escaped(&number))?;
    }
    writeln!(out, "</tr>")
}

pub fn heading(text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<h2>{text}</h2>")
}
