//! The parts of a report, independent of its format.

mod figure;
mod heat;
mod page;
mod sheet;
mod strip;

use std::borrow::Cow;
use std::cell;
use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{Error, Serializer};
use serde_json::Value;

pub use crate::palette::Tint;
pub use figure::{Axis, Bins, Figure, Grid, Marks, Point, Series};
pub use heat::{AxisLabels, HeatMap};
pub use page::Page;
pub use sheet::Sheet;
pub use strip::{Flow, Strip, StripRow, TextCell, Thread};

/// The result of a command, which is rendered once.
///
/// Long results are computed during the rendering. JSON comes from [`Serialize`], CSV from the table, and text
/// is for reading.
pub trait Report: Serialize {
    fn table(&self) -> Table<'_>;

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the sentence with the result, if there is one.
    ///
    /// It comes first, and again below a text that is longer than the terminal.
    fn headline(&self, _page: &Page, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes the CSV of a table of numbers directly, which is faster, or returns `None` if it has other cells.
    fn numbers(&self, _out: &mut dyn Write) -> Option<io::Result<()>> {
        None
    }

    /// Writes the report as bytes, or returns `None` if it has no such form.
    fn bytes(&self, _form: ByteForm, _out: &mut dyn Write) -> Option<io::Result<()>> {
        None
    }

    /// Returns a description of what is missing if the work was stopped early. Called after the rendering.
    fn unfinished(&self) -> Option<String> {
        None
    }
}

/// A form of results in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteForm {
    /// The elements alone, little-endian.
    Raw,
    /// An array in a `.npy` file of numpy.
    Npy,
}

/// Rows under named columns. The rows are computed on demand.
pub struct Table<'a> {
    pub columns: Vec<Cow<'static, str>>,
    pub rows: Box<dyn Iterator<Item = Vec<String>> + 'a>,
}

impl<'a> Table<'a> {
    pub fn new<C: Into<Cow<'static, str>>>(
        columns: impl IntoIterator<Item = C>,
        rows: impl Iterator<Item = Vec<String>> + 'a,
    ) -> Table<'a> {
        Table {
            columns: columns.into_iter().map(C::into).collect(),
            rows: Box::new(rows),
        }
    }

    /// Creates a table of one row. A missing value becomes an empty cell.
    pub fn with_one_row(
        entries: impl IntoIterator<Item = (&'static str, Option<String>)>,
    ) -> Table<'a> {
        let (columns, values): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
        let row = values.into_iter().map(Option::unwrap_or_default).collect();
        Table::new(columns, std::iter::once(row))
    }

    /// Creates a table with a row per record and a column per JSON field of the record.
    ///
    /// The items of a list are joined by the separator `joint`. A missing value becomes an empty cell.
    pub fn with_records<T: Serialize>(
        columns: impl IntoIterator<Item = &'static str>,
        joint: &'a str,
        records: impl IntoIterator<Item = T, IntoIter: 'a>,
    ) -> Table<'a> {
        let columns: Vec<&str> = columns.into_iter().collect();
        let keys = columns.clone();
        let row = move |record| {
            let fields = serde_json::to_value(record).unwrap_or_default();
            keys.iter().map(|key| cell(&fields[*key], joint)).collect()
        };
        Table::new(columns, records.into_iter().map(row))
    }

    /// Writes whole numbers without a decimal point.
    pub fn with_plain_numbers(self) -> Table<'a> {
        let plain = |cell: String| cell.strip_suffix(".0").map(String::from).unwrap_or(cell);
        let rows = self
            .rows
            .map(move |row| row.into_iter().map(plain).collect());
        Table::new(self.columns, rows)
    }
}

fn cell(value: &Value, joint: &str) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items
            .iter()
            .map(|item| cell(item, joint))
            .collect::<Vec<_>>()
            .join(joint),
        other => other.to_string(),
    }
}

/// An iterator that is serialised once as a list, item by item, without storing the list.
pub struct Sequence<I>(cell::Cell<Option<I>>);

impl<I> Sequence<I> {
    pub fn new(items: I) -> Sequence<I> {
        Sequence(cell::Cell::new(Some(items)))
    }
}

impl<I: Iterator<Item: Serialize>> Serialize for Sequence<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let items = self
            .0
            .take()
            .ok_or_else(|| S::Error::custom("a sequence is serialised once"))?;
        serializer.collect_seq(items)
    }
}

/// A bar chart with the fair level, which is the length of every bar of a fair shuffle.
#[derive(Debug)]
pub struct Bars {
    pub title: String,
    pub fair: f64,
    pub fair_name: String,
    pub bars: Vec<Bar>,
}

/// A bar: its name, its length as a number, and its exact length as text.
#[derive(Debug)]
pub struct Bar {
    pub name: String,
    pub length: f64,
    pub exact: String,
}

impl Bars {
    /// Returns the length of the longest bar or the fair level, whichever is larger.
    pub fn longest(&self) -> f64 {
        self.bars
            .iter()
            .map(|bar| bar.length)
            .fold(self.fair, f64::max)
    }
}

/// Riffles of two packets, one per row.
#[derive(Debug)]
pub struct Interleavings {
    pub title: String,
    pub description: String,
    pub rows: Vec<Interleaving>,
}

/// A riffle: whether each card came from the left packet, in the order of the drops.
///
/// The row has `label` at its left and `note` at its right.
#[derive(Debug)]
pub struct Interleaving {
    pub label: String,
    pub left: Vec<bool>,
    pub note: String,
}

/// Several histograms, each in a panel with its own scales.
#[derive(Debug)]
pub struct Panels {
    pub title: String,
    pub note: String,
    /// Names of the bars, of the first line and of the second line.
    pub names: [Option<String>; 3],
    pub panels: Vec<Panel>,
}

#[derive(Debug)]
pub struct Panel {
    pub title: String,
    pub bars: Bins,
    /// The first value of each bar.
    pub values: Vec<u64>,
}

/// Maximum number of labelled bars in a panel.
const MAX_LABELS: usize = 6;

impl Panel {
    /// Returns the labelled bars with their values, evenly spaced from the first.
    pub fn labelled(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let step = self.values.len().div_ceil(MAX_LABELS).max(1);
        self.values.iter().copied().enumerate().step_by(step)
    }
}

/// A leaf of a tree of choices, with the branches that lead to it.
#[derive(Debug)]
pub struct TreeLeaf {
    pub branches: Vec<TreeBranch>,
    pub name: String,
    pub probability: String,
}

/// A branch of a node, with its index from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeBranch {
    pub index: u32,
    pub label: String,
}

impl TreeLeaf {
    /// Returns the number of branches, from the root, that the leaf shares with `other`.
    pub fn shared(&self, other: &TreeLeaf) -> usize {
        let both = self.branches.iter().zip(&other.branches);
        both.take_while(|(a, b)| a.index == b.index).count()
    }
}

/// The cycles of a shuffle.
#[derive(Debug)]
pub struct Wheels {
    pub title: String,
    pub description: String,
    pub wheels: Vec<Wheel>,
}

/// A cycle: the names of its cards in the order in which they travel.
#[derive(Debug)]
pub struct Wheel {
    pub names: Vec<String>,
    pub tint: Tint,
}
