use super::pieces::WIDE;
use super::program::{Outcome, Program, ProgramError, Rehearsed, Run};
use faro::word::Word;

/// The shuffles with a known distribution that a program is compared with.
const NAMES: [&str; 17] = [
    "fisher-yates",
    "fisher-yates:up",
    "inside-out",
    "naive",
    "sattolo",
    "off-by-one:last",
    "off-by-one:first",
    "off-by-one:early",
    "swap-pairs:1",
    "top-to-random",
    "thorp",
    "gsr",
    "coin-sort:insertion",
    "coin-sort:merge",
    "coin-sort:quick",
    "coin-sort:heap",
    "coin-sort:binary",
];

/// Returns the word of the named shuffle that makes the same decks as `runs` from the same choices.
pub fn name(runs: &[Run]) -> Option<&'static str> {
    let cards = runs.first()?.deck.len();
    NAMES.into_iter().find(|name| {
        let routine = name.parse::<Word>().ok().and_then(|word| word.routine(cards).ok());
        routine.is_some_and(|routine| {
            let mut program = Rehearsed::new(routine, cards);
            runs.iter().all(|run| {
                let outcome =
                    program.run(&[run.values()]).ok().and_then(|outcomes| outcomes.into_iter().next());
                outcome
                    .and_then(Outcome::ran)
                    .is_some_and(|other| other.draws == run.draws && other.deck == run.deck)
            })
        })
    })
}

/// Number of runs on which a program is compared with the named shuffles.
const COMPARED: u64 = 24;

/// Returns the word of the named shuffle that makes the same decks from the same choices, if there is one. The named
/// shuffle must make the same draws in each of the compared runs.
pub(super) fn name_of(program: &mut dyn Program, first: &Run) -> Result<Option<&'static str>, ProgramError> {
    if first.bounds().any(|bound| bound >= WIDE) {
        return Ok(None);
    }
    let list = |run: u64| {
        let value = |(index, bound): (usize, u64)| (run * (index as u64 * 7 + 5) + run * run) % bound;
        first.bounds().enumerate().map(value).collect()
    };
    let lists: Vec<Vec<u64>> = (0..COMPARED).map(list).collect();
    let runs: Option<Vec<Run>> = program.run(&lists)?.into_iter().map(Outcome::ran).collect();
    Ok(runs.and_then(|runs| name(&runs)))
}
