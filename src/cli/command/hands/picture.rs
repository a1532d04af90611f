//! The picture of recorded riffles.

use faro::hands::Side;

use super::report::HandsReport;
use super::sentence;
use crate::cli::plural::counted;
use crate::cli::view::{Interleaving, Interleavings};

/// The most riffles that are drawn.
const MOST_ROWS: usize = 200;

pub fn interleavings(report: &HandsReport) -> Interleavings {
    let row = |(number, riffle): (usize, &faro::hands::Recorded)| Interleaving {
        label: number.to_string(),
        left: riffle.drops().iter().map(|&side| side == Side::Left).collect(),
        note: riffle.cut().to_string(),
    };
    let rows: Vec<Interleaving> = (1..).zip(&report.riffles).take(MOST_ROWS).map(row).collect();
    let (count, cards) = (report.riffles.len(), counted(report.cards, "card"));
    let of = if rows.len() < count { format!(", the first {}", rows.len()) } else { String::new() };
    Interleavings {
        title: format!("{} of {cards}{of}", counted(count, "riffle")),
        description: format!(
            "One row for each riffle, one cell for each card in the order of the drops. {}",
            sentence::habits(report)
        ),
        rows,
    }
}
