use std::io::{self, Write};

use crate::cli::view::Table;

/// Comma-separated values (RFC 4180, with bare line feeds): a header, then a line a row.
pub fn csv(table: Table, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(&table.columns)?;
    for row in table.rows {
        writer.write_record(&row)?;
    }
    writer.flush()
}
