//! The likeliest cause of an unfair verdict: compares the counts with simulated signatures of the known faulty shuffles.

// | file | idea |
// |---|---|
// | `cause` | the known causes, where they are common, and how to fix them |
// | `candidate` | a cause with its score, fit and parameter |
// | `family` | the shuffles of a cause, by their parameter |
// | `families` | all families, and the values that are tried |
// | `signature` | simulates the counts of a family's shuffles |
// | `profile` | the means of a deck's features, in one scale |
// | `riffled` | exact laws of riffles with and without a cut |
// | `cuts` | exact likelihoods of riffles with and without a cut |
// | `score` | the score of a signature |
// | `flawed_pass` | faulty passes that have no word |
// | `read_off` | families whose parameter is read off the tables |
// | `remainder` | tests what a cause leaves over |
// | `repeats` | causes of repeated decks |
// | `seed_bits` | the bits of a seed, from repeated decks |
// | `ranking` | scores all families, and the best ones again |
// | `fixed_order` | always the same order, or its cuts |
// | `identity_mixture` | a mixture with the identity: some decks are not shuffled |
//
// Constants marked "tuned" were chosen by the rate of right causes that `cargo bench --bench diagnosis` prints for
// seeds from 1 on.

mod candidate;
mod cause;
mod cuts;
mod families;
mod family;
mod fixed_order;
mod flawed_pass;
mod identity_mixture;
mod profile;
mod ranking;
mod read_off;
mod remainder;
mod repeats;
mod riffled;
mod score;
mod seed_bits;
mod signature;

pub use candidate::{Candidate, Diagnosis, Estimate};
pub use cause::Cause;

use std::num::NonZero;

use self::family::{Family, Pattern};
use self::fixed_order::{FixedOrder, fixed_order};
use self::flawed_pass::FlawedPass;
use self::identity_mixture::IdentityMixture;
use self::profile::Profile;
use self::ranking::Ranking;
use self::repeats::{Repeats, fair_but_repeated};
use self::score::FairMoments;
use self::seed_bits::DeckCounts;
use super::evidence::Evidence;
use super::finding::{Effect, Finding, Stream};
use super::judgement::{Judgement, Verdict};
use super::tables::Tables;
use crate::number::elementary::ln;
use crate::number::ln_factorial;

/// The fit above which the other stream is not tried (tuned).
const FITS_WELL: f64 = 0.8;

impl Evidence {
    /// Returns the likeliest causes of an unfair verdict, by the likelihood of the counts under every known faulty
    /// shuffle, simulated on `threads` threads. The same evidence gives the same answer on any number of threads, in
    /// about two seconds of one core for 52 cards.
    ///
    /// If it is not known ([`Evidence::for_chain`]) whether each deck was made from the one before, both are tried.
    /// `goes_on` is given the number of finished units of work and returns whether to continue; if not, the causes
    /// found so far are returned.
    ///
    /// ```
    /// use std::num::NonZero;
    /// use faro::audit::{Cause, Evidence};
    /// use faro::shuffle::{Generator, Seed, Shuffle};
    /// use faro::zoo::Transpositions;
    ///
    /// let mut generator = Generator::unit(&Seed::from(1), 0);
    /// let mut evidence = Evidence::new(12);
    /// for _ in 0..200 {
    ///     let mut deck: Vec<u32> = (0..12).collect();
    ///     Transpositions::Sattolo.shuffle(&mut deck, &mut generator);
    ///     evidence.add(&deck);
    /// }
    /// let judgement = evidence.judge(0.001);
    /// let diagnosis = evidence.diagnose(&judgement, NonZero::<usize>::MIN, |_| true);
    /// assert_eq!(diagnosis.known().unwrap().cause, Cause::Sattolo);
    /// ```
    pub fn diagnose(
        &mut self,
        judgement: &Judgement,
        threads: NonZero<usize>,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Diagnosis {
        if judgement.verdict != Verdict::Unfair || self.decks() < 2 {
            return Diagnosis { candidates: Vec::new() };
        }
        let fair = FairMoments::new(self.cards());
        let mut found = Vec::new();
        if fixed_order(self.tables(Stream::Decks)).is_none()
            && let Some(candidate) = self.identity_mixture(judgement, &fair, threads, &mut goes_on)
        {
            return Diagnosis { candidates: vec![candidate] };
        }
        for stream in self.streams(judgement, &fair) {
            let strongest = strongest(judgement, stream);
            let here = self.causes(stream, strongest, &fair, threads, &mut goes_on);
            let fits =
                |found: &[Candidate]| found.first().map_or((false, 0.0), |one| (one.leaves_noise(), one.fit));
            if found.is_empty() || fits(&here) > fits(&found) {
                found = here;
            }
            if fits(&found) > (true, FITS_WELL) {
                break;
            }
        }
        Diagnosis { candidates: found }
    }

    /// Returns the streams to explain, the likelier first. If each deck is made from the one before, steps are further
    /// from fair than decks; otherwise mostly decks are. The limits of the ratio, 4 and 1/2, are tuned.
    fn streams(&mut self, judgement: &Judgement, fair: &FairMoments) -> Vec<Stream> {
        if self.is_chain() {
            return vec![Stream::Steps];
        }
        let [decks, steps] = [Stream::Decks, Stream::Steps].map(|stream| judgement.is_significant(stream));
        if !steps || fixed_order(self.tables(Stream::Decks)).is_some() {
            return vec![Stream::Decks];
        }
        if !decks {
            return vec![Stream::Steps];
        }
        let mut most = |stream| fair.most(&Profile::new(self.tables(stream)));
        match most(Stream::Steps) / (most(Stream::Decks) + 1.0) {
            large if large > 4.0 => vec![Stream::Steps, Stream::Decks],
            small if small < 0.5 => vec![Stream::Decks],
            _ => vec![Stream::Decks, Stream::Steps],
        }
    }

    fn causes(
        &mut self,
        stream: Stream,
        strongest: f64,
        fair: &FairMoments,
        threads: NonZero<usize>,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) -> Vec<Candidate> {
        let repeats = (stream == self.first()).then(|| self.repeats());
        let tables = self.tables(stream);
        if let Some(plain) = fixed_order(tables) {
            return vec![of_fixed_order(plain, stream, tables)];
        }
        let seen = Profile::new(tables);
        let most = fair.most(&seen);
        Ranking { stream, most, strongest, fair: fair.clone(), seen, tables, threads }
            .candidates(repeats.as_ref(), goes_on)
    }

    /// Returns the cause of decks or steps that are a mixture of the identity and a shuffle.
    fn identity_mixture(
        &mut self,
        judgement: &Judgement,
        fair: &FairMoments,
        threads: NonZero<usize>,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) -> Option<Candidate> {
        let known = if self.is_chain() { Cause::SomeUnchanged } else { Cause::Again };
        for (stream, cause) in [(Stream::Decks, Cause::SomeUnchanged), (Stream::Steps, known)] {
            let significant = judgement.is_significant(stream);
            let mixture = significant.then(|| IdentityMixture::new(self.tables(stream))).flatten();
            let Some(mixture) = mixture else { continue };
            let left_over = if cause == Cause::Again {
                Some(self.again_left_over(mixture.share))
            } else {
                self.mixture_left_over(stream, mixture.share, fair, threads, goes_on)
            };
            let score = mixture.nats;
            let fit = (score / strongest(judgement, stream)).min(1.0);
            let estimate = Some(mixture.estimate);
            let candidate = Candidate { cause, stream, word: None, score, fit, left_over, estimate };
            if candidate.leaves_noise() {
                return Some(candidate);
            }
        }
        None
    }

    /// Returns the p-value of decks that are fair but repeat the one before with this probability.
    fn again_left_over(&mut self, share: f64) -> f64 {
        if !self.repeats().are_of_the_deck_before() {
            return 0.0;
        }
        fair_but_repeated(&Profile::new(self.tables(Stream::Decks)), (1.0 + share) / (1.0 - share))
    }

    /// Returns the p-value of decks or steps that are fair but unchanged with this probability.
    fn mixture_left_over(
        &mut self,
        stream: Stream,
        share: f64,
        fair: &FairMoments,
        threads: NonZero<usize>,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) -> Option<f64> {
        let tables = self.tables(stream);
        let seen = Profile::new(tables);
        let pattern = Pattern::Pass(FlawedPass::OrUnchanged);
        let family = Family { cause: Cause::SomeUnchanged, pattern, grid: vec![share] };
        let ranking =
            Ranking { stream, most: 0.0, strongest: 1.0, fair: fair.clone(), seen, tables, threads };
        ranking.fit_of(&family, None, goes_on)
    }
}

/// Returns −ln p of the strongest finding of a stream, at least 1. Collisions are excluded: they are evidence of short
/// seeds only.
fn strongest(judgement: &Judgement, stream: Stream) -> f64 {
    let here = |one: &&Finding| one.stream == stream && !matches!(one.effect, Effect::Collisions { .. });
    judgement.findings.iter().find(here).map_or(1.0, |one| -ln(one.p_value.max(f64::MIN_POSITIVE))).max(1.0)
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
    /// Returns how often each deck came: by all orders of small decks, by fingerprints of others.
    fn repeats(&mut self) -> Repeats {
        let ln_orders = ln_factorial(self.cards() as f64);
        if let Some(orders) = self.tables(self.first()).orders() {
            let multiplicities: Vec<u64> =
                orders.counts().iter().copied().filter(|&count| count > 0).collect();
            let different = multiplicities.len() as f64;
            let counts = DeckCounts { decks: self.decks() as f64, different, ln_orders, zeros: 0 };
            return Repeats { counts, multiplicities, distances: None };
        }
        let (decks, different, zeros) = self.collisions().kept();
        let counts = DeckCounts { decks: decks as f64, different: different as f64, ln_orders, zeros };
        let multiplicities = self.collisions().multiplicities();
        Repeats { counts, multiplicities, distances: Some(self.collisions().distances()) }
    }
}
