use super::Bins;

/// Several histograms, each a panel with its own scales.
pub struct Panels {
    pub title: String,
    pub note: String,
    /// The names of the bars, of the first line and of the second line.
    pub names: [Option<String>; 3],
    pub panels: Vec<Panel>,
}

/// One histogram.
pub struct Panel {
    pub title: String,
    pub bars: Bins,
    /// The first value of each bar.
    pub values: Vec<u64>,
}

/// The most labelled bars of a panel.
const LABELS: usize = 6;

impl Panel {
    /// Returns the labelled bars with their values, evenly spaced from the first.
    pub fn labelled(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let step = self.values.len().div_ceil(LABELS).max(1);
        self.values.iter().copied().enumerate().step_by(step)
    }
}
