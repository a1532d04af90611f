//! The distances after rounds of any random shuffle, by the best known method for each shuffle.

mod error;
mod interruptible;
mod methods;
mod moves;
mod riffles;
mod routine_mixing;
mod small;

use faro_sample::zoo::{RandomShuffle, Riffle, Shelves, Transpositions};

use super::MixingOptions;
use crate::distribution::Law;
use crate::word::Routine;

pub use error::RoutineMixingError;
pub use riffles::{KindsMixing, RiffleMixing};
pub use routine_mixing::RoutineMixing;
pub use small::SmallMixing;

impl RoutineMixing {
    /// Returns the distances of rounds of `routine`.
    ///
    /// # Errors
    ///
    /// [`RoutineMixingError`] if no method fits the shuffle and its number of cards.
    pub fn new(
        routine: Routine,
        options: &MixingOptions,
    ) -> Result<RoutineMixing, RoutineMixingError> {
        use RandomShuffle::{RandomToTop, TopToRandom, Transpositions as Swaps};
        let (only, cards) = (routine.only_shuffle(), routine.cards());
        if let Some((RandomShuffle::Shelves(Shelves(shelves)), passes)) = only {
            return methods::shelves(routine, options.fractions, shelves, passes);
        }
        if options.fractions {
            return Err(RoutineMixingError::NoFractions);
        }
        match only {
            Some((TopToRandom | RandomToTop, each)) => methods::top_to_random(routine, each),
            Some((Swaps(Transpositions::Pairs(swaps)), times)) => methods::transpositions(
                routine,
                u64::from(swaps) * u64::from(times),
                options.threads,
            ),
            _ if cards > 1 && routine.is_uniform() => Ok(RoutineMixing::uniform(routine)),
            Some((RandomShuffle::Riffle(Riffle::Cut(top)), each)) => small_first(
                methods::biased(routine.clone(), options, top, each),
                routine,
            ),
            _ => small_first(methods::bounded(routine.clone(), options), routine),
        }
    }
}

/// Follows the law of a small deck while that is fast, and uses `other` for later rounds.
fn small_first(
    other: Result<RoutineMixing, RoutineMixingError>,
    routine: Routine,
) -> Result<RoutineMixing, RoutineMixingError> {
    match other {
        // A deck of one card has an exact law only.
        Err(_) if routine.cards() < 2 => Ok(small::mixing(RoutineMixing::uniform(routine))),
        Ok(other) if routine.cards() <= Law::MAX_CARDS => Ok(small::mixing(other)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mixing::Method;

    #[test]
    fn small_decks_are_exact_and_large_ones_bounded() {
        let method = |word: &str, cards| {
            let routine = word.parse::<crate::Word>().unwrap().routine(cards).unwrap();
            let options = MixingOptions {
                samples: Some(200),
                ..MixingOptions::default()
            };
            let mut mixing = RoutineMixing::new(routine, &options).unwrap();
            mixing.after(1, &mut |_| true).unwrap().method
        };
        assert_eq!(method("overhand:0.3", 5), Method::Exact);
        assert_eq!(method("overhand:0.3", 52), Method::LowerBound);
        assert_eq!(method("gsr:cut=0.4", 52), Method::Estimate);
        assert_eq!(method("random-transposition", 400), Method::UpperBound);
        assert_eq!(method("fisher-yates", 52), Method::Exact);
    }
}
