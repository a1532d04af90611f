use super::cause::Cause;
use crate::audit::finding::Stream;

/// A cause fits that explains so much of what is unlike a fair shuffle.
const FITS: f64 = 0.5;

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
