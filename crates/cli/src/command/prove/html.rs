//! The proof as a self-contained HTML page, without network access or scripts.

use std::io::{self, Write};

use super::report::ProveReport;
use super::verdict::Kind;
use crate::command::audit::html;
use faro_render::plural::counted;

/// Maximum number of orders in a bar chart.
const MAX_BARS: usize = 720;

pub fn write(report: &ProveReport, out: &mut dyn Write) -> io::Result<()> {
    let class = match report.verdict.kind {
        Kind::Unfair => "unfair",
        _ if report.verdict.partial => "few",
        Kind::Undecided => "few",
        _ => "fair",
    };
    let title = format!("faro prove: {}, {}", report.program, counted(report.cards, "card"));
    html::page([&title, "Is this shuffle fair?", class, &report.sentence()], out, |out| {
        html::heading("What was proved", out)?;
        let mut rows = vec![("program", report.program.clone()), ("cards", report.cards.to_string())];
        rows.extend(report.lines());
        rows.push(("version", format!("faro {}", env!("CARGO_PKG_VERSION"))));
        html::table(&rows, out)?;
        match report.law.as_ref().filter(|law| law.law.orders() <= MAX_BARS) {
            Some(law) => {
                html::heading("The probability of each order", out)?;
                faro_render::bars(&law.bars(), out)
            }
            None => Ok(()),
        }
    })
}
