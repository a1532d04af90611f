//! The contents of pictures: bar charts, riffles, panels of histograms, trees of choices, wheels.

use super::{Bins, Tint};

/// A bar chart with the fair level, which is the length of every bar of a fair shuffle.
pub struct Bars {
    pub title: String,
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

/// Riffles of two packets, one per row.
pub struct Interleavings {
    pub title: String,
    pub description: String,
    pub rows: Vec<Interleaving>,
}

/// A riffle: whether each card came from the left packet, in the order of the drops.
///
/// The row has `label` at its left and `note` at its right.
pub struct Interleaving {
    pub label: String,
    pub left: Vec<bool>,
    pub note: String,
}

/// Several histograms, each in a panel with its own scales.
pub struct Panels {
    pub title: String,
    pub note: String,
    /// Names of the bars, of the first line and of the second line.
    pub names: [Option<String>; 3],
    pub panels: Vec<Panel>,
}

pub struct Panel {
    pub title: String,
    pub bars: Bins,
    /// The first value of each bar.
    pub values: Vec<u64>,
}

/// Maximum number of labelled bars in a panel.
const LABELS: usize = 6;

impl Panel {
    /// Returns the labelled bars with their values, evenly spaced from the first.
    pub fn labelled(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let step = self.values.len().div_ceil(LABELS).max(1);
        self.values.iter().copied().enumerate().step_by(step)
    }
}

/// A leaf of a tree of choices, with the branches that lead to it.
pub struct Leaf {
    pub branches: Vec<Branch>,
    pub name: String,
    pub probability: String,
}

/// A branch of a node, with its index from 0.
#[derive(Clone, PartialEq, Eq)]
pub struct Branch {
    pub index: u32,
    pub label: String,
}

impl Leaf {
    /// Returns the number of branches, from the root, that the leaf shares with `other`.
    pub fn shared(&self, other: &Leaf) -> usize {
        let both = self.branches.iter().zip(&other.branches);
        both.take_while(|(a, b)| a.index == b.index).count()
    }
}

/// The cycles of a shuffle.
pub struct Wheels {
    pub title: String,
    pub description: String,
    pub wheels: Vec<Wheel>,
}

/// A cycle: the names of its cards in the order in which they travel.
pub struct Wheel {
    pub names: Vec<String>,
    pub tint: Tint,
}
