use super::check::Check;
use faro_permutation::Statistic;

/// The permutations that a check counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Stream {
    /// Each deck, relative to the starting order.
    Decks,
    /// Each deck, relative to the deck before it. If decks are uniform and independent, so are the steps;
    /// dependence of a deck on the one before shows here.
    Steps,
    /// For each card the one that replaces it in the next deck: the steps between the inverses of decks. Dependence shows
    /// here if a program prints the position of each card, and shuffles the deck before.
    Replacements,
    /// Each deck, relative to the inverse of the deck before it: a program may print the position of each card, and
    /// shuffle what it printed.
    Inverses,
    /// The order of the cards that are seen of each deck: if decks are uniform, so is it.
    Ranks,
}

/// The size of a deviation, in the unit of its check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// A cell of a table was counted `times` as often as expected; row and column from 0.
    Cell {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// The count.
        count: u64,
        /// Observed divided by expected.
        times: f64,
    },
    /// A mean, the expected one, and their difference in standard deviations of one deck.
    Mean {
        /// The observed mean.
        observed: f64,
        /// The mean under a fair shuffle.
        fair: f64,
        /// The difference in standard deviations of one deck.
        deviations: f64,
    },
    /// The chi-square distance of a table from the fair one, Σ (p − q)²/q over its cells or its parts: an
    /// unbiased estimate, which can be slightly negative.
    Distance(f64),
    /// A number of decks of which half is expected.
    Half {
        /// The decks with the property.
        count: u64,
        /// All decks.
        of: u64,
    },
    /// Pairs of equal decks, and the expected number.
    Collisions {
        /// The pairs.
        pairs: f64,
        /// The expected number under a fair shuffle.
        fair: f64,
        /// The number of equally likely decks for which this number of pairs is expected.
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

/// The result of one check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The check.
    pub check: Check,
    /// What it counted.
    pub stream: Stream,
    /// The test statistic: for tables and means the number of standard deviations from the expectation, for
    /// cells and collisions the count.
    pub statistic: f64,
    /// The probability that a fair shuffle deviates at least as much in this check; 2^-1022, about 2·10^-308, if it is
    /// smaller.
    pub p_value: f64,
    /// The p-value corrected for all checks (Holm 1979): with probability at most alpha, any of a fair
    /// audit's is alpha or less.
    pub adjusted_p_value: f64,
    /// The size of the deviation.
    pub effect: Effect,
}

impl Stream {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Stream::Decks => "decks",
            Stream::Steps => "steps",
            Stream::Replacements => "replacements",
            Stream::Inverses => "inverses",
            Stream::Ranks => "ranks",
        }
    }
}
