//! The interface of a program that shuffles with random choices given by the caller: its runs, draws and errors.

use std::iter;

use faro::word::Word;
use faro_sample::shuffle::{Choices, Generator, Seed, Shuffle};
use thiserror::Error;

use super::draws::{WIDE, below_all};

/// A draw of a program: one of the integers 0 to `bound` − 1, all equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Draw {
    /// Number of values of the draw.
    pub bound: u64,
    /// The value that the program received.
    pub value: u64,
}

/// A run of a program: its draws in order, and the deck that it made from a new deck.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The draws, in the order in which they were made.
    pub draws: Vec<Draw>,
    /// The deck from the top, each card by its position in the new deck, from 0.
    pub deck: Vec<u32>,
    /// Number of draws that are ranks of random sort keys, which the program only compares with each other.
    pub ranks: usize,
    /// The seeding of a generator during the run, if the program reports one.
    pub seeding: Seeding,
}

/// The seed of a program's random number generator, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seeding {
    /// No seed is known.
    #[default]
    None,
    /// The deck follows from the draws and a seed together. The value is the number of bits of the seed.
    Beside(u32),
    /// All draws follow from a seed. The value is the number of bits of the seed.
    Of(u32),
}

/// Number of values of a random sort key: a floating-point number with 53 bits.
const KEY_VALUES: f64 = (1u64 << 53) as f64;

/// Returns an upper bound of the probability that two random sort keys are equal, in a run with `ranks` ranks. The
/// first key has no rank, so there is one more key than there are ranks. Runs by ranks assume that all keys differ.
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

    /// Returns whether `other` has the same deck, and draws with the same bounds.
    pub(super) fn is_alike(&self, other: &Run) -> bool {
        self.deck == other.deck && self.bounds().eq(other.bounds())
    }
}

/// The outcome of a run with values given by the caller.
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

/// A source of randomness in a program other than its draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HiddenSource {
    /// The program read a clock while it shuffled.
    Clock,
    /// The program opened a file of the system's random numbers, such as `/dev/urandom`.
    Device,
    /// The program seeded a generator with a number that is not a draw.
    Seed,
    /// A counter that acts on every n-th run, where n is the value. The same runs in the same order give the same
    /// decks.
    Counter(u64),
    /// State that earlier runs leave. The same runs in the same order give the same decks.
    EarlierRuns,
    /// A difference between processes, such as an address. All runs in one process give the same deck.
    Process,
    /// Nothing is known about the source.
    Unknown,
}

/// The reason why a program cannot be run or examined.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProgramError {
    /// The same values gave different decks or different draws.
    #[error(
        "hidden randomness: the same choices gave different results, so the deck depends on more than its draws, such as \
         a clock, /dev/urandom, another generator, or what earlier shuffles left (a counter, a kept deck); draw by the \
         means that the adapter lists, and keep nothing between shuffles"
    )]
    HiddenRandomness,
    /// The effect of a draw with many values depends on the values of other draws, for example because they are
    /// compared as sort keys.
    #[error(
        "the values of a draw are compared with those of other draws, or used in a way that is not a choice among few \
         values; draw numbers below a bound, or judge the decks by `faro audit`"
    )]
    FloatCompare,
    /// The whole deck follows from a single draw, such as a seed. The value is the number of bits of the draw.
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
    /// A run made more draws than are allowed.
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
    /// The program returned something that is not a deck. The value describes it.
    #[error("the shuffle must return the cards 0 to n - 1 in some order, but {0}")]
    NotADeck(String),
    /// The program reported an error. The value is its message.
    #[error("the shuffle failed: {0}")]
    Failed(String),
    /// The program ended, or its output does not follow the protocol. The value describes the error.
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
    /// The work was interrupted, or its time limit has passed.
    #[error("interrupted")]
    Interrupted,
}

/// Where a walk over the runs with given first values ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Walked {
    /// All runs were visited.
    All,
    /// The limit of runs was reached. The next run begins with these draws.
    Stopped(Vec<Draw>),
}

/// A program that shuffles with random choices given by the caller.
pub trait Program {
    /// Returns the number of cards in the deck.
    fn cards(&self) -> usize;

    /// Runs the program once for each list of choices, and returns the outcomes in order. A list has the values of the
    /// first draws. All later draws have the value 0.
    ///
    /// # Errors
    ///
    /// [`ProgramError`] if the program fails. A value that is not below the bound of its draw is not an error: its
    /// outcome is [`Outcome::OutOfRange`].
    fn run(&mut self, lists: &[Vec<u64>]) -> Result<Vec<Outcome>, ProgramError>;

    /// Runs the program as [`Program::run`] does, with the seed of every generator replaced by one fixed seed.
    ///
    /// Returns `None` if the program cannot replace seeds.
    ///
    /// # Errors
    ///
    /// [`ProgramError`] if the program fails.
    fn run_with_one_seed(
        &mut self,
        _lists: &[Vec<u64>],
    ) -> Result<Option<Vec<Outcome>>, ProgramError> {
        Ok(None)
    }

    /// Restarts the program, in a new process if it runs in a process of its own.
    ///
    /// # Errors
    ///
    /// [`ProgramError`] if the program cannot be started.
    fn restart(&mut self) -> Result<(), ProgramError> {
        Ok(())
    }

    /// Returns the sources of randomness other than its draws that the program used while it shuffled, as far as they
    /// are known.
    ///
    /// # Errors
    ///
    /// [`ProgramError`] if the program cannot be asked.
    fn sources(&mut self) -> Result<Vec<HiddenSource>, ProgramError> {
        Ok(Vec::new())
    }

    /// Returns whether the values are choices that stand for randomly chosen draws.
    ///
    /// If so, a run is only one of many runs with these values.
    fn is_sampled(&self) -> bool {
        false
    }

    /// Calls `visit` with the runs that begin with the values `prefix`, in lexicographic order of their values, for at
    /// most `limit` runs.
    ///
    /// # Errors
    ///
    /// [`ProgramError`] if the program fails.
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
/// [`ProgramError`] if the program fails.
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

/// Changes `draws` to the first draws of the next run in lexicographic order, and returns whether there is one. The
/// first `fixed` draws stay as they are.
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

/// A [`Shuffle`] that runs as a [`Program`] in the caller's process.
#[derive(Clone, Debug)]
pub struct Rehearsed<S> {
    shuffle: S,
    cards: usize,
}

const MAX_DRAWS: usize = 100_000;

impl<S: Shuffle> Rehearsed<S> {
    /// Returns the program that applies `shuffle` to new decks of `cards` cards.
    pub fn new(shuffle: S, cards: usize) -> Rehearsed<S> {
        Rehearsed { shuffle, cards }
    }

    /// Runs the shuffle with the values in `script`, and 0 for later draws. Returns whether each value is below its
    /// bound.
    fn rehearse(&self, script: &mut ScriptedChoices) -> Result<bool, ProgramError> {
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
            let mut script = ScriptedChoices::new(values);
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
        let mut script = ScriptedChoices::new(prefix);
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

/// A source of choices that returns prescribed values and records the draws.
struct ScriptedChoices {
    /// The run. Its first `draws_made` draws are those made so far. The remaining draws are from the previous run and
    /// have the values to return next.
    run: Run,
    draws_made: usize,
    fits: bool,
}

impl ScriptedChoices {
    fn new(values: &[u64]) -> ScriptedChoices {
        let draws = values
            .iter()
            .map(|&value| Draw { bound: 0, value })
            .collect();
        ScriptedChoices {
            run: Run {
                draws,
                ..Run::default()
            },
            draws_made: 0,
            fits: true,
        }
    }
}

impl Choices for ScriptedChoices {
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

/// Number of new processes in which runs are repeated. A difference between processes, such as addresses, process
/// identifiers or hash seeds, is noticed unless it has the same effect in all of them.
pub(super) const FRESH_PROCESSES: usize = 8;

/// Runs the program twice with all values 0, and returns the run. Different results are an error.
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

/// Repeats runs, divided evenly among new processes. Different results are an error.
pub(super) fn repeat_runs(program: &mut dyn Program, runs: &[Run]) -> Result<(), ProgramError> {
    for part in runs.chunks(runs.len().div_ceil(FRESH_PROCESSES).max(1)) {
        program.restart()?;
        repeat_in_turn(program, part)?;
    }
    Ok(())
}

/// Repeats runs in the current process. Different results are an error.
pub(super) fn repeat_in_turn(program: &mut dyn Program, runs: &[Run]) -> Result<(), ProgramError> {
    let lists: Vec<Vec<u64>> = runs.iter().map(Run::values).collect();
    let again = program.run(&lists)?.into_iter().map(Outcome::ran);
    if again.eq(runs.iter().cloned().map(Some)) {
        Ok(())
    } else {
        Err(ProgramError::HiddenRandomness)
    }
}

/// Number of runs that are repeated in one process. It is large enough to notice a fault in one run of a thousand.
pub(super) const STEADY_RUNS: usize = 2500;

/// Number of lists of choices that are repeated to find out whether results differ.
const REPEATED_LISTS: usize = 16;

/// Returns the error to report for a program that cannot be followed: [`ProgramError::HiddenRandomness`] if the same
/// choices give different results, otherwise `why`. `first` is the run whose values are all 0.
pub(super) fn cause(program: &mut dyn Program, first: &Run, why: ProgramError) -> ProgramError {
    match is_repeatable(program, first) {
        Ok(false) => ProgramError::HiddenRandomness,
        Err(error @ (ProgramError::HiddenRandomness | ProgramError::Interrupted)) => error,
        _ => why,
    }
}

/// Returns whether repeated runs with the same choices give the same results, in one process and in new processes.
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

/// The words of the shuffles with a known distribution that a program is compared with.
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

/// Returns the word of the named shuffle that makes the decks of `runs` from the same choices, if any. A draw with one
/// value is not a choice.
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

/// Returns the word of the named shuffle that makes the decks of the program from the same choices, if there is one.
/// Both must also make the same draws in each of the [`COMPARED_RUNS`] compared runs.
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
