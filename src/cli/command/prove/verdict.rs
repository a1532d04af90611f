//! What the runs of a program prove.

use faro::distribution::Law;
use faro::number::Fraction;
use faro::prove::{
    Certificate, Collision, Conclusion, Draw, ProgramError, Reading, Run, Settings, Walk, WalkEnd,
};

use super::words;
use crate::cli::plural::counted;
use crate::cli::probability;

/// What is proved.
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
    /// The largest total variation distance between the law and that of the program: 0 if every sequence of choices was
    /// run.
    pub law_distance: f64,
    /// The distance of the law from uniform, if it is that of the program.
    pub total_variation: Option<Fraction>,
    /// The distance of the program from uniform is at most this, or at least this.
    pub bound: Option<f64>,
    /// The settings, if random lists of choices were compared.
    pub settings: Option<Settings>,
    pub runs: u64,
    pub draws: Vec<Draw>,
    /// Whether all runs have these draws, as far as is known.
    pub same_draws: bool,
    /// The draws in words.
    pub explained: Option<String>,
    /// Why the shuffle is unfair, or why nothing is decided.
    pub cause: Option<String>,
    /// Runs that show it.
    pub shown: Vec<Run>,
    pub notes: Vec<String>,
}

impl Verdict {
    fn new(first: &Run, runs: u64) -> Verdict {
        Verdict { runs, draws: first.draws.clone(), same_draws: true, ..Verdict::default() }
    }

    /// Returns the verdict on a program whose randomness is not controlled or not followed.
    ///
    /// # Errors
    ///
    /// The error, if the program broke off.
    pub fn refused(error: ProgramError) -> Result<Verdict, ProgramError> {
        let undecided = matches!(
            error,
            ProgramError::HiddenRandomness
                | ProgramError::FloatCompare
                | ProgramError::TooManyDraws
                | ProgramError::Threads
        );
        if !undecided {
            return Err(error);
        }
        let mut verdict = Verdict::new(&Run::default(), 0);
        verdict.cause = Some(error.to_string());
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
        if error == 0.0 {
            self.kind = if exactly_fair { Kind::Fair } else { Kind::Unfair };
            self.total_variation = Some(exact);
        } else if distance > error {
            (self.kind, self.bound) = (Kind::Unfair, Some(distance - error));
        } else {
            (self.kind, self.bound) = (Kind::FairUpTo, Some((distance + error).min(1.0)));
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
        let modelled = certificate.model.is_some();
        verdict.explained = words::draws(&certificate.first, modelled, name, certificate.reading.as_ref());
        verdict.same_draws = modelled;
        match &certificate.conclusion {
            Conclusion::FairUpTo(bound) => {
                verdict.kind = Kind::FairUpTo;
                verdict.bound = Some(*bound);
            }
            Conclusion::UnfairBy(distance) => {
                verdict.kind = Kind::Unfair;
                verdict.bound = Some(*distance);
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
            if certificate.compared < settings.samples {
                let lists = counted(certificate.compared, "list");
                verdict.notes.push(format!("stopped after {lists} of choices"));
            }
        }
        let compared = certificate.compared;
        verdict.settings = Some(Settings { samples: compared, ..*settings });
        verdict
    }
}

/// Returns the runs of a collision, the one with the fewest choices first.
fn shortest(collision: &Collision) -> Vec<Run> {
    let mut runs = collision.runs.clone();
    runs.sort_by_key(|run| run.draws.iter().filter(|draw| draw.value > 0).count());
    runs
}
