//! The distances of a deck from a random one after rounds of any shuffle.

use std::fmt;

use super::interruptible::interruptible;
use crate::mixing::{Distances, RiskShare, RoundDistances};
use crate::word::{Confinement, Routine};

/// Returns the distances after a number of rounds, or `None` if the second argument returned false.
type AfterRounds = dyn FnMut(u64, &mut dyn FnMut(u64) -> bool) -> Option<RoundDistances>;

/// Maximum number of rounds that are done one by one.
pub(super) const MAX_ROUNDS: u64 = 1_000_000;

/// The distances of a deck from a random one after rounds of any shuffle.
///
/// One round is one run of a [`Routine`]. The method depends on the shuffle and on the number of cards:
///
/// | round | method |
/// |---|---|
/// | passes through one shelf machine | exact, by valleys, up to 20,000 cards: [`ShelfMixing`](crate::mixing::ShelfMixing) |
/// | top to random, or random to top | exact, by the number of moved cards, up to 10,000 cards (Diaconis, Fill and Pitman 1992) |
/// | random transpositions | exact, by cycle types, up to 60 cards; above, upper bounds (Diaconis and Shahshahani 1981) |
/// | a uniform shuffle | exact, 0 |
/// | any other shuffle of a small deck | exact, from the probabilities of all orders |
/// | riffles with a biased cut | separation and L-infinity exact; total variation estimated up to 104 cards (Assaf, Diaconis and Soundararajan 2011) |
/// | any other shuffle | lower bounds from random decks: [`LowerBounds`](crate::mixing::LowerBounds) |
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
    pub(super) routine: Routine,
    pub(super) max_rounds: u64,
    pub(super) usual_rounds: u64,
    pub(super) samples: Option<u32>,
    pub(super) risk: Option<RiskShare>,
    pub(super) after: Box<AfterRounds>,
}

impl fmt::Debug for RoutineMixing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RoutineMixing")
            .field("routine", &self.routine)
            .finish_non_exhaustive()
    }
}

impl RoutineMixing {
    /// Returns the rounds of a shuffle from its distances after at least one round.
    pub(super) fn with_rounds(
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
        RoutineMixing {
            routine,
            max_rounds: MAX_ROUNDS,
            usual_rounds,
            samples: None,
            risk: None,
            after,
        }
    }

    /// Returns the rounds of a shuffle that makes all orders equally likely.
    pub(super) fn uniform(routine: Routine) -> RoutineMixing {
        let cards = routine.cards();
        RoutineMixing::with_rounds(routine, 1, move |_, _| {
            Some(Distances::uniform(cards).into())
        })
    }

    /// Returns the maximum number of rounds.
    pub fn max_rounds(&self) -> u64 {
        self.max_rounds
    }

    /// Returns the default number of rounds.
    ///
    /// It is enough to mix the deck, unless that takes more than some seconds.
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
    pub fn after(
        &mut self,
        rounds: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<RoundDistances> {
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
