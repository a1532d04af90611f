use super::cause::Cause;
use crate::finding::Stream;
use faro_math::number::elementary::exp2;

/// The least fit of a known cause, which explains at least half of the evidence.
const FITS: f64 = 0.5;

/// The least fit of a cause that is called the likeliest (tuned). Above it the other stream is not tried.
pub const FITS_WELL: f64 = 0.8;

/// The same for few decks, which many shuffles fit that are on no list (tuned).
const FITS_FEW: f64 = 0.94;

/// The nats that such a cause needs, by the number of its parameters (tuned). A flexible cause fits few decks of other
/// shuffles too.
const LEAST_NATS: [f64; 4] = [10.0, 20.0, 160.0, 160.0];

/// Minimum number of decks for a flexible cause, or one that does not fit all but perfectly (tuned).
const FEWEST_DECKS: u64 = 100;

/// A cause is rejected if decks of it leave as much over with at most this probability. The right cause is rejected in
/// at most one of ten audits.
pub(super) const LEAST_LEFT_OVER: f64 = 0.1;

/// The same for the other causes, relative to the first. The right one is rejected in at most one of 40.
const OTHERS_REJECTED: f64 = 0.025;

/// The difference of two fits that is noise.
const AS_CLOSE: f64 = 0.02;

/// The likeliest causes of an unfair verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// The causes, the likeliest first. Empty if no check is significant, or if no known cause is likelier than a fair
    /// shuffle.
    pub candidates: Vec<Candidate>,
    /// The number of decks.
    pub(super) decks: u64,
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
    /// The log-likelihood ratio to a fair shuffle, in nats. It is summed over the tables as if they were independent.
    /// They are not, so that it ranks causes, and is not a likelihood.
    pub score: f64,
    /// The share of the evidence against a fair shuffle that it explains, from 0 to 1.
    pub fit: f64,
    /// The p-value of what the cause leaves unexplained. It is the probability that decks of this cause differ from its
    /// law, in any way or in favour of another candidate, at least as much as the observed ones do. `None` if it was
    /// not tested, and for successive seeds and low bits, which leave no law to test.
    pub left_over: Option<f64>,
    /// Its parameter: riffles, bits, swaps.
    pub estimate: Option<Estimate>,
}

/// A parameter with an interval of about 95 %: the values that the decks do not exclude.
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
    /// Returns the first cause if it explains the decks clearly and no other one does; else none. Variants of the first
    /// cause, and causes of which it is a special case, may explain them too. Causes with fewer parameters score less.
    /// Of fewer than 100 decks no cause is known that is like many shuffles, such as overhand shuffles, or that explains less
    /// than 94 % of the evidence.
    pub fn known(&self) -> Option<&Candidate> {
        let first = self.candidates.first().filter(|first| first.explains() && first.is_clear())?;
        if self.decks < FEWEST_DECKS && (first.cause.is_flexible() || first.fit < FITS_FEW) {
            return None;
        }
        let rival = |other: &Candidate| {
            let is_simpler = other.cause.parameters() < first.cause.parameters();
            let is_variant = other.cause.is_akin(first.cause) || first.cause.is_limit_of(other.cause);
            other.is_rival(first) && !is_variant || is_simpler && other.score >= first.score
        };
        (!self.candidates[1..].iter().any(rival)).then_some(first)
    }

    /// Returns the variants of the known cause that explain the decks too. They have the same cure. A variant with more
    /// parameters is among them only if it scores more.
    pub fn variants(&self) -> impl Iterator<Item = &Candidate> {
        let known = self.known();
        self.candidates.iter().skip(1).filter(move |other| {
            known.is_some_and(|first| {
                let has_more = other.cause.parameters() > first.cause.parameters();
                other.cause.is_akin(first.cause)
                    && !other.cause.differs_by_a_cut(first.cause)
                    && other.is_rival(first)
                    && (!has_more || other.score > first.score)
            })
        })
    }
}

impl Diagnosis {
    /// Returns the candidate that is closest to the decks, whether or not it is known to be the cause. Of the
    /// candidates that explain most of the evidence, it leaves least over.
    pub fn closest(&self) -> Option<&Candidate> {
        let most = self.candidates.iter().map(|one| one.fit).fold(0.0, f64::max);
        let likely = self.candidates.iter().rev().filter(|one| one.fit >= most - AS_CLOSE);
        let left_over = |one: &Candidate| one.left_over.unwrap_or(0.0);
        likely.max_by(|one, other| left_over(one).total_cmp(&left_over(other)))
    }
}

impl Candidate {
    /// Returns the number of equally likely values of a seed or a key, with its interval.
    pub fn values(&self) -> Option<Estimate> {
        let Estimate { value, low, high } = self.estimate?;
        let whole = |bits: f64| exp2(bits).round();
        matches!(self.cause, Cause::ShortSeed | Cause::ShortKeys).then(|| Estimate {
            value: whole(value),
            low: whole(low),
            high: whole(high),
        })
    }

    /// Returns whether the interval of the estimate is too narrow. It is if another parameter is estimated too.
    pub fn is_rough(&self) -> bool {
        matches!(self.cause, Cause::UnevenRiffles | Cause::ClumpedRiffles | Cause::Overhand)
    }

    /// Returns whether it explains enough, and what it leaves over is noise.
    pub fn explains(&self) -> bool {
        let is_noise = self.left_over.is_some_and(|p_value| p_value > LEAST_LEFT_OVER);
        self.fits() && (is_noise || self.cause.is_serial())
    }

    /// Returns whether it explains most, by more evidence than its parameters can make of noise.
    fn is_clear(&self) -> bool {
        self.fit >= FITS_WELL && self.score >= LEAST_NATS[self.cause.parameters()]
    }

    /// Returns whether it explains the decks, or does so not much worse than the first cause. What both leave over is
    /// compared.
    fn is_rival(&self, first: &Candidate) -> bool {
        let at_least = OTHERS_REJECTED * first.left_over.unwrap_or(1.0);
        self.explains() || self.fits() && self.left_over.is_some_and(|p_value| p_value > at_least)
    }

    /// Returns whether it explains enough, and what it leaves over is noise or was not tested.
    pub fn is_possible(&self) -> bool {
        self.explains() || self.fits() && self.left_over.is_none()
    }

    /// Returns whether it explains at least as much of the evidence as it leaves unexplained.
    pub(super) fn fits(&self) -> bool {
        self.fit >= FITS
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

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(cause: Cause, fit: f64, left_over: Option<f64>) -> Candidate {
        let (word, estimate) = (None, None);
        Candidate { cause, stream: Stream::Decks, word, score: 1000.0, fit, left_over, estimate }
    }

    /// A cause that explains all and leaves over what chance gives in 7 of 100 audits is not called the cause, but shown.
    #[test]
    fn the_closest_candidate_is_not_hidden() {
        let of = |left_over| Diagnosis {
            candidates: vec![
                candidate(Cause::CardReturns, 0.999, Some(1e-12)),
                candidate(Cause::Riffles, 0.995, left_over),
                candidate(Cause::Naive, 0.6, Some(0.09)),
            ],
            decks: 3000,
        };
        for left_over in [Some(0.07), Some(0.001)] {
            let found = of(left_over);
            assert_eq!(found.known(), None);
            assert_eq!(found.closest().unwrap().cause, Cause::Riffles);
        }
        assert_eq!(of(Some(1e-20)).closest().unwrap().cause, Cause::CardReturns);
        assert_eq!(Diagnosis { candidates: Vec::new(), decks: 3000 }.closest(), None);
    }

    /// Between successive seeds and low bits, both of which leave no law to test, no cause is known.
    #[test]
    fn two_serial_causes_are_undecided() {
        let serial = |cause| candidate(cause, 1.0, None);
        let found = |causes: &[Cause]| Diagnosis {
            candidates: causes.iter().map(|&cause| serial(cause)).collect(),
            decks: 3000,
        };
        assert_eq!(found(&[Cause::LowBits]).known().unwrap().cause, Cause::LowBits);
        assert_eq!(found(&[Cause::SuccessiveSeeds, Cause::LowBits]).known(), None);
    }
}
