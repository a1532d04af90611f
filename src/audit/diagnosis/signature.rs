use std::num::NonZero;
use std::ops::Range;

use super::family::{Family, Made};
use super::profile::Profile;
use crate::audit::tables::SharedTables;
use crate::shuffle::{Choices, Generator, Seed, Shuffle};
use crate::simulate::over_units;
use crate::word::{Routine, Word};
use crate::zoo::Transpositions;

/// Decks of a unit of work.
const UNIT: u64 = 64;

/// About how many cells the tables have that are filled from the same decks: 64 MB. What is drawn for a
/// value depends on the values before it, so that another number would change the answers.
const CELLS: usize = 1 << 23;

/// No stream of decks is drawn like these: a shuffler may be tried with seeds that are small numbers.
const SEED: &str = "the signatures of wrong shuffles";

/// How a signature is simulated: on so many threads, in which of the independent streams.
#[derive(Clone, Copy)]
pub struct Simulation {
    pub cards: usize,
    pub decks: u64,
    pub threads: NonZero<usize>,
    pub stream: u64,
}

impl Simulation {
    /// What `score` says of the signature of each value of the family's grid; none if it was stopped.
    pub fn score_each<T>(
        &self,
        family: &Family,
        goes_on: &mut impl FnMut(u64) -> bool,
        score: impl Fn(&Profile) -> T,
    ) -> Option<Vec<T>> {
        let at_once = (CELLS / cells(self.cards)).max(1);
        let mut scores = Vec::new();
        for values in family.grid.chunks(at_once) {
            let tables = self.filled(&Family { grid: values.to_vec(), ..family.clone() }, goes_on)?;
            for (tables, &value) in tables.into_iter().zip(values) {
                let mut profile = Profile::of(&tables.into_tables());
                family.sharpen(value, self.cards, &mut profile);
                scores.push(score(&profile));
            }
        }
        Some(scores)
    }

    fn filled(&self, family: &Family, goes_on: &mut impl FnMut(u64) -> bool) -> Option<Vec<SharedTables>> {
        let units: Range<u64> = 0..self.decks.div_ceil(UNIT);
        let tables: Vec<SharedTables> = family.grid.iter().map(|_| SharedTables::new(self.cards)).collect();
        let (maker, seed) =
            (Maker::of(family, self.cards), SEED.parse::<Seed>().expect("any words are a seed"));
        let count = |unit: u64, (): &mut ()| {
            let mut generator = Generator::unit(&seed, (self.stream << 32) + unit);
            maker.fill(self.cards, &mut generator, &tables);
        };
        let mut all = true;
        over_units(units, self.threads, &(), count, |done| {
            all = all && goes_on(done);
            all
        });
        all.then_some(tables)
    }
}

/// About the cells of the tables of a deck.
fn cells(cards: usize) -> usize {
    13 * cards * cards
}

/// A family's words, made ready.
struct Maker<'a> {
    family: &'a Family,
    routines: Vec<Routine>,
}

impl Maker<'_> {
    fn of(family: &Family, cards: usize) -> Maker<'_> {
        let ready = |word: String| {
            let word: Word = word.parse().expect("the family's words are words");
            word.routine(cards).expect("and fit any deck")
        };
        let routines = match family.made.repeated() {
            Some(word) => vec![ready(word)],
            None => family.grid.iter().filter_map(|&value| family.word(value)).map(ready).collect(),
        };
        Maker { family, routines }
    }

    /// A unit of decks for each value.
    fn fill(&self, cards: usize, generator: &mut Generator, tables: &[SharedTables]) {
        let new: Vec<u32> = (0..UNIT).flat_map(|_| 0..cards as u32).collect();
        match self.family.made {
            Made::Repeated(_) | Made::RepeatedBy(..) => self.follow(new, generator, tables, |_, _| ()),
            Made::RepeatedAndCut(_, None) => self.follow(new, generator, tables, cut),
            Made::RepeatedAndCut(_, Some(below)) => {
                self.follow(new, generator, tables, |deck, _| deck.rotate_left(below as usize));
            }
            Made::With(_) | Made::Once(_) => {
                for (routine, tables) in self.routines.iter().zip(tables) {
                    let mut decks = new.clone();
                    decks.chunks_mut(cards).for_each(|deck| routine.shuffle(deck, generator));
                    tables.add(&decks);
                }
            }
            Made::Even => {
                let mut decks = new;
                decks.chunks_mut(cards).for_each(|deck| even(deck, generator));
                tables.iter().for_each(|tables| tables.add(&decks));
            }
        }
    }

    /// The same decks, shuffled on from value to value.
    fn follow(
        &self,
        mut decks: Vec<u32>,
        generator: &mut Generator,
        tables: &[SharedTables],
        last: impl Fn(&mut [u32], &mut Generator),
    ) {
        let cards = self.routines[0].cards();
        let mut done = 0;
        for (&times, tables) in self.family.grid.iter().zip(tables) {
            for _ in done..times as u64 {
                decks.chunks_mut(cards).for_each(|deck| self.routines[0].shuffle(deck, generator));
            }
            done = times as u64;
            let mut ended = decks.clone();
            ended.chunks_mut(cards).for_each(|deck| last(deck, generator));
            tables.add(&ended);
        }
    }
}

/// About how many nanoseconds a deck of each value of the family takes.
pub fn nanoseconds(family: &Family, cards: usize) -> f64 {
    let (n, values) = (cards as f64, family.grid.len() as f64);
    let counted = if cards <= 64 { 40.0 * n } else { 100.0 * n + 1.5 * n * n };
    let made = match family.made {
        Made::Repeated("top-to-random") => 20.0 + 0.3 * n,
        Made::Repeated("swap-pairs:1") => 30.0,
        Made::Repeated(word) if word.starts_with("gsr") => 30.0 * n,
        Made::RepeatedBy("overhand:", _) => 12.0 * n,
        Made::RepeatedBy(..) => 40.0 * n,
        Made::Repeated(_) | Made::RepeatedAndCut(..) => 12.0 * n,
        Made::With(_) | Made::Once(_) => 30.0 * n,
        Made::Even => 40.0 * n,
    };
    let times = match family.made {
        Made::Repeated(_) | Made::RepeatedBy(..) | Made::RepeatedAndCut(..) => {
            family.grid.last().copied().unwrap_or(0.0)
        }
        _ => values,
    };
    made * times + values * counted
}

fn cut(deck: &mut [u32], generator: &mut Generator) {
    let place = generator.below(deck.len() as u32) as usize;
    deck.rotate_left(place);
}

/// A fair order, in which the first two cards are swapped if it is odd.
fn even(deck: &mut [u32], generator: &mut Generator) {
    Transpositions::FisherYates.shuffle(deck, generator);
    let order = crate::Permutation::from_deck(deck.to_vec()).expect("a deck that was shuffled");
    if order.sign() < 0 {
        deck.swap(0, 1);
    }
}
