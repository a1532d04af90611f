use std::num::NonZero;
use std::ops::Range;

use faro::simulate::over_units;

use super::outcome::Outcome;
use super::question::{Counts, Question};
use crate::cli::watch::Watch;

/// The most memory of all threads' counts, in bytes. It limits the number of threads.
const MEMORY: usize = 1 << 30;

/// Counts the decks of these units, until Ctrl-C.
pub fn outcome(question: Question, units: Range<u64>, threads: NonZero<usize>, watch: &Watch) -> Outcome {
    let problem = question.problem;
    let first = problem.sampler(&question.shuffle, &question.seed);
    let other = question.against.as_ref();
    let other = other.map(|(shuffle, _)| problem.sampler(shuffle, &question.seed).on_other_draws());
    let empty = question.empty_counts();
    let count = |unit, (counts, against): &mut (Counts, Option<Counts>)| {
        first.count(unit, counts);
        if let (Some(other), Some(against)) = (&other, against) {
            other.count(unit, against);
        }
    };
    let decks_of_unit = problem.decks_of(0..1);
    let goes_on = |finished: u64| watch.goes_on_by(finished * decks_of_unit);
    let folded = over_units(units.clone(), affordable(threads, &empty), &empty, count, goes_on);
    drop((first, other));
    let (counts, against) = folded.tally;
    let (decks, whole) = (problem.decks_of(folded.units.clone()), problem.decks_of(units.clone()));
    let interrupted =
        (folded.units != units).then(|| format!("interrupted: {decks} of {whole} decks were shuffled"));
    Outcome { question, decks, counts, against, units: vec![folded.units], interrupted }
}

fn affordable(threads: NonZero<usize>, empty: &(Counts, Option<Counts>)) -> NonZero<usize> {
    let bytes = |(statistics, orders): &Counts| {
        let bins: usize = statistics.each().map(|(_, histogram)| histogram.counts().len()).sum();
        8 * (bins + orders.as_ref().map_or(0, |orders| orders.counts().len()))
    };
    let each = bytes(&empty.0) + empty.1.as_ref().map_or(0, bytes);
    threads.min(NonZero::new(MEMORY / each.max(1)).unwrap_or(NonZero::<usize>::MIN))
}
