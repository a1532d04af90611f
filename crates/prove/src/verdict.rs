//! The verdict on the shuffle of a program, derived from its law or its certificate.

use super::certificate::{Certificate, Conclusion};
use super::collision::Collision;
use super::counting::Count;
use super::model::Reason;
use super::program::{HiddenSource, ProgramError, Run, Seeding};
use super::reading::Reading;
use super::settings::Settings;
use super::walk::{Walk, WalkEnd};
use faro::distribution::Law;
use faro_math::number::Fraction;

/// What a verdict proves about a shuffle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum VerdictKind {
    /// All orders are equally likely.
    #[cfg_attr(feature = "serde", serde(rename = "proved fair"))]
    Fair,
    /// Some orders are too likely.
    #[cfg_attr(feature = "serde", serde(rename = "proved unfair"))]
    Unfair,
    /// The total variation distance from uniform is at most a given bound.
    #[cfg_attr(feature = "serde", serde(rename = "fair up to"))]
    FairUpTo,
    /// Nothing is decided.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "not decided"))]
    Undecided,
}

impl VerdictKind {
    /// Returns the words that the output uses: `proved fair`, `fair up to` (followed by [`Verdict::bound`]),
    /// `proved unfair` or `not decided`.
    pub fn name(self) -> &'static str {
        match self {
            VerdictKind::Fair => "proved fair",
            VerdictKind::Unfair => "proved unfair",
            VerdictKind::FairUpTo => "fair up to",
            VerdictKind::Undecided => "not decided",
        }
    }
}

/// The reason why a shuffle is unfair, or why nothing is decided.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    /// The program was refused for this error.
    Refused(ProgramError),
    /// The work was interrupted before the first run ended.
    Nothing,
    /// The work was interrupted. The value is the total probability of the runs made before.
    Interrupted(f64),
    /// Some orders are too likely, although not all runs were made. The value is the total probability of the runs
    /// made.
    TooLikely(Fraction),
    /// The limit of runs is too small for a verdict. The value is the total probability of the runs made.
    TooFewRuns(Fraction),
    /// The shuffle makes no random choice.
    NoChoice,
    /// Some orders never occur.
    Missing {
        /// Number of orders that never occur.
        missing: usize,
        /// Number of orders of the deck.
        orders: usize,
    },
    /// The number of lists of choices is not a multiple of the number of orders, which is the value.
    Uneven(usize),
    /// The decks of the model are not equally likely.
    Model(Reason),
    /// Several lists of choices give the same deck, and together they are more likely than a deck of a fair shuffle.
    Collision(Collision),
    /// There are fewer lists of choices than orders of the deck.
    TooFewLists(Count),
    /// Runs with the same choices give different results. The value is the source of the difference.
    Hidden(HiddenSource),
    /// The certificate proves nothing. The value is its conclusion.
    Unproved(Conclusion),
}

/// A condition or a limit that a reader of a verdict must know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VerdictNote {
    /// The law assumes that all random sort keys are different.
    DifferentKeys,
    /// The values of a draw are grouped by their effect. Random lists of choices verify the groups.
    Grouped,
    /// All draws follow from a seed. The value is the number of bits of the seed.
    ///
    /// The law is that of independent draws.
    Seeded(u32),
    /// The distance includes this bound for equal sort keys, or for values that cannot be divided evenly among the
    /// choices.
    Rounding(f64),
    /// The work was interrupted after `compared` of `samples` lists, before any run was repeated in another process.
    Partial {
        /// Number of lists that were compared.
        compared: u64,
        /// Number of lists that were requested.
        samples: u64,
    },
}

/// The verdict on a program's shuffle, from its law or its certificate.
///
/// ```
/// use faro_prove::{Rehearsed, Settings, Verdict, VerdictKind, walk};
/// use faro::zoo::Transpositions;
///
/// let settings = Settings::default();
/// let mut program = Rehearsed::new(Transpositions::Naive, 3);
/// let verdict = Verdict::of_walk(walk(&mut program, &settings)?, &settings);
/// assert_eq!(verdict.kind, VerdictKind::Unfair);
/// assert_eq!(verdict.total_variation.unwrap().to_string(), "1/18");
/// # Ok::<(), faro_prove::ProgramError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// What the verdict proves.
    pub kind: VerdictKind,
    /// The law of the shuffle, if it was found.
    pub law: Option<Law>,
    /// An upper bound of the total variation distance between `law` and the law of the program. It is 0 if every list
    /// of choices was run.
    pub law_distance: f64,
    /// The total variation distance of `law` from uniform, if `law` is exactly the law of the program.
    pub total_variation: Option<Fraction>,
    /// A bound of the total variation distance of the program from uniform.
    ///
    /// It is a lower bound if the program is unfair, otherwise an upper bound.
    pub bound: Option<f64>,
    /// An upper bound of the total variation distance of the program from uniform, if one is known.
    pub at_most: Option<f64>,
    /// Whether the work ended before all runs were made.
    pub partial: bool,
    /// The settings of the comparison, if random lists of choices were compared.
    pub settings: Option<Settings>,
    /// Number of runs of the program.
    pub runs: u64,
    /// The run whose values are all 0.
    pub first: Run,
    /// Whether all runs have draws with the same bounds, or `None` if only the first run is known.
    pub same_draws: Option<bool>,
    /// The word of the named shuffle that makes the same decks from the same choices, if there is one.
    pub name: Option<&'static str>,
    /// How the program derives its choices from its draws, if the draws are not the choices themselves.
    pub reading: Option<Reading>,
    /// The reason why the shuffle is unfair, or why nothing is decided.
    pub cause: Option<Cause>,
    /// Runs that demonstrate the cause.
    pub shown: Vec<Run>,
    /// Conditions and limits that a reader must know.
    pub notes: Vec<VerdictNote>,
}

impl Verdict {
    /// Returns the verdict on a program that was refused or interrupted with `error`.
    ///
    /// A program is refused if its randomness is not controlled by the caller, or if its draws cannot be followed.
    ///
    /// # Errors
    ///
    /// `error` itself, if it means that the program failed or could not be run.
    pub fn refused(error: ProgramError) -> Result<Verdict, ProgramError> {
        use ProgramError::{
            FloatCompare, HiddenRandomness, Interrupted, Seed, Threads, TooManyDraws, WideDraw,
        };
        let cause = match error {
            Interrupted => Cause::Nothing,
            HiddenRandomness | FloatCompare | TooManyDraws | Threads | WideDraw | Seed(_) => {
                Cause::Refused(error)
            }
            _ => return Err(error),
        };
        let (partial, same_draws) = (cause == Cause::Nothing, Some(true));
        Ok(Verdict {
            partial,
            same_draws,
            cause: Some(cause),
            ..Verdict::default()
        })
    }

    /// Returns the verdict on a program with hidden randomness from `source`.
    pub fn hidden(source: HiddenSource) -> Verdict {
        Verdict {
            same_draws: Some(true),
            cause: Some(Cause::Hidden(source)),
            ..Verdict::default()
        }
    }

    /// Returns the verdict on a program from a walk over the lists of its choices.
    pub fn of_walk(walk: Walk, settings: &Settings) -> Verdict {
        let law_distance = walk.distance(settings.confidence);
        let mut verdict = Verdict {
            law_distance,
            runs: walk.runs,
            first: walk.first,
            same_draws: Some(walk.same_bounds),
            name: walk.name,
            settings: walk.compared.map(|samples| Settings {
                samples,
                ..*settings
            }),
            ..Verdict::default()
        };
        if walk.ranks > 0 {
            verdict.notes.push(VerdictNote::DifferentKeys);
        }
        if let Seeding::Of(bits) = verdict.first.seeding {
            verdict.notes.push(VerdictNote::Seeded(bits));
        }
        if walk.compared.is_some() && walk.reading.is_none() {
            verdict.notes.push(VerdictNote::Grouped);
        }
        verdict.reading = walk.reading;
        match walk.end {
            WalkEnd::Law(law) => verdict.judge(law),
            WalkEnd::Partial(partial) if walk.interrupted => {
                verdict.partial = true;
                let seen = partial.seen.to_f64();
                verdict.cause = Some(if seen == 0.0 {
                    Cause::Nothing
                } else {
                    Cause::Interrupted(seen)
                });
            }
            WalkEnd::Partial(partial) => {
                let excess = partial.excess.to_f64() - law_distance;
                if excess > 0.0 {
                    verdict.kind = VerdictKind::Unfair;
                    verdict.bound = Some(excess);
                    verdict.cause = Some(Cause::TooLikely(partial.seen));
                } else {
                    verdict.cause = Some(Cause::TooFewRuns(partial.seen));
                }
            }
        }
        if let (VerdictKind::Unfair, Some(collision)) = (verdict.kind, walk.collision) {
            verdict.shown = collision.runs;
        }
        verdict
    }

    fn judge(&mut self, law: Law) {
        let exact = law.total_variation();
        let (distance, error) = (exact.to_f64(), self.law_distance);
        let exactly_fair = exact.numerator().bits() == 0;
        self.at_most = Some((distance + error).min(1.0));
        if error == 0.0 {
            self.kind = if exactly_fair {
                VerdictKind::Fair
            } else {
                VerdictKind::Unfair
            };
            self.total_variation = Some(exact);
        } else if distance > error {
            (self.kind, self.bound) = (VerdictKind::Unfair, Some(distance - error));
        } else {
            (self.kind, self.bound) = (VerdictKind::FairUpTo, self.at_most);
            if !exactly_fair {
                self.notes.push(VerdictNote::Rounding(distance));
            }
        }
        if self.kind == VerdictKind::Unfair {
            let (reachable, orders) = (law.reachable(), law.orders());
            self.cause = Some(match reachable {
                _ if self.first.draws.is_empty() => Cause::NoChoice,
                _ if reachable < orders => Cause::Missing {
                    missing: orders - reachable,
                    orders,
                },
                _ => Cause::Uneven(orders),
            });
        }
        self.law = Some(law);
    }

    /// Returns the verdict on a program from its certificate.
    pub fn of_certificate(certificate: Certificate, settings: &Settings) -> Verdict {
        let bias = certificate.reading.as_ref().map_or(0.0, Reading::bias);
        let rounding = certificate.chain.as_ref().map_or(0.0, |chain| chain.upper) + bias;
        let upper = certificate.upper();
        let compared = certificate.compared;
        let mut verdict = Verdict {
            partial: certificate.interrupted,
            runs: certificate.runs,
            first: certificate.first,
            same_draws: certificate.model.is_some().then_some(true),
            name: certificate.name,
            reading: certificate.reading,
            settings: Some(Settings {
                samples: compared,
                ..*settings
            }),
            ..Verdict::default()
        };
        match certificate.conclusion {
            Conclusion::FairUpTo(bound) => {
                verdict.kind = VerdictKind::FairUpTo;
                (verdict.bound, verdict.at_most) = (Some(bound), Some(bound));
                if rounding > 0.0 {
                    verdict.notes.push(VerdictNote::Rounding(rounding));
                }
            }
            _ if verdict.partial && compared == 0 => verdict.cause = Some(Cause::Nothing),
            _ if verdict.partial => verdict.cause = Some(Cause::Unproved(Conclusion::Stopped)),
            Conclusion::UnfairBy(distance) => {
                verdict.kind = VerdictKind::Unfair;
                (verdict.bound, verdict.at_most) = (Some(distance), upper);
                verdict.cause = certificate
                    .chain
                    .and_then(|chain| chain.reason)
                    .map(Cause::Model);
            }
            Conclusion::TooFewLists(count) => {
                verdict.kind = VerdictKind::Unfair;
                verdict.bound = Some(count.distance);
                verdict.cause = Some(Cause::TooFewLists(count));
            }
            Conclusion::Collision(collision) => {
                verdict.kind = VerdictKind::Unfair;
                verdict.bound = certificate.count.map(|count| count.distance);
                verdict.shown = shortest(&collision);
                verdict.cause = Some(Cause::Collision(collision));
            }
            conclusion => verdict.cause = Some(Cause::Unproved(conclusion)),
        }
        if verdict.partial && compared > 0 {
            verdict.notes.push(VerdictNote::Partial {
                compared,
                samples: settings.samples,
            });
        }
        verdict
    }

    /// Returns whether the total variation distance from uniform is proved to be at most `distance`.
    ///
    /// Returns `None` if the verdict is undecided or the work ended early.
    pub fn within(&self, distance: f64) -> Option<bool> {
        let decided = self.kind != VerdictKind::Undecided && !self.partial;
        decided.then(|| self.at_most.is_some_and(|upper| upper <= distance))
    }
}

/// Returns the runs of a collision. The run with the fewest nonzero choices comes first.
fn shortest(collision: &Collision) -> Vec<Run> {
    let mut runs = collision.runs.clone();
    runs.sort_by_key(|run| run.draws.iter().filter(|draw| draw.value > 0).count());
    runs
}
