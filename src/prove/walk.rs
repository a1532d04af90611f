use std::collections::HashMap;
use std::iter;
use std::rc::Rc;

use super::collision::Collision;
use super::pieces::{Pieces, WIDE, below, fills};
use super::program::{Draw, Outcome, Program, ProgramError, Run, Walked, ties};
use crate::distribution::{Law, LawError, LawFromRuns};
use crate::number::Fraction;
use crate::shuffle::{Generator, Seed};

/// What the runs of a program show.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The number of runs.
    pub runs: u64,
    /// The run whose values are all 0.
    pub first: Run,
    /// Whether all runs have the same bounds.
    pub same_bounds: bool,
    /// The largest number of draws of a run that are ranks of random keys.
    pub ranks: usize,
    /// Whether some draw has many values, which were grouped by their effect. The groups are verified at their ends and
    /// at random values.
    pub grouped: bool,
    /// The first runs found with the same deck that are together more likely than a deck of a fair shuffle.
    pub collision: Option<Collision>,
    /// The law, or what is known of it.
    pub end: WalkEnd,
}

/// The end of a walk.
#[derive(Clone, Debug)]
pub enum WalkEnd {
    /// Every sequence of choices was run.
    Law(Law),
    /// The walk ended early.
    Partial(Partial),
}

impl Walk {
    /// Returns an upper bound of the probability that two random keys are equal. The law is that of different keys, so the
    /// total variation distance between it and the program's own law is at most this.
    pub fn ties(&self) -> f64 {
        ties(self.ranks)
    }
}

/// What is known if some sequences of choices were not run.
#[derive(Clone, Debug)]
pub struct Partial {
    /// The probability of the sequences that were run.
    pub seen: Fraction,
    /// A lower bound of the total variation distance from uniform.
    pub excess: Fraction,
}

/// The most runs between two calls of `goes_on`.
const CHUNK: u64 = 10_000;

/// The most runs of a tree that is walked a second time in full.
const TWICE: u64 = 200_000;

/// The first `REPEATED` runs are repeated, and then one run in `STRIDE`, up to `MAX_REPEATED`. If there are fewer, they are
/// repeated several times, so that at least `REPEATED` runs are.
const REPEATED: usize = 1000;
const STRIDE: u64 = 257;
const MAX_REPEATED: usize = 20_000;

/// Runs before the second walk, so that a fault that depends on a counter hits other sequences of choices.
const OFFSET: usize = 37;

/// Runs every sequence of choices of a program, up to a limit, and some or all of them twice. `goes_on` is called with
/// the number of runs and returns whether to continue.
///
/// # Errors
///
/// [`LawError`] as text in [`ProgramError::Broken`] for too many cards; other [`ProgramError`]s of the program.
///
/// ```
/// use faro::prove::{Rehearsed, WalkEnd, walk};
/// use faro::zoo::Transpositions;
/// let walked = walk(&mut Rehearsed::new(Transpositions::Naive, 3), 1000, &mut |_| true)?;
/// let WalkEnd::Law(law) = walked.end else { panic!("27 runs are below the limit") };
/// assert_eq!((walked.runs, law.total_variation().to_string()), (27, "1/18".into()));
/// # Ok::<(), faro::prove::ProgramError>(())
/// ```
pub fn walk(
    program: &mut impl Program,
    limit: u64,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Walk, ProgramError> {
    let first = first_run(program)?;
    let mut walker = Walker::new(program.cards(), first.clone(), limit)?;
    let complete = if has_wide(&first) {
        walker.grouped(program, goes_on)?
    } else {
        match walker.narrow(program, goes_on)? {
            // A wide draw appeared after some choices.
            None => {
                walker = Walker::new(program.cards(), first, limit)?;
                walker.grouped(program, goes_on)?
            }
            Some(complete) => complete,
        }
    };
    walker.finish(program, complete, goes_on)
}

/// Runs the program twice with all values 0.
pub(super) fn first_run(program: &mut impl Program) -> Result<Run, ProgramError> {
    let mut runs = program.run(&[vec![], vec![]])?.into_iter().filter_map(|outcome| outcome.ran());
    match (runs.next(), runs.next()) {
        (Some(first), Some(second)) if first == second => Ok(first),
        _ => Err(ProgramError::HiddenRandomness),
    }
}

fn has_wide(run: &Run) -> bool {
    run.bounds().any(|bound| bound >= WIDE)
}

/// The first draws of some runs, each with its groups and one of them.
type Node = Vec<(Rc<Pieces>, usize)>;

/// The random members of a leaf that are run when it is visited, and at the end of a walk at least.
const MEMBERS: usize = 2;
const MEMBERS_IN_ALL: usize = 10_000;

/// Groups the values of wide draws. The groups of a draw are likely to be those of another.
struct Grouping {
    generator: Generator,
    guesses: Vec<Pieces>,
}

impl Grouping {
    /// Returns the groups of the draw that follows these values in a run.
    fn pieces(
        &mut self,
        program: &mut impl Program,
        values: &[u64],
        run: &Run,
    ) -> Result<Pieces, ProgramError> {
        let Draw { bound, .. } = run.draws[values.len()];
        if bound < WIDE {
            return Ok(Pieces::each(bound));
        }
        let fills = fills(&run.draws[values.len() + 1..], &mut self.generator);
        let pieces = Pieces::find(program, values, bound, &fills, &self.guesses, &mut self.generator)?;
        if !self.guesses.contains(&pieces) {
            self.guesses.push(pieces.clone());
        }
        Ok(pieces)
    }

    /// Runs random members of leaves: other values of the same groups, which must give the same deck. An effect of a draw
    /// may be seen only with some values of the draws that follow, and then its groups are too large.
    fn check_members(
        &mut self,
        program: &mut impl Program,
        leaves: &[(Node, Run)],
        each: usize,
    ) -> Result<(), ProgramError> {
        for (node, run) in leaves {
            let mut member = || -> Vec<u64> {
                let value = |(pieces, piece): &(Rc<Pieces>, usize)| {
                    pieces.value(*piece, below(&mut self.generator, pieces.count(*piece)))
                };
                node.iter().map(value).collect()
            };
            let lists: Vec<Vec<u64>> = (0..each).map(|_| member()).collect();
            let outcomes = program.run(&lists)?;
            if !outcomes.into_iter().all(|outcome| outcome.ran().is_some_and(|other| other.is_alike(run))) {
                return Err(ProgramError::FloatCompare);
            }
        }
        Ok(())
    }
}

struct Walker {
    law: LawFromRuns,
    walk: Walk,
    limit: u64,
    /// Runs to be repeated.
    sample: Vec<Run>,
    /// A run for each deck, until a collision is found.
    decks: HashMap<Vec<u32>, Run>,
}

impl Walker {
    fn new(cards: usize, first: Run, limit: u64) -> Result<Walker, ProgramError> {
        let law =
            LawFromRuns::new(cards).map_err(|error: LawError| ProgramError::Broken(error.to_string()))?;
        let partial = Partial { seen: Fraction::new(0u32, 1u32), excess: Fraction::new(0u32, 1u32) };
        let end = WalkEnd::Partial(partial);
        let walk = Walk { runs: 0, first, same_bounds: true, ranks: 0, grouped: false, collision: None, end };
        Ok(Walker { law, walk, limit, sample: Vec::new(), decks: HashMap::new() })
    }

    fn add(&mut self, run: &Run) {
        self.law.add(&run.deck, run.bounds().map(|bound| (1, bound)));
        self.note_draws(run);
        let chosen = self.sample.len() < REPEATED || self.walk.runs.is_multiple_of(STRIDE);
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
        if self.walk.collision.is_some() || self.walk.runs > TWICE {
            return;
        }
        let earlier = self.decks.get(&run.deck);
        self.walk.collision =
            Collision::single(run).or_else(|| earlier.and_then(|earlier| Collision::pair(earlier, run)));
        if earlier.is_none() {
            self.decks.insert(run.deck.clone(), run.clone());
        }
    }

    /// Walks the tree if no draw has many values; none if one has. Returns whether the walk is complete.
    fn narrow(
        &mut self,
        program: &mut impl Program,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<bool>, ProgramError> {
        let mut wide = false;
        let mut subtrees = vec![Vec::new()];
        let mut left = self.limit;
        while let Some(prefix) = subtrees.pop() {
            let before = self.walk.runs;
            let mut visit = |run: &Run| {
                wide |= has_wide(run);
                self.add(run);
            };
            let walked = program.walk(&prefix, CHUNK.min(left), &mut visit)?;
            left -= (self.walk.runs - before).min(left);
            if wide {
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

    /// Walks the tree, with the values of each wide draw grouped by their effect.
    fn grouped(
        &mut self,
        program: &mut impl Program,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, ProgramError> {
        self.walk.grouped = true;
        let mut grouping = Grouping { generator: Generator::unit(&Seed::from(0), 0), guesses: Vec::new() };
        let mut leaves: Vec<(Node, Run)> = Vec::new();
        let mut nodes: Vec<Node> = vec![Vec::new()];
        while let Some(node) = nodes.pop() {
            let values: Vec<u64> = node.iter().map(|(pieces, piece)| pieces.first(*piece)).collect();
            let outcome = program.run(std::slice::from_ref(&values))?.into_iter().next();
            let run = outcome.and_then(Outcome::ran).ok_or(ProgramError::HiddenRandomness)?;
            if run.draws.len() > values.len() {
                let pieces = Rc::new(grouping.pieces(program, &values, &run)?);
                let child =
                    |piece: usize| node.iter().cloned().chain(iter::once((pieces.clone(), piece))).collect();
                nodes.extend((0..pieces.len()).rev().map(child));
                continue;
            }
            self.add_group(&node, &run);
            grouping.check_members(program, &[(node.clone(), run.clone())], MEMBERS)?;
            if leaves.len() < MAX_REPEATED {
                leaves.push((node, run));
            }
            if self.walk.runs >= self.limit || !goes_on(self.walk.runs) {
                break;
            }
        }
        let each = MEMBERS_IN_ALL.div_ceil(leaves.len().max(1));
        grouping.check_members(program, &leaves, each)?;
        Ok(nodes.is_empty())
    }

    /// Adds a run that stands for all values of its groups.
    fn add_group(&mut self, node: &Node, run: &Run) {
        self.law.add(&run.deck, node.iter().map(|(pieces, piece)| (pieces.count(*piece), pieces.bound())));
        self.note_draws(run);
        self.sample.push(run.clone());
        self.sample.truncate(MAX_REPEATED);
        self.walk.runs += 1;
    }

    /// Repeats runs in a fresh process, and returns the law.
    fn finish(
        mut self,
        program: &mut impl Program,
        complete: bool,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Walk, ProgramError> {
        let known = self.walk.runs;
        program.restart()?;
        let before = program.run(&vec![Vec::new(); OFFSET])?;
        if before.into_iter().any(|outcome| outcome.ran().as_ref() != Some(&self.walk.first)) {
            return Err(ProgramError::HiddenRandomness);
        }
        if complete && !self.walk.grouped && known <= TWICE {
            self.again(program)?;
        }
        self.repeat(program)?;
        goes_on(known);
        self.walk.end = match (complete, self.law.clone().finish()) {
            (true, Some(law)) => WalkEnd::Law(law),
            // The probabilities of all runs sum to 1, unless the bounds of a draw vary.
            (true, None) => return Err(ProgramError::HiddenRandomness),
            (false, _) => WalkEnd::Partial(Partial { seen: self.law.seen(), excess: self.law.excess() }),
        };
        Ok(self.walk)
    }

    /// Walks the whole tree again, the values of the first draw in reverse, and compares the laws.
    fn again(&self, program: &mut impl Program) -> Result<(), ProgramError> {
        let mut second = Walker::new(program.cards(), self.walk.first.clone(), u64::MAX)?;
        let branches: Vec<Vec<u64>> = match self.walk.first.draws.first() {
            None => vec![Vec::new()],
            Some(draw) => (0..draw.bound).rev().map(|value| vec![value]).collect(),
        };
        for branch in branches {
            program.walk(&branch, u64::MAX, &mut |run| second.add(run))?;
        }
        let same = |law: &LawFromRuns| {
            let law = law.clone().finish()?;
            Some((0..law.orders()).map(|rank| law.chance(rank)).collect::<Vec<_>>())
        };
        match (same(&self.law), same(&second.law)) {
            (Some(first), Some(again)) if first == again => Ok(()),
            _ => Err(ProgramError::HiddenRandomness),
        }
    }

    /// Repeats a sample of the runs, the last first.
    fn repeat(&self, program: &mut impl Program) -> Result<(), ProgramError> {
        let rounds = REPEATED.div_ceil(self.sample.len().max(1));
        for runs in (0..rounds).flat_map(|_| self.sample.rchunks(REPEATED)) {
            let lists: Vec<Vec<u64>> = runs.iter().rev().map(Run::values).collect();
            let again = program.run(&lists)?.into_iter().map(|outcome| outcome.ran());
            if !again.eq(runs.iter().rev().cloned().map(Some)) {
                return Err(ProgramError::HiddenRandomness);
            }
        }
        Ok(())
    }
}

/// Adds the subtrees from a stopped walk on: the one below the draws, and those of the values that follow, so that the
/// first in lexicographic order is the last on the stack.
fn push_rest(subtrees: &mut Vec<Vec<u64>>, at: &[Draw], fixed: usize) {
    let values: Vec<u64> = at.iter().map(|draw| draw.value).collect();
    for depth in fixed..at.len() {
        for value in (at[depth].value + 1..at[depth].bound).rev() {
            subtrees.push(values[..depth].iter().copied().chain([value]).collect());
        }
    }
    subtrees.push(values);
}
