//! The sentences of a diagnosis: the cause, where it is common, how to fix it, and what may be the cause if none is
//! certain.

use std::fmt;

use super::candidate::{Candidate, Diagnosis, Estimate};
use super::cause::Cause;
use crate::card_names::CardNames;
use crate::finding::Stream;
use crate::words::{measured, number, p_value};

/// Maximum number of possible causes that are listed if none is known.
const POSSIBLE: usize = 2;

/// Maximum number of causes that are written.
const MAX_CAUSES: usize = 3;

/// Maximum number of seeds or key values that is written as a number. Larger numbers are given in bits.
const FEW_VALUES: f64 = 1e6;

/// The subject of a remark about the cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum Topic {
    /// The likeliest cause, or why none is named.
    LikeliestCause,
    /// A further cause, beside the likeliest one.
    OtherCause,
    /// What all decks have in common.
    Pattern,
    /// A variant of the cause that is consistent with the decks.
    Variant,
    /// Where the faulty shuffle is common.
    CommonIn,
    /// How to fix the shuffle.
    Fix,
    /// The same shuffle in the language of shuffles.
    SimilarShuffle,
    /// A note that the starting order may differ from the assumed order.
    OtherStart,
    /// A possible cause, if no cause is known.
    Possible,
    /// The candidate that is closest to the decks, although it does not explain them.
    ClosestCandidate,
    /// An experiment that decides between two causes.
    ToDecide,
}

/// A sentence about the cause of an unfair verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Remark {
    /// The subject of the sentence.
    pub topic: Topic,
    /// The sentence. For a similar shuffle, the word.
    pub text: String,
}

impl Remark {
    fn new(topic: Topic, text: impl Into<String>) -> Remark {
        Remark {
            topic,
            text: text.into(),
        }
    }
}

/// Writes the cause with its parameter, such as "too few riffles: 7 riffles (from 6 to 8)".
impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())?;
        if let Some(estimate) = self.estimate {
            write!(f, ": {}", self.estimated(estimate))?;
        }
        match self.share {
            Some(share) => write!(
                f,
                ", in about {:.0} % of the decks, the others are fair",
                100.0 * share
            ),
            None => Ok(()),
        }
    }
}

impl Candidate {
    /// Returns the estimate as text.
    fn estimated(&self, estimate: Estimate) -> String {
        let Estimate { value, interval } = estimate;
        let is_few =
            |values: &Estimate| values.interval.is_some_and(|[_, high]| high <= FEW_VALUES);
        if let Some(values) = self.values().filter(is_few) {
            return of_values(values, value);
        }
        let with_unit = |value: f64| match self.cause.unit() {
            Some("chance") => format!("probability {}", number(value)),
            unit => measured(
                &number(value),
                &unit.map_or(String::new(), |unit| format!(" {unit}")),
            ),
        };
        if let Some([low, _]) = interval.filter(|[_, high]| high.is_infinite()) {
            return format!("at least {}", with_unit(low));
        }
        let is_exact = interval.is_some_and(|[low, high]| low == high) && !self.is_rough();
        let about = if is_exact { "" } else { "about " };
        format!("{about}{}{}", with_unit(value), from_to(estimate))
    }
}

/// Returns a text such as " (from 6 to 8)", or an empty string if there is no interval or both ends have the same text.
fn from_to(Estimate { interval, .. }: Estimate) -> String {
    let Some([low, high]) = interval.map(|bounds| bounds.map(number)) else {
        return String::new();
    };
    if low == high {
        String::new()
    } else {
        format!(" (from {low} to {high})")
    }
}

/// Returns a text with a number of equally likely values, also in bits.
fn of_values(values: Estimate, bits: f64) -> String {
    let about = if values.interval.is_some_and(|[low, high]| low == high) {
        ""
    } else {
        "about "
    };
    let [value, bits] = [values.value, (100.0 * bits).round() / 100.0].map(number);
    format!(
        "{about}{}{}, {}",
        measured(&value, " values"),
        from_to(values),
        measured(&bits, " bits")
    )
}

impl Candidate {
    /// Returns the share of the evidence that the cause explains, as text.
    fn share_text(&self) -> String {
        if self.fit < 0.01 {
            return "explains less than 1 % of the evidence".into();
        }
        if self.fit >= 0.995 && self.left_over.is_some() && !self.explains() {
            return "explains nearly all of the evidence".into();
        }
        format!("explains {:.0} % of the evidence", 100.0 * self.fit)
    }

    /// Returns text with the cause, the share of the evidence that it explains, and whether the rest is
    /// noise.
    fn with_fit(&self) -> String {
        match self.left_over {
            Some(_) if self.explains() => {
                format!(
                    "{self}; {}; what is left over is within chance",
                    self.share_text()
                )
            }
            Some(_) => {
                format!("{self}; ruled out as the only cause: what it leaves over is not chance")
            }
            None => format!("{self}; {}", self.share_text()),
        }
    }

    /// Returns text with the candidate, the share of the evidence that it explains, and why it is not the
    /// cause.
    fn with_remainder(&self) -> String {
        let why = match self.left_over {
            Some(_) if self.explains() => {
                "what is left over is within chance, but it does not explain enough".into()
            }
            Some(left_over) => format!(
                "what is left over has probability {} if it were",
                p_value(left_over)
            ),
            None => "what is left over was not tested".into(),
        };
        format!(
            "{self}; {}, but is not called the cause: {why}",
            self.share_text()
        )
    }
}

/// The experiment that decides between successive seeds and one generator for all decks.
const DECIDE: &str = "draw one number more after each deck and discard it: a generator that is seeded anew for each deck \
                      then makes the same decks as before, one generator for all decks makes others";

const ELSEWHERE: &str = "each deck is shuffled from the same order, but not from the one assumed";

/// Writes the likeliest cause and how well it fits, or why none is named.
impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.known() {
            Some(first) => f.write_str(&first.with_fit()),
            None => f.write_str(self.why_unknown()),
        }
    }
}

impl Diagnosis {
    /// Returns sentences about the causes.
    ///
    /// `may_start_elsewhere` says that the starting order may differ from the assumed order. `names` are the names of the
    /// cards.
    pub fn remarks(&self, may_start_elsewhere: bool, names: &CardNames) -> Vec<Remark> {
        let Some(first) = self.known() else {
            return self.of_unknown(names);
        };
        let mut remarks = vec![Remark::new(Topic::LikeliestCause, self.to_string())];
        let variant = |one| {
            Remark::new(
                Topic::Variant,
                format!("{one}; these decks do not exclude it"),
            )
        };
        remarks.extend(self.variants().map(variant));
        let others = self.beside.iter().take(MAX_CAUSES - 1).flat_map(|other| {
            let cause = Remark::new(
                Topic::OtherCause,
                format!("{other}; {}", other.share_text()),
            );
            [cause, Remark::new(Topic::Fix, other.cause.cure())]
        });
        remarks.push(Remark::new(Topic::CommonIn, first.cause.found()));
        remarks.push(Remark::new(Topic::Fix, first.cause.cure()));
        remarks.extend(
            first
                .word
                .as_ref()
                .map(|word| Remark::new(Topic::SimilarShuffle, word)),
        );
        let is_step = first.stream == Stream::Steps && first.cause != Cause::Again;
        remarks.extend(
            (may_start_elsewhere && is_step).then(|| Remark::new(Topic::OtherStart, ELSEWHERE)),
        );
        remarks.extend(others);
        remarks
    }

    /// Returns remarks with the possible causes, and the closest candidate if it is not possible. Used if no
    /// cause is known.
    fn of_unknown(&self, names: &CardNames) -> Vec<Remark> {
        let mut remarks = vec![Remark::new(Topic::LikeliestCause, self.to_string())];
        let possible: Vec<&Candidate> = self
            .candidates
            .iter()
            .filter(|one| one.is_possible())
            .take(POSSIBLE)
            .collect();
        remarks.extend(
            possible
                .iter()
                .map(|one| Remark::new(Topic::Possible, one.with_fit())),
        );
        let is_other =
            |closest: &&Candidate| !possible.iter().any(|one| one.cause == closest.cause);
        remarks.extend(
            self.pattern
                .iter()
                .map(|one| Remark::new(Topic::Pattern, one.sentence(names, self.is_chain))),
        );
        let closest = self.closest().filter(is_other);
        remarks
            .extend(closest.map(|one| Remark::new(Topic::ClosestCandidate, one.with_remainder())));
        remarks.extend(
            self.is_serial()
                .then(|| Remark::new(Topic::ToDecide, DECIDE)),
        );
        remarks
    }

    /// Returns the reason why no cause is named as the likeliest.
    fn why_unknown(&self) -> &'static str {
        if self.is_short {
            "not named: this search is short; `faro audit`, or `diagnose` of the library, compares more"
        } else if self.is_serial() {
            "undecided: each deck follows from the one before, in one of two ways"
        } else if self.candidates.iter().any(Candidate::is_possible) {
            "undecided: more decks are needed to tell the possible causes apart"
        } else if self.candidates.is_empty() {
            "unknown: no known cause is seen in these decks"
        } else {
            "unknown: none of the known causes explains it"
        }
    }

    /// Returns whether successive seeds and low bits of a single generator are both possible.
    fn is_serial(&self) -> bool {
        let has = |cause| {
            self.candidates
                .iter()
                .any(|one| one.cause == cause && one.is_possible())
        };
        has(Cause::SuccessiveSeeds) && has(Cause::LowBits)
    }
}

#[cfg(feature = "serde")]
mod serialize {
    use super::{Candidate, Diagnosis, Estimate};
    use crate::finding::Stream;
    use serde::ser::{Serialize, Serializer};

    #[derive(serde::Serialize)]
    #[serde(rename = "Diagnosis")]
    struct DiagnosisFields<'a> {
        known: bool,
        /// The names of the first cause's variants that are consistent with the decks.
        variants: Vec<String>,
        /// The name of the candidate that is closest to the decks, whether or not it is known to be the cause.
        closest: Option<String>,
        candidates: &'a [Candidate],
        /// The causes that are seen beside the first one.
        beside: &'a [Candidate],
    }

    #[derive(serde::Serialize)]
    #[serde(rename = "Candidate")]
    struct CandidateFields<'a> {
        cause: String,
        of: Stream,
        word: Option<&'a str>,
        score: f64,
        fit: f64,
        left_over_p_value: Option<f64>,
        unit: Option<&'static str>,
        /// The value and the two ends of its 95 % interval, if there is one.
        estimate: Option<[Option<f64>; 3]>,
        values: Option<Values>,
        /// The share of the decks that the cause makes, or null for all.
        share: Option<f64>,
        met_in: &'static str,
        cure: &'static str,
    }

    /// The number of equally likely values of a seed or a key, and its 95 % interval.
    #[derive(serde::Serialize)]
    struct Values {
        estimate: u64,
        low: Option<u64>,
        high: Option<u64>,
    }

    impl Serialize for Diagnosis {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let fields = DiagnosisFields {
                known: self.known().is_some(),
                variants: self.variants().map(Candidate::name).collect(),
                closest: self.known().or_else(|| self.closest()).map(Candidate::name),
                candidates: &self.candidates,
                beside: if self.known().is_some() {
                    &self.beside
                } else {
                    &[]
                },
            };
            fields.serialize(serializer)
        }
    }

    impl Serialize for Candidate {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let ends = |interval: Option<[f64; 2]>| {
                [interval.map(|[low, _]| low), interval.map(|[_, high]| high)]
                    .map(|end| end.filter(|end| end.is_finite()))
            };
            let values = |Estimate { value, interval }| {
                let [low, high] = ends(interval).map(|end| end.map(|end| end as u64));
                let estimate = value as u64;
                Values {
                    estimate,
                    low,
                    high,
                }
            };
            let bounds = |Estimate { value, interval }| {
                let [low, high] = ends(interval);
                [Some(value), low, high]
            };
            let fields = CandidateFields {
                cause: self.name(),
                of: self.stream,
                word: self.word.as_deref(),
                score: self.score,
                fit: self.fit,
                left_over_p_value: self.left_over,
                unit: self.cause.unit(),
                estimate: self.estimate.map(bounds),
                values: self.values().map(values),
                share: self.share,
                met_in: self.cause.found(),
                cure: self.cause.cure(),
            };
            fields.serialize(serializer)
        }
    }
}
