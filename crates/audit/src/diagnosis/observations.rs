//! The observations of a stream, with which simulated decks are compared.

use std::num::NonZero;

use super::at_once::{GoesOn, at_once};
use super::family::Family;
use super::profile::Profile;
use super::repeats::Repeats;
use super::rivals::Rivals;
use super::score::FairMoments;
use super::signature::{Finish, Simulation, nanoseconds};
use crate::finding::Stream;
use crate::tables::Tables;
use faro_math::statistics::least_of;

/// Time budget of the test of unexplained evidence for each cause, in nanoseconds of one core.
const TEST: f64 = 0.4e9;

/// Maximum number of simulated decks of a test, for each observed deck.
const TEST_DECKS: f64 = 10.0;

/// Minimum number of decks of a signature, however few decks were audited (tuned).
const FEWEST: f64 = 400.0;

/// Maximum number of simulated decks of a signature for each observed deck. More decks would hardly reduce
/// the noise of the score.
pub const ENOUGH: f64 = 60.0;

/// A search with a smaller share of the usual work is brief.
const BRIEF: f64 = 0.1;

/// The observed profile, and the data with which its possible causes are ranked.
pub struct Observations<'a> {
    pub fair: FairMoments,
    pub seen: Profile,
    /// The score in nats of a cause whose decks equal the observed ones in every mean.
    pub most: f64,
    /// −ln p of the strongest finding, in nats. A cause that explains the finding has about this score.
    pub strongest: f64,
    /// The smallest corrected p-value of all findings except collisions.
    pub others: f64,
    /// Whether a fault of the different decks explains what repeats do not.
    pub is_explained: bool,
    pub stream: Stream,
    pub tables: &'a Tables,
    /// The tables of the steps between decks, if `stream` is the decks and the steps are significantly unfair too.
    pub steps: Option<&'a Tables>,
    /// The p-value of the differences between the parts of the run, if they were counted in this stream.
    pub homogeneity: Option<f64>,
    /// What follows the shuffle of every cause.
    pub finish: Finish,
    /// The number of threads for simulations.
    pub threads: NonZero<usize>,
    /// The share of the usual number of simulated decks.
    pub work: f64,
}

impl Observations<'_> {
    /// Returns the number of observed decks.
    pub fn decks(&self) -> f64 {
        self.seen.halves[0].decks
    }

    /// Returns whether the search is so short that only single shuffles are tried, and their numbers are not refined.
    pub fn is_brief(&self) -> bool {
        self.work < BRIEF
    }

    /// Calls `simulate` with each number below `count`, on all threads: see [`at_once`].
    pub fn at_once<T: Send + Sync>(
        &self,
        count: usize,
        goes_on: &mut GoesOn,
        simulate: impl Fn(usize, NonZero<usize>, &mut GoesOn) -> Option<T> + Sync,
    ) -> Vec<T> {
        at_once(count, self.tables.cards(), self.threads, goes_on, simulate)
    }

    /// Returns the profile of a family with a single value, simulated on `threads` threads.
    ///
    /// Returns `None` if `goes_on` stopped the simulation.
    pub fn signature(
        &self,
        family: &Family,
        number: u64,
        threads: NonZero<usize>,
        goes_on: &mut GoesOn,
    ) -> Option<Profile> {
        let each = nanoseconds(family, self.tables.cards());
        let decks = self.decks_of_signature(TEST, each, ENOUGH);
        let simulation = Simulation {
            threads,
            ..self.simulation_of(decks, 4000 + number)
        };
        simulation
            .score_each(family, goes_on, Profile::clone)?
            .pop()
    }

    /// Returns the number of decks of a signature in `time`, if a deck takes `each`. It is at most `enough` for each observed
    /// deck.
    pub fn decks_of_signature(&self, time: f64, each: f64, enough: f64) -> u64 {
        (self.work * time / each)
            .min((enough * self.decks()).max(FEWEST))
            .max(64.0) as u64
    }

    /// Returns the p-value of the evidence that a family leaves unexplained.
    ///
    /// The family must have a single value. The tests cover any deviation, and deviations in favour of a
    /// rival. The rivals are all `signatures` except the one at `own`, each with its number of parameters. They are
    /// simulated on `threads` threads. Returns `None` if `goes_on` stopped the simulation.
    pub fn left_over(
        &self,
        family: &Family,
        signatures: &[(Profile, usize)],
        own: usize,
        repeats: Option<&Repeats>,
        threads: NonZero<usize>,
        goes_on: &mut GoesOn,
    ) -> Option<f64> {
        let simulation = Simulation {
            threads,
            ..self.simulation(family)
        };
        let mut rivals = Rivals::new(&self.fair, &self.seen, signatures, own);
        let with_steps = self.steps.is_some();
        let (simulated, steps) =
            simulation.batches(family, with_steps, goes_on, |batch| rivals.add(batch))?;
        let of_decks = simulated.p_value(self.tables, repeats.map(Repeats::pairs_of_all));
        let of_steps = self.steps.zip(steps);
        let of_steps = of_steps.map(|(seen, steps)| steps.p_value_of_parts(seen));
        let tests = [Some(of_decks), of_steps, self.homogeneity, rivals.p_value()];
        let least = tests.into_iter().flatten().fold(1.0, f64::min);
        Some(least_of(least, tests.into_iter().flatten().count() as f64))
    }

    /// Returns the nanoseconds for one deck of a family with a single value, and for its step if steps are
    /// counted.
    fn each(&self, family: &Family) -> f64 {
        nanoseconds(family, self.tables.cards()) * if self.steps.is_some() { 2.0 } else { 1.0 }
    }

    /// Returns the settings for simulated batches of a family with a single value.
    pub fn simulation(&self, family: &Family) -> Simulation {
        let decks = (self.work * TEST / self.each(family))
            .min(TEST_DECKS * self.decks())
            .max(1.0) as u64;
        self.simulation_of(decks, 5000)
    }

    /// Returns the settings for `decks` simulated decks from the random stream `stream`.
    pub fn simulation_of(&self, decks: u64, stream: u64) -> Simulation {
        let (cards, threads, finish) = (self.tables.cards(), self.threads, self.finish);
        Simulation {
            cards,
            decks,
            threads,
            stream,
            finish,
        }
    }
}
