//! The likeliest cause: what was seen, held against the signatures of the shuffles of the zoo.

// | file | idea |
// |---|---|
// | `cause` | what may be wrong, where it is met, the cure |
// | `family` | the shuffles of a cause, by their parameter |
// | `families` | all of them, and the values that are tried |
// | `signature` | what their decks look like on average, simulated |
// | `profile` | averages of the features of a deck, in one scale |
// | `riffled` | the laws of riffles with and without a cut |
// | `cuts` | how likely riffled decks are with and without a cut |
// | `score` | how likely what was seen is by a signature |
// | `seeds` | how few orders there are, from those that came again |
// | `inquiry` | all families tried, the best ones again |
// | `plain` | always the same order, or its cuts |
// | `left_alone` | some decks that nothing was done to |

mod cause;
mod cuts;
mod families;
mod family;
mod inquiry;
mod left_alone;
mod plain;
mod profile;
mod riffled;
mod score;
mod seeds;
mod signature;

pub use cause::Cause;

use std::num::NonZero;

use self::inquiry::Inquiry;
use self::left_alone::LeftAlone;
use self::plain::{Plain, plain};
use self::profile::Profile;
use self::score::Fair;
use self::seeds::Repeated;
use super::evidence::Evidence;
use super::finding::{Effect, Finding, Stream};
use super::judgement::{Judgement, Verdict};
use super::tables::Tables;
use crate::number::elementary::ln;
use crate::number::ln_factorial;

/// A cause fits that explains so much of what is unlike a fair shuffle.
const FITS: f64 = 0.5;

/// One that explains so much leaves no question whether decks or steps are the thing to look at.
const FITS_WELL: f64 = 0.8;

/// The likeliest causes of what an audit found.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// The likeliest first. Empty where nothing was found, or nothing known is likelier than a fair
    /// shuffle.
    pub candidates: Vec<Candidate>,
}

/// A cause, and how well it fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The cause.
    pub cause: Cause,
    /// What it was held against: the decks, or the steps where each deck is made from the last.
    pub stream: Stream,
    /// A shuffle of the language of shuffles that does the same, where there is one.
    pub word: Option<String>,
    /// How many nats likelier than a fair shuffle it makes what was seen. Tables that hang together are
    /// added as if they did not: it ranks causes, and is no likelihood.
    pub score: f64,
    /// How much of what is unlike a fair shuffle it explains: 1 for all, 0 for nothing.
    pub fit: f64,
    /// Its parameter: riffles, bits, swaps.
    pub estimate: Option<Estimate>,
}

/// A parameter, and the least and the largest value that are about as likely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// The least.
    pub low: f64,
    /// The largest.
    pub high: f64,
}

impl Diagnosis {
    /// The likeliest cause, if it fits; none if it is none of those that are known.
    pub fn known(&self) -> Option<&Candidate> {
        self.candidates.first().filter(|first| first.fit >= FITS)
    }
}

impl Candidate {
    /// What it is, in a few words.
    pub fn name(&self) -> String {
        match self.stream {
            Stream::Decks => self.cause.name().into(),
            Stream::Steps if self.cause == Cause::Again => self.cause.name().into(),
            Stream::Steps => format!("each deck made from the one before: {}", self.cause.name()),
        }
    }
}

impl Evidence {
    /// The likeliest causes of an unfair verdict, by the likelihood of what was seen against simulated
    /// decks of every wrong shuffle that is known, simulated on `threads` threads. The same evidence gives the
    /// same answer on any number of threads, in about two seconds of one core for 52 cards.
    ///
    /// Whether each deck was made from the one before is found out, where it is not known
    /// ([`Evidence::of_chain`]). `goes_on` is told how many units of work were done, and says whether to go
    /// on: if not, the causes tried so far are told.
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
        if let Some(candidate) = self.left_alone(judgement) {
            return Diagnosis { candidates: vec![candidate] };
        }
        let fair = Fair::of(self.cards());
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

    /// What may be looked at, the likelier first. Decks that are made each from the last have unlikely
    /// steps, but are themselves near fair; of others the steps are mostly nearer to fair than they are.
    fn streams(&mut self, judgement: &Judgement, fair: &Fair) -> Vec<Stream> {
        if self.is_chain() {
            return vec![Stream::Steps];
        }
        let [decks, steps] = [Stream::Decks, Stream::Steps].map(|stream| judgement.tells_of(stream));
        if !steps || plain(self.tables(Stream::Decks)).is_some() {
            return vec![Stream::Decks];
        }
        if !decks {
            return vec![Stream::Steps];
        }
        let mut most = |stream| fair.most(&Profile::of(self.tables(stream)));
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
        fair: &Fair,
        threads: NonZero<usize>,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) -> Vec<Candidate> {
        let repeated = (stream == self.first()).then(|| self.repeated());
        let tables = self.tables(stream);
        if let Some(plain) = plain(tables) {
            return vec![of_plain(plain, stream, tables)];
        }
        let seen = Profile::of(tables);
        let most = fair.most(&seen);
        Inquiry { stream, most, strongest, fair: fair.clone(), seen, tables, threads }
            .candidates(repeated, goes_on)
    }

    /// Decks, or steps from deck to deck, some of which change nothing, while the others are as those of a
    /// shuffle.
    fn left_alone(&mut self, judgement: &Judgement) -> Option<Candidate> {
        let known = if self.is_chain() { Cause::SomeUnchanged } else { Cause::Again };
        let of = |(stream, cause): (Stream, Cause)| {
            let left = judgement.tells_of(stream).then(|| LeftAlone::of(self.tables(stream))).flatten()?;
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

/// How unlikely the strongest finding of a stream is of a fair shuffle, in nats; 1 at least. Equal decks are not
/// counted: they tell of seeds.
fn strongest(judgement: &Judgement, stream: Stream) -> f64 {
    let here = |one: &&Finding| one.stream == stream && !matches!(one.effect, Effect::Repeats { .. });
    judgement.findings.iter().find(here).map_or(1.0, |one| -ln(one.p_value.max(f64::MIN_POSITIVE))).max(1.0)
}

fn of_plain(plain: Plain, stream: Stream, tables: &Tables) -> Candidate {
    let (cause, word) = match plain {
        Plain::Unchanged => (Cause::Unchanged, Some("()")),
        Plain::SameOrder => (Cause::SameOrder, Some("reused-seed")),
        Plain::Cut => (Cause::Cut, None),
    };
    let orders = if plain == Plain::Cut { tables.cards() - 1 } else { tables.cards() };
    let score = tables.decks() as f64 * ln_factorial(orders as f64);
    Candidate { cause, stream, word: word.map(String::from), score, fit: 1.0, estimate: None }
}

impl Evidence {
    /// Of small decks by all orders, of others by the fingerprints that are kept.
    fn repeated(&mut self) -> Repeated {
        let ln_orders = ln_factorial(self.cards() as f64);
        if let Some(orders) = self.tables(self.first()).orders() {
            let different = orders.counts().iter().filter(|&&count| count > 0).count() as f64;
            return Repeated { decks: self.decks() as f64, different, ln_orders, zeros: 0 };
        }
        let (decks, different, zeros) = self.repeats().kept();
        Repeated { decks: decks as f64, different: different as f64, ln_orders, zeros }
    }
}
