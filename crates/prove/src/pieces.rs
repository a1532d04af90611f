//! Groups the values of a draw that have the same effect on the deck.
//!
//! A draw may have up to 2^64 values, for example if it is a floating-point number. Then a search runs some values and
//! derives the groups from them, and random lists of choices verify the groups. [`Pieces`] are the groups of one draw.

use faro_sample::shuffle::Generator;

use super::draws::below;
use super::program::{Draw, Outcome, Program, ProgramError, Run};

/// Maximum number of lists of choices for which all lists are run, even if a draw has many values.
const MAX_EXHAUSTIVE_LISTS: u64 = 1 << 20;

/// Number of steps of the grid of values on which a search for groups begins, for a draw with many values.
const GRID_STEPS: u64 = 512;

/// Maximum number of groups of a draw with many values.
const MAX_PIECES: usize = 600;

/// Number of lists of values for the later draws. The effects of two values are compared with each list.
const MAX_FILLS: usize = 4;

/// Minimum number of values of a draw whose values are grouped by their effect. They are grouped only if there are more
/// than [`MAX_EXHAUSTIVE_LISTS`] lists of choices.
pub const MIN_GROUPED_VALUES: u64 = 64;

/// Returns whether a run has a draw with at least `values` values, and more than [`MAX_EXHAUSTIVE_LISTS`] lists of
/// choices.
pub(super) fn has_draw_of(run: &Run, values: u64) -> bool {
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
    /// Intervals, given by their first values. They occur if the program multiplies and rounds the value, or compares
    /// it.
    Intervals(Vec<u64>),
    /// Residue classes modulo the given number: each piece consists of the values with one remainder.
    Residues(u64),
}

impl Pieces {
    /// Returns pieces of one value each, for a draw with `bound` values.
    pub fn each(bound: u64) -> Pieces {
        Pieces {
            bound,
            shape: Shape::Each,
        }
    }

    /// Returns the number of values of the draw.
    pub fn bound(&self) -> u64 {
        self.bound
    }

    /// Returns whether a piece may have more than one value.
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
            Shape::Intervals(starts) => {
                starts.get(piece + 1).unwrap_or(&self.bound) - starts[piece]
            }
            Shape::Residues(modulus) => (self.bound - 1 - piece as u64) / modulus + 1,
        }
    }

    /// Returns the value with index `n` in `piece`, where values are in increasing order and `n` counts from 0.
    pub(super) fn value(&self, piece: usize, n: u64) -> u64 {
        let step = if let Shape::Residues(modulus) = self.shape {
            modulus
        } else {
            1
        };
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

    /// Finds the groups of values with the same effect for a draw with `bound` values: residue classes or intervals.
    ///
    /// The earlier draws have the values `before`. `fills` has lists of values for the later draws. If `guess` has the
    /// right groups, most of the runs are saved.
    ///
    /// # Errors
    ///
    /// [`ProgramError::FloatCompare`] if the intervals depend on the values of other draws, or if there are too many
    /// groups.
    pub(super) fn find(
        program: &mut dyn Program,
        before: &[u64],
        bound: u64,
        fills: &[Vec<u64>],
        guesses: &[Pieces],
        generator: &mut Generator,
    ) -> Result<Pieces, ProgramError> {
        let mut search = Search {
            program,
            before,
            fills,
            bound,
        };
        // Guesses are tested first, because they save most of the runs.
        for guess in guesses
            .iter()
            .filter(|guess| guess.is_intervals() && guess.bound == bound)
        {
            if search.is_divided(guess)? && search.is_uniform(guess, generator)? {
                return Ok(guess.clone());
            }
            // The next draw of a shuffle usually has one group less or one more.
            for count in [guess.len() - 1, guess.len() + 1] {
                if let Some(pieces) = search.even(count as u64)?
                    && search.is_uniform(&pieces, generator)?
                {
                    return Ok(pieces);
                }
            }
        }
        if let Some(modulus) = search.modulus()? {
            let pieces = Pieces {
                bound,
                shape: Shape::Residues(modulus),
            };
            if search.is_uniform(&pieces, generator)? {
                return Ok(pieces);
            }
        }
        // Intervals are searched for last, because this takes the most runs.
        let pieces = Pieces {
            bound,
            shape: Shape::Intervals(search.starts()?),
        };
        match search.is_uniform(&pieces, generator)? {
            true => Ok(pieces),
            false => Err(ProgramError::FloatCompare),
        }
    }
}

/// Returns up to [`MAX_FILLS`] lists of values for `draws`: a list of zeros, and random lists.
pub(super) fn fills(draws: &[Draw], generator: &mut Generator) -> Vec<Vec<u64>> {
    let zeros = vec![0; draws.len()];
    let random = (1..MAX_FILLS).map(|_| {
        draws
            .iter()
            .map(|draw| below(generator, draw.bound))
            .collect()
    });
    let mut fills: Vec<Vec<u64>> = std::iter::once(zeros).chain(random).collect();
    fills.dedup();
    fills
}

struct Search<'a> {
    program: &'a mut dyn Program,
    before: &'a [u64],
    fills: &'a [Vec<u64>],
    bound: u64,
}

/// The effect of a value: the outcome of its run with each list of values for the later draws.
type ValueOutcomes = Vec<Outcome>;

impl Search<'_> {
    fn effects(&mut self, values: &[u64]) -> Result<Vec<ValueOutcomes>, ProgramError> {
        let fills = self.fills.to_vec();
        self.effects_with(values, &fills)
    }

    fn effects_with(
        &mut self,
        values: &[u64],
        fills: &[Vec<u64>],
    ) -> Result<Vec<ValueOutcomes>, ProgramError> {
        let list = |value: u64, fill: &Vec<u64>| [self.before, &[value], fill].concat();
        let lists: Vec<Vec<u64>> = values
            .iter()
            .flat_map(|&value| fills.iter().map(move |fill| list(value, fill)))
            .collect();
        let mut outcomes = self.program.run(&lists)?;
        // Only the deck and the bounds of the draws are compared, so the values are set to 0.
        for outcome in &mut outcomes {
            if let Outcome::Ran(run) = outcome {
                run.draws.iter_mut().for_each(|draw| draw.value = 0);
            }
        }
        Ok(outcomes
            .chunks(fills.len().max(1))
            .map(<[Outcome]>::to_vec)
            .collect())
    }

    /// Returns the period with which the effects of the values 0, 1, 2, … repeat.
    ///
    /// Returns `None` if the period is 1, or if it exceeds the number of cards by more than 1.
    fn modulus(&mut self) -> Result<Option<u64>, ProgramError> {
        let max = self.program.cards() + 1;
        let values: Vec<u64> = (0..2 * max as u64 + 2).collect();
        let effects = self.effects(&values)?;
        let is_period =
            |&period: &usize| (period..effects.len()).all(|i| effects[i] == effects[i - period]);
        Ok((1..=max)
            .find(is_period)
            .filter(|&period| period > 1)
            .map(|period| period as u64))
    }

    /// Returns `count` intervals of nearly equal length, or `None` if the effect does not change at each of their ends.
    /// A program that multiplies a floating-point number by `count` and rounds down has such intervals.
    fn even(&mut self, count: u64) -> Result<Option<Pieces>, ProgramError> {
        let mut starts = vec![0];
        if count < 2 {
            return Ok(None);
        }
        let around = |index: u64| {
            let start =
                (u128::from(index) * u128::from(self.bound)).div_ceil(u128::from(count)) as u64;
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
        Ok(Some(Pieces {
            bound: self.bound,
            shape: Shape::Intervals(starts),
        }))
    }

    /// Returns the first value of each interval in which the effect is constant.
    ///
    /// Changes of the effect are located first between neighbouring values of a grid, and then by bisection of all
    /// intervals at once.
    fn starts(&mut self) -> Result<Vec<u64>, ProgramError> {
        let last = u128::from(self.bound - 1);
        let grid: Vec<u64> = (0..=GRID_STEPS)
            .map(|step| (last * u128::from(step) / u128::from(GRID_STEPS)) as u64)
            .collect();
        let effects = self.effects(&grid)?;
        // The steps of the grid in which the effect changes.
        let mut open: Vec<(u64, ValueOutcomes, u64, ValueOutcomes)> = Vec::new();
        for index in 1..grid.len() {
            if effects[index - 1] != effects[index] {
                open.push((
                    grid[index - 1],
                    effects[index - 1].clone(),
                    grid[index],
                    effects[index].clone(),
                ));
            }
        }
        let mut starts = vec![0];
        // Bisects all of them at once, until each consists of two neighbouring values.
        while !open.is_empty() {
            if starts.len() + open.len() > MAX_PIECES {
                return Err(ProgramError::FloatCompare);
            }
            let (done, rest): (Vec<_>, Vec<_>) = open
                .into_iter()
                .partition(|(low, _, high, _)| high - low == 1);
            starts.extend(done.into_iter().map(|(_, _, high, _)| high));
            let middles: Vec<u64> = rest
                .iter()
                .map(|(low, _, high, _)| low + (high - low) / 2)
                .collect();
            let effects = self.effects(&middles)?;
            open = Vec::new();
            for (((low, at_low, high, at_high), middle), effect) in
                rest.into_iter().zip(middles).zip(effects)
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

    /// Returns whether the effect changes from the last value of each piece to the first value of the next piece.
    fn is_divided(&mut self, pieces: &Pieces) -> Result<bool, ProgramError> {
        let last = |piece: usize| pieces.value(piece, pieces.count(piece) - 1);
        let ends = (1..pieces.len()).flat_map(|piece| [last(piece - 1), pieces.first(piece)]);
        let effects = self.effects(&ends.collect::<Vec<_>>())?;
        Ok(effects.chunks(2).all(|pair| pair[0] != pair[1]))
    }

    /// Returns whether all tested values in each piece have the same effect.
    ///
    /// The first value, the last value and a random value of each piece are tested, with the lists in `self.fills` and
    /// one random list for the later draws.
    fn is_uniform(
        &mut self,
        pieces: &Pieces,
        generator: &mut Generator,
    ) -> Result<bool, ProgramError> {
        let mut values = Vec::new();
        for piece in 0..pieces.len() {
            let count = pieces.count(piece);
            values.extend([0, count - 1, below(generator, count)].map(|n| pieces.value(piece, n)));
        }
        let mut fills = self.fills.to_vec();
        let bounds = self.draws_after()?;
        fills.push(
            bounds
                .iter()
                .map(|draw| below(generator, draw.bound))
                .collect(),
        );
        let effects = self.effects_with(&values, &fills)?;
        Ok(effects
            .chunks(3)
            .all(|piece| piece.iter().all(|effect| *effect == piece[0])))
    }

    /// Returns the later draws in the run in which this draw and all later draws have the value 0.
    fn draws_after(&mut self) -> Result<Vec<Draw>, ProgramError> {
        let list = [self.before, &[0]].concat();
        let outcome = self.program.run(&[list])?.into_iter().next();
        let run = outcome
            .and_then(Outcome::ran)
            .ok_or(ProgramError::HiddenRandomness)?;
        Ok(run
            .draws
            .get(self.before.len() + 1..)
            .unwrap_or_default()
            .to_vec())
    }
}
