use std::fmt::Display;

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
    pub fn styled(&self, style: Style, text: impl Display) -> String {
        if self.colour && style != Style::new() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_string()
        }
    }
}
