//! A proof by counting: a program with fewer lists of choices than the deck has orders is unfair.

use faro_math::number::{Fraction, factorial};
use faro_sample::shuffle::{Generator, Seed};
use num_bigint::BigUint;

use super::pieces::below_all;
use super::program::{Program, ProgramError, Run, Seeding};
use super::walk::{Settings, bound};

/// A proof that a program reaches few orders of its deck.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// Maximum number of orders that the program reaches.
    ///
    /// It is the number of lists of choices. Seeds of all draws limit it, and seeds beside the draws multiply it.
    pub lists: BigUint,
    /// The seeding, if it limits the number of orders.
    pub seeding: Seeding,
    /// Number of random lists of choices that had the draws of the first run.
    pub compared: u64,
    /// A lower bound of the total variation distance from uniform.
    ///
    /// It is 1 − `lists`/n!, minus the share of lists that may have other draws.
    pub distance: f64,
}

/// Maximum number of random lists whose draws are compared.
const COMPARED: u64 = 30_000;

/// Number of lists in a request.
const BATCH: u64 = 500;

/// The stream of random numbers.
const STREAM: u64 = 4;

/// Returns the proof, or `None` if there are at least as many lists as orders, or if the draws vary.
///
/// `first` is a run of the program. If `repeats` is false, runs with the same choices differ. Then nothing is proved,
/// unless the program reports a seed.
pub(super) fn count(
    program: &mut dyn Program,
    first: &Run,
    repeats: bool,
    settings: &Settings,
) -> Result<Option<Count>, ProgramError> {
    let draws: BigUint = first.bounds().map(BigUint::from).product();
    let (lists, seeding) = match first.seeding {
        Seeding::Of(bits) => (draws.min(BigUint::from(1u32) << bits), first.seeding),
        _ if repeats => (draws, Seeding::None),
        Seeding::Beside(bits) => (draws << bits, first.seeding),
        Seeding::None => return Ok(None),
    };
    let orders = factorial(first.deck.len() as u32);
    if lists >= orders {
        return Ok(None);
    }
    let compared = settings.samples.min(COMPARED);
    let repeats = !matches!(seeding, Seeding::Beside(_));
    if !all_alike(program, first, repeats, &settings.seed, compared)? {
        return Ok(None);
    }
    let share = Fraction::new(lists.clone(), orders).to_f64();
    let distance = 1.0 - share - bound(compared, settings.confidence);
    Ok((distance > 0.0).then_some(Count { lists, seeding, compared, distance }))
}

/// Returns whether random lists of choices have the draws and the seeding of the first run. If `repeats` is true, each
/// list is run again and must give the same deck, also in a fresh process.
fn all_alike(
    program: &mut dyn Program,
    first: &Run,
    repeats: bool,
    seed: &Seed,
    compared: u64,
) -> Result<bool, ProgramError> {
    let bounds: Vec<u64> = first.bounds().collect();
    let mut generator = Generator::unit(seed, STREAM);
    let is_alike = |run: &Run| run.bounds().eq(first.bounds()) && (repeats || run.seeding == first.seeding);
    for start in (0..compared).step_by(BATCH as usize) {
        let lists: Vec<Vec<u64>> =
            (0..BATCH.min(compared - start)).map(|_| below_all(&bounds, &mut generator)).collect();
        let outcomes = program.run(&lists)?;
        if repeats && start + BATCH >= compared {
            program.restart()?;
        }
        if repeats && program.run(&lists)? != outcomes {
            return Ok(false);
        }
        if !outcomes.into_iter().all(|outcome| outcome.ran().is_some_and(|run| is_alike(&run))) {
            return Ok(false);
        }
    }
    Ok(true)
}
