//! Judges whole decks by all checks.

use faro_permutation::Statistic;
use faro_sample::simulate::MAX_ORDERED;

use super::check::Check;
use super::checks::{self, Fair, Found};
use super::evidence::Evidence;
use super::finding::Stream;
use super::judgement::{Judgement, Look};
use super::power::{fewest_decks, fewest_decks_of_kinds};

/// Judges the decks: they are unfair if any check's corrected p-value is at most `alpha`.
///
/// The p-values are corrected for the number of checks. O(n²) for n cards, in addition to the computation of the
/// exact laws of a fair shuffle.
///
/// # Panics
///
/// If `alpha` is not between 0 and 1.
pub fn judge(evidence: &mut Evidence, alpha: f64) -> Judgement {
    judge_by(evidence, &Fair::new(evidence.cards()), alpha, Look::Only)
}

/// Judges the decks with precomputed laws of a fair shuffle, and corrects for interim looks.
///
/// # Panics
///
/// If `alpha` is not between 0 and 1.
pub fn judge_by(evidence: &mut Evidence, fair: &Fair, alpha: f64, look: Look) -> Judgement {
    evidence.count();
    let level = look.level(alpha);
    let enough = match &evidence.equal_cards {
        Some(start) => fewest_decks_of_kinds(start, level),
        None => fewest_decks(evidence.cards(), level),
    };
    Judgement::of(
        check_all(evidence, fair),
        |_, _| 1.0,
        (alpha, look),
        evidence.decks(),
        enough,
    )
}

/// Returns the result of every check of the counted decks.
fn check_all(evidence: &Evidence, fair: &Fair) -> Vec<(Stream, Found)> {
    let first = evidence.first();
    let other = if evidence.is_chain() {
        Stream::Decks
    } else {
        Stream::Steps
    };
    let [tables, others] = [first, other].map(|stream| evidence.counted(stream));
    let mut found = checks::all(tables, fair);
    if evidence.cards() >= MAX_ORDERED && tables.decks() > 1 {
        found.push(evidence.collisions.check(evidence.cards()));
    }
    found.extend(evidence.drift.check(tables, fair));
    let with_stream = |stream| move |found| (stream, found);
    let found = found.into_iter().map(with_stream(first));
    let found = found.chain(
        checks::all(others, fair)
            .into_iter()
            .map(with_stream(other)),
    );
    found.chain(check_inverses(evidence, fair)).collect()
}

/// Returns the checks of the steps of inverses. These are only the statistics of sequences of cards,
/// since the others are computed from the steps.
fn check_inverses(evidence: &Evidence, fair: &Fair) -> Vec<(Stream, Found)> {
    if evidence.cards() < 4 || evidence.decks() < 2 {
        return Vec::new();
    }
    let of_sequences = |found: &Found| match found.check {
        Check::Mean(statistic) | Check::Law(statistic) => {
            matches!(statistic, Statistic::Descents | Statistic::RisingSequences)
        }
        _ => false,
    };
    let streams = [Stream::Replacements, Stream::Inverses]
        .into_iter()
        .zip(&evidence.inverses);
    let found = streams.flat_map(|(stream, statistics)| {
        let found = checks::of_statistics(statistics, fair).filter(of_sequences);
        found.map(move |found| (stream, found))
    });
    found.collect()
}
