/// A bar chart with the level that all bars of a fair shuffle have.
pub struct Bars {
    pub title: String,
    /// The fair level.
    pub fair: f64,
    pub fair_name: String,
    pub bars: Vec<Bar>,
}

/// A bar: its name, its length as a number, and its exact length as text.
pub struct Bar {
    pub name: String,
    pub length: f64,
    pub exact: String,
}

impl Bars {
    /// Returns the length of the longest bar or the fair level, whichever is larger.
    pub fn longest(&self) -> f64 {
        self.bars.iter().map(|bar| bar.length).fold(self.fair, f64::max)
    }
}
