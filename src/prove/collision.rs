use libm::lgamma;
use num_bigint::BigUint;

use super::model::{Model, ModelDraw, inverse};
use super::pieces::below;
use super::program::{Program, ProgramError, Run};
use crate::number::{Fraction, factorial};
use crate::shuffle::Generator;

/// Lists of choices that give the same deck, and are together more likely than a deck of a fair shuffle.
#[derive(Clone, Debug, PartialEq)]
pub struct Collision {
    /// The runs, one or two.
    pub runs: Vec<Run>,
    /// A lower bound of the probability of the deck times n!. It is certain unless the runs represent groups of values, of
    /// which some were tried.
    pub times_fair: f64,
}

/// The random values that are tried for each group. If less than `SHARE` of the values gave the same deck, all of them
/// would give it with a probability below 10^-12.
const TRIES: usize = 100;
const SHARE: f64 = 0.75;

/// Returns the probability of a run, as its reciprocal.
fn reciprocal(run: &Run) -> BigUint {
    run.bounds().map(BigUint::from).product()
}

/// Returns whether runs are clearly less likely than a deck of a fair shuffle. If not, or if numbers are too large, exact
/// ones decide.
fn is_unlikely(runs: &[&Run], cards: usize) -> bool {
    let fair = (1..=cards).map(|factor| factor as f64).product::<f64>();
    let times = |run: &&Run| fair / run.bounds().map(|bound| bound as f64).product::<f64>();
    fair.is_finite() && runs.iter().map(times).sum::<f64>() < 0.999
}

impl Collision {
    /// Returns runs with the same deck if they are together more likely than a deck of a fair shuffle.
    pub(super) fn new(runs: &[&Run]) -> Option<Collision> {
        let cards = runs.first()?.deck.len();
        if is_unlikely(runs, cards) {
            return None;
        }
        let product: BigUint = runs.iter().map(|run| reciprocal(run)).product();
        let sum: BigUint =
            runs.iter().map(|run| &product / reciprocal(run)).sum::<BigUint>() * factorial(cards as u32);
        let likely = sum > product;
        let runs = runs.iter().map(|&run| run.clone());
        likely.then(|| Collision { runs: runs.collect(), times_fair: Fraction::new(sum, product).to_f64() })
    }

    /// Looks for a second list of choices with the deck of a run that does not fit the model.
    ///
    /// A model without equal decks has one list for each deck. The program made this deck of another list, so it may make it
    /// of this list too.
    pub(super) fn find(
        program: &mut dyn Program,
        model: &Model,
        run: &Run,
        generator: &mut Generator,
    ) -> Result<Option<Collision>, ProgramError> {
        let Some(values) = model.values(&run.deck) else { return Ok(None) };
        let outcome = program.run(&[values])?.into_iter().next();
        let Some(other) = outcome.and_then(|outcome| outcome.ran()) else { return Ok(None) };
        if other.deck != run.deck || other.values() == run.values() {
            return Ok(None);
        }
        if !program.is_sampled() && !model.draws().iter().any(|draw| draw.pieces.is_wide()) {
            return Ok(Collision::new(&[run, &other]));
        }
        let pieces = |run: &Run| -> Option<Vec<usize>> {
            let known = run.draws.len() == model.draws().len();
            known.then(|| run.values().iter().zip(model.draws()).map(|(&v, d)| d.pieces.piece(v)).collect())
        };
        let (Some(first), Some(second)) = (pieces(run), pieces(&other)) else { return Ok(None) };
        let times_fair = SHARE * (model.times_fair(&first) + model.times_fair(&second));
        let certain = first != second
            && times_fair > 1.0
            && all_alike(program, model, run, &first, generator)?
            && all_alike(program, model, &other, &second, generator)?;
        Ok(certain.then(|| Collision { runs: vec![run.clone(), other], times_fair }))
    }
}

/// Returns whether random values of the same pieces give the same deck.
fn all_alike(
    program: &mut dyn Program,
    model: &Model,
    run: &Run,
    pieces: &[usize],
    generator: &mut Generator,
) -> Result<bool, ProgramError> {
    let mut list = || -> Vec<u64> {
        let one = |(&piece, draw): (&usize, &ModelDraw)| {
            draw.pieces.value(piece, below(generator, draw.pieces.count(piece)))
        };
        pieces.iter().zip(model.draws()).map(one).collect()
    };
    let lists: Vec<Vec<u64>> = (0..TRIES).map(|_| list()).collect();
    let outcomes = program.run(&lists)?;
    Ok(outcomes.into_iter().all(|outcome| outcome.ran().is_some_and(|other| other.is_alike(run))))
}

impl Model {
    /// Returns values of which the model makes this deck, if the chain of stabilisers is short: each draw is decided by one
    /// card. None if there are none.
    pub(super) fn values(&self, deck: &[u32]) -> Option<Vec<u64>> {
        // The product of the moves, as what replaces each card of the base deck.
        let places = inverse(&self.base);
        let product = places.iter().map(|&place| deck[place as usize]).collect();
        let mut peeling = Peeling::new(self, product);
        let mut values: Vec<u64> = self.draws().iter().map(|draw| draw.pieces.first(0)).collect();
        while !peeling.rest.is_empty() {
            if let Some((draw, piece)) = peeling.peel()? {
                values[draw] = self.draws()[draw].pieces.first(piece);
            }
        }
        (self.deck(&values) == deck).then_some(values)
    }

    /// Returns the probability of a group of each draw, times n!.
    fn times_fair(&self, pieces: &[usize]) -> f64 {
        let chance = |(draw, &piece): (&ModelDraw, &usize)| {
            (draw.pieces.count(piece) as f64).ln() - (draw.pieces.bound() as f64).ln()
        };
        let ln: f64 = self.draws().iter().zip(pieces).map(chance).sum();
        (ln + lgamma(self.cards() as f64 + 1.0)).exp()
    }
}

/// The draws whose values are not known yet, and the product of their moves.
struct Peeling<'a> {
    model: &'a Model,
    /// The draws, the last first, so that a card meets the first of this order first.
    rest: Vec<usize>,
    /// Whether some move of each draw moves each card.
    touched: Vec<Vec<bool>>,
    /// The number of draws of the rest that move each card.
    touching: Vec<usize>,
    product: Vec<u32>,
}

impl<'a> Peeling<'a> {
    fn new(model: &'a Model, product: Vec<u32>) -> Peeling<'a> {
        let touched: Vec<Vec<bool>> = model.draws().iter().map(ModelDraw::touched).collect();
        let count = |card: usize| touched.iter().filter(|touched| touched[card]).count();
        let touching = (0..model.cards()).map(count).collect();
        Peeling { model, rest: model.last_first(), touched, touching, product }
    }

    fn remove(&mut self, draw: usize) {
        self.rest.retain(|&other| other != draw);
        let touched = self.touched[draw].iter();
        self.touching.iter_mut().zip(touched).for_each(|(count, &touched)| *count -= usize::from(touched));
    }

    /// Removes a draw from an end, and returns it with its move; no move if it has no effect. None if no card decides it.
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

    /// Returns the cards that this draw moves, and no other of the rest.
    fn deciding(&self, draw: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.model.cards()).filter(move |&card| self.touched[draw][card] && self.touching[card] == 1)
    }

    /// Returns the move of the last draw, by a card that each move sends to another place; no move if there is no such card.
    fn peel_last(&mut self, draw: usize) -> Option<Option<usize>> {
        let moves = self.model.draws()[draw].moves();
        let distinct = |card: &usize| all_distinct(moves.iter().map(|moved| moved[*card]));
        let Some(card) = self.deciding(draw).find(distinct) else { return Some(None) };
        let piece = moves.iter().position(|moved| moved[card] == self.product[card])?;
        let undo = inverse(&moves[piece]);
        self.product.iter_mut().for_each(|card| *card = undo[*card as usize]);
        Some(Some(piece))
    }

    /// Returns the move of the first draw, by a place to which each move brings another card.
    fn peel_first(&mut self, draw: usize) -> Option<usize> {
        let source = |moved: &Vec<u32>, card: usize| moved.iter().position(|&to| to as usize == card);
        let moves = self.model.draws()[draw].moves();
        let distinct = |card: &usize| all_distinct(moves.iter().map(|moved| source(moved, *card)));
        let card = self.deciding(draw).find(distinct)?;
        let from = source(&self.product, card);
        let piece = moves.iter().position(|moved| source(moved, card) == from)?;
        let undo = inverse(&moves[piece]);
        self.product = undo.iter().map(|&place| self.product[place as usize]).collect();
        Some(piece)
    }
}

fn all_distinct<T: Ord>(items: impl Iterator<Item = T>) -> bool {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.windows(2).all(|pair| pair[0] != pair[1])
}
