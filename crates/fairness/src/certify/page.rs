//! The document as a self-contained HTML page that prints on A4.

use std::io::{self, Write};

use faro_render::escaped;

use super::document::{Laboratory, Method};
use super::report::CertifyReport;
use crate::audit::html;

pub fn write(report: &CertifyReport, out: &mut dyn Write) -> io::Result<()> {
    let document = &report.document;
    let class = match document.verdict {
        "unfair" => "unfair",
        "fair" => "fair",
        _ => "few",
    };
    let name = document.subject.name.clone().unwrap_or_else(|| document.subject.command.join(" "));
    let title = format!("faro certify: {name}");
    html::page([&title, "Test of a shuffle", class, &report.sentence()], out, |out| {
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
        html::table(&[("SHA-256 of this document in JSON", document.digest.clone())], out)?;
        if let Some(audit) = &report.measured.audit {
            html::pictures(audit, out)?;
            html::heading("Every check, with p-values", out)?;
            html::checks_table(audit, out)?;
        }
        html::heading("Tests of laboratories' lists", out)?;
        rows(document.laboratory.iter().map(laboratory), ["test", "checks", "remark"], out)?;
        html::heading("Methods", out)?;
        rows(document.methods.iter().map(method), ["name", "counts", "law and source"], out)
    })
}

fn laboratory(test: &Laboratory) -> [String; 3] {
    let checks = if test.checks.is_empty() { "not made here".into() } else { test.checks.join(", ") };
    [test.test.into(), checks, test.remark.into()]
}

fn method(method: &Method) -> [String; 3] {
    [method.name.clone(), method.counts.clone(), method.law.clone()]
}

fn rows(rows: impl Iterator<Item = [String; 3]>, heads: [&str; 3], out: &mut dyn Write) -> io::Result<()> {
    let heads = heads.map(|head| format!("<th>{head}</th>")).concat();
    writeln!(out, "<table>\n<tr>{heads}</tr>")?;
    for [name, first, second] in rows {
        let [name, first, second] = [&name, &first, &second].map(|cell| escaped(cell));
        writeln!(out, "<tr><th>{name}</th><td>{first}</td><td>{second}</td></tr>")?;
    }
    writeln!(out, "</table>")
}
