use std::io::{self, Write};

use faro_sample::shuffle::Seed;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::answer::{Answer, Subject};
use super::guessing::{BLIND, ERROR, SHOWN};
use super::plot;
use super::question::{Question, Sort};
use super::value::{Method, Row, Value, raise_bounds};
use faro_console::integer::JsonInteger;
use faro_console::watch::Watch;
use faro_render::one_based;
use faro_render::plural::counted;
use faro_render::view::{Figure, Page, Report, Table};

/// The result of `--until`.
#[derive(Serialize)]
pub struct Target {
    pub distance: &'static str,
    pub target: f64,
    pub riffles: u64,
}

/// Replaces the last line of the text if total variation is unknown.
const VARIATION_UNKNOWN: &str =
    "Total variation is not computed for this deck; it is at most the separation.";

const UPPER_BOUNDS: &str = "The distances are upper bounds (Diaconis and Shahshahani 1981): the deck is at least this near to random.";

/// The JSON fields that text shows, with their column titles and whether they are shown without `--all`.
const HEADINGS: [(&str, &str, bool); 11] = [
    ("total_variation", "total variation", true),
    ("standard_error", "std error", true),
    ("separation", "separation", true),
    ("l_infinity", "L-infinity", false),
    ("chi_square", "chi-square", false),
    ("kl_bits", "KL bits", true),
    ("entropy_bits", "entropy", false),
    ("rising_sequences", "rising", true),
    (BLIND, "right blind", true),
    (SHOWN, "right shown", true),
    (ERROR, "std error", true),
];

pub struct MixReport {
    cards: u64,
    packets: Option<String>,
    /// The word of a shuffle that is not a riffle.
    shuffle: Option<String>,
    deck: Option<String>,
    subject: Subject,
    composition: Option<Vec<u32>>,
    /// The followed card, counted from 1.
    card: Option<u64>,
    /// The number of random decks and the seed, if something is estimated.
    drawn: Option<(u32, Seed)>,
    /// How lower bounds hold together.
    together: Option<String>,
    until: Option<Target>,
    rows: Vec<Row>,
    all: bool,
    /// The explanation of the guesses, if there are any.
    guessing: Option<String>,
    /// A description of what is missing if a signal or the timeout ended the work.
    interrupted: Option<String>,
}

impl MixReport {
    pub fn new(question: &Question, mut rows: Vec<Row>, until: Option<Target>, all: bool) -> MixReport {
        raise_bounds(&mut rows);
        let drawing =
            |row: &Row| row.number("standard_error").is_some() || row.method() == Method::LowerBound;
        let estimated = rows.iter().any(drawing);
        let (composition, drawn) = match &question.sort {
            Sort::Kinds(kinds) => (Some(kinds.composition.clone()), Some((kinds.samples, kinds.seed))),
            Sort::Other(other) => (None, other.rounds.drawn),
            _ => (None, None),
        };
        let card = match &question.sort {
            Sort::Card(followed) => Some(one_based::number(followed.card as u64)),
            _ => None,
        };
        let shuffle = match &question.sort {
            Sort::Other(other) => Some(other.name.clone()),
            _ => None,
        };
        MixReport {
            cards: question.cards,
            packets: question.packets.as_ref().map(ToString::to_string),
            shuffle,
            deck: question.deck.map(|deck| deck.name()),
            subject: Subject::new(question),
            composition,
            card,
            drawn: drawn.filter(|_| estimated),
            together: match &question.sort {
                Sort::Other(other) => other.rounds.together.clone(),
                _ => None,
            },
            until,
            rows,
            all,
            guessing: question.guessing.as_ref().map(|guessing| guessing.explanation()),
            interrupted: None,
        }
    }

    /// Marks the report as incomplete unless the rows reach `riffles` riffles.
    pub fn up_to(mut self, riffles: u64, watch: &Watch) -> MixReport {
        let last = self.rows.last().map(|row| row.riffles);
        let came = last
            .map_or("no row was finished".into(), |last| format!("the rows end after {last} of {riffles}"));
        let why = if watch.interrupted() { "interrupted" } else { "out of time" };
        let remedy = if watch.interrupted() { "" } else { "; try a larger --timeout" };
        self.interrupted = (last != Some(riffles)).then(|| format!("{why}: {came}{remedy}"));
        self
    }

    pub fn figure(&self) -> Figure {
        plot::figure(self.subject.title.clone(), self.subject.noun, &self.rows)
    }

    /// Returns the columns of the text with their titles: the shown ones, or the others.
    fn columns(&self, shown: bool) -> Vec<(&'static str, &'static str)> {
        let known = |key: &str| self.rows.iter().any(|row| row.number(key).is_some());
        let columns =
            HEADINGS.into_iter().filter(|(key, _, usual)| known(key) && (self.all || *usual) == shown);
        columns.map(|(key, heading, _)| (key, heading)).collect()
    }

    fn people(&self) -> Table<'_> {
        let columns = self.columns(true);
        let headings: Vec<&str> = columns.iter().map(|(_, heading)| *heading).collect();
        let row = move |row: &Row| {
            let cell = |key: &str| match (row.value(key), row.method()) {
                (Some(value), Method::LowerBound) if value.number() == Some(0.0) => "≥ 0".into(),
                (Some(value), Method::LowerBound) => format!("≥ {}", value.for_people()),
                (value, _) => value.map_or_else(String::new, Value::for_people),
            };
            let cells = columns.iter().map(|(key, _)| cell(key));
            std::iter::once(row.riffles.to_string()).chain(cells).collect()
        };
        let first = if self.packets.is_some() { "riffles" } else { "shuffles" };
        Table::new([first].into_iter().chain(headings), self.rows.iter().map(row))
    }

    fn write_fractions(&self, out: &mut dyn Write) -> io::Result<()> {
        for row in &self.rows {
            for (key, value) in row.values.iter().filter(|(_, value)| matches!(value, Value::Exact(_))) {
                let name = key.trim_end_matches("_exact");
                let heading =
                    HEADINGS.iter().find(|(key, ..)| *key == name).map_or(name, |(_, heading, _)| heading);
                writeln!(out, "{}, {heading} = {}", row.riffles, value.for_people())?;
            }
        }
        Ok(())
    }

    /// Writes notes that the table and the curves need.
    fn write_notes(&self, out: &mut dyn Write) -> io::Result<()> {
        let hidden = self.columns(false);
        if !hidden.is_empty() {
            let names: Vec<&str> = hidden.into_iter().map(|(_, heading)| heading).collect();
            writeln!(out, "With --all: {}.", names.join(", "))?;
        }
        let decks = self.drawn.map(|(samples, seed)| format!("{samples} random decks, seed {seed}"));
        match (self.method(), decks) {
            (Method::UpperBound, _) => writeln!(out, "{UPPER_BOUNDS}")?,
            (Method::LowerBound, Some(decks)) => {
                let together = self.together.as_deref().unwrap_or_default();
                writeln!(out, "Lower bounds hold at 99 % confidence, {together}from {decks}.")?;
                if self.last_bound() == Some(0.0) {
                    writeln!(out, "A lower bound of 0 does not say that the deck is mixed.")?;
                }
            }
            (_, Some(decks)) => writeln!(out, "Total variation is estimated from {decks}.")?,
            _ => {}
        }
        let explained = if self.until.is_some() { self.rows.len().saturating_sub(1) } else { 0 };
        if let Some(guessing) = &self.guessing {
            writeln!(out, "{guessing}")?;
        }
        let Some(answer) = Answer::new(&self.subject, &self.rows[explained..]) else { return Ok(()) };
        let known = self.rows.iter().any(|row| row.number("total_variation").is_some());
        let meaning = answer.meaning().or((!known).then(|| VARIATION_UNKNOWN.into()));
        meaning.map_or(Ok(()), |meaning| writeln!(out, "{meaning}"))
    }

    /// Returns the sentence before the table: the answer to `--until`, or of the rows.
    fn sentence(&self) -> Option<String> {
        let Some(Target { distance, target, riffles }) = &self.until else {
            return Some(Answer::new(&self.subject, &self.rows)?.sentence());
        };
        let distance = distance.replace('_', " ");
        let noun = self.subject.noun;
        let bound = match self.method() {
            Method::LowerBound => {
                return Some(format!(
                    "Fewer than {} leave a {distance} of more than {target} (99 % confidence); {riffles} may do so too.",
                    counted(*riffles, noun)
                ));
            }
            Method::UpperBound => "n upper bound of the",
            Method::Exact | Method::Estimate => "",
        };
        Some(format!(
            "{riffles} is the first number of {noun}s with a{bound} {distance} of at most {target}."
        ))
    }

    /// Returns the distance in the last row if it is a lower bound.
    fn last_bound(&self) -> Option<f64> {
        self.rows.last().filter(|row| row.method() == Method::LowerBound)?.number("total_variation")
    }

    /// Returns the method by which the last row was computed.
    fn method(&self) -> Method {
        self.rows.last().map_or(Method::Exact, Row::method)
    }
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

    /// Writes the answer, the table, the curves (on a terminal), and an explanation.
    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        if let (Some(target), true) = (&self.until, page.quiet) {
            return writeln!(out, "{}", target.riffles);
        }
        self.headline(page, out)?;
        if self.sentence().is_some() && !page.quiet {
            writeln!(out)?;
        }
        faro_render::text(self.people(), page, out)?;
        self.write_fractions(out)?;
        if page.quiet {
            return Ok(());
        }
        if page.width.is_some() && self.rows.len() > 1 {
            writeln!(out)?;
            faro_render::braille(&self.figure(), page, out)?;
        }
        self.write_notes(out)
    }

    fn headline(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        match self.sentence().filter(|_| !page.quiet) {
            Some(sentence) => writeln!(out, "{sentence}"),
            None => Ok(()),
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
        if let Some(packets) = &self.packets {
            fields.serialize_entry("packets", &JsonInteger(packets))?;
        }
        if let Some(shuffle) = &self.shuffle {
            fields.serialize_entry("shuffle", shuffle)?;
        }
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
