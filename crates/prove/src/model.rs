//! A model of a program: the deck is a product of moves, one for each random draw.
//!
//! With a model the decks of a program can be examined although there are too many lists of choices to run all. For
//! some models all decks are proved to be equally likely.

use std::collections::HashMap;

use faro::distribution::Matrix;
use faro_sample::shuffle::{Generator, Seed};
use libm::lgamma;

use super::draws::{WIDE, below};
use super::pieces::{Pieces, fills};
use super::program::{Draw, Outcome, Program, ProgramError, Run, ties};

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

/// A random draw of a [`Model`], with one move for each group of values that have the same effect.
#[derive(Clone, Debug)]
pub struct ModelDraw {
    /// The values of the draw, grouped into pieces of values with the same effect.
    pub pieces: Pieces,
    /// The move of each piece: entry c is the card that replaces card c.
    moves: Vec<Vec<u32>>,
}

impl ModelDraw {
    /// Returns the move of each piece: entry c is the card that replaces card c.
    pub fn moves(&self) -> &[Vec<u32>] {
        &self.moves
    }

    /// Returns for each card whether at least one move of this draw moves it.
    pub(super) fn touched(&self) -> Vec<bool> {
        let mut touched = vec![false; self.moves.first().map_or(0, Vec::len)];
        for moved in &self.moves {
            let moves = moved
                .iter()
                .enumerate()
                .map(|(card, &to)| to as usize != card);
            touched
                .iter_mut()
                .zip(moves)
                .for_each(|(touched, moves)| *touched |= moves);
        }
        touched
    }
}

impl Model {
    /// Learns a model around the base run, whose values are `base`.
    ///
    /// Returns `None` if the bounds of the draws differ from run to run, or if the tables would be too large.
    ///
    /// # Errors
    ///
    /// [`ProgramError`] if the program fails or cannot be followed.
    pub fn learn(program: &mut dyn Program, base: &[u64]) -> Result<Option<Model>, ProgramError> {
        let outcome = program.run(&[base.to_vec()])?.into_iter().next();
        let Some(Outcome::Ran(run)) = outcome else {
            return Ok(None);
        };
        if Model::is_too_large(&run) {
            return Ok(None);
        }
        let mut generator = Generator::unit(&Seed::from(0), 1);
        let inverse = inverse(&run.deck);
        let (mut draws, mut guesses) = (Vec::new(), Vec::new());
        for index in 0..run.draws.len() {
            let pieces = pieces(program, &run, index, &mut guesses, &mut generator)?;
            let Some(moves) = moves(program, &run, index, &pieces, &inverse)? else {
                return Ok(None);
            };
            draws.push(ModelDraw { pieces, moves });
        }
        Ok(Some(Model {
            base: run.deck,
            draws,
            ranks: run.ranks,
            reversed: false,
        }))
    }

    /// Returns whether a model with the draws of `run` would have more than [`MAX_ENTRIES`] entries.
    pub(super) fn is_too_large(run: &Run) -> bool {
        let values: u64 = run.bounds().filter(|&bound| bound < WIDE).sum();
        values.saturating_mul(run.deck.len() as u64) > MAX_ENTRIES
    }

    /// Returns the draws of the model, in the order of the program.
    pub fn draws(&self) -> &[ModelDraw] {
        &self.draws
    }

    /// Returns the number of cards in the deck.
    pub fn cards(&self) -> usize {
        self.base.len()
    }

    /// Returns the number of draws that are ranks of random sort keys.
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// Returns the model with the moves multiplied in the reverse order.
    pub fn reversed(self) -> Model {
        Model {
            reversed: !self.reversed,
            ..self
        }
    }

    /// Returns the indices of the draws in the order in which their moves act on a card of the base deck.
    pub(super) fn last_first(&self) -> Vec<usize> {
        let all = 0..self.draws.len();
        if self.reversed {
            all.collect()
        } else {
            all.rev().collect()
        }
    }

    /// Returns the deck that the model makes if draw i has the value `values[i]`. O(cards · draws).
    ///
    /// # Panics
    ///
    /// If `values` does not have one value for each draw, or if a value is not below the bound of its draw.
    pub fn deck(&self, values: &[u64]) -> Vec<u32> {
        assert_eq!(
            values.len(),
            self.draws.len(),
            "expected one value for each draw"
        );
        let mut deck = self.base.clone();
        for index in self.last_first() {
            let draw = &self.draws[index];
            let moved = &draw.moves[draw.pieces.piece(values[index])];
            deck.iter_mut()
                .for_each(|card| *card = moved[*card as usize]);
        }
        deck
    }

    /// Returns whether `run` agrees with the model. It must have the bounds and the number of ranks of the model, and
    /// the deck that the model makes from its values.
    pub fn fits(&self, run: &Run) -> bool {
        run.draws.len() == self.draws.len()
            && run.ranks == self.ranks
            && run
                .bounds()
                .zip(&self.draws)
                .all(|(bound, draw)| bound == draw.pieces.bound())
            && run.deck == self.deck(&run.values())
    }

    /// Returns a random list of values for the draws, each list equally likely.
    pub(super) fn random(&self, generator: &mut Generator) -> Vec<u64> {
        self.draws
            .iter()
            .map(|draw| below(generator, draw.pieces.bound()))
            .collect()
    }

    /// Returns the probability of each card at each position, with rounding errors of about 10^-14. O(draws · (values +
    /// cards) · cards).
    pub fn matrix(&self) -> Matrix {
        let cards = self.cards();
        // In the row of position i, column c has the probability of card c.
        let mut rows: Vec<Vec<f64>> = (0..cards).map(|_| vec![0.0; cards]).collect();
        for (row, &card) in rows.iter_mut().zip(&self.base) {
            row[card as usize] = 1.0;
        }
        for index in self.last_first() {
            let step = self.draws[index].step();
            for row in &mut rows {
                let mut next = vec![0.0; cards];
                for (&chance, targets) in row.iter().zip(&step).filter(|(chance, _)| **chance > 0.0)
                {
                    targets
                        .iter()
                        .for_each(|&(card, weight)| next[card] += chance * weight);
                }
                *row = next;
            }
        }
        Matrix::from_fn(cards, |card, position| rows[position][card])
    }
}

impl ModelDraw {
    /// Returns, for each card, the cards by which this draw may replace it, with their probabilities.
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

/// Returns the position of each card in `deck`.
pub(super) fn inverse(deck: &[u32]) -> Vec<u32> {
    let mut inverse = vec![0; deck.len()];
    deck.iter()
        .enumerate()
        .for_each(|(place, &card)| inverse[card as usize] = place as u32);
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

/// Returns the move of each piece of a draw, or `None` if the draw changes the number or the bounds of the other draws.
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
        fits.then(|| {
            inverse
                .iter()
                .map(|&place| run.deck[place as usize])
                .collect()
        })
    };
    Ok(program
        .run(&lists)?
        .into_iter()
        .map(|outcome| moved(outcome.ran()?))
        .collect())
}

/// Bounds of the distance of a model's decks from uniform.
///
/// Suppose that a draw is the first or the last of the product, that each of its moves sends a certain card to a
/// different position, and that no other draw moves this card. Then the deck determines the move of this draw. The
/// remaining draws are examined in the same way: this gives a chain of point stabilisers. If the chain includes all
/// draws, different lists of moves give different decks. If in addition the product of the numbers of moves is n!,
/// every deck comes from exactly one list of moves and has its probability.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// Whether different lists of moves always give different decks.
    pub injective: bool,
    /// Whether all decks are equally likely, provided that the moves of each draw are equally likely.
    ///
    /// `upper` also takes account of moves that are not equally likely.
    pub uniform: bool,
    /// A lower bound of the total variation distance of the model's decks from uniform.
    pub lower: f64,
    /// An upper bound of the total variation distance of the model's decks from uniform.
    pub upper: f64,
    /// The reason why the distance is not 0, if one is known.
    pub reason: Option<Reason>,
}

/// Why the decks of a model are not equally likely.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// There are fewer lists of moves than orders of the deck.
    TooFew,
    /// The moves of one draw are not equally likely. The value is the index of the draw.
    Weights(usize),
    /// A card is too likely or too unlikely at a position.
    ///
    /// The fields are the card, the position, and the probability times the number of cards.
    Place(usize, usize, f64),
}

/// Bound of rounding errors. Smaller distances of a matrix and smaller differences of logarithms are taken as 0.
const ROUNDING: f64 = 1e-9;

impl Model {
    /// Returns bounds of the total variation distance of the model's decks from uniform.
    ///
    /// If the draws are ranks of random keys, the bounds include the probability of equal keys. O(draws · values ·
    /// cards).
    pub fn chain(&self) -> Chain {
        let (chain, ties) = (self.chain_without_ties(), ties(self.ranks()));
        Chain {
            lower: (chain.lower - ties).max(0.0),
            upper: (chain.upper + ties).min(1.0),
            ..chain
        }
    }

    fn chain_without_ties(&self) -> Chain {
        let draws: Vec<DistinctMoves> = self.draws().iter().map(DistinctMoves::new).collect();
        let injective = is_injective(self, &draws);
        let (orders, lists) = (
            lgamma(self.cards() as f64 + 1.0),
            draws.iter().map(DistinctMoves::ln).sum::<f64>(),
        );
        let complete =
            injective && is_factorial(self.cards(), draws.iter().map(|draw| draw.weights.len()));
        let worst = draws.iter().map(DistinctMoves::unevenness).enumerate();
        let (index, uneven) = worst.fold(
            (0, 0.0),
            |worst, one| if one.1 > worst.1 { one } else { worst },
        );
        // Every deck comes from exactly one list of moves, so only unequal probabilities of moves cause a distance.
        if complete {
            let upper = draws
                .iter()
                .map(DistinctMoves::unevenness)
                .sum::<f64>()
                .min(1.0);
            let reason = (uneven > 0.0).then_some(Reason::Weights(index));
            return Chain {
                injective,
                uniform: true,
                lower: uneven,
                upper,
                reason,
            };
        }
        let mut chain = Chain {
            injective,
            uniform: false,
            lower: 0.0,
            upper: 1.0,
            reason: None,
        };
        // With fewer lists than orders, some orders never occur.
        if lists < orders - ROUNDING {
            chain.lower = -(lists - orders).exp_m1();
            chain.reason = Some(Reason::TooFew);
            if injective && uneven == 0.0 {
                chain.upper = chain.lower;
            }
        }
        // The distance of the position of a single card is a lower bound.
        let (distance, place) = self.worst_place();
        if distance - ROUNDING > chain.lower {
            chain.lower = distance - ROUNDING;
            chain.reason = Some(place);
        }
        chain
    }

    /// Returns the largest total variation distance of the position of one card from uniform. Also returns the position
    /// at which the probability of this card differs most.
    fn worst_place(&self) -> (f64, Reason) {
        let (cards, matrix) = (self.cards(), self.matrix());
        let fair = 1.0 / cards as f64;
        let mut worst = (0.0, Reason::Place(0, 0, 1.0));
        for card in 0..cards {
            let row = matrix.row(card);
            let distance = row
                .iter()
                .map(|chance| (chance - fair).max(0.0))
                .sum::<f64>();
            if distance > worst.0 {
                let extreme = (0..cards)
                    .max_by(|&a, &b| (row[a] - fair).abs().total_cmp(&(row[b] - fair).abs()));
                let position = extreme.unwrap_or_default();
                worst = (
                    distance,
                    Reason::Place(card, position, row[position] * cards as f64),
                );
            }
        }
        worst
    }
}

/// The distinct moves of a draw, without repetition.
struct DistinctMoves<'a> {
    moves: Vec<&'a [u32]>,
    /// The number of values of the draw that give each move.
    weights: Vec<u64>,
    bound: u64,
    /// For each card, whether at least one of the moves moves it.
    touched: Vec<bool>,
}

impl<'a> DistinctMoves<'a> {
    fn new(draw: &'a super::model::ModelDraw) -> DistinctMoves<'a> {
        let mut places: HashMap<&[u32], usize> = HashMap::new();
        let (mut moves, mut weights) = (Vec::new(), Vec::new());
        for (piece, moved) in draw.moves().iter().enumerate() {
            let place = *places.entry(moved).or_insert_with(|| {
                moves.push(moved.as_slice());
                weights.push(0);
                moves.len() - 1
            });
            weights[place] += draw.pieces.count(piece);
        }
        DistinctMoves {
            moves,
            weights,
            bound: draw.pieces.bound(),
            touched: draw.touched(),
        }
    }

    fn ln(&self) -> f64 {
        (self.weights.len() as f64).ln()
    }

    /// Returns the total variation distance of the moves from uniform on the distinct moves.
    fn unevenness(&self) -> f64 {
        let moves = self.weights.len() as u128;
        let off = |&weight: &u64| (u128::from(weight) * moves).abs_diff(u128::from(self.bound));
        let sum: u128 = self.weights.iter().map(off).sum();
        sum as f64 / (2.0 * moves as f64 * self.bound as f64)
    }

    /// Returns whether each move sends `card` to a different position. If `inverse`, returns whether each move brings a
    /// different card to the position of `card`.
    fn separates(&self, card: usize, inverse: bool) -> bool {
        let mut seen = vec![false; self.touched.len()];
        self.moves.iter().all(|moved| {
            let place = match inverse {
                false => Some(moved[card] as usize),
                true => moved.iter().position(|&target| target as usize == card),
            };
            place.is_some_and(|place| !std::mem::replace(&mut seen[place], true))
        })
    }
}

/// Returns whether different lists of moves always give different decks, by a chain of point stabilisers.
fn is_injective(model: &Model, draws: &[DistinctMoves]) -> bool {
    let mut touching = vec![0usize; model.cards()];
    for draw in draws {
        touching
            .iter_mut()
            .zip(&draw.touched)
            .for_each(|(count, &touched)| *count += usize::from(touched));
    }
    let mut order = model.last_first();
    order.retain(|&index| draws[index].moves.len() > 1);
    let mut rest = order.as_slice();
    while let [first, .., _] | [first] = rest {
        let last = rest[rest.len() - 1];
        let peeled = |index: usize, inverse: bool| {
            let draw = &draws[index];
            let alone = |&card: &usize| touching[card] == usize::from(draw.touched[card]);
            (0..model.cards())
                .filter(alone)
                .any(|card| draw.separates(card, inverse))
        };
        // In this order, the moves of the first draw act on a card first.
        let index = if peeled(last, false) {
            rest = &rest[..rest.len() - 1];
            last
        } else if peeled(*first, true) {
            let first = *first;
            rest = &rest[1..];
            first
        } else {
            return false;
        };
        let touched = &draws[index].touched;
        touching
            .iter_mut()
            .zip(touched)
            .for_each(|(count, &touched)| *count -= usize::from(touched));
    }
    true
}

/// Returns whether the product of `factors` is n! for n = `cards`.
fn is_factorial(cards: usize, factors: impl Iterator<Item = usize>) -> bool {
    use num_bigint::BigUint;
    let product: BigUint = factors.map(BigUint::from).product();
    product == (1..=cards).map(BigUint::from).product::<BigUint>()
}
