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
mod identity_mixture;
mod profile;
mod ranking;
mod riffled;
mod score;
mod seed_bits;
mod signature;

pub use candidate::{Candidate, Diagnosis, Estimate};
pub use cause::Cause;

use std::num::NonZero;

use self::fixed_order::{FixedOrder, fixed_order};
use self::identity_mixture::IdentityMixture;
use self::profile::Profile;
use self::ranking::Ranking;
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
        if let Some(candidate) = self.identity_mixture(judgement) {
            return Diagnosis { candidates: vec![candidate] };
        }
        let fair = FairMoments::new(self.cards());
        let mut found = Vec::new();
        for stream in self.streams(judgement, &fair) {
            let strongest = strongest(judgement, stream);
            let here = self.causes(stream, strongest, &fair, threads, &mut goes_on);
            let fits = |found: &[Candidate]| found.first().map_or(0.0, |first| first.fit);
            if found.is_empty() || fits(&here) > fits(&found) {
                found = here;
            }
            if fits(&found) > FITS_WELL {
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
        let repeated = (stream == self.first()).then(|| self.repeated());
        let tables = self.tables(stream);
        if let Some(plain) = fixed_order(tables) {
            return vec![of_fixed_order(plain, stream, tables)];
        }
        let seen = Profile::new(tables);
        let most = fair.most(&seen);
        Ranking { stream, most, strongest, fair: fair.clone(), seen, tables, threads }
            .candidates(repeated, goes_on)
    }

    /// Returns the cause of decks or steps that are a mixture of the identity and a shuffle.
    fn identity_mixture(&mut self, judgement: &Judgement) -> Option<Candidate> {
        let known = if self.is_chain() { Cause::SomeUnchanged } else { Cause::Again };
        let of = |(stream, cause): (Stream, Cause)| {
            let left = judgement
                .is_significant(stream)
                .then(|| IdentityMixture::new(self.tables(stream)))
                .flatten()?;
            let estimate = Estimate { value: left.share, low: left.share, high: left.share };
            Some(Candidate {
                cause,
                stream,
                word: None,
                score: left.nats,
                fit: (left.nats / strongest(judgement, stream)).min(1.0),
                estimate: Some(estimate),
            })
        };
        [(Stream::Decks, Cause::SomeUnchanged), (Stream::Steps, known)].into_iter().find_map(of)
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
    Candidate { cause, stream, word: word.map(String::from), score, fit: 1.0, estimate: None }
}

impl Evidence {
    /// Returns the number of different decks: by all orders of small decks, by fingerprints of others.
    fn repeated(&mut self) -> DeckCounts {
        let ln_orders = ln_factorial(self.cards() as f64);
        if let Some(orders) = self.tables(self.first()).orders() {
            let different = orders.counts().iter().filter(|&&count| count > 0).count() as f64;
            return DeckCounts { decks: self.decks() as f64, different, ln_orders, zeros: 0 };
        }
        let (decks, different, zeros) = self.collisions().kept();
        DeckCounts { decks: decks as f64, different: different as f64, ln_orders, zeros }
    }
}
