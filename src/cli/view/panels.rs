use super::Bins;

/// Histograms beside one another, each a panel with its own scales.
pub struct Panels {
    pub title: String,
    pub note: String,
    /// What the bars are, what the line is, and what the other line is if there is one.
    pub names: [Option<String>; 3],
    pub panels: Vec<Panel>,
}

/// One histogram.
pub struct Panel {
    pub title: String,
    pub bars: Bins,
    /// The value that each bar begins with.
    pub values: Vec<u64>,
}

/// A panel is labelled at so many bars at most.
const LABELS: usize = 6;

impl Panel {
    /// The bars that are labelled with their values, evenly spread from the first on.
    pub fn labelled(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let step = self.values.len().div_ceil(LABELS).max(1);
        self.values.iter().copied().enumerate().step_by(step)
    }
}
