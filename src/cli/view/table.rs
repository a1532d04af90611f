/// Rows under named columns. The rows are made as they are asked for.
pub struct Table<'a> {
    pub columns: Vec<&'static str>,
    pub rows: Box<dyn Iterator<Item = Vec<String>> + 'a>,
}

impl<'a> Table<'a> {
    pub fn new(
        columns: impl IntoIterator<Item = &'static str>,
        rows: impl Iterator<Item = Vec<String>> + 'a,
    ) -> Table<'a> {
        Table { columns: columns.into_iter().collect(), rows: Box::new(rows) }
    }

    /// One row of columns with their values; a value that is none is left empty.
    pub fn of_one<const N: usize>(entries: [(&'static str, Option<String>); N]) -> Table<'a> {
        let (columns, values): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
        let row = values.into_iter().map(Option::unwrap_or_default).collect();
        Table::new(columns, std::iter::once(row))
    }
}
