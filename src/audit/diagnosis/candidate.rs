use super::cause::Cause;
use crate::audit::finding::Stream;

/// The least fit of a known cause: it explains at least as much of the evidence as it leaves unexplained.
const FITS: f64 = 0.5;

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
    /// Returns the likeliest cause if it fits, else none.
    pub fn known(&self) -> Option<&Candidate> {
        self.candidates.first().filter(|first| first.fit >= FITS)
    }
}

impl Candidate {
    /// Returns a name of a few words.
    pub fn name(&self) -> String {
        match self.stream {
            Stream::Decks => self.cause.name().into(),
            Stream::Steps if self.cause == Cause::Again => self.cause.name().into(),
            Stream::Ranks | Stream::Steps => {
                format!("each deck made from the one before: {}", self.cause.name())
            }
        }
    }
}
