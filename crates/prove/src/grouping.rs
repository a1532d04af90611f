//! Divides the runs of a program into branches. In a branch, each of the first draws has a value from a given group of
//! values with the same effect.

use std::iter;
use std::rc::Rc;

use faro_sample::shuffle::{Generator, Seed};

use super::draws::below;
use super::pieces::{MIN_GROUPED_VALUES, Pieces, fills};
use super::program::{Draw, Outcome, Program, ProgramError, Run};

/// Numbers of the random streams for the search for groups, and for the lists that verify the groups.
const STREAMS: [u64; 2] = [0, 1];

/// Number of lists of choices on which the program is compared at a time.
pub const BATCH: usize = 500;

/// The first draws of a branch. For each draw, the groups of its values and the index of the branch's group.
pub type Node = Vec<(Rc<Pieces>, usize)>;

/// The runs whose first draws have values from given groups.
pub struct Branch {
    pub node: Node,
    /// The run in which each draw of `node` has the first value of its group, and all later draws are 0.
    pub run: Run,
    /// The random lists of choices whose first values are in the groups of `node`.
    pub lists: Vec<Vec<u64>>,
}

/// Compares the program with the waiting predictions. A prediction is a random list of choices and the run that its
/// groups predict.
pub fn compare(
    program: &mut dyn Program,
    waiting: &mut Vec<(Vec<u64>, Rc<Run>)>,
) -> Result<(), ProgramError> {
    let (lists, expected): (Vec<Vec<u64>>, Vec<Rc<Run>>) = waiting.drain(..).unzip();
    let outcomes = program.run(&lists)?;
    for ((outcome, expected), list) in outcomes.into_iter().zip(expected).zip(&lists) {
        if outcome
            .clone()
            .ran()
            .is_some_and(|run| run.is_alike(&expected))
        {
            continue;
        }
        let again = program.run(std::slice::from_ref(list))?;
        let same = again.first() == Some(&outcome);
        return Err(if same {
            ProgramError::FloatCompare
        } else {
            ProgramError::HiddenRandomness
        });
    }
    Ok(())
}

/// Searches for the groups of the values of each draw. The groups found for one draw are tried first for the next
/// draws, which often have the same groups.
pub struct Grouping {
    search: Generator,
    random: Generator,
    guesses: Vec<Pieces>,
}

impl Grouping {
    pub fn new(seed: &Seed) -> Grouping {
        let [search, random] = STREAMS.map(|stream| Generator::unit(seed, stream));
        Grouping {
            search,
            random,
            guesses: Vec::new(),
        }
    }

    /// Splits a branch into one branch for each group of its next draw. The branch of the last group comes first.
    pub fn split(
        &mut self,
        program: &mut dyn Program,
        branch: Branch,
    ) -> Result<Vec<Branch>, ProgramError> {
        let Branch { node, run, lists } = branch;
        let values: Vec<u64> = node
            .iter()
            .map(|(pieces, piece)| pieces.first(*piece))
            .collect();
        let pieces = Rc::new(self.pieces(program, &values, &run)?);
        // Extends each random list by a value of the next draw, and sorts the lists by the groups of these values.
        let mut parts = vec![Vec::new(); pieces.len()];
        for mut list in lists {
            let value = below(&mut self.random, pieces.bound());
            list.push(value);
            parts[pieces.piece(value)].push(list);
        }
        // Runs the first value of each group.
        let first = |piece| {
            values
                .iter()
                .copied()
                .chain([pieces.first(piece)])
                .collect()
        };
        let firsts: Vec<Vec<u64>> = (0..pieces.len()).map(first).collect();
        let outcomes = program
            .run(&firsts)?
            .into_iter()
            .zip(parts)
            .enumerate()
            .rev();
        let branch = |(piece, (outcome, lists)): (usize, (Outcome, Vec<Vec<u64>>))| {
            let run = outcome.ran().filter(|run| run.draws.len() > node.len());
            let node = node
                .iter()
                .cloned()
                .chain(iter::once((pieces.clone(), piece)))
                .collect();
            Ok(Branch {
                node,
                run: run.ok_or(ProgramError::HiddenRandomness)?,
                lists,
            })
        };
        outcomes.map(branch).collect()
    }

    /// Returns the groups of the draw that follows the first draws with the values `values` in `run`.
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
        let pieces = Pieces::find(
            program,
            values,
            bound,
            &fills,
            &self.guesses,
            &mut self.search,
        )?;
        if !self.guesses.contains(&pieces) {
            self.guesses.push(pieces.clone());
        }
        Ok(pieces)
    }
}
