use super::program::{Outcome, Program, ProgramError, Run};

/// The fresh processes in which runs are repeated. What differs between processes, such as addresses, numbers of processes
/// and the seeds of hashes, is noticed unless it has the same effect in all of them.
pub(super) const FRESH: usize = 8;

/// Runs the program twice with all values 0.
pub(super) fn first_run(program: &mut impl Program) -> Result<Run, ProgramError> {
    let mut runs = program.run(&[vec![], vec![]])?.into_iter().filter_map(|outcome| outcome.ran());
    match (runs.next(), runs.next()) {
        (Some(first), Some(second)) if first == second => Ok(first),
        _ => Err(ProgramError::HiddenRandomness),
    }
}

/// Repeats runs in fresh processes, some in each.
pub(super) fn repeat_runs(program: &mut impl Program, runs: &[Run]) -> Result<(), ProgramError> {
    for part in runs.chunks(runs.len().div_ceil(FRESH).max(1)) {
        program.restart()?;
        let lists: Vec<Vec<u64>> = part.iter().map(Run::values).collect();
        let again = program.run(&lists)?.into_iter().map(Outcome::ran);
        if !again.eq(part.iter().cloned().map(Some)) {
            return Err(ProgramError::HiddenRandomness);
        }
    }
    Ok(())
}
