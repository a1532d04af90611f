//! The options of the methods: random decks, threads and the risk of an error.

use std::num::NonZero;

use faro_sample::shuffle::Seed;

/// The options of [`RoutineMixing`](super::RoutineMixing) and of the other types that choose a method.
#[derive(Clone, Debug, PartialEq)]
pub struct MixingOptions {
    /// Whether the rational distances are wanted as fractions.
    pub fractions: bool,
    /// Number of random decks for a row, or `None` for one that takes about a second.
    pub samples: Option<u32>,
    /// Seed of the random decks.
    pub seed: Seed,
    /// Number of threads.
    pub threads: NonZero<usize>,
    /// How lower bounds share the risk of an error, or `None` for equal shares of the usual number of rows.
    pub risk: Option<RiskShare>,
}

/// No fractions, the usual numbers of random decks and of rows, the seed 1, and one thread.
impl Default for MixingOptions {
    fn default() -> MixingOptions {
        let threads = NonZero::<usize>::MIN;
        MixingOptions {
            fractions: false,
            samples: None,
            seed: Seed::from(1),
            threads,
            risk: None,
        }
    }
}

/// The shares of the rows in the probability of an error.
///
/// They are chosen so that all bounds are correct together (Bonferroni).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RiskShare {
    /// Equal shares. The value is the number of rows.
    Equal(u64),
    /// 1/(k(k + 1)) for the row after k rounds, if the number of rows is not known in advance.
    Falling,
}

impl RiskShare {
    /// Returns the share of the risk of an error that the row after `rounds` rounds has.
    pub(super) fn of_row(self, rounds: u64) -> f64 {
        match self {
            RiskShare::Equal(rows) => 1.0 / rows as f64,
            RiskShare::Falling => 1.0 / (rounds as f64 * (rounds as f64 + 1.0)),
        }
    }
}
