use std::num::NonZero;

use faro_sample::shuffle::Seed;

use crate::Error;
use crate::mixing::{BiasedRiffles, ShelfMixing};

/// The options of [`RoutineMixing`](super::RoutineMixing) and of the other choices of a method.
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
        MixingOptions { fractions: false, samples: None, seed: Seed::from(1), threads, risk: None }
    }
}

/// The shares of the rows in the probability of an error, so that all bounds are correct together
/// (Bonferroni).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RiskShare {
    /// Equal shares. The value is the number of rows.
    Equal(u64),
    /// 1/(k(k + 1)) for the row after k rounds, if the number of rows is not known in advance.
    Falling,
}

impl RiskShare {
    /// Returns the share of the row after `rounds` rounds.
    pub(super) fn of_row(self, rounds: u64) -> f64 {
        match self {
            RiskShare::Equal(rows) => 1.0 / rows as f64,
            RiskShare::Falling => 1.0 / (rounds as f64 * (rounds as f64 + 1.0)),
        }
    }
}

/// The reason why no method computes the distances of a shuffle.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RoutineMixingError {
    /// The number of cards is not accepted by any method for the shuffle.
    #[error("{}", accepted(error, shuffle))]
    Cards {
        /// The reason.
        error: Error,
        /// The shuffle in words.
        shuffle: &'static str,
    },
    /// The deck is too large for fractions.
    #[error("expected at most {} cards for fractions", ShelfMixing::MAX_EXACT_CARDS)]
    TooManyForFractions,
    /// Fractions are known for shelf machines only.
    #[error("expected a shelf machine for fractions")]
    NoFractions,
    /// A round has too many riffles with a biased cut.
    #[error("expected at most {} riffles", BiasedRiffles::MAX_RIFFLES)]
    TooManyRiffles,
    /// The shelves of a round's passes multiply to more than 2^480.
    #[error("expected at most 2^480 shelves")]
    TooManyShelves,
}

/// Returns a text that says which numbers of cards a method for `shuffle` takes.
fn accepted(error: &Error, shuffle: &str) -> String {
    match error {
        Error::TooManyCards { at_most, .. } => format!("expected at most {at_most} cards for {shuffle}"),
        Error::TooFewCards { at_least: 1, .. } => "expected at least one card".into(),
        Error::TooFewCards { at_least, .. } => format!("expected at least {at_least} cards for {shuffle}"),
        error => error.to_string(),
    }
}
