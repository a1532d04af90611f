//! Answers a question for several deck sizes at once: `faro order 50..=54 out`, `faro mix 25,32,52`.

use std::io::{self, Write};

use faro_render::view::{Page, Report, Table};
use num_bigint::BigUint;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::mix::list::MixList;
use crate::output::answer::{Part, Tabled};
use crate::output::options::{Format, OutputArgs};
use crate::output::probability::{self, PValue};

/// Columns that text leaves out, because they repeat the question in every row.
const ASKED: &str = "shuffle times card kind moves state_bits";

/// Columns of probabilities. Text writes 0 or 1 only for a probability that is exactly 0 or 1.
const PROBABILITIES: &str = "total_variation separation reachable_fraction probability";

/// The answers of one command for several deck sizes.
pub struct ManyReport {
    json: Value,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The text output for each size, or empty if the answers are rows of one table.
    texts: Vec<String>,
    shown: TextSelection,
}

/// The part of the answers for several deck sizes that text shows.
pub enum TextSelection {
    /// The columns that differ between rows.
    Different,
    /// These columns, separated by spaces, of a command that has more than fit a line.
    Columns(&'static str),
    /// The distances of `mix`. With `--until` the last row of each deck is the first with a distance below the target.
    Distances { is_until: bool },
    /// The text of each size, one after another.
    Texts,
}

/// Asks the same question for every size.
///
/// `ask` answers for one size. It gets the size and the options of its output.
pub fn answer(
    sizes: Vec<BigUint>,
    shown: TextSelection,
    args: &OutputArgs,
    mut ask: impl FnMut(&BigUint, &OutputArgs) -> anyhow::Result<()>,
) -> anyhow::Result<ManyReport> {
    let is_wide = matches!(shown, TextSelection::Texts);
    let (mut all, mut texts, mut columns) = (Vec::new(), Vec::new(), Vec::<String>::new());
    let mut rows: Vec<Vec<String>> = Vec::new();
    for size in sizes {
        if is_wide && matches!(args.format, Format::Text) {
            let (one, text) = args.collecting(Part::Result);
            ask(&size, &one)?;
            texts.push(String::from_utf8(text.take())?);
            continue;
        }
        let (one, answer) = args.collecting(Part::Table);
        ask(&size, &one)?;
        let Tabled {
            json,
            columns: names,
            rows: lines,
        } = answer.take_table();
        all.push(json);
        // Every row begins with the deck size, which answers for a single size may leave out.
        let first = (!names.iter().any(|name| name == "cards")).then(|| "cards".to_string());
        let places: Vec<usize> = first
            .iter()
            .chain(&names)
            .map(|name| place(&mut columns, name))
            .collect();
        for line in lines {
            let mut row = vec![String::new(); columns.len()];
            let cells = first.iter().map(|_| size.to_string()).chain(line);
            places
                .iter()
                .zip(cells)
                .for_each(|(&place, cell)| row[place] = cell);
            rows.push(row);
        }
    }
    // Rows from before a column was added have no cell for it yet.
    rows.iter_mut()
        .for_each(|row| row.resize(columns.len(), String::new()));
    Ok(ManyReport {
        json: joined(all),
        columns,
        rows,
        texts,
        shown,
    })
}

/// Returns the index of the column `name`, which is appended if there is none.
fn place(columns: &mut Vec<String>, name: &str) -> usize {
    columns
        .iter()
        .position(|column| column == name)
        .unwrap_or_else(|| {
            columns.push(name.into());
            columns.len() - 1
        })
}

/// Joins the answers into one value. It is a list of answers or, if answers have rows, an object with all
/// `cards` and all `rows`. Each row gets the number of cards of its answer.
fn joined(all: Vec<Value>) -> Value {
    if !all.iter().all(|answer| answer["rows"].is_array()) {
        return Value::Array(all);
    }
    let (mut sizes, mut rows) = (Vec::new(), Vec::new());
    for answer in all {
        let cards = answer["cards"].clone();
        for row in answer["rows"].as_array().into_iter().flatten() {
            let mut with_cards = Map::from_iter([("cards".to_string(), cards.clone())]);
            with_cards.extend(row.as_object().cloned().unwrap_or_default());
            rows.push(Value::Object(with_cards));
        }
        sizes.push(cards);
    }
    Value::Object(Map::from_iter([
        ("cards".into(), Value::Array(sizes)),
        ("rows".into(), Value::Array(rows)),
    ]))
}

impl Serialize for ManyReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(serializer)
    }
}

impl Report for ManyReport {
    fn table(&self) -> Table<'_> {
        Table::new(self.columns.clone(), self.rows.iter().cloned())
    }

    /// Writes the columns that fit a line and differ between rows, the distances of `mix`, or the texts of all sizes.
    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        if !self.texts.is_empty() {
            return write!(out, "{}", self.texts.join("\n"));
        }
        if let TextSelection::Distances { is_until } = self.shown {
            return MixList::new(&self.columns, &self.rows, is_until).text(page, out);
        }
        let shown: Vec<usize> = (0..self.columns.len())
            .filter(|&column| self.is_shown(column))
            .collect();
        let names: Vec<String> = shown
            .iter()
            .map(|&column| self.columns[column].replace('_', " "))
            .collect();
        let row = |row: &Vec<String>| shown.iter().map(|&column| self.cell(row, column)).collect();
        faro_render::text(Table::new(names, self.rows.iter().map(row)), page, out)
    }
}

impl ManyReport {
    /// Returns a cell of CSV for text, with five digits after the point. Only the exact probability 1 is written as 1.
    fn cell(&self, row: &[String], column: usize) -> String {
        let text = |column: usize| row.get(column).map_or("", String::as_str);
        let (name, cell) = (self.columns[column].as_str(), text(column));
        let beside = |suffix: &str| {
            let column = self
                .columns
                .iter()
                .position(|other| *other == format!("{name}_{suffix}"))?;
            text(column).parse::<f64>().ok()
        };
        if let (Ok(number), Some(log10)) = (cell.parse(), beside("log10")) {
            return PValue { number, log10 }.to_string();
        }
        match (cell.parse::<f64>(), beside("complement")) {
            (Ok(1.0), Some(rest)) if rest > 0.0 => format!("1 - {rest:.1e}"),
            (Ok(number), _)
                if PROBABILITIES
                    .split(' ')
                    .any(|probability| probability == name) =>
            {
                probability::of_number(number, 5)
            }
            (Ok(number), _) if cell.contains(['.', 'e']) => format!("{number:.5}"),
            _ => cell.into(),
        }
    }

    fn is_shown(&self, column: usize) -> bool {
        let name = self.columns[column].as_str();
        if let TextSelection::Columns(columns) = self.shown {
            return columns.split(' ').any(|shown| shown == name);
        }
        let cells = || {
            self.rows
                .iter()
                .map(|row| row.get(column).map_or("", String::as_str))
        };
        let is_empty = cells().all(str::is_empty);
        let is_long = cells().any(|cell| cell.len() > MAX_CELL);
        !is_empty && !is_long && !ASKED.split(' ').any(|asked| asked == name)
    }
}

/// Maximum number of characters of a cell in text.
const MAX_CELL: usize = 24;
