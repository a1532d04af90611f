use super::pieces::{Pieces, WIDE, below, fills};
use super::program::{Draw, Outcome, Program, ProgramError, Run};
use faro::distribution::Matrix;
use faro_sample::shuffle::{Generator, Seed};

/// Maximum number of entries in the tables of a model. A Fisher–Yates shuffle of 512 cards has 67.2 million.
const MAX_ENTRIES: u64 = 68_000_000;

/// A model of a program: the deck as a product of moves, one for each draw, and a base deck.
///
/// Let z be the values of a base run, P(z) its deck, and P_i(c) the deck if the value of draw i is replaced by c. The
/// move of draw i is P_i(c)·P(z)^-1. If each draw moves positions in a way that depends on its value alone, the deck is
/// the product of these moves in the order of the draws. If each draw moves named cards, the product is in the reverse
/// order.
#[derive(Clone, Debug)]
pub struct Model {
    pub(super) base: Vec<u32>,
    draws: Vec<ModelDraw>,
    ranks: usize,
    reversed: bool,
}

/// A draw of a [`Model`], with one move for each group of its values.
#[derive(Clone, Debug)]
pub struct ModelDraw {
    /// The values, grouped by their effect.
    pub pieces: Pieces,
    /// The move of each piece: the index is a card, and the entry the card that replaces it.
    moves: Vec<Vec<u32>>,
}

impl ModelDraw {
    /// Returns the move of each piece.
    pub fn moves(&self) -> &[Vec<u32>] {
        &self.moves
    }

    /// Returns whether some move moves each card.
    pub(super) fn touched(&self) -> Vec<bool> {
        let mut touched = vec![false; self.moves.first().map_or(0, Vec::len)];
        for moved in &self.moves {
            let moves = moved.iter().enumerate().map(|(card, &to)| to as usize != card);
            touched.iter_mut().zip(moves).for_each(|(touched, moves)| *touched |= moves);
        }
        touched
    }
}

impl Model {
    /// Learns a model around the run whose values are `base`.
    ///
    /// Returns `None` if the bounds of the draws differ from run to run, or if the tables would be too large.
    ///
    /// # Errors
    ///
    /// [`ProgramError`] of the program.
    pub fn learn(program: &mut dyn Program, base: &[u64]) -> Result<Option<Model>, ProgramError> {
        let outcome = program.run(&[base.to_vec()])?.into_iter().next();
        let Some(Outcome::Ran(run)) = outcome else { return Ok(None) };
        if Model::is_too_large(&run) {
            return Ok(None);
        }
        let mut generator = Generator::unit(&Seed::from(0), 1);
        let inverse = inverse(&run.deck);
        let (mut draws, mut guesses) = (Vec::new(), Vec::new());
        for index in 0..run.draws.len() {
            let pieces = pieces(program, &run, index, &mut guesses, &mut generator)?;
            let Some(moves) = moves(program, &run, index, &pieces, &inverse)? else { return Ok(None) };
            draws.push(ModelDraw { pieces, moves });
        }
        Ok(Some(Model { base: run.deck, draws, ranks: run.ranks, reversed: false }))
    }

    /// Returns whether a model with the draws of `run` would have more than [`MAX_ENTRIES`] entries.
    pub(super) fn is_too_large(run: &Run) -> bool {
        let values: u64 = run.bounds().filter(|&bound| bound < WIDE).sum();
        values.saturating_mul(run.deck.len() as u64) > MAX_ENTRIES
    }

    /// Returns the draws.
    pub fn draws(&self) -> &[ModelDraw] {
        &self.draws
    }

    /// Returns the number of cards.
    pub fn cards(&self) -> usize {
        self.base.len()
    }

    /// Returns the number of draws that are ranks of random keys.
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// Returns the model with the moves in the reverse order.
    pub fn reversed(self) -> Model {
        Model { reversed: !self.reversed, ..self }
    }

    /// Returns the indices of the draws in the order in which their moves act on a card of the base deck.
    pub(super) fn last_first(&self) -> Vec<usize> {
        let all = 0..self.draws.len();
        if self.reversed { all.collect() } else { all.rev().collect() }
    }

    /// Returns the deck that the model makes from `values`. O(cards · draws).
    ///
    /// # Panics
    ///
    /// If `values` does not have one value for each draw, or if a value is not below its bound.
    pub fn deck(&self, values: &[u64]) -> Vec<u32> {
        assert_eq!(values.len(), self.draws.len(), "expected one value for each draw");
        let mut deck = self.base.clone();
        for index in self.last_first() {
            let draw = &self.draws[index];
            let moved = &draw.moves[draw.pieces.piece(values[index])];
            deck.iter_mut().for_each(|card| *card = moved[*card as usize]);
        }
        deck
    }

    /// Returns whether `run` has the bounds, the ranks and the deck that the model predicts.
    pub fn fits(&self, run: &Run) -> bool {
        run.draws.len() == self.draws.len()
            && run.ranks == self.ranks
            && run.bounds().zip(&self.draws).all(|(bound, draw)| bound == draw.pieces.bound())
            && run.deck == self.deck(&run.values())
    }

    /// Returns a random list of values, all lists equally likely.
    pub(super) fn random(&self, generator: &mut Generator) -> Vec<u64> {
        self.draws.iter().map(|draw| below(generator, draw.pieces.bound())).collect()
    }

    /// Returns the exact probability of each card at each position, with rounding errors of about 10^-14.
    /// O(draws · (values + cards) · cards).
    pub fn matrix(&self) -> Matrix {
        let cards = self.cards();
        // Row i has the probabilities of the cards at position i.
        let mut rows: Vec<Vec<f64>> = (0..cards).map(|_| vec![0.0; cards]).collect();
        for (row, &card) in rows.iter_mut().zip(&self.base) {
            row[card as usize] = 1.0;
        }
        for index in self.last_first() {
            let step = self.draws[index].step();
            for row in &mut rows {
                let mut next = vec![0.0; cards];
                for (&chance, targets) in row.iter().zip(&step).filter(|(chance, _)| **chance > 0.0) {
                    targets.iter().for_each(|&(card, weight)| next[card] += chance * weight);
                }
                *row = next;
            }
        }
        Matrix::from_fn(cards, |card, position| rows[position][card])
    }
}

impl ModelDraw {
    /// Returns, for each card, the cards that may replace it and their probabilities.
    fn step(&self) -> Vec<Vec<(usize, f64)>> {
        let cards = self.moves.first().map_or(0, Vec::len);
        let mut step: Vec<Vec<(usize, f64)>> = vec![Vec::new(); cards];
        let mut sums = vec![0u64; cards];
        for (card, targets) in step.iter_mut().enumerate() {
            for (piece, moved) in self.moves.iter().enumerate() {
                sums[moved[card] as usize] += self.pieces.count(piece);
            }
            for (target, sum) in sums.iter_mut().enumerate().filter(|(_, sum)| **sum > 0) {
                targets.push((target, *sum as f64 / self.pieces.bound() as f64));
                *sum = 0;
            }
        }
        step
    }
}

/// Returns the inverse of a deck: the position of each card.
pub(super) fn inverse(deck: &[u32]) -> Vec<u32> {
    let mut inverse = vec![0; deck.len()];
    deck.iter().enumerate().for_each(|(place, &card)| inverse[card as usize] = place as u32);
    inverse
}

fn pieces(
    program: &mut dyn Program,
    run: &Run,
    index: usize,
    guesses: &mut Vec<Pieces>,
    generator: &mut Generator,
) -> Result<Pieces, ProgramError> {
    let Draw { bound, .. } = run.draws[index];
    if bound < WIDE {
        return Ok(Pieces::each(bound));
    }
    let values = run.values();
    let mut fills = fills(&run.draws[index + 1..], generator);
    fills.truncate(2);
    let pieces = Pieces::find(program, &values[..index], bound, &fills, guesses, generator)?;
    *guesses = vec![pieces.clone()];
    Ok(pieces)
}

/// Returns the move of each piece of a draw, or `None` if the bounds of the run depend on the draw.
fn moves(
    program: &mut dyn Program,
    base: &Run,
    index: usize,
    pieces: &Pieces,
    inverse: &[u32],
) -> Result<Option<Vec<Vec<u32>>>, ProgramError> {
    let mut list = base.values();
    let lists: Vec<Vec<u64>> = (0..pieces.len())
        .map(|piece| {
            list[index] = pieces.first(piece);
            list.clone()
        })
        .collect();
    let moved = |run: Run| {
        let fits = run.bounds().eq(base.bounds());
        fits.then(|| inverse.iter().map(|&place| run.deck[place as usize]).collect())
    };
    Ok(program.run(&lists)?.into_iter().map(|outcome| moved(outcome.ran()?)).collect())
}
