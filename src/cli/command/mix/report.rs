use std::io::{self, Write};

use faro::shuffle::Seed;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::plot;
use super::question::{Question, Sort};
use super::row::Row;
use super::value::Value;
use crate::cli::integer::JsonInteger;
use crate::cli::one_based;
use crate::cli::plural::counted;
use crate::cli::render;
use crate::cli::view::{Figure, Page, Report, Table};
use crate::cli::watch::Watch;

/// The result of `--until`.
#[derive(Serialize)]
pub struct Target {
    pub distance: &'static str,
    pub target: f64,
    pub riffles: u64,
}

/// Replaces the last line of text if total variation is unknown.
const VARIATION_UNKNOWN: &str =
    "Total variation is not computed for this composition; it is at most the separation.";

/// The column titles of the JSON fields that text shows.
const HEADINGS: [(&str, &str); 8] = [
    ("total_variation", "total variation"),
    ("standard_error", "std error"),
    ("separation", "separation"),
    ("l_infinity", "L-infinity"),
    ("chi_square", "chi-square"),
    ("kl_bits", "KL bits"),
    ("entropy_bits", "entropy"),
    ("rising_sequences", "rising"),
];

pub struct MixReport {
    cards: u64,
    packets: String,
    deck: Option<String>,
    composition: Option<Vec<u32>>,
    /// Counted from 1.
    card: Option<u64>,
    /// The samples and the seed, if something is estimated.
    drawn: Option<(u32, Seed)>,
    until: Option<Target>,
    rows: Vec<Row>,
    /// What is missing if a signal or the timeout ended the work.
    interrupted: Option<String>,
}

impl MixReport {
    pub fn new(question: &Question, rows: Vec<Row>, until: Option<Target>) -> MixReport {
        let estimated = rows.iter().any(|row| row.number("standard_error").is_some());
        let (composition, drawn) = match &question.sort {
            Sort::Kinds(kinds) => (Some(kinds.composition.clone()), Some((kinds.samples, kinds.seed))),
            _ => (None, None),
        };
        let card = match &question.sort {
            Sort::Card(followed) => Some(one_based::number(followed.card as u64)),
            _ => None,
        };
        MixReport {
            cards: question.cards,
            packets: question.packets.to_string(),
            deck: question.deck.clone(),
            composition,
            card,
            drawn: drawn.filter(|_| estimated),
            until,
            rows,
            interrupted: None,
        }
    }

    /// Marks the report as incomplete unless the rows go up to this number of riffles.
    pub fn up_to(mut self, riffles: u64, watch: &Watch) -> MixReport {
        let last = self.rows.last().map(|row| row.riffles);
        let came = last
            .map_or("no row was finished".into(), |last| format!("the rows end after {last} of {riffles}"));
        let why = if watch.interrupted() { "interrupted" } else { "out of time" };
        let remedy = if watch.interrupted() { "" } else { "; try a larger --timeout" };
        self.interrupted = (last != Some(riffles)).then(|| format!("{why}: {came}{remedy}"));
        self
    }

    /// Returns the curves of the distances.
    pub fn figure(&self) -> Figure {
        let title = match self.card {
            Some(card) => format!("Card {card} of {} after riffles", self.cards),
            None => format!("{} after riffles", counted(self.cards, "card")),
        };
        plot::figure(title, &self.rows)
    }

    /// Returns the columns of text with their titles.
    fn columns(&self) -> Vec<(&'static str, &'static str)> {
        let shown = |key: &str| self.rows.iter().any(|row| row.number(key).is_some());
        HEADINGS.into_iter().filter(|(key, _)| shown(key)).collect()
    }

    fn people(&self) -> Table<'_> {
        let columns = self.columns();
        let headings: Vec<&str> = columns.iter().map(|(_, heading)| *heading).collect();
        let row = move |row: &Row| {
            let cell = |key: &str| row.value(key).map_or_else(String::new, Value::for_people);
            let cells = columns.iter().map(|(key, _)| cell(key));
            std::iter::once(row.riffles.to_string()).chain(cells).collect()
        };
        Table::new(["riffles"].into_iter().chain(headings), self.rows.iter().map(row))
    }

    fn write_fractions(&self, out: &mut dyn Write) -> io::Result<()> {
        for row in &self.rows {
            for (key, value) in row.values.iter().filter(|(_, value)| matches!(value, Value::Exact(_))) {
                let name = key.trim_end_matches("_exact");
                let heading =
                    HEADINGS.iter().find(|(key, _)| *key == name).map_or(name, |(_, heading)| heading);
                writeln!(out, "{}, {heading} = {}", row.riffles, value.for_people())?;
            }
        }
        Ok(())
    }

    /// Explains the last row.
    fn meaning(&self) -> Option<String> {
        let row = self.rows.last()?;
        let (riffles, part) = (row.riffles, row.number("total_variation")?);
        let of = match (&self.composition, self.card) {
            (Some(_), _) => " on the arrangement of its kinds",
            (None, Some(_)) => " on the position of this card",
            (None, None) => "",
        };
        let wins = 50.0 + 100.0 * part.min(0.5);
        Some(format!(
            "After {} the best bet against this deck{of} wins at most {} % of the time where it \
             would win half the time against a random deck.",
            counted(riffles, "riffle"),
            percent(wins)
        ))
    }
}

/// Rounds up to hundredths, because the text says "at most".
fn percent(wins: f64) -> String {
    format!("{:.2}", (100.0 * wins).ceil() / 100.0)
}

impl Report for MixReport {
    fn table(&self) -> Table<'_> {
        let keys: Vec<&'static str> =
            self.rows.first().map_or_else(Vec::new, |row| row.values.iter().map(|(key, _)| *key).collect());
        let cells = |row: &Row| {
            let values = row.values.iter().map(|(_, value)| value.for_programs());
            std::iter::once(row.riffles.to_string()).chain(values).collect()
        };
        Table::new(["riffles"].into_iter().chain(keys), self.rows.iter().map(cells))
    }

    /// Writes the table, on a terminal the curves, and an explanation.
    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        if let (Some(target), true) = (&self.until, page.quiet) {
            return writeln!(out, "{}", target.riffles);
        }
        render::text(self.people(), out)?;
        self.write_fractions(out)?;
        if page.quiet {
            return Ok(());
        }
        if page.width.is_some() && self.rows.len() > 1 {
            writeln!(out)?;
            render::braille(&self.figure(), page, out)?;
        }
        if let Some((samples, seed)) = self.drawn {
            writeln!(out, "Total variation is estimated from {samples} random decks, seed {seed}.")?;
        }
        if let Some(Target { distance, target, riffles }) = &self.until {
            let distance = distance.replace('_', " ");
            writeln!(out, "{riffles} is the first number of riffles with a {distance} of at most {target}.")?;
        }
        match self.meaning() {
            Some(meaning) => writeln!(out, "{meaning}"),
            None if self.rows.is_empty() => Ok(()),
            None => writeln!(out, "{VARIATION_UNKNOWN}"),
        }
    }

    fn unfinished(&self) -> Option<String> {
        self.interrupted.clone()
    }
}

impl Serialize for MixReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("cards", &self.cards)?;
        fields.serialize_entry("packets", &JsonInteger(&self.packets))?;
        if let Some(composition) = &self.composition {
            fields.serialize_entry("deck", &self.deck)?;
            fields.serialize_entry("composition", composition)?;
        }
        if let Some(card) = self.card {
            fields.serialize_entry("card", &card)?;
        }
        if let Some((samples, seed)) = self.drawn {
            fields.serialize_entry("samples", &samples)?;
            fields.serialize_entry("seed", &seed)?;
        }
        if let Some(until) = &self.until {
            fields.serialize_entry("until", until)?;
        }
        if self.interrupted.is_some() {
            fields.serialize_entry("complete", &false)?;
        }
        fields.serialize_entry("rows", &self.rows)?;
        fields.end()
    }
}
