//! The distances of decks of several sizes, side by side.

use std::collections::BTreeSet;
use std::io::{self, Write};

use faro::mixing::Method;
use faro_render::numbers::{counted, joined};
use faro_render::view::{Page, Table};

use super::value::{self, MixRow};

/// The rows of several deck sizes, each with its number of cards.
pub struct MixList {
    decks: Vec<(String, Vec<MixRow>)>,
    noun: &'static str,
    /// Whether `--until` was given: the last row of each deck is then the first with a distance below the target.
    is_until: bool,
}

/// Maximum number of deck sizes whose distances are side by side, with a column for each deck.
const MAX_BESIDE: usize = 5;

/// The distances in a list of more than [`MAX_BESIDE`] deck sizes: their JSON names and column titles.
const LISTED: [(&str, &str); 2] = [
    ("total_variation", "total variation"),
    ("separation", "separation"),
];

impl MixList {
    /// Reads the distances from rows of CSV, of which the first column is the number of cards.
    pub fn new(columns: &[String], rows: &[Vec<String>], is_until: bool) -> MixList {
        let read = |row: &Vec<String>| {
            let cell = |name: &str| {
                let column = columns.iter().position(|column| column == name)?;
                row.get(column).map(String::as_str)
            };
            MixRow::from_csv(cell)
        };
        let of_deck =
            |rows: &[Vec<String>]| (rows[0][0].clone(), rows.iter().filter_map(read).collect());
        let decks = rows
            .chunk_by(|row, next| row[0] == next[0])
            .map(of_deck)
            .collect();
        // Only rows of riffles of equal packets have no column `method`.
        let is_riffle = !columns.iter().any(|column| column == "method");
        MixList {
            decks,
            noun: if is_riffle { "riffle" } else { "shuffle" },
            is_until,
        }
    }

    /// Writes the distances, and the meaning of the signs beside them.
    pub fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let key = self.key();
        match self.decks.len() {
            ..=MAX_BESIDE => faro_render::text(self.beside(key), page, out)?,
            _ => faro_render::text(self.listed(), page, out)?,
        }
        if page.quiet {
            return Ok(());
        }
        self.write_distance(&key.replace('_', " "), out)?;
        let methods: Vec<Method> = self.rows().map(|(_, row)| row.method()).collect();
        value::NOTES
            .iter()
            .filter(|(method, _)| methods.contains(method))
            .try_for_each(|(_, note)| writeln!(out, "{note}"))
    }

    fn rows(&self) -> impl Iterator<Item = (&String, &MixRow)> {
        self.decks
            .iter()
            .flat_map(|(cards, rows)| rows.iter().map(move |row| (cards, row)))
    }

    /// Returns the column of the distance that is known: total variation, or else separation.
    fn key(&self) -> &'static str {
        let is_known = |key: &str| self.rows().any(|(_, row)| row.value(key).is_some());
        LISTED
            .iter()
            .map(|(key, _)| *key)
            .find(|key| is_known(key))
            .unwrap_or(LISTED[0].0)
    }

    /// Returns a table with a column for each deck and a row for each number of shuffles.
    fn beside(&self, key: &'static str) -> Table<'_> {
        let counts: BTreeSet<u64> = self.rows().map(|(_, row)| row.riffles).collect();
        let row = move |count: u64| {
            let distance = |(_, rows): &(String, Vec<MixRow>)| {
                let row = rows.iter().find(|row| row.riffles == count);
                row.map_or_else(String::new, |row| row.cell(key))
            };
            std::iter::once(count.to_string())
                .chain(self.decks.iter().map(distance))
                .collect()
        };
        let sizes = self.decks.iter().map(|(cards, _)| counted(cards, "card"));
        Table::new(
            std::iter::once(format!("{}s", self.noun)).chain(sizes),
            counts.into_iter().map(row),
        )
    }

    /// Returns a table with a row for each deck and each number of shuffles.
    fn listed(&self) -> Table<'_> {
        let row = |(cards, row): (&String, &MixRow)| {
            let cells = LISTED.iter().map(|(key, _)| row.cell(key));
            [cards.clone(), row.riffles.to_string()]
                .into_iter()
                .chain(cells)
                .collect()
        };
        let headings = LISTED.iter().map(|(_, heading)| heading.to_string());
        Table::new(
            ["cards".into(), format!("{}s", self.noun)]
                .into_iter()
                .chain(headings),
            self.rows().map(row),
        )
    }

    /// Writes the line that names the distance, with the answer to `--until` if it was given.
    fn write_distance(&self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        let last = self
            .decks
            .iter()
            .filter_map(|(cards, rows)| Some((cards, rows.last()?)));
        let rounds = last
            .clone()
            .map(|(cards, row)| format!("{} for {}", row.riffles, counted(cards, "card")));
        let rounds = joined(rounds, ", ");
        let is_bound = last
            .clone()
            .any(|(_, row)| row.method() == Method::LowerBound);
        let answer = match (self.is_until, is_bound) {
            (false, _) => "more columns: --all, or --format csv".into(),
            (true, false) => format!("near enough after {rounds}"),
            (true, true) => format!("near enough at the earliest after {rounds}"),
        };
        writeln!(out, "{name} from a random deck; {answer}")
    }
}
