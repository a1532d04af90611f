//! Signatures: profiles of simulated decks of a shuffle.

use std::cell::RefCell;
use std::num::NonZero;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::at_once::GoesOn;
use super::cause::Cause;
use super::family::{Family, Recipe};
use super::profile::Profile;
use super::remainder::{BATCHES, Simulated};
use crate::collisions::fingerprint;
use crate::evidence::Chain;
use crate::tables::{SharedTables, Tables};
use faro::Word;
use faro_math::statistics::pairs;
use faro_sample::shuffle::{Choices, Generator, Seed, Shuffle};
use faro_sample::simulate::over_units;
use faro_sample::zoo::Transpositions;

/// The number of decks in a unit of work.
const UNIT: u64 = 64;

/// Approximate number of cells of the tables that are filled together (64 MB). Their values share one
/// generator, so another number would change the answers.
const CELLS: usize = 1 << 23;

/// Distance between the stream of a shuffle and the stream of what comes after it.
const FINISHES: u64 = 1 << 20;

/// Number of equally likely values that decide whether a deck is replaced.
const SHARES: u32 = 1 << 20;

/// Seed of the simulations. It is no likely seed of a user, so that simulated decks do not equal the audited
/// ones.
///
/// It is the SHA-256 of "the signatures of wrong shuffles".
const SEED: &str = "6c947d2e43bf40d936927c86a0f3c81768fa3f1cc070c598bc9b6c1a5949ea8a";

/// The settings of a simulation. `stream` selects one of the independent streams of random numbers.
#[derive(Clone, Copy)]
pub struct Simulation {
    pub cards: usize,
    pub decks: u64,
    pub threads: NonZero<usize>,
    pub stream: u64,
    pub finish: Finish,
}

/// What a program does with the deck after the shuffle.
#[derive(Clone, Copy, PartialEq)]
pub enum Finish {
    Nothing,
    /// Keeps the deck with the given probability, and replaces it by a fair one otherwise.
    OrFair(f64),
    /// Deals the cards from the last one on.
    Reversed,
    /// Cuts the deck at a random place.
    Cut,
}

impl Finish {
    /// Reverses, cuts or replaces each deck.
    fn finish(self, decks: &[u32], cards: usize, generator: &mut Generator) -> Vec<u32> {
        let mut decks = decks.to_vec();
        decks.chunks_mut(cards).for_each(|deck| match self {
            Finish::Nothing => (),
            Finish::Reversed => deck.reverse(),
            Finish::Cut => cut(deck, generator),
            Finish::OrFair(share) => {
                if f64::from(generator.below(SHARES)) >= share * f64::from(SHARES) {
                    Transpositions::FisherYates.shuffle(deck, generator);
                }
            }
        });
        decks
    }
}

impl Simulation {
    /// Returns the score of the signature of each value of the family's grid. `goes_on` receives the number
    /// of units finished since its last call. If it returns `false`, the result is `None`.
    pub fn score_each<T>(
        &self,
        family: &Family,
        goes_on: &mut GoesOn,
        score: impl Fn(&Profile) -> T,
    ) -> Option<Vec<T>> {
        let at_once = (CELLS / cells(self.cards)).max(1);
        let mut scores = Vec::new();
        for values in family.grid.chunks(at_once) {
            let tables = self.filled(&family.with_grid(values.to_vec()), goes_on)?;
            for (tables, &value) in tables.into_iter().zip(values) {
                let mut profile = Profile::new(&tables.into_tables());
                if self.finish == Finish::Nothing {
                    family.sharpen(value, self.cards, &mut profile);
                }
                scores.push(score(&profile));
            }
        }
        Some(scores)
    }

    /// Returns the tables of simulated decks for each value of the grid, or `None` if `goes_on` stopped the
    /// simulation.
    fn filled(&self, family: &Family, goes_on: &mut GoesOn) -> Option<Vec<SharedTables>> {
        let units: Range<u64> = 0..self.decks.div_ceil(UNIT);
        let tables: Vec<SharedTables> = family
            .grid
            .iter()
            .map(|_| SharedTables::new(self.cards))
            .collect();
        self.each_unit(family, units, goes_on, &|value, decks| {
            tables[value].add(decks);
        })
        .then_some(tables)
    }

    /// Calls `count` with the decks of each unit and the index of their value. Returns `false` if `goes_on`
    /// stopped the simulation.
    fn each_unit(
        &self,
        family: &Family,
        units: Range<u64>,
        goes_on: &mut GoesOn,
        count: &(dyn Fn(usize, &[u32]) + Sync),
    ) -> bool {
        let shuffler = Shuffler::new(family, self.cards);
        let seed = SEED.parse::<Seed>().expect("64 hexadecimal digits");
        let unit = |unit: u64, (): &mut ()| {
            let mut generator = Generator::unit(&seed, (self.stream << 32) + unit);
            if self.finish == Finish::Nothing {
                return shuffler.fill(self.cards, &mut generator, count);
            }
            let other = RefCell::new(Generator::unit(
                &seed,
                ((self.stream + FINISHES) << 32) + unit,
            ));
            shuffler.fill(self.cards, &mut generator, &|value, decks: &[u32]| {
                count(
                    value,
                    &self
                        .finish
                        .finish(decks, self.cards, &mut other.borrow_mut()),
                );
            });
        };
        let mut completed = true;
        over_units(units, self.threads, &(), unit, |done| {
            completed = completed && goes_on(done);
            completed
        });
        completed
    }

    /// Simulates batches of decks, and of the steps between them if `with_steps`. Calls `each` with the
    /// tables of each batch.
    ///
    /// The family must have a single value. Returns `None` if `goes_on` stopped the simulation.
    pub fn batches(
        &self,
        family: &Family,
        with_steps: bool,
        goes_on: &mut GoesOn,
        mut each: impl FnMut(&Tables),
    ) -> Option<(Simulated, Option<Simulated>)> {
        let units = self.decks.div_ceil(UNIT).div_ceil(BATCHES).max(1);
        let (mut simulated, prints) = (Simulated::default(), Mutex::new(Vec::new()));
        let mut of_steps = with_steps.then(Simulated::default);
        for batch in 0..BATCHES {
            let tables = SharedTables::with_orders(self.cards);
            let steps = with_steps.then(|| SharedTables::new(self.cards));
            let range = batch * units..(batch + 1) * units;
            let completed = self.each_unit(family, range, goes_on, &|_, decks| {
                tables.add(decks);
                if let Some(tables) = &steps {
                    tables.add(&steps_between(decks, self.cards));
                }
                let new = decks.chunks_exact(self.cards).map(fingerprint);
                prints
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .extend(new);
            });
            if !completed {
                return None;
            }
            let tables = tables.into_tables();
            simulated.add(&tables);
            each(&tables);
            if let (Some(simulated), Some(tables)) = (&mut of_steps, steps) {
                simulated.add(&tables.into_tables());
            }
        }
        let mut prints = prints.into_inner().unwrap_or_else(PoisonError::into_inner);
        prints.sort_unstable();
        let equal = prints.chunk_by(|one, other| one == other);
        simulated.equal_pairs = Some(equal.map(|equal| pairs(equal.len() as u64)).sum());
        Some((simulated, of_steps))
    }
}

/// Returns the steps between successive decks.
fn steps_between(decks: &[u32], cards: usize) -> Vec<u32> {
    let mut chain = Chain::default();
    let steps = decks
        .chunks_exact(cards)
        .map(|deck| chain.step(deck).to_vec());
    steps.skip(1).flatten().collect()
}

/// Returns the approximate number of cells of the tables of one value.
fn cells(cards: usize) -> usize {
    13 * cards * cards
}

/// Shuffles one deck.
type Step<'a> = Box<dyn Fn(&mut [u32], &mut Generator) + Sync + 'a>;

/// A family whose shuffles are prepared for decks of one size.
struct Shuffler<'a> {
    family: &'a Family,
    /// The shuffle for each value, or only the one that is repeated.
    steps: Vec<Step<'a>>,
}

impl Shuffler<'_> {
    fn new(family: &Family, cards: usize) -> Shuffler<'_> {
        let of_word = |word: String| -> Step {
            let word: Word = word.parse().expect("the family's words are words");
            let routine = word.routine(cards).expect("and fit any deck");
            Box::new(move |deck, generator| routine.shuffle(deck, generator))
        };
        let of_value = |value: f64| -> Option<Step> {
            let Recipe::Program(program) = &family.pattern else {
                return family.word(value).map(of_word);
            };
            Some(Box::new(move |deck, generator| {
                program.shuffle(value, deck, generator);
            }))
        };
        let steps = match family.pattern.repeated() {
            Some(word) => vec![of_word(word)],
            None if family.pattern.is_repeated() => of_value(1.0).into_iter().collect(),
            None => family
                .grid
                .iter()
                .filter_map(|&value| of_value(value))
                .collect(),
        };
        Shuffler { family, steps }
    }

    /// Shuffles a unit of decks for each value, and counts them.
    fn fill(&self, cards: usize, generator: &mut Generator, count: &dyn Fn(usize, &[u32])) {
        let new: Vec<u32> = (0..UNIT).flat_map(|_| 0..cards as u32).collect();
        if self.family.pattern.is_repeated() {
            self.repeat(new, generator, count);
            return;
        }
        for (value, step) in self.steps.iter().enumerate() {
            let mut decks = new.clone();
            decks
                .chunks_mut(cards)
                .for_each(|deck| step(deck, generator));
            count(value, &decks);
        }
    }

    /// Counts the decks after each of the ascending numbers of repetitions, by continuing to shuffle the same
    /// decks. If the recipe ends with a cut, a copy of the decks is cut and counted.
    fn repeat(
        &self,
        mut decks: Vec<u32>,
        generator: &mut Generator,
        count: &dyn Fn(usize, &[u32]),
    ) {
        let cards = decks.len() / UNIT as usize;
        let mut done = 0;
        for (value, &times) in self.family.grid.iter().enumerate() {
            for _ in done..times as u64 {
                decks
                    .chunks_mut(cards)
                    .for_each(|deck| self.steps[0](deck, generator));
            }
            done = times as u64;
            let Recipe::RepeatedAndCut(_, below) = self.family.pattern else {
                count(value, &decks);
                continue;
            };
            let mut ended = decks.clone();
            ended.chunks_mut(cards).for_each(|deck| match below {
                None => cut(deck, generator),
                Some(below) => deck.rotate_left(below as usize),
            });
            count(value, &ended);
        }
    }
}

/// Returns the approximate time for a deck of each value, in nanoseconds.
///
/// The times were measured on one core when the diagnosis was written. They determine the numbers of decks,
/// and so the answers: do not adapt them to faster code.
pub fn nanoseconds(family: &Family, cards: usize) -> f64 {
    let (n, values) = (cards as f64, family.grid.len() as f64);
    let counted = if cards <= 64 {
        40.0 * n
    } else {
        100.0 * n + 1.5 * n * n
    };
    let shuffled = match (&family.pattern, family.cause) {
        (Recipe::Program(program), _) => program.nanoseconds(n),
        (Recipe::Counted(_), _) => 30.0,
        (Recipe::Repeated(_), Cause::TopToRandom) => 20.0 + 0.3 * n,
        (Recipe::Repeated(_), Cause::Riffles) => 30.0 * n,
        (Recipe::RepeatedWith(..), Cause::Overhand) => 12.0 * n,
        (Recipe::RepeatedWith(..), _) => 40.0 * n,
        (Recipe::Repeated(_) | Recipe::RepeatedAndCut(..), _) => 12.0 * n,
        (Recipe::With(_) | Recipe::Once(_), _) => 30.0 * n,
    };
    let times = if family.pattern.is_repeated() {
        family.grid.last().copied().unwrap_or(0.0)
    } else {
        values
    };
    shuffled * times + values * counted
}

/// Cuts at a uniformly distributed position.
fn cut(deck: &mut [u32], generator: &mut Generator) {
    let place = generator.below(deck.len() as u32) as usize;
    deck.rotate_left(place);
}
