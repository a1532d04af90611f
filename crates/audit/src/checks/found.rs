use crate::check::Check;
use crate::finding::Effect;
use faro_math::statistics::{PairSum, pairs};

/// The result of a check, not yet corrected for the number of checks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    pub check: Check,
    pub statistic: f64,
    pub p_value: f64,
    pub effect: Effect,
}

/// Returns the result of a check whose statistic is a sum over pairs of decks.
pub fn of_pairs(check: Check, law: PairSum, sum: f64, decks: u64) -> Option<Found> {
    let deviation = law.deviation(decks);
    (deviation > 0.0).then(|| Found {
        check,
        statistic: sum / deviation,
        p_value: law.upper_tail(sum, decks),
        effect: Effect::Distance(sum / pairs(decks)),
    })
}
