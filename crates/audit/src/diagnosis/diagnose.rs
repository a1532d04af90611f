use std::num::NonZero;
use std::thread::available_parallelism;

use super::at_once::GoesOn;
use super::candidate::{Candidate, Diagnosis, FITS_WELL};
use super::cause::Cause;
use super::estimates::{DeckCounts, interval as share_of};
use super::exchanges::are_dependent;
use super::family::Family;
use super::fixed_orders::{FixedOrder, IdentityMixture, fixed_order, unchanged};
use super::observations::Observations;
use super::pattern::Pattern;
use super::profile::Profile;
use super::repeats::{Repeats, fair_but_repeated};
use super::score::FairMoments;
use super::serial_dependence::serial_dependence;
use super::signature::Finish;
use crate::evidence::Evidence;
use crate::finding::{Effect, Finding, Stream};
use crate::judge::judge;
use crate::judgement::{Judgement, Verdict};
use crate::tables::Tables;
use faro_math::number::elementary::ln;
use faro_math::number::ln_factorial;
use faro_math::statistics::least_of;
use faro_sample::program::Program;

/// Maximum evidence against fair steps between independent decks of a shuffle that changes, as a multiple of the evidence
/// against fair decks.
const STEPS_OF_CHANGES: f64 = 1.5;

/// Minimum evidence against fair steps of decks that depend on each other, as a multiple of the evidence against fair
/// decks, for which the steps are explained first (tuned).
const STEPS_FIRST: f64 = 4.0;

/// Share of the simulated decks for the decks without their repeats.
const WORK_AGAIN: f64 = 0.4;

/// Returns the likeliest causes of an unfair verdict.
///
/// Causes are ranked by the likelihood of the counts under every known faulty shuffle, simulated on all cores. For 52
/// cards it takes about two seconds of one core. If it is unknown whether each deck was made from the previous one
/// (see [`Evidence::for_chain`]), both cases are tried.
///
/// ```
/// use faro_audit::{Cause, Evidence, diagnose, judge};
/// use faro::shuffle::{Generator, Seed, Shuffle};
/// use faro::zoo::Transpositions;
///
/// let mut generator = Generator::unit(&Seed::from(1), 0);
/// let mut evidence = Evidence::new(12)?;
/// for _ in 0..200 {
///     let mut deck: Vec<u32> = (0..12).collect();
///     Transpositions::Sattolo.shuffle(&mut deck, &mut generator);
///     evidence.add(&deck)?;
/// }
/// let judgement = judge(&mut evidence, 0.001);
/// let diagnosis = diagnose(&mut evidence, &judgement);
/// assert_eq!(diagnosis.known().unwrap().cause, Cause::Sattolo);
/// assert!(diagnosis.to_string().starts_with("Sattolo's algorithm"));
/// # Ok::<(), faro_audit::Error>(())
/// ```
pub fn diagnose(evidence: &mut Evidence, judgement: &Judgement) -> Diagnosis {
    let threads = available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    diagnose_while(evidence, judgement, threads, &mut |_| true)
}

/// Diagnoses as [`diagnose`] does, on `threads` threads, while `goes_on` returns `true`.
///
/// The answer does not depend on the number of threads. `goes_on` receives the number of finished units of work. If it
/// returns `false`, the diagnosis stops and returns the causes found so far.
pub fn diagnose_while(
    evidence: &mut Evidence,
    judgement: &Judgement,
    threads: NonZero<usize>,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Diagnosis {
    diagnose_with(evidence, judgement, threads, 1.0, goes_on)
}

/// Diagnoses as [`diagnose`] does, with the share `work` of its simulated decks.
pub(crate) fn diagnose_with(
    evidence: &mut Evidence,
    judgement: &Judgement,
    threads: NonZero<usize>,
    work: f64,
    goes_on: &mut GoesOn,
) -> Diagnosis {
    let decks = evidence.decks();
    if judgement.verdict != Verdict::Unfair || decks < 2 {
        return Diagnosis {
            decks,
            ..Diagnosis::default()
        };
    }
    let mut is_short = work < 1.0;
    let goes_on = &mut |units| {
        let is_on = goes_on(units);
        is_short |= !is_on;
        is_on
    };
    evidence.count();
    let of_distinct = of_distinct(evidence, judgement, threads, work, goes_on);
    let fair = FairMoments::new(evidence.cards());
    let inputs = Inputs {
        evidence,
        judgement,
        fair,
        threads,
        work,
        is_explained: !of_distinct.is_empty(),
    };
    let candidates = inputs.candidates(goes_on);
    let pattern = Pattern::new(evidence.counted(evidence.first()));
    let mut found = Diagnosis {
        candidates,
        pattern,
        decks,
        is_chain: evidence.is_chain(),
        is_short,
        ..Diagnosis::default()
    };
    found.beside = match found.known().map(|known| known.cause) {
        Some(cause) if cause.is_of_repeats() || cause == Cause::SomeUnchanged => of_distinct,
        Some(Cause::SuccessiveSeeds | Cause::LowBits) => found.law().cloned().into_iter().collect(),
        _ => Vec::new(),
    };
    found
}

/// Returns the known causes of the decks without their repeats. The result is empty if no deck came again, or if the
/// different decks are fair or have no known cause.
///
/// The different decks have no repeats that are left out in turn, so that this is one more diagnosis at most.
fn of_distinct(
    evidence: &mut Evidence,
    judgement: &Judgement,
    threads: NonZero<usize>,
    work: f64,
    goes_on: &mut GoesOn,
) -> Vec<Candidate> {
    let Some(distinct) = evidence.distinct.as_deref_mut() else {
        return Vec::new();
    };
    let again = judge(distinct, judgement.alpha);
    let found = diagnose_with(distinct, &again, threads, WORK_AGAIN * work, goes_on);
    found.causes().into_iter().cloned().collect()
}

/// The inputs of a diagnosis.
struct Inputs<'a> {
    evidence: &'a Evidence,
    judgement: &'a Judgement,
    /// The laws of fair decks.
    fair: FairMoments,
    threads: NonZero<usize>,
    /// The share of the usual number of simulated decks.
    work: f64,
    /// Whether the decks without their repeats have a known cause.
    is_explained: bool,
}

impl Inputs<'_> {
    /// Returns the likeliest causes, the likeliest first.
    fn candidates(&self, goes_on: &mut GoesOn) -> Vec<Candidate> {
        if let Some(again) = self.repeats_of_explained_decks() {
            return vec![again];
        }
        let is_fixed = fixed_order(self.tables(Stream::Decks)).is_some();
        let mixture = if is_fixed {
            None
        } else {
            self.identity_mixture(goes_on)
        };
        if let Some((candidate, true)) = mixture {
            return vec![candidate];
        }
        let mut found = self.causes_of_streams(goes_on);
        // Serial dependence deviates further from chance than the evidence for all other causes.
        found.splice(..0, self.serial_dependence());
        found.splice(..0, self.change_over_time());
        found.extend(mixture.map(|(candidate, _)| candidate));
        found
    }

    /// Returns the counts of a stream.
    fn tables(&self, stream: Stream) -> &Tables {
        self.evidence.counted(stream)
    }

    /// Returns the causes of the stream (decks or steps) that is explained best.
    fn causes_of_streams(&self, goes_on: &mut GoesOn) -> Vec<Candidate> {
        let mut found = Vec::new();
        for stream in self.streams() {
            let here = self.causes(stream, goes_on);
            let fits = |found: &[Candidate]| {
                found
                    .first()
                    .map_or((false, 0.0), |one| (one.explains(), one.fit))
            };
            if found.is_empty() || fits(&here) > fits(&found) {
                found = here;
            }
            if fits(&found) > (true, FITS_WELL) {
                break;
            }
        }
        found
    }

    /// Returns the streams to explain, the likelier first. If each deck is made from the previous one, the
    /// steps usually deviate further from fair than the decks.
    fn streams(&self) -> Vec<Stream> {
        if self.evidence.is_chain() {
            return vec![Stream::Steps];
        }
        let [decks, steps] =
            [Stream::Decks, Stream::Steps].map(|stream| self.judgement.is_significant(stream));
        if !steps || fixed_order(self.tables(Stream::Decks)).is_some() {
            return vec![Stream::Decks];
        }
        if !decks {
            return vec![Stream::Steps];
        }
        // The steps between independent unfair decks are unfair too.
        if !are_dependent(&self.evidence.first_decks, self.evidence.cards()) {
            return vec![Stream::Decks];
        }
        let [of_decks, of_steps] = [Stream::Decks, Stream::Steps]
            .map(|stream| self.fair.most(&Profile::new(self.tables(stream))));
        if of_steps > STEPS_FIRST * (of_decks + 1.0) {
            return vec![Stream::Steps, Stream::Decks];
        }
        vec![Stream::Decks, Stream::Steps]
    }

    /// Returns the causes of a stream, the likeliest first.
    fn causes(&self, stream: Stream, goes_on: &mut GoesOn) -> Vec<Candidate> {
        let repeats = (stream == self.evidence.first()).then(|| self.repeats());
        let tables = self.tables(stream);
        if let Some(plain) = fixed_order(tables) {
            return vec![of_fixed_order(plain, stream, tables)];
        }
        self.observations(stream)
            .all_candidates(repeats.as_ref(), goes_on)
    }

    /// Returns the observed profile and the settings with which the causes of a stream are ranked.
    fn observations(&self, stream: Stream) -> Observations<'_> {
        let tables = self.tables(stream);
        let seen = Profile::new(tables);
        let is_first = stream == self.evidence.first();
        let has_steps = stream == Stream::Decks && self.judgement.is_significant(Stream::Steps);
        Observations {
            stream,
            most: self.fair.most(&seen),
            strongest: self.strongest(stream),
            others: self
                .findings()
                .next()
                .map_or(1.0, |strongest| strongest.adjusted_p_value),
            is_explained: self.is_explained,
            fair: self.fair.clone(),
            seen,
            tables,
            steps: has_steps.then(|| self.tables(Stream::Steps)),
            homogeneity: is_first.then(|| self.evidence.drift.homogeneity(tables)),
            finish: Finish::Nothing,
            threads: self.threads,
            work: self.work,
        }
    }

    /// Returns the cause if some decks or steps are the identity and the others are fair, and whether it is
    /// clear.
    fn identity_mixture(&self, goes_on: &mut GoesOn) -> Option<(Candidate, bool)> {
        let known = if self.evidence.is_chain() {
            Cause::SomeUnchanged
        } else {
            Cause::Again
        };
        for (stream, cause) in [
            (Stream::Decks, Cause::SomeUnchanged),
            (Stream::Steps, known),
        ] {
            let significant = self.judgement.is_significant(stream);
            let mixture = significant
                .then(|| IdentityMixture::new(self.tables(stream)))
                .flatten();
            let Some(mixture) = mixture else { continue };
            let share = mixture.estimate.value;
            let family = Family::of(Cause::SomeUnchanged, Program::OrUnchanged, share);
            let seen = self.observations(stream);
            let left_over = seen.left_over(&family, &[], 0, None, self.threads, goes_on);
            let decks = match cause {
                Cause::Again => self.again_left_over(share),
                _ => Some(1.0),
            };
            let fit = (mixture.nats / self.strongest(stream)).min(1.0);
            let candidate = Candidate {
                left_over: left_over
                    .zip(decks)
                    .map(|(steps, decks)| least_of(steps.min(decks), 2.0)),
                estimate: Some(mixture.estimate.into()),
                ..Candidate::new(cause, stream, mixture.nats, fit)
            };
            if candidate.explains() {
                return Some((candidate, mixture.is_clear()));
            }
        }
        None
    }

    /// Returns the cause of the repeats if only the previous deck or only the starting order is repeated, and the different
    /// decks have a known cause.
    fn repeats_of_explained_decks(&self) -> Option<Candidate> {
        let recurrences = self.repeats().recurrences.filter(|_| self.is_explained)?;
        let unchanged = unchanged(self.tables(Stream::Decks)).unwrap_or(0);
        let is_all = |repeats: u64| 20 * recurrences.repeats().saturating_sub(repeats) <= repeats;
        let (cause, stream, count) = match recurrences.same {
            same if same > 0 && is_all(same) => (Cause::Again, Stream::Steps, same),
            _ if unchanged > 1 && is_all(unchanged - 1) => {
                (Cause::SomeUnchanged, Stream::Decks, unchanged)
            }
            _ => return None,
        };
        let (decks, count) = (self.evidence.decks() as f64, count as f64);
        let score = count * ln_factorial(self.evidence.cards() as f64);
        Some(Candidate {
            estimate: Some(share_of(count / decks, decks).into()),
            left_over: Some(1.0),
            ..Candidate::new(cause, stream, score, 1.0)
        })
    }

    /// Returns the p-value of decks that are fair, except that a share `share` repeats the previous deck.
    /// `None` if it cannot be tested.
    fn again_left_over(&self, share: f64) -> Option<f64> {
        let repeats = self.repeats();
        let of_the_deck_before =
            repeats.of_the_deck_before(share * self.evidence.decks() as f64)?;
        let seen = Profile::new(self.tables(Stream::Decks));
        Some(of_the_deck_before.min(fair_but_repeated(&seen, repeats.inflation())))
    }

    /// Returns the cause if the shuffle changes during the run.
    ///
    /// Decks that are each made from the previous one change at first too. They are excluded by their steps, which
    /// deviate further than the decks.
    fn change_over_time(&self) -> Option<Candidate> {
        let first = self.evidence.first();
        let change = self.evidence.drift.change(self.tables(first))?;
        let [most, of_steps] =
            [first, Stream::Steps].map(|stream| self.fair.most(&Profile::new(self.tables(stream))));
        if of_steps > STEPS_OF_CHANGES * most && !self.evidence.is_chain() {
            return None;
        }
        let score = most.max(self.strongest(first));
        Some(Candidate {
            estimate: Some(change.into()),
            ..Candidate::new(Cause::Changes, first, score, 1.0)
        })
    }

    /// Returns the causes whose draws follow from the previous deck. There are two if the decks do not
    /// distinguish them.
    fn serial_dependence(&self) -> Vec<Candidate> {
        let [decks, steps] = [Stream::Decks, Stream::Steps].map(|stream| self.tables(stream));
        let Some(found) = serial_dependence(decks, steps) else {
            return Vec::new();
        };
        let strongest = self
            .strongest(Stream::Steps)
            .max(self.strongest(Stream::Decks));
        let fit = (found.score / strongest).min(1.0);
        found
            .causes
            .iter()
            .map(|&cause| Candidate::new(cause, Stream::Decks, found.score, fit))
            .collect()
    }

    /// Returns the findings, the strongest first. Collisions are excluded: they are evidence of short seeds only.
    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.judgement
            .findings
            .iter()
            .filter(|one| !matches!(one.effect, Effect::Collisions { .. }))
    }

    /// Returns −ln p of the strongest finding of a stream, at least 1. Findings of inverses count for both
    /// streams, because no cause predicts them.
    fn strongest(&self, stream: Stream) -> f64 {
        let is_known = |stream| matches!(stream, Stream::Decks | Stream::Steps);
        let here = |one: &&Finding| one.stream == stream || !is_known(one.stream);
        let strongest = self.findings().find(here);
        strongest.map_or(1.0, |one| -ln(one.p_value)).max(1.0)
    }

    /// Returns how often each deck occurred. Small decks are counted by order, and other decks by
    /// fingerprint.
    fn repeats(&self) -> Repeats {
        let (decks, different, zeros) = self.evidence.collisions.kept();
        let mut repeats = Repeats {
            counts: DeckCounts {
                decks: decks as f64,
                different: different as f64,
                ln_orders: ln_factorial(self.evidence.cards() as f64),
                zeros,
            },
            multiplicities: self.evidence.collisions.multiplicities(),
            recurrences: Some(self.evidence.collisions.recurrences()),
        };
        if let Some(orders) = self.tables(self.evidence.first()).orders() {
            let counts = orders.counts().iter().copied();
            repeats.multiplicities = counts.filter(|&count| count > 0).collect();
            repeats.counts.decks = self.evidence.decks() as f64;
            repeats.counts.different = repeats.multiplicities.len() as f64;
            (repeats.counts.zeros, repeats.recurrences) = (0, None);
        }
        repeats
    }
}

fn of_fixed_order(plain: FixedOrder, stream: Stream, tables: &Tables) -> Candidate {
    let (cause, word, orders) = match plain {
        FixedOrder::Unchanged => (Cause::Unchanged, Some("()"), tables.cards()),
        FixedOrder::SameOrder => (Cause::SameOrder, Some("reused-seed"), tables.cards()),
        FixedOrder::Cut => (Cause::Cut, None, tables.cards() - 1),
    };
    let score = tables.decks() as f64 * ln_factorial(orders as f64);
    Candidate {
        word: word.map(String::from),
        left_over: Some(1.0),
        ..Candidate::new(cause, stream, score, 1.0)
    }
}
