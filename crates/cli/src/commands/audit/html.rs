//! Writes the audit as a self-contained HTML page, without network access or scripts.

use std::io::{self, Write};

use faro_audit::words::{number, p_value};
use faro_audit::{FairShuffle, Finding, Verdict};
use faro_render::escaped;

use super::report::{AuditReport, DETECTABLE, KindTable};

const STYLE: &str = include_str!("report.css");

pub fn write(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    let class = match report.conclusion.judgement.verdict {
        Verdict::Unfair => "unfair",
        Verdict::Fair => "fair",
        Verdict::TooFewDecks => "few",
    };
    let head = [
        &format!("faro audit: {}", report.heading()),
        "Is this shuffler fair?",
        class,
        &report.verdict(),
    ];
    page(head, out, |out| {
        for line in report.conclusion.effects() {
            writeln!(out, "<p class=\"story\">{}</p>", escaped(&line))?;
        }
        kinds(report, out)?;
        diagnosis(report, out)?;
        pictures(report, out)?;
        detectable(report, out)?;
        inputs(report, out)?;
        checks(report, out)
    })
}

/// Writes an HTML page with a title, a heading and a verdict. The CSS class of the verdict and its text are given, and
/// `rest` writes the content below it.
pub fn page(
    [title, question, class, verdict]: [&str; 4],
    out: &mut dyn Write,
    rest: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">"
    )?;
    writeln!(
        out,
        "<meta name=\"viewport\" content=\"width=device-width\">"
    )?;
    writeln!(out, "<title>{}</title>", escaped(title))?;
    writeln!(out, "<style>\n{STYLE}</style></head>\n<body>")?;
    writeln!(out, "<h1>{}</h1>", escaped(question))?;
    // A number such as 2e-79 must not be broken at its hyphen.
    let word = |word: &str| match word.contains("e-")
        && word.starts_with(|first: char| first.is_ascii_digit())
    {
        true => format!("<span class=\"whole\">{}</span>", escaped(word)),
        false => escaped(word).to_string(),
    };
    let verdict: Vec<String> = verdict.split(' ').map(word).collect();
    writeln!(
        out,
        "<p class=\"verdict {class}\">{}</p>",
        verdict.join(" ")
    )?;
    rest(out)?;
    writeln!(out, "</body>\n</html>")
}

/// Writes tables of the number of cards of each kind in a hand.
fn kinds(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    for KindTable {
        heading,
        columns,
        rows,
    } in report.kind_tables(usize::MAX)
    {
        writeln!(out, "<h2>{}</h2>\n<table>", escaped(&heading))?;
        for (cells, tag) in
            std::iter::once((columns, "th")).chain(rows.into_iter().map(|row| (row, "td")))
        {
            let cell = |text: &String| format!("<{tag} class=\"number\">{}</{tag}>", escaped(text));
            writeln!(
                out,
                "<tr>{}</tr>",
                cells.iter().map(cell).collect::<String>()
            )?;
        }
        writeln!(out, "</table>")?;
    }
    Ok(())
}

fn diagnosis(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    if report.conclusion.diagnosis.is_none() {
        return Ok(());
    }
    heading("Likely cause", out)?;
    table(&report.causes(), out)?;
    let steps = report.next_steps();
    if !steps.is_empty() {
        heading("What to do next", out)?;
        list(steps.into_iter(), out)?;
    }
    cures(out)
}

/// Writes an HTML list with an item for each line.
pub fn list(lines: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<ul>")?;
    for line in lines {
        writeln!(out, "<li>{}</li>", escaped(&line))?;
    }
    writeln!(out, "</ul>")
}

/// Writes the code of a fair shuffle in each language.
fn cures(out: &mut dyn Write) -> io::Result<()> {
    heading("A fair shuffle in four lines", out)?;
    writeln!(out, "<div class=\"cures\">")?;
    for FairShuffle { language, code } in &FairShuffle::ALL {
        writeln!(
            out,
            "<div><h3>{language}</h3><pre>{}</pre></div>",
            escaped(code)
        )?;
    }
    writeln!(out, "</div>")
}

fn detectable(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    if report.conclusion.detectable.is_empty() {
        return Ok(());
    }
    heading("What these decks can show", out)?;
    writeln!(out, "<p>{}:</p>", escaped(DETECTABLE))?;
    list(
        report.conclusion.detectable.iter().map(ToString::to_string),
        out,
    )
}

/// Writes the table of the audited input and of the parameters of the audit.
fn inputs(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    heading("What was audited", out)?;
    table(&report.properties(), out)
}

/// Writes an HTML table of names and values.
pub fn table(rows: &[(&str, String)], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<table>")?;
    for (name, value) in rows {
        writeln!(out, "<tr><th>{name}</th><td>{}</td></tr>", escaped(value))?;
    }
    writeln!(out, "</table>")
}

/// Writes the heat maps of cards at positions and of neighbouring cards, if the report has them.
pub fn pictures(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    let Some(maps) = &report.maps else {
        return Ok(());
    };
    heading("Pictures", out)?;
    writeln!(out, "<div class=\"maps\">")?;
    maps.iter()
        .try_for_each(|map| faro_render::heat(map, None, out))?;
    writeln!(out, "</div>")?;
    writeln!(
        out,
        "<p>Each cell is the observed count divided by the count that is expected of a fair shuffler: 1 is fair. What \
         chance explains has nearly the colour of the page: the bracket at the scale holds about 95 of 100 cells of a fair shuffler. \
         Orange is too often, purple too rarely; the full colour begins at five standard deviations.</p>"
    )
}

fn checks(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<details><summary>Every check, with p-values</summary>"
    )?;
    checks_table(report, out)?;
    writeln!(out, "</details>")
}

/// Writes the table of all checks with an explanation.
pub fn checks_table(report: &AuditReport, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<p>p: the probability that a fair shuffle deviates at least as much in this check; corrected: for the number \
         of checks, {} (Holm). Checks with a corrected p of {} or less are evidence of a bias, and are set in bold.</p>",
        report.conclusion.judgement.findings.len(),
        report.conclusion.judgement.alpha
    )?;
    writeln!(
        out,
        "<table class=\"checks\">\n<tr><th>check</th><th>observed</th><th class=\"number\">statistic</th>\
         <th class=\"number\">p</th><th class=\"number\">corrected</th></tr>"
    )?;
    let (significant, others) = report
        .conclusion
        .judgement
        .findings
        .split_at(report.conclusion.judgement.significant().len());
    significant
        .iter()
        .try_for_each(|finding| row(finding, (report, true), out))?;
    others
        .iter()
        .try_for_each(|finding| row(finding, (report, false), out))?;
    writeln!(out, "</table>")
}

fn row(
    finding: &Finding,
    (report, significant): (&AuditReport, bool),
    out: &mut dyn Write,
) -> io::Result<()> {
    let class = if significant { " class=\"seen\"" } else { "" };
    let texts = [finding.meaning(), finding.observation(&report.input.names)];
    let [name, seen] = texts.map(|text| escaped(&text));
    let law = escaped(finding.check.law());
    write!(
        out,
        "<tr{class}><td title=\"{law}\">{name}</td><td>{seen}</td>"
    )?;
    let statistic = number(finding.statistic);
    let [plain, adjusted] = [finding.p_value, finding.adjusted_p_value].map(p_value);
    for (name, text) in [
        ("statistic", statistic),
        ("p", plain),
        ("corrected", adjusted),
    ] {
        write!(
            out,
            "<td class=\"number\" data-name=\"{name}\">{}</td>",
            escaped(&text)
        )?;
    }
    writeln!(out, "</tr>")
}

pub fn heading(text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<h2>{text}</h2>")
}
