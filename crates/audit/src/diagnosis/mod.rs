//! The likeliest cause of an unfair verdict. Compares the counts with simulated signatures of known faulty
//! shuffles.

// Constants marked "tuned" maximise the rate of right causes that `cargo bench -p faro-benches --bench diagnosis` prints for
// seeds from 1 on.

mod candidate;
mod cause;
mod draw_laws;
mod estimates;
mod family;
mod grammar;
mod parts;
mod profile;
mod ranking;
mod read_off;
mod remainder;
mod remarks;
mod repeats;
mod riffles;
mod serial_dependence;
mod signature;

pub use candidate::{Candidate, Diagnosis, Estimate};
pub use cause::Cause;
pub use remarks::{Remark, Topic};

use std::num::NonZero;

use self::candidate::FITS_WELL;
use self::estimates::DeckCounts;
use self::family::Family;
use self::profile::{FairMoments, Profile};
use self::ranking::Ranking;
use self::read_off::{FixedOrder, IdentityMixture, fixed_order};
use self::remainder::Rivals;
use self::repeats::{Repeats, fair_but_repeated};
use self::serial_dependence::{Explanation, serial_dependence};
use self::signature::Finish;
use super::evidence::Evidence;
use super::finding::{Effect, Finding, Stream};
use super::judgement::{Judgement, Verdict};
use super::tables::Tables;
use faro_math::number::elementary::ln;
use faro_math::number::ln_factorial;
use faro_math::statistics::least_of;
use faro_sample::program::Program;

/// Maximum evidence against fair steps between independent decks of a shuffle that changes, as a multiple of the evidence
/// against fair decks.
const STEPS_OF_CHANGES: f64 = 1.5;

impl Evidence {
    /// Returns the likeliest causes of an unfair verdict. Causes are ranked by the likelihood of the counts
    /// under every known faulty shuffle, simulated on `threads` threads. The answer does not depend on the
    /// number of threads. For 52 cards it takes about two seconds of one core.
    ///
    /// If it is unknown whether each deck was made from the previous one (see [`Evidence::for_chain`]), both
    /// cases are tried. `goes_on` receives the number of finished units of work. If it returns `false`, the
    /// diagnosis stops and returns the causes found so far.
    ///
    /// ```
    /// use std::num::NonZero;
    /// use faro_audit::{Cause, Evidence};
    /// use faro_sample::shuffle::{Generator, Seed, Shuffle};
    /// use faro_sample::zoo::Transpositions;
    ///
    /// let mut generator = Generator::unit(&Seed::from(1), 0);
    /// let mut evidence = Evidence::new(12)?;
    /// for _ in 0..200 {
    ///     let mut deck: Vec<u32> = (0..12).collect();
    ///     Transpositions::Sattolo.shuffle(&mut deck, &mut generator);
    ///     evidence.add(&deck)?;
    /// }
    /// let judgement = evidence.judge(0.001);
    /// let diagnosis = evidence.diagnose(&judgement, NonZero::<usize>::MIN, |_| true);
    /// assert_eq!(diagnosis.known().unwrap().cause, Cause::Sattolo);
    /// # Ok::<(), faro_audit::Error>(())
    /// ```
    pub fn diagnose(
        &mut self,
        judgement: &Judgement,
        threads: NonZero<usize>,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Diagnosis {
        self.diagnose_while(judgement, threads, &mut goes_on)
    }

    /// Does what [`diagnose`](Self::diagnose) says. It is compiled in this crate, because it is not generic.
    fn diagnose_while(
        &mut self,
        judgement: &Judgement,
        threads: NonZero<usize>,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Diagnosis {
        let decks = self.decks();
        if judgement.verdict != Verdict::Unfair || decks < 2 {
            return Diagnosis { candidates: Vec::new(), decks };
        }
        let given = Context { judgement, fair: FairMoments::new(self.cards()), threads };
        let is_fixed = fixed_order(self.tables(Stream::Decks)).is_some();
        let mixture = if is_fixed { None } else { self.identity_mixture(&given, goes_on) };
        if let Some((candidate, true)) = mixture {
            return Diagnosis { candidates: vec![candidate], decks };
        }
        let mut found = self.causes_of_streams(&given, goes_on);
        // Serial dependence deviates further from chance than the evidence for all other causes.
        found.splice(..0, self.serial_dependence(&given));
        found.splice(..0, self.change_over_time(&given));
        found.extend(mixture.map(|(candidate, _)| candidate));
        Diagnosis { candidates: found, decks }
    }

    /// Returns the causes of the stream (decks or steps) that is explained best.
    fn causes_of_streams(&mut self, given: &Context, goes_on: &mut dyn FnMut(u64) -> bool) -> Vec<Candidate> {
        let mut found = Vec::new();
        for stream in self.streams(given) {
            let here = self.causes(stream, given, goes_on);
            let fits =
                |found: &[Candidate]| found.first().map_or((false, 0.0), |one| (one.explains(), one.fit));
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
    /// steps usually deviate further from fair than the decks. Otherwise the decks do. The limits of the
    /// ratio, 4 and 1/2, are tuned.
    fn streams(&mut self, given: &Context) -> Vec<Stream> {
        if self.is_chain() {
            return vec![Stream::Steps];
        }
        let [decks, steps] =
            [Stream::Decks, Stream::Steps].map(|stream| given.judgement.is_significant(stream));
        if !steps || fixed_order(self.tables(Stream::Decks)).is_some() {
            return vec![Stream::Decks];
        }
        if !decks {
            return vec![Stream::Steps];
        }
        let mut most = |stream| given.fair.most(&Profile::new(self.tables(stream)));
        match most(Stream::Steps) / (most(Stream::Decks) + 1.0) {
            large if large > 4.0 => vec![Stream::Steps, Stream::Decks],
            small if small < 0.5 => vec![Stream::Decks],
            _ => vec![Stream::Decks, Stream::Steps],
        }
    }

    /// Returns the causes of a stream, the likeliest first.
    fn causes(
        &mut self,
        stream: Stream,
        given: &Context,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Vec<Candidate> {
        let repeats = (stream == self.first()).then(|| self.repeats());
        let tables = self.tables(stream);
        if let Some(plain) = fixed_order(tables) {
            return vec![of_fixed_order(plain, stream, tables)];
        }
        self.ranking(stream, given).all_candidates(repeats.as_ref(), goes_on)
    }

    /// Returns the observed profile and the settings with which the causes of a stream are ranked.
    fn ranking(&mut self, stream: Stream, given: &Context) -> Ranking<'_> {
        let seen = Profile::new(self.tables(stream));
        let tables = self.counted(stream);
        let is_first = stream == self.first();
        let also = |explained, other| stream == explained && given.judgement.is_significant(other);
        let steps = also(Stream::Decks, Stream::Steps);
        let decks = also(Stream::Steps, Stream::Decks) && !self.is_chain();
        Ranking {
            stream,
            most: given.fair.most(&seen),
            strongest: given.strongest(stream),
            others: given.findings().next().map_or(1.0, |strongest| strongest.adjusted_p_value),
            fair: given.fair.clone(),
            seen,
            tables,
            steps: steps.then(|| self.counted(Stream::Steps)),
            decks_of_steps: decks.then(|| (self.counted(Stream::Decks), self.last())),
            homogeneity: is_first.then(|| self.homogeneity()),
            finish: Finish::Nothing,
            threads: given.threads,
        }
    }

    /// Returns the cause if some decks or steps are the identity and the others are fair, and whether it is
    /// clear.
    fn identity_mixture(
        &mut self,
        given: &Context,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<(Candidate, bool)> {
        let known = if self.is_chain() { Cause::SomeUnchanged } else { Cause::Again };
        for (stream, cause) in [(Stream::Decks, Cause::SomeUnchanged), (Stream::Steps, known)] {
            let significant = given.judgement.is_significant(stream);
            let mixture = significant.then(|| IdentityMixture::new(self.tables(stream))).flatten();
            let Some(mixture) = mixture else { continue };
            let family = Family::of(Cause::SomeUnchanged, Program::OrUnchanged, mixture.share);
            let ranking = self.ranking(stream, given);
            let none = Rivals::new(&ranking.fair, &ranking.seen, &[], 0);
            let left_over = ranking.left_over(&family, none, None, goes_on);
            let decks = match cause {
                Cause::Again => self.again_left_over(mixture.share),
                _ => Some(1.0),
            };
            let candidate = Candidate {
                cause,
                stream,
                word: None,
                score: mixture.nats,
                fit: (mixture.nats / given.strongest(stream)).min(1.0),
                left_over: left_over.zip(decks).map(|(steps, decks)| least_of(steps.min(decks), 2.0)),
                estimate: Some(mixture.estimate.into()),
            };
            if candidate.explains() {
                return Some((candidate, mixture.is_clear()));
            }
        }
        None
    }

    /// Returns the p-value of decks that are fair, except that a share `share` repeats the previous deck.
    /// `None` if it cannot be tested.
    fn again_left_over(&mut self, share: f64) -> Option<f64> {
        let repeats = self.repeats();
        let of_the_deck_before = repeats.of_the_deck_before(share * self.decks() as f64)?;
        let seen = Profile::new(self.tables(Stream::Decks));
        Some(of_the_deck_before.min(fair_but_repeated(&seen, repeats.inflation())))
    }

    /// Returns the cause if the shuffle changes during the run.
    ///
    /// Decks that are each made from the previous one change at first too. They are excluded by their steps, which
    /// deviate further than the decks.
    fn change_over_time(&mut self, given: &Context) -> Option<Candidate> {
        let change = self.change()?;
        let first = self.first();
        let [most, of_steps] =
            [first, Stream::Steps].map(|stream| given.fair.most(&Profile::new(self.tables(stream))));
        if of_steps > STEPS_OF_CHANGES * most && !self.is_chain() {
            return None;
        }
        let [value, low, high] = [change.at, change.low, change.high].map(|decks| decks as f64);
        Some(Candidate {
            cause: Cause::Changes,
            stream: first,
            word: None,
            score: most.max(given.strongest(first)),
            fit: 1.0,
            left_over: None,
            estimate: Some(Estimate { value, interval: Some([low, high]) }),
        })
    }

    /// Returns the causes whose draws follow from the previous deck. There are two if the decks do not
    /// distinguish them.
    fn serial_dependence(&self, given: &Context) -> Vec<Candidate> {
        let [decks, steps] = [Stream::Decks, Stream::Steps].map(|stream| self.counted(stream));
        let Some(found) = serial_dependence(decks, steps) else { return Vec::new() };
        let causes: &[Cause] = match found.explanation {
            Explanation::Seeds => &[Cause::SuccessiveSeeds],
            Explanation::LowBits => &[Cause::LowBits],
            Explanation::Open => &[Cause::SuccessiveSeeds, Cause::LowBits],
        };
        let strongest = given.strongest(Stream::Steps).max(given.strongest(Stream::Decks));
        let candidate = |&cause: &Cause| Candidate {
            cause,
            stream: Stream::Decks,
            word: None,
            score: found.score,
            fit: (found.score / strongest).min(1.0),
            left_over: None,
            estimate: None,
        };
        causes.iter().map(candidate).collect()
    }
}

/// The inputs of a diagnosis: the judgement, the laws of fair decks, and the number of threads.
struct Context<'a> {
    judgement: &'a Judgement,
    fair: FairMoments,
    threads: NonZero<usize>,
}

impl Context<'_> {
    /// Returns the findings, the strongest first. Collisions are excluded: they are evidence of short seeds only.
    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.judgement.findings.iter().filter(|one| !matches!(one.effect, Effect::Collisions { .. }))
    }

    /// Returns −ln p of the strongest finding of a stream, at least 1. Findings of inverses count for both
    /// streams, because no cause predicts them.
    fn strongest(&self, stream: Stream) -> f64 {
        let is_known = |stream| matches!(stream, Stream::Decks | Stream::Steps);
        let here = |one: &&Finding| one.stream == stream || !is_known(one.stream);
        let strongest = self.findings().find(here);
        strongest.map_or(1.0, |one| -ln(one.p_value)).max(1.0)
    }
}

fn of_fixed_order(plain: FixedOrder, stream: Stream, tables: &Tables) -> Candidate {
    let (cause, word) = match plain {
        FixedOrder::Unchanged => (Cause::Unchanged, Some("()")),
        FixedOrder::SameOrder => (Cause::SameOrder, Some("reused-seed")),
        FixedOrder::Cut => (Cause::Cut, None),
    };
    let orders = if plain == FixedOrder::Cut { tables.cards() - 1 } else { tables.cards() };
    let score = tables.decks() as f64 * ln_factorial(orders as f64);
    Candidate {
        cause,
        stream,
        word: word.map(String::from),
        score,
        fit: 1.0,
        left_over: Some(1.0),
        estimate: None,
    }
}

impl Evidence {
    /// Returns how often each deck occurred. Small decks are counted by order, and other decks by
    /// fingerprint.
    fn repeats(&mut self) -> Repeats {
        let ln_orders = ln_factorial(self.cards() as f64);
        if let Some(orders) = self.tables(self.first()).orders() {
            let multiplicities: Vec<u64> =
                orders.counts().iter().copied().filter(|&count| count > 0).collect();
            let different = multiplicities.len() as f64;
            let counts = DeckCounts { decks: self.decks() as f64, different, ln_orders, zeros: 0 };
            return Repeats { counts, multiplicities, recurrences: None };
        }
        let (decks, different, zeros) = self.collisions().kept();
        let counts = DeckCounts { decks: decks as f64, different: different as f64, ln_orders, zeros };
        let multiplicities = self.collisions().multiplicities();
        Repeats { counts, multiplicities, recurrences: Some(self.collisions().recurrences()) }
    }
}
