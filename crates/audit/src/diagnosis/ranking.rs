//! Ranks the possible causes of an unfair verdict by how well their simulated decks agree with the observed ones, and
//! rules out the causes that leave too much of the evidence unexplained.

use super::at_once::GoesOn;
use super::candidate::{Candidate, Estimate};
use super::catalogue::{families, riffles};
use super::cause::Cause;
use super::family::Family;
use super::grammar::keep_first;
use super::observations::{ENOUGH, Observations};
use super::profile::Profile;
use super::read_off::read_off;
use super::repeats::Repeats;
use super::riffles::{Cut, Cuts};
use super::signature::{Finish, Simulation, nanoseconds};

/// Time budget of the first signatures of all families, in nanoseconds of one core.
pub const FIRST: f64 = 1.4e9;

/// Step through the values of a parameter in the first round of a diagnosis with less than the usual work.
const COARSE: usize = 4;

/// Time budget of two rounds of the best families, in nanoseconds of one core. A third round has half of it. With
/// [`FIRST`] the total is about 3.2 seconds.
pub const THEN: f64 = 1.2e9;

/// Maximum number of causes whose unexplained evidence is tested.
const TESTED: usize = 8;

/// A cause is ruled out without a test if its score is less than the best score by `BEHIND` nats and by
/// [`BEHIND_SHARE`] of the best score. If it is the true cause, this has a probability of about e^-100.
const BEHIND: f64 = 100.0;

/// Minimum difference from the best score, as a share of it, for a cause that is ruled out without a test.
const BEHIND_SHARE: f64 = 0.15;

/// Minimum share of the evidence that a listed cause explains. The best cause is always listed.
const LEAST_FIT: f64 = 0.1;

/// Number of causes in the later rounds (tuned).
const FINALISTS: usize = 5;

/// Number of programs of the first cause in the later rounds, if the evidence is strong.
const PROGRAMS: usize = 3;

/// Score in nats from which on the evidence is strong. Fewer simulated decks are then enough for each program.
pub const STRONG: f64 = 1000.0;

/// Maximum difference in score, in nats, of two values of a parameter that are about equally likely (tuned;
/// odds of e⁴ = 55 to 1).
const AS_LIKELY: f64 = 4.0;

/// A family, with the score and the explained share of each of its values.
pub struct Scored {
    pub family: Family,
    scores: Vec<f64>,
    fits: Vec<f64>,
}

impl Scored {
    fn best(&self) -> usize {
        let scores = self.scores.iter().enumerate();
        scores
            .max_by(|one, other| one.1.total_cmp(other.1))
            .expect("a family has a value")
            .0
    }

    pub fn score(&self) -> f64 {
        self.scores[self.best()]
    }
}

impl Observations<'_> {
    /// Returns the candidates, the likeliest first, with each cause once.
    pub fn candidates(&self, repeats: Option<&Repeats>, goes_on: &mut GoesOn) -> Vec<Candidate> {
        let cuts = Cuts::new(&self.tables.draw_tables().circle, self.tables.cards());
        let cut = cuts.likeliest();
        let is_plain = self.finish == Finish::Nothing;
        let mut all = families(self.tables.cards());
        let mut from_tables = Vec::new();
        if is_plain {
            all.splice(..0, riffles(cuts.exact(cut, AS_LIKELY)));
            from_tables = read_off(self.tables, self.threads, goes_on);
        } else {
            all.retain(Family::is_simple);
        }
        let scored = self.scored(&all, from_tables, goes_on);
        let mut found: Vec<Candidate> =
            scored.iter().map(|scored| self.candidate(scored)).collect();
        found.extend(repeats.and_then(|repeats| {
            repeats.candidate(
                self.stream,
                &self.seen,
                self.most,
                self.others,
                self.is_explained,
            )
        }));
        found.retain(|candidate| candidate.score > 0.0);
        found.sort_by(|one, other| other.score.total_cmp(&one.score));
        keep_first(&mut found, |candidate| candidate.cause);
        if let Some(cut) = cut.filter(|_| is_plain) {
            settle(&mut found, cut);
        }
        self.test(&mut found, &scored, repeats, goes_on);
        // A fault of the different decks that gives as many repeats needs no second cause for them.
        let is_law = |one: &Candidate| one.explains() && !one.cause.is_of_repeats();
        if self.is_explained && found.iter().any(is_law) {
            found.retain(|one| !one.cause.is_of_repeats());
        }
        let best = found
            .iter()
            .map(|candidate| candidate.fit)
            .fold(0.0, f64::max);
        found.retain(|candidate| candidate.fit >= best.min(LEAST_FIT));
        found
    }

    /// Tests the unexplained evidence of the first candidates, and sorts the candidates that explain the
    /// decks first.
    ///
    /// Among these, causes with fewer parameters precede, and the naive shuffle precedes its variants.
    fn test(
        &self,
        found: &mut [Candidate],
        scored: &[Scored],
        repeats: Option<&Repeats>,
        goes_on: &mut GoesOn,
    ) {
        let most = found.first().map_or(0.0, |first| first.score);
        let behind = most - BEHIND.max(BEHIND_SHARE * most);
        found
            .iter_mut()
            .filter(|one| one.score < behind)
            .for_each(|one| one.left_over = one.left_over.or(Some(0.0)));
        let untested = found
            .iter_mut()
            .filter(|candidate| candidate.left_over.is_none());
        // A candidate that explains little of the evidence is not tested, unless it is the first.
        let likely = untested
            .enumerate()
            .filter(|(number, one)| *number == 0 || one.fits());
        let (mut families, mut tested): (Vec<_>, Vec<_>) = likely
            .filter_map(|(_, one)| Some((best_of(one.cause, scored)?, one)))
            .take(TESTED)
            .unzip();
        if let (Some(family), Some(first)) = (families.first_mut(), tested.first_mut()) {
            self.estimate_number(family, first, goes_on);
        }
        let signatures: Vec<(Profile, usize)> =
            self.at_once(families.len(), goes_on, |number, threads, goes_on| {
                let family = &families[number];
                let signature = self.signature(family, number as u64, threads, goes_on)?;
                Some((signature, family.cause.parameters()))
            });
        let left_over = self.at_once(signatures.len(), goes_on, |own, threads, goes_on| {
            self.left_over(&families[own], &signatures, own, repeats, threads, goes_on)
        });
        for (candidate, left_over) in tested.iter_mut().zip(left_over) {
            candidate.left_over = Some(left_over);
        }
        if let (Some(family), Some(first)) = (families.first(), tested.first_mut()) {
            self.try_next_numbers(family, first, &signatures, repeats, goes_on);
        }
        let order = |cause: Cause| (cause.parameters(), cause.is_rarer_variant());
        found.sort_by_key(|one| {
            if one.explains() {
                order(one.cause)
            } else {
                (usize::MAX, true)
            }
        });
    }

    /// Tests the next numbers of repetitions too if the likeliest number is rejected, since noise in the
    /// scores can shift it.
    ///
    /// Applies to moves, swaps, shuffles and shelves. The cause is rejected only if all these numbers are.
    fn try_next_numbers(
        &self,
        family: &Family,
        first: &mut Candidate,
        signatures: &[(Profile, usize)],
        repeats: Option<&Repeats>,
        goes_on: &mut GoesOn,
    ) {
        if family.known.is_some()
            || !family.cause.is_repeated()
            || first.explains()
            || !first.fits()
            || signatures.is_empty()
        {
            return;
        }
        for value in [-1.0, 1.0, -2.0, 2.0].map(|more| (family.grid[0] + more).max(1.0)) {
            let next = family.at(value);
            let Some(signature) = self.signature(&next, 100, self.threads, goes_on) else {
                return;
            };
            let signatures = [&[(signature, signatures[0].1)], &signatures[1..]].concat();
            let left_over = self.left_over(&next, &signatures, 0, repeats, self.threads, goes_on);
            if left_over > first.left_over {
                (first.left_over, first.word) = (left_over, next.word(value));
                let value = next.in_units(value, self.tables.cards());
                let wider = |[low, high]: [f64; 2]| [low.min(value), high.max(value)];
                first.estimate = first.estimate.map(|one| Estimate {
                    value,
                    interval: one.interval.map(wider),
                });
            }
        }
    }

    /// Scores all families, then rescores the best ones in three rounds with more decks and finer grids.
    ///
    /// The families that are read off the decks skip the first round, whose few decks would hide a small bias.
    fn scored(
        &self,
        all: &[Family],
        mut read_off: Vec<Family>,
        goes_on: &mut GoesOn,
    ) -> Vec<Scored> {
        let step = if self.work < 1.0 { COARSE } else { 1 };
        let coarse =
            |family: &Family| family.with_grid(family.grid.iter().copied().step_by(step).collect());
        let coarse: Vec<Family> = all.iter().map(coarse).collect();
        let mut scored = self.round(&coarse, FIRST, 4.0, 0, goes_on);
        let rounds = [
            (1000, Family::about as fn(&Family, usize) -> Vec<Family>),
            (2000, Family::closer),
            (3000, Family::finer),
        ];
        let count = if self.is_brief() { 1 } else { rounds.len() };
        for (stream, finer) in rounds.into_iter().take(count) {
            let mut finalists = finalists(&scored, finer);
            finalists.append(&mut read_off);
            let then = self.round(&finalists, THEN / 2.0, ENOUGH, stream, goes_on);
            if then.len() < finalists.len() {
                break;
            }
            scored = then;
        }
        scored
    }

    /// Returns the families with their scores, the best first.
    ///
    /// If `goes_on` interrupts the round, later families are missing. The time budget `time` limits the
    /// number of decks of a signature, and `enough` limits it to a multiple of the observed number.
    pub fn round(
        &self,
        families: &[Family],
        time: f64,
        enough: f64,
        stream: u64,
        goes_on: &mut GoesOn,
    ) -> Vec<Scored> {
        let cards = self.tables.cards();
        let each: f64 = families
            .iter()
            .map(|family| nanoseconds(family, cards))
            .sum();
        let decks = self.decks_of_signature(time, each, enough);
        let score = |signature: &Profile| {
            (
                self.fair.score(&self.seen, signature),
                self.fair.fit(&self.seen, signature),
            )
        };
        let scored = |number: usize, threads, goes_on: &mut GoesOn| {
            let family = families[number].clone();
            let simulation = Simulation {
                threads,
                ..self.simulation_of(decks, stream + number as u64)
            };
            let (scores, fits) = simulation
                .score_each(&family, goes_on, score)?
                .into_iter()
                .unzip();
            Some(Scored {
                family,
                scores,
                fits,
            })
        };
        let mut scored = self.at_once(families.len(), goes_on, scored);
        scored.sort_by(|one, other| other.score().total_cmp(&one.score()));
        scored
    }

    pub fn candidate(&self, scored: &Scored) -> Candidate {
        let Scored { family, fits, .. } = scored;
        let (best, score) = (scored.best(), scored.score());
        let value = family.grid[best];
        let in_units = |value: f64| family.in_units(value, self.tables.cards());
        let is_last = best > 0 && best + 1 == family.grid.len();
        let at_least = is_last.then(|| [in_units(value), f64::INFINITY]);
        let estimate = Estimate {
            value: in_units(value),
            interval: family.known.map(|bounds| bounds.map(in_units)).or(at_least),
        };
        let estimate = family.cause.unit().map(|_| estimate);
        Candidate {
            cause: family.cause,
            stream: self.stream,
            word: family
                .word(value)
                .filter(|_| self.finish == Finish::Nothing),
            score,
            fit: fits[best].min(score / self.strongest).max(0.0),
            left_over: None,
            estimate,
            share: None,
        }
    }
}

/// Returns the families around the best value of each of the first [`FINALISTS`] causes. If the evidence is strong, there
/// are also up to [`PROGRAMS`] of the first cause, and programs that differ a little.
fn finalists(scored: &[Scored], about: fn(&Family, usize) -> Vec<Family>) -> Vec<Family> {
    let (mut causes, mut programs, mut finalists) = (Vec::new(), 0, Vec::new());
    for scored in scored {
        let (cause, is_strong) = (scored.family.cause, scored.score() > STRONG);
        let is_next = is_strong && causes.first() == Some(&cause) && programs < PROGRAMS;
        let is_new = causes.len() < FINALISTS && !causes.contains(&cause);
        if is_new {
            causes.push(cause);
        }
        if is_new || is_next {
            programs += usize::from(causes[0] == cause);
            let near = about(&scored.family, scored.best()).into_iter();
            finalists
                .extend(near.flat_map(|one| if is_strong { one.similar() } else { vec![one] }));
        }
    }
    finalists
}

/// Returns the family of a cause with the highest score, at its best value only.
fn best_of(cause: Cause, scored: &[Scored]) -> Option<Family> {
    let akin = |other: Cause| match cause {
        Cause::RifflesPerhapsCut => matches!(other, Cause::Riffles | Cause::RifflesAndCut),
        _ => other == cause,
    };
    let of_cause = scored.iter().filter(|scored| akin(scored.family.cause));
    let best = of_cause.max_by(|one, other| one.score().total_cmp(&other.score()))?;
    Some(best.family.at(best.family.grid[best.best()]))
}

/// Decides between riffles with and without a cut by their exact likelihood, because all tables differ little
/// between them.
fn settle(found: &mut Vec<Candidate>, cut: Cut) {
    let place = |cause| found.iter().position(|candidate| candidate.cause == cause);
    let (plain, and_cut) = (place(Cause::Riffles), place(Cause::RifflesAndCut));
    let Some(first) = [plain, and_cut].into_iter().flatten().min() else {
        return;
    };
    let right = if matches!(cut, Cut::None | Cut::Open) {
        plain
    } else {
        and_cut
    };
    let right = right.unwrap_or(first);
    let (score, fit) = (found[first].score, found[first].fit.max(found[right].fit));
    let mut candidate = Candidate {
        score,
        fit,
        ..found[right].clone()
    };
    found.remove(right);
    if cut == Cut::Open {
        found.retain(|other| !matches!(other.cause, Cause::Riffles | Cause::RifflesAndCut));
        candidate.cause = Cause::RifflesPerhapsCut;
    }
    found.insert(first, candidate);
}
