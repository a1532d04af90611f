//! Groups the values of a draw that have the same effect on the deck.
//!
//! A draw may have up to 2^64 values, for example if it is a floating-point number, so that not every value can be run.
//! A search runs some values and derives the groups, which are then checked with random lists of choices. [`Pieces`]
//! are the groups of one draw.

use std::iter;
use std::rc::Rc;

use faro_sample::shuffle::{Choices, Generator};

use super::program::{Draw, Outcome, Program, ProgramError, Run};
use super::walk::Settings;
use super::walk::Walker;

/// Minimum number of values of a wide draw. The values of a wide draw are grouped by their effect.
pub const WIDE: u64 = 4096;

/// Maximum number of lists of choices at which every list is run, even if a draw is wide.
const MAX_EXHAUSTIVE_LISTS: u64 = 1 << 20;

/// Number of steps of the grid on which the effect of a wide draw is compared first.
const GRID_STEPS: u64 = 512;

/// Maximum number of groups of a wide draw.
const MAX_PIECES: usize = 600;

/// Number of lists of values for the following draws with which the effects of two values are compared.
const MAX_FILLS: usize = 4;

/// Minimum number of values of a draw that are grouped by their effect, if there are more than
/// [`MAX_EXHAUSTIVE_LISTS`] lists.
const MIN_GROUPED_VALUES: u64 = 64;

/// Returns whether a run has a wide draw, and has more than [`MAX_EXHAUSTIVE_LISTS`] lists of choices.
pub(super) fn has_wide(run: &Run) -> bool {
    has_draw_of(run, WIDE)
}

/// Returns whether a run has a draw whose values are worth grouping. It must also have more than
/// [`MAX_EXHAUSTIVE_LISTS`] lists of choices.
pub(super) fn has_groups(run: &Run) -> bool {
    has_draw_of(run, MIN_GROUPED_VALUES)
}

fn has_draw_of(run: &Run, values: u64) -> bool {
    let lists = run.bounds().fold(1u64, u64::saturating_mul);
    lists > MAX_EXHAUSTIVE_LISTS && run.bounds().any(|bound| bound >= values)
}

/// The values of a draw, grouped into pieces of values with the same effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    bound: u64,
    shape: Shape,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    /// Each value is a piece.
    Each,
    /// Intervals, given by their first values: the program multiplies and rounds the value, or compares it.
    Intervals(Vec<u64>),
    /// Each piece has the values with one remainder modulo the given number.
    Residues(u64),
}

impl Pieces {
    /// Returns pieces of one value each, for a draw with `bound` values.
    pub fn each(bound: u64) -> Pieces {
        Pieces { bound, shape: Shape::Each }
    }

    /// Returns the number of values of the draw.
    pub fn bound(&self) -> u64 {
        self.bound
    }

    /// Returns whether pieces may have more than one value.
    pub fn is_wide(&self) -> bool {
        self.shape != Shape::Each
    }

    fn is_intervals(&self) -> bool {
        matches!(self.shape, Shape::Intervals(_))
    }

    /// Returns the number of pieces.
    #[allow(clippy::len_without_is_empty)] // a draw has values
    pub fn len(&self) -> usize {
        match &self.shape {
            Shape::Each => self.bound as usize,
            Shape::Intervals(starts) => starts.len(),
            Shape::Residues(modulus) => *modulus as usize,
        }
    }

    /// Returns the smallest value of `piece`.
    pub fn first(&self, piece: usize) -> u64 {
        match &self.shape {
            Shape::Intervals(starts) => starts[piece],
            _ => piece as u64,
        }
    }

    /// Returns the number of values in `piece`.
    pub fn count(&self, piece: usize) -> u64 {
        match &self.shape {
            Shape::Each => 1,
            Shape::Intervals(starts) => starts.get(piece + 1).unwrap_or(&self.bound) - starts[piece],
            Shape::Residues(modulus) => (self.bound - 1 - piece as u64) / modulus + 1,
        }
    }

    /// Returns the value with the index `n` in `piece`, in increasing order.
    pub(super) fn value(&self, piece: usize, n: u64) -> u64 {
        let step = if let Shape::Residues(modulus) = self.shape { modulus } else { 1 };
        self.first(piece) + n * step
    }

    /// Returns the index of the piece that contains `value`.
    pub fn piece(&self, value: u64) -> usize {
        match &self.shape {
            Shape::Each => value as usize,
            Shape::Intervals(starts) => starts.partition_point(|&start| start <= value) - 1,
            Shape::Residues(modulus) => (value % modulus) as usize,
        }
    }

    /// Finds the values of a draw that have the same effect: values with the same remainder, or intervals.
    ///
    /// The draw follows draws with the values `before`, and `fills` has lists of values for the draws after it. A
    /// correct guess saves most of the runs.
    ///
    /// # Errors
    ///
    /// [`ProgramError::FloatCompare`] if the intervals depend on the values of other draws, or if there are too many.
    pub(super) fn find(
        program: &mut dyn Program,
        before: &[u64],
        bound: u64,
        fills: &[Vec<u64>],
        guesses: &[Pieces],
        generator: &mut Generator,
    ) -> Result<Pieces, ProgramError> {
        let mut search = Search { program, before, fills, bound };
        for guess in guesses.iter().filter(|guess| guess.is_intervals() && guess.bound == bound) {
            if search.is_divided(guess)? && search.is_uniform(guess, generator)? {
                return Ok(guess.clone());
            }
            // The next draw of a shuffle usually has one choice less or one more.
            for count in [guess.len() - 1, guess.len() + 1] {
                if let Some(pieces) = search.even(count as u64)?
                    && search.is_uniform(&pieces, generator)?
                {
                    return Ok(pieces);
                }
            }
        }
        if let Some(modulus) = search.modulus()? {
            let pieces = Pieces { bound, shape: Shape::Residues(modulus) };
            if search.is_uniform(&pieces, generator)? {
                return Ok(pieces);
            }
        }
        let pieces = Pieces { bound, shape: Shape::Intervals(search.starts()?) };
        match search.is_uniform(&pieces, generator)? {
            true => Ok(pieces),
            false => Err(ProgramError::FloatCompare),
        }
    }
}

/// Returns up to [`MAX_FILLS`] lists of values for `draws`: zeros, and random values.
pub(super) fn fills(draws: &[Draw], generator: &mut Generator) -> Vec<Vec<u64>> {
    let zeros = vec![0; draws.len()];
    let random = (1..MAX_FILLS).map(|_| draws.iter().map(|draw| below(generator, draw.bound)).collect());
    let mut fills: Vec<Vec<u64>> = std::iter::once(zeros).chain(random).collect();
    fills.dedup();
    fills
}

/// Returns a random number below each of `bounds`.
pub(super) fn below_all(bounds: &[u64], generator: &mut Generator) -> Vec<u64> {
    bounds.iter().map(|&bound| below(generator, bound)).collect()
}

/// Returns a random number below `bound`, of up to 64 bits, by rejection.
pub(super) fn below(generator: &mut Generator, bound: u64) -> u64 {
    if let Ok(bound) = u32::try_from(bound) {
        return generator.below(bound).into();
    }
    let unused = (bound - 1).leading_zeros();
    loop {
        let number = (0..4).fold(0, |number, _| number << 16 | u64::from(generator.below(1 << 16)));
        if number >> unused < bound {
            return number >> unused;
        }
    }
}

struct Search<'a> {
    program: &'a mut dyn Program,
    before: &'a [u64],
    fills: &'a [Vec<u64>],
    bound: u64,
}

/// The outcomes of a value, one for each list of values for the draws that follow.
type Effect = Vec<Outcome>;

impl Search<'_> {
    fn effects(&mut self, values: &[u64]) -> Result<Vec<Effect>, ProgramError> {
        let fills = self.fills.to_vec();
        self.effects_with(values, &fills)
    }

    fn effects_with(&mut self, values: &[u64], fills: &[Vec<u64>]) -> Result<Vec<Effect>, ProgramError> {
        let list = |value: u64, fill: &Vec<u64>| [self.before, &[value], fill].concat();
        let lists: Vec<Vec<u64>> =
            values.iter().flat_map(|&value| fills.iter().map(move |fill| list(value, fill))).collect();
        let mut outcomes = self.program.run(&lists)?;
        // The effect of a value is the deck and the bounds. The values themselves are erased.
        for outcome in &mut outcomes {
            if let Outcome::Ran(run) = outcome {
                run.draws.iter_mut().for_each(|draw| draw.value = 0);
            }
        }
        Ok(outcomes.chunks(fills.len().max(1)).map(<[Outcome]>::to_vec).collect())
    }

    /// Returns the period with which the effects of the values 0, 1, 2, … repeat.
    ///
    /// Returns `None` if the period is 1, or if it exceeds the number of cards by more than 1.
    fn modulus(&mut self) -> Result<Option<u64>, ProgramError> {
        let max = self.program.cards() + 1;
        let values: Vec<u64> = (0..2 * max as u64 + 2).collect();
        let effects = self.effects(&values)?;
        let is_period = |&period: &usize| (period..effects.len()).all(|i| effects[i] == effects[i - period]);
        Ok((1..=max).find(is_period).filter(|&period| period > 1).map(|period| period as u64))
    }

    /// Returns `count` intervals of nearly equal length, or `None` if the effects do not change there. A program that
    /// multiplies a floating-point number by `count` and rounds down has such intervals.
    fn even(&mut self, count: u64) -> Result<Option<Pieces>, ProgramError> {
        let mut starts = vec![0];
        if count < 2 {
            return Ok(None);
        }
        let around = |index: u64| {
            let start = (u128::from(index) * u128::from(self.bound)).div_ceil(u128::from(count)) as u64;
            start - 2..start + 2
        };
        let values: Vec<u64> = (1..count).flat_map(around).collect();
        let effects = self.effects(&values)?;
        for (values, effects) in values.chunks(4).zip(effects.chunks(4)) {
            let mut changes = (1..4).filter(|&at| effects[at] != effects[at - 1]);
            match (changes.next(), changes.next()) {
                (Some(at), None) => starts.push(values[at]),
                _ => return Ok(None),
            }
        }
        Ok(Some(Pieces { bound: self.bound, shape: Shape::Intervals(starts) }))
    }

    /// Returns the first values of the intervals.
    ///
    /// Changes of the effect are first located between the values of a grid, and then by bisection of all
    /// intervals at once.
    fn starts(&mut self) -> Result<Vec<u64>, ProgramError> {
        let last = u128::from(self.bound - 1);
        let grid: Vec<u64> =
            (0..=GRID_STEPS).map(|step| (last * u128::from(step) / u128::from(GRID_STEPS)) as u64).collect();
        let effects = self.effects(&grid)?;
        let mut open: Vec<(u64, Effect, u64, Effect)> = Vec::new();
        for index in 1..grid.len() {
            if effects[index - 1] != effects[index] {
                open.push((grid[index - 1], effects[index - 1].clone(), grid[index], effects[index].clone()));
            }
        }
        let mut starts = vec![0];
        while !open.is_empty() {
            if starts.len() + open.len() > MAX_PIECES {
                return Err(ProgramError::FloatCompare);
            }
            let (done, rest): (Vec<_>, Vec<_>) =
                open.into_iter().partition(|(low, _, high, _)| high - low == 1);
            starts.extend(done.into_iter().map(|(_, _, high, _)| high));
            let middles: Vec<u64> = rest.iter().map(|(low, _, high, _)| low + (high - low) / 2).collect();
            let effects = self.effects(&middles)?;
            open = Vec::new();
            for (((low, at_low, high, at_high), middle), effect) in rest.into_iter().zip(middles).zip(effects)
            {
                if effect != at_low {
                    open.push((low, at_low, middle, effect.clone()));
                }
                if effect != at_high {
                    open.push((middle, effect, high, at_high));
                }
            }
        }
        starts.sort_unstable();
        Ok(starts)
    }

    /// Returns whether the effect differs between the last value of each piece and the first value of the next.
    fn is_divided(&mut self, pieces: &Pieces) -> Result<bool, ProgramError> {
        let last = |piece: usize| pieces.value(piece, pieces.count(piece) - 1);
        let ends = (1..pieces.len()).flat_map(|piece| [last(piece - 1), pieces.first(piece)]);
        let effects = self.effects(&ends.collect::<Vec<_>>())?;
        Ok(effects.chunks(2).all(|pair| pair[0] != pair[1]))
    }

    /// Returns whether all tried values of each piece have the same effect.
    ///
    /// The ends of a piece and a random value are tried, with `self.fills` for the draws that follow and with
    /// one more random list.
    fn is_uniform(&mut self, pieces: &Pieces, generator: &mut Generator) -> Result<bool, ProgramError> {
        let mut values = Vec::new();
        for piece in 0..pieces.len() {
            let count = pieces.count(piece);
            values.extend([0, count - 1, below(generator, count)].map(|n| pieces.value(piece, n)));
        }
        let mut fills = self.fills.to_vec();
        let bounds = self.draws_after()?;
        fills.push(bounds.iter().map(|draw| below(generator, draw.bound)).collect());
        let effects = self.effects_with(&values, &fills)?;
        Ok(effects.chunks(3).all(|piece| piece.iter().all(|effect| *effect == piece[0])))
    }

    /// Returns the draws that follow if this draw and all later ones have the value 0.
    fn draws_after(&mut self) -> Result<Vec<Draw>, ProgramError> {
        let list = [self.before, &[0]].concat();
        let outcome = self.program.run(&[list])?.into_iter().next();
        let run = outcome.and_then(Outcome::ran).ok_or(ProgramError::HiddenRandomness)?;
        Ok(run.draws.get(self.before.len() + 1..).unwrap_or_default().to_vec())
    }
}

/// The first draws of some runs. Each draw has its groups of values, and the index of the group that its
/// value is in.
type Node = Vec<(Rc<Pieces>, usize)>;

/// The runs whose first draws have values in given groups.
struct Branch {
    node: Node,
    /// The run in which each of the branch's draws has the first value of its group, and all later draws are
    /// 0.
    run: Run,
    /// The random lists of choices whose first values are in these groups.
    lists: Vec<Vec<u64>>,
}

/// The streams of random numbers for the search for groups, and for the lists that verify them.
const STREAMS: [u64; 2] = [0, 1];

/// Number of lists that are compared at a time.
const BATCH: usize = 500;

/// Maximum number of runs that are repeated.
const MAX_REPEATED: usize = 20_000;

impl Walker {
    /// Walks the tree, with the values of each wide draw grouped by their effect. Then compares the program
    /// with the law on random lists of choices. Returns whether the walk is complete.
    ///
    /// The lists are independent of the groups. All of them start at the root, and the next value of a list is drawn
    /// after the groups of the next draw are known.
    pub(super) fn grouped(
        &mut self,
        program: &mut dyn Program,
        settings: &Settings,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, ProgramError> {
        let mut grouping = Grouping {
            search: Generator::unit(&settings.seed, STREAMS[0]),
            random: Generator::unit(&settings.seed, STREAMS[1]),
            guesses: Vec::new(),
        };
        let mut waiting = Vec::new();
        let lists = (0..settings.samples).map(|_| Vec::new()).collect();
        let mut branches = vec![Branch { node: Vec::new(), run: self.walk.first.clone(), lists }];
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
        self.law.add(&run.deck, node.iter().map(|(pieces, piece)| (pieces.count(*piece), pieces.bound())));
        self.note_draws(run);
        if self.sample.len() < MAX_REPEATED {
            self.sample.push(run.clone());
        }
        self.walk.runs += 1;
    }
}

/// Compares the program with the runs that the groups predict for random lists of choices.
fn compare(program: &mut dyn Program, waiting: &mut Vec<(Vec<u64>, Rc<Run>)>) -> Result<(), ProgramError> {
    let (lists, expected): (Vec<Vec<u64>>, Vec<Rc<Run>>) = waiting.drain(..).unzip();
    let outcomes = program.run(&lists)?;
    for ((outcome, expected), list) in outcomes.into_iter().zip(expected).zip(&lists) {
        if outcome.clone().ran().is_some_and(|run| run.is_alike(&expected)) {
            continue;
        }
        let again = program.run(std::slice::from_ref(list))?;
        let same = again.first() == Some(&outcome);
        return Err(if same { ProgramError::FloatCompare } else { ProgramError::HiddenRandomness });
    }
    Ok(())
}

/// The search for groups of values. Groups found for one draw are guesses for other draws, which often have the same
/// groups.
struct Grouping {
    search: Generator,
    random: Generator,
    guesses: Vec<Pieces>,
}

impl Grouping {
    /// Splits a branch by the groups of its next draw. The branch of the last group comes first.
    fn split(&mut self, program: &mut dyn Program, branch: Branch) -> Result<Vec<Branch>, ProgramError> {
        let Branch { node, run, lists } = branch;
        let values: Vec<u64> = node.iter().map(|(pieces, piece)| pieces.first(*piece)).collect();
        let pieces = Rc::new(self.pieces(program, &values, &run)?);
        let mut parts = vec![Vec::new(); pieces.len()];
        for mut list in lists {
            let value = below(&mut self.random, pieces.bound());
            list.push(value);
            parts[pieces.piece(value)].push(list);
        }
        let first = |piece| values.iter().copied().chain([pieces.first(piece)]).collect();
        let firsts: Vec<Vec<u64>> = (0..pieces.len()).map(first).collect();
        let outcomes = program.run(&firsts)?.into_iter().zip(parts).enumerate().rev();
        let branch = |(piece, (outcome, lists)): (usize, (Outcome, Vec<Vec<u64>>))| {
            let run = outcome.ran().filter(|run| run.draws.len() > node.len());
            let node = node.iter().cloned().chain(iter::once((pieces.clone(), piece))).collect();
            Ok(Branch { node, run: run.ok_or(ProgramError::HiddenRandomness)?, lists })
        };
        outcomes.map(branch).collect()
    }

    /// Returns the groups of the draw that follows the values `values` in `run`.
    fn pieces(
        &mut self,
        program: &mut dyn Program,
        values: &[u64],
        run: &Run,
    ) -> Result<Pieces, ProgramError> {
        let Draw { bound, .. } = run.draws[values.len()];
        if bound < MIN_GROUPED_VALUES {
            return Ok(Pieces::each(bound));
        }
        let fills = fills(&run.draws[values.len() + 1..], &mut self.search);
        let pieces = Pieces::find(program, values, bound, &fills, &self.guesses, &mut self.search)?;
        if !self.guesses.contains(&pieces) {
            self.guesses.push(pieces.clone());
        }
        Ok(pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::shuffle::Seed;

    #[test]
    fn random_numbers_below_large_bounds() {
        let mut generator = Generator::unit(&Seed::from(1), 0);
        for bound in [1 << 33, 1 << 53, (1 << 53) + 1, 3 << 40, u64::MAX] {
            let mut top = [0u32; 4];
            for _ in 0..4000 {
                let number = below(&mut generator, bound);
                assert!(number < bound);
                top[(u128::from(number) * 4 / u128::from(bound)) as usize] += 1;
            }
            // Five standard deviations of the binomial law with 4000 trials and probability 1/4.
            assert!(top.iter().all(|count| count.abs_diff(1000) < 137), "{bound}: {top:?}");
        }
    }
}
