use std::iter;

use super::pieces::below_all;
use super::program::{FRESH, Program, ProgramError, Run};
use faro_sample::shuffle::{Generator, Seed};

/// Number of runs that are repeated in one process. It is large enough to notice a fault of every thousandth run.
pub(super) const STEADY: usize = 2500;

/// Number of lists of choices that are repeated.
const LISTS: usize = 16;

/// Returns why a program cannot be followed: [`ProgramError::HiddenRandomness`] if the same choices give different
/// results, otherwise `why`. `first` is the run whose values are all 0.
pub(super) fn cause(program: &mut dyn Program, first: &Run, why: ProgramError) -> ProgramError {
    match is_repeatable(program, first) {
        Ok(false) => ProgramError::HiddenRandomness,
        Err(error @ (ProgramError::HiddenRandomness | ProgramError::Interrupted)) => error,
        _ => why,
    }
}

/// Returns whether some lists of choices give the same results in repeated runs, in one process and in fresh ones.
fn is_repeatable(program: &mut dyn Program, first: &Run) -> Result<bool, ProgramError> {
    let mut generator = Generator::unit(&Seed::from(0), 2);
    let bounds: Vec<u64> = first.bounds().collect();
    let random = iter::repeat_with(|| below_all(&bounds, &mut generator)).take(LISTS - 1);
    let lists: Vec<Vec<u64>> = iter::once(Vec::new()).chain(random).collect();
    let expected = program.run(&lists)?;
    for _ in 0..STEADY / LISTS {
        if program.run(&lists)? != expected {
            return Ok(false);
        }
    }
    for _ in 0..FRESH {
        program.restart()?;
        if program.run(&lists)? != expected {
            return Ok(false);
        }
    }
    Ok(true)
}
