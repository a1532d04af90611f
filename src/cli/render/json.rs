use std::io::{self, Write};

use serde::Serialize;

/// One JSON value and a line end.
pub fn json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
