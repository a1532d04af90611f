//! The result of a check, and tests that several checks share.

use faro_math::statistics::{PairSum, coincidences_tail, pairs};

use crate::check::Check;
use crate::finding::Effect;
use crate::tables::coincidences;

/// The result of a check, not yet corrected for the number of checks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    pub check: Check,
    pub statistic: f64,
    pub p_value: f64,
    pub effect: Effect,
}

/// Maximum skewness of a sum over pairs of decks that is tested. Sums of whole decks are less skewed for any number of
/// decks. A more skewed sum counts a few coincidences of rare kinds.
const MAX_SKEWNESS: f64 = 1.0 + 1e-9;

/// Returns the result of a check whose statistic is a sum over pairs of decks.
///
/// Returns `None` if the sum is constant or too skewed.
pub fn of_pairs(check: Check, law: PairSum, sum: f64, decks: u64) -> Option<Found> {
    let deviation = law.deviation(decks);
    (law.skewness(decks) <= MAX_SKEWNESS).then(|| Found {
        check,
        statistic: sum / deviation,
        p_value: law.upper_tail(sum, decks),
        effect: Effect::Distance(sum / pairs(decks)),
    })
}

/// Tests whether cells are equally likely, by the pairs of decks in the same cell. `possible` is the number of cells
/// that can occur, if some cannot.
pub fn cells(check: Check, counts: &[u64], decks: u64, possible: Option<f64>) -> Found {
    let (observed, cells) = (
        coincidences(counts),
        possible.unwrap_or(counts.len() as f64),
    );
    let fair = pairs(decks) / cells;
    Found {
        check,
        statistic: observed,
        p_value: coincidences_tail(observed, decks, cells),
        effect: Effect::Distance(if fair > 0.0 {
            observed / fair - 1.0
        } else {
            0.0
        }),
    }
}
