//! The reasons why no method computes the distances of a shuffle.

use crate::Error;
use crate::mixing::ShelfMixing;
use crate::mixing::biased::BiasedRiffles;

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
    #[error(
        "expected at most {} cards for fractions",
        ShelfMixing::MAX_EXACT_CARDS
    )]
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
        Error::TooManyCards { at_most, .. } => {
            format!("expected at most {at_most} cards for {shuffle}")
        }
        Error::TooFewCards { at_least: 1, .. } => "expected at least one card".into(),
        Error::TooFewCards { at_least, .. } => {
            format!("expected at least {at_least} cards for {shuffle}")
        }
        error => error.to_string(),
    }
}
