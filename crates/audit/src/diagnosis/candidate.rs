//! Candidates for the cause of an unfair verdict, and the rules by which one of them is named as the known cause.
//!
//! The ranking computes the numbers in a [`Candidate`]. This file only compares them with limits, most of which are
//! tuned.

use super::cause::Cause;
use super::pattern::Pattern;
use crate::finding::Stream;
use faro_math::number::elementary::exp2;

/// Minimum share of the evidence that a possible cause explains.
const FITS: f64 = 0.5;

/// Minimum share of the evidence that the likeliest cause explains (tuned). If a cause of one stream explains
/// more, the other stream (decks or steps) is not tried.
pub const FITS_WELL: f64 = 0.8;

/// Minimum share of the evidence that the likeliest cause explains, for fewer than [`FEWEST_DECKS`] decks
/// (tuned). So few decks are often explained by a known cause although an unlisted shuffle made them.
const FITS_FEW: f64 = 0.94;

/// Minimum log-likelihood ratio in nats of the likeliest cause, by the number of its parameters (tuned).
/// Causes with more parameters fit the decks of other shuffles more easily.
const LEAST_NATS: [f64; 4] = [10.0, 20.0, 160.0, 160.0];

/// Minimum number of decks for a flexible cause, or for one that explains less than [`FITS_FEW`] of the
/// evidence (tuned).
const FEWEST_DECKS: u64 = 100;

/// A cause is rejected if the p-value of its unexplained rest does not exceed this level. The right cause is
/// rejected in at most one of 20 audits.
pub(super) const LEAST_LEFT_OVER: f64 = 0.05;

/// The level at which a single shuffle is rejected so clearly that mixtures of shuffles are tried, which fit more easily.
const CLEARLY_REJECTED: f64 = 0.001;

/// Log-likelihood ratio to a fair shuffle, in nats, from which on [`LEAST_LEFT_OVER_OF_MUCH`] is the level of
/// rejection. Such decks give wrong causes far smaller p-values.
const MUCH: f64 = 3000.0;

/// The level of rejection for causes with a large log-likelihood ratio, and for the naive shuffle. The right cause is then
/// rejected in at most one of a hundred audits.
const LEAST_LEFT_OVER_OF_MUCH: f64 = 0.01;

/// Level at which causes other than the first are rejected, as a fraction of the first cause's p-value. The
/// right cause is rejected in at most one of 40 audits.
const OTHERS_REJECTED: f64 = 0.025;

/// Minimum share of the evidence that a cause beside a dependence of the decks explains.
const LAW_FITS: f64 = 0.95;

/// Maximum score of all other causes, as a share of the score of a cause beside a dependence of the decks.
const LAW_AHEAD: f64 = 0.85;

/// Differences in the explained share of the evidence up to this size are noise.
const AS_CLOSE: f64 = 0.02;

/// The likeliest causes of an unfair verdict.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnosis {
    /// The causes, the likeliest first. Empty if no check is significant, or if no known cause is likelier
    /// than a fair shuffle.
    pub candidates: Vec<Candidate>,
    /// The causes that are seen beside the known one, the likeliest first: faults of the different decks if decks repeat or
    /// are not shuffled, or faults beside a dependence of the decks on each other.
    pub beside: Vec<Candidate>,
    /// What all decks have in common, if they have something in common that a fair shuffle does not give.
    pub pattern: Option<Pattern>,
    /// The number of decks.
    pub(super) decks: u64,
    /// Whether each deck was made from the one before.
    pub(super) is_chain: bool,
    /// Whether the search was stopped, or simulated fewer decks than a full one.
    pub(super) is_short: bool,
}

/// A cause, and how well it fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The cause.
    pub cause: Cause,
    /// The explained stream: decks, or steps if each deck is made from the previous one.
    pub stream: Stream,
    /// The cause's shuffle in the language of shuffles, if it has a word.
    pub word: Option<String>,
    /// The log-likelihood ratio to a fair shuffle, in nats. The score sums over tables as if they were
    /// independent. They are not, so the score ranks causes, but is no likelihood.
    pub score: f64,
    /// The share of the evidence against a fair shuffle that the cause explains, from 0 to 1.
    pub fit: f64,
    /// The p-value of the evidence that the cause leaves unexplained. It is the probability that decks from
    /// this cause deviate from its distribution, in any way or in favour of another candidate, at least as
    /// much as the observed decks. It is 0 without a test if another cause is likelier by far. `None` if it was not
    /// tested, and for successive seeds, low bits and changes over time, which do not determine a distribution.
    pub left_over: Option<f64>,
    /// The parameter of the cause: the number of riffles, bits or swaps.
    pub estimate: Option<Estimate>,
    /// The share of the decks that the cause makes, if the other decks are fair. `None` if it makes all.
    pub share: Option<f64>,
}

/// The likeliest value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// The interval of about 95 %: the values that the decks do not exclude. `None` if the value is only the one among
    /// some tried values whose simulated decks are nearest. The upper end is infinite if the largest value that was tried is
    /// not excluded.
    pub interval: Option<[f64; 2]>,
}

impl Diagnosis {
    /// Returns the likeliest cause, or `None` if the decks do not single out one cause.
    ///
    /// The likeliest cause explains the decks clearly. The p-value of each other candidate is much smaller, except for variants
    /// of this cause and causes of which it is a special case, and no cause with fewer parameters has an equal or larger
    /// score. For fewer than 100 decks, the result is `None` if the cause is flexible (such as
    /// overhand shuffles), or if it explains less than 94 % of the evidence.
    pub fn known(&self) -> Option<&Candidate> {
        let first = self
            .candidates
            .first()
            .filter(|first| first.explains() && first.is_clear())?;
        if self.decks < FEWEST_DECKS && (first.cause.is_flexible() || first.fit < FITS_FEW) {
            return None;
        }
        let rival = |other: &Candidate| {
            // Equal decks are counted exactly, and the scores of other causes sum over tables.
            let is_simpler = other.cause.parameters() < first.cause.parameters()
                && !first.cause.is_of_few_decks();
            // A dependence on the deck before and a fault of each deck can be in the same program.
            if first.cause.is_serial() && !other.cause.is_serial() && other.stream == Stream::Decks
            {
                return false;
            }
            // What the first cause leaves over was tested for repeats, too.
            let is_of_repeats = other.cause.is_of_repeats() && !other.explains();
            let is_variant = other.cause.is_akin(first.cause)
                || first.cause.is_limit_of(other.cause)
                || is_of_repeats;
            other.is_rival(first) && !is_variant || is_simpler && other.score >= first.score
        };
        (!self.candidates[1..].iter().any(rival)).then_some(first)
    }

    /// Returns the law of each deck beside a dependence of the decks on each other: the cause that explains nearly all and is
    /// ahead of all others. Its remainder cannot be tested, since dependent decks do not vary as independent ones.
    pub(super) fn law(&self) -> Option<&Candidate> {
        let is_law = |one: &&Candidate| !one.cause.is_serial() && one.stream == Stream::Decks;
        let laws = || self.candidates.iter().filter(is_law);
        let law = laws().max_by(|one, other| one.score.total_cmp(&other.score))?;
        let is_behind = |one: &Candidate| {
            one.cause == law.cause
                || one.cause.is_akin(law.cause)
                || one.score < LAW_AHEAD * law.score
        };
        (law.fit >= LAW_FITS && law.is_clear() && laws().all(is_behind)).then_some(law)
    }

    /// Returns the known cause and the causes beside it. The result is empty if no cause is known.
    pub fn causes(&self) -> Vec<&Candidate> {
        self.known()
            .map(|first| [first].into_iter().chain(&self.beside).collect())
            .unwrap_or_default()
    }

    /// Returns the variants of the known cause that explain the decks too. They have the same cure. A variant
    /// with more parameters is included only if its score is higher. The naive shuffle, the most common one, is included unless
    /// it is rejected clearly.
    pub fn variants(&self) -> impl Iterator<Item = &Candidate> {
        let known = self.known();
        self.candidates.iter().skip(1).filter(move |other| {
            known.is_some_and(|first| {
                let has_more = other.cause.parameters() > first.cause.parameters();
                other.cause.is_akin(first.cause)
                    && !other.cause.differs_by_a_cut(first.cause)
                    && (other.is_rival(first)
                        || other.cause == Cause::Naive && other.is_nearly_possible())
                    && (!has_more || other.score > first.score)
            })
        })
    }

    /// Returns the candidate closest to the decks, whether or not it is the known cause, if it explains more than half of
    /// the evidence.
    ///
    /// Of the candidates that explain about the largest share of the evidence, it has the largest p-value of
    /// the unexplained rest.
    pub fn closest(&self) -> Option<&Candidate> {
        let most = self
            .candidates
            .iter()
            .map(|one| one.fit)
            .fold(FITS + AS_CLOSE, f64::max);
        let likely = self
            .candidates
            .iter()
            .rev()
            .filter(|one| one.fit >= most - AS_CLOSE);
        let left_over = |one: &Candidate| one.left_over.unwrap_or(0.0);
        likely.max_by(|one, other| left_over(one).total_cmp(&left_over(other)))
    }
}

impl Candidate {
    /// Returns a candidate without a word and an estimate that was not tested.
    pub(super) fn new(cause: Cause, stream: Stream, score: f64, fit: f64) -> Candidate {
        Candidate {
            cause,
            stream,
            word: None,
            score,
            fit,
            left_over: None,
            estimate: None,
            share: None,
        }
    }

    /// Returns the number of equally likely values of a seed, a key or an index, with its interval.
    pub fn values(&self) -> Option<Estimate> {
        let Estimate { value, interval } = self.estimate?;
        let whole = |bits: f64| exp2(bits).round();
        (self.cause.unit() == Some("bits")).then(|| Estimate {
            value: whole(value),
            interval: interval.map(|bounds| bounds.map(whole)),
        })
    }

    /// Returns whether the interval of the estimate is too narrow.
    ///
    /// This is so if the cause has a second estimated parameter.
    pub fn is_rough(&self) -> bool {
        matches!(
            self.cause,
            Cause::UnevenRiffles | Cause::ClumpedRiffles | Cause::Overhand
        )
    }

    /// Returns whether the candidate explains the decks.
    ///
    /// It must explain at least half of the evidence, and the rest must be consistent with noise.
    pub fn explains(&self) -> bool {
        // Some pass of swaps has the frequencies of any decks, and no other fault is as common as the naive shuffle.
        let level = match self.cause {
            Cause::UnevenIndex | Cause::Favoured => LEAST_LEFT_OVER,
            Cause::Naive => LEAST_LEFT_OVER_OF_MUCH,
            _ if self.score >= MUCH => LEAST_LEFT_OVER_OF_MUCH,
            _ => LEAST_LEFT_OVER,
        };
        let is_noise = self.left_over.is_some_and(|p_value| p_value > level);
        self.fits() && (is_noise || self.cause.is_serial())
    }

    /// Returns whether the candidate may be the cause although it is rejected: the right cause is, now and then.
    pub(super) fn is_nearly_possible(&self) -> bool {
        self.fits()
            && self
                .left_over
                .is_some_and(|p_value| p_value > CLEARLY_REJECTED)
    }

    /// Returns whether the candidate clearly explains the decks.
    ///
    /// It must explain most of the evidence, with a larger score than its parameters can gain from noise.
    fn is_clear(&self) -> bool {
        self.fit >= FITS_WELL && self.score >= LEAST_NATS[self.cause.parameters()]
    }

    /// Returns whether the candidate competes with the first cause.
    ///
    /// It does if its p-value is not much smaller than the first cause's, or if it cannot be tested.
    fn is_rival(&self, first: &Candidate) -> bool {
        let at_least = OTHERS_REJECTED * first.left_over.unwrap_or(1.0);
        match self.left_over {
            Some(p_value) => self.fits() && p_value > at_least,
            None => self.explains(),
        }
    }

    /// Returns whether the candidate may explain the decks.
    ///
    /// It must explain at least half of the evidence, and the rest must be noise or not tested.
    pub fn is_possible(&self) -> bool {
        self.explains() || self.fits() && self.left_over.is_none()
    }

    /// Returns whether the candidate explains at least as much of the evidence as it leaves unexplained.
    pub(super) fn fits(&self) -> bool {
        self.fit >= FITS
    }

    /// Returns the name of the cause, a few words.
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
        Candidate {
            left_over,
            ..Candidate::new(cause, Stream::Decks, 1000.0, fit)
        }
    }

    /// If no cause is known, the closest candidate is still shown. Here it explains all evidence but 0.5 %, and its
    /// p-value of 0.07 rejects it.
    #[test]
    fn the_closest_candidate_is_not_hidden() {
        let of = |left_over| Diagnosis {
            candidates: vec![
                candidate(Cause::CardReturns, 0.999, Some(1e-12)),
                candidate(Cause::Riffles, 0.995, left_over),
                candidate(Cause::Naive, 0.6, Some(0.09)),
            ],
            decks: 3000,
            ..Diagnosis::default()
        };
        for left_over in [Some(0.07), Some(0.001)] {
            let found = of(left_over);
            assert_eq!(found.known(), None);
            assert_eq!(found.closest().unwrap().cause, Cause::Riffles);
        }
        assert_eq!(of(Some(1e-20)).closest().unwrap().cause, Cause::CardReturns);
        assert_eq!(
            Diagnosis {
                decks: 3000,
                ..Diagnosis::default()
            }
            .closest(),
            None
        );
    }

    /// No cause is known if both successive seeds and low bits are possible, since neither leaves a law to test.
    #[test]
    fn two_serial_causes_are_undecided() {
        let serial = |cause| candidate(cause, 1.0, None);
        let found = |causes: &[Cause]| Diagnosis {
            candidates: causes.iter().map(|&cause| serial(cause)).collect(),
            decks: 3000,
            ..Diagnosis::default()
        };
        assert_eq!(
            found(&[Cause::LowBits]).known().unwrap().cause,
            Cause::LowBits
        );
        assert_eq!(
            found(&[Cause::SuccessiveSeeds, Cause::LowBits]).known(),
            None
        );
    }
}
