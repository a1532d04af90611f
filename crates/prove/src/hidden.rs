//! The sources of a program's randomness other than its draws.

use super::program::{FRESH_PROCESSES, HiddenSource, Outcome, Program, ProgramError, STEADY_RUNS};

/// Number of repeated runs. A counter that acts on one run in a thousand acts four times.
const REPEATED_RUNS: usize = 2 * STEADY_RUNS;

/// Number of runs in a request.
const BATCH: usize = 500;

/// Finds the source of randomness in a program whose runs differ although their choices are equal.
///
/// The run in which all values are 0 is repeated in one process, and in fresh ones.
///
/// # Errors
///
/// [`ProgramError`] if the program cannot be run.
pub fn hidden_source(program: &mut dyn Program) -> Result<HiddenSource, ProgramError> {
    let runs = repeated(program, REPEATED_RUNS)?;
    let used = program.sources()?;
    let again = repeated(program, REPEATED_RUNS)?;
    let is_steady = |runs: &[Outcome]| runs.iter().all(|run| *run == runs[0]);
    if is_steady(&runs) && is_steady(&again) {
        return between_processes(program, &runs[0], &used);
    }
    if runs != again || used.contains(&HiddenSource::Clock) {
        return Ok(used.into_iter().next().unwrap_or(HiddenSource::Unknown));
    }
    Ok(period(&runs).map_or(HiddenSource::EarlierRuns, HiddenSource::Counter))
}

/// Repeats the first run in a fresh process.
fn repeated(program: &mut dyn Program, count: usize) -> Result<Vec<Outcome>, ProgramError> {
    program.restart()?;
    let mut outcomes = Vec::with_capacity(count);
    while outcomes.len() < count {
        outcomes.extend(program.run(&vec![Vec::new(); BATCH.min(count - outcomes.len())])?);
    }
    Ok(outcomes)
}

/// Returns the source if all runs of a process give the same result.
fn between_processes(
    program: &mut dyn Program,
    run: &Outcome,
    used: &[HiddenSource],
) -> Result<HiddenSource, ProgramError> {
    for _ in 0..FRESH_PROCESSES {
        if repeated(program, 1)?.first() != Some(run) {
            return Ok(used.first().copied().unwrap_or(HiddenSource::Process));
        }
    }
    Ok(used.first().copied().unwrap_or(HiddenSource::Unknown))
}

/// Returns the distance between runs that differ from the first one, if they are equally spaced.
fn period(runs: &[Outcome]) -> Option<u64> {
    let other: Vec<usize> = (0..runs.len())
        .filter(|&index| runs[index] != runs[0])
        .collect();
    let step = other.get(1)? - other.first()?;
    let spaced = other.windows(2).all(|pair| pair[1] - pair[0] == step);
    (step > 1 && spaced && other[0] < step).then_some(step as u64)
}
