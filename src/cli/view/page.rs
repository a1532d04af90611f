use std::io::{self, Write};

use anstyle::Style;

/// The properties of the terminal or file that text is written to.
pub struct Page {
    /// The columns of the terminal, or `None` for a pipe or a file, where lines are not broken.
    pub width: Option<usize>,
    pub colour: bool,
    /// Whether to write only the result, without explanations.
    pub quiet: bool,
}

impl Page {
    /// Writes a text, in its style if colour is on.
    pub fn write(&self, out: &mut dyn Write, style: Style, text: &str) -> io::Result<()> {
        if self.colour && style != Style::new() && !text.is_empty() {
            write!(out, "{style}{text}{style:#}")
        } else {
            out.write_all(text.as_bytes())
        }
    }
}
