//! The distances after rounds of any random shuffle, by the best known method for each shuffle.

mod methods;
mod moves;
mod riffles;
mod small;

use std::num::NonZero;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{fmt, panic, thread};

use faro_math::number::Fraction;
use faro_sample::shuffle::Seed;
use faro_sample::zoo::{RandomShuffle, Riffle, Shelves, Transpositions};

use super::biased::BiasedRiffles;
use super::{Distances, ShelfMixing};
use crate::Error;
use crate::distribution::Law;
use crate::riffle::Magnitude;
use crate::word::{Confinement, Routine};

pub use riffles::{KindsMixing, RiffleMixing};
pub use small::SmallMixing;

/// How the total variation distance of a row is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Method {
    /// Exact, apart from rounding.
    #[default]
    Exact,
    /// Estimated from random decks, with a standard error.
    Estimate,
    /// An upper bound, like all distances of the row.
    UpperBound,
    /// A lower bound that holds with a confidence.
    LowerBound,
}

/// The distances of a shuffled deck from a random one. A number that is unknown is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoundDistances {
    /// The method of `total_variation`.
    pub method: Method,
    /// The total variation distance, from 0 to 1.
    pub total_variation: Option<Magnitude>,
    /// 1 minus the total variation distance. For an upper bound, 1 minus the bound.
    pub total_variation_complement: Option<Magnitude>,
    /// The standard error of an estimated total variation distance.
    pub standard_error: Option<Magnitude>,
    /// The confidence of a lower bound, such as 0.99.
    pub confidence: Option<f64>,
    /// The statistic whose law shows a lower bound. `None` if the bound is 0.
    pub statistic: Option<&'static str>,
    /// The separation, from 0 to 1.
    pub separation: Option<Magnitude>,
    /// 1 minus the separation. For an upper bound, 1 minus the bound.
    pub separation_complement: Option<Magnitude>,
    /// The L-infinity distance.
    pub l_infinity: Option<Magnitude>,
    /// The chi-square distance.
    pub chi_square: Option<Magnitude>,
    /// The Kullback–Leibler divergence in bits.
    pub kl_bits: Option<Magnitude>,
    /// The entropy in bits.
    pub entropy_bits: Option<Magnitude>,
    /// The mean number of rising sequences of riffles.
    pub rising_sequences: Option<Magnitude>,
    /// The rational distances as fractions, with their names, if fractions are wanted and known.
    pub fractions: Vec<(&'static str, Option<Fraction>)>,
}

impl From<Distances> for RoundDistances {
    fn from(row: Distances) -> RoundDistances {
        RoundDistances {
            total_variation: Some(row.total_variation),
            total_variation_complement: Some(row.total_variation_complement),
            separation: Some(row.separation),
            separation_complement: Some(row.separation_complement),
            l_infinity: Some(row.l_infinity),
            chi_square: Some(row.chi_square),
            kl_bits: Some(row.kl_bits),
            entropy_bits: Some(row.entropy_bits),
            ..RoundDistances::default()
        }
    }
}

impl RoundDistances {
    /// Returns the total variation distance of an unshuffled deck, without the other distances.
    fn unshuffled(cards: usize) -> RoundDistances {
        let row = Distances::certain(cards);
        RoundDistances {
            total_variation: Some(row.total_variation),
            total_variation_complement: Some(row.total_variation_complement),
            ..RoundDistances::default()
        }
    }
}

/// Returns the distances after a number of rounds, or `None` if the second argument returned false.
type AfterRounds = dyn FnMut(u64, &mut dyn FnMut(u64) -> bool) -> Option<RoundDistances>;

/// Maximum number of rounds that are done one by one.
const MAX_ROUNDS: u64 = 1_000_000;

/// The distances of a deck from a random one after rounds of any shuffle.
///
/// One round is one run of a [`Routine`]. The method depends on the shuffle and on the number of cards:
///
/// | round | method |
/// |---|---|
/// | passes through one shelf machine | exact, by valleys, up to 20,000 cards: [`ShelfMixing`] |
/// | top to random, or random to top | exact, by the number of moved cards, up to 10,000 cards (Diaconis, Fill and Pitman 1992) |
/// | random transpositions | exact, by cycle types, up to 60 cards; above, upper bounds (Diaconis and Shahshahani 1981) |
/// | a uniform shuffle | exact, 0 |
/// | any other shuffle of a small deck | exact, from the probabilities of all orders |
/// | riffles with a biased cut | separation and L-infinity exact; total variation estimated up to 104 cards (Assaf, Diaconis and Soundararajan 2011) |
/// | any other shuffle | lower bounds from random decks: [`LowerBounds`](super::LowerBounds) |
///
/// ```
/// use faro::Word;
/// use faro::mixing::{Method, MixingOptions, RoutineMixing};
///
/// let machine = "shelf:20".parse::<Word>()?.routine(52)?;
/// let mut mixing = RoutineMixing::new(machine, &MixingOptions::default())?;
/// let one = mixing.after(1, &mut |_| true).unwrap();
/// assert_eq!(one.method, Method::Exact);
/// assert_eq!(format!("{:.10}", one.total_variation.unwrap().to_f64()), "0.7200889863");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RoutineMixing {
    routine: Routine,
    max_rounds: u64,
    usual_rounds: u64,
    samples: Option<u32>,
    risk: Option<RiskShare>,
    after: Box<AfterRounds>,
}

impl fmt::Debug for RoutineMixing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RoutineMixing").field("routine", &self.routine).finish_non_exhaustive()
    }
}

impl RoutineMixing {
    /// Returns the distances of rounds of `routine`.
    ///
    /// # Errors
    ///
    /// [`RoutineMixingError`] if no method fits the shuffle and its number of cards.
    pub fn new(routine: Routine, options: &MixingOptions) -> Result<RoutineMixing, RoutineMixingError> {
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
            Some((Swaps(Transpositions::Pairs(swaps)), times)) => {
                methods::transpositions(routine, u64::from(swaps) * u64::from(times), options.threads)
            }
            _ if cards > 1 && routine.is_uniform() => Ok(RoutineMixing::uniform(routine)),
            Some((RandomShuffle::Riffle(Riffle::Cut(top)), each)) => {
                small_first(methods::biased(routine.clone(), options, top, each), routine)
            }
            _ => small_first(methods::bounded(routine.clone(), options), routine),
        }
    }

    /// Returns the rounds of a shuffle from its distances after at least one round.
    fn with_rounds(
        routine: Routine,
        usual_rounds: u64,
        mut after: impl FnMut(u64, &mut dyn FnMut(u64) -> bool) -> Option<RoundDistances> + 'static,
    ) -> RoutineMixing {
        let cards = routine.cards();
        let after = move |rounds, goes_on: &mut dyn FnMut(u64) -> bool| match rounds {
            0 => Some(Distances::certain(cards).into()),
            _ => after(rounds, goes_on),
        };
        let after = Box::new(after);
        RoutineMixing { routine, max_rounds: MAX_ROUNDS, usual_rounds, samples: None, risk: None, after }
    }

    /// Returns the rounds of a shuffle that makes all orders equally likely.
    fn uniform(routine: Routine) -> RoutineMixing {
        let cards = routine.cards();
        RoutineMixing::with_rounds(routine, 1, move |_, _| Some(Distances::uniform(cards).into()))
    }

    /// Returns the maximum number of rounds.
    pub fn max_rounds(&self) -> u64 {
        self.max_rounds
    }

    /// Returns the default number of rounds: enough to mix the deck, unless that takes more than some
    /// seconds.
    pub fn usual_rounds(&self) -> u64 {
        self.usual_rounds
    }

    /// Returns the number of random decks for a row, or `None` if nothing is estimated.
    pub fn samples(&self) -> Option<u32> {
        self.samples
    }

    /// Returns how lower bounds share the risk of an error, or `None` if no row is a lower bound.
    pub fn risk_share(&self) -> Option<RiskShare> {
        self.risk
    }

    /// Returns the distances after `rounds` rounds, or `None` if `goes_on` returned false.
    ///
    /// `goes_on` receives the number of random decks done since its last call. `rounds` must not decrease from call to
    /// call, nor exceed [`max_rounds`](Self::max_rounds).
    pub fn after(&mut self, rounds: u64, goes_on: &mut dyn FnMut(u64) -> bool) -> Option<RoundDistances> {
        (self.after)(rounds, goes_on)
    }

    /// Returns the reason why the deck never becomes random, if one is found. An example is a subgroup that it cannot
    /// leave.
    ///
    /// The inner value is `None` if no reason is found. The outer value is `None` if `goes_on` returned false.
    pub fn confinement(&self, goes_on: &mut dyn FnMut(u64) -> bool) -> Option<Option<Confinement>> {
        let routine = self.routine.clone();
        interruptible(move || routine.confinement(), goes_on)
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

/// Time between two calls of `goes_on` while another thread works.
const CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// Runs `work` on another thread, and returns its result.
///
/// Returns `None` if `goes_on` returned false. The work then continues, without effect, until the process ends. If no
/// thread can be started, such as in WebAssembly, the work is done here and cannot be interrupted.
fn interruptible<T: Send + 'static, W: FnOnce() -> T + Send + 'static>(
    work: W,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    let (offer, accepted) = mpsc::channel::<W>();
    let start = thread::Builder::new().spawn(move || {
        let work = accepted.recv().ok()?;
        sender.send(work()).ok()
    });
    let Ok(worker) = start else { return Some(work()) };
    offer.send(work).ok()?;
    loop {
        match receiver.recv_timeout(CHECK_INTERVAL) {
            Ok(done) => return Some(done),
            Err(RecvTimeoutError::Timeout) if goes_on(0) => {}
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => panic::resume_unwind(panic),
                Ok(_) => return None,
            },
        }
    }
}

/// The options of [`RoutineMixing`](RoutineMixing) and of the other types that choose a method.
#[derive(Clone, Debug, PartialEq)]
pub struct MixingOptions {
    /// Whether the rational distances are wanted as fractions.
    pub fractions: bool,
    /// Number of random decks for a row, or `None` for one that takes about a second.
    pub samples: Option<u32>,
    /// Seed of the random decks.
    pub seed: Seed,
    /// Number of threads.
    pub threads: NonZero<usize>,
    /// How lower bounds share the risk of an error, or `None` for equal shares of the usual number of rows.
    pub risk: Option<RiskShare>,
}

/// No fractions, the usual numbers of random decks and of rows, the seed 1, and one thread.
impl Default for MixingOptions {
    fn default() -> MixingOptions {
        let threads = NonZero::<usize>::MIN;
        MixingOptions { fractions: false, samples: None, seed: Seed::from(1), threads, risk: None }
    }
}

/// The shares of the rows in the probability of an error.
///
/// They are chosen so that all bounds are correct together (Bonferroni).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RiskShare {
    /// Equal shares. The value is the number of rows.
    Equal(u64),
    /// 1/(k(k + 1)) for the row after k rounds, if the number of rows is not known in advance.
    Falling,
}

impl RiskShare {
    /// Returns the share of the risk of an error that the row after `rounds` rounds has.
    fn of_row(self, rounds: u64) -> f64 {
        match self {
            RiskShare::Equal(rows) => 1.0 / rows as f64,
            RiskShare::Falling => 1.0 / (rounds as f64 * (rounds as f64 + 1.0)),
        }
    }
}

/// The reason why no method computes the distances of a shuffle.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RoutineMixingError {
    /// The number of cards is not accepted by any method for the shuffle.
    #[error("{}", accepted(error, shuffle))]
    Cards {
        /// The reason.
        error: Error,
        /// The shuffle in words.
        shuffle: &'static str,
    },
    /// The deck is too large for fractions.
    #[error("expected at most {} cards for fractions", ShelfMixing::MAX_EXACT_CARDS)]
    TooManyForFractions,
    /// Fractions are known for shelf machines only.
    #[error("expected a shelf machine for fractions")]
    NoFractions,
    /// A round has too many riffles with a biased cut.
    #[error("expected at most {} riffles", BiasedRiffles::MAX_RIFFLES)]
    TooManyRiffles,
    /// The shelves of a round's passes multiply to more than 2^480.
    #[error("expected at most 2^480 shelves")]
    TooManyShelves,
}

/// Returns a text that says which numbers of cards a method for `shuffle` takes.
fn accepted(error: &Error, shuffle: &str) -> String {
    match error {
        Error::TooManyCards { at_most, .. } => format!("expected at most {at_most} cards for {shuffle}"),
        Error::TooFewCards { at_least: 1, .. } => "expected at least one card".into(),
        Error::TooFewCards { at_least, .. } => format!("expected at least {at_least} cards for {shuffle}"),
        error => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The work never ends by itself.
    #[test]
    fn work_is_left_when_it_may_not_go_on() {
        let (sender, receiver) = mpsc::channel::<()>();
        assert_eq!(interruptible(move || receiver.recv().is_ok(), &mut |_| false), None);
        drop(sender);
    }

    #[test]
    fn work_is_waited_for() {
        assert_eq!(interruptible(|| (1..=10).product::<u32>(), &mut |_| true), Some(3_628_800));
    }

    #[test]
    fn small_decks_are_exact_and_large_ones_bounded() {
        let method = |word: &str, cards| {
            let routine = word.parse::<crate::Word>().unwrap().routine(cards).unwrap();
            let options = MixingOptions { samples: Some(200), ..MixingOptions::default() };
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
