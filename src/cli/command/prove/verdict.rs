//! What the runs of a program prove.

use faro::distribution::Law;
use faro::number::Fraction;
use faro::prove::{Certificate, Collision, Conclusion, Draw, ProgramError, Run, Settings, Walk, WalkEnd};

use super::words;

/// What is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Fair,
    Unfair,
    FairUpTo,
    Undecided,
}

/// The result of driving a program.
pub struct Verdict {
    pub kind: Kind,
    /// The exact law, if every sequence of choices was run.
    pub law: Option<Law>,
    pub total_variation: Option<Fraction>,
    /// What a certificate says: at most this distance, or at least this one.
    pub bound: Option<f64>,
    /// The settings of a certificate.
    pub settings: Option<Settings>,
    pub runs: u64,
    /// The draws of the first run.
    pub draws: Vec<Draw>,
    /// Whether all runs have these draws, as far as is known.
    pub same_draws: bool,
    /// The draws in words.
    pub explained: Option<String>,
    /// Why the shuffle is unfair, or why nothing is decided.
    pub cause: Option<String>,
    /// Runs that show it.
    pub shown: Vec<Run>,
    /// Further sentences.
    pub notes: Vec<String>,
}

/// Rounding of floating-point draws gives at most this distance.
const ROUNDING: f64 = 1e-9;

impl Verdict {
    fn new(kind: Kind, first: &Run, runs: u64) -> Verdict {
        Verdict {
            kind,
            law: None,
            total_variation: None,
            bound: None,
            settings: None,
            runs,
            draws: first.draws.clone(),
            same_draws: true,
            explained: None,
            cause: None,
            shown: Vec::new(),
            notes: Vec::new(),
        }
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
        let mut verdict = Verdict::new(Kind::Undecided, &Run::default(), 0);
        verdict.cause = Some(error.to_string());
        Ok(verdict)
    }

    /// Returns the verdict of a walk over the choices.
    pub fn of_walk(walk: Walk, name: Option<&'static str>) -> Verdict {
        let mut verdict = Verdict::new(Kind::Undecided, &walk.first, walk.runs);
        verdict.same_draws = walk.same_bounds;
        verdict.explained = words::draws(&walk.first, walk.same_bounds, name);
        if walk.grouped {
            verdict.notes.push(
                "the values of each floating-point draw are grouped by their effect; each group was verified at its \
                 ends and at random values"
                    .into(),
            );
        }
        let ties = walk.ties();
        if ties > 0.0 {
            verdict.notes.push(format!(
                "the law is that of different random keys; two are equal with a probability of at most {ties:.1e}"
            ));
        }
        match walk.end {
            WalkEnd::Law(law) => verdict.judge(law, (walk.grouped, ties), &walk.first, name),
            WalkEnd::Partial(partial) => {
                let seen = format!("{:.6} of the probability was run", partial.seen.to_f64());
                let excess = partial.excess.to_f64() - ties;
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

    fn judge(&mut self, law: Law, (grouped, ties): (bool, f64), first: &Run, name: Option<&'static str>) {
        let distance = law.total_variation();
        let fair = distance.numerator().bits() == 0;
        let rounding = grouped && !fair && distance.to_f64() < ROUNDING.max(ties);
        (self.kind, self.cause) = match (fair, rounding) {
            (true, _) if ties == 0.0 => (Kind::Fair, None),
            (true, _) | (_, true) => (Kind::FairUpTo, None),
            _ => (Kind::Unfair, words::unfair_law(&law, first, self.same_draws, name)),
        };
        if self.kind == Kind::FairUpTo {
            self.bound = Some(distance.to_f64() + ties);
        }
        if rounding {
            self.notes.push(
                "the distance comes from floating-point numbers, whose values cannot be split evenly".into(),
            );
        }
        self.total_variation = Some(distance);
        self.law = Some(law);
    }

    /// Returns the verdict of a certificate.
    pub fn of_certificate(
        certificate: &Certificate,
        settings: &Settings,
        name: Option<&'static str>,
    ) -> Verdict {
        let mut verdict = Verdict::new(Kind::Undecided, &certificate.first, certificate.runs);
        let modelled = certificate.model.is_some();
        verdict.explained = words::draws(&certificate.first, modelled, name);
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
        if let Some(rounding) = certificate.chain.as_ref().map(|chain| chain.upper).filter(|_| modelled)
            && verdict.kind == Kind::FairUpTo
            && rounding > 0.0
        {
            verdict.notes.push(format!("of which {rounding:.1e} comes from the values of floating-point numbers, which are not continuous"));
        }
        if verdict.kind == Kind::FairUpTo && certificate.compared < settings.samples {
            verdict.notes.push(format!("stopped after {} lists of choices", certificate.compared));
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
