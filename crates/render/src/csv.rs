use std::io::{self, Write};

use crate::view::Table;

/// Writes comma-separated values (RFC 4180, with bare line feeds): a header and one line per row.
pub fn csv(table: Table, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(table.columns.iter().map(|name| name.as_bytes())).map_err(io_error)?;
    for row in table.rows {
        writer.write_record(&row).map_err(io_error)?;
    }
    writer.flush()
}

/// Keeps the kind of the error, so that callers can distinguish a closed pipe from a full disk.
fn io_error(error: ::csv::Error) -> io::Error {
    match error.into_kind() {
        ::csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
