use std::ops::ControlFlow;

use faro_audit::lines::LineError;
use serde::{Deserialize, Serialize};

use faro_render::printable::printable;

/// Maximum number of bad lines in a report.
const SHOWN: usize = 10;

/// The lines that were skipped.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BadLines {
    pub number: u64,
    /// The first bad lines, at most ten.
    pub first: Vec<BadLine>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BadLine {
    pub line: u64,
    pub why: String,
}

impl BadLines {
    /// Counts a bad line, or returns its error if there are then more than `most`.
    pub fn add(&mut self, error: LineError, most: u64) -> ControlFlow<LineError> {
        self.number += 1;
        if self.number > most {
            return ControlFlow::Break(error);
        }
        if self.first.len() < SHOWN {
            self.first.push(BadLine { line: error.line, why: error.kind.to_string() });
        }
        ControlFlow::Continue(())
    }

    /// Adds the bad lines of a second text, which follows a first text of `lines` lines.
    pub fn append(&mut self, later: &BadLines, lines: u64) {
        self.number = self.number.saturating_add(later.number);
        let first = later.first.iter().take(SHOWN - self.first.len());
        let first =
            first.map(|bad| BadLine { line: bad.line.saturating_add(lines), why: printable(&bad.why) });
        self.first.extend(first);
    }
}
