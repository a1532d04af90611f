//! Proves by counting that a shuffle is unfair: a program with fewer lists of choices than its deck has orders cannot
//! reach all orders.

use faro_math::number::{Fraction, factorial};
use faro_sample::shuffle::{Generator, Seed};
use num_bigint::BigUint;

use super::draws::below_all;
use super::program::{Program, ProgramError, Run, Seeding};
use super::settings::{Settings, bound};

/// A proof that a program reaches fewer orders than its deck has.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// An upper bound of the number of orders that the program reaches.
    ///
    /// It is the number of lists of choices. If all draws follow from a seed, it is at most the number of seeds. If a
    /// seed acts in addition to the draws, it is the number of lists times the number of seeds.
    pub lists: BigUint,
    /// The seeding of the program's generator, if the number of seeds enters `lists`.
    pub seeding: Seeding,
    /// Number of random lists of choices whose draws have the number and the bounds of the first run.
    pub compared: u64,
    /// A lower bound of the total variation distance from uniform.
    ///
    /// For n cards it is 1 − `lists`/n!, minus an upper bound of the share of lists whose draws differ from those of
    /// the first run in number or bounds.
    pub distance: f64,
}

/// Maximum number of random lists on which draws are compared with those of the first run.
const MAX_COMPARED: u64 = 30_000;

/// Number of lists in a request to the program.
const BATCH: u64 = 500;

/// Number of the random stream for the lists.
const STREAM: u64 = 4;

/// Returns the proof, or `None` if there are at least as many lists as orders, or if different runs have different
/// draws.
///
/// `first` is a run of the program. `repeats` tells whether runs with the same choices give the same deck. If they do
/// not, nothing is proved unless the program reports a seed.
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
    let compared = settings.samples.min(MAX_COMPARED);
    if !all_alike(program, first, seeding, &settings.seed, compared)? {
        return Ok(None);
    }
    let share = Fraction::new(lists.clone(), orders).to_f64();
    let distance = 1.0 - share - bound(compared, settings.confidence);
    Ok((distance > 0.0).then_some(Count {
        lists,
        seeding,
        compared,
        distance,
    }))
}

/// Returns whether random lists of choices have the draws and the seeding of the first run, and determine the deck.
///
/// Each list is run twice, and the last lists are run again in another process. If a seed acts in addition to the
/// draws, both runs have the same seed, so that different decks show another source of randomness.
fn all_alike(
    program: &mut dyn Program,
    first: &Run,
    seeding: Seeding,
    seed: &Seed,
    compared: u64,
) -> Result<bool, ProgramError> {
    let bounds: Vec<u64> = first.bounds().collect();
    let mut generator = Generator::unit(seed, STREAM);
    let is_beside = matches!(seeding, Seeding::Beside(_));
    let is_alike =
        |run: &Run| run.bounds().eq(first.bounds()) && (!is_beside || run.seeding == first.seeding);
    let run = |program: &mut dyn Program, lists: &[Vec<u64>]| {
        if is_beside {
            program.run_with_one_seed(lists)
        } else {
            program.run(lists).map(Some)
        }
    };
    for start in (0..compared).step_by(BATCH as usize) {
        let lists: Vec<Vec<u64>> = (0..BATCH.min(compared - start))
            .map(|_| below_all(&bounds, &mut generator))
            .collect();
        let Some(outcomes) = run(program, &lists)? else {
            return Ok(false);
        };
        // The last lists are repeated in another process.
        if start + BATCH >= compared {
            program.restart()?;
        }
        if run(program, &lists)?.is_none_or(|again| again != outcomes) {
            return Ok(false);
        }
        if !outcomes
            .into_iter()
            .all(|outcome| outcome.ran().is_some_and(|run| is_alike(&run)))
        {
            return Ok(false);
        }
    }
    Ok(true)
}
