//! Judges partly visible decks, from their evidence to a verdict.

use faro_permutation::Statistic;

use super::checks;
use super::evidence::PartialEvidence;
use crate::check::Check;
use crate::finding::Stream;
use crate::judgement::{Judgement, Look};

/// Judges partly visible decks as [`judge`](crate::judge()) judges whole decks, at the level `alpha`.
///
/// # Panics
///
/// If `alpha` is not between 0 and 1.
pub fn judge_partial(evidence: &mut PartialEvidence, alpha: f64) -> Judgement {
    evidence.count_ranks();
    let enough = evidence.design.fewest_decks(alpha);
    Judgement::of(
        checks::all(evidence),
        weight,
        (alpha, Look::Only),
        evidence.decks,
        enough,
    )
}

/// Returns the weight of a check when p-values are corrected for the number of checks. The largest weights are those of
/// checks that are nearly as powerful as the likelihood ratio against a common fault. The smallest are those of the
/// many checks of the order of the visible cards.
fn weight(stream: Stream, check: Check) -> f64 {
    match (stream, check) {
        (Stream::Ranks, _) => 0.25,
        (_, Check::Score) | (Stream::Decks, Check::Mean(Statistic::FixedPoints)) => 12.0,
        (_, Check::Naive | Check::Skipped | Check::OwnHand) => 8.0,
        _ => 1.0,
    }
}
