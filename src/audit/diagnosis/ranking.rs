use std::num::NonZero;

use super::candidate::{Candidate, Estimate};
use super::cause::Cause;
use super::cuts::{Cut, Cuts};
use super::families::{ExactRiffle, families};
use super::family::Family;
use super::profile::Profile;
use super::read_off::read_off;
use super::repeats::Repeats;
use super::score::FairMoments;
use super::signature::{Simulation, nanoseconds};
use crate::audit::finding::Stream;
use crate::audit::tables::Tables;
use crate::number::elementary::{exp, ln};

/// The nanoseconds of one core for the signatures of all families, and then for those of the best: a choice of about
/// 2.6 seconds in all.
const FIRST: f64 = 1.4e9;
const THEN: f64 = 1.2e9;

/// The nanoseconds of one core for the test of what a cause leaves over, the causes that are tested at most, and the
/// number of simulated decks for each observed one.
const TEST: f64 = 0.4e9;
const TESTED: usize = 5;
const TEST_DECKS: f64 = 10.0;

/// The least share of the evidence that a cause explains.
const LEAST_FIT: f64 = 0.1;

/// The fewest decks of a signature, however few decks were audited (tuned).
const FEWEST: f64 = 400.0;

/// The number of causes in the second round (tuned).
const FINALISTS: usize = 5;

/// The nats by which two values of a parameter differ by chance: e⁴ = 55 to 1 (tuned).
const AS_LIKELY: f64 = 4.0;

/// The nats, and the share of the score, by which riffles other than those of Gilbert, Shannon and Reeds must be better;
/// otherwise the simpler cause comes first. They have many parameters, one of which may fit by chance: eight riffles of
/// 500 decks score up to 15 nats less than the best of them (tuned).
const ODD_RIFFLES_TELL: (f64, f64) = (20.0, 0.03);

/// The multiple of the root of the score by which a variant of the naive swap must be better: the difference of two such
/// scores has a standard deviation of about one root, since the tables are not independent (measured on 52 cards, 300 to
/// 3000 decks).
const VARIANT_TELLS: f64 = 3.0;

/// The observed profile, and what is needed to rank the causes of it.
pub struct Ranking<'a> {
    pub fair: FairMoments,
    pub seen: Profile,
    /// The score of a cause that explains everything.
    pub most: f64,
    /// −ln p of the strongest finding: a cause that explains it scores about this many nats.
    pub strongest: f64,
    /// The least corrected p-value of all findings but collisions.
    pub others: f64,
    pub stream: Stream,
    pub tables: &'a Tables,
    /// The steps between the decks, if they are significant and the decks are to be explained.
    pub steps: Option<&'a Tables>,
    /// The p-value of changes over the run.
    pub homogeneity: f64,
    /// The number of threads that simulate.
    pub threads: NonZero<usize>,
}

/// A family, and the score and the fit of each of its values.
struct Scored {
    family: Family,
    scores: Vec<f64>,
    fits: Vec<f64>,
}

impl Scored {
    fn best(&self) -> usize {
        let scores = self.scores.iter().enumerate();
        scores.max_by(|one, other| one.1.total_cmp(other.1)).expect("a family has a value").0
    }

    fn score(&self) -> f64 {
        self.scores[self.best()]
    }

    /// Returns the likeliest value of the parameter, and the range of values that are about equally likely.
    fn estimate(&self) -> Estimate {
        let grid = &self.family.grid;
        if let Some(between) = self.between() {
            return between;
        }
        let likely = grid.iter().zip(&self.scores).filter(|(_, other)| **other > self.score() - AS_LIKELY);
        let likely: Vec<f64> = likely.map(|(value, _)| *value).collect();
        let value = grid[self.best()];
        let [low, high] = [likely.first(), likely.last()].map(|bound| bound.copied().unwrap_or(value));
        Estimate { value, low, high }
    }

    /// Returns the estimate of a continuous parameter: the top of the parabola through the best value and its neighbours,
    /// by the logarithms of the values; none if the best is at an end.
    fn between(&self) -> Option<Estimate> {
        let best = self.best();
        let near = best.checked_sub(1)?..best + 2;
        let (values, scores) = (self.family.grid.get(near.clone())?, self.scores.get(near)?);
        let [left, right] = [0, 2].map(|side| ln(values[side] / values[1]));
        let [below, above] = [0, 2].map(|side| scores[side] - scores[1]);
        let curve = (above / right - below / left) / (right - left);
        if self.family.cause != Cause::Skip || curve >= 0.0 {
            return None;
        }
        let top = -(below / left - curve * left) / (2.0 * curve);
        let half = (AS_LIKELY / -curve).sqrt();
        let [value, low, high] = [top, top - half, top + half].map(|shift| values[1] * exp(shift));
        Some(Estimate { value, low, high: high.min(1.0) })
    }
}

impl Ranking<'_> {
    fn decks(&self) -> f64 {
        self.seen.halves[0].decks
    }

    /// Returns the candidates, the likeliest first, each cause once.
    pub fn candidates(
        &self,
        repeats: Option<&Repeats>,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) -> Vec<Candidate> {
        let cuts = Cuts::new(&self.tables.draw_tables().circle, self.tables.cards());
        let cut = cuts.likeliest();
        let below = if let Some(Cut::Below(cards)) = cut { Some(cards) } else { None };
        let riffle = ExactRiffle { packets: cuts.odd_packets(AS_LIKELY), cut: below };
        let mut all = families(self.tables.cards(), riffle);
        all.extend(read_off(self.tables));
        let scored = self.scored(&all, goes_on);
        let mut found: Vec<Candidate> = scored.iter().map(|scored| self.candidate(scored)).collect();
        found.extend(
            repeats.and_then(|repeats| repeats.candidate(self.stream, &self.seen, self.most, self.others)),
        );
        found.retain(|candidate| candidate.score > 0.0);
        found.sort_by(|one, other| other.score.total_cmp(&one.score));
        let mut causes = Vec::new();
        found.retain(|candidate| {
            !causes.contains(&candidate.cause) && {
                causes.push(candidate.cause);
                true
            }
        });
        prefer_plain(&mut found);
        if let Some(cut) = cut {
            settle(&mut found, cut);
        }
        self.test(&mut found, &scored, repeats, goes_on);
        found.retain(|candidate| candidate.fit >= LEAST_FIT);
        found
    }

    /// Tests what the first candidates leave over, and moves those that explain the decks before the others.
    fn test(
        &self,
        found: &mut [Candidate],
        scored: &[Scored],
        repeats: Option<&Repeats>,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) {
        let mut least = f64::NEG_INFINITY;
        for candidate in found.iter_mut().take(TESTED) {
            if candidate.score < least {
                break;
            }
            if candidate.left_over.is_none() {
                let best = best_of(candidate.cause, scored);
                candidate.left_over = best.and_then(|best| self.left_over(&best, repeats, goes_on));
            }
            if candidate.explains() {
                least = least.max(candidate.near());
            }
        }
        // Among equals, a cause without a parameter comes first.
        let has_parameter = |one: &Candidate| one.score < least || one.cause.unit().is_some();
        found.sort_by_key(|one| (!one.explains(), has_parameter(one)));
    }

    /// Returns the p-value of what a family of one value leaves over; none if it was stopped.
    pub fn left_over(
        &self,
        family: &Family,
        repeats: Option<&Repeats>,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) -> Option<f64> {
        let cards = self.tables.cards();
        let each = nanoseconds(family, cards) * if self.steps.is_some() { 2.0 } else { 1.0 };
        let decks = (TEST / each).min(TEST_DECKS * self.decks()).max(1.0) as u64;
        let simulation = Simulation { cards, decks, threads: self.threads, stream: 5000 };
        let (simulated, steps) = simulation.batches(family, self.steps.is_some(), goes_on)?;
        let of_decks = simulated.p_value(self.tables, repeats.map(Repeats::pairs_of_all));
        let of_steps = self.steps.zip(steps).map_or(1.0, |(seen, steps)| steps.p_value_of_parts(seen));
        Some((3.0 * of_decks.min(of_steps).min(self.homogeneity)).min(1.0))
    }

    /// Scores all families, and the best again with more decks.
    fn scored(&self, all: &[Family], goes_on: &mut impl FnMut(u64) -> bool) -> Vec<Scored> {
        let first = self.round(all, FIRST, 4.0, 0, goes_on);
        let (mut causes, mut finalists) = (Vec::new(), Vec::new());
        for scored in &first {
            if causes.len() < FINALISTS && !causes.contains(&scored.family.cause) {
                causes.push(scored.family.cause);
                finalists.extend(scored.family.about(scored.best()));
            }
        }
        let then = self.round(&finalists, THEN, 60.0, 1000, goes_on);
        if then.len() < finalists.len() { first } else { then }
    }

    /// Returns the families with their scores, the best first; those before an interruption if there is one. Signatures
    /// have the number of decks that the time allows, but no more than `enough` times the observed number.
    fn round(
        &self,
        families: &[Family],
        time: f64,
        enough: f64,
        stream: u64,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) -> Vec<Scored> {
        let cards = self.tables.cards();
        let each: f64 = families.iter().map(|family| nanoseconds(family, cards)).sum();
        let decks = (time / each).min((enough * self.decks()).max(FEWEST)).max(64.0) as u64;
        let scored = |(number, family): (usize, &Family)| {
            let stream = stream + number as u64;
            let simulation = Simulation { cards, decks, threads: self.threads, stream };
            let score = |signature: &Profile| {
                (self.fair.score(&self.seen, signature), self.fair.fit(&self.seen, signature))
            };
            let (scores, fits) = simulation.score_each(family, goes_on, score)?.into_iter().unzip();
            Some(Scored { family: family.clone(), scores, fits })
        };
        let mut scored: Vec<Scored> = families.iter().enumerate().map_while(scored).collect();
        scored.sort_by(|one, other| other.score().total_cmp(&one.score()));
        scored
    }

    fn candidate(&self, scored: &Scored) -> Candidate {
        let Scored { family, fits, .. } = scored;
        let (best, score, Estimate { value, low, high }) = (scored.best(), scored.score(), scored.estimate());
        let [in_units, low, high] = [value, low, high].map(|value| family.in_units(value));
        let estimate = family.cause.unit().map(|_| Estimate { value: in_units, low, high });
        Candidate {
            cause: family.cause,
            stream: self.stream,
            word: family.word(value),
            score,
            fit: fits[best].min(score / self.strongest).max(0.0),
            left_over: None,
            estimate,
        }
    }
}

/// Returns the best shuffle of a cause.
fn best_of(cause: Cause, scored: &[Scored]) -> Option<Family> {
    let akin = |other: Cause| match cause {
        Cause::RifflesPerhapsCut => matches!(other, Cause::Riffles | Cause::RifflesAndCut),
        _ => other == cause,
    };
    let of_cause = scored.iter().filter(|scored| akin(scored.family.cause));
    let best = of_cause.max_by(|one, other| one.score().total_cmp(&other.score()))?;
    Some(Family { grid: vec![best.estimate().value], ..best.family.clone() })
}

/// Moves riffles of Gilbert, Shannon and Reeds before others that are hardly likelier, and the naive swap before its
/// variants. They count as equally likely then.
fn prefer_plain(found: &mut [Candidate]) {
    let riffles = |score: f64| score * ODD_RIFFLES_TELL.1 + ODD_RIFFLES_TELL.0;
    prefer(found, &[Cause::Riffles, Cause::RifflesAndCut], Cause::is_odd_riffle, riffles);
    prefer(found, &[Cause::Naive], Cause::is_naive_variant, |score| VARIANT_TELLS * score.sqrt());
}

/// Moves the first of the plain causes before the first odd one, unless that scores more by a margin.
fn prefer(found: &mut [Candidate], plain: &[Cause], odd: fn(Cause) -> bool, margin: impl Fn(f64) -> f64) {
    let odd = found.iter().position(|one| odd(one.cause));
    let plain = found.iter().position(|one| plain.contains(&one.cause));
    let (Some(odd), Some(plain)) = (odd, plain) else { return };
    let score = found[odd].score;
    if odd < plain && score - margin(score) < found[plain].score {
        found[plain].score = score;
        found[odd..=plain].rotate_right(1);
    }
}

/// Riffles with and without a cut differ little in all tables: the exact likelihood decides which of the two comes
/// first, or that it is undecided.
fn settle(found: &mut Vec<Candidate>, cut: Cut) {
    let place = |cause| found.iter().position(|candidate| candidate.cause == cause);
    let (plain, and_cut) = (place(Cause::Riffles), place(Cause::RifflesAndCut));
    let Some(first) = [plain, and_cut].into_iter().flatten().min() else { return };
    let right = if matches!(cut, Cut::None | Cut::Open) { plain } else { and_cut };
    let right = right.unwrap_or(first);
    let (score, fit) = (found[first].score, found[first].fit.max(found[right].fit));
    let mut candidate = Candidate { score, fit, ..found[right].clone() };
    found.remove(right);
    if cut == Cut::Open {
        found.retain(|other| !matches!(other.cause, Cause::Riffles | Cause::RifflesAndCut));
        candidate.cause = Cause::RifflesPerhapsCut;
    }
    found.insert(first, candidate);
}
