use super::check::Check;
use faro_permutation::Statistic;

/// The permutations that a check counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Stream {
    /// Each deck, relative to the starting order.
    Decks,
    /// The step to each deck from the previous one.
    ///
    /// If decks are uniform and independent, so are the steps. They show dependence of a deck on the previous one.
    Steps,
    /// For each card, the card that replaces it in the next deck: the step between the inverses of decks.
    ///
    /// It shows dependence if a program shuffles the previous deck, and prints the position of each card.
    Replacements,
    /// Each deck, relative to the inverse of the previous deck.
    ///
    /// It shows dependence if a program prints the position of each card, and shuffles what it printed.
    Inverses,
    /// The order of the visible cards of each deck, which is uniform if decks are.
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
    /// An observed mean, the expected mean, and their difference in standard deviations of one deck.
    Mean {
        /// The observed mean.
        observed: f64,
        /// The mean under a fair shuffle.
        fair: f64,
        /// The difference in standard deviations of one deck.
        deviations: f64,
    },
    /// The chi-square distance Σ (p − q)²/q of a table from the fair one, summed over its cells or its parts.
    ///
    /// The value is an unbiased estimate, which can be slightly negative.
    Distance(f64),
    /// A number of decks with a property that half of all decks are expected to have.
    Half {
        /// Number of decks with the property.
        count: u64,
        /// Number of decks.
        of: u64,
    },
    /// The number of pairs of equal decks, and the expected number.
    Collisions {
        /// Number of pairs.
        pairs: f64,
        /// The expected number under a fair shuffle.
        fair: f64,
        /// Number of equally likely decks for which the observed number of pairs is expected.
        states: Option<f64>,
    },
    /// A statistic's mean in the first and in the last part of the run.
    Drift {
        /// The statistic.
        statistic: Statistic,
        /// Mean in the first part.
        first: f64,
        /// Mean in the last part.
        last: f64,
    },
}

/// The result of one check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The check.
    pub check: Check,
    /// The permutations that the check counted.
    pub stream: Stream,
    /// The test statistic. For tables and means it is the deviation from the expectation in standard deviations, for
    /// cells and collisions the count.
    pub statistic: f64,
    /// The probability that a fair shuffle deviates at least this much in the check.
    ///
    /// It is at least 2^-1022, about 2·10^-308, which replaces smaller values.
    pub p_value: f64,
    /// The p-value corrected for all checks (Holm 1979).
    ///
    /// The probability that a fair shuffle has any corrected p-value of at most alpha is at most alpha.
    pub adjusted_p_value: f64,
    /// The size of the deviation.
    pub effect: Effect,
}

impl Stream {
    /// Returns the name of the stream.
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
