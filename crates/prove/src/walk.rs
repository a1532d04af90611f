//! The exact law of a program for a small deck: every list of its random choices is run, up to a limit.

use std::collections::HashMap;
use std::rc::Rc;

use faro::distribution::{Law, LawFromRuns};
use faro_math::number::{Fraction, factorial};
use num_bigint::BigUint;

use super::collision::Collision;
use super::grouping::{BATCH, Branch, Grouping, Node, compare};
use super::pieces::{MIN_GROUPED_VALUES, has_draw_of};
use super::program::{
    Draw, Program, ProgramError, Run, STEADY_RUNS, Walked, cause, first_run, name_of,
    repeat_in_turn, repeat_runs, ties,
};
use super::reading::{Reading, ReadingProgram, misread};
use super::settings::{Settings, bound};

/// The result of [`walk`]: the law of a program, or bounds of it if not all runs were made.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Number of runs of the program.
    pub runs: u64,
    /// The run whose values are all 0.
    pub first: Run,
    /// Whether all runs have draws with the same bounds.
    pub same_bounds: bool,
    /// The largest number of draws in one run that are ranks of random sort keys.
    pub ranks: usize,
    /// Number of random lists of choices that agreed with the law, or `None` if each list was run.
    ///
    /// Random lists are compared if the values of a draw are grouped by their effect.
    pub compared: Option<u64>,
    /// How the program derives its choices from its draws, if the draws are not the choices themselves.
    pub reading: Option<Reading>,
    /// The word of the named shuffle that makes the same decks from the same choices, if there is one.
    pub name: Option<&'static str>,
    /// One or two lists of choices that give one deck and together have more than the probability 1/n!, if any were found.
    /// An unfair program need not have any: the naive shuffle of five cards makes each deck by several rarer lists.
    pub collision: Option<Collision>,
    /// Whether the program was interrupted. Then `end` is [`WalkEnd::Partial`], and the runs were not repeated.
    pub interrupted: bool,
    /// The law of the program, or what is known of it if the walk is incomplete.
    pub end: WalkEnd,
}

/// The law that a [`Walk`] found, or a part of it.
#[derive(Clone, Debug)]
pub enum WalkEnd {
    /// Every list of choices was run, or is represented by a run with the first value of each group.
    Law(Law),
    /// The walk ended before every list of choices was run.
    Partial(Partial),
}

impl Walk {
    /// Returns an upper bound of the total variation distance between the program and the law that was found.
    ///
    /// If random lists were compared, the bound holds with confidence 1 − `confidence`. If each list of choices was
    /// run, the bound is the probability of equal random sort keys, which the law leaves out, and 0 without such keys.
    pub fn distance(&self, confidence: f64) -> f64 {
        let sampled = self.compared.map_or(0.0, |lists| bound(lists, confidence));
        let bias = self.reading.as_ref().map_or(0.0, Reading::bias);
        (sampled + bias + ties(self.ranks)).min(1.0)
    }
}

/// What is known of a law if some lists of choices were not run.
#[derive(Clone, Debug)]
pub struct Partial {
    /// The total probability of the lists of choices that were run.
    pub seen: Fraction,
    /// A lower bound of the total variation distance from uniform.
    pub excess: Fraction,
}

/// Maximum number of runs between two calls of `goes_on`, which may stop the walk.
const MAX_CHUNK: u64 = 10_000;

/// Number of the random stream for the search for a reading.
const STREAM: u64 = 2;

/// Maximum number of runs for which all runs are made a second time. Collisions are also searched for within this
/// number of runs.
const MAX_REPEATED_TREE: u64 = 200_000;

/// Number of runs, from the first one on, that are repeated. If there are fewer runs, they are repeated several times,
/// for `REPEATED_RUNS` repetitions in total.
const REPEATED_RUNS: usize = 1000;

/// After the first [`REPEATED_RUNS`] runs, one run in `STRIDE` is repeated.
const STRIDE: u64 = 257;

/// Maximum number of runs that are repeated.
const MAX_REPEATED: usize = 20_000;

/// Number of repeated runs before all runs are made a second time. They shift the count of runs, so that a fault that
/// depends on a counter affects other lists of choices and is noticed.
const OFFSET_RUNS: usize = STEADY_RUNS + 37;

/// Runs every list of choices of a program, up to [`Settings::max_runs`], and repeats some or all of the runs.
///
/// If a draw has too many values, they are grouped by their effect, or the choices are [read](Reading) from the draws.
/// The program is then compared with the law on [`Settings::samples`] random lists of choices. Their total variation
/// distance is at most [`Walk::distance`].
///
/// # Errors
///
/// [`ProgramError::Broken`] with the text of a [`faro::Error`] if there are too many cards. Otherwise any
/// [`ProgramError`] of the program.
///
/// ```
/// use faro_prove::{Rehearsed, Settings, WalkEnd, walk};
/// use faro::zoo::Transpositions;
/// let walked = walk(&mut Rehearsed::new(Transpositions::Naive, 3), &Settings::default())?;
/// assert_eq!((walked.runs, walked.distance(1e-6)), (27, 0.0));
/// let WalkEnd::Law(law) = walked.end else { panic!("27 runs are below the limit") };
/// assert_eq!(law.total_variation().to_string(), "1/18");
/// # Ok::<(), faro_prove::ProgramError>(())
/// ```
pub fn walk(program: &mut dyn Program, settings: &Settings) -> Result<Walk, ProgramError> {
    walk_while(program, settings, &mut |_| true)
}

/// Runs a program as [`walk`] does, while `goes_on` returns `true`.
///
/// `goes_on` is called with the number of runs, at least after each 10,000. If it returns `false`, the walk is
/// [interrupted](Walk::interrupted) and has the part of the law that is known.
///
/// # Errors
///
/// As for [`walk`].
pub fn walk_while(
    program: &mut dyn Program,
    settings: &Settings,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Walk, ProgramError> {
    let limit = settings.max_runs;
    let (reader, first) = ReadingProgram::find(&mut *program, &settings.seed, STREAM)?;
    let walked = match reader {
        Some(mut reader) => walk_choices(&mut reader, settings, limit, goes_on).map_err(misread),
        None => walk_from(program, &first, settings, limit, goes_on),
    };
    walked.map_err(|why| match why {
        ProgramError::FloatCompare => cause(
            program,
            &first,
            seed_bits(&first).map_or(why, ProgramError::Seed),
        ),
        why => why,
    })
}

/// Number of cards in a standard deck.
const FULL_DECK: u32 = 52;

/// Returns the number of bits of the only draw of a program, which then acts as a seed. Returns `None` if there are
/// more draws, or if the draw has enough values for all orders of 52 cards.
fn seed_bits(first: &Run) -> Option<u32> {
    let [Draw { bound, .. }] = first.draws[..] else {
        return None;
    };
    let is_seed = BigUint::from(bound) < factorial(FULL_DECK);
    is_seed.then(|| (bound - 1).checked_ilog2().map_or(0, |bits| bits + 1))
}

/// Runs the lists of choices of a program whose first run is `first`.
fn walk_from(
    program: &mut dyn Program,
    first: &Run,
    settings: &Settings,
    limit: u64,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Walk, ProgramError> {
    let mut walker = Walker::new(program.cards(), first.clone(), limit)?;
    if !has_draw_of(first, MIN_GROUPED_VALUES) {
        if let Some(walked) = walker.narrow(program, goes_on).transpose() {
            return walker.finish(program, walked, goes_on);
        }
        // A draw with many values was found after the first draws.
        walker = Walker::new(program.cards(), first.clone(), limit)?;
    }
    let walked = walker.grouped(program, settings, goes_on);
    walker.finish(program, walked, goes_on)
}

/// Runs the lists of choices that a reading derives from the draws.
fn walk_choices(
    reader: &mut ReadingProgram,
    settings: &Settings,
    limit: u64,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Walk, ProgramError> {
    let mut walker = Walker::new(reader.cards(), first_run(reader)?, limit)?;
    walker.walk.reading = Some(reader.reading.clone());
    let walked = walker.grouped(reader, settings, goes_on);
    walker.finish(reader, walked, goes_on)
}

struct Walker {
    law: LawFromRuns,
    walk: Walk,
    limit: u64,
    /// The runs that will be repeated.
    sample: Vec<Run>,
    /// A run for each deck that occurred, kept until a collision is found.
    decks: HashMap<Vec<u32>, Run>,
}

impl Walker {
    fn new(cards: usize, first: Run, limit: u64) -> Result<Walker, ProgramError> {
        let law =
            LawFromRuns::new(cards).map_err(|error| ProgramError::Broken(error.to_string()))?;
        let partial = Partial {
            seen: Fraction::new(0u32, 1u32),
            excess: Fraction::new(0u32, 1u32),
        };
        let end = WalkEnd::Partial(partial);
        let walk = Walk {
            runs: 0,
            first,
            same_bounds: true,
            ranks: 0,
            compared: None,
            reading: None,
            name: None,
            collision: None,
            interrupted: false,
            end,
        };
        Ok(Walker {
            law,
            walk,
            limit,
            sample: Vec::new(),
            decks: HashMap::new(),
        })
    }

    fn add(&mut self, run: &Run) {
        self.law
            .add(&run.deck, run.bounds().map(|bound| (1, bound)));
        self.note_draws(run);
        let chosen = self.sample.len() < REPEATED_RUNS || self.walk.runs.is_multiple_of(STRIDE);
        if chosen && self.sample.len() < MAX_REPEATED {
            self.sample.push(run.clone());
        }
        self.walk.runs += 1;
        self.note_collision(run);
    }

    fn note_draws(&mut self, run: &Run) {
        self.walk.same_bounds &= run.bounds().eq(self.walk.first.bounds());
        self.walk.ranks = self.walk.ranks.max(run.ranks);
    }

    fn note_collision(&mut self, run: &Run) {
        if self.walk.collision.is_some() || self.walk.runs > MAX_REPEATED_TREE {
            return;
        }
        let earlier = self.decks.get(&run.deck);
        self.walk.collision = Collision::new(&[run])
            .or_else(|| earlier.and_then(|earlier| Collision::new(&[earlier, run])));
        if earlier.is_none() {
            self.decks.insert(run.deck.clone(), run.clone());
        }
    }

    /// Runs all lists of choices, and returns whether all were run within the limit. Returns `None` if a draw has many
    /// values.
    fn narrow(
        &mut self,
        program: &mut dyn Program,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<bool>, ProgramError> {
        let mut has_groups_of_values = false;
        let mut subtrees = vec![Vec::new()];
        let mut left = self.limit;
        while let Some(prefix) = subtrees.pop() {
            let before = self.walk.runs;
            let mut visit = |run: &Run| {
                has_groups_of_values |= has_draw_of(run, MIN_GROUPED_VALUES);
                self.add(run);
            };
            let walked = program.walk(&prefix, MAX_CHUNK.min(left), &mut visit)?;
            left -= (self.walk.runs - before).min(left);
            if has_groups_of_values {
                return Ok(None);
            }
            if let Walked::Stopped(at) = walked {
                push_rest(&mut subtrees, &at, prefix.len());
            }
            if !subtrees.is_empty() && (left == 0 || !goes_on(self.walk.runs)) {
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }

    /// Runs the lists of choices with one value from each group of values that have the same effect. Then compares the
    /// program with the law on random lists of choices. Returns whether the walk is complete.
    ///
    /// The random lists are independent of the groups: the next value of a list is drawn after the groups of the next
    /// draw are known.
    fn grouped(
        &mut self,
        program: &mut dyn Program,
        settings: &Settings,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, ProgramError> {
        let mut grouping = Grouping::new(&settings.seed);
        let mut waiting = Vec::new();
        let lists = (0..settings.samples).map(|_| Vec::new()).collect();
        let mut branches = vec![Branch {
            node: Vec::new(),
            run: self.walk.first.clone(),
            lists,
        }];
        while let Some(branch) = branches.pop() {
            if branch.run.draws.len() > branch.node.len() {
                branches.extend(grouping.split(program, branch)?);
                continue;
            }
            self.add_group(&branch.node, &branch.run);
            let run = Rc::new(branch.run);
            waiting.extend(branch.lists.into_iter().map(|list| (list, run.clone())));
            if waiting.len() >= BATCH {
                compare(program, &mut waiting)?;
            }
            if self.walk.runs >= self.limit || !goes_on(self.walk.runs) {
                break;
            }
        }
        compare(program, &mut waiting)?;
        self.walk.compared = Some(settings.samples);
        Ok(branches.is_empty())
    }

    fn add_group(&mut self, node: &Node, run: &Run) {
        self.law.add(
            &run.deck,
            node.iter()
                .map(|(pieces, piece)| (pieces.count(*piece), pieces.bound())),
        );
        self.note_draws(run);
        if self.sample.len() < MAX_REPEATED {
            self.sample.push(run.clone());
        }
        self.walk.runs += 1;
    }

    /// Repeats runs, and returns the walk with its law. `walked` tells whether the walk is complete.
    fn finish(
        mut self,
        program: &mut dyn Program,
        walked: Result<bool, ProgramError>,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Walk, ProgramError> {
        let checked = walked.and_then(|complete| {
            self.check(program, complete)?;
            goes_on(self.walk.runs);
            Ok(complete)
        });
        self.walk.interrupted = checked == Err(ProgramError::Interrupted);
        self.walk.end = if !self.walk.interrupted && checked? {
            // The probabilities of all runs sum to 1, unless a draw does not always have the same bound.
            WalkEnd::Law(
                self.law
                    .clone()
                    .finish()
                    .ok_or(ProgramError::HiddenRandomness)?,
            )
        } else {
            WalkEnd::Partial(Partial {
                seen: self.law.seen(),
                excess: self.law.excess(),
            })
        };
        Ok(self.walk)
    }

    /// Repeats runs in one process and in other processes, and looks for a named shuffle that makes the same decks.
    fn check(&mut self, program: &mut dyn Program, complete: bool) -> Result<(), ProgramError> {
        program.restart()?;
        let runs: Vec<Run> = self
            .sample
            .iter()
            .cycle()
            .take(OFFSET_RUNS)
            .cloned()
            .collect();
        repeat_in_turn(program, &runs)?;
        if complete && self.walk.compared.is_none() && self.walk.runs <= MAX_REPEATED_TREE {
            self.repeat_tree(program)?;
        }
        self.repeat(program)?;
        self.walk.name = name_of(program, &self.walk.first)?;
        Ok(())
    }

    /// Makes all runs again, with the values of the first draw in reverse order, and compares the two laws.
    fn repeat_tree(&self, program: &mut dyn Program) -> Result<(), ProgramError> {
        let mut second = Walker::new(program.cards(), self.walk.first.clone(), u64::MAX)?.law;
        let branches: Vec<Vec<u64>> = match self.walk.first.draws.first() {
            None => vec![Vec::new()],
            Some(draw) => (0..draw.bound).rev().map(|value| vec![value]).collect(),
        };
        for branch in branches {
            program.walk(&branch, u64::MAX, &mut |run| {
                second.add(&run.deck, run.bounds().map(|bound| (1, bound)));
            })?;
        }
        let (Some(first), Some(second)) = (self.law.clone().finish(), second.finish()) else {
            return Err(ProgramError::HiddenRandomness);
        };
        let (a, b) = (first.total(), second.total());
        let same =
            (0..first.orders()).all(|rank| first.weight(rank) * &b == second.weight(rank) * &a);
        if same {
            Ok(())
        } else {
            Err(ProgramError::HiddenRandomness)
        }
    }

    /// Repeats a sample of the runs in new processes, the last run first.
    fn repeat(&self, program: &mut dyn Program) -> Result<(), ProgramError> {
        let runs = self.sample.len().max(REPEATED_RUNS);
        let runs: Vec<Run> = self
            .sample
            .iter()
            .rev()
            .cycle()
            .take(runs)
            .cloned()
            .collect();
        repeat_runs(program, &runs)
    }
}

/// Pushes the subtrees of runs that remain after a walk stopped at the draws `at`: the subtree below these draws, and
/// the subtrees of all larger values of each draw. The first in lexicographic order is on the top of the stack.
fn push_rest(subtrees: &mut Vec<Vec<u64>>, at: &[Draw], fixed: usize) {
    let values: Vec<u64> = at.iter().map(|draw| draw.value).collect();
    for depth in fixed..at.len() {
        for value in (at[depth].value + 1..at[depth].bound).rev() {
            subtrees.push(values[..depth].iter().copied().chain([value]).collect());
        }
    }
    subtrees.push(values);
}
