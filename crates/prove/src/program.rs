//! The interface of a program that shuffles with the caller's random choices: runs, draws and errors.

use std::iter;

use faro::word::Word;
use faro_sample::shuffle::{Choices, Generator, Seed, Shuffle};
use thiserror::Error;

use super::draws::{WIDE, below_all};

/// A draw of a program: one of the integers 0 to `bound` − 1, all equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Draw {
    /// Number of values.
    pub bound: u64,
    /// The value that the program received.
    pub value: u64,
}

/// A run of a program: its draws in order, and the deck that it made from a new deck.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The draws, in the order in which they were made.
    pub draws: Vec<Draw>,
    /// The deck, with each card named by its starting position.
    pub deck: Vec<u32>,
    /// Number of draws that are ranks of random keys: the program only compares these keys with each other.
    pub ranks: usize,
    /// The seeding of a generator during the run, if the program reports one.
    pub seeding: Seeding,
}

/// The bits with which a program seeded its generator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seeding {
    /// No seed is known.
    #[default]
    None,
    /// The deck follows from the draws and from a seed. The value is the number of bits of the seed.
    Beside(u32),
    /// All draws come from a generator with a seed. The value is the number of bits of the seed.
    Of(u32),
}

/// Number of values of a random key.
const KEY_VALUES: f64 = (1u64 << 53) as f64;

/// Returns an upper bound of the probability that two random keys are equal, in a run with `ranks` ranks. There is one
/// key more than ranks, since the first key has no rank. Ranks describe keys without repetition.
pub(super) fn ties(ranks: usize) -> f64 {
    let keys = ranks as f64 + 1.0;
    (keys * (keys - 1.0) / 2.0 / KEY_VALUES).min(1.0)
}

impl Run {
    /// Returns the values of the draws.
    pub fn values(&self) -> Vec<u64> {
        self.draws.iter().map(|draw| draw.value).collect()
    }

    /// Returns the bounds of the draws.
    pub fn bounds(&self) -> impl ExactSizeIterator<Item = u64> + Clone {
        self.draws.iter().map(|draw| draw.bound)
    }

    /// Returns whether `other` has the same bounds of its draws and the same deck.
    pub(super) fn is_alike(&self, other: &Run) -> bool {
        self.deck == other.deck && self.bounds().eq(other.bounds())
    }
}

/// The result of a run with values chosen by the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The program made a deck.
    Ran(Run),
    /// One of the values was not below the bound of its draw.
    OutOfRange,
}

impl Outcome {
    /// Returns the run, if the program made a deck.
    pub fn ran(self) -> Option<Run> {
        match self {
            Outcome::Ran(run) => Some(run),
            Outcome::OutOfRange => None,
        }
    }
}

/// A source of randomness besides the draws of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HiddenSource {
    /// A clock was read while the program shuffled.
    Clock,
    /// A file of the system's random numbers was opened, such as `/dev/urandom`.
    Device,
    /// A generator was seeded with something that is not a draw.
    Seed,
    /// The same runs in the same order give the same decks. One run in every n differs, where n is the value.
    Counter(u64),
    /// The same runs in the same order give the same decks, but a deck depends on earlier runs.
    EarlierRuns,
    /// All runs in one process give the same deck, but another process may give another deck.
    Process,
    /// Nothing is known about the source.
    Unknown,
}

/// The reason why a program cannot be examined.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProgramError {
    /// The same values gave different decks or different draws.
    #[error(
        "hidden randomness: the same choices gave different results, so the deck depends on more than its draws, such as \
         a clock, /dev/urandom, another generator, or what earlier shuffles left (a counter, a kept deck); draw by the \
         means that the adapter lists, and keep nothing between shuffles"
    )]
    HiddenRandomness,
    /// A draw with many values has an effect that depends on other draws, for example because keys are compared.
    #[error(
        "the values of a draw are compared with those of other draws, or used in a way that is not a choice among few \
         values; draw numbers below a bound, or judge the decks by `faro audit`"
    )]
    FloatCompare,
    /// The deck follows from a single draw. The value is the number of bits of the draw.
    #[error(
        "the whole deck follows from one draw of {0} bits, such as a seed: of 52 cards at most 2^{0} of 52! = 2^225.6 \
         orders occur, which --certify proves; draw each choice from the system's generator instead"
    )]
    Seed(u32),
    /// A draw has at least 2^64 values.
    #[error(
        "a draw has 2^64 values or more, such as the 128 bits of a UUID or of a seed for another generator (numpy); draw \
         numbers of at most 63 bits, or judge the decks by `faro audit`"
    )]
    WideDraw,
    /// A run made more draws than the limit.
    #[error(
        "a run makes too many draws; a loop that draws again until a value fits may never end: judge its decks by \
         `faro audit`"
    )]
    TooManyDraws,
    /// A draw was made by another thread.
    #[error(
        "a choice was drawn by another thread or a callback; draw in the function that shuffles"
    )]
    Threads,
    /// The result is not a deck.
    #[error("the shuffle must return the cards 0 to n - 1 in some order, but {0}")]
    NotADeck(String),
    /// The program reported an error.
    #[error("the shuffle failed: {0}")]
    Failed(String),
    /// The program ended, or does not follow the protocol.
    #[error("{0}")]
    Broken(String),
    /// Recorded runs are damaged or incomplete.
    #[error("{}{why}", line.map_or(String::new(), |line| format!("line {line}: ")))]
    Recorded {
        /// The line, counted from 1, or `None` if the error is not in a single line.
        line: Option<usize>,
        /// The reason.
        why: String,
    },
    /// The work was interrupted, or its time is over.
    #[error("interrupted")]
    Interrupted,
}

/// The end of a walk over a subtree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Walked {
    /// All runs of the subtree were visited.
    All,
    /// The walk stopped at its limit. The next run begins with these draws.
    Stopped(Vec<Draw>),
}

/// A program that shuffles, and whose random choices are given by the caller.
pub trait Program {
    /// Returns the number of cards.
    fn cards(&self) -> usize;

    /// Runs the program once for each list. A list has the values of the first draws; later draws are 0.
    ///
    /// # Errors
    ///
    /// [`ProgramError`] if a run is not possible. A value that is not below its bound is no error: its outcome is
    /// [`Outcome::OutOfRange`].
    fn run(&mut self, lists: &[Vec<u64>]) -> Result<Vec<Outcome>, ProgramError>;

    /// Runs the program as [`Program::run`] does, with every seed of a generator replaced by one fixed seed.
    ///
    /// Returns `None` if the program cannot replace seeds.
    ///
    /// # Errors
    ///
    /// As for [`Program::run`].
    fn run_with_one_seed(
        &mut self,
        _lists: &[Vec<u64>],
    ) -> Result<Option<Vec<Outcome>>, ProgramError> {
        Ok(None)
    }

    /// Restarts the program, in a new process if it runs in one.
    ///
    /// # Errors
    ///
    /// [`ProgramError`] if it cannot be started.
    fn restart(&mut self) -> Result<(), ProgramError> {
        Ok(())
    }

    /// Returns which sources other than its draws the program has used while it shuffled, if it can tell.
    ///
    /// # Errors
    ///
    /// [`ProgramError`] if the program cannot be asked.
    fn sources(&mut self) -> Result<Vec<HiddenSource>, ProgramError> {
        Ok(Vec::new())
    }

    /// Returns whether the values are choices that were computed from other random numbers.
    ///
    /// A run is then only one of many runs with these values.
    fn is_sampled(&self) -> bool {
        false
    }

    /// Visits the runs that begin with the values `prefix`, in lexicographic order, up to `limit` runs.
    ///
    /// # Errors
    ///
    /// [`ProgramError`] if a run is not possible.
    fn walk(
        &mut self,
        prefix: &[u64],
        limit: u64,
        visit: &mut dyn FnMut(&Run),
    ) -> Result<Walked, ProgramError> {
        walk_by_runs(self, prefix, limit, visit)
    }
}

/// Visits runs as [`Program::walk`] does, with one call of [`Program::run`] for each run.
///
/// # Errors
///
/// [`ProgramError`] if a run is not possible.
pub fn walk_by_runs<P: Program + ?Sized>(
    program: &mut P,
    prefix: &[u64],
    limit: u64,
    visit: &mut dyn FnMut(&Run),
) -> Result<Walked, ProgramError> {
    let mut values = prefix.to_vec();
    for _ in 0..limit {
        let outcome = program
            .run(std::slice::from_ref(&values))?
            .into_iter()
            .next();
        let Some(Outcome::Ran(run)) = outcome else {
            return Ok(Walked::All);
        };
        visit(&run);
        let mut draws = run.draws;
        if !advance(&mut draws, prefix.len()) {
            return Ok(Walked::All);
        }
        values = draws.iter().map(|draw| draw.value).collect();
        if values.is_empty() {
            return Ok(Walked::All);
        }
    }
    let runs = program.run(std::slice::from_ref(&values))?;
    let next = runs
        .into_iter()
        .next()
        .and_then(Outcome::ran)
        .unwrap_or_default();
    Ok(Walked::Stopped(
        next.draws[..values.len().min(next.draws.len())].to_vec(),
    ))
}

/// Advances to the first draws of the next run, and returns whether there is one. The first `fixed` draws do not
/// change.
pub(super) fn advance(draws: &mut Vec<Draw>, fixed: usize) -> bool {
    while draws.len() > fixed {
        let last = draws.last_mut().expect("there are draws");
        if last.value + 1 < last.bound {
            last.value += 1;
            return true;
        }
        draws.pop();
    }
    false
}

/// A [`Shuffle`] as a [`Program`] in the same process.
#[derive(Clone, Debug)]
pub struct Rehearsed<S> {
    shuffle: S,
    cards: usize,
}

const MAX_DRAWS: usize = 100_000;

impl<S: Shuffle> Rehearsed<S> {
    /// Returns the program that runs `shuffle` on new decks of `cards` cards.
    pub fn new(shuffle: S, cards: usize) -> Rehearsed<S> {
        Rehearsed { shuffle, cards }
    }

    /// Runs the shuffle with the values of the draws in `script`, and 0 for later draws. Returns whether each value is
    /// below its bound.
    fn rehearse(&self, script: &mut Script) -> Result<bool, ProgramError> {
        (script.draws_made, script.fits) = (0, true);
        script.run.deck.clear();
        script.run.deck.extend(0..self.cards as u32);
        let mut deck = std::mem::take(&mut script.run.deck);
        self.shuffle.shuffle(&mut deck, script);
        script.run.deck = deck;
        script.run.draws.truncate(script.draws_made);
        if script.draws_made > MAX_DRAWS {
            Err(ProgramError::TooManyDraws)
        } else {
            Ok(script.fits)
        }
    }
}

impl<S: Shuffle> Program for Rehearsed<S> {
    fn cards(&self) -> usize {
        self.cards
    }

    fn run(&mut self, lists: &[Vec<u64>]) -> Result<Vec<Outcome>, ProgramError> {
        let run = |values: &Vec<u64>| {
            let mut script = Script::new(values);
            Ok(if self.rehearse(&mut script)? {
                Outcome::Ran(script.run)
            } else {
                Outcome::OutOfRange
            })
        };
        lists.iter().map(run).collect()
    }

    fn walk(
        &mut self,
        prefix: &[u64],
        limit: u64,
        visit: &mut dyn FnMut(&Run),
    ) -> Result<Walked, ProgramError> {
        let mut script = Script::new(prefix);
        for _ in 0..limit {
            if !self.rehearse(&mut script)? {
                return Ok(Walked::All);
            }
            visit(&script.run);
            if !advance(&mut script.run.draws, prefix.len()) {
                return Ok(Walked::All);
            }
        }
        Ok(Walked::Stopped(script.run.draws))
    }
}

/// Choices that return prescribed values and record the draws.
struct Script {
    /// The first `draws_made` draws are from this run. The others are from the previous run, with the values
    /// that come next.
    run: Run,
    draws_made: usize,
    fits: bool,
}

impl Script {
    fn new(values: &[u64]) -> Script {
        let draws = values
            .iter()
            .map(|&value| Draw { bound: 0, value })
            .collect();
        Script {
            run: Run {
                draws,
                ..Run::default()
            },
            draws_made: 0,
            fits: true,
        }
    }
}

impl Choices for Script {
    fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "the bound must be at least 1");
        if self.draws_made == self.run.draws.len() {
            self.run.draws.push(Draw { bound: 0, value: 0 });
        }
        let draw = &mut self.run.draws[self.draws_made];
        self.draws_made += 1;
        draw.bound = bound.into();
        if draw.value >= draw.bound {
            (self.fits, draw.value) = (false, 0);
        }
        draw.value as u32
    }
}

/// Number of fresh processes in which runs are repeated. A difference between processes, such as addresses, process
/// identifiers or hash seeds, is noticed unless it has the same effect in all of them.
pub(super) const FRESH_PROCESSES: usize = 8;

/// Runs the program twice with all values 0, and returns the run.
pub(super) fn first_run(program: &mut dyn Program) -> Result<Run, ProgramError> {
    let mut runs = program
        .run(&[vec![], vec![]])?
        .into_iter()
        .filter_map(|outcome| outcome.ran());
    match (runs.next(), runs.next()) {
        (Some(first), Some(second)) if first == second => Ok(first),
        _ => Err(ProgramError::HiddenRandomness),
    }
}

/// Repeats runs, split evenly among fresh processes.
pub(super) fn repeat_runs(program: &mut dyn Program, runs: &[Run]) -> Result<(), ProgramError> {
    for part in runs.chunks(runs.len().div_ceil(FRESH_PROCESSES).max(1)) {
        program.restart()?;
        repeat_in_turn(program, part)?;
    }
    Ok(())
}

/// Repeats runs in the process that is running.
pub(super) fn repeat_in_turn(program: &mut dyn Program, runs: &[Run]) -> Result<(), ProgramError> {
    let lists: Vec<Vec<u64>> = runs.iter().map(Run::values).collect();
    let again = program.run(&lists)?.into_iter().map(Outcome::ran);
    if again.eq(runs.iter().cloned().map(Some)) {
        Ok(())
    } else {
        Err(ProgramError::HiddenRandomness)
    }
}

/// Number of runs that are repeated in one process. It is large enough to notice a fault of every thousandth run.
pub(super) const STEADY_RUNS: usize = 2500;

/// Number of lists of choices that are repeated.
const REPEATED_LISTS: usize = 16;

/// Returns the reason why a program cannot be followed. It is [`ProgramError::HiddenRandomness`] if the same
/// choices give different results, and `why` otherwise. `first` is the run whose values are all 0.
pub(super) fn cause(program: &mut dyn Program, first: &Run, why: ProgramError) -> ProgramError {
    match is_repeatable(program, first) {
        Ok(false) => ProgramError::HiddenRandomness,
        Err(error @ (ProgramError::HiddenRandomness | ProgramError::Interrupted)) => error,
        _ => why,
    }
}

/// Returns whether some lists of choices give the same results in repeated runs, in one process and in fresh ones.
fn is_repeatable(program: &mut dyn Program, first: &Run) -> Result<bool, ProgramError> {
    let mut generator = Generator::unit(&Seed::from(0), 2);
    let bounds: Vec<u64> = first.bounds().collect();
    let random = iter::repeat_with(|| below_all(&bounds, &mut generator)).take(REPEATED_LISTS - 1);
    let lists: Vec<Vec<u64>> = iter::once(Vec::new()).chain(random).collect();
    let expected = program.run(&lists)?;
    for _ in 0..STEADY_RUNS / REPEATED_LISTS {
        if program.run(&lists)? != expected {
            return Ok(false);
        }
    }
    for _ in 0..FRESH_PROCESSES {
        program.restart()?;
        if program.run(&lists)? != expected {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The shuffles with a known distribution that a program is compared with.
const NAMES: [&str; 17] = [
    "fisher-yates",
    "fisher-yates:up",
    "inside-out",
    "naive",
    "sattolo",
    "off-by-one:last",
    "off-by-one:first",
    "off-by-one:early",
    "swap-pairs:1",
    "top-to-random",
    "thorp",
    "gsr",
    "coin-sort:insertion",
    "coin-sort:merge",
    "coin-sort:quick",
    "coin-sort:heap",
    "coin-sort:binary",
];

/// Returns the word of the named shuffle that makes the same decks as `runs` from the same choices. Draws of one value are no
/// choices.
pub fn name(runs: &[Run]) -> Option<&'static str> {
    let cards = runs.first()?.deck.len();
    NAMES.into_iter().find(|name| {
        let routine = name
            .parse::<Word>()
            .ok()
            .and_then(|word| word.routine(cards).ok());
        routine.is_some_and(|routine| {
            let mut program = Rehearsed::new(routine, cards);
            runs.iter().all(|run| {
                let choices = choices(run);
                let outcome = program
                    .run(&[choices.iter().map(|draw| draw.value).collect()])
                    .ok()
                    .and_then(|outcomes| outcomes.into_iter().next());
                outcome
                    .and_then(Outcome::ran)
                    .is_some_and(|other| self::choices(&other) == choices && other.deck == run.deck)
            })
        })
    })
}

/// Returns the draws of a run that have more than one value.
fn choices(run: &Run) -> Vec<Draw> {
    run.draws
        .iter()
        .copied()
        .filter(|draw| draw.bound > 1)
        .collect()
}

/// Number of runs on which a program is compared with the named shuffles.
const COMPARED_RUNS: u64 = 24;

/// Returns the word of the named shuffle that makes the same decks from the same choices, if there is one. The named
/// shuffle must make the same draws in each of the compared runs.
pub(super) fn name_of(
    program: &mut dyn Program,
    first: &Run,
) -> Result<Option<&'static str>, ProgramError> {
    if first.bounds().any(|bound| bound >= WIDE) {
        return Ok(None);
    }
    let list = |run: u64| {
        let value =
            |(index, bound): (usize, u64)| (run * (index as u64 * 7 + 5) + run * run) % bound;
        first.bounds().enumerate().map(value).collect()
    };
    let lists: Vec<Vec<u64>> = (0..COMPARED_RUNS).map(list).collect();
    let runs: Option<Vec<Run>> = program.run(&lists)?.into_iter().map(Outcome::ran).collect();
    Ok(runs.and_then(|runs| name(&runs)))
}
