use std::io::{self, Write};

use tabled::builder::Builder;
use tabled::settings::style::Style;
use tabled::settings::{Alignment, Padding};

use crate::cli::view::Table;

/// Writes right-aligned columns under their names, two spaces apart.
pub fn text(table: Table, out: &mut dyn Write) -> io::Result<()> {
    let mut builder = Builder::default();
    builder.push_record(table.columns);
    table.rows.for_each(|row| builder.push_record(row));
    let mut drawn = builder.build();
    drawn.with(Style::empty()).with(Alignment::right()).with(Padding::new(0, 2, 0, 0));
    drawn.to_string().lines().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
}
