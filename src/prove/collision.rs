use num_bigint::BigUint;

use super::model::{Model, inverse};
use super::pieces::below;
use super::program::{Program, ProgramError, Run};
use crate::shuffle::Generator;

/// Lists of choices that give the same deck, and are together more likely than a deck of a fair shuffle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collision {
    /// The runs, one or two.
    pub runs: Vec<Run>,
    /// Whether the runs stand for groups of values of wide draws, of which some were tried.
    pub grouped: bool,
}

/// The random values that are tried for each group: if the deck were the same for at most half of the values, all of them
/// would give it with a probability below 10^-7.
const TRIES: usize = 24;

/// Returns the probability of a run, as its reciprocal.
fn reciprocal(run: &Run) -> BigUint {
    run.bounds().map(BigUint::from).product()
}

/// Returns n!.
pub(super) fn orders(cards: usize) -> BigUint {
    (1..=cards).map(BigUint::from).product()
}

impl Collision {
    /// Returns a run if it is more likely than a deck of a fair shuffle.
    pub(super) fn single(run: &Run) -> Option<Collision> {
        let likely = reciprocal(run) < orders(run.deck.len());
        likely.then(|| Collision { runs: vec![run.clone()], grouped: false })
    }

    /// Returns two runs with the same deck if they are together more likely than a deck of a fair shuffle.
    pub(super) fn pair(one: &Run, other: &Run) -> Option<Collision> {
        let (first, second) = (reciprocal(one), reciprocal(other));
        let likely = (&first + &second) * orders(one.deck.len()) > first * second;
        likely.then(|| Collision { runs: vec![one.clone(), other.clone()], grouped: false })
    }

    /// Looks for a second list of choices with the deck of a run that does not fit the model.
    ///
    /// A model without equal decks has one list for each deck. The program made this deck of another list, so it may make it
    /// of this list too.
    pub(super) fn find(
        program: &mut impl Program,
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
        let grouped = model.draws().iter().any(|draw| draw.pieces.is_wide());
        if grouped {
            let pieces = |run: &Run| -> Option<Vec<usize>> {
                let known = run.draws.len() == model.draws().len();
                known.then(|| {
                    run.values().iter().zip(model.draws()).map(|(&v, d)| d.pieces.piece(v)).collect()
                })
            };
            let (Some(first), Some(second)) = (pieces(run), pieces(&other)) else { return Ok(None) };
            let certain = first != second
                && all_alike(program, model, run, &first, generator)?
                && all_alike(program, model, &other, &second, generator)?;
            return Ok(certain.then(|| Collision { runs: vec![run.clone(), other], grouped }));
        }
        Ok(Collision::pair(run, &other))
    }
}

/// Returns whether random values of the same pieces give the same deck.
fn all_alike(
    program: &mut impl Program,
    model: &Model,
    run: &Run,
    pieces: &[usize],
    generator: &mut Generator,
) -> Result<bool, ProgramError> {
    let mut list = || -> Vec<u64> {
        let one = |(&piece, draw): (&usize, &super::model::ModelDraw)| {
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
        let places = inverse(self.base());
        let mut product: Vec<u32> = places.iter().map(|&place| deck[place as usize]).collect();
        let mut values: Vec<u64> = self.draws().iter().map(|draw| draw.pieces.first(0)).collect();
        let order = self.last_first();
        let mut rest: &[usize] = &order;
        while let Some((&first, &last)) = rest.first().zip(rest.last()) {
            let fixed = |index: usize, card: usize| {
                self.draws()[index].moves().iter().all(|moved| moved[card] as usize == card)
            };
            let deciding = |index: usize| {
                (0..self.cards()).filter(move |&card| {
                    rest.iter().all(|&other| other == index || fixed(other, card)) && !fixed(index, card)
                })
            };
            let moves = self.draws()[last].moves();
            let distinct = |card: &usize| all_distinct(moves.iter().map(|moved| moved[*card]));
            let idle = |index: usize| (0..self.cards()).all(|card| fixed(index, card));
            if idle(last) {
                rest = &rest[..rest.len() - 1];
                continue;
            }
            if let Some(card) = deciding(last).find(distinct) {
                let piece = moves.iter().position(|moved| moved[card] == product[card])?;
                values[last] = self.draws()[last].pieces.first(piece);
                let undo = inverse(&moves[piece]);
                product.iter_mut().for_each(|card| *card = undo[*card as usize]);
                rest = &rest[..rest.len() - 1];
                continue;
            }
            let moves = self.draws()[first].moves();
            let source = |moved: &Vec<u32>, card: usize| moved.iter().position(|&to| to as usize == card);
            let distinct = |card: &usize| all_distinct(moves.iter().map(|moved| source(moved, *card)));
            if idle(first) {
                rest = &rest[1..];
                continue;
            }
            let card = deciding(first).find(distinct)?;
            let from = source(&product, card);
            let piece = moves.iter().position(|moved| source(moved, card) == from)?;
            values[first] = self.draws()[first].pieces.first(piece);
            let undo = inverse(&moves[piece]);
            product = undo.iter().map(|&place| product[place as usize]).collect();
            rest = &rest[1..];
        }
        (self.deck(&values) == deck).then_some(values)
    }
}

fn all_distinct<T: Ord>(items: impl Iterator<Item = T>) -> bool {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.windows(2).all(|pair| pair[0] != pair[1])
}
