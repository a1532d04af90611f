//! Certifies a program for a deck that is too large for its law.
//!
//! Learns a model, compares the program with it on random lists of choices, and draws a conclusion.

use super::collision::Collision;
use super::counting::{Count, count};
use super::draws::below;
use super::model::{Chain, Model};
use super::program::{
    FRESH_PROCESSES, Outcome, Program, ProgramError, Run, Seeding, cause, first_run, name_of,
    repeat_runs,
};
use super::reading::{Reader, Reading, misread};
use super::settings::{Settings, bound};
use faro_sample::shuffle::Generator;

/// The result of [`certify`]: a comparison of a program with a model of it.
#[derive(Clone, Debug, Default)]
pub struct Certificate {
    /// Number of runs of the program.
    pub runs: u64,
    /// Number of random lists of choices on which the program and the model were compared.
    pub compared: u64,
    /// The first run, whose values are all 0.
    pub first: Run,
    /// How the program derives its choices from its draws, if the draws are not the choices themselves.
    pub reading: Option<Reading>,
    /// The word of the named shuffle that makes the same decks from the same choices, if there is one.
    pub name: Option<&'static str>,
    /// The model, if one was found.
    pub model: Option<Model>,
    /// Bounds of the model's distance from uniform, if there is a model.
    pub chain: Option<Chain>,
    /// An upper bound of the total variation distance between the program and the model.
    ///
    /// It holds with confidence 1 − [`Settings::confidence`], and is given only if all lists agreed.
    pub distance: Option<f64>,
    /// The proof that the program reaches few orders, if it was sought and found.
    pub count: Option<Count>,
    /// The conclusion from the comparison.
    pub conclusion: Conclusion,
    /// Whether the program was interrupted. The conclusion then rests on the lists compared before, and no run was
    /// repeated in a fresh process.
    pub interrupted: bool,
}

/// The conclusion of a [`Certificate`].
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Conclusion {
    /// The distance from uniform is at most the value, with confidence 1 − [`Settings::confidence`].
    ///
    /// This is the total variation distance.
    FairUpTo(f64),
    /// The distance from uniform is at least the value, with confidence 1 − [`Settings::confidence`].
    ///
    /// This is the total variation distance.
    UnfairBy(f64),
    /// The lists of choices in the value prove that one deck is too likely.
    Collision(Collision),
    /// There are fewer lists of choices than orders.
    TooFewLists(Count),
    /// No model exists.
    ///
    /// The number or the bounds of the draws differ from run to run, or the deck is not a product of moves.
    #[default]
    NoModel,
    /// The model would be too large: there are too many cards, or the draws have too many values.
    TooLarge,
    /// A model was found, but its distance from uniform is unknown.
    UnknownModel,
    /// The model predicts another result for a list of choices.
    ///
    /// The value is the run, if the program made a deck.
    Disagreement(Option<Run>),
    /// Not enough lists of choices were compared.
    Stopped,
}

impl Certificate {
    /// Returns the value of [`Conclusion::FairUpTo`], a bound of the total variation distance from uniform.
    pub fn fair_up_to(&self) -> Option<f64> {
        match self.conclusion {
            Conclusion::FairUpTo(bound) => Some(bound),
            _ => None,
        }
    }

    /// Returns an upper bound of the total variation distance from uniform, if all lists agreed.
    ///
    /// The bound holds with confidence 1 − [`Settings::confidence`].
    pub fn upper(&self) -> Option<f64> {
        Some((self.distance? + self.chain.as_ref()?.upper).min(1.0))
    }

    /// Returns whether a proof by counting would say more.
    fn is_weak(&self) -> bool {
        !matches!(
            self.conclusion,
            Conclusion::FairUpTo(_) | Conclusion::UnfairBy(_)
        )
    }

    /// Sets the conclusion if all compared lists agreed.
    fn judge(&mut self, settings: &Settings) {
        let bias = self.reading.as_ref().map_or(0.0, Reading::bias);
        let distance = (bound(self.compared, settings.confidence) + bias).min(1.0);
        let judged = self
            .chain
            .as_ref()
            .filter(|_| self.compared > 0)
            .map(|chain| judged(chain, distance));
        self.distance = judged.is_some().then_some(distance);
        self.conclusion = match judged {
            Some(Conclusion::UnknownModel) if self.compared < settings.samples => {
                Conclusion::Stopped
            }
            judged => judged.unwrap_or(Conclusion::Stopped),
        };
    }

    /// Sets the conclusion from the lists that were compared before an interruption.
    fn interrupt(&mut self, settings: &Settings) {
        match self.conclusion {
            // A collision is confirmed before anything else is run, so it holds despite the interruption.
            Conclusion::Collision(_) => return,
            Conclusion::Disagreement(_) => self.conclusion = Conclusion::Stopped,
            _ => self.judge(settings),
        }
        self.interrupted = true;
    }
}

/// Number of random lists on which a model is tried before it is accepted.
const PILOT_LISTS: usize = 64;

/// Number of these lists that must agree with the model.
const MIN_AGREEING: usize = PILOT_LISTS / 2;

/// Minimum number of lists in a batch, then the maximum numbers in an early and in a late batch. Early
/// batches are small, since an interruption loses an unfinished batch. Late batches are large, so that the
/// program computes while its answers are read.
const BATCHES: [u64; 3] = [64, 1000, 10_000];

/// A late batch has at most one list for each `MIN_GROWTH` lists before it.
const MIN_GROWTH: u64 = 8;

/// Number of runs that are repeated in fresh processes.
const REPEATED_RUNS: usize = 200;

/// Maximum number of disagreements that are examined for a collision.
const MAX_EXAMINED: u32 = 32;

/// The streams of random numbers for the pilot, the lists, the repetition and a reading.
const STREAMS: [u64; 4] = [0, 1, 2, 3];

/// Learns a model of a program, tests it on random lists, and bounds the distance from uniform.
///
/// The model is learned from other lists, so that the tested lists are independent of it.
///
/// # Errors
///
/// [`ProgramError`] of the program, also if the same choices give different decks ([`ProgramError::HiddenRandomness`]).
///
/// ```
/// use faro::zoo::Transpositions;
/// use faro_prove::{Rehearsed, Settings, certify};
/// let settings = Settings { samples: 1000, ..Settings::default() };
/// let certificate = certify(&mut Rehearsed::new(Transpositions::Sattolo, 52), &settings)?;
/// assert_eq!(certificate.fair_up_to(), None);
/// # Ok::<(), faro_prove::ProgramError>(())
/// ```
pub fn certify(
    program: &mut dyn Program,
    settings: &Settings,
) -> Result<Certificate, ProgramError> {
    certify_while(program, settings, &mut |_| true)
}

/// Certifies a program as [`certify`] does, while `goes_on` returns `true`.
///
/// `goes_on` is called with the number of compared lists. If it returns `false`, the certificate is
/// [interrupted](Certificate::interrupted) and holds for the lists that were compared.
///
/// # Errors
///
/// As for [`certify`].
pub fn certify_while(
    program: &mut dyn Program,
    settings: &Settings,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Certificate, ProgramError> {
    let mut counted = Counted { program, runs: 0 };
    match certified_by_draws(&mut counted, settings, goes_on) {
        Err(ProgramError::HiddenRandomness) => certified_beside_seed(&mut counted, settings),
        other => other,
    }
}

/// Returns the certificate of a program whose decks follow from its draws, or from a seed of all draws.
fn certified_by_draws(
    counted: &mut Counted,
    settings: &Settings,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Certificate, ProgramError> {
    if let Some(certificate) = certified_by_seed(counted, settings)? {
        return Ok(certificate);
    }
    let (reader, first) = Reader::find(counted, &settings.seed, STREAMS[3])?;
    let is_read = reader.is_some();
    let certificate = match reader {
        Some(mut reader) => certified_choices(&mut reader, settings, goes_on),
        None => {
            let certificate = Certificate {
                first: first.clone(),
                ..Certificate::default()
            };
            certified(counted, certificate, settings, goes_on)
        }
    };
    let is_interrupted = certificate
        .as_ref()
        .is_ok_and(|certificate| certificate.interrupted);
    let is_weak = certificate.as_ref().map_or(true, Certificate::is_weak);
    if !is_read
        && is_weak
        && !is_interrupted
        && let Some(count) = count(counted, &first, true, settings)?
    {
        return Ok(too_few_lists(certificate.ok(), first, count, counted.runs));
    }
    let mut certificate = match certificate {
        Err(why @ ProgramError::FloatCompare) => Err(cause(counted, &first, why)),
        other => other,
    }?;
    if matches!(
        certificate.conclusion,
        Conclusion::NoModel | Conclusion::Disagreement(_)
    ) {
        match cause(counted, &first, ProgramError::FloatCompare) {
            ProgramError::Interrupted => certificate.interrupt(settings),
            ProgramError::HiddenRandomness => return Err(ProgramError::HiddenRandomness),
            _ => {}
        }
    }
    certificate.runs = counted.runs;
    Ok(certificate)
}

/// Returns the certificate of a program that reports a seed of all its draws: the seeds are counted. Returns `None` for
/// other programs.
fn certified_by_seed(
    program: &mut Counted,
    settings: &Settings,
) -> Result<Option<Certificate>, ProgramError> {
    let first = match first_run(program) {
        Ok(first) if matches!(first.seeding, Seeding::Of(_)) => first,
        Ok(_) | Err(ProgramError::TooManyDraws) => return Ok(None),
        Err(error) => return Err(error),
    };
    let count = count(program, &first, true, settings)?;
    Ok(count.map(|count| too_few_lists(None, first, count, program.runs)))
}

/// Returns the certificate of a program that reports a seed besides its draws, such as one from a clock. Its
/// decks differ with the same draws, so the seeds are counted.
///
/// # Errors
///
/// [`ProgramError::HiddenRandomness`] if it reports no seed, or too wide a seed.
fn certified_beside_seed(
    program: &mut Counted,
    settings: &Settings,
) -> Result<Certificate, ProgramError> {
    let run = program
        .run(&[Vec::new()])?
        .into_iter()
        .next()
        .and_then(Outcome::ran)
        .unwrap_or_default();
    let count = count(program, &run, false, settings)?.ok_or(ProgramError::HiddenRandomness)?;
    Ok(too_few_lists(None, run, count, program.runs))
}

/// Adds a proof by counting to a certificate. A collision remains, since it names choices.
fn too_few_lists(
    certificate: Option<Certificate>,
    first: Run,
    count: Count,
    runs: u64,
) -> Certificate {
    let certificate = certificate.unwrap_or_default();
    let conclusion = match certificate.conclusion {
        collision @ Conclusion::Collision(_) if count.seeding == Seeding::None => collision,
        _ => Conclusion::TooFewLists(count.clone()),
    };
    let compared = count.compared;
    Certificate {
        first,
        runs,
        compared,
        conclusion,
        count: Some(count),
        ..certificate
    }
}

/// Completes the certificate of a program whose draws are its choices.
fn certified(
    program: &mut dyn Program,
    mut certificate: Certificate,
    settings: &Settings,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Certificate, ProgramError> {
    match conclude(program, settings, goes_on, &mut certificate) {
        Err(ProgramError::Interrupted) => certificate.interrupt(settings),
        other => other?,
    }
    Ok(certificate)
}

/// Returns the certificate of a program whose choices are read from its draws.
fn certified_choices(
    reader: &mut Reader,
    settings: &Settings,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Certificate, ProgramError> {
    let (first, reading) = (first_run(reader)?, Some(reader.reading.clone()));
    let certificate = Certificate {
        first,
        reading,
        ..Certificate::default()
    };
    certified(reader, certificate, settings, goes_on).map_err(misread)
}

fn conclude(
    program: &mut dyn Program,
    settings: &Settings,
    goes_on: &mut dyn FnMut(u64) -> bool,
    certificate: &mut Certificate,
) -> Result<(), ProgramError> {
    let mut generator = Generator::unit(&settings.seed, STREAMS[0]);
    certificate.name = name_of(program, &certificate.first)?;
    if !program.is_sampled()
        && let Some(collision) = Collision::new(&[&certificate.first])
    {
        confirm(program, &collision)?;
        certificate.conclusion = Conclusion::Collision(collision);
    }
    if Model::is_too_large(&certificate.first) && certificate.conclusion == Conclusion::NoModel {
        certificate.conclusion = Conclusion::TooLarge;
        return Ok(());
    }
    let Some(model) = find_model(program, &certificate.first, &mut generator)? else {
        return Ok(());
    };
    certificate.chain = Some(model.chain());
    certificate.model = Some(model.clone());
    if matches!(certificate.conclusion, Conclusion::Collision(_)) {
        return Ok(());
    }
    if compare(
        program,
        &model,
        settings,
        goes_on,
        certificate,
        &mut generator,
    )? {
        repeat(program, &model, settings)?;
        certificate.judge(settings);
    }
    Ok(())
}

/// Returns the conclusion if the program and the model differ by at most `distance`.
fn judged(chain: &Chain, distance: f64) -> Conclusion {
    if chain.lower > distance {
        Conclusion::UnfairBy(chain.lower - distance)
    } else if chain.uniform {
        Conclusion::FairUpTo((distance + chain.upper).min(1.0))
    } else {
        Conclusion::UnknownModel
    }
}

/// Searches for a model with which at least half of the random lists agree. Tries zeros and random values as the base
/// run, and both orders of the moves.
fn find_model(
    program: &mut dyn Program,
    first: &Run,
    generator: &mut Generator,
) -> Result<Option<Model>, ProgramError> {
    let random: Vec<u64> = first
        .bounds()
        .map(|bound| below(generator, bound))
        .collect();
    for base in [first.values(), random] {
        let Some(model) = Model::learn(program, &base)? else {
            continue;
        };
        let lists: Vec<Vec<u64>> = (0..PILOT_LISTS).map(|_| model.random(generator)).collect();
        let runs: Vec<Option<Run>> = program.run(&lists)?.into_iter().map(Outcome::ran).collect();
        let agreed = |model: &Model| {
            runs.iter()
                .filter(|run| run.as_ref().is_some_and(|run| model.fits(run)))
                .count()
        };
        let forward = agreed(&model);
        let model = if forward == PILOT_LISTS {
            model
        } else {
            model.reversed()
        };
        let backward = agreed(&model);
        let model = if forward > backward {
            model.reversed()
        } else {
            model
        };
        if forward.max(backward) >= MIN_AGREEING {
            return Ok(Some(model));
        }
    }
    Ok(None)
}

/// Compares the model with special and random lists. Returns whether all agreed. If not, `certificate` has the
/// conclusion.
fn compare(
    program: &mut dyn Program,
    model: &Model,
    settings: &Settings,
    goes_on: &mut dyn FnMut(u64) -> bool,
    certificate: &mut Certificate,
    examiner: &mut Generator,
) -> Result<bool, ProgramError> {
    let mut generator = Generator::unit(&settings.seed, STREAMS[1]);
    let mut examined = 0;
    let mut lists = special(model);
    let mut random = 0;
    loop {
        for run in program.run(&lists)?.into_iter().map(Outcome::ran) {
            if run.as_ref().is_some_and(|run| model.fits(run)) {
                continue;
            }
            examined += 1;
            certificate.conclusion = disagreement(program, model, run, examiner)?;
            match certificate.conclusion {
                Conclusion::Collision(_) => return Ok(false),
                Conclusion::Disagreement(Some(_)) if examined >= MAX_EXAMINED => return Ok(false),
                _ => {}
            }
        }
        certificate.compared += random;
        if certificate.compared >= settings.samples || !goes_on(certificate.compared) {
            return Ok(!matches!(
                certificate.conclusion,
                Conclusion::Disagreement(_)
            ));
        }
        random = batch(certificate.compared).min(settings.samples - certificate.compared);
        lists = (0..random).map(|_| model.random(&mut generator)).collect();
    }
}

/// Returns the number of lists in the batch that follows `compared` lists.
fn batch(compared: u64) -> u64 {
    let [least, early, late] = BATCHES;
    compared.clamp(least, (compared / MIN_GROWTH).clamp(early, late))
}

/// Returns the conclusion from a list of choices for which the model predicted another result.
fn disagreement(
    program: &mut dyn Program,
    model: &Model,
    run: Option<Run>,
    examiner: &mut Generator,
) -> Result<Conclusion, ProgramError> {
    let Some(run) = run else {
        return Ok(Conclusion::Disagreement(None));
    };
    if program.run(&[run.values()])? != [Outcome::Ran(run.clone())] {
        return Err(ProgramError::HiddenRandomness);
    }
    match Collision::find(program, model, &run, examiner)? {
        Some(collision) => {
            confirm(program, &collision)?;
            Ok(Conclusion::Collision(collision))
        }
        None => Ok(Conclusion::Disagreement(Some(run))),
    }
}

/// Returns lists for which programs often have special cases.
///
/// These are all values 0, all values at their maximum, and the lists whose decks are the new deck and the
/// reversed deck.
fn special(model: &Model) -> Vec<Vec<u64>> {
    let first = model.draws().iter().map(|_| 0).collect();
    let last = model
        .draws()
        .iter()
        .map(|draw| draw.pieces.bound() - 1)
        .collect();
    let new: Vec<u32> = (0..model.cards() as u32).collect();
    let reversed: Vec<u32> = new.iter().rev().copied().collect();
    let decks = [new, reversed]
        .into_iter()
        .filter_map(|deck| model.values(&deck));
    [first, last].into_iter().chain(decks).collect()
}

/// Repeats the runs of a collision many times, in fresh processes.
fn confirm(program: &mut dyn Program, collision: &Collision) -> Result<(), ProgramError> {
    let runs: Vec<Run> = collision
        .runs
        .iter()
        .rev()
        .cycle()
        .take(REPEATED_RUNS)
        .cloned()
        .collect();
    repeat_runs(program, &runs)
}

/// Compares the model with more random lists, in fresh processes.
fn repeat(
    program: &mut dyn Program,
    model: &Model,
    settings: &Settings,
) -> Result<(), ProgramError> {
    let mut generator = Generator::unit(&settings.seed, STREAMS[2]);
    for _ in 0..FRESH_PROCESSES {
        program.restart()?;
        let lists: Vec<Vec<u64>> = (0..REPEATED_RUNS / FRESH_PROCESSES)
            .map(|_| model.random(&mut generator))
            .collect();
        let fits = |outcome: Outcome| outcome.ran().is_some_and(|run| model.fits(&run));
        if !program.run(&lists)?.into_iter().all(fits) {
            return Err(ProgramError::HiddenRandomness);
        }
    }
    Ok(())
}

/// A program whose runs are counted.
struct Counted<'a> {
    program: &'a mut dyn Program,
    runs: u64,
}

impl Program for Counted<'_> {
    fn cards(&self) -> usize {
        self.program.cards()
    }

    fn run(&mut self, lists: &[Vec<u64>]) -> Result<Vec<Outcome>, ProgramError> {
        let outcomes = self.program.run(lists)?;
        self.runs += outcomes.len() as u64;
        Ok(outcomes)
    }

    fn run_with_one_seed(
        &mut self,
        lists: &[Vec<u64>],
    ) -> Result<Option<Vec<Outcome>>, ProgramError> {
        let outcomes = self.program.run_with_one_seed(lists)?;
        self.runs += outcomes.as_ref().map_or(0, Vec::len) as u64;
        Ok(outcomes)
    }

    fn restart(&mut self) -> Result<(), ProgramError> {
        self.program.restart()
    }

    fn is_sampled(&self) -> bool {
        self.program.is_sampled()
    }
}
