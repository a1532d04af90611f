use super::cause::Cause;
use crate::audit::finding::Stream;

/// The least fit of a known cause: it explains at least as much of the evidence as it leaves unexplained.
const FITS: f64 = 0.5;

/// The p-value up to which what a cause leaves over is not noise: the right cause is rejected in one of 5000.
const LEAST_LEFT_OVER: f64 = 2e-4;

/// The nats, and the share of the score, by which two causes must differ, so that the first is known: signatures are
/// simulated, and a shuffle that is none of them may be nearest to any of some.
const RIVAL: (f64, f64) = (4.0, 0.002);

/// The likeliest causes of an unfair verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// The causes, the likeliest first. Empty if no check is significant, or if no known cause is likelier than a fair
    /// shuffle.
    pub candidates: Vec<Candidate>,
}

/// A cause, and how well it fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The cause.
    pub cause: Cause,
    /// What it explains: the decks, or the steps if each deck is made from the one before.
    pub stream: Stream,
    /// The same shuffle in the language of shuffles, if there is one.
    pub word: Option<String>,
    /// The log-likelihood ratio to a fair shuffle, in nats, summed over the tables as if they were independent. They
    /// are not: it ranks causes, and is not a likelihood.
    pub score: f64,
    /// The share of the evidence against a fair shuffle that it explains, from 0 to 1.
    pub fit: f64,
    /// The probability that decks of this cause differ from its law at least as much as the observed ones do: a test of
    /// what the cause leaves over. None if it was not tested; of successive seeds, which leave no law to test, it is none.
    pub left_over: Option<f64>,
    /// Its parameter: riffles, bits, swaps.
    pub estimate: Option<Estimate>,
}

/// A parameter, and the smallest and largest value that are about equally likely.
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
    /// Returns the likeliest cause if it fits, what it leaves over is noise, and no other such cause is about equally
    /// likely; else none. A cause
    /// with a parameter is no rival of one without: it explains more by chance.
    pub fn known(&self) -> Option<&Candidate> {
        let first = self.candidates.first().filter(|first| first.explains())?;
        let rival = |other: &Candidate| {
            let is_simpler = first.cause.unit().is_none() && other.cause.unit().is_some();
            other.explains() && other.score > first.near() && !other.cause.is_akin(first.cause) && !is_simpler
        };
        (!self.candidates[1..].iter().any(rival)).then_some(first)
    }
}

impl Candidate {
    /// Returns whether it explains enough, and what it leaves over is noise.
    pub fn explains(&self) -> bool {
        let is_noise = self.left_over.is_some_and(|p_value| p_value > LEAST_LEFT_OVER);
        self.fit >= FITS && (is_noise || self.cause == Cause::SuccessiveSeeds)
    }

    /// Returns whether it explains enough, and what it leaves over is noise or was not tested.
    pub fn is_possible(&self) -> bool {
        self.explains() || self.fit >= FITS && self.left_over.is_none()
    }

    /// Returns the score from which another cause is about equally likely.
    pub(super) fn near(&self) -> f64 {
        self.score - RIVAL.0 - RIVAL.1 * self.score
    }

    /// Returns a name of a few words.
    pub fn name(&self) -> String {
        match self.stream {
            Stream::Decks => self.cause.name().into(),
            Stream::Steps if self.cause == Cause::Again => self.cause.name().into(),
            Stream::Ranks | Stream::Replacements | Stream::Inverses | Stream::Steps => {
                format!("each deck made from the one before: {}", self.cause.name())
            }
        }
    }
}
