//! Certifies a program for a deck that is too large to run every list of its random choices.
//!
//! A model of the program is learned and compared with the program on random lists of choices.

use super::collision::Collision;
use super::counting::{Count, count};
use super::draws::below;
use super::model::{Chain, Model};
use super::program::{
    FRESH_PROCESSES, Outcome, Program, ProgramError, Run, Seeding, cause, first_run, name_of,
    repeat_runs,
};
use super::reading::{Reading, ReadingProgram, misread};
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
    /// The model of the program, if one was found.
    pub model: Option<Model>,
    /// Bounds of the total variation distance of the model from uniform, if there is a model.
    pub chain: Option<Chain>,
    /// An upper bound of the total variation distance between the program and the model.
    ///
    /// It holds with confidence 1 − [`Settings::confidence`], and is given only if the program and the model agreed on
    /// all lists.
    pub distance: Option<f64>,
    /// The proof that the program reaches fewer orders than the deck has, if it was searched for and found.
    pub count: Option<Count>,
    /// The conclusion from the comparison.
    pub conclusion: Conclusion,
    /// Whether the program was interrupted. The conclusion then uses only the lists compared before the interruption,
    /// and no run was repeated in another process.
    pub interrupted: bool,
}

/// The conclusion of a [`Certificate`].
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Conclusion {
    /// The total variation distance from uniform is at most the value, with confidence 1 − [`Settings::confidence`].
    FairUpTo(f64),
    /// The total variation distance from uniform is at least the value, with confidence 1 − [`Settings::confidence`].
    UnfairBy(f64),
    /// The lists of choices in the value give one deck, and together are more likely than a deck of a fair shuffle.
    Collision(Collision),
    /// There are fewer lists of choices than orders of the deck.
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
    /// The program and the model gave different results for a list of choices.
    ///
    /// The value is the run of the program, or `None` if the program made no deck.
    Disagreement(Option<Run>),
    /// Not enough lists of choices were compared for a conclusion.
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

    /// Returns an upper bound of the total variation distance of the program from uniform. Returns `None` unless the
    /// model agreed on all lists.
    ///
    /// The bound holds with confidence 1 − [`Settings::confidence`].
    pub fn upper(&self) -> Option<f64> {
        Some((self.distance? + self.chain.as_ref()?.upper).min(1.0))
    }

    /// Returns whether the conclusion says less than a proof by counting lists would say.
    fn is_weak(&self) -> bool {
        !matches!(
            self.conclusion,
            Conclusion::FairUpTo(_) | Conclusion::UnfairBy(_)
        )
    }

    /// Sets the conclusion for a model that agreed with the program on all compared lists.
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

    /// Sets the conclusion after an interruption, from the lists that were compared before it.
    fn interrupt(&mut self, settings: &Settings) {
        match self.conclusion {
            // A collision is confirmed as soon as it is found, so it holds despite the interruption.
            Conclusion::Collision(_) => return,
            Conclusion::Disagreement(_) => self.conclusion = Conclusion::Stopped,
            _ => self.judge(settings),
        }
        self.interrupted = true;
    }
}

/// Number of random lists with which a learned model is tested before it is accepted.
const PILOT_LISTS: usize = 64;

/// Minimum number of the `PILOT_LISTS` lists on which an accepted model agrees with the program.
const MIN_AGREEING: usize = PILOT_LISTS / 2;

/// Minimum number of lists in a batch, maximum number in an early batch, and maximum number in a late batch. Early
/// batches are small, since an interruption loses an unfinished batch. Late batches are large, so that the program
/// computes while its answers are read.
const BATCHES: [u64; 3] = [64, 1000, 10_000];

/// A batch is late if it has at most 1/`MIN_GROWTH` of the number of lists before it.
const MIN_GROWTH: u64 = 8;

/// Number of runs that are repeated in other processes.
const REPEATED_RUNS: usize = 200;

/// Maximum number of disagreements between program and model that are examined for a collision.
const MAX_EXAMINED: u32 = 32;

/// Numbers of the random streams for the pilot lists, the compared lists, the repeated lists and the search for a
/// reading.
const STREAMS: [u64; 4] = [0, 1, 2, 3];

/// Learns a model of a program, tests it on random lists, and bounds the distance from uniform.
///
/// The random lists with which the model is compared are independent of the lists from which it is learned.
///
/// # Errors
///
/// [`ProgramError`] if the program fails or cannot be followed, or if the same choices give different decks
/// ([`ProgramError::HiddenRandomness`]).
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
    let mut counted = RunCounter { program, runs: 0 };
    match certified_by_draws(&mut counted, settings, goes_on) {
        Err(ProgramError::HiddenRandomness) => certified_beside_seed(&mut counted, settings),
        other => other,
    }
}

/// Returns the certificate of a program whose decks are determined by its draws, or by a seed from which all draws
/// follow.
fn certified_by_draws(
    counted: &mut RunCounter,
    settings: &Settings,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Certificate, ProgramError> {
    if let Some(certificate) = certified_by_seed(counted, settings)? {
        return Ok(certificate);
    }
    let (reader, first) = ReadingProgram::find(counted, &settings.seed, STREAMS[3])?;
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
    // If the comparison with a model proves little, a proof by counting lists may say more.
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
    // A model may fail because the deck depends on more than the draws. Repeated runs show this.
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

/// Returns the certificate of a program that reports a seed from which all its draws follow. It comes from the number
/// of seeds. Returns `None` for a program that reports no such seed.
fn certified_by_seed(
    program: &mut RunCounter,
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

/// Returns the certificate of a program that reports a seed, such as the time, that acts together with its draws. The
/// same draws give different decks, so the certificate comes from the numbers of seeds and of lists.
///
/// # Errors
///
/// [`ProgramError::HiddenRandomness`] if the program reports no seed, or a seed with too many bits.
fn certified_beside_seed(
    program: &mut RunCounter,
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

/// Adds a proof by counting to a certificate. If the conclusion is a collision, it stays, since a collision shows the
/// choices.
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

/// Completes the certificate of a program whose draws are its choices, by learning and comparing a model.
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

/// Returns the certificate of a program whose choices are derived from its draws by a reading.
fn certified_choices(
    reader: &mut ReadingProgram,
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
    // A single run that is too likely proves a bias without a model.
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

/// Returns the conclusion if the total variation distance between the program and its model is at most `distance`.
fn judged(chain: &Chain, distance: f64) -> Conclusion {
    if chain.lower > distance {
        Conclusion::UnfairBy(chain.lower - distance)
    } else if chain.uniform {
        Conclusion::FairUpTo((distance + chain.upper).min(1.0))
    } else {
        Conclusion::UnknownModel
    }
}

/// Searches for a model that agrees with the program on at least half of the pilot lists. The values of the base run
/// are all 0 or random, and the moves are multiplied in both orders.
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
        // The moves are multiplied in the order with which more pilot lists agree.
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

/// Compares the program with the model on special and random lists. Returns whether they agreed on all lists. If not,
/// sets the conclusion of `certificate`.
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

/// Returns the conclusion from a run of the program that differs from the prediction of the model.
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

/// Returns the lists of choices for which programs often have special cases.
///
/// These are the list of zeros, the list of maximum values, and the lists with which the model makes the new deck and
/// the reversed deck.
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

/// Repeats the runs of a collision many times in other processes, and returns an error if a result differs.
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

/// Compares the program with the model on more random lists, in other processes.
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

/// A wrapper of a program that counts its runs.
struct RunCounter<'a> {
    program: &'a mut dyn Program,
    runs: u64,
}

impl Program for RunCounter<'_> {
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
