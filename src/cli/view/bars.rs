/// Bars beside one another, with a level that all would have if they were fair.
pub struct Bars {
    pub title: String,
    /// What the level is, and where.
    pub fair: f64,
    pub fair_name: String,
    pub bars: Vec<Bar>,
}

/// A bar: what it stands for, how long it is, and how long in words.
pub struct Bar {
    pub name: String,
    pub length: f64,
    pub exact: String,
}

impl Bars {
    /// The longest bar, or the level if it is longer; never 0.
    pub fn longest(&self) -> f64 {
        self.bars.iter().map(|bar| bar.length).fold(self.fair, f64::max)
    }
}
