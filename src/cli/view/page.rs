use std::io::{self, Write};

use anstyle::Style;

/// What text is written on.
pub struct Page {
    /// Columns of the terminal; none in a pipe or a file, where lines are as long as they are.
    pub width: Option<usize>,
    pub colour: bool,
    /// Only the result, no explanation.
    pub quiet: bool,
}

impl Page {
    /// Writes a text in its style, where there is colour and something to show.
    pub fn write(&self, out: &mut dyn Write, style: Style, text: &str) -> io::Result<()> {
        if self.colour && style != Style::new() && !text.is_empty() {
            write!(out, "{style}{text}{style:#}")
        } else {
            out.write_all(text.as_bytes())
        }
    }
}
