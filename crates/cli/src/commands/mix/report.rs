//! The result of `faro mix` for every output format: a table of distances, sentences, and a plot.

use std::io::{self, Write};

use faro::mixing::{Method, RiskShare};
use faro_render::numbers::counted;
use faro_render::one_based;
use faro_render::view::{Axis, Figure, Marks, Page, Point, Report, Series, Table};
use faro_sample::shuffle::Seed;
use serde::{Serialize, Serializer};

use super::answer::{Answer, Subject};
use super::question::{MixQuestion, Sort};
use super::value::{BLIND, ERROR, MixRow, SHOWN, Value, raise_bounds};
use crate::arguments::integer::JsonInteger;
use crate::output::object::object;
use crate::output::watch::Watch;

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

/// The JSON fields that text shows: name, column title, and whether they are shown without `--all`.
const HEADINGS: [(&str, &str, bool); 9] = [
    ("total_variation", "total variation", true),
    ("separation", "separation", true),
    ("l_infinity", "L-infinity", false),
    ("chi_square", "chi-square", false),
    ("kl_bits", "KL bits", true),
    ("entropy_bits", "entropy", false),
    ("rising_sequences", "rising", true),
    (BLIND, "right blind", true),
    (SHOWN, "right shown", true),
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
    /// How the lower bounds share the risk of an error, or `None` if no row is a lower bound.
    risk: Option<RiskShare>,
    until: Option<Target>,
    rows: Vec<MixRow>,
    all: bool,
    /// The explanation of the guesses, if there are any.
    guessing: Option<String>,
    /// A description of what is missing if a signal or the timeout ended the work.
    interrupted: Option<String>,
}

/// Number of screen rows that the plot, the sentences and the prompt take.
const ROWS_OF_CURVE: usize = 22;

/// Maximum number of screen rows that the sentences, the column titles and the prompt take.
const ROWS_BESIDE: usize = 11;

impl MixReport {
    pub fn new(
        question: &MixQuestion,
        mut rows: Vec<MixRow>,
        until: Option<Target>,
        all: bool,
    ) -> MixReport {
        raise_bounds(&mut rows);
        let drawing = |row: &MixRow| {
            row.number("standard_error").is_some() || row.method() == Method::LowerBound
        };
        let estimated = rows.iter().any(drawing);
        let (mut composition, mut card, mut shuffle, mut risk) = (None, None, None, None);
        match &question.sort {
            Sort::Orders(_) => {}
            Sort::Kinds(kinds, _) => composition = Some(kinds.clone()),
            Sort::Card(followed) => card = Some(one_based::number(followed.card as u64)),
            Sort::Other(name, mixing) => {
                (shuffle, risk) = (Some(name.clone()), mixing.risk_share());
            }
        }
        let drawn = question.samples().map(|samples| (samples, question.seed));
        MixReport {
            cards: question.cards,
            packets: question.packets.as_ref().map(ToString::to_string),
            shuffle,
            deck: question.deck.map(|deck| deck.name()),
            subject: Subject::new(question),
            composition,
            card,
            drawn: drawn.filter(|_| estimated),
            risk,
            until,
            rows,
            all,
            guessing: question.guessing_explained(),
            interrupted: None,
        }
    }

    /// Marks the report as incomplete unless the rows reach `riffles` riffles.
    pub fn up_to(mut self, riffles: u64, watch: &Watch) -> MixReport {
        let last = self.rows.last().map(|row| row.riffles);
        let last_row = last.map_or("no row was finished".into(), |last| {
            format!("the rows end after {last} of {riffles}")
        });
        let [why, remedy] = watch.reason();
        self.interrupted = (last != Some(riffles)).then(|| format!("{why}: {last_row}{remedy}"));
        self
    }

    pub fn figure(&self) -> Figure {
        figure(self.subject.title.clone(), self.subject.noun, &self.rows)
    }

    /// Returns the columns of text and their titles: those that are shown, or those that only `--all` shows.
    fn columns(&self, shown: bool) -> Vec<(&'static str, &'static str)> {
        let is_computed = |key: &str| self.rows.iter().any(|row| row.number(key).is_some());
        let columns = HEADINGS
            .into_iter()
            .filter(|(key, _, usual)| is_computed(key) && (self.all || *usual) == shown);
        columns.map(|(key, heading, _)| (key, heading)).collect()
    }

    /// Returns the number s for which the text fits the screen with its sentences if it shows every s-th row.
    fn stride(&self, page: &Page) -> usize {
        let room = page
            .rows
            .filter(|_| page.width.is_some() && !self.all && !page.quiet);
        room.map_or(1, |rows| {
            self.rows
                .len()
                .div_ceil(rows.saturating_sub(ROWS_BESIDE).max(1))
                .max(1)
        })
    }

    /// Returns the table for people: every `stride`-th row, and the last one.
    fn text_table(&self, stride: usize) -> Table<'_> {
        let columns = self.columns(true);
        let headings: Vec<&str> = columns.iter().map(|(_, heading)| *heading).collect();
        let row = move |row: &MixRow| {
            let cells = columns.iter().map(|(key, _)| row.cell(key));
            std::iter::once(row.riffles.to_string())
                .chain(cells)
                .collect()
        };
        let first = if self.packets.is_some() {
            "riffles"
        } else {
            "shuffles"
        };
        let last = self.rows.len().saturating_sub(1);
        let shown = self
            .rows
            .iter()
            .enumerate()
            .filter(move |(index, _)| (last - index).is_multiple_of(stride));
        Table::new(
            [first].into_iter().chain(headings),
            shown.map(move |(_, shown)| row(shown)),
        )
    }

    fn write_fractions(&self, out: &mut dyn Write) -> io::Result<()> {
        for row in &self.rows {
            for (key, value) in row
                .values
                .iter()
                .filter(|(_, value)| matches!(value, Value::Exact(_)))
            {
                let name = key.trim_end_matches("_exact");
                let heading = HEADINGS
                    .iter()
                    .find(|(key, ..)| *key == name)
                    .map_or(name, |(_, heading, _)| heading);
                writeln!(out, "{}, {heading} = {}", row.riffles, value.for_people())?;
            }
        }
        Ok(())
    }

    /// Writes notes that the table and the curves need.
    ///
    /// With `has_curve` there is a curve that the screen has no room for.
    fn write_notes(&self, has_curve: bool, out: &mut dyn Write) -> io::Result<()> {
        let hidden = self.columns(false);
        let curve = (has_curve && !self.all).then_some("the curve");
        let names: Vec<&str> = curve
            .into_iter()
            .chain(hidden.into_iter().map(|(_, heading)| heading))
            .collect();
        if !names.is_empty() {
            writeln!(out, "With --all: {}.", names.join(", "))?;
        }
        let decks = self
            .drawn
            .map(|(samples, seed)| format!("{samples} random decks, seed {seed}"));
        match (self.method(), decks) {
            (Method::UpperBound, _) => writeln!(out, "{UPPER_BOUNDS}")?,
            (Method::LowerBound, Some(decks)) => {
                let shared_risk = self.risk.map_or(String::new(), shared_risk);
                writeln!(
                    out,
                    "Lower bounds hold at 99 % confidence, {shared_risk}from {decks}."
                )?;
                if self.last_bound() == Some(0.0) {
                    writeln!(
                        out,
                        "A lower bound of 0 does not say that the deck is mixed."
                    )?;
                }
            }
            (_, Some(decks)) => {
                writeln!(
                    out,
                    "Total variation is estimated from {decks}; ± is two standard errors."
                )?;
            }
            _ => {}
        }
        let explained = if self.until.is_some() {
            self.rows.len().saturating_sub(1)
        } else {
            0
        };
        if let Some(guessing) = &self.guessing {
            writeln!(out, "{guessing}")?;
        }
        let Some(answer) = Answer::new(&self.subject, &self.rows[explained..]) else {
            return Ok(());
        };
        let has_variation = self
            .rows
            .iter()
            .any(|row| row.number("total_variation").is_some());
        let meaning = answer
            .meaning()
            .or((!has_variation).then(|| VARIATION_UNKNOWN.into()));
        meaning.map_or(Ok(()), |meaning| writeln!(out, "{meaning}"))
    }

    /// Returns the sentence before the table: the answer to `--until`, or a summary of the rows.
    fn sentence(&self) -> Option<String> {
        let Some(Target {
            distance,
            target,
            riffles,
        }) = &self.until
        else {
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
        self.rows
            .last()
            .filter(|row| row.method() == Method::LowerBound)?
            .number("total_variation")
    }

    /// Returns the method by which the total variation of the last row is known.
    fn method(&self) -> Method {
        self.rows.last().map_or(Method::Exact, MixRow::method)
    }
}

/// Returns how the rows of lower bounds share the risk of an error, as a phrase that ends with a comma.
fn shared_risk(share: RiskShare) -> String {
    match share {
        RiskShare::Equal(1) => String::new(),
        RiskShare::Equal(rows) => format!("{rows} rows together (Bonferroni), "),
        RiskShare::Falling => {
            "all rows together (Bonferroni, 1/(k(k + 1)) of the risk for row k), ".into()
        }
    }
}

impl Report for MixReport {
    fn table(&self) -> Table<'_> {
        let keys: Vec<&'static str> = self.rows.first().map_or_else(Vec::new, |row| {
            row.values.iter().map(|(key, _)| *key).collect()
        });
        let cells = |row: &MixRow| {
            let values = row.values.iter().map(|(_, value)| value.for_programs());
            std::iter::once(row.riffles.to_string())
                .chain(values)
                .collect()
        };
        Table::new(
            ["riffles"].into_iter().chain(keys),
            self.rows.iter().map(cells),
        )
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
        let stride = self.stride(page);
        faro_render::text(self.text_table(stride), page, out)?;
        if stride > 1 {
            writeln!(out, "One row of {stride} is shown; all of them: --all.")?;
        }
        self.write_fractions(out)?;
        if page.quiet {
            return Ok(());
        }
        let fits = page
            .rows
            .is_none_or(|rows| self.rows.len() + ROWS_OF_CURVE <= rows);
        let is_drawn = page.width.is_some() && self.rows.len() > 1;
        if is_drawn && (fits || self.all) {
            writeln!(out)?;
            faro_render::braille(&self.figure(), page, out)?;
        }
        self.write_notes(is_drawn && !fits, out)
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
        object!(serializer, {
            "cards": self.cards,
            "packets"?: self.packets.as_ref().map(JsonInteger),
            "shuffle"?: self.shuffle,
            "deck"?: self.composition.as_ref().map(|_| &self.deck),
            "composition"?: self.composition,
            "card"?: self.card,
            "samples"?: self.drawn.map(|(samples, _)| samples),
            "seed"?: self.drawn.map(|(_, seed)| seed),
            "until"?: self.until,
            "complete"?: self.interrupted.as_ref().map(|_| false),
            "rows": self.rows,
        })
    }
}

/// The distances in the plot, with their names.
const PLOTTED: [(&str, &str); 2] = [
    ("total_variation", "total variation"),
    ("separation", "separation"),
];

/// A larger distance is drawn at the top of the plot.
const TOP: f64 = 0.995;

/// A smaller distance is drawn at the bottom of the plot.
const BOTTOM: f64 = 0.005;

/// Minimum number of rows in a flat part of the curves that is left out.
const MIN_FLAT_ROWS: usize = 5;

/// The numbers of right guesses in the plot, with their names.
const GUESSED: [(&str, &str); 2] = [
    (SHOWN, "each card is shown after its guess"),
    (BLIND, "blind"),
];

/// Plots the right guesses if there are any, otherwise total variation and separation in percent.
///
/// The horizontal axis is the number of riffles.
pub fn figure(title: String, noun: &str, rows: &[MixRow]) -> Figure {
    let guessed = |row: &MixRow| {
        GUESSED
            .iter()
            .filter_map(|(key, _)| row.number(key))
            .reduce(f64::max)
    };
    match rows.iter().filter_map(guessed).reduce(f64::max) {
        Some(max) => guesses(title, noun, rows, max.ceil() as u64),
        None => distances(title, noun, rows),
    }
}

/// Plots the right guesses, the largest of which is at most `max`.
fn guesses(title: String, noun: &str, rows: &[MixRow], max: u64) -> Figure {
    let end = |row: Option<&MixRow>| row.map_or(0, |row| row.riffles);
    let across = Axis {
        name: format!("{noun}s"),
        from: end(rows.first()),
        to: end(rows.last()),
    };
    let up = Axis {
        name: "cards guessed right".into(),
        from: 0,
        to: max,
    };
    let point = |row: &MixRow, key: &str| {
        let error = row
            .number(ERROR)
            .filter(|_| key == SHOWN)
            .unwrap_or_default();
        let part = |number: f64| number / max as f64;
        Some(Point {
            across: across.part(row.riffles),
            up: part(row.number(key)?),
            error: part(2.0 * error),
        })
    };
    let curve = |&(key, name): &(&str, &str)| {
        curve(rows.iter().filter_map(|row| point(row, key)), |_| {
            name.into()
        })
    };
    let series = GUESSED.iter().filter_map(curve).collect();
    Figure {
        title,
        series,
        across,
        up,
    }
}

fn distances(title: String, noun: &str, rows: &[MixRow]) -> Figure {
    let (shown, left_out) = without_flat_ends(rows);
    let first = shown.first().map_or(0, |row| row.riffles);
    let last = shown.last().map_or(0, |row| row.riffles);
    let across = Axis {
        name: format!("{noun}s{left_out}"),
        from: first,
        to: last,
    };
    let up = Axis {
        name: "distance from random in percent".into(),
        from: 0,
        to: 100,
    };
    let point = |row: &MixRow, key: &str| {
        let error = row
            .number("standard_error")
            .filter(|_| key == "total_variation")
            .unwrap_or_default();
        Some(Point {
            across: across.part(row.riffles),
            up: row.number(key)?,
            error: 2.0 * error,
        })
    };
    let curve = |&(key, name): &(&str, &str)| {
        let named = |is_estimated| match (is_estimated, key) {
            (true, _) => format!("{name} ± 2 std errors"),
            (false, "total_variation") => format!("{name}{}", bound(rows)),
            (false, _) => name.into(),
        };
        curve(shown.iter().filter_map(|row| point(row, key)), named)
    };
    let series = PLOTTED.iter().filter_map(curve).collect();
    Figure {
        title,
        series,
        across,
        up,
    }
}

/// Returns the curve through `points`, or `None` if there is no point. `named` gets whether they are estimates.
fn curve(points: impl Iterator<Item = Point>, named: impl Fn(bool) -> String) -> Option<Series> {
    let points: Vec<Point> = points.collect();
    (!points.is_empty()).then(|| Series {
        name: named(points.iter().any(|point| point.error > 0.0)),
        marks: Marks::Curve(points),
    })
}

/// Returns `, at least` or `, at most` if the rows are bounds.
fn bound(rows: &[MixRow]) -> &'static str {
    match rows.last().map(MixRow::method) {
        Some(Method::LowerBound) => ", at least",
        Some(Method::UpperBound) => ", at most",
        _ => "",
    }
}

/// Returns the rows without long parts at both ends in which all curves are flat, and a note about them.
fn without_flat_ends(rows: &[MixRow]) -> (&[MixRow], String) {
    let has_part = |is: fn(f64) -> bool| {
        move |row: &MixRow| {
            PLOTTED
                .iter()
                .filter_map(|(key, _)| row.number(key))
                .any(is)
        }
    };
    let falls = rows.iter().position(has_part(|part| part < TOP));
    let ends = rows.iter().rposition(has_part(|part| part > BOTTOM));
    // At each end, one row of the flat part is kept.
    let before = falls.unwrap_or(0).saturating_sub(1);
    let before = if before >= MIN_FLAT_ROWS { before } else { 0 };
    let end = ends.map_or(rows.len(), |last| (last + 2).min(rows.len()));
    let end = if rows.len() - end >= MIN_FLAT_ROWS {
        end
    } else {
        rows.len()
    };
    let are = if bound(rows).is_empty() {
        "are"
    } else {
        "have bounds"
    };
    let mut note = String::new();
    if before > 0 {
        note += &format!(
            "; {} to {} {are} near 100 %",
            rows[0].riffles,
            rows[before - 1].riffles
        );
    }
    if end < rows.len() {
        note += &format!(
            "; {} to {} {are} near 0 %",
            rows[end].riffles,
            rows[rows.len() - 1].riffles
        );
    }
    (&rows[before..end], note)
}

#[cfg(test)]
mod tests {
    use super::super::value::Value;
    use super::*;
    use faro::riffle::Magnitude;

    fn rows(parts: &[f64]) -> Vec<MixRow> {
        let value = |part: f64| Value::Real(Magnitude::scaled(part, 0), 5);
        let row = |(riffles, &part)| MixRow {
            riffles,
            values: vec![("total_variation", value(part))],
        };
        (1..).zip(parts).map(row).collect()
    }

    fn axis(parts: &[f64]) -> (u64, u64, String) {
        let Axis { name, from, to } = figure(String::new(), "riffle", &rows(parts)).across;
        (from, to, name)
    }

    #[test]
    fn long_flat_ends_are_left_out() {
        let early = [[1.0; 6].as_slice(), &[0.5, 0.2]].concat();
        assert_eq!(
            axis(&early),
            (6, 8, "riffles; 1 to 5 are near 100 %".into())
        );
        let late = [[0.9].as_slice(), &[0.001; 6]].concat();
        assert_eq!(axis(&late), (1, 2, "riffles; 3 to 7 are near 0 %".into()));
    }

    #[test]
    fn short_and_only_flat_parts_stay() {
        for parts in [
            [[1.0; 5].as_slice(), &[0.5]].concat(),
            vec![1.0; 9],
            vec![0.0; 9],
            vec![0.5],
            vec![],
        ] {
            let (from, to, name) = axis(&parts);
            assert_eq!(
                (from, to, name),
                (
                    parts.len().min(1) as u64,
                    parts.len() as u64,
                    "riffles".into()
                )
            );
        }
    }

    #[test]
    fn bounds_say_so() {
        for (method, expected) in [
            ("lower bound", "total variation, at least"),
            ("upper bound", "total variation, at most"),
        ] {
            let mut rows = rows(&[[0.9, 0.3].as_slice(), &[0.0; 6]].concat());
            rows.iter_mut()
                .for_each(|row| row.values.insert(0, ("method", Value::Text(method))));
            let figure = figure(String::new(), "shuffle", &rows);
            assert_eq!(figure.series[0].name, expected);
            assert_eq!(figure.across.name, "shuffles; 4 to 8 have bounds near 0 %");
        }
        assert_eq!(
            figure(String::new(), "shuffle", &rows(&[0.9, 0.3])).series[0].name,
            "total variation"
        );
    }
}
