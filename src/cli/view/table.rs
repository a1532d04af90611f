use std::borrow::Cow;

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

    /// Creates a table of one row. A missing value is left empty.
    pub fn with_one_row(entries: impl IntoIterator<Item = (&'static str, Option<String>)>) -> Table<'a> {
        let (columns, values): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
        let row = values.into_iter().map(Option::unwrap_or_default).collect();
        Table::new(columns, std::iter::once(row))
    }
}
