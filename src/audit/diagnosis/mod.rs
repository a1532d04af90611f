//! The likeliest cause: what was seen, held against the signatures of the shuffles of the zoo.

// | file | idea |
// |---|---|
// | `cause` | what may be wrong, where it is met, the cure |
// | `family` | the shuffles of each cause, by their parameter |
// | `signature` | what their decks look like on average, simulated |
// | `profile` | averages of the features of a deck, in one scale |
// | `riffled` | riffles with and without a cut, exactly |
// | `score` | how likely what was seen is by a signature |
// | `seeds` | how few orders there are, from those that came again |
// | `plain` | always the same order, or its cuts |

mod cause;
mod family;
mod plain;
mod profile;
mod riffled;
mod score;
mod seeds;
mod signature;

pub use cause::Cause;

use std::num::NonZero;
use std::thread;

use self::family::{Family, families};
use self::plain::{Plain, plain};
use self::profile::Profile;
use self::score::Fair;
use self::seeds::Repeated;
use self::signature::{Simulation, nanoseconds};
use super::evidence::Evidence;
use super::finding::Stream;
use super::judgement::{Judgement, Verdict};
use super::tables::Tables;
use crate::number::ln_factorial;

/// What a signature is simulated for, at first, and for those that are the best then: so many nanoseconds
/// of one core in all.
const FIRST: f64 = 1.4e9;
const THEN: f64 = 1.2e9;

/// So many families go on to the second round.
const FINALISTS: usize = 5;

/// Chance alone may part two values of a parameter by so many nats.
const AS_LIKELY: f64 = 4.0;

/// A cause fits that explains so much of what is unlike a fair shuffle.
const FITS: f64 = 0.5;

/// One that explains so much leaves no question whether decks or steps are the thing to look at.
const FITS_WELL: f64 = 0.8;

/// A cut after riffles is not told from none by fewer nats, or a smaller share of all: then the simpler cause
/// comes first. Seven riffles of 120 decks give it away by less than two.
const CUT_TELLS: (f64, f64) = (10.0, 0.02);

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
            Stream::Steps => format!("each deck made from the one before: {}", self.cause.name()),
        }
    }
}

impl Evidence {
    /// The likeliest causes of an unfair verdict, by the likelihood of what was seen against simulated
    /// decks of every wrong shuffle that is known. The same evidence gives the same answer, on any number
    /// of threads; about two seconds of one core for 52 cards.
    ///
    /// `chained` says that each deck was shuffled from the one before; else that is found out. `goes_on` is
    /// told how many units of work were done, and says whether to go on: if not, the causes tried so far
    /// are told.
    ///
    /// ```
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
    /// let diagnosis = evidence.diagnose(&judgement, false, |_| true);
    /// assert_eq!(diagnosis.known().unwrap().cause, Cause::Sattolo);
    /// ```
    pub fn diagnose(
        &mut self,
        judgement: &Judgement,
        chained: bool,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Diagnosis {
        if judgement.verdict != Verdict::Unfair || self.decks() < 2 {
            return Diagnosis { candidates: Vec::new() };
        }
        let fair = Fair::of(self.cards());
        let mut found = Vec::new();
        for stream in self.streams(judgement, chained, &fair) {
            let here = self.causes(stream, &fair, &mut goes_on);
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
    fn streams(&mut self, judgement: &Judgement, chained: bool, fair: &Fair) -> Vec<Stream> {
        let told = |stream| {
            judgement
                .findings
                .iter()
                .any(|one| one.stream == stream && one.adjusted_p_value <= judgement.alpha)
        };
        let steps = told(Stream::Steps);
        if chained {
            return vec![Stream::Steps];
        }
        if !steps || plain(self.tables(Stream::Decks)).is_some() {
            return vec![Stream::Decks];
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
        fair: &Fair,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) -> Vec<Candidate> {
        let repeated = (stream == Stream::Decks).then(|| self.repeated());
        let tables = self.tables(stream);
        if let Some(plain) = plain(tables) {
            return vec![of_plain(plain, stream, tables)];
        }
        let seen = Profile::of(tables);
        let most = fair.most(&seen);
        Inquiry { stream, most, fair: fair.clone(), seen, cards: tables.cards() }
            .candidates(repeated, goes_on)
    }
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

/// What was seen, and what is asked of it.
struct Inquiry {
    fair: Fair,
    seen: Profile,
    /// What a cause could score that explains all.
    most: f64,
    stream: Stream,
    cards: usize,
}

/// A family, and the score of each of its values.
struct Scored {
    family: Family,
    scores: Vec<f64>,
}

impl Scored {
    fn best(&self) -> usize {
        let scores = self.scores.iter().enumerate();
        scores.max_by(|one, other| one.1.total_cmp(other.1)).expect("a family has a value").0
    }

    fn score(&self) -> f64 {
        self.scores[self.best()]
    }
}

impl Inquiry {
    fn decks(&self) -> f64 {
        self.seen.halves[0].decks
    }

    fn candidates(
        &self,
        repeated: Option<Repeated>,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) -> Vec<Candidate> {
        let all = families(self.cards);
        let first = self.round(&all, FIRST, 4.0, 0, goes_on);
        let about = |scored: &Scored| scored.family.about(scored.best());
        let finalists: Vec<Family> = first.iter().take(FINALISTS).map(about).collect();
        let mut scored = self.round(&finalists, THEN, 60.0, 1000, goes_on);
        if scored.len() < finalists.len() {
            scored = first;
        }
        let mut found: Vec<Candidate> = scored.iter().map(|scored| self.candidate(scored)).collect();
        found.extend(repeated.and_then(|repeated| self.seeds(repeated)));
        found.retain(|candidate| candidate.score > 0.0);
        let rank = |one: &Candidate| match one.cause {
            Cause::RifflesAndCut => one.score * (1.0 - CUT_TELLS.1) - CUT_TELLS.0,
            _ => one.score,
        };
        found.sort_by(|one, other| rank(other).total_cmp(&rank(one)));
        let mut causes = Vec::new();
        found.retain(|candidate| {
            !causes.contains(&candidate.cause) && {
                causes.push(candidate.cause);
                true
            }
        });
        found
    }

    /// The families with their scores, the best first, as far as it was gone on: of signatures of so many
    /// decks as there is time for, but no more than `enough` times those seen.
    fn round(
        &self,
        families: &[Family],
        time: f64,
        enough: f64,
        stream: u64,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) -> Vec<Scored> {
        let each: f64 = families.iter().map(|family| nanoseconds(family, self.cards)).sum();
        let decks = (time / each).min((enough * self.decks()).max(1000.0)).max(64.0) as u64;
        let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let signatures = |(number, family): (usize, &Family)| {
            let stream = stream + number as u64;
            let simulation = Simulation { cards: self.cards, decks, threads, stream };
            let signatures = simulation.signatures(family, goes_on)?;
            let scores = signatures.iter().map(|signature| self.fair.score(&self.seen, signature)).collect();
            Some(Scored { family: family.clone(), scores })
        };
        let mut scored: Vec<Scored> = families.iter().enumerate().map_while(signatures).collect();
        scored.sort_by(|one, other| other.score().total_cmp(&one.score()));
        scored
    }

    fn candidate(&self, scored: &Scored) -> Candidate {
        let Scored { family, scores } = scored;
        let (value, score) = (family.grid[scored.best()], scored.score());
        let likely = family.grid.iter().zip(scores).filter(|(_, other)| **other > score - AS_LIKELY);
        let likely: Vec<f64> = likely.map(|(value, _)| *value).collect();
        let estimate = family.cause.unit().map(|_| Estimate {
            value,
            low: likely.first().map_or(value, |low| *low),
            high: likely.last().map_or(value, |high| *high),
        });
        Candidate {
            cause: family.cause,
            stream: self.stream,
            word: family.word(value),
            score,
            fit: (score / self.most.max(score)).max(0.0),
            estimate,
        }
    }

    fn seeds(&self, repeated: Repeated) -> Option<Candidate> {
        let bits = repeated.bits()?;
        // So few decks are far from fair in everything.
        let own: f64 = self.seen.parts.iter().map(|part| part.own).sum();
        let explained = self.most.min(1.5 * self.decks() * own / bits.bits.exp2());
        let rounded = bits.bits.round().clamp(1.0, 31.0);
        Some(Candidate {
            cause: Cause::ShortSeed,
            stream: self.stream,
            word: (bits.bits < 31.5).then(|| format!("state:{rounded}")),
            score: bits.nats,
            fit: (bits.nats + explained) / (bits.nats + self.most),
            estimate: Some(Estimate { value: bits.bits, low: bits.low, high: bits.high }),
        })
    }
}

impl Evidence {
    /// Of small decks by all orders, of others by the fingerprints that are kept.
    fn repeated(&mut self) -> Repeated {
        let ln_orders = ln_factorial(self.cards() as f64);
        if let Some(orders) = self.tables(Stream::Decks).orders() {
            let different = orders.counts().iter().filter(|&&count| count > 0).count() as f64;
            return Repeated { decks: self.decks() as f64, different, ln_orders, zeros: 0 };
        }
        let (decks, different, zeros) = self.repeats().kept();
        Repeated { decks: decks as f64, different: different as f64, ln_orders, zeros }
    }
}
