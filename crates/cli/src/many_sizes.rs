//! Answers a question for several deck sizes at once: `faro order 50..=54 out`, `faro mix 25,32,52`.

use std::ffi::OsString;
use std::io::{self, Write};

use crate::arguments::integer;
use crate::arguments::integer::Range;
use crate::output;
use crate::output::error::invalid;
use crate::output::options::{Format, OutputArgs};
use crate::output::probability::{self, PValue};
use clap::ArgMatches;
use faro_render::view::{Page, Report, Table};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::commands::mix::list::MixList;

/// The commands that accept several deck sizes.
const COMMANDS: [&str; 9] = ["order", "cycles", "where", "group", "mix", "law", "matrix", "simulate", "bits"];

const MAX_SIZES: u64 = 10_000;

/// The columns of text, for commands that have more than fit a line.
const SHOWN: [(&str, &str); 2] = [
    ("matrix", "cards card position probability"),
    ("simulate", "cards statistic mean std_error uniform_mean z p_value"),
];

/// Columns that repeat the question, which is the same in every row.
const ASKED: &str = "shuffle times card kind moves state_bits";

/// Columns of probabilities. Text writes 0 or 1 only for a probability that is exactly 0 or 1.
const PROBABILITIES: &str = "total_variation separation reachable_fraction probability";

/// The deck sizes in a command line, and the argument that contains them.
pub struct Sizes {
    command: String,
    /// The text of the sizes, and the index of its argument, as the parser counts arguments from the command
    /// on.
    given: String,
    index: usize,
    sizes: Vec<String>,
    /// Whether `--until` was given: the last row of each deck is then the first with a distance below the target.
    is_until: bool,
    /// Whether text has more columns than a list of sizes has room for.
    is_wide: bool,
}

/// Options with which text is the text of each size, one after another.
const WIDE: [&str; 3] = ["all", "exact", "guessing"];

/// The answers for all sizes, each with its size.
pub struct ManyReport {
    command: String,
    is_until: bool,
    json: Value,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The text of each size, if the answers are not put side by side.
    texts: Vec<String>,
}

impl Sizes {
    /// Returns the sizes if the command line has a list or a range of them, or `None` for a single size.
    pub fn of(matches: &ArgMatches) -> anyhow::Result<Option<Sizes>> {
        let Some((name, command)) = matches.subcommand() else { return Ok(None) };
        if !COMMANDS.contains(&name) {
            return Ok(None);
        }
        let text = |id| command.try_get_one::<String>(id).ok().flatten();
        let found = ["cards", "first"].into_iter().find_map(|id| Some((id, text(id)?)));
        let Some((id, given)) = found else { return Ok(None) };
        let is_list = given.starts_with(|first: char| first.is_ascii_digit())
            && (given.contains([',', '-', '–']) || given.contains(".."))
            && given.chars().all(|letter| letter.is_ascii_digit() || " ,.=^-–".contains(letter));
        if !is_list {
            return Ok(None);
        }
        let svg = command.try_get_one::<std::path::PathBuf>("svg").ok().flatten();
        if let Some(svg) = svg {
            return Err(invalid("--svg <FILE>", svg.to_string_lossy(), "a picture is of one deck size"));
        }
        let sizes = expanded(given).map_err(|why| invalid("[CARDS]", given, why))?;
        let index = command.index_of(id).expect("an argument that was given");
        let is_until = command.try_contains_id("until").unwrap_or(false);
        let is_set = |id: &&str| command.try_get_one::<bool>(id).ok().flatten() == Some(&true);
        let is_wide = name == "mix" && WIDE.iter().any(is_set);
        Ok(Some(Sizes { command: name.into(), given: given.clone(), index, sizes, is_until, is_wide }))
    }

    /// Asks the same question for every size, in JSON if `format` is JSON, otherwise in CSV. `ask` answers
    /// one command line.
    pub fn answer(
        &self,
        arguments: &[OsString],
        format: Format,
        ask: impl Fn(Vec<OsString>) -> anyhow::Result<Vec<u8>>,
    ) -> anyhow::Result<ManyReport> {
        let (mut all, mut texts, mut columns) = (Vec::new(), Vec::new(), Vec::<String>::new());
        let mut rows: Vec<Vec<String>> = Vec::new();
        for size in &self.sizes {
            if matches!(format, Format::Json) {
                let json: Value = serde_json::from_slice(&ask(self.command_line(arguments, size, "json"))?)?;
                all.push(json);
                continue;
            }
            if self.is_wide && matches!(format, Format::Text) {
                texts.push(String::from_utf8(ask(self.command_line(arguments, size, "text"))?)?);
                continue;
            }
            let answer = ask(self.command_line(arguments, size, "csv"))?;
            let mut lines = csv::Reader::from_reader(answer.as_slice());
            let header = lines.headers()?;
            let first = (!header.iter().any(|column| column == "cards")).then_some("cards");
            let names: Vec<String> = first.into_iter().chain(header).map(String::from).collect();
            let places: Vec<usize> = names.iter().map(|name| place(&mut columns, name)).collect();
            for line in lines.records() {
                let (line, mut row) = (line?, vec![String::new(); columns.len()]);
                let cells = first.map(|_| size.as_str()).into_iter().chain(&line);
                places.iter().zip(cells).for_each(|(&place, cell)| row[place] = cell.into());
                rows.push(row);
            }
        }
        rows.iter_mut().for_each(|row| row.resize(columns.len(), String::new()));
        let (command, is_until) = (self.command.clone(), self.is_until);
        Ok(ManyReport { command, is_until, json: joined(all), columns, rows, texts })
    }

    /// Returns the command line for one size, in a format.
    fn command_line(&self, arguments: &[OsString], size: &str, format: &str) -> Vec<OsString> {
        let is_command = |argument: &&OsString| argument.to_str() == Some(self.command.as_str());
        let place = arguments.iter().position(|argument| is_command(&argument)).unwrap_or(0);
        let (mut line, mut rest, mut index) = (Vec::new(), arguments.iter().enumerate().skip(1), 0);
        while let Some((at, argument)) = rest.next() {
            if at > place {
                // The parser counts an option and its value as two arguments, even if they are written as one.
                index += if is_pair(argument) { 2 } else { 1 };
            }
            let is_given = at > place && index == self.index;
            match argument.to_str() {
                Some(text) if is_given => line.push(text.replacen(&self.given, size, 1).into()),
                Some("--format" | "--output" | "--color") => {
                    rest.next();
                    index += usize::from(at > place);
                }
                Some("--quiet" | "-q") if format != "text" => {}
                Some(text)
                    if ["--format=", "--output=", "--color="].iter().any(|flag| text.starts_with(flag)) => {}
                _ => line.push(argument.clone()),
            }
        }
        line.extend(["--format".into(), format.into()]);
        line
    }
}

/// Returns the index of the column with this name, which is added if there is none.
fn place(columns: &mut Vec<String>, name: &str) -> usize {
    columns.iter().position(|column| column == name).unwrap_or_else(|| {
        columns.push(name.into());
        columns.len() - 1
    })
}

/// Returns whether an argument has an option and its value, such as `--cards=8` and `-n8`.
fn is_pair(argument: &OsString) -> bool {
    let Some(text) = argument.to_str() else { return false };
    match text.strip_prefix("--") {
        Some(long) => long.contains('='),
        None => {
            text.starts_with('-') && text.len() > 2 && !text.starts_with(|sign: char| sign.is_ascii_digit())
        }
    }
}

/// Returns the sizes of a list such as `25,32,50..=54`.
fn expanded(text: &str) -> Result<Vec<String>, String> {
    let mut sizes = Vec::new();
    if text.split(',').skip(1).any(|part| part.len() == 3 && part.starts_with('0')) {
        let number = text.replace(',', "");
        return Err(format!("expected sizes of 1 or more; for one number write {number}"));
    }
    for part in text.split(',') {
        if part.contains("..") || part.contains(['-', '–']) {
            let range = Range::of_sizes(part)?;
            range.note().iter().for_each(|text| output::note(text));
            let range = range.numbers;
            if range.end() - range.start() >= MAX_SIZES {
                return Err(format!(
                    "expected at most {MAX_SIZES} sizes; `faro sweep` has the orders of more"
                ));
            }
            sizes.extend(range.map(|size| size.to_string()));
        } else {
            sizes.push(integer::parse_positive(part)?.to_string());
        }
        if sizes.len() as u64 > MAX_SIZES {
            return Err(format!("expected at most {MAX_SIZES} sizes; `faro sweep` has the orders of more"));
        }
    }
    Ok(sizes)
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

impl ManyReport {
    /// Writes the answers in the format of the command line.
    pub fn write(&self, args: &OutputArgs) -> anyhow::Result<()> {
        output::report(self, args)
    }
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
        if self.command == "mix" {
            return MixList::new(&self.columns, &self.rows, self.is_until).text(page, out);
        }
        let shown: Vec<usize> = (0..self.columns.len()).filter(|&column| self.is_shown(column)).collect();
        let names: Vec<String> = shown.iter().map(|&column| self.columns[column].replace('_', " ")).collect();
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
            let column = self.columns.iter().position(|other| *other == format!("{name}_{suffix}"))?;
            text(column).parse::<f64>().ok()
        };
        if let (Ok(number), Some(log10)) = (cell.parse(), beside("log10")) {
            return PValue { number, log10 }.to_string();
        }
        match (cell.parse::<f64>(), beside("complement")) {
            (Ok(1.0), Some(rest)) if rest > 0.0 => format!("1 - {rest:.1e}"),
            (Ok(number), _) if PROBABILITIES.split(' ').any(|probability| probability == name) => {
                probability::of_number(number, 5)
            }
            (Ok(number), _) if cell.contains(['.', 'e']) => format!("{number:.5}"),
            _ => cell.into(),
        }
    }

    fn is_shown(&self, column: usize) -> bool {
        let name = self.columns[column].as_str();
        if let Some((_, columns)) = SHOWN.iter().find(|(command, _)| *command == self.command) {
            return columns.split(' ').any(|shown| shown == name);
        }
        let cells = || self.rows.iter().map(|row| row.get(column).map_or("", String::as_str));
        let is_empty = cells().all(str::is_empty);
        let is_long = cells().any(|cell| cell.len() > MAX_CELL);
        !is_empty && !is_long && !ASKED.split(' ').any(|asked| asked == name)
    }
}

/// Maximum number of characters of a cell in text.
const MAX_CELL: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_ranges_of_sizes() {
        assert_eq!(expanded("25,32,50..=52").unwrap(), ["25", "32", "50", "51", "52"]);
        assert_eq!(expanded("2^3,9").unwrap(), ["8", "9"]);
        assert!(expanded("1..=100000").unwrap_err().contains("at most 10000 sizes"));
        assert!(expanded("5,,6").is_err());
        assert!(expanded("1,000,000").unwrap_err().contains("for one number write 1000000"));
    }
}
