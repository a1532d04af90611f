use std::iter;
use std::rc::Rc;

use super::pieces::{Pieces, WIDE, below, fills};
use super::program::{Draw, Outcome, Program, ProgramError, Run};
use super::settings::Settings;
use super::walk::Walker;
use faro_sample::shuffle::Generator;

/// The first draws of some runs: for each draw its groups of values, and the index of the group that its value is in.
type Node = Vec<(Rc<Pieces>, usize)>;

/// The runs whose first draws have values in given groups.
struct Branch {
    node: Node,
    /// The run in which each of these draws has the first value of its group, and all later draws are 0.
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
    /// Walks the tree, with the values of each wide draw grouped by their effect, and compares the program with the law
    /// on random lists of choices. Returns whether the walk is complete.
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

/// The search for groups of values. Groups found for one draw are guesses for other draws, which often have the same.
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
        if bound < WIDE {
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
