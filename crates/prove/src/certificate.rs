use super::chain::Chain;
use super::collision::Collision;
use super::hidden::cause;
use super::model::Model;
use super::name::name_of;
use super::pieces::has_wide;
use super::program::{FRESH, Outcome, Program, ProgramError, Run, first_run, repeat_runs};
use super::reading::{Reader, Reading, misread};
use super::settings::{Settings, bound};
use faro_sample::shuffle::Generator;

/// The comparison of a program with a model of it.
#[derive(Clone, Debug, Default)]
pub struct Certificate {
    /// The number of runs.
    pub runs: u64,
    /// The number of random lists of choices that were compared.
    pub compared: u64,
    /// The first run, whose values are all 0.
    pub first: Run,
    /// How the choices are read from the draws, if the draws themselves are not the choices.
    pub reading: Option<Reading>,
    /// The shuffle of the zoo that makes the same decks of the same choices.
    pub name: Option<&'static str>,
    /// The model, if one was found.
    pub model: Option<Model>,
    /// How far the model is from uniform.
    pub chain: Option<Chain>,
    /// The largest total variation distance between the program and the model, with the confidence that was asked for, if
    /// all lists agreed.
    pub distance: Option<f64>,
    /// What follows.
    pub conclusion: Conclusion,
    /// Whether the program was interrupted. The conclusion is then drawn from the lists that were compared until then, and no
    /// run was repeated in a fresh process.
    pub interrupted: bool,
}

/// What a certificate says.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Conclusion {
    /// The total variation distance from uniform is at most this, with the confidence that was asked for.
    FairUpTo(f64),
    /// The total variation distance from uniform is at least this, with the confidence that was asked for.
    UnfairBy(f64),
    /// These lists of choices prove that a deck is too likely.
    Collision(Collision),
    /// The number or the bounds of the draws differ from run to run, or the deck is not a product of moves.
    #[default]
    NoModel,
    /// The model would be too large: there are too many cards, or values of the draws.
    TooLarge,
    /// The model was found, but it is unknown how far its decks are from equally likely.
    UnknownModel,
    /// The model failed for a list of choices: the run, if there was one.
    Disagreement(Option<Run>),
    /// Not enough lists of choices were compared.
    Stopped,
}

impl Certificate {
    /// Returns the bound of the total variation distance from uniform, if the program is fair up to it.
    pub fn fair_up_to(&self) -> Option<f64> {
        match self.conclusion {
            Conclusion::FairUpTo(bound) => Some(bound),
            _ => None,
        }
    }

    /// Returns an upper bound of the total variation distance from uniform, with the confidence that was asked for, if all
    /// lists agreed.
    pub fn upper(&self) -> Option<f64> {
        Some((self.distance? + self.chain.as_ref()?.upper).min(1.0))
    }

    /// Concludes from the lists that were compared, all of which agreed.
    fn judge(&mut self, settings: &Settings) {
        let bias = self.reading.as_ref().map_or(0.0, Reading::bias);
        let distance = (bound(self.compared, settings.confidence) + bias).min(1.0);
        let judged = self.chain.as_ref().filter(|_| self.compared > 0).map(|chain| judged(chain, distance));
        self.distance = judged.is_some().then_some(distance);
        self.conclusion = match judged {
            Some(Conclusion::UnknownModel) if self.compared < settings.samples => Conclusion::Stopped,
            judged => judged.unwrap_or(Conclusion::Stopped),
        };
    }

    /// Concludes from what was finished before an interruption.
    fn interrupt(&mut self, settings: &Settings) {
        match self.conclusion {
            // It is confirmed before anything else is run.
            Conclusion::Collision(_) => return,
            Conclusion::Disagreement(_) => self.conclusion = Conclusion::Stopped,
            _ => self.judge(settings),
        }
        self.interrupted = true;
    }
}

/// The random lists with which a model is tried before it is trusted, and how many of them must agree.
const PILOT: usize = 64;
const BELIEVED: usize = PILOT / 2;

/// The lists that are compared at a time: few at first, since an interruption loses those that are not finished.
const BATCHES: [u64; 2] = [64, 1000];

/// The runs with which fresh processes are compared.
const REPEATED: usize = 200;

/// The disagreements that are examined for a collision.
const EXAMINED: u32 = 32;

/// The streams of random numbers: of the pilot, of the lists, of the repetition, of a reading.
const STREAMS: [u64; 4] = [0, 1, 2, 3];

/// Learns a model of a program, compares it with the program on random lists of choices, and proves how far its decks are
/// from equally likely. `goes_on` is called with the number of lists and returns whether to continue.
///
/// The lists are independent of the model: it is chosen by other lists.
///
/// # Errors
///
/// [`ProgramError`] of the program, also if the same choices give different decks.
pub fn certify(
    program: &mut dyn Program,
    settings: &Settings,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Certificate, ProgramError> {
    let mut counted = Counted { program, runs: 0 };
    let first = first_run(&mut counted)?;
    let mut certificate = match certified(&mut counted, &first, settings, goes_on) {
        Err(why @ ProgramError::FloatCompare) => Err(cause(&mut counted, &first, why)),
        other => other,
    }?;
    if matches!(certificate.conclusion, Conclusion::NoModel | Conclusion::Disagreement(_)) {
        match cause(&mut counted, &first, ProgramError::FloatCompare) {
            ProgramError::Interrupted => certificate.interrupt(settings),
            ProgramError::HiddenRandomness => return Err(ProgramError::HiddenRandomness),
            _ => {}
        }
    }
    certificate.runs = counted.runs;
    Ok(certificate)
}

fn certified(
    program: &mut dyn Program,
    first: &Run,
    settings: &Settings,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Certificate, ProgramError> {
    let reader = match has_wide(first) {
        true => Reader::find(program, first, &settings.seed, STREAMS[3])?,
        false => None,
    };
    let mut certificate = Certificate { first: first.clone(), ..Certificate::default() };
    let concluded = match reader {
        Some(mut reader) => {
            certificate.first = first_run(&mut reader)?;
            certificate.reading = Some(reader.reading.clone());
            conclude(&mut reader, settings, goes_on, &mut certificate).map_err(misread)
        }
        None => conclude(program, settings, goes_on, &mut certificate),
    };
    match concluded {
        Err(ProgramError::Interrupted) => certificate.interrupt(settings),
        other => other?,
    }
    Ok(certificate)
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
    let Some(model) = find_model(program, &certificate.first, &mut generator)? else { return Ok(()) };
    certificate.chain = Some(model.chain());
    certificate.model = Some(model.clone());
    if matches!(certificate.conclusion, Conclusion::Collision(_)) {
        return Ok(());
    }
    if compare(program, &model, settings, goes_on, certificate, &mut generator)? {
        repeat(program, &model, settings)?;
        certificate.judge(settings);
    }
    Ok(())
}

/// Returns what follows if the program and a model differ by at most this distance.
fn judged(chain: &Chain, distance: f64) -> Conclusion {
    if chain.lower > distance {
        Conclusion::UnfairBy(chain.lower - distance)
    } else if chain.uniform {
        Conclusion::FairUpTo((distance + chain.upper).min(1.0))
    } else {
        Conclusion::UnknownModel
    }
}

/// Finds a model that most random lists agree with: around zeros or around random values, in either order.
fn find_model(
    program: &mut dyn Program,
    first: &Run,
    generator: &mut Generator,
) -> Result<Option<Model>, ProgramError> {
    let random: Vec<u64> = first.bounds().map(|bound| super::pieces::below(generator, bound)).collect();
    for base in [first.values(), random] {
        let Some(model) = Model::learn(program, &base)? else { continue };
        let lists: Vec<Vec<u64>> = (0..PILOT).map(|_| model.random(generator)).collect();
        let runs: Vec<Option<Run>> = program.run(&lists)?.into_iter().map(Outcome::ran).collect();
        let agreed =
            |model: &Model| runs.iter().filter(|run| run.as_ref().is_some_and(|run| model.fits(run))).count();
        let forward = agreed(&model);
        let model = if forward == PILOT { model } else { model.reversed() };
        let backward = agreed(&model);
        let model = if forward > backward { model.reversed() } else { model };
        if forward.max(backward) >= BELIEVED {
            return Ok(Some(model));
        }
    }
    Ok(None)
}

/// Compares the model with special and random lists. Returns whether all agreed; otherwise the conclusion is in the
/// certificate.
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
                Conclusion::Disagreement(Some(_)) if examined >= EXAMINED => return Ok(false),
                _ => {}
            }
        }
        certificate.compared += random;
        if certificate.compared >= settings.samples || !goes_on(certificate.compared) {
            return Ok(!matches!(certificate.conclusion, Conclusion::Disagreement(_)));
        }
        let [least, most] = BATCHES;
        random = certificate.compared.clamp(least, most).min(settings.samples - certificate.compared);
        lists = (0..random).map(|_| model.random(&mut generator)).collect();
    }
}

/// Returns what follows from a list of choices for which the model failed.
fn disagreement(
    program: &mut dyn Program,
    model: &Model,
    run: Option<Run>,
    examiner: &mut Generator,
) -> Result<Conclusion, ProgramError> {
    let Some(run) = run else { return Ok(Conclusion::Disagreement(None)) };
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

/// Returns lists at which programs have special cases: all values least, all largest, the new deck, the reversed deck.
fn special(model: &Model) -> Vec<Vec<u64>> {
    let least = model.draws().iter().map(|_| 0).collect();
    let most = model.draws().iter().map(|draw| draw.pieces.bound() - 1).collect();
    let new: Vec<u32> = (0..model.cards() as u32).collect();
    let reversed: Vec<u32> = new.iter().rev().copied().collect();
    let decks = [new, reversed].into_iter().filter_map(|deck| model.values(&deck));
    [least, most].into_iter().chain(decks).collect()
}

/// Repeats the runs of a collision in a fresh process, many times.
fn confirm(program: &mut dyn Program, collision: &Collision) -> Result<(), ProgramError> {
    let runs: Vec<Run> = collision.runs.iter().rev().cycle().take(REPEATED).cloned().collect();
    repeat_runs(program, &runs)
}

/// Compares random lists again in fresh processes.
fn repeat(program: &mut dyn Program, model: &Model, settings: &Settings) -> Result<(), ProgramError> {
    let mut generator = Generator::unit(&settings.seed, STREAMS[2]);
    for _ in 0..FRESH {
        program.restart()?;
        let lists: Vec<Vec<u64>> = (0..REPEATED / FRESH).map(|_| model.random(&mut generator)).collect();
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

    fn restart(&mut self) -> Result<(), ProgramError> {
        self.program.restart()
    }

    fn is_sampled(&self) -> bool {
        self.program.is_sampled()
    }
}
