use std::io::{self, Write};

use anstyle::Style;
use faro::audit::lines::{LineError, Naming};
use faro::shuffle::Seed;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::evidence::Evidence;
use super::listen::{Ending, counted};
use crate::cli::seed;
use crate::cli::view::{Page, Report, Sequence, Table};

/// An audit, as people and programs read it.
pub struct AuditReport {
    pub evidence: Evidence,
    pub source: Option<String>,
    pub naming: Naming,
    pub chain: bool,
    pub seed: Seed,
    pub alpha: f64,
    /// The number of lines that were passed over, and the first of them.
    pub bad: (u64, Vec<LineError>),
    pub ending: Ending,
}

impl AuditReport {
    fn heading(&self) -> String {
        let cards = self.evidence.cards();
        format!("{cards} cards, {}, {}", counted(self.evidence.decks()), self.named())
    }

    fn named(&self) -> &'static str {
        match self.naming {
            Naming::CountedFrom(0) => "counted from 0",
            Naming::CountedFrom(_) => "counted from 1",
            Naming::Names => "named in their starting order",
            Naming::Alike => "named in their starting order, some alike",
        }
    }

    fn counted_from(&self) -> Option<u32> {
        match self.naming {
            Naming::CountedFrom(first) => Some(first),
            _ => None,
        }
    }

    /// Whether not all decks came that might have.
    fn is_partial(&self) -> bool {
        matches!(self.ending, Ending::Interrupted | Ending::Late)
    }

    /// How many lines were passed over, and the first of them.
    fn passed_over(&self) -> Option<String> {
        let (number, shown) = &self.bad;
        let first = shown.first()?;
        let lines = if *number == 1 { "line was" } else { "lines were" };
        Some(format!("{number} bad {lines} passed over; the first: {first}"))
    }
}

impl Report for AuditReport {
    fn table(&self) -> Table<'_> {
        Table::of_one([
            ("decks", Some(self.evidence.decks().to_string())),
            ("cards", Some(self.evidence.cards().to_string())),
            ("counted_from", self.counted_from().map(|first| first.to_string())),
            ("bad_lines", Some(self.bad.0.to_string())),
            ("partial", Some(self.is_partial().to_string())),
        ])
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        page.write(out, Style::new().bold(), &self.heading())?;
        writeln!(out)?;
        self.passed_over().map_or(Ok(()), |line| writeln!(out, "{line}"))
    }

    fn unfinished(&self) -> Option<String> {
        let decks = self.evidence.decks();
        let read = if decks == 1 { "was read" } else { "were read" };
        (self.ending == Ending::Interrupted).then(|| format!("interrupted: {} {read}", counted(decks)))
    }
}

impl Serialize for AuditReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Audit", 9)?;
        fields.serialize_field("decks", &self.evidence.decks())?;
        fields.serialize_field("cards", &self.evidence.cards())?;
        fields.serialize_field("alpha", &self.alpha)?;
        fields.serialize_field("source", &self.source)?;
        fields.serialize_field("counted_from", &self.counted_from())?;
        fields.serialize_field("chain", &self.chain)?;
        fields.serialize_field("seed", &seed::Printed(&self.seed))?;
        fields.serialize_field("bad_lines", &BadLines(&self.bad))?;
        fields.serialize_field("partial", &self.is_partial())?;
        fields.end()
    }
}

/// `{"number": 12, "first": [{"line": 3, "why": "…"}]}`
struct BadLines<'a>(&'a (u64, Vec<LineError>));

impl Serialize for BadLines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (number, shown) = self.0;
        let first = shown.iter().map(|error| BadLine { line: error.line, why: error.trouble.to_string() });
        let mut fields = serializer.serialize_struct("BadLines", 2)?;
        fields.serialize_field("number", number)?;
        fields.serialize_field("first", &Sequence::of(first))?;
        fields.end()
    }
}

#[derive(Serialize)]
struct BadLine {
    line: u64,
    why: String,
}
