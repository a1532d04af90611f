//! Proves that a shuffle is unfair by lists of choices that give the same deck and together have more than the
//! probability 1/n!, which each deck of n cards has after a fair shuffle.

use libm::lgamma;
use num_bigint::BigUint;

use super::draws::below;
use super::model::{Model, ModelDraw, inverse};
use super::program::{Program, ProgramError, Run};
use faro_math::number::{Fraction, factorial};
use faro_sample::shuffle::Generator;

/// Lists of choices that give one deck with a probability of more than 1/n!, which proves a bias.
#[derive(Clone, Debug, PartialEq)]
pub struct Collision {
    /// One run, or two runs with the same deck.
    pub runs: Vec<Run>,
    /// A lower bound of n! times the probability of the deck. It is certain, unless the runs represent groups of values
    /// of which only a sample was run.
    pub times_fair: f64,
}

/// Number of random lists that are run to verify that all values in the groups give the same deck.
const VERIFYING_LISTS: usize = 100;

/// Minimum share of lists that give the deck. If the share were smaller, all [`VERIFYING_LISTS`] random lists would
/// give the deck with a probability below 10^-12.
const MIN_SHARE: f64 = 0.75;

/// Returns the reciprocal of the probability of a run: the product of the bounds of its draws.
fn reciprocal(run: &Run) -> BigUint {
    run.bounds().map(BigUint::from).product()
}

/// Returns whether the total probability of the runs is clearly less than 1/n!. This floating-point test saves most of
/// the exact computations. If it returns `false`, exact arithmetic must decide.
fn is_unlikely(runs: &[&Run], cards: usize) -> bool {
    let fair = (1..=cards).map(|factor| factor as f64).product::<f64>();
    let times = |run: &&Run| fair / run.bounds().map(|bound| bound as f64).product::<f64>();
    fair.is_finite() && runs.iter().map(times).sum::<f64>() < 0.999
}

impl Collision {
    /// Returns the collision of `runs`, which have the same deck, if their total probability is more than 1/n!.
    pub(super) fn new(runs: &[&Run]) -> Option<Collision> {
        let cards = runs.first()?.deck.len();
        if is_unlikely(runs, cards) {
            return None;
        }
        let product: BigUint = runs.iter().map(|run| reciprocal(run)).product();
        let sum: BigUint = runs
            .iter()
            .map(|run| &product / reciprocal(run))
            .sum::<BigUint>()
            * factorial(cards as u32);
        let likely = sum > product;
        let runs = runs.iter().map(|&run| run.clone());
        likely.then(|| Collision {
            runs: runs.collect(),
            times_fair: Fraction::new(sum, product).to_f64(),
        })
    }

    /// Searches for a second list of choices that gives the deck of `run`, a run that contradicts the model.
    ///
    /// If different lists of moves give different decks in the model, the model makes this deck from exactly one list.
    /// The program made the deck from another list, and may make it from the model's list too.
    pub(super) fn find(
        program: &mut dyn Program,
        model: &Model,
        run: &Run,
        generator: &mut Generator,
    ) -> Result<Option<Collision>, ProgramError> {
        let Some(values) = model.values(&run.deck) else {
            return Ok(None);
        };
        let outcome = program.run(&[values])?.into_iter().next();
        let Some(other) = outcome.and_then(|outcome| outcome.ran()) else {
            return Ok(None);
        };
        if other.deck != run.deck || other.values() == run.values() {
            return Ok(None);
        }
        // If each draw has few values, the two runs are a proof as they are.
        if !program.is_sampled() && !model.draws().iter().any(|draw| draw.pieces.is_wide()) {
            return Ok(Collision::new(&[run, &other]));
        }
        // Otherwise the proof uses all lists with values in the groups of the two runs. A sample of them is run.
        let pieces = |run: &Run| -> Option<Vec<usize>> {
            let has_all_draws = run.draws.len() == model.draws().len();
            has_all_draws.then(|| {
                run.values()
                    .iter()
                    .zip(model.draws())
                    .map(|(&v, d)| d.pieces.piece(v))
                    .collect()
            })
        };
        let (Some(first), Some(second)) = (pieces(run), pieces(&other)) else {
            return Ok(None);
        };
        let times_fair = MIN_SHARE * (model.times_fair(&first) + model.times_fair(&second));
        let certain = first != second
            && times_fair > 1.0
            && all_alike(program, model, run, &first, generator)?
            && all_alike(program, model, &other, &second, generator)?;
        Ok(certain.then(|| Collision {
            runs: vec![run.clone(), other],
            times_fair,
        }))
    }
}

/// Returns whether [`VERIFYING_LISTS`] random lists, with each value from the piece that `pieces` names for its draw,
/// all give the deck and the bounds of `run`.
fn all_alike(
    program: &mut dyn Program,
    model: &Model,
    run: &Run,
    pieces: &[usize],
    generator: &mut Generator,
) -> Result<bool, ProgramError> {
    let mut list = || -> Vec<u64> {
        let one = |(&piece, draw): (&usize, &ModelDraw)| {
            draw.pieces
                .value(piece, below(generator, draw.pieces.count(piece)))
        };
        pieces.iter().zip(model.draws()).map(one).collect()
    };
    let lists: Vec<Vec<u64>> = (0..VERIFYING_LISTS).map(|_| list()).collect();
    let outcomes = program.run(&lists)?;
    Ok(outcomes
        .into_iter()
        .all(|outcome| outcome.ran().is_some_and(|other| other.is_alike(run))))
}

impl Model {
    /// Returns a list of values from which the model makes `deck`, or `None` if none is found.
    ///
    /// The value of each draw is determined by one card that no other remaining draw moves. `None` is also returned if
    /// there is no such card.
    pub(super) fn values(&self, deck: &[u32]) -> Option<Vec<u64>> {
        // The product of the moves: maps each card of the base deck to the card that replaces it.
        let places = inverse(&self.base);
        let product = places.iter().map(|&place| deck[place as usize]).collect();
        let mut peeling = Peeling::new(self, product);
        let mut values: Vec<u64> = self
            .draws()
            .iter()
            .map(|draw| draw.pieces.first(0))
            .collect();
        while !peeling.rest.is_empty() {
            if let Some((draw, piece)) = peeling.peel()? {
                values[draw] = self.draws()[draw].pieces.first(piece);
            }
        }
        (self.deck(&values) == deck).then_some(values)
    }

    /// Returns n! times the probability that the value of each draw is in the piece with the index that `pieces` gives.
    fn times_fair(&self, pieces: &[usize]) -> f64 {
        let chance = |(draw, &piece): (&ModelDraw, &usize)| {
            (draw.pieces.count(piece) as f64).ln() - (draw.pieces.bound() as f64).ln()
        };
        let ln: f64 = self.draws().iter().zip(pieces).map(chance).sum();
        (ln + lgamma(self.cards() as f64 + 1.0)).exp()
    }
}

/// The draws whose values are not determined yet, and the product of their moves. Each step divides the product by the
/// move of one draw at its end.
struct Peeling<'a> {
    model: &'a Model,
    /// The indices of these draws, in the order in which their moves act on a card.
    rest: Vec<usize>,
    /// For each draw and each card, whether some move of the draw moves the card.
    touched: Vec<Vec<bool>>,
    /// For each card, the number of these draws that move it.
    touching: Vec<usize>,
    product: Vec<u32>,
}

impl<'a> Peeling<'a> {
    fn new(model: &'a Model, product: Vec<u32>) -> Peeling<'a> {
        let touched: Vec<Vec<bool>> = model.draws().iter().map(ModelDraw::touched).collect();
        let count = |card: usize| touched.iter().filter(|touched| touched[card]).count();
        let touching = (0..model.cards()).map(count).collect();
        Peeling {
            model,
            rest: model.last_first(),
            touched,
            touching,
            product,
        }
    }

    fn remove(&mut self, draw: usize) {
        self.rest.retain(|&other| other != draw);
        let touched = self.touched[draw].iter();
        self.touching
            .iter_mut()
            .zip(touched)
            .for_each(|(count, &touched)| *count -= usize::from(touched));
    }

    /// Removes the last or the first draw of the product, and returns its index with the index of the piece of its
    /// move.
    ///
    /// Returns `Some(None)` if the removed draw moves no card. Returns `None` if no card determines the piece.
    fn peel(&mut self) -> Option<Option<(usize, usize)>> {
        let (first, last) = (self.rest[0], self.rest[self.rest.len() - 1]);
        if self.is_idle(last) {
            self.remove(last);
            return Some(None);
        }
        if let Some(piece) = self.peel_last(last)? {
            self.remove(last);
            return Some(Some((last, piece)));
        }
        let peeled = match self.is_idle(first) {
            true => None,
            false => Some((first, self.peel_first(first)?)),
        };
        self.remove(first);
        Some(peeled)
    }

    fn is_idle(&self, draw: usize) -> bool {
        !self.touched[draw].contains(&true)
    }

    /// Returns the cards that `draw` moves and that no other draw of `rest` moves.
    fn deciding(&self, draw: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.model.cards())
            .filter(move |&card| self.touched[draw][card] && self.touching[card] == 1)
    }

    /// Determines the piece of the last draw, and divides the product by the move of this piece.
    ///
    /// The piece follows from a card that each move of the draw sends to a different position. Returns `Some(None)` if
    /// there is no such card, and `None` if no move explains its position.
    fn peel_last(&mut self, draw: usize) -> Option<Option<usize>> {
        let moves = self.model.draws()[draw].moves();
        let distinct = |card: &usize| all_distinct(moves.iter().map(|moved| moved[*card]));
        let Some(card) = self.deciding(draw).find(distinct) else {
            return Some(None);
        };
        let piece = moves
            .iter()
            .position(|moved| moved[card] == self.product[card])?;
        let undo = inverse(&moves[piece]);
        self.product
            .iter_mut()
            .for_each(|card| *card = undo[*card as usize]);
        Some(Some(piece))
    }

    /// Determines the piece of the first draw, and divides the product by the move of this piece.
    ///
    /// The piece follows from a position to which each move of the draw brings a different card. Returns `None` if
    /// there is no such position, or if no move explains its card.
    fn peel_first(&mut self, draw: usize) -> Option<usize> {
        let source =
            |moved: &Vec<u32>, card: usize| moved.iter().position(|&to| to as usize == card);
        let moves = self.model.draws()[draw].moves();
        let distinct = |card: &usize| all_distinct(moves.iter().map(|moved| source(moved, *card)));
        let card = self.deciding(draw).find(distinct)?;
        let from = source(&self.product, card);
        let piece = moves.iter().position(|moved| source(moved, card) == from)?;
        let undo = inverse(&moves[piece]);
        self.product = undo
            .iter()
            .map(|&place| self.product[place as usize])
            .collect();
        Some(piece)
    }
}

fn all_distinct<T: Ord>(items: impl Iterator<Item = T>) -> bool {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.windows(2).all(|pair| pair[0] != pair[1])
}
