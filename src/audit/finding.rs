use super::check::Check;
use crate::permutation::Statistic;

/// What a check was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// Each deck, as against the starting order.
    Decks,
    /// Each deck, as against the deck before it: if decks are fair and independent this is uniform too,
    /// and what one deck tells of the next is seen here.
    Steps,
}

/// How large a deviation is, in the terms of what was looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// A cell of a table came `times` as often as is fair; row and column from 0.
    Cell {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// What was counted.
        count: u64,
        /// Observed by expected.
        times: f64,
    },
    /// A mean, the fair one, and their distance in standard deviations of one deck.
    Mean {
        /// What was observed.
        observed: f64,
        /// What is fair.
        fair: f64,
        /// The distance in standard deviations of one deck; 0 is fair.
        deviations: f64,
    },
    /// The chi-square distance of a table from the fair one, Σ (p − q)²/q over its cells or its parts,
    /// without bias: 0 is fair, and what is estimated may be a little below.
    Distance(f64),
    /// So many of so many decks, where half were fair.
    Half {
        /// The decks.
        count: u64,
        /// Of so many.
        of: u64,
    },
    /// Pairs of decks that are equal, and how many a fair shuffle would have.
    Repeats {
        /// The pairs.
        pairs: f64,
        /// What is fair.
        fair: f64,
        /// About so many different decks there are, each as likely, which would have as many.
        states: Option<f64>,
    },
    /// A statistic's mean in the first and in the last part of the run.
    Drift {
        /// The statistic.
        statistic: Statistic,
        /// The first part's mean.
        first: f64,
        /// The last part's mean.
        last: f64,
    },
}

/// What one check found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The check.
    pub check: Check,
    /// What it was made of.
    pub stream: Stream,
    /// The test statistic: for tables and means in standard deviations from what is fair, for cells and
    /// repeats the count.
    pub statistic: f64,
    /// The chance that a fair shuffle deviates as much or more in this check.
    pub p_value: f64,
    /// The same with all checks in view (Holm 1979): below alpha in one of a thousand fair audits at most,
    /// where alpha is 0.001.
    pub adjusted_p_value: f64,
    /// How large the deviation is.
    pub effect: Effect,
}

impl Stream {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Stream::Decks => "decks",
            Stream::Steps => "steps",
        }
    }
}
