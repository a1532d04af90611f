use std::borrow::Cow;
use std::cell::Cell;

use serde::ser::{Error, Serialize, Serializer};
use serde_json::Value;

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
        Table { columns: columns.into_iter().map(C::into).collect(), rows: Box::new(rows) }
    }

    /// Creates a table of one row. A missing value becomes an empty cell.
    pub fn with_one_row(entries: impl IntoIterator<Item = (&'static str, Option<String>)>) -> Table<'a> {
        let (columns, values): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
        let row = values.into_iter().map(Option::unwrap_or_default).collect();
        Table::new(columns, std::iter::once(row))
    }

    /// Creates a table with a row per record and a column per JSON field of the record.
    ///
    /// The items of a list are joined by `joint`. A missing value becomes an empty cell.
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
}

fn cell(value: &Value, joint: &str) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(|item| cell(item, joint)).collect::<Vec<_>>().join(joint),
        other => other.to_string(),
    }
}

/// An iterator that is serialised once as a list, item by item, without storing the list.
pub struct Sequence<I>(Cell<Option<I>>);

impl<I> Sequence<I> {
    pub fn new(items: I) -> Sequence<I> {
        Sequence(Cell::new(Some(items)))
    }
}

impl<I: Iterator<Item: Serialize>> Serialize for Sequence<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let items = self.0.take().ok_or_else(|| S::Error::custom("a sequence is serialised once"))?;
        serializer.collect_seq(items)
    }
}
