//! Writes the document: as text, as JSON, and as a self-contained HTML page that prints on A4.

use std::io::{self, Write};

use faro_audit::Verdict;
use faro_prove::VerdictKind;
use faro_render::numbers::counted;
use faro_render::printable::printable;
use faro_render::view::{Page, Report, Table};
use faro_render::{escaped, palette};
use serde::Serialize;

use super::document::{Document, Laboratory, Method, missing_decks};
use super::measured::TestResults;
use crate::commands::audit::{AuditReport, html};
use crate::commands::prove::ProveReport;
use crate::output::error::Exit;

/// A document with the reports that it is made from, for every output format.
#[derive(Serialize)]
#[serde(transparent)]
pub struct CertifyReport {
    pub document: Document,
    #[serde(skip)]
    pub measured: TestResults,
}

impl CertifyReport {
    pub fn exit(&self) -> Exit {
        match self.document.verdict {
            "unfair" => Exit::Unfair,
            "too few decks" => Exit::TooFewDecks,
            _ => Exit::Success,
        }
    }

    /// Returns the verdict as a sentence, which begins with the number of decks if some are missing.
    pub fn sentence(&self) -> String {
        let audited = self.measured.audited();
        match (missing_decks(self.document.plan.decks, audited), audited) {
            (Some(_), Some(audited)) => {
                format!("after {}: {}", counted(audited, "deck"), self.verdict())
            }
            _ => self.verdict(),
        }
    }

    fn verdict(&self) -> String {
        match (self.document.verdict, self.document.plan.decks) {
            ("planned", Some(decks)) => format!("plan: {}", counted(decks, "deck")),
            ("planned", None) => "plan".into(),
            ("unfair", _) => format!("unfair: {}", self.reason()),
            ("too few decks", _) => "too few decks for a verdict".into(),
            _ => "no evidence against this shuffle in what was tested".into(),
        }
    }

    /// Returns the strongest reason of an unfair verdict.
    fn reason(&self) -> &'static str {
        let is_proved = |proof: &ProveReport| proof.verdict.kind == VerdictKind::Unfair;
        let is_found = |audit: &AuditReport| audit.conclusion.judgement.verdict == Verdict::Unfair;
        match &self.measured {
            TestResults {
                proof: Some(proof), ..
            } if is_proved(proof) => "proved by the program's own choices",
            TestResults {
                audit: Some(audit), ..
            } if is_found(audit) => "the audit found a bias",
            _ => "the generator has too few states for all orders",
        }
    }

    /// Returns what was tested, as names and values.
    pub fn subject(&self) -> Vec<(&'static str, String)> {
        let subject = &self.document.subject;
        let given = |name, value: &Option<String>| value.clone().map(|value| (name, value));
        let command = (!subject.command.is_empty()).then(|| ("program", subject.command.join(" ")));
        let mut rows: Vec<(&str, String)> = given("subject", &subject.name)
            .into_iter()
            .chain(command)
            .collect();
        rows.extend(
            subject
                .files
                .iter()
                .map(|file| ("SHA-256", format!("{}  {}", file.sha256, file.path))),
        );
        rows.push(("cards", subject.cards.to_string()));
        rows.extend(given("operator", &subject.operator));
        rows.extend(given("place", &subject.place));
        rows.extend(given("date", &subject.date));
        rows.push(("tested by", format!("faro {}", subject.version)));
        rows.push(("declared", self.declared()));
        rows
    }

    /// Returns a sentence about what was fixed before the run. The error rate and the bounds hold for a run that was
    /// planned; whoever makes several runs can hand on the best.
    fn declared(&self) -> String {
        match &self.document.repeat.declared {
            Some(place) => {
                format!(
                    "the seed, the numbers of decks and lists, and the number of attempts: {place}"
                )
            }
            None => {
                "nothing (see --declared); the error rate and the bounds hold for one run whose \
                     seed, numbers of decks and lists, and number of attempts were fixed before it"
                    .into()
            }
        }
    }

    /// Returns the results, as names and sentences.
    pub fn results(&self) -> Vec<(&'static str, String)> {
        let mut rows = Vec::new();
        if let Some(audit) = &self.measured.audit {
            let judgement = &audit.conclusion.judgement;
            rows.push(("audit", audit.conclusion.verdict()));
            let rate = format!(
                "a fair shuffle is called unfair with probability at most {}",
                judgement.alpha
            );
            rows.push((
                "error rate",
                format!(
                    "{rate}; {} of {}",
                    counted(judgement.findings.len(), "check"),
                    counted(judgement.decks, "deck")
                ),
            ));
        }
        match (&self.measured.proof, &self.measured.unproved) {
            (Some(proof), _) => {
                rows.push(("proof", proof.sentence()));
                rows.extend(
                    proof
                        .lines()
                        .into_iter()
                        .filter(|(head, _)| *head == "cause"),
                );
            }
            (None, Some(why)) => rows.push(("proof", format!("none: {why}"))),
            (None, None) => {}
        }
        if let Some(bits) = &self.document.bits {
            let reached = format!(
                "{} of state, {:.1} needed",
                counted(bits.state_bits, "bit"),
                bits.bits_needed
            );
            let share = match bits.total_variation_at_least {
                least if least > 0.0 => {
                    format!(
                        "; at most {} of all orders can occur",
                        bits.reachable_fraction.at_most()
                    )
                }
                _ => "; enough for every order".into(),
            };
            rows.push(("seeding", reached + &share));
        }
        rows
    }

    /// Returns the sections of text: headings, each with its lines.
    fn sections(&self) -> Vec<(&'static str, Vec<String>)> {
        let document = &self.document;
        let of_checks = |test: &Laboratory| format!("{}: {}", test.test, test.made());
        let shown = (
            "what the decks can show, with probability 99 %",
            document.plan.detectable.clone(),
        );
        if self.measured.audit.is_none() {
            // The rounding hides the error of the conversion from percent.
            let bias = document.plan.skipped_swaps;
            let bias = bias.map(|share| format!("{} %", (share * 1e8).round() / 1e6));
            let planned = bias.map(|bias| ("planned to detect a bias of", vec![bias]));
            return planned.into_iter().chain([shown]).collect();
        }
        vec![
            shown,
            (
                "tests of laboratories' lists",
                document.laboratory.iter().map(of_checks).collect(),
            ),
            ("not tested", document.not_tested.clone()),
            ("repeat", document.repeat.commands.clone()),
        ]
    }
}

/// Writes names and values, one pair a line.
pub fn write_rows(rows: &[(&str, String)], page: &Page, out: &mut dyn Write) -> io::Result<()> {
    rows.iter()
        .try_for_each(|(name, value)| page.entry(out, name, 12, &printable(value)))
}

impl Report for CertifyReport {
    fn table(&self) -> Table<'_> {
        let verdict = [
            ("verdict", self.sentence()),
            ("digest", self.document.digest.clone()),
        ];
        let rows = self
            .subject()
            .into_iter()
            .chain(self.results())
            .chain(verdict);
        Table::new(
            ["name", "value"],
            rows.map(|(name, value)| vec![name.into(), value]),
        )
    }

    fn headline(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let colour = match self.document.verdict {
            "unfair" => palette::RED,
            "fair" => palette::GREEN,
            _ => palette::ORANGE,
        };
        page.line(out, colour.on_default().bold(), &self.sentence())
    }

    fn unfinished(&self) -> Option<String> {
        self.measured.audit.as_ref()?.unfinished()
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        self.headline(page, out)?;
        write_rows(&self.results(), page, out)?;
        if page.quiet {
            return Ok(());
        }
        write_rows(&self.subject(), page, out)?;
        for (heading, lines) in self
            .sections()
            .into_iter()
            .filter(|(_, lines)| !lines.is_empty())
        {
            writeln!(out)?;
            page.heading(out, heading)?;
            lines
                .iter()
                .try_for_each(|line| writeln!(out, "  {}", printable(line)))?;
        }
        writeln!(out)?;
        write_rows(&[("digest", self.document.digest.clone())], page, out)
    }
}

pub fn write(report: &CertifyReport, out: &mut dyn Write) -> io::Result<()> {
    let document = &report.document;
    let class = match document.verdict {
        "unfair" => "unfair",
        "fair" => "fair",
        _ => "few",
    };
    let name = document
        .subject
        .name
        .clone()
        .unwrap_or_else(|| document.subject.command.join(" "));
    let title = format!("faro certify: {name}");
    html::page(
        [&title, "Test of a shuffle", class, &report.sentence()],
        out,
        |out| {
            html::heading("What was tested", out)?;
            html::table(&report.subject(), out)?;
            html::heading("Results", out)?;
            html::table(&report.results(), out)?;
            if !document.plan.detectable.is_empty() {
                html::heading("What the decks can show, with probability 99 %", out)?;
                html::list(document.plan.detectable.iter().cloned(), out)?;
            }
            html::heading("What was not tested", out)?;
            html::list(document.not_tested.iter().cloned(), out)?;
            html::heading("How to repeat it", out)?;
            html::list(document.repeat.commands.iter().cloned(), out)?;
            html::table(
                &[("SHA-256 of this document in JSON", document.digest.clone())],
                out,
            )?;
            if let Some(audit) = &report.measured.audit {
                html::pictures(audit, out)?;
                html::heading("Every check, with p-values", out)?;
                html::checks_table(audit, out)?;
            }
            html::heading("Tests of laboratories' lists", out)?;
            rows(
                document.laboratory.iter().map(laboratory),
                ["test", "checks", "remark"],
                out,
            )?;
            html::heading("Methods", out)?;
            rows(
                document.methods.iter().map(method),
                ["name", "counts", "law and source"],
                out,
            )
        },
    )
}

fn laboratory(test: &Laboratory) -> [String; 3] {
    [test.test.into(), test.made(), test.remark.into()]
}

fn method(method: &Method) -> [String; 3] {
    [
        method.name.clone(),
        method.counts.clone(),
        method.law.clone(),
    ]
}

fn rows(
    rows: impl Iterator<Item = [String; 3]>,
    heads: [&str; 3],
    out: &mut dyn Write,
) -> io::Result<()> {
    let heads = heads.map(|head| format!("<th>{head}</th>")).concat();
    writeln!(out, "<table>\n<tr>{heads}</tr>")?;
    for [name, first, second] in rows {
        let [name, first, second] = [&name, &first, &second].map(|cell| escaped(cell));
        writeln!(
            out,
            "<tr><th>{name}</th><td>{first}</td><td>{second}</td></tr>"
        )?;
    }
    writeln!(out, "</table>")
}
