//! Finds sources of randomness in a program other than its draws.

use super::program::{FRESH_PROCESSES, HiddenSource, Outcome, Program, ProgramError, STEADY_RUNS};

/// Number of runs that are repeated. A counter that changes one run in a thousand acts five times.
const REPEATED_RUNS: usize = 2 * STEADY_RUNS;

/// Number of runs in a request to the program.
const BATCH: usize = 500;

/// Returns the source of randomness in a program whose runs differ although their choices are equal.
///
/// The run in which all values are 0 is repeated in one process and in other processes.
///
/// # Errors
///
/// [`ProgramError`] if the program fails.
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

/// Repeats the run in which all values are 0 `count` times, in a new process.
fn repeated(program: &mut dyn Program, count: usize) -> Result<Vec<Outcome>, ProgramError> {
    program.restart()?;
    let mut outcomes = Vec::with_capacity(count);
    while outcomes.len() < count {
        outcomes.extend(program.run(&vec![Vec::new(); BATCH.min(count - outcomes.len())])?);
    }
    Ok(outcomes)
}

/// Returns the source if the run gives the same result within each process but another result in another process, or
/// nothing is found within one process.
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

/// Returns the distance between successive runs that differ from the first one, if these distances are equal.
fn period(runs: &[Outcome]) -> Option<u64> {
    let other: Vec<usize> = (0..runs.len())
        .filter(|&index| runs[index] != runs[0])
        .collect();
    let step = other.get(1)? - other.first()?;
    let spaced = other.windows(2).all(|pair| pair[1] - pair[0] == step);
    (step > 1 && spaced && other[0] < step).then_some(step as u64)
}
