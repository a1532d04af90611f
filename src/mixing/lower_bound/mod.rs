//! Lower bounds of the total variation distance, from random decks.

mod event;

use std::num::NonZero;

use event::{Event, EventCounts, Laws, Placement};

use super::repeated::Repeated;
use super::round_distances::{Method, RoundDistances};
use crate::Error;
use crate::riffle::Magnitude;
use faro_math::number::halved;
use faro_math::statistics::binomial_upper_tail;
use faro_sample::shuffle::{Seed, Shuffle};
use faro_sample::simulate::{Merge, Problem, Sampler, Tally, over_units};
use faro_sample::zoo::Transpositions;

/// Maximum number of cards.
const MAX_CARDS: u64 = 10_000;

/// Number of significant digits of a bound.
const DIGITS: u32 = 6;

/// Lower bounds of the total variation distance of any shuffle, for decks of n cards.
///
/// The distance is at least the difference between the probabilities of any event after the shuffle and in a
/// random deck. One half of the shuffled decks chooses the event. It is either a set of values of a statistic
/// whose exact law in random decks is known, or a high score of the cards' positions. The other half of the
/// decks estimates the probability of the event from below, by the limit of Clopper and Pearson. The
/// probability in random decks is exact for a statistic. For the score it is estimated from above by an equal
/// number of uniformly random decks. So the bound holds with 99 % confidence, whichever event was chosen.
///
/// ```
/// use std::num::NonZero;
/// use faro::Word;
/// use faro::mixing::LowerBounds;
/// use faro::shuffle::Seed;
///
/// let thorp = "thorp".parse::<Word>()?.routine(52)?;
/// let bounds = LowerBounds::new(52)?;
/// let bound = bounds.after(&thorp, 2, 2000, &Seed::from(1), NonZero::<usize>::MIN, |_| true).unwrap();
/// assert!(bound.total_variation.unwrap().to_f64() > 0.9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LowerBounds {
    laws: Laws,
    cards: usize,
    /// The probability that a bound is wrong.
    risk: f64,
}

impl LowerBounds {
    /// The probability that a bound is right, unless [`set_risk`](Self::set_risk) changes it.
    pub const CONFIDENCE: f64 = 0.99;

    /// Returns the bounds for decks of `cards` cards.
    ///
    /// # Errors
    ///
    /// [`Error::TooFewCards`] if `cards` is less than 2, and [`Error::TooManyCards`] if it exceeds 10,000.
    pub fn new(cards: usize) -> Result<LowerBounds, Error> {
        Error::check_cards(cards as u64, 2..=MAX_CARDS)?;
        Ok(LowerBounds {
            laws: Laws::new(cards),
            cards,
            risk: 1.0 - LowerBounds::CONFIDENCE,
        })
    }

    /// Sets the probability that a bound is wrong to `risk`.
    ///
    /// Several bounds hold together with 99 % confidence if their risks add up to 1 % (Bonferroni).
    pub fn set_risk(&mut self, risk: f64) {
        self.risk = risk;
    }

    /// Returns a bound after `times` repetitions of `shuffle`, from two halves of `decks` random decks.
    ///
    /// The bound depends on the seed and not on the number of threads. `goes_on` receives the number of decks
    /// completed since its last call. If it returns false, the result is `None`.
    ///
    /// # Panics
    ///
    /// If the shuffle does not fit the deck, or `decks` is less than 4.
    pub fn after<S: Shuffle + Sync>(
        &self,
        shuffle: &S,
        times: u32,
        decks: u32,
        seed: &Seed,
        threads: NonZero<usize>,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Option<RoundDistances> {
        assert!(decks >= 4, "{decks} decks");
        let problem = Problem::new(self.cards, u64::from(decks / 2));
        let (repeated, fair) = (Repeated(shuffle, times), Transpositions::FisherYates);
        let (choosing, estimating) = (
            problem.sampler(&repeated, seed),
            problem.sampler(&repeated, seed).on_other_draws(),
        );
        let empty = EventCounts::new(self.cards);
        // One half of the decks chooses the event, of a statistic or of the placement score.
        let chosen = counted(problem, &choosing, &empty, threads, &mut goes_on)?;
        let above = Placement::new(&chosen.places).above();
        let event = self.laws.event(&chosen, problem.samples());
        let found = match &above {
            Some(above) if above.gain > event.as_ref().map_or(0.0, Event::gain) => {
                // The score's law in random decks is unknown: both probabilities are estimated, each with half of
                // the risk.
                let shuffled = counted(problem, &estimating, above, threads, &mut goes_on)?;
                let uniform = problem.sampler(&fair, seed).on_other_draws();
                let uniform = counted(problem, &uniform, above, threads, &mut goes_on)?;
                let share = self.risk / 2.0;
                let upper_limit =
                    1.0 - lower_limit(problem.samples() - uniform.hits, problem.samples(), share);
                (
                    lower_limit(shuffled.hits, problem.samples(), share) - upper_limit,
                    "places",
                )
            }
            _ => {
                // The statistic's law in random decks is exact: only the probability after the shuffle is
                // estimated.
                let event = event?;
                let estimated = counted(problem, &estimating, &empty, threads, &mut goes_on)?;
                let hits = self.laws.hits(&event, &estimated);
                (
                    lower_limit(hits, problem.samples(), self.risk) - event.chance,
                    event.name,
                )
            }
        };
        let (bound, statistic) = found;
        Some(RoundDistances {
            method: Method::LowerBound,
            total_variation: Some(Magnitude::scaled(bound.max(0.0), 0).to_digits(DIGITS)),
            confidence: Some(LowerBounds::CONFIDENCE),
            statistic: (bound > 0.0).then_some(statistic),
            ..RoundDistances::default()
        })
    }
}

/// Counts the decks of a sampler. Returns `None` if `goes_on` returned false.
fn counted<S: Shuffle + Sync, T: Tally + Merge + Clone + Send + Sync>(
    problem: Problem,
    decks: &Sampler<'_, S>,
    empty: &T,
    threads: NonZero<usize>,
    goes_on: &mut impl FnMut(u64) -> bool,
) -> Option<T> {
    let (mut completed, decks_per_unit) = (true, problem.decks_of(0..1));
    let (tally, _) = over_units(
        0..problem.units(),
        threads,
        empty,
        |unit, tally| decks.count(unit, tally),
        |finished| {
            completed = completed && goes_on(finished * decks_per_unit);
            completed
        },
    );
    completed.then_some(tally)
}

/// Returns the lower confidence limit of a probability, at confidence 1 − `alpha` (Clopper and Pearson 1934).
/// At this probability, `hits` or more successes in `trials` trials have probability `alpha`.
fn lower_limit(hits: u64, trials: u64, alpha: f64) -> f64 {
    let share = hits as f64 / trials as f64;
    let [low, _] = halved([0.0, share], 60, |chance| {
        binomial_upper_tail(hits, trials, chance) >= alpha
    });
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_limits() {
        // 5 hits of 5: p^5 = 0.01. 8 hits of 10 at 97.5 %: the published limit is 0.4439.
        assert!((lower_limit(5, 5, 0.01) - 0.01f64.powf(0.2)).abs() < 1e-12);
        assert_eq!(lower_limit(0, 10, 0.01), 0.0);
        assert!((lower_limit(8, 10, 0.025) - 0.4439).abs() < 1e-4);
    }
}
