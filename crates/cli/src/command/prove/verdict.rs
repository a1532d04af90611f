//! Derives the verdict from the runs of a program.

use faro::distribution::Law;
use faro_math::number::Fraction;
use faro_prove::{
    Certificate, Collision, Conclusion, Draw, ProgramError, Reading, Run, Settings, Walk, WalkEnd,
};

use super::words;
use faro_console::probability;

/// The kind of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Kind {
    Fair,
    Unfair,
    FairUpTo,
    #[default]
    Undecided,
}

/// The result of driving a program.
#[derive(Default)]
pub struct Verdict {
    pub kind: Kind,
    pub law: Option<Law>,
    /// An upper bound of the total variation distance between `law` and the law of the program. It is 0 if
    /// every sequence of choices was run.
    pub law_distance: f64,
    /// The distance of the law from uniform, if it is exactly the law of the program.
    pub total_variation: Option<Fraction>,
    /// A bound of the distance of the program from uniform.
    ///
    /// It is a lower bound if the program is unfair, otherwise an upper bound.
    pub bound: Option<f64>,
    /// An upper bound of the distance of the program from uniform, if one is known.
    pub at_most: Option<f64>,
    /// Whether the work was ended early.
    pub partial: bool,
    /// The settings, if random lists of choices were compared.
    pub settings: Option<Settings>,
    pub runs: u64,
    pub draws: Vec<Draw>,
    /// Whether all runs have the same draws, as far as is known.
    pub same_draws: bool,
    /// The draws in words.
    pub explained: Option<String>,
    /// The reason why the shuffle is unfair, or why nothing is decided.
    pub cause: Option<String>,
    /// Runs that show the cause.
    pub shown: Vec<Run>,
    pub notes: Vec<String>,
}

impl Verdict {
    fn new(first: &Run, runs: u64) -> Verdict {
        Verdict { runs, draws: first.draws.clone(), same_draws: true, ..Verdict::default() }
    }

    /// Returns the verdict on a program that was refused or interrupted.
    ///
    /// The program is refused if its randomness is not controlled or its draws cannot be followed.
    ///
    /// # Errors
    ///
    /// The given error, if it means that the program broke off or could not be run.
    pub fn refused(error: ProgramError) -> Result<Verdict, ProgramError> {
        let undecided = matches!(
            error,
            ProgramError::HiddenRandomness
                | ProgramError::FloatCompare
                | ProgramError::TooManyDraws
                | ProgramError::Threads
                | ProgramError::WideDraw
                | ProgramError::Interrupted
        );
        if !undecided {
            return Err(error);
        }
        let mut verdict = Verdict::new(&Run::default(), 0);
        verdict.partial = error == ProgramError::Interrupted;
        verdict.cause = Some(if verdict.partial { words::NOTHING.into() } else { error.to_string() });
        Ok(verdict)
    }

    pub fn of_walk(walk: Walk, settings: &Settings) -> Verdict {
        let mut verdict = Verdict::new(&walk.first, walk.runs);
        verdict.same_draws = walk.same_bounds;
        verdict.explained = words::draws(&walk.first, walk.same_bounds, walk.name, walk.reading.as_ref());
        verdict.settings = walk.compared.map(|samples| Settings { samples, ..*settings });
        verdict.law_distance = walk.distance(settings.confidence);
        if walk.ranks > 0 {
            verdict.notes.push("the law is that of random keys that are all different".into());
        }
        if walk.compared.is_some() && walk.reading.is_none() {
            verdict.notes.push(
                "the values of each floating-point number or word are grouped by their effect; that all values of a group \
                 have it is verified by the random lists"
                    .into(),
            );
        }
        match walk.end {
            WalkEnd::Law(law) => verdict.judge(law, &walk.first, walk.name),
            WalkEnd::Partial(partial) if walk.interrupted => {
                verdict.partial = true;
                verdict.cause = Some(words::interrupted(partial.seen.to_f64()));
            }
            WalkEnd::Partial(partial) => {
                let seen =
                    format!("{} of the probability was run", probability::of_fraction(&partial.seen, 6));
                let excess = partial.excess.to_f64() - verdict.law_distance;
                if excess > 0.0 {
                    verdict.kind = Kind::Unfair;
                    verdict.bound = Some(excess);
                    verdict.cause = Some(format!("{seen}, and some orders are already too likely"));
                } else {
                    verdict.cause = Some(format!("only {seen}; try fewer cards or a larger --runs"));
                }
            }
        }
        if let (Kind::Unfair, Some(collision)) = (verdict.kind, walk.collision) {
            verdict.shown = collision.runs;
        }
        verdict
    }

    fn judge(&mut self, law: Law, first: &Run, name: Option<&'static str>) {
        let exact = law.total_variation();
        let (distance, error) = (exact.to_f64(), self.law_distance);
        let exactly_fair = exact.numerator().bits() == 0;
        self.at_most = Some((distance + error).min(1.0));
        if error == 0.0 {
            self.kind = if exactly_fair { Kind::Fair } else { Kind::Unfair };
            self.total_variation = Some(exact);
        } else if distance > error {
            (self.kind, self.bound) = (Kind::Unfair, Some(distance - error));
        } else {
            (self.kind, self.bound) = (Kind::FairUpTo, self.at_most);
            if !exactly_fair {
                self.note_rounding(distance);
            }
        }
        if self.kind == Kind::Unfair {
            self.cause = words::unfair_law(&law, first, self.same_draws, name);
        }
        self.law = Some(law);
    }

    fn note_rounding(&mut self, distance: f64) {
        self.notes.push(format!(
            "of which {distance:.1e} comes from equal keys or values that cannot be split evenly"
        ));
    }

    pub fn of_certificate(certificate: &Certificate, settings: &Settings) -> Verdict {
        let name = certificate.name;
        let mut verdict = Verdict::new(&certificate.first, certificate.runs);
        verdict.same_draws = certificate.model.is_some();
        verdict.explained = match verdict.same_draws {
            true => words::draws(&certificate.first, true, name, certificate.reading.as_ref()),
            false => words::zero_draws(&certificate.first),
        };
        verdict.partial = certificate.interrupted;
        match &certificate.conclusion {
            Conclusion::FairUpTo(bound) => {
                verdict.kind = Kind::FairUpTo;
                (verdict.bound, verdict.at_most) = (Some(*bound), Some(*bound));
            }
            _ if verdict.partial && certificate.compared == 0 => verdict.cause = Some(words::NOTHING.into()),
            _ if verdict.partial => verdict.cause = Some(words::undecided(&Conclusion::Stopped)),
            Conclusion::UnfairBy(distance) => {
                verdict.kind = Kind::Unfair;
                verdict.bound = Some(*distance);
                verdict.at_most = certificate.upper();
                verdict.cause = words::unfair_model(certificate, name);
            }
            Conclusion::Collision(collision) => {
                verdict.kind = Kind::Unfair;
                verdict.cause = Some(words::collision(collision, certificate, name));
                verdict.shown = shortest(collision);
            }
            conclusion => verdict.cause = Some(words::undecided(conclusion)),
        }
        if verdict.kind == Kind::FairUpTo {
            let bias = certificate.reading.as_ref().map_or(0.0, Reading::bias);
            let rounding = certificate.chain.as_ref().map_or(0.0, |chain| chain.upper) + bias;
            if rounding > 0.0 {
                verdict.note_rounding(rounding);
            }
        }
        if verdict.partial && certificate.compared > 0 {
            verdict.notes.push(words::partial(certificate.compared, settings.samples));
        }
        let compared = certificate.compared;
        verdict.settings = Some(Settings { samples: compared, ..*settings });
        verdict
    }
}

/// Returns the runs of a collision. The run with the fewest nonzero choices comes first.
fn shortest(collision: &Collision) -> Vec<Run> {
    let mut runs = collision.runs.clone();
    runs.sort_by_key(|run| run.draws.iter().filter(|draw| draw.value > 0).count());
    runs
}
